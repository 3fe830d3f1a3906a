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
        "maindeck",
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
    (
        "side",
        "sb",
        "side deck",
        "sideboard",
        "サイド",
        "サイドボード",
        "サイドデッキ",
        "備牌",
        "副牌",
        "側牌",
        "副卡組",
    ),
    ("extra", "extra deck", "エクストラ", "エクストラデッキ", "額外", "額外牌組", "額外卡組", "額外區"),
    ("tokens", "token", "衍生物", "衍生卡", "衍生", "トークン", "代幣", "代币", "標記物"),
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

TOKENS = frozenset(map(fold, SECTIONS[3]))

LEADERS = ("leader", "commander", "general", "captain", "リーダー", "統率者", "主將", "主将", "主帥", "領袖", "隊長")
"""What a card that leads a deck is called in other games."""

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
    "section": ("section", "zone", "board", "location", "區", "區域", "分區", "ゾーン", "エリア"),
}
"""The names of the columns of a table that give quantity, card and section."""
_OTHER_COLUMNS = ("no", "no.", "#", "note", "notes", "備註", "備考", "序號", "項次", "set", "price", "価格", "價格")

_ORNAMENT = "\\s★☆■□▪▫◆◇●○◎◉▼▲▽△▶►※·•=_~*#|<>《》〈〉\\[\\]\"“”‘’'…{}♦♢「」『』【】"
_LEFT = re.compile(rf"^[{_ORNAMENT}–—-]+")
_RIGHT = re.compile(rf"[{_ORNAMENT}:.–—-]+$")
_WRAPPED = re.compile(
    r"[★☆■□◆◇●○=~*_–—-]+\s*([^★☆■□◆◇●○=~*_–—-].*?)\s*[★☆■□◆◇●○=~*_–—-]*|[【「『《]([^】」』》]+)[】」』》]"
)
_TITLE_COUNT = re.compile(rf"[\s:=(\[)\]》〉\"-]*(?P<count>\d{{1,4}})\s*(?:[枚张]|{_CARDS})?\s*(?:[)\]]|$)")
_NUMBER_BEFORE = re.compile(r"\d{1,4}\s*[x×]?\s+")
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
    """A section's title: the `zone` (its slug) or the `kinds` of card it names, and the number of cards.

    `absent`: it is a section that other games have; the cards of a sideboard then go to the maybe-board. `total` is
    None where it gives no number. `values`: words for what its cards have, such as a colour. `aside`: it is about
    tokens, which are no part of a deck.
    """

    zone: str = ""
    kinds: tuple[str, ...] = ()
    absent: bool = False
    total: int | None = None
    values: tuple[str, ...] = ()
    aside: bool = False


class Total(NamedTuple):
    """A total of cards; `part`: of one section."""

    cards: int
    part: bool


def total(line: str) -> Total | None:
    """The line as a total, or None."""
    if len(line) > MAX_TITLE:
        return None
    text = plain(line)
    for pattern in _TOTALS:
        if match := pattern.fullmatch(text):
            return Total(int(match["count"]), bool(match.groupdict().get("sub")))
    return None


def plain(line: str) -> str:
    """The folded line without the marks around it."""
    text = _RIGHT.sub("", _LEFT.sub("", fold(line)))
    return _close_bracket(text, fold(line))


def plain_title(line: str) -> str:
    """A deck's name without the marks around it."""
    match = _WRAPPED.fullmatch(line)
    return next(filter(None, match.groups())) if match else line


def _close_bracket(text: str, line: str) -> str:
    """The text with the bracket behind it that closes one in it."""
    for left, right in ("()", "[]"):
        if text.count(left) > text.count(right) and text + right in line:
            return text + right
    return text


def unknown_section(line: str) -> str:
    """The text within `--備牌--`, or before a colon at the line's end; "" for other lines."""
    match = _UNKNOWN.fullmatch(line) if len(line) <= MAX_TITLE else None
    return (match["a"] or match["b"]) if match else ""


_VOCABULARIES: dict[int, Vocabulary] = {}


class Vocabulary:
    """The words of a game in the titles of lists."""

    @classmethod
    def of(cls, game: Game) -> Vocabulary:
        """The vocabulary of a game, made once."""
        if (known := _VOCABULARIES.get(id(game))) is None or known.game is not game:
            known = _VOCABULARIES[id(game)] = cls(game)
        return known

    def __init__(self, game: Game) -> None:
        self.game = game
        zones = by_spelling((zone.slug, zone.label) for zone in game.sections)
        self.zones, self.absent = dict(zones), set[str]()
        for row in SECTIONS:
            words = {fold(word) for word in row}
            slug = next((zones[word] for word in words if word in zones), "")
            if not slug and not words & TOKENS:
                self.absent |= words
            if slug or row[0] == "side":
                self.zones |= dict.fromkeys(words - self.zones.keys(), slug or MAYBE)
        singles = [zone.slug for zone in game.zones if zone.single]
        if len(singles) == 1:
            self.zones = dict.fromkeys(map(fold, LEADERS), singles[0]) | self.zones
        self.undealt = {kind.value for kind in game.kinds if not any(kind.value in zone.kinds for zone in game.zones)}
        self.kinds = {
            spelling + ending: slug
            for spelling, slug in by_spelling((kind.value, kind.label) for kind in game.kinds).items()
            for ending in (("", "s", "es") if spelling.isascii() else ("",))
        }
        numbered = {fold(word) for word in _COST_WORDS}
        self.fillers = {"", *map(fold, _FILLERS)}
        self.words, self.facts = set(map(fold, _FILLERS)), set[str]()
        for attribute in game.fields.values():
            numbered |= set(_spellings(attribute.label)) if attribute.numeric else set()
            self.facts |= {*_spellings(attribute.label), *_spellings(attribute.short or attribute.label)}
            for choice in attribute.choices:
                self.words |= {fold(choice.value), *(words := set(_spellings(choice.label)))}
                self.words |= {f"{word}色" for word in words if len(word) == 1 and word >= "\u2e80"}
        self._numbered = (
            rf"(?:\d+\s*[-~]\s*)?\d+\s*\+?\s*(?:{_any(numbered)})|(?:{_any(numbered)})\s*\d+(?:\s*[-~]\s*\d+)?\+?"
        )
        known_words = _any({*self.zones, *self.absent, *self.kinds, *self.words, *TOKENS})
        self._token = re.compile(rf"\s*(?:(?P<numbered>{self._numbered})|(?P<word>{known_words})|(?P<cards>{_CARDS}))")
        self.columns = {fold(word): column for column, words in COLUMNS.items() for word in words}

    def title(self, line: str, *, numbered: bool = False) -> Title | None:
        """The line as the title of a section, None if it has any other word in it. `numbered`: a number of cards may
        stand before it, too."""
        if len(line) > MAX_TITLE:
            return None
        text = plain(line)
        if numbered:
            text = _NUMBER_BEFORE.sub("", text)
        zone = ""
        kinds: dict[str, None] = {}
        values: dict[str, None] = {}
        aside = absent = has_words = False
        at = 0
        while at < len(text):
            if has_words and (count := _TITLE_COUNT.fullmatch(text, at)):
                return Title(zone, tuple(kinds), absent, int(count["count"]), tuple(values), aside)
            token = self._token.match(text, at)
            if not token or not _ends(text, token.end()):
                return None
            at, word = token.end(), token["word"] or ""
            zone = zone or self.zones.get(word, "")
            if kind := self.kinds.get(word):
                kinds[kind] = None
            if word in self.words - self.fillers:
                values[word] = None
            aside = aside or word in TOKENS or (kind in self.undealt and len(kinds) == 1)
            absent = absent or word in self.absent
            has_words = has_words or bool(token["numbered"]) or word not in self.fillers
        return Title(zone, tuple(kinds), absent, None, tuple(values), aside) if has_words else None

    def table(self, cells: Sequence[str]) -> dict[str, int] | None:
        """The index of each column from the first row of a table; None if none has cards. Any title may stand beside
        those for card and quantity; if there is none for the quantity, all must be known. The columns of other facts
        have names of their own."""
        words = [plain(cell) for cell in cells]
        facts = {*self.facts, *map(fold, _OTHER_COLUMNS)}
        indices: dict[str, int] = {}
        for index, word in enumerate(words):
            if column := self.columns.get(word):
                indices.setdefault(column, index)
            elif word in facts or word.removesuffix("s") in facts:
                indices[f"fact {index}"] = index
        is_known = len(indices) == len(list(filter(None, words)))
        has_card = "name" in indices or "code" in indices
        return indices if has_card and (is_known or "quantity" in indices) else None


def _ends(text: str, at: int) -> bool:
    """Whether no Latin word goes on there, nor a number that is joined to it: `Holy Light1` names a card."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return not (before.isascii() and before.isalpha() and after.isascii() and after.isalnum())


def _spellings(label: Text) -> Iterable[str]:
    return (fold(each) for each in filter(None, (label.en, label.hant, label.hans, label.ja)))


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(filter(None, words), key=lambda word: (-len(word), word)))
