"""The only converter between stored playtests and those of the engine."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import local
from typing import TYPE_CHECKING, Any

from deckbuilder.common.broken import reading, require
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.stats.to_games import thaw
from games.engine.model.opening import SEATS, seat_of
from games.engine.reading import goals
from games.registry import board, get, goldfish

if TYPE_CHECKING:
    from games.engine.play.playtest.free_moves import Record
    from games.engine.play.playtest.session import Session


MAX_SESSIONS = 8
"""The most sessions a thread caches, those last played: creating one takes a tenth of the time of a move."""

_ready = local()


def to_session(playtest: Playtest, *, opening: bool = False) -> Session:
    """The engine's session. `opening`: including which cards of an opening hand the pilot puts back, which is slow to
    calculate.

    Loads numpy. Raises Unplayable, and BrokenRowError.
    """
    sessions: OrderedDict[tuple[str, bool], Session] = _ready.__dict__.setdefault("sessions", OrderedDict())
    key = playtest.slug, opening and bool(playtest.keep)
    if key not in sessions:
        sessions[key] = _build_session(playtest, opening=opening)
    sessions.move_to_end(key)
    while len(sessions) > MAX_SESSIONS:
        sessions.popitem(last=False)
    return sessions[key]


def check_row(playtest: Playtest) -> None:
    """Raises BrokenRowError if the site has no such game, or a game no such seat."""
    require(playtest, "game", playtest.game in SLUGS)
    require(playtest, "seat", playtest.seat in SEATS)


def _build_session(playtest: Playtest, *, opening: bool) -> Session:
    from games.engine.play.limits import MAX_TURNS
    from games.engine.play.playtest.session import Session
    from games.engine.play.trials.runs import Run, Shuffle

    check_row(playtest)
    game = get(playtest.game)
    with reading(playtest, "cards"):
        deck = thaw(playtest.game, playtest.cards)
    seat = seat_of(playtest.seat)
    with reading(playtest, "keep"):
        keep = goals.parse(playtest.keep, game) if playtest.keep and opening else None
    run = Run(game, goldfish(game), deck, playtest.seed, MAX_TURNS, seat, keep=keep, keep_turn=playtest.keep_turn)
    types = {entry.card.key: number for number, entry in enumerate(run.cards)} if playtest.hand else {}
    with reading(playtest, "hand"):
        hand = [types[key] for key in playtest.hand]
    with reading(playtest, "shuffle"):
        shuffle = Shuffle(*map(tuple, playtest.shuffle)) if playtest.shuffle else None
    return Session(run, board(game), playtest.chunk, shuffle=shuffle, hand=hand)


def records_of(node: PlaytestNode) -> tuple[Record, ...]:
    """What the operation of a node did. Raises BrokenRowError."""
    with reading(node, "records"):
        return to_records(node.records)


def to_records(data: list[list[Any]]) -> tuple[Record, ...]:
    """The records of an operation, from their stored form."""
    from games.engine.play.playtest.free_moves import Record
    from games.engine.play.playtest.positions import Move

    return tuple(
        Record(
            op,
            turn,
            verb,
            tuple(cards),
            tuple(Move(*move) for move in moves),
            number,
            name,
            free,
            pilot,
            tuple(over),
            *_later_fields(*rest),
        )
        for op, turn, verb, cards, moves, number, name, free, pilot, over, *rest in data
    )


def _later_fields(
    down: Sequence[int] = (), counters: Sequence[tuple[str, int, int]] = ()
) -> tuple[tuple[int, ...], tuple[tuple[str, int, int], ...]]:
    """The last fields of a record, which older versions did not store."""
    return tuple(down), tuple((slug, before, after) for slug, before, after in counters)
