"""A real worker on the filesystem broker reads and applies a large file, is killed in the middle, and starts again."""

import signal
import time

import pytest

from deckbuilder.catalog.imports import tasks, uploads
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import Card, CatalogImport, Printing
from games.registry import get
from tests.deckbuilder.catalog.imports.import_examples import GAME, many
from tests.site import Site

ROWS = 20_000
PATIENCE = 240


def upload(slug, rows):
    tasks.IMPORTS.start(uploads.receive(get(slug), many(rows), "large.csv"))


def apply_it():
    given = CatalogImport.objects.get(filename="large.csv")
    assert uploads.ask_to_apply(given)
    tasks.IMPORTS.start(given)


def look():
    """The status of the import, how far the worker has come in thousandths (0 before it has begun), and its error."""
    given = CatalogImport.objects.get(filename="large.csv")
    return given.status, 1000 * given.done // given.total if given.total else 0, given.error


def count(slug):
    """The printings and cards of the catalog, and the cards in its index."""
    index = newest(get(slug))  # an older one is deleted a little later
    kept = [model.objects.filter(game=slug).count() for model in (Printing, Card)]
    return [*kept, index.size if index else 0]


class Imported(Site):
    def kill_worker(self):
        worker = self.workers.pop()
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def status(self):
        return self.call(look)[0]

    def progress(self):
        return self.call(look)[1]

    def wait_until(self, found):
        end = time.monotonic() + PATIENCE
        while not found():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)


@pytest.fixture
def site(samples, tmp_path):
    site = Imported.copy(samples, tmp_path / "site")
    yield site
    site.stop()


@pytest.mark.slow
def test_an_import_survives_a_worker_that_is_killed_while_reading_and_while_applying(site):
    before = site.call(count, GAME.slug)
    site.call(upload, GAME.slug, ROWS)

    site.spawn_worker()
    site.wait_until(lambda: site.status() == "reading" and site.progress() > 200)
    site.kill_worker()
    assert site.status() == "reading"
    site.spawn_worker()
    site.wait_until(lambda: site.status() == "preview")

    site.call(apply_it)
    site.wait_until(lambda: site.progress() > 400)
    assert site.status() == "applying"
    site.kill_worker()
    assert site.status() == "applying"
    assert site.call(count, GAME.slug)[0] == before[0]
    site.spawn_worker()
    seen = set()
    site.wait_until(lambda: seen.add(site.progress()) or site.status() == "applied")

    assert len(seen) > 5, seen
    more = (ROWS, ROWS // 2, ROWS // 2)
    assert site.call(count, GAME.slug) == [had + new for had, new in zip(before, more, strict=True)]
    assert site.call(look)[2] is None
