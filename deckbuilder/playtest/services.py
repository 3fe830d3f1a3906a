"""Everything that changes playtests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from deckbuilder.accounts.models import User
from deckbuilder.decks.models import Deck
from deckbuilder.decks.to_games import to_deck
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.selectors import game_at
from deckbuilder.playtest.to_games import to_game
from deckbuilder.stats.to_games import freeze
from games.engine.model.opening import Seat

if TYPE_CHECKING:
    from games.engine.play.playtest import Outcome

MAX_NODES = 2000
SNAPSHOT_EVERY = 16
"""Operations after which a position is kept: so many are replayed at most when a node is opened."""


class TooManyNodes(Exception):
    """The game has MAX_NODES nodes."""


@transaction.atomic
def start(deck: Deck, *, seat: Seat, seed: int, chunk: int = 0, player: User | None = None) -> Playtest:
    """A game of a deck as it is now. Raises Unplayable, and ValueError for a deck without cards to draw."""
    from games.engine.play.positions import to_plain

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
    outcome = to_game(playtest).start()
    playtest.save()
    PlaytestNode.objects.create(
        playtest=playtest, number=0, records=list(outcome.records), position=to_plain(outcome.position)
    )
    return playtest


@transaction.atomic
def do(playtest: Playtest, number: int, operation: Mapping[str, Any]) -> PlaytestNode:
    """Do an operation at a node; what it leads to is a new node, or the one that it led to before.

    Somebody else's operations at the same node are other branches, so that none is lost. Raises OperationError,
    Undecided, TooManyNodes, and PlaytestNode.DoesNotExist.
    """
    locked = Playtest.objects.select_for_update().get(pk=playtest.pk)
    parent = PlaytestNode.objects.get(playtest=locked, number=number)
    node = PlaytestNode.objects.filter(playtest=locked, parent=number, operation=operation).first()
    if node is None:
        node = _added(locked, parent, operation)
    _go(playtest, node.number)
    return node


def _added(playtest: Playtest, parent: PlaytestNode, operation: Mapping[str, Any]) -> PlaytestNode:
    last = PlaytestNode.objects.filter(playtest=playtest).order_by("-number").values_list("number", flat=True)[0]
    if last + 1 >= MAX_NODES:
        raise TooManyNodes
    game, position = game_at(playtest, parent)
    return _keep(parent, last + 1, operation, game.do(position, operation))


def _keep(parent: PlaytestNode, number: int, operation: Mapping[str, Any], outcome: Outcome) -> PlaytestNode:
    from games.engine.play.positions import to_plain

    base = parent.number if parent.position is not None else parent.base
    since = [*(parent.since if parent.position is None else ()), operation]
    kept = len(since) >= SNAPSHOT_EVERY
    return PlaytestNode.objects.create(
        playtest_id=parent.playtest_id,
        number=number,
        parent=parent.number,
        operation=operation,
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


def label(playtest: Playtest, number: int, text: str) -> None:
    """Name a node; "" takes its name away. Raises PlaytestNode.DoesNotExist."""
    node = PlaytestNode.objects.get(playtest=playtest, number=number)
    node.label = text
    node.save(update_fields=["label"])
