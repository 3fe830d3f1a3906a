"""The first row of a table with the lists of many players: its separator and its columns."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import NamedTuple

from deckbuilder.events.columns import columns_of
from games.engine.reading.decklists.lines import DeckListError
from games.engine.reading.decklists.titles import COLUMNS
from games.engine.texts.spreadsheets import unguard
from games.engine.texts.writing import fold

SEPARATORS = ",;\t"

LIST_TITLES = (
    "list", "deck list", "decklist", "deck", "your deck list", "deck code",
    "牌表", "牌組", "牌組內容", "卡表", "卡組", "卡組內容", "構築", "構成", "名單",
    "デッキ", "デッキリスト", "リスト", "レシピ", "デッキレシピ",
)  # fmt: skip

_LISTS = frozenset(map(fold, LIST_TITLES))
_CARDS = {
    fold(title): "zone" if column == "section" else column for column, titles in COLUMNS.items() for title in titles
}


class Header(NamedTuple):
    """The first row of a table: the sign between its cells, and the column of each, "" for an ignored one."""

    separator: str
    columns: tuple[str, ...]


def header_of(text: str) -> Header | None:
    """The header of a table of players; None if the text is one player's list. Raises DeckListError."""
    first = text.removeprefix("\ufeff").lstrip("\r\n").partition("\n")[0]
    for separator in SEPARATORS:
        try:
            cells = [unguard(cell).strip() for cell in next(csv.reader([first], delimiter=separator), [])]
        except csv.Error:
            continue
        if columns := _columns(cells):
            return Header(separator, columns)
    return None


def _columns(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The columns of these titles; None for those of one player's list. Raises DeckListError."""
    titles = [fold(cell) for cell in cells]
    cards = [_CARDS.get(title, "") for title in titles]
    lists = ["list" if title in _LISTS else "" for title in titles]
    player = _player(cells, titles, cards)
    if player is None:
        if any(lists) and len(cells) > 1 and not any(cards):
            raise DeckListError("table-header", 1, {"found": tuple(cells)})
        return None
    columns = lists if any(lists) else cards
    columns[player] = "player"
    names = [column for column in columns if column]
    if len(set(names)) < len(names) or not {"list", "name"} & set(names):
        raise DeckListError("table-header", 1, {"found": tuple(cells)})
    return tuple(columns)


def _player(cells: Sequence[str], titles: Sequence[str], cards: Sequence[str]) -> int | None:
    """The index of the players' names. Beside other facts of cards, 名稱 or `name` is the name of a card."""
    if "player" in titles:
        return titles.index("player")
    about_cards = bool({*cards} - {"", "name"}) or not any(title in _LISTS for title in titles)
    names = [
        index
        for index, column in enumerate(columns_of(cells) or ())
        if column == "name" and not (about_cards and cards[index] == "name")
    ]
    return names[0] if names else None
