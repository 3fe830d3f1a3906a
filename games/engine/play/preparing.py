"""Compiling machine code ahead of time."""

from collections.abc import Iterable

from games.engine.model.game import Game
from games.engine.play.studies.keeping import KeepTrials, kinds_of
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.runs import Run
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read


def loops_of(game: Game) -> Iterable[str]:
    """What is compiled for a game with a pilot: its games, and where there is a mulligan those that value hands."""
    if not game.has_pilot:
        return ()
    return ("games", "hands") if game.opening.mulligan == "once" else ("games",)


def prepare(game: Game, goldfish: Goldfish, loops: str = "games") -> None:
    """Compile loops of a game, or read them from disk, by playing no games of a sample deck."""
    lists = sorted(path for path in (game.folder / "decks").glob("*.txt") if not path.name.startswith("illegal-"))
    deck = read(lists[0].read_text(encoding="utf-8"), load_catalog(game), game).deck
    run = Run(game, goldfish, deck, seed=0)
    if loops == "hands":
        KeepTrials(run, kinds_of(game, deck, run.seat, "")).chunk(0, 0)
    else:
        run.chunk(0, 0)
        run.hands(0, 0)
