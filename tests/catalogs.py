"""The cards and decks that tests play with: those that come with the games, of 星靈王 invented ones.

Real cards change whenever the publisher or a better source says so; a test is about cards that stay as they are.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from games.engine.model.game import Game
from games.engine.reading.catalogs import catalog
from games.engine.reading.catalogs.catalog import Catalog
from games.registry import get

INVENTED = {"xing-ling-wang": Path(__file__).parent / "games" / "xing-ling-wang" / "invented"}


def samples_of(game: Game) -> Path:
    """The folder that has `catalog/` and `decks/`."""
    return INVENTED.get(game.slug, game.folder)


def load_catalog(game: Game) -> Catalog:
    """Read once in a process."""
    return _catalog(game.slug)


@cache
def _catalog(slug: str) -> Catalog:
    game = get(slug)
    return catalog.load_catalog(game, samples_of(game) / "catalog")


def decks_of(game: Game) -> Path:
    """The folder of the lists."""
    return samples_of(game) / "decks"


@contextmanager
def invented_cards_shipped() -> Iterator[None]:
    """Every game ships with the cards that tests play with, for what reads the files itself."""
    with ExitStack() as stack:
        for slug, invented in INVENTED.items():
            game = get(slug)
            own, folder = game.folder, Path(stack.enter_context(TemporaryDirectory()))
            shutil.copytree(own, folder, ignore=shutil.ignore_patterns("catalog", "decks"), dirs_exist_ok=True)
            shutil.copytree(invented, folder, dirs_exist_ok=True)
            object.__setattr__(game, "folder", folder)
            stack.callback(object.__setattr__, game, "folder", own)
        yield


def load_samples() -> None:
    """Load them, as the command `load_samples` does, into the database of the process that calls this."""
    from django.core.management import call_command  # once Django is set up

    with invented_cards_shipped():
        call_command("load_samples")
