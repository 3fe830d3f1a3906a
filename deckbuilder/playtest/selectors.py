"""Everything that is read of playtests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckbuilder.common.not_found import get_row
from deckbuilder.playtest.branches import Tree, Words
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.to_games import to_game

if TYPE_CHECKING:
    from games.engine.play.playtest import Playtest as Game
    from games.engine.play.positions import Position


def game_at(playtest: Playtest, node: PlaytestNode) -> tuple[Game, Position]:
    """The game with the position at a node: at most SNAPSHOT_EVERY operations are played for it."""
    from games.engine.play.positions import from_plain

    kept = node if node.position is not None else PlaytestNode.objects.get(playtest=playtest, number=node.base)
    assert kept.position is not None
    position = from_plain(kept.position)
    game = to_game(playtest, opening=position.stage == "opening")
    for operation in node.since:
        position = game.do(position, operation).position
    return game, position


def tree_of(playtest: Playtest) -> Tree:
    parents: dict[int, int | None] = {}
    children: dict[int, list[int]] = {}
    words: dict[int, Words] = {}
    for number, parent, label, note in playtest.nodes.order_by("number").values_list(
        "number", "parent", "label", "note"
    ):
        parents[number] = parent
        if parent is not None:
            children.setdefault(parent, []).append(number)
        if label or note:
            words[number] = Words(label, note)
    return Tree(parents, children, words)


def node_of(playtest: Playtest, number: int) -> PlaytestNode:
    """Raises NotFoundError."""
    return get_row(PlaytestNode.objects.all(), playtest=playtest, number=number)


def nodes_of(playtest: Playtest, numbers: Sequence[int]) -> list[PlaytestNode]:
    """These nodes without their positions, in that order."""
    nodes = playtest.nodes.defer("position", "since").filter(number__in=numbers)
    by_number = {node.number: node for node in nodes}
    return [by_number[number] for number in numbers]
