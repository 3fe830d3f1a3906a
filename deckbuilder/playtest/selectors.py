"""Queries on playtests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from deckbuilder.common.broken import reading
from deckbuilder.common.database import get_row
from deckbuilder.playtest.branches import NodeTexts, Tree
from deckbuilder.playtest.models import Playtest, PlaytestNode
from deckbuilder.playtest.to_games import to_session

if TYPE_CHECKING:
    from games.engine.play.playtest.positions import Position
    from games.engine.play.playtest.session import Session


class Reached(NamedTuple):
    """A node, and the session with the position there."""

    node: PlaytestNode
    session: Session
    position: Position


MAX_POSITIONS = 128
"""The most positions a process caches, those last reached, about 20 kB each: a node never changes, and most moves are
made at a node that was just created."""

_positions: OrderedDict[tuple[str, int], Position] = OrderedDict()
_lock = Lock()


def cache_position(playtest: Playtest, number: int, position: Position) -> None:
    """Cache the position of a node that has been committed."""
    with _lock:
        _positions[playtest.slug, number] = position
        _positions.move_to_end((playtest.slug, number))
        while len(_positions) > MAX_POSITIONS:
            _positions.popitem(last=False)


def reach(playtest: Playtest, node: PlaytestNode) -> Reached:
    """The position at a node; at most SNAPSHOT_EVERY operations are replayed to reach it."""
    from games.engine.play.playtest.positions import from_plain

    position = _positions.get((playtest.slug, node.number))
    if position is not None:
        return Reached(node, to_session(playtest, opening=position.stage == "opening"), position)
    base = node if node.position is not None else PlaytestNode.objects.get(playtest=playtest, number=node.base)
    with reading(base, "position"):
        position = from_plain(base.position or ())
    session = to_session(playtest, opening=position.stage == "opening")
    with reading(node, "since"):
        for operation in node.since:
            position = session.do(position, operation).position
    cache_position(playtest, node.number, position)
    return Reached(node, session, position)


def tree_of(playtest: Playtest) -> Tree:
    parents: dict[int, int | None] = {}
    children: dict[int, list[int]] = {}
    words: dict[int, NodeTexts] = {}
    for number, parent, label, note in playtest.nodes.order_by("number").values_list(
        "number", "parent", "label", "note"
    ):
        parents[number] = parent
        if parent is not None:
            children.setdefault(parent, []).append(number)
        if label or note:
            words[number] = NodeTexts(label, note)
    return Tree(parents, children, words)


def node_of(playtest: Playtest, number: int) -> PlaytestNode:
    """The node with that number. Raises NotFoundError."""
    return get_row(PlaytestNode.objects.all(), playtest=playtest, number=number)


PATH_SQL = """
WITH RECURSIVE path (id, parent, depth) AS (
    SELECT id, parent, 1 FROM {table} WHERE playtest_id = %s AND number = %s
    UNION ALL
    SELECT node.id, node.parent, depth + 1 FROM path JOIN {table} node
    ON node.playtest_id = %s AND node.number = path.parent WHERE depth < %s
)
SELECT node.id, node.playtest_id, node.number, node.parent, node.operation, node.records, node.label, node.note
FROM path JOIN {table} node ON node.id = path.id ORDER BY depth DESC
"""
"""The last nodes that lead to a node, earliest first; however long the game is, only these are read."""


def path_to(playtest: Playtest, number: int, most: int) -> list[PlaytestNode]:
    """At most `most` of the last nodes that lead to a node, without their positions."""
    sql = PATH_SQL.format(table=PlaytestNode._meta.db_table)
    return list(PlaytestNode.objects.raw(sql, [playtest.pk, number, playtest.pk, most]))


def children_of(playtest: Playtest, numbers: Sequence[int]) -> Mapping[int, list[int]]:
    """The nodes that follow each of these, oldest first."""
    children: dict[int, list[int]] = {number: [] for number in numbers}
    rows = playtest.nodes.filter(parent__in=list(numbers)).order_by("number")
    for parent, number in rows.values_list("parent", "number"):
        if parent is not None:
            children[parent].append(number)
    return children
