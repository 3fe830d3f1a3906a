"""Ranking: the results of a search, grouped by how well the cards match its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import and_, or_

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_queries import Sets, terms_of
from deckbuilder.catalog.index.postings import members_of_page
from deckbuilder.catalog.index.term_plans import Leaf, Spelled, leaf_of
from games.engine.reading.search.query import Node, Word
from games.engine.reading.search.reasons import words_of


def tiers(sets: Sets, node: Node, cards: int) -> Iterator[int]:
    """Split `cards`, the results of the search, into the ranks of search.reasons, best first.

    A long text is indexed only by its parts: a card that has all of them counts as having the text.
    """
    words = words_of(node)
    if not words:
        yield cards
        return
    for tier in _best_first(sets, words):
        best = tier() & cards
        yield best
        cards &= ~best
    yield cards


def _best_first(sets: Sets, words: Sequence[Word]) -> Iterator[Callable[[], int]]:
    phrase = " ".join(word.text for word in words)
    texts = [index_schema.START + phrase, *(text for word in words for text in word.name_spellings)]
    texts_in_names = (Spelled(where, text) for where in index_schema.NAMES for text in texts)
    sets.fetch((index_schema.alias(phrase), *terms_of(Leaf(texts=tuple(texts_in_names)))))
    typed = " ".join(word.typed or word.text for word in words)
    has_code = any("code" in word.fields for word in words)
    yield lambda: sets.with_name(phrase, typed) | (sets.with_code(phrase) if has_code else 0)
    yield lambda: _in_names(sets, [index_schema.START + phrase])
    yield lambda: reduce(and_, (_in_names(sets, word.name_spellings) for word in words))
    yield lambda: reduce(and_, (_in_names(sets, word.name_spellings) | _as_value(sets, word) for word in words))


def _in_names(sets: Sets, texts: Iterable[str]) -> int:
    return reduce(or_, (sets.having(Spelled(where, text))[0] for where in index_schema.NAMES for text in texts))


def _as_value(sets: Sets, word: Word) -> int:
    leaf = leaf_of(word, sets.game, sets.index)
    term_sets = (sets.term(term) for term in leaf.terms)
    return reduce(or_, (*term_sets, *(sets.having(each)[0] for each in leaf.values)), 0)


def prefer(parts: Iterable[int], first: int) -> Iterator[int]:
    """The same parts, each split into the cards in `first` and the others."""
    for part in parts:
        yield part & first
        yield part & ~first


def result_page(
    sets: Sets, parts: Iterable[int], start: int, length: int, order: Sequence[int] | None = None
) -> list[int]:
    """Up to `length` members of the parts, which are disjoint, one part after the other, from the `start`-th on."""
    positions: list[int] = []
    for part in parts:
        size = part.bit_count()
        if start < size:
            positions += members_of_page(part, sets.size, start, length - len(positions), order)
        start = max(0, start - size)
        if len(positions) == length:
            break
    return positions
