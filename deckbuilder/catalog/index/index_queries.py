"""Finds the sets of cards that match the conditions of a search, using a game's index."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import islice
from typing import TypeVar

from django.core.cache import cache
from django.db import connection
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import Exact, GreaterThan

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.postings import bits_of, everything, members, positions_of, read_numbers, union, unpack
from deckbuilder.catalog.index.term_plans import Leaf, Run, Spelled, leaf_of, order_of, parts_of, plain
from deckbuilder.catalog.models import Card, Place, Posting, Printing, SearchIndex
from deckbuilder.catalog.to_games import card_of
from games.engine.budget import TooLarge
from games.engine.model.cards import Card as EngineCard
from games.engine.model.game import Admission, Game, Selection
from games.engine.reading.search.query import And, Everything, Is, Node, Not, Or, Word, matches, parse
from games.engine.texts.writing import identify

T = TypeVar("T")
_CARD = ("card__facts", "card__haystack", "card__retired")
BATCH = 800
DOUBTFUL_BATCH = 5000
"""Cards checked per query."""

MAX_IN_QUERY = 1000
"""If more cards than this have to be checked, the result is cached for later searches."""


# Every page runs this query, some four times, and building it with the ORM takes several times as long as running it.
_NEWEST = f"SELECT token FROM {SearchIndex._meta.db_table} WHERE current AND game = %s"


def newest(game: Game) -> SearchIndex | None:
    """The game's current index, the same object as long as it is current. None for a game without cards."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [game.slug])
        row = cursor.fetchone()
    return by_token(row[0]) if row else None


def newest_by_game(slugs: Collection[str]) -> dict[str, SearchIndex]:
    """The current indexes of games, by slug, in one query; games without cards are left out."""
    rows = SearchIndex.objects.filter(game__in=slugs, current=True).values_list("game", "token")
    return {slug: by_token(token) for slug, token in rows}


@lru_cache(maxsize=64)
def by_token(token: str) -> SearchIndex:
    """The index with this token, cached: unlike an id, a token always means the same index."""
    return SearchIndex.objects.get(token=token)


MAX_CACHED = 512
_MATCHES: dict[tuple[str, Node, int, bool], int] = {}
"""Results of checking a few cards, by index token, node and cards; an index never changes."""


class Sets:
    """Evaluates conditions to sets of positions (see postings), fetching each term only once. Lives for one search."""

    def __init__(self, game: Game, index: SearchIndex) -> None:
        self.game, self.index, self.size = game, index, index.size
        self.all = everything(index.size)
        self._data: dict[str, bytes | None] = {}
        self._bits: dict[str, int] = {}

    def of(self, node: Node, within: int) -> int:
        """The cards in `within` that match the node."""
        node = plain(node)
        leaves = self._leaves(node)
        self.fetch(term for leaf in leaves.values() for term in terms_of(leaf))
        return self._of(node, within, leaves)

    def prepare(self, nodes: Iterable[Node], admission: Admission | None = None) -> None:
        """Fetch the terms that several searches for cards in print need, and those of an admission, in one query."""
        queries = (admission.query, admission.prefer) if admission else ()
        admission_nodes = (self.admission_node(each) for each in queries)
        leaves = (leaf for node in (*nodes, *admission_nodes) for leaf in self._leaves(plain(node)).values())
        self.fetch(["live", *(term for leaf in leaves for term in terms_of(leaf))])

    def _leaves(self, node: Node) -> dict[Node, Leaf]:
        return {part: leaf_of(part, self.game, self.index) for part in parts_of(node)}

    def _of(self, node: Node, within: int, leaves: Mapping[Node, Leaf]) -> int:
        if isinstance(node, Or):
            union = 0
            for part in node.parts:
                union |= self._of(part, within & ~union, leaves)
            return union
        if isinstance(node, And):
            for part in sorted(node.parts, key=lambda part: _costs(part, leaves)):
                within = self._of(part, within, leaves)
            return within
        if isinstance(node, Not):
            return within & ~self._of(node.part, within, leaves)
        return within if isinstance(node, Everything) else self._leaf(node, leaves[node], within)

    def _leaf(self, node: Node, leaf: Leaf, within: int) -> int:
        matching = self.any_of(leaf.terms)
        if leaf.run:
            matching |= self._run(leaf.run)
        sure, doubtful = self._text_matches(leaf.texts, whole=leaf.whole)
        certain, unclear = self._text_matches(leaf.values)
        matching = (matching | sure | certain) & within
        doubtful, unclear = doubtful & ~matching, unclear & ~matching
        if doubtful and unclear and ((doubtful | unclear) & within).bit_count() <= MAX_IN_QUERY:
            return matching | self._verify_matches(node, doubtful | unclear, within, None)  # read once
        matching |= self._verify_matches(node, doubtful, within, _condition(node))
        return matching | self._verify_matches(node, unclear & ~matching, within, None)

    def _text_matches(self, texts: Iterable[Spelled], *, whole: bool = False) -> tuple[int, int]:
        """The cards that certainly contain one of the texts, and those that may."""
        certain, doubtful = 0, 0
        for each in texts:
            having, sure = self.having(each)
            if sure and not whole:
                certain |= having
            else:
                doubtful |= having
        return certain, doubtful

    def having(self, text: Spelled) -> tuple[int, bool]:
        """The cards that may contain the text, and whether all of them certainly do."""
        candidates = self.all
        for chain in index_schema.chains(text.text):
            on_chain = self.all
            for gram in chain:
                if on_chain.bit_count() <= index_schema.common(self.size) and len(gram) > 2:
                    break
                on_chain = self.term(f"{text.where}~{gram}")
                if gram == text.text:
                    return on_chain, True
            candidates &= on_chain
        return candidates, False

    # Fetching terms

    def fetch(self, terms: Iterable[str]) -> None:
        """Fetch the postings of those terms that are not fetched yet."""
        if fresh := set(terms) - self._data.keys():
            self._data |= dict.fromkeys(fresh)
            rows = Posting.objects.filter(index=self.index, term__among=fresh).values_list("term", "data")
            self._data |= {term: bytes(data) for term, data in rows}

    def term(self, term: str) -> int:
        """The cards of a term; the empty set if the index does not have the term."""
        if term not in self._bits:
            self.fetch([term])
            data = self._data[term]
            self._bits[term] = unpack(data, self.size) if data is not None else 0
        return self._bits[term]

    def any_of(self, terms: Collection[str]) -> int:
        """The cards of any of the terms."""
        if len(terms) == 1:
            return self.term(next(iter(terms)))
        self.fetch(terms)
        return union((data for term in terms if (data := self._data[term]) is not None), self.size)

    def numbers(self, term: str) -> array[int]:
        """All positions, in the order stored under the term."""
        rows = Posting.objects.filter(index=self.index, term=term).values_list("data", flat=True)
        return read_numbers(bytes(rows.first() or b""))

    def _run(self, run: Run) -> int:
        return bits_of(self.numbers(run.term)[run.start : run.stop], self.size)

    def order(self, name: str) -> Sequence[int] | None:
        """All positions in the order of that name; None for the game's own order. Raises KeyError for an unknown
        order."""
        if not name:
            return None
        order = order_of(name, self.game, self.index)
        positions = self.numbers(order.term)
        return positions[: order.ranked][::-1] + positions[order.ranked :] if order.down else positions

    # Checking cards

    def _verify_matches(self, node: Node, doubtful: int, within: int, condition: Q | None) -> int:
        """The doubtful cards in `within` that do match the node. `condition`: checks this in the database, if it
        can."""
        unsure = doubtful & within
        if not unsure:
            return 0
        if unsure.bit_count() <= MAX_IN_QUERY:
            return self._read_matches_once(node, unsure, condition)
        name = f"search:{self.index.token}:{sha256(f'{node} {condition is None}'.encode()).hexdigest()}"
        bits = cache.get(name)
        if bits is None:
            bits = self._read_matches(node, doubtful, condition).to_bytes((self.size + 7) // 8, "little")
            cache.set(name, bits)
        return unsure & unpack(bits, self.size)

    def _read_matches_once(self, node: Node, doubtful: int, condition: Q | None) -> int:
        """`_read_matches` with its results cached, for a few cards: a page needs them for its results and again for its
        counts."""
        key = (self.index.token, node, doubtful, condition is None)
        matches_bits = _MATCHES.get(key)
        if matches_bits is None:
            if len(_MATCHES) >= MAX_CACHED:
                _MATCHES.clear()
            matches_bits = _MATCHES[key] = self._read_matches(node, doubtful, condition)
        return matches_bits

    def _read_matches(self, node: Node, doubtful: int, condition: Q | None) -> int:
        """The doubtful cards that match the node, read from the database."""
        positions: list[int] = []
        for batch in batches(members(doubtful, self.size), DOUBTFUL_BATCH):
            places = Place.objects.filter(index=self.index, position__in=batch)
            if condition is not None:
                positions += places.filter(condition).values_list("position", flat=True)
            else:
                rows = places.values_list("position", *_CARD)
                positions += (position for position, *row in rows if matches(node, card_of(*row)))
        return bits_of(positions, self.size)

    # Loading cards

    def cards(self, positions: Sequence[int]) -> tuple[EngineCard, ...]:
        """The cards at these positions, in this order."""
        by_position = self.at(positions)
        return tuple(by_position[position] for position in positions if position in by_position)

    def at(self, positions: Sequence[int]) -> dict[int, EngineCard]:
        places = Place.objects.filter(index=self.index, position__in=positions)
        return {position: card_of(*row) for position, *row in places.values_list("position", *_CARD)}

    def cards_by_term(self, terms: Collection[str], most: int) -> dict[str, list[EngineCard]]:
        """The cards of each term, by term; one query, or a few if there are many cards.

        Raises TooLarge if the terms have more than `most` cards in total.
        """
        self.fetch(terms)
        positions: dict[str, Sequence[int]] = {}
        total = 0
        for term in terms:
            if data := self._data[term]:
                positions[term] = positions_of(data, self.size)
                total += len(positions[term])
                if total > most:
                    raise TooLarge("cards", total, most)
        cards: dict[int, EngineCard] = {}
        for batch in batches({position for each in positions.values() for position in each}):
            cards |= self.at(batch)
        return {term: [cards[position] for position in each if position in cards] for term, each in positions.items()}

    def admission_node(self, query: str) -> Node:
        """A query of an admission, which may be longer than what people type."""
        return parse(query, self.game, longest=10_000)

    def of_admission(self, admission: Admission) -> int:
        """The cards an admission lets in."""
        cards = self.of(self.admission_node(admission.query), self.all)
        for each in admission.without:
            cards &= ~self._of_selection(each)
        for each in admission.only:
            cards &= self._of_selection(each)
        return cards

    def _of_selection(self, selection: Selection) -> int:
        bits = 0
        for places in self._places_of(selection):
            if selection.which is None:
                bits |= bits_of(places.values_list("position", flat=True), self.size)
            else:
                rows = places.values_list("position", *_CARD)
                bits |= bits_of([position for position, *row in rows if selection.which(card_of(*row))], self.size)
        return bits

    def _places_of(self, selection: Selection) -> Iterator[QuerySet[Place]]:
        """The places of the cards that a selection names, a few of its names, keys or numbers at a time."""
        game = self.game.slug
        for batch in batches(selection.names):
            yield Place.objects.filter(index=self.index, card__game=game, card__name_key__in=batch)
        for batch in batches(selection.keys):
            yield Place.objects.filter(index=self.index, card__game=game, card__key__in=batch)
        for batch in batches(selection.codes):
            cards = Printing.objects.filter(game=game, code__in=batch).values("card")
            yield Place.objects.filter(index=self.index, card__in=cards)

    def with_name(self, name: str, typed: str = "") -> int:
        """The cards that have this folded name as their name or as an alternative name; if names that fold alike are
        several, and one is the one that was typed, only its cards."""
        having = self.term(index_schema.alias(name))
        names = dict(Card.objects.filter(game=self.game.slug, name_key=name).values_list("pk", "name"))
        identical = {pk for pk, each in names.items() if identify(each) == identify(typed)}
        ids = identical or set(names)
        if not ids:
            return having
        having = 0 if len(ids) < len(names) else having
        places = Place.objects.filter(index=self.index, card__in=ids)  # a join would scan all places of the index
        return having | bits_of(places.values_list("position", flat=True), self.size)

    def with_code(self, code: str) -> int:
        """The cards that have a printing of this folded number, which the catalog has in capitals or as it is."""
        spellings = (code, code.upper())
        ids = list(Printing.objects.filter(game=self.game.slug, code__in=spellings).values_list("card", flat=True))
        if not ids:
            return 0
        places = Place.objects.filter(index=self.index, card__in=ids)
        return bits_of(places.values_list("position", flat=True), self.size)


def terms_of(leaf: Leaf) -> Iterator[str]:
    yield from leaf.terms
    for where, text in (*leaf.texts, *leaf.values):
        yield from (f"{where}~{gram}" for chain in index_schema.chains(text) for gram in chain)


def _costs(node: Node, leaves: Mapping[Node, Leaf]) -> bool:
    """Whether cards may have to be checked."""
    return any(leaves[part].texts or leaves[part].values for part in parts_of(node))


def batches(things: Iterable[T], length: int = BATCH) -> Iterator[list[T]]:
    things = iter(things)
    while batch := list(islice(things, length)):
        yield batch


_FOLDED = {"name": "card__name_key", "text": "card__text_key"}


def _condition(node: Node) -> Q | None:
    """A database condition for cards that match the node; None if the database cannot decide it. Words are searched for
    in the haystack."""
    if isinstance(node, Word):
        texts = (GreaterThan(StrIndex(F("card__haystack"), Value(text)), 0) for text in node.spellings)
        return reduce(operator.or_, map(Q, texts))
    if isinstance(node, Is) and node.attribute in _FOLDED:
        column = F(_FOLDED[node.attribute])
        return Q(Exact(column, node.value) if node.op == "=" else GreaterThan(StrIndex(column, Value(node.value)), 0))
    return None
