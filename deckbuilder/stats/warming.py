"""The machine code of the games in this process: made, or read from disk, once for each and one after the other.

What a task needs is made next, before what is only made ready for later.
"""

import threading
from collections.abc import Iterator

from games.engine.model.game import Game
from games.registry import GAMES, goldfish

_making = threading.Lock()
_ready: set[tuple[str, str]] = set()
_first: list[tuple[str, str]] = []
"""What tasks wait for, the last one first."""


def is_ready(game: Game, study: str = "games") -> bool:
    """Whether all that a study plays can be played at full speed. If not, it is made ready next."""
    needed = [(game.slug, loops) for loops in {"games", study} & {"games", "hands"}]
    missing = sorted(set(needed) - _ready)
    _first[:0] = missing
    return not missing


def ensure(game: Game, study: str = "games") -> None:
    """Return when all that a study plays can be played at full speed."""
    while not is_ready(game, study):
        _make_next()


def warm_up() -> None:
    """Make everything ready."""
    while _make_next():
        pass


def _make_next() -> bool:
    """False where there is nothing left."""
    from games.engine.play.preparing import prepare

    with _making:
        part = next((each for each in (*_first, *_all()) if each not in _ready), None)
        if part is None:
            return False
        game = next(game for game in GAMES if game.slug == part[0])
        prepare(game, goldfish(game), part[1])
        _ready.add(part)
        _first[:] = [each for each in _first if each != part]
        return True


def _all() -> Iterator[tuple[str, str]]:
    """The games of every game come before what few ask for."""
    from games.engine.play.preparing import loops_of

    for loops in ("games", "hands"):
        yield from ((game.slug, loops) for game in GAMES if loops in loops_of(game))
