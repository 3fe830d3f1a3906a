"""Titles of a catalog file's columns: the row that has them, and the columns of the game that they stand for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.engine.model.game import Game
from games.engine.reading.catalogs.maps import ColumnMap, ColumnUse, change_of
from games.engine.reading.catalogs.tables import CatalogFileError, Note, cell_text
from games.engine.texts.writing import fold

REQUIRED = ("code", "name", "kind")
TITLE_ROWS = 10
"""Among so many rows the titles are looked for."""

NO_MAP = ColumnMap()


class Header(NamedTuple):
    """What the cells of the row of titles stand for.

    `columns`: by index, the column, or a title that is none of the game's; "" without a title, None where it is left
    out. `changes`: what the map makes of a column's cells. `ignored`: the indices of columns that the game lacks.
    `fixed`: the texts that every row has in further columns. `width`: the number of cells in the row of titles; columns
    beyond it are those that the map numbers.
    """

    columns: tuple[str | None, ...]
    changes: Mapping[str, Callable[[str], str | None]] = {}
    notes: tuple[Note, ...] = ()
    ignored: frozenset[int] = frozenset()
    fixed: Mapping[str, str] = {}
    width: int = 0


class Titles:
    """Understands titles as a map says, and as the names and labels of a game's columns, in every language.

    Without a game, every title is the name of a column.
    """

    def __init__(self, game: Game | None = None, column_map: ColumnMap = NO_MAP) -> None:
        self.game, self.map = game, column_map
        self.columns = spellings(game) if game else {column: column for column in REQUIRED}

    def use(self, title: str) -> ColumnUse | None:
        """How the column of that title is read, None if it is left out. Raises KeyError if it is not understood."""
        try:
            return self.map.use(title)
        except KeyError:
            return ColumnUse(self.columns[fold(title)])

    def columns_of(self, cells: Sequence[object]) -> set[str]:
        """The game's columns that these cells are the titles of."""
        columns = set()
        for title in filter(None, map(cell_text, cells)):
            try:
                use = self.use(title)
            except KeyError:
                continue
            if use:
                columns.add(use.column)
        return columns

    def rank(self, cells: Sequence[object]) -> tuple[bool, int, bool, bool]:
        """How much a row looks like the titles."""
        columns, texts = self.columns_of(cells), [text for text in map(cell_text, cells) if text]
        columns |= self.map.fixed.keys() if columns else set()
        return columns.issuperset(REQUIRED), len(columns), len(texts) > 1, bool(texts)

    def line(self, lines: Sequence[Sequence[object]], first: int) -> int:
        """The index of the titles among the first lines of a file: the row that the map names, the first that has all
        required ones, or else that with the most."""
        if self.map.title_row:
            return min(max(self.map.title_row - first, 0), max(len(lines) - 1, 0))
        ranks = [self.rank(cells) for cells in lines]
        return ranks.index(max(ranks)) if ranks else 0

    def header(self, cells: Sequence[object]) -> Header:
        """What these titles stand for. Raises CatalogFileError."""
        texts = [cell_text(cell) or "" for cell in cells]
        width = len(texts)
        texts += [""] * (self.map.last_number - width)
        texts = [text or self.map.name_of(index) for index, text in enumerate(texts)]
        columns: list[str | None] = []
        changes, notes, ignored = {}, [], set()
        for index, title in enumerate(texts):
            column: str | None = self._plain(title)
            if title:
                try:
                    use = self.use(title)
                except KeyError:
                    if self.game and column not in self.game.fields:
                        ignored.add(index)
                else:
                    column = use.column if use else None
                    if use and (change := change_of(use)):
                        changes[use.column] = change
                    if use is None:
                        notes.append(Note("left-out", title))
            columns.append(column)
        titles = {fold(title) for title in texts}
        notes += (Note("not-in-file", title) for title in self.map.columns if fold(title) not in titles)
        self._check(columns, texts)
        return Header(tuple(columns), changes, tuple(notes), frozenset(ignored), self.map.fixed, width)

    def _plain(self, title: str) -> str:
        return unicodedata.normalize("NFKC", title).lower()

    def _check(self, columns: Sequence[str | None], texts: Sequence[str]) -> None:
        names = [column for column in columns if column]
        named = tuple(self._plain(title) for title in texts if title)
        for column, title in zip(columns, texts, strict=True):
            if column in self.map.fixed:
                raise CatalogFileError("map-fixed", {"column": column or "", "title": title})
        missing = tuple(column for column in REQUIRED if column not in names and column not in self.map.fixed)
        if not any(column in names for column in REQUIRED):
            raise CatalogFileError("no-header", {"found": named})
        for index, column in enumerate(names):
            if column in names[:index]:
                raise CatalogFileError("duplicate-column", {"column": column})
        if missing:
            raise CatalogFileError("missing-column", {"columns": missing, "found": named})


PLAIN = Titles()
"""Every title is the name of a column."""


def spellings(game: Game) -> Mapping[str, str]:
    """A game's columns by their names and labels in every language, folded; without labels that two of them share."""
    names = {fold(name): name for name in game.fields}
    labels: dict[str, set[str]] = {}
    for name, attribute in game.fields.items():
        for language in ("en", "zh-hant", "zh-hans", "ja"):
            labels.setdefault(fold(attribute.label.read(language)), set()).add(name)
    return {label: min(columns) for label, columns in labels.items() if len(columns) == 1} | names


OTHER_TITLES: Mapping[str, str] = {
    "code": "id|no|no.|number|card number|card id|編號|卡片編號|卡牌編號|型番|カード番号|key",
    "name": "title|card|card name|名稱|卡片名稱|卡牌名稱|名前|カード",
    "kind": "type|card type|category|類別|類型|卡片類型|卡牌類型|分類|タイプ",
    "rarity": "rare|罕貴度|レア",
    "set": "series|expansion|pack|deck|卡包|擴充包|彈|商品|弾",
    "text": "effect|effect text|effect_text|ability|description|效果|能力|卡片效果",
    "keywords": "keyword|tags|關鍵詞|タグ",
    "alt_names": "alias|aliases|other name|英文名|英文名稱|日文名|英語名",
    "image": "picture|img|image_url|url|圖|圖片網址|画像url",
    "released": "date|release|release date|發行日|發售日期|發行日期|日期",
    "race": "faction|陣營|勢力",
    "timing": "usable_phases|phase",
    "subtypes": "art_subtype|subtype",
}
"""What other people's files call columns. They may mean something else, so that such titles are proposed, not taken."""


def proposals(game: Game, titles: Sequence[str]) -> dict[str, str]:
    """For titles that are not understood, a column that may be meant, each once and none that another title has."""
    own = spellings(game)
    taken = {own[fold(title)] for title in titles if fold(title) in own}
    words = {fold(word): name for name, each in OTHER_TITLES.items() if name in game.fields for word in each.split("|")}
    for name, attribute in game.fields.items():
        for alias in attribute.aliases:
            if len(alias) > 2:
                words.setdefault(fold(alias), name)
    columns: dict[str, str] = {}
    for title in titles:
        column = words.get(fold(title), "")
        if fold(title) not in own and column and column not in taken:
            columns[title] = column
            taken.add(column)
    return columns
