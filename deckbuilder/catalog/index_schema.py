"""What of a game's cards the search index holds, under which terms: the one place where indexing and searching agree.

Terms: `race?` the cards that have a race; `race=3` those with the fourth value of the index's list of races; `code~ab`
those with these characters in a row in their codes, a gram. Characters are kept one by one and in pairs, and where many
cards have such a pair, in threes, and so on: so a text is itself a gram, or has one in it that few cards have. The
words of a card are its name (`name~`), its text (`text~`) and the other lines of its haystack (`*~`); the values
printed on it are found by theirs. `order:cost`
lists the cards by their costs. `alias:…` stands for the cards with that other name, `bare:…` for those that would be
called so if their names had no blanks: digests, since names are longer than terms.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from datetime import date

from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold, starts_marked, without_spaces

VERSION = 5
"""Raise it when an index made before no longer serves: all of them are then made anew."""

WORDS = ("name", "text", "*")
"""Where words are searched."""

START = "\n"
"""Stands before names: no folded text has it."""

SPELLED = frozenset(("name", "text", "alt_names"))
"""Attributes searched by the characters in them alone, since nearly every card has values of its own there."""

COUNTABLE = 400
"""An attribute with more values than this is searched by the characters in them or, if they have an order, by that."""

COMMON = 100
"""Grams that more cards have than this, and in a large catalog more than every 100th, are kept in longer forms too."""

LONGEST = 10
"""Characters in the longest gram; in Chinese or Japanese, where they tell more, fewer."""

LONGEST_WIDE = 6

CHAINS = 8
"""From so many places of a text its grams are looked up."""

Fact = str | int | float
"""A value as the index holds it: folded, a number, or a day as an ISO text."""


def definition(game: Game) -> str:
    """A fingerprint of all that an index of the game depends on, besides its cards."""
    attributes = [
        (each.name, each.type, each.dash, [choice.value for choice in each.choices]) for each in game.fields.values()
    ]
    return hashlib.sha256(repr((VERSION, game.order, game.identity, attributes)).encode()).hexdigest()


def is_ordered(attribute: Attribute) -> bool:
    return attribute.numeric or attribute.type == "date"


def facts(card: Card, attribute: Attribute) -> dict[Fact, str]:
    """What a search can ask of the card there, each with the value as it is printed."""
    value = card.search_value(attribute.name)
    if value is None or value == "":
        return {}
    return {fact(each): str(each) for each in (value if isinstance(value, tuple) else (value,))}


def fact(value: object) -> Fact:
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, (int, float)) else fold(str(value))


def lines(card: Card) -> dict[str, set[str]]:
    """The card's words by where they are searched; names after a line break, which tells how they begin."""
    name, text = fold(card.name), fold(card.text)
    others = set(card.haystack.split("\n")) - {name, text}
    return {"name": {START + name}, "text": {text}, "*": {START + line for line in others}}


def alias(name: str) -> str:
    """The term of the cards with that other name."""
    return f"alias:{_digest(fold(name))}"


def bare(name: str) -> str:
    """The term of the cards whose names have blanks, and are this one without them."""
    return f"bare:{_digest(without_spaces(name))}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def names(card: Card) -> set[str]:
    """The terms of a card's names."""
    aliases = {alias(name) for name in card.alt_names}
    return aliases | {bare(card.name)} if " " in fold(card.name) else aliases


def spelled(value: str, attribute: Attribute) -> str:
    """A folded value as its characters are indexed where there are too many to count."""
    plain = attribute.type == "text" or attribute.name in SPELLED
    return value if plain else starts_marked(value)


def grams(texts: Iterable[str]) -> set[str]:
    """The single characters and the pairs in a set of texts."""
    parts: set[str] = set()
    for text in texts:
        parts.update(text)
        parts.update(map(str.__add__, text, text[1:]))
    return parts


def longer(texts: Iterable[str], length: int, common: Container[str]) -> set[str]:
    """The grams of `length` in a set of texts that are longer by one character than a common one."""
    shorter = length - 1
    return {
        text[at : at + length]
        for text in texts
        for at in range(len(text) - shorter)
        if text[at : at + shorter] in common
    }


def common(size: int) -> int:
    """A gram that more cards have than this, out of `size`, is kept in longer forms too."""
    return max(COMMON, size // 100)


def chains(text: str) -> list[list[str]]:
    """Grams of a text from some of its places on, each a character longer than the one before.

    Of abcd: [ab, abc, abcd], [bc, bcd], [cd]. The cards with the text are among those with any of these. The index has
    a gram of three or more if some card does and the gram before is common.
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
    """Whether the index has longer grams than this, if it is a common one."""
    return len(gram) < (LONGEST if gram.isascii() else LONGEST_WIDE)
