"""Messages about bulk imports of lists, in the active language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.decks.lists import codec
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS, fill
from deckbuilder.events.sentences import ERRORS
from games.engine.reading.decklists.parsing import DeckListError, ReceiptLine

OUTCOMES: Mapping[str, Any] = {
    "refused": gettext_lazy("Not imported"),
    "unsure": gettext_lazy("Whose list?"),
    "entered": gettext_lazy("New player"),
    "first": gettext_lazy("First list"),
    "replaced": gettext_lazy("Replaces the list"),
    "unchanged": gettext_lazy("Already submitted"),
}

REFUSALS: Mapping[str, Any] = {
    "file-type": gettext_lazy("“{value}” is not a supported list format. Supported: {choices}."),
    "name-encoding": gettext_lazy("The file name cannot be read. Repack the archive, or upload the file by itself."),
    "part-damaged": gettext_lazy("The file is damaged."),
    "no-player": gettext_lazy("The player is missing."),
    "long-player": gettext_lazy("The player’s name has more than {limit} characters."),
    "several-players": gettext_lazy("Several players have this name: {choices}. Use the number, such as #12."),
    "repeated-player": gettext_lazy("There is an earlier list for this player."),
}
"""Why a list is not imported; other reasons are in the sentences of lists and of events."""

COLUMNS = gettext_lazy(
    "The first row must name the column of the players, and one of their lists or of the cards, each once; it says: "
    "{found}."
)


def refusal(code: str, params: Mapping[str, Any]) -> str:
    if code == "table-header":
        return fill(COLUMNS, params)
    if code in codec.LIST_ERRORS:
        more = {name: tuple(value) if isinstance(value, list) else value for name, value in params.items()}
        more.pop("line", None)
        return codec.list_error(DeckListError(code, params.get("line", 0), more))
    return fill(REFUSALS.get(code) or ERRORS.get(code) or EDIT_ERRORS[code], {"field": _("Player"), **params})


class Unsettled(NamedTuple):
    """An unrecognized line: its number, its text, the reason, and similar names."""

    line: int
    text: str
    note: str
    names: list[str]


def unknown_line(data: list[Any]) -> Unsettled:
    line, text, status, notes, names = data
    return Unsettled(line, text, codec.notes(ReceiptLine(line, text, status, tuple(notes))), names)
