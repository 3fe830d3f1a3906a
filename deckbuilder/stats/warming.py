"""The machine code of the games in this process: made, or read from disk, once for each and one game at a time.

A task that needs a game is served next, before those that are only made ready for later.
"""

import threading

from games.engine.model.game import Game
from games.registry import GAMES, goldfish

_next = threading.Lock()
_making = threading.Lock()
_ready: set[str] = set()


def ensure(game: Game) -> None:
    """Return when the game can be played at full speed."""
    if game.slug not in _ready:
        with _next:  # held while we wait, so that those who only make ready wait behind us
            _make(game)


def warm_up() -> None:
    """Make all games ready."""
    for game in GAMES:
        with _next:
            pass
        _make(game)


def _make(game: Game) -> None:
    with _making:
        if game.slug not in _ready:
            from games.engine.play.runs import prepare

            prepare(game, goldfish(game))
            _ready.add(game.slug)
