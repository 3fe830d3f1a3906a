"""The terms of a game's search index: the one place where indexing and searching agree.

Terms: `race?` stands for the cards that have a race, `race=3` for those with the fourth value of the index's list of
races, `code~ab` for those with these consecutive characters, a gram, in their codes. Single characters and pairs are
indexed; if a pair is on many cards, so are the triples that extend it, and so on. A text is therefore itself a gram or
contains one that is on few cards. The words of a card are its name (`name~`), its text (`text~`) and the other lines of
its haystack (`*~`); the values printed on it are found under their attributes. `order:cost` lists the cards by cost.
`alias:…` stands for the cards with an alternative name, `bare:…` for those whose name would be this one without its
spaces; both are digests, since names can be longer than terms.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from datetime import date

from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold, mark_word_starts, without_spaces

VERSION = 8
"""Increment it when existing indexes become unusable: all of them are then rebuilt."""

WORDS = ("name", "text", "*")
"""The texts in which words are searched for."""

NAMES = ("name", "*")
"""Those of names; `*` also has the texts of printings that differ."""

START = "\n"
"""Marks the beginning of a name; no folded text contains it."""

SPELLED = frozenset(("name", "text", "alt_names"))
"""Attributes searched only by their characters, since nearly every card has its own values for them."""

COUNTABLE = 400
"""An attribute with more values than this is searched by their characters or, if it is ordered, by its order."""

COMMON = 100
"""Grams on more cards than this, and in a large catalog on more than every 100th, are also indexed in longer forms."""

LONGEST = 10
"""Characters in the longest gram; fewer in Chinese or Japanese (LONGEST_WIDE), where each character says more."""

LONGEST_WIDE = 6

CHAINS = 8
"""The most positions in a text from which its grams are looked up."""

Fact = str | int | float
"""A value as the index stores it: a folded text, a number, or a date as an ISO string."""


def definition(game: Game) -> str:
    """A digest of everything an index of the game depends on, apart from its cards."""
    attributes = [
        (each.name, each.type, each.dash, [choice.value for choice in each.choices])
        for each in game.search_fields.values()
    ]
    return hashlib.sha256(repr((VERSION, game.order, game.identity, attributes)).encode()).hexdigest()


def is_ordered(attribute: Attribute) -> bool:
    return attribute.numeric or attribute.type == "date"


def facts(card: Card, attribute: Attribute) -> dict[Fact, str]:
    """The values by which a search can find the card, each with the value as printed."""
    value = card.search_value(attribute.name)
    if value is None or value == "":
        return {}
    return {fact(each): str(each) for each in (value if isinstance(value, tuple) else (value,))}


def fact(value: object) -> Fact:
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, (int, float)) else fold(str(value))


def lines(card: Card) -> dict[str, set[str]]:
    """The card's texts by where they are searched (see WORDS); names are preceded by START, which marks their
    beginning."""
    name, text = fold(card.name), fold(card.text)
    others = set(card.haystack.split("\n")) - {name, text}
    return {"name": {START + name}, "text": {text}, "*": {START + line for line in others}}


def alias(name: str) -> str:
    """The term for the cards with that alternative name."""
    return f"alias:{_digest(fold(name))}"


def bare(name: str) -> str:
    """The term for the cards whose names contain spaces and equal this one without them."""
    return f"bare:{_digest(without_spaces(name))}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def names(card: Card) -> set[str]:
    """The terms for a card's names."""
    aliases = {alias(name) for name in card.alt_names}
    return aliases | {bare(card.name)} if " " in fold(card.name) else aliases


def index_text(value: str, attribute: Attribute) -> str:
    """A folded value in the form whose characters are indexed if the attribute has more than COUNTABLE values."""
    plain = attribute.type == "text" or attribute.name in SPELLED
    return value if plain else mark_word_starts(value)


def grams(texts: Iterable[str]) -> set[str]:
    """The single characters and the pairs in a set of texts."""
    parts: set[str] = set()
    for text in texts:
        parts.update(text)
        parts.update(map(str.__add__, text, text[1:]))
    return parts


def longer(texts: Iterable[str], length: int, common: Container[str]) -> set[str]:
    """The grams of `length` characters in a set of texts that extend a common gram by one character."""
    shorter = length - 1
    return {
        text[at : at + length]
        for text in texts
        for at in range(len(text) - shorter)
        if text[at : at + shorter] in common
    }


def common(size: int) -> int:
    """A gram on more cards than this, out of `size`, is also indexed in longer forms."""
    return max(COMMON, size // 100)


def chains(text: str) -> list[list[str]]:
    """Chains of grams from several positions in a text, each gram one character longer than the one before.

    For abcd: [ab, abc, abcd], [bc, bcd], [cd]. The cards with the text are among those with any of these grams. The
    index has a gram of three or more characters if some card contains it and the gram before it is common.
    """
    if len(text) < 3:
        return [[text]]
    starts = len(text) - 1
    return [_chain(text, at) for at in range(0, starts, -(-starts // CHAINS))]


def _chain(text: str, start: int) -> list[str]:
    chain = [text[start : start + 2]]
    while start + len(chain[-1]) < len(text) and grows(chain[-1]):
        chain.append(text[start : start + len(chain[-1]) + 1])
    return chain


def grows(gram: str) -> bool:
    """Whether the index has longer forms of this gram if it is common."""
    return len(gram) < (LONGEST if gram.isascii() else LONGEST_WIDE)
