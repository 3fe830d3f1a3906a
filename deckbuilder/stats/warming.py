"""The machine code of the games in this process: made, or read from disk, once for each and one after the other.

What a task needs is made next, before what is only made ready for later. Of the processes of a machine one makes a
part; the others make another one meanwhile, or wait, and read it from disk.
"""

import fcntl
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain

from django.conf import settings

from games.engine.model.game import Game
from games.registry import GAMES, goldfish

Part = tuple[str, str]
"""The slug of a game, and which of its loops: see preparing.loops_of."""

LOCKS = settings.VAR / "compiling"
LOOK_AGAIN_S = 0.2
"""Between two looks at a part that another process makes."""

_making = threading.Lock()
_ready: set[Part] = set()
_first: list[Part] = []
"""What tasks wait for, the last one first."""


def is_ready(game: Game, study: str = "games") -> bool:
    """Whether all that a study plays can be played at full speed. If not, it is made ready next."""
    missing = _missing(game, study)
    _first[:0] = missing
    return not missing


def ensure(game: Game, study: str = "games") -> None:
    """Return when all that a study plays can be played at full speed."""
    while not is_ready(game, study):
        _make_one_of(_missing(game, study))


def warm_up() -> None:
    """Make everything ready."""
    while not _ready.issuperset(parts := [*_all()]):
        _make_one_of(chain(_first, parts))


def _missing(game: Game, study: str) -> list[Part]:
    needed = {(game.slug, loops) for loops in {"games", study} & {"games", "hands"}}
    return sorted(needed - _ready)


def _make_one_of(parts: Iterable[Part]) -> None:
    """Make the first of these that is not ready and that no other process makes; where there is none, wait a little."""
    with _making:
        if any(map(_make, [part for part in parts if part not in _ready])):
            return
    time.sleep(LOOK_AGAIN_S)


def _make(part: Part) -> bool:
    """False where another process makes it."""
    from games.engine.play.preparing import prepare

    with _alone(part) as alone:
        if alone:
            game = next(game for game in GAMES if game.slug == part[0])
            prepare(game, goldfish(game), part[1])
            _ready.add(part)
            _first[:] = [each for each in _first if each != part]
    return alone


@contextmanager
def _alone(part: Part) -> Iterator[bool]:
    """Whether no other process of this machine makes that part. A process that dies gives it back."""
    LOCKS.mkdir(exist_ok=True)
    with (LOCKS / "-".join(part)).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _all() -> Iterator[Part]:
    """The games of every game come before what few ask for."""
    from games.engine.play.preparing import loops_of

    for loops in ("games", "hands"):
        yield from ((game.slug, loops) for game in GAMES if loops in loops_of(game))
