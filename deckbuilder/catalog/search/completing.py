"""Completions for a search that is being typed: fields and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deckbuilder.catalog.selectors import Counted, all_value_counts
from deckbuilder.common.labels import keyword_label, value_label
from games.engine.model.cards import DASH, Attribute
from games.engine.model.game import Game
from games.engine.reading.search.query import MARKS, MAX_LENGTH, quote
from games.engine.reading.search.values import attribute_of
from games.engine.texts.writing import fold, pinyin

OFFERED = 8
PLAIN = re.compile(r"[\w.-]+\Z")
_LAST = re.compile(
    r"""(?:^|(?<=[\s(-]))                 # the last term of what is typed, without a minus:
    (?:(?P<field>[^\s:<>=!()"-]+)(?P<op>:|!=|[<>]=?|=)(?P<quote>")?)?
    (?P<value>(?(quote)[^"]*|[^\s():<>="]*))\Z""",
    re.VERBOSE,
)


class Completion(NamedTuple):
    """`text` replaces the typed text from character `start` on; `label` explains it."""

    start: int
    text: str
    label: str


def completions(game: Game, query: str, language: str) -> list[Completion]:
    """Completions of a search's last term, likeliest first, except those already typed in full."""
    return [each for each in _completions(game, query, language) if each.text.rstrip() != query[each.start :]]


def _completions(game: Game, query: str, language: str) -> list[Completion]:
    if len(query) > MAX_LENGTH:
        return []
    term = _LAST.search(query.translate(MARKS))
    if term is None:
        return []
    start, value = term.start(), term["value"]
    if term["field"] is not None:
        attribute = attribute_of(term["field"], game)
        if attribute is None:
            return []
        head = f"{query[start : term.end('op')]}"
        return [Completion(start, f"{head}{text} ", label) for text, label in _values(game, attribute, value, language)]
    if not value:
        return []
    candidates = (*_fields(game, value, language), *_values_of_all(game, value, language))
    return [Completion(start, text, label) for text, label in candidates][:OFFERED]


def _fields(game: Game, word: str, language: str) -> Iterator[tuple[str, str]]:
    key = fold(word)
    for attribute in game.search_fields.values():
        label = attribute.label.read(language)
        if any(fold(each).startswith(key) for each in (attribute.name, *attribute.aliases, *attribute.label)):
            yield f"{attribute.name}:", label


def _values(game: Game, attribute: Attribute, value: str, language: str) -> list[tuple[str, str]]:
    counts = all_value_counts(game).get(attribute.name, ())
    return [_offer(game, attribute, each, language) for each in _like(game, attribute, counts, value, language)][
        :OFFERED
    ]


def _values_of_all(game: Game, word: str, language: str) -> Iterator[tuple[str, str]]:
    """Values that begin with a word, for all filter fields except numeric ones."""
    for name, counts in all_value_counts(game).items():
        attribute = game.search_fields[name]
        if not attribute.filter or attribute.numeric:
            continue
        for each in _like(game, attribute, counts, word, language):
            text, label = _offer(game, attribute, each, language)
            yield f"{attribute.name}:{text} ", f"{attribute.label.read(language)} · {label}"


def _like(game: Game, attribute: Attribute, counts: Sequence[Counted], prefix: str, language: str) -> Iterator[Counted]:
    """The values that begin with the typed text: as printed, in the reader's language or in pinyin."""
    key = fold(prefix)
    for each in counts:
        spellings = (each.value, _label(game, attribute, each.value, language), *pinyin(each.value))
        if each.value != DASH and any(fold(spelling).startswith(key) for spelling in spellings):
            yield each


def _offer(game: Game, attribute: Attribute, each: Counted, language: str) -> tuple[str, str]:
    text = each.value if PLAIN.match(each.value) else quote(each.value)
    return text, f"{_label(game, attribute, each.value, language)} ({each.cards})"


def _label(game: Game, attribute: Attribute, value: str, language: str) -> str:
    if attribute.name == "keywords":
        return keyword_label(game, value, language)
    return value_label(attribute, value, language)
