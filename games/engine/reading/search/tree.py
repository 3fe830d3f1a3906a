"""The tree of a card search.

Each node defines which cards it matches; a translation of the tree, such as the catalog's SQL, must match the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, Union

from games.engine.model.cards import DASH, Card, Printing
from games.engine.texts.romaji import hiragana_of_romaji
from games.engine.texts.writing import fold, hiragana, mark_word_starts, pinyin

Op = Literal[":", "=", "!=", "<", "<=", ">", ">="]
Bound = int | float | date
Node = Union["Everything", "Word", "Given", "Is", "Not", "And", "Or"]


@dataclass(frozen=True, slots=True)
class Everything:
    """Holds for every card."""


@dataclass(frozen=True, slots=True)
class Word:
    """`text`, which is folded and not empty, is printed on the card: in its haystack, as it is or in hiragana, or in a
    value (see `is_part`) of one of its `fields`, attributes with a choice or a list of values, or in one of its
    `texts`.

    `labels`: pairs of an attribute and a folded value which people also call so. All of these follow from the text and
    the game (see words.py); without them it is looked for in the haystack alone.
    """

    text: str
    fields: tuple[str, ...] = field(default=(), compare=False)
    texts: tuple[str, ...] = field(default=(), compare=False)
    labels: frozenset[tuple[str, str]] = field(default=frozenset(), compare=False, repr=False)
    typed: str = field(default="", compare=False, repr=False)
    """The text before it was folded, which may tell names apart that fold alike."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """What of it stands in a haystack."""
        return tuple(dict.fromkeys((self.text, hiragana(self.text))))

    @property
    def name_spellings(self) -> tuple[str, ...]:
        """What of it stands in names: also the kana of which it is the romaji."""
        kana = self.kana
        return (*self.spellings, kana) if kana else self.spellings

    @property
    def kana(self) -> str:
        """The hiragana of which it is the romaji; "" if it is none. Looked for in names alone, not in texts."""
        return hiragana_of_romaji(self.text)

    def means(self, attribute: str, value: str) -> bool:
        """Whether it stands for this folded value of one of its attributes."""
        if attribute in self.texts:
            return self.text in value
        return (attribute, value) in self.labels or (attribute in self.fields and is_part(self.text, value))


@dataclass(frozen=True, slots=True)
class Given:
    """The card has a value of the attribute: any but None, "" and (). 0 and a dash are values."""

    attribute: str


@dataclass(frozen=True, slots=True)
class Is:
    """A comparison with the card's value. A card without one (see Given) never meets it, `!=` included.

    The type of `value` says how:
    - frozenset of folded spellings (choice, list, flag): `=` the folded value, or one of a list, is in it; `!=` none.
    - str, folded and not empty (text): `:` it is a part of the folded value; `=` it is that value; `!=` it is not.
    - int, float or date: `= != < <= > >=`. A dash is unequal to every number, neither below nor above it.
    - DASH (a number with `dash`): `=` the card has the dash; `!=` it has a number.
    `code` and `set` mean those of all printings (see Card.asked): `:` and `=` hold if they do for one of them, `!=` if
    `=` does not.
    """

    attribute: str
    op: Op
    value: frozenset[str] | str | Bound


@dataclass(frozen=True, slots=True)
class Not:
    """Holds exactly where its part does not, so also for cards without a value."""

    part: Node


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more parts hold."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of two or more parts holds."""

    parts: tuple[Node, ...]


def all_of(parts: Iterable[Node]) -> Node:
    """Their conjunction without needless levels; Everything for none."""
    flat = [each for part in parts for each in (part.parts if isinstance(part, And) else (part,))]
    telling = tuple(part for part in flat if not isinstance(part, Everything))
    if len(telling) > 1:
        return And(telling)
    return telling[0] if telling else Everything()


def any_of(parts: Iterable[Node]) -> Node:
    """Their disjunction without needless levels. At least one part."""
    flat = tuple(each for part in parts for each in (part.parts if isinstance(part, Or) else (part,)))
    return Or(flat) if len(flat) > 1 else flat[0]


def negate(node: Node) -> Node:
    return node.part if isinstance(node, Not) else Not(node)


def fields_of(node: Node) -> frozenset[str]:
    """The names of the attributes a search looks at."""
    if isinstance(node, (Is, Given)):
        return frozenset((node.attribute,))
    if isinstance(node, Not):
        return fields_of(node.part)
    if isinstance(node, (And, Or)):
        return frozenset[str]().union(*map(fields_of, node.parts))
    return frozenset()


_COMPARE: dict[Op, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def is_part(text: str, value: str) -> bool:
    """Whether a value has the text in it, both of them folded; Latin letters and digits from the start of a word on."""
    return mark_word_starts(text) in mark_word_starts(value)


def haystack(*cards: Card | Printing) -> str:
    """What words are searched in: names with their pinyin and its initials, other names, both in hiragana too, and
    texts, folded, one a line.

    A folded text has no line break, so no word is found across two of them.
    """
    parts: list[str] = []
    for card in cards:
        names = [*map(fold, (card.name, *card.alt_names))]
        parts += (names[0], *pinyin(card.name), *names[1:], *map(hiragana, names), fold(card.text))
    return "\n".join(dict.fromkeys(filter(None, parts)))


def matches(node: Node, card: Card) -> bool:
    """Whether the card matches the search."""
    if isinstance(node, Is):
        return _compare(node, _facts(card, node.attribute))
    if isinstance(node, Word):
        return _is_printed(node, card)
    if isinstance(node, And):
        return all(matches(part, card) for part in node.parts)
    if isinstance(node, Or):
        return any(matches(part, card) for part in node.parts)
    if isinstance(node, Not):
        return not matches(node.part, card)
    return isinstance(node, Everything) or bool(_facts(card, node.attribute))


def _is_printed(word: Word, card: Card) -> bool:
    searched = card.haystack or haystack(card)
    if any(spelling in searched for spelling in word.spellings) or (word.kana and _is_in_names(word.kana, card)):
        return True
    return any(word.means(name, fold(str(fact))) for name in (*word.fields, *word.texts) for fact in _facts(card, name))


def _is_in_names(kana: str, card: Card) -> bool:
    name, text = fold(card.name), fold(card.text)
    lines = (card.haystack or haystack(card)).split("\n")
    return any(kana in line for line in lines if line == name or line != text)


def _facts(card: Card, name: str) -> tuple[str | Bound, ...]:
    value = card.search_value(name)
    if value is None or value == "":
        return ()
    return value if isinstance(value, tuple) else (value,)


def _compare(node: Is, facts: tuple[str | Bound, ...]) -> bool:
    if not facts:
        return False
    value = node.value
    if isinstance(value, frozenset):
        return any(fold(str(fact)) in value for fact in facts) == (node.op == "=")
    if isinstance(value, str):
        texts = [fold(str(fact)) for fact in facts]
        return any(value in text for text in texts) if node.op == ":" else (value in texts) == (node.op == "=")
    if facts[0] == DASH:
        return node.op == "!="
    return _COMPARE[node.op](facts[0], value)
