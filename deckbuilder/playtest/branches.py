"""The tree of a game's nodes, and the part of it worth showing: branching points, ends, and nodes with names or
notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class NodeTexts(NamedTuple):
    """The name and the note of a node."""

    label: str
    note: str


class Tree(NamedTuple):
    """Nodes by number: the parent of each, and its children, oldest first; `words`: the names and notes of those that
    have any."""

    parents: dict[int, int | None]
    children: dict[int, list[int]]
    words: dict[int, NodeTexts]


class Station(NamedTuple):
    """A node shown in the tree."""

    number: int
    depth: int
    """How many branches it is away from the path of the oldest children."""
    steps: int
    """Operations since the previous station."""
    label: str
    note: str


def stations(tree: Tree) -> Iterator[Station]:
    """The nodes where branches begin and end, and those with names or notes; each branch follows the line it left."""
    waiting = [(0, 0, 0)]
    while waiting:
        number, depth, steps = waiting.pop()
        while True:
            following = tree.children.get(number, [])
            if number in tree.words or len(following) != 1:
                words = tree.words.get(number, NodeTexts("", ""))
                yield Station(number, depth, steps, *words)
                steps = 0
            if not following:
                break
            waiting += [(other, depth + 1, 1) for other in reversed(following[1:])]
            number, steps = following[0], steps + 1
