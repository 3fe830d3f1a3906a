"""The log of a playtest as text, and its operations as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from deckbuilder.common.labels import read
from deckbuilder.playtest import selectors
from deckbuilder.playtest.models import MAX_NODES, Playtest, PlaytestNode
from deckbuilder.playtest.table.table_page import log_of
from games.registry import get

BEGINNING = ("game", "seat", "seed", "chunk", "trial", "shuffle", "hand", "keep", "keep_turn", "cards")
"""The fields of a playtest that determine its first position."""


def as_text(playtest: Playtest, node: PlaytestNode) -> str:
    """The log up to a node in the active language: a paragraph for each node, with its name and note."""
    seat = _("on the draw") if playtest.seat == "second" else _("on the play")
    title = playtest.name or _("Untitled deck")
    seed = _("seed {number}").format(number=playtest.seed)
    head = f"{title} · {read(get(playtest.game).name)} · {seat} · {seed}"
    return "\n".join([head, "", *_lines(playtest, node)]) + "\n"


def _lines(playtest: Playtest, node: PlaytestNode) -> Iterator[str]:
    for entry in log_of(playtest, node):
        if entry.label:
            yield f"== {entry.label} =="
        for line in entry.lines:
            notes = f" [{'; '.join(line.notes)}]" if line.notes else ""
            yield f"#{entry.number}  {line.text}{notes}"
        yield from (f"    {line}" for line in entry.note.splitlines())


def as_json(playtest: Playtest, node: PlaytestNode) -> dict[str, Any]:
    """The fields in BEGINNING and the operations that lead to a node: together they replay it."""
    path = selectors.path_to(playtest, node.number, MAX_NODES)
    beginning = {name: getattr(playtest, name) for name in BEGINNING}
    return beginning | {"operations": [each.operation for each in path[1:]]}
