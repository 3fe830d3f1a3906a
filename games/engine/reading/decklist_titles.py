"""Titles of sections and totals in a deck list: `[Main deck]`, `★ミニオン (12)`, `1コスト(9)`, `合計 40枚`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.engine.model.decks import MAYBE
from games.engine.model.game import Game
from games.engine.texts.spellings import by_spelling
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

MAX_TITLE = 60
"""A longer line is no title."""

SECTIONS: tuple[tuple[str, ...], ...] = (
    (
        "main",
        "main deck",
        "mainboard",
        "deck",
        "メイン",
        "メインデッキ",
        "デッキ",
        "主牌",
        "主牌組",
        "主卡組",
        "牌組",
        "卡組",
        "牌庫",
    ),
    ("side", "side deck", "sideboard", "サイド", "サイドボード", "サイドデッキ", "備牌", "副牌", "側牌", "副卡組"),
    ("extra", "extra deck", "エクストラ", "エクストラデッキ", "額外", "額外牌組", "額外卡組", "額外區"),
    (
        MAYBE,
        "maybeboard",
        "maybe board",
        "considering",
        "候補",
        "候補カード",
        "候選",
        "備選",
        "備選卡",
        "考慮中",
        "検討",
        "検討中",
        "待定",
    ),
)
"""What sections are called in any card game, a row for each; a game has some of them, and all have the last."""

_CARDS = "カード|cards?|卡牌|卡片|卡|牌"
_FILLERS = ("の", "of", "and", "&", "と", "和", "及", "-", "~", "/", "·", "以上", "以下", "+")
_COST_WORDS = ("費", "費用", "コスト", "cost")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "quantity": (
        "quantity",
        "qty",
        "count",
        "copies",
        "amount",
        "x",
        "數量",
        "張數",
        "枚數",
        "枚",
        "張",
        "枚数",
        "数",
        "數",
    ),
    "name": (
        "name",
        "card name",
        "card",
        "卡名",
        "卡牌名稱",
        "卡片名稱",
        "名稱",
        "卡牌",
        "カード名",
        "カード",
        "名前",
        "カード名称",
    ),
    "code": (
        "code",
        "card number",
        "card no",
        "card no.",
        "number",
        "卡號",
        "卡片編號",
        "編號",
        "カード番号",
        "番号",
        "型番",
    ),
}
"""What the columns of a table are called that say how many of which card."""
_OTHER_COLUMNS = ("no", "no.", "#", "note", "notes", "備註", "備考", "序號", "項次", "set", "price", "価格", "價格")

_ORNAMENT = "\\s★☆■□▪▫◆◇●○◎◉▼▲▽△▶►※·•=_~*#|<>《》〈〉\\[\\]\"“”‘’'…{}♦♢「」『』【】"
_LEFT = re.compile(rf"^[{_ORNAMENT}–—-]+")
_RIGHT = re.compile(rf"[{_ORNAMENT}:.–—-]+$")
_WRAPPED = re.compile(
    r"[★☆■□◆◇●○=~*_–—-]+\s*([^★☆■□◆◇●○=~*_–—-].*?)\s*[★☆■□◆◇●○=~*_–—-]*|[【「『《]([^】」』》]+)[】」』》]"
)
_TITLE_COUNT = re.compile(rf"[\s:=(\[)\]》〉\"-]*(?P<count>\d{{1,4}})\s*(?:[枚张]|{_CARDS})?\s*(?:[)\]]|$)")
_WORD_TOTAL = (
    "合计|总计|共计|总共|总数|总张数|总枚数|合计枚数|合计张数|枚数|张数|计|共|全|トータル|デッキ枚数|"
    "grand total|total cards|total number of cards|total|sum|deck size|card count"
)
_WORD_SUBTOTAL = "小计|subtotal|sub-total"
_UNIT = rf"(?:[枚张](?:{_CARDS})?|{_CARDS})"
_TOTALS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?P<sub>{_WORD_SUBTOTAL})|{_WORD_TOTAL})\s*(?:{_CARDS})?\s*[:=(\[]?\s*(?P<count>\d{{1,4}})\s*{_UNIT}?\s*(?:\(.{{0,30}})?[)\]]?",
        rf"(?P<count>\d{{2,4}})\s*{_UNIT}\s*(?:in total|total|合计|总计)?",
        r"(?P<count>\d{1,4})\s*(?:in total|total|合计|总计)",
        rf"(?:全部|全|共|一共|总共)\s*(?P<count>\d{{1,4}})\s*{_UNIT}",
    )
)
_UNKNOWN = re.compile(
    r"(?:[-=*~–—─＝－]{2,}|#+)\s*(?P<a>[^-=*~–—─＝－]+?)\s*[-=*~–—─＝－]{2,}|(?P<b>[^:：\d]{1,40})[:：]"
)


class Title(NamedTuple):
    """What a section's title says: the `zone` (its slug) or the `kinds` of card it names, and how many cards there are.

    `absent`: it is a section that other games have. `said` is None where it does not say how many.
    """

    zone: str = ""
    kinds: tuple[str, ...] = ()
    absent: bool = False
    said: int | None = None


class Total(NamedTuple):
    """How many cards a list says it has; `part`: in this section."""

    said: int
    part: bool


def total(line: str) -> Total | None:
    """The line as a total, None if it is none."""
    if len(line) > MAX_TITLE:
        return None
    text = plain(line)
    for pattern in _TOTALS:
        if found := pattern.fullmatch(text):
            return Total(int(found["count"]), bool(found.groupdict().get("sub")))
    return None


def plain(line: str) -> str:
    """The folded line without the marks around it."""
    text = _RIGHT.sub("", _LEFT.sub("", fold(line)))
    return _balanced(text, fold(line))


def plain_title(line: str) -> str:
    """A deck's name without the marks around it."""
    found = _WRAPPED.fullmatch(line)
    return next(filter(None, found.groups())) if found else line


def _balanced(text: str, line: str) -> str:
    """The text with the bracket behind it that closes one in it."""
    for left, right in ("()", "[]"):
        if text.count(left) > text.count(right) and text + right in line:
            return text + right
    return text


def unknown_section(line: str) -> str:
    """What stands in `--備牌--` or before a colon with nothing behind it; "" for other lines."""
    found = _UNKNOWN.fullmatch(line) if len(line) <= MAX_TITLE else None
    return (found["a"] or found["b"]) if found else ""


class Vocabulary:
    """The words a game's lists have in their titles."""

    def __init__(self, game: Game) -> None:
        zones = by_spelling((zone.slug, zone.label) for zone in game.sections)
        self.zones, self.absent = dict(zones), set[str]()
        for row in SECTIONS:
            words = {fold(word) for word in row}
            slug = next((zones[word] for word in words if word in zones), "")
            for word in words:
                self.zones.setdefault(word, slug) if slug else self.absent.add(word)
        self.kinds = {
            spelling + ending: slug
            for spelling, slug in by_spelling((kind.value, kind.label) for kind in game.kinds).items()
            for ending in (("", "s", "es") if spelling.isascii() else ("",))
        }
        numbered = {fold(word) for word in _COST_WORDS}
        self.fillers = {"", *map(fold, _FILLERS)}
        self.words, self.facts = set(map(fold, _FILLERS)), set[str]()
        for attribute in game.fields.values():
            numbered |= set(_spelled(attribute.label)) if attribute.numeric else set()
            self.facts |= {*_spelled(attribute.label), *_spelled(attribute.short or attribute.label)}
            for choice in attribute.choices:
                self.words |= {fold(choice.value), *_spelled(choice.label)}
        self._numbered = (
            rf"(?:\d+\s*[-~]\s*)?\d+\s*\+?\s*(?:{_any(numbered)})|(?:{_any(numbered)})\s*\d+(?:\s*[-~]\s*\d+)?\+?"
        )
        known = _any({*self.zones, *self.absent, *self.kinds, *self.words})
        self._token = re.compile(rf"\s*(?:(?P<numbered>{self._numbered})|(?P<word>{known})|(?P<cards>{_CARDS}))")
        self.columns = {fold(word): column for column, words in COLUMNS.items() for word in words}

    def title(self, line: str) -> Title | None:
        """The line as the title of a section, None if it has any other word in it."""
        if len(line) > MAX_TITLE:
            return None
        text = plain(line)
        zone = ""
        kinds: dict[str, None] = {}
        absent = meant = False
        at = 0
        while at < len(text):
            if meant and (count := _TITLE_COUNT.fullmatch(text, at)):
                return Title(zone, tuple(kinds), absent, int(count["count"]))
            found = self._token.match(text, at)
            if not found or not _ends(text, found.end()):
                return None
            at, word = found.end(), found["word"] or ""
            zone = zone or self.zones.get(word, "")
            if kind := self.kinds.get(word):
                kinds[kind] = None
            absent = absent or word in self.absent
            meant = meant or bool(found["numbered"]) or word not in self.fillers
        return Title(zone, tuple(kinds), absent) if meant else None

    def table(self, cells: Sequence[str]) -> dict[str, int] | None:
        """The columns of a table by what they say, of its first row; None if that names no column with cards."""
        words = [plain(cell) for cell in cells]
        known = {*self.columns, *self.facts, *map(fold, _OTHER_COLUMNS), ""}
        if not all(word in known or word.removesuffix("s") in known for word in words):
            return None
        found: dict[str, int] = {}
        for place, word in enumerate(words):
            if column := self.columns.get(word):
                found.setdefault(column, place)
        return found if "name" in found or "code" in found else None


def _ends(text: str, at: int) -> bool:
    """Whether no Latin word goes on there."""
    return not (
        text[at - 1 : at].isascii()
        and text[at - 1 : at].isalpha()
        and text[at : at + 1].isascii()
        and text[at : at + 1].isalpha()
    )


def _spelled(label: Text) -> Iterable[str]:
    return (fold(each) for each in filter(None, (label.en, label.hant, label.hans, label.ja)))


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(filter(None, words), key=lambda word: (-len(word), word)))
