"""A real worker on the filesystem broker reads and applies a large file, is killed in the middle, and starts again."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.deckbuilder.catalog.imports.import_examples import GAME, many

ROOT = Path(__file__).parents[4]
ROWS = 20_000
PATIENCE = 240

UPLOAD = """
import sys
from deckbuilder.catalog.imports import tasks
from deckbuilder.catalog.imports import uploads
from games.registry import get
upload = uploads.receive(get(sys.argv[1]), open(sys.argv[2], "rb").read(), "large.csv")
tasks.IMPORTS.start(upload)
"""
APPLY = """
from deckbuilder.catalog.imports import tasks
from deckbuilder.catalog.imports import uploads
from deckbuilder.catalog.models import CatalogImport
upload = CatalogImport.objects.get()
assert uploads.ask_to_apply(upload)
tasks.IMPORTS.start(upload)
"""


class Site:
    """A site of its own: database, files and queue in one folder, driven from outside as an installation is."""

    def __init__(self, folder):
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CELERY_BROKER_URL")}
        self.env = kept | {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "deckbuilder.settings"}
        self.worker = None

    def run(self, *words):
        subprocess.run([sys.executable, *words], cwd=ROOT, env=self.env, check=True, timeout=PATIENCE)

    def shell(self, code, *words):
        self.run("-c", f"import django; django.setup()\n{code}", *words)

    def start_worker(self):
        command = [sys.executable, "-m", "celery", "--app", "deckbuilder", "worker", "--pool", "threads"]
        command += ["--concurrency", "1", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)

    def kill_worker(self):
        self.worker.send_signal(signal.SIGKILL)
        self.worker.wait()

    def ask(self, query):
        with sqlite3.connect(f"file:{self.folder / 'db.sqlite3'}?mode=ro", uri=True, timeout=30) as database:
            return database.execute(query).fetchone()[0]

    def progress(self):
        """How far the worker has come, in thousandths; 0 before it has begun."""
        return self.ask("SELECT 1000 * done / total FROM catalog_catalogimport")

    def wait_until(self, found):
        end = time.monotonic() + PATIENCE
        while not found():
            assert time.monotonic() < end, (self.folder / "worker.log").read_text()
            time.sleep(0.02)


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.run("manage.py", "migrate", "--verbosity", "0")
    yield site
    if site.worker and site.worker.poll() is None:
        site.kill_worker()


def status(site):
    return site.ask("SELECT status FROM catalog_catalogimport")


def printings(site):
    return site.ask("SELECT count(*) FROM catalog_printing")


@pytest.mark.slow
def test_an_import_survives_a_worker_that_is_killed_while_reading_and_while_applying(site):
    path = site.folder / "large.csv"
    path.write_bytes(many(ROWS))
    site.shell(UPLOAD, GAME.slug, str(path))

    site.start_worker()
    site.wait_until(lambda: status(site) == "reading" and site.progress() > 200)
    site.kill_worker()
    assert status(site) == "reading"
    site.start_worker()
    site.wait_until(lambda: status(site) == "preview")

    site.shell(APPLY)
    site.wait_until(lambda: site.progress() > 400)
    assert status(site) == "applying"
    site.kill_worker()
    assert (status(site), printings(site)) == ("applying", 0)
    site.start_worker()
    seen = set()
    site.wait_until(lambda: seen.add(site.progress()) or status(site) == "applied")

    assert len(seen) > 5
    assert printings(site) == ROWS
    assert site.ask("SELECT count(*) FROM catalog_card") == ROWS // 2
    assert site.ask("SELECT size FROM catalog_searchindex") == ROWS // 2
    assert site.ask("SELECT error IS NULL OR error = 'null' FROM catalog_catalogimport")
