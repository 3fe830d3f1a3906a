"""Everything that is read of playtests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.to_games import to_game

if TYPE_CHECKING:
    from games.engine.play.playtest import Playtest as Game
    from games.engine.play.positions import Position


class Tree(NamedTuple):
    """The numbers of nodes: the parent of each, and its children, the oldest first."""

    parents: dict[int, int | None]
    children: dict[int, list[int]]

    def line(self, number: int) -> list[int]:
        """From the deal to a node."""
        line: list[int] = []
        at: int | None = number
        while at is not None:
            line.append(at)
            at = self.parents[at]
        return line[::-1]


def game_at(playtest: Playtest, node: PlaytestNode) -> tuple[Game, Position]:
    """The game with the position at a node: at most SNAPSHOT_EVERY operations are played for it."""
    from games.engine.play.positions import from_plain

    game = to_game(playtest)
    kept = node if node.position is not None else PlaytestNode.objects.get(playtest=playtest, number=node.base)
    assert kept.position is not None
    position = from_plain(kept.position)
    for operation in node.since:
        position = game.do(position, operation).position
    return game, position


def tree_of(playtest: Playtest) -> Tree:
    parents = dict(playtest.nodes.values_list("number", "parent"))
    children: dict[int, list[int]] = {}
    for number, parent in sorted(parents.items()):
        if parent is not None:
            children.setdefault(parent, []).append(number)
    return Tree(parents, children)


def node_of(playtest: Playtest, number: int) -> PlaytestNode:
    """Raises PlaytestNode.DoesNotExist."""
    return PlaytestNode.objects.get(playtest=playtest, number=number)


def nodes_of(playtest: Playtest, numbers: Sequence[int]) -> list[PlaytestNode]:
    """These nodes without their positions, in that order."""
    nodes = playtest.nodes.defer("position", "since").filter(number__in=numbers)
    by_number = {node.number: node for node in nodes}
    return [by_number[number] for number in numbers]


def labelled(playtest: Playtest) -> list[PlaytestNode]:
    """The nodes that have names."""
    return list(playtest.nodes.defer("position", "since").exclude(label=""))
