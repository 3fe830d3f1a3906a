"""Everything that changes playtests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import get_language

from deckbuilder.accounts.models import User
from deckbuilder.decks.models import Deck
from deckbuilder.decks.to_games import to_deck
from deckbuilder.playtest.models import MAX_LABEL, MAX_NOTE, Playtest, PlaytestNode
from deckbuilder.playtest.selectors import game_at
from deckbuilder.playtest.to_games import to_game
from deckbuilder.stats.to_games import freeze
from games.engine.model.opening import Seat
from games.engine.play.operations import OperationError
from games.registry import get

if TYPE_CHECKING:
    from games.engine.play.playtest import Outcome

MAX_NODES = 2000
SNAPSHOT_EVERY = 16
"""Operations after which a position is kept: so many are replayed at most when a node is opened."""


class StartError(ValueError):
    """A game that cannot be started: `code`, and what a sentence about it needs."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params


@transaction.atomic
def start(deck: Deck, *, seat: Seat, seed: int, chunk: int = 0, player: User | None = None) -> Playtest:
    """A game of a deck as it is now. Raises StartError."""
    from games.engine.play.positions import to_plain
    from games.engine.play.table import Unplayable

    playtest = Playtest(
        game=deck.game,
        deck=deck,
        name=deck.name,
        cards=freeze(to_deck(deck)),
        seat=seat,
        seed=seed,
        chunk=chunk,
        player=player,
    )
    if not any(to_deck(deck).entries(zone) for zone in get(deck.game).opening.zones):
        raise StartError("no-cards")
    try:
        outcome = to_game(playtest).start()
    except Unplayable as error:
        raise StartError("unplayable", reason=error.reason.read(get_language() or "en")) from None
    playtest.save()
    PlaytestNode.objects.create(
        playtest=playtest, number=0, records=list(outcome.records), position=to_plain(outcome.position)
    )
    return playtest


@transaction.atomic
def do(playtest: Playtest, number: int, operation: Mapping[str, Any]) -> PlaytestNode:
    """Do an operation at a node; what it leads to is a new node, or the one that it led to before.

    Somebody else's operations at the same node are other branches, so that none is lost. Raises OperationError and
    PlaytestNode.DoesNotExist.
    """
    locked = Playtest.objects.select_for_update().get(pk=playtest.pk)
    parent = PlaytestNode.objects.get(playtest=locked, number=number)
    game, position = game_at(locked, parent)
    outcome = game.do(position, operation)
    node = PlaytestNode.objects.filter(playtest=locked, parent=number, operation=outcome.operation).first()
    if node is None:
        node = _keep(parent, _next_number(locked), outcome)
    _go(playtest, node.number)
    return node


def _next_number(playtest: Playtest) -> int:
    numbers = PlaytestNode.objects.filter(playtest=playtest).order_by("-number").values_list("number", flat=True)
    number: int = numbers[0] + 1
    if number >= MAX_NODES:
        raise OperationError("too-many-nodes", most=MAX_NODES)
    return number


def _keep(parent: PlaytestNode, number: int, outcome: Outcome) -> PlaytestNode:
    from games.engine.play.positions import to_plain

    base = parent.number if parent.position is not None else parent.base
    since = [*(parent.since if parent.position is None else ()), outcome.operation]
    kept = len(since) >= SNAPSHOT_EVERY
    return PlaytestNode.objects.create(
        playtest_id=parent.playtest_id,
        number=number,
        parent=parent.number,
        operation=outcome.operation,
        records=list(outcome.records),
        position=to_plain(outcome.position) if kept else None,
        base=number if kept else base,
        since=[] if kept else since,
    )


def choose(playtest: Playtest, number: int) -> None:
    """Go to a node, as undoing does. Raises PlaytestNode.DoesNotExist."""
    PlaytestNode.objects.get(playtest=playtest, number=number)
    _go(playtest, number)


def _go(playtest: Playtest, number: int) -> None:
    Playtest.objects.filter(pk=playtest.pk).update(current=number)
    playtest.current = number


def describe(playtest: Playtest, number: int, *, label: str | None = None, note: str | None = None) -> PlaytestNode:
    """Change the name or the note of a node; "" takes it away, None leaves it.

    Raises OperationError for a text that is too long or cannot be printed, and PlaytestNode.DoesNotExist.
    """
    changes = {}
    if label is not None:
        changes["label"] = _checked("label", " ".join(label.split()), MAX_LABEL)
    if note is not None:
        lines = (line.rstrip() for line in note.strip().splitlines())
        changes["note"] = _checked("note", "\n".join(lines), MAX_NOTE)
    node = PlaytestNode.objects.get(playtest=playtest, number=number)
    for name, text in changes.items():
        setattr(node, name, text)
    if changes:
        node.save(update_fields=list(changes))
    return node


def _checked(name: str, text: str, most: int) -> str:
    if len(text) > most or not text.replace("\n", "").isprintable():
        raise OperationError("text-length", field=name, most=most)
    return text
