"""The machine code of the games in this process: each part is compiled, or read from disk, once, one after the other.

Parts that a task needs come before those that are only prepared for later. Of the processes on a machine, one compiles
a part; the others meanwhile compile another one, or wait, and read it from disk.
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
"""The delay between two checks of a part that another process is compiling."""

_making = threading.Lock()
_ready: set[Part] = set()
_first: list[Part] = []
"""The parts that tasks are waiting for, latest first."""


def is_ready(game: Game, study: str = "games") -> bool:
    """Whether everything a study plays can be played at full speed. If not, it is prepared next."""
    missing = _missing(game, study)
    _first[:0] = missing
    return not missing


def ensure(game: Game, study: str = "games") -> None:
    """Return once everything a study plays can be played at full speed."""
    while not is_ready(game, study):
        _make_one_of(_missing(game, study))


def warm_up() -> None:
    """Prepare all parts."""
    while not _ready.issuperset(parts := [*_all()]):
        _make_one_of(chain(_first, parts))


def _missing(game: Game, study: str) -> list[Part]:
    missing = {(game.slug, loops) for loops in {"games", study} & {"games", "hands"}}
    return sorted(missing - _ready)


def _make_one_of(parts: Iterable[Part]) -> None:
    """Prepare the first of these parts that is not ready and that no other process is compiling; if there is none, wait
    briefly."""
    with _making:
        if any(map(_make, [part for part in parts if part not in _ready])):
            return
    time.sleep(LOOK_AGAIN_S)


def _make(part: Part) -> bool:
    """Prepare a part; False if another process is compiling it."""
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
    """Lock a part; yields False if another process of this machine has it. A process that dies releases its lock."""
    LOCKS.mkdir(exist_ok=True)
    with (LOCKS / "-".join(part)).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _all() -> Iterator[Part]:
    """All parts: those for whole games first, since few people ask for the others."""
    from games.engine.play.preparing import loops_of

    for loops in ("games", "hands"):
        yield from ((game.slug, loops) for game in GAMES if loops in loops_of(game))
