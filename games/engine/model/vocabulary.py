"""Names of the values on a game's cards, in every language of the site and by its glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.engine.model.cards import COMMON_NAMES, Attribute
from games.engine.model.keywords import Keyword
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

LANGUAGES = ("en", "zh-hant", "zh-hans", "ja")

_COMMON = frozenset(("kind", "rarity", "set", "keywords"))
"""The common attributes whose values are printed on a card, besides its names and its text."""


class Labels(NamedTuple):
    """What a value of an attribute is called, all folded."""

    attribute: str
    value: str
    labels: frozenset[str]


def is_worded(attribute: Attribute) -> bool:
    """Whether a card has words of that attribute printed on it, besides its names and its text."""
    return attribute.type in ("text", "choice", "list") and (
        attribute.name in _COMMON or attribute.name not in COMMON_NAMES
    )


def vocabulary(attributes: Iterable[Attribute], glossary: Iterable[Keyword]) -> Iterator[Labels]:
    """The values that are declared with a game, and the terms of its glossary by each of their spellings."""
    for attribute in filter(is_worded, attributes):
        for choice in attribute.choices:
            yield Labels(attribute.name, fold(choice.value), _folded_labels(choice.label))
    for word in glossary:
        spellings = frozenset(map(fold, (word.key, *word.aliases)))
        labels = spellings | _folded_labels(word.name)
        yield from (Labels("keywords", spelling, labels) for spelling in sorted(spellings))


def _folded_labels(text: Text) -> frozenset[str]:
    return frozenset(fold(label) for language in LANGUAGES if (label := text.read(language)))
