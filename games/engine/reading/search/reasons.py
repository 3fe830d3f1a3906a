"""Why a search matches a card: where on the card its words occur, and how well that fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.reading.search.tree import And, Node, Word
from games.engine.texts.writing import fold, hiragana, pinyin

EXACT, BEGINNING, NAME, VALUE, TEXT = range(5)
"""How well a card fits words, the best first: a name or number of it is what was typed, a name begins with it,
every word is a part of names, every word is a part of names or stands for a value, or some stand in its text alone."""


class Reason(NamedTuple):
    """Where a word stands on a card: in its `name` or another of its names, both with their readings; or as the
    `value` of an `attribute`, both as the catalog has them; or in its `text`."""

    word: str
    where: Literal["name", "other", "value", "text"]
    attribute: str = ""
    value: str = ""


def words_of(node: Node) -> tuple[Word, ...]:
    """The words that every card has which is found."""
    parts = node.parts if isinstance(node, And) else (node,)
    return tuple(part for part in parts if isinstance(part, Word))


def reason(word: Word, card: Card) -> Reason:
    """The best place where the card has the word. It is one the word finds."""
    if _within(word, (*_name_forms(card.name), *pinyin(card.name))):
        return Reason(word.text, "name")
    for name in card.alt_names:
        if _within(word, _name_forms(name)):
            return Reason(word.text, "other", "alt_names", name)
    for attribute in (*word.fields, *word.texts):
        value = card.search_value(attribute)
        for each in value if isinstance(value, tuple) else (value,):
            if each not in (None, "") and word.means(attribute, fold(str(each))):
                return Reason(word.text, "value", attribute, str(each))
    return Reason(word.text, "text")


def rank(words: Sequence[Word], card: Card) -> int:
    """How well the card, which is one that the words find, fits them: one of the numbers above."""
    phrase = " ".join(word.text for word in words)
    names = (card.name, *card.alt_names)
    if phrase in map(fold, (*names, *card.codes)):
        return EXACT
    readings = (*pinyin(card.name), *(each for name in names for each in _name_forms(name)))
    if any(reading.startswith(phrase) for reading in readings):
        return BEGINNING
    places = {reason(word, card).where for word in words}
    return TEXT if "text" in places else VALUE if "value" in places else NAME


def _name_forms(name: str) -> tuple[str, str]:
    folded = fold(name)
    return folded, hiragana(folded)


def _within(word: Word, readings: Iterable[str]) -> bool:
    return any(spelling in reading for reading in readings for spelling in word.name_spellings)
