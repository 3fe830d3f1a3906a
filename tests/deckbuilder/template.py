"""The database on PostgreSQL of which every process of a run gets a copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.site import Site


@contextmanager
def migrated(folder: Path) -> Iterator[str]:
    """What tests.shared keeps: the name of a migrated database with the sample cards, to which nobody is connected."""
    site = Site.new(folder)
    try:
        site.run("migrate", "--verbosity", "0")
        site.call("tests.deckbuilder.samples.load")
        site.close()
        yield site.database
    finally:
        site.stop()
