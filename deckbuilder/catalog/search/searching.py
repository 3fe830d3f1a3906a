"""Card search in the database: the sets of cards that match each term are read from the index and combined.

Agrees with games.engine.reading.search.query.matches on every card, and counts exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from deckbuilder.catalog.index.index_queries import Sets, newest
from deckbuilder.catalog.index.index_schema import COUNTABLE
from deckbuilder.catalog.search import ranking
from deckbuilder.catalog.search.exact_names import readings
from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Admission, Game
from games.engine.reading.search.query import Node, parse

PAGE = 60
"""Cards on a page."""

TRIES = 5


@dataclass(frozen=True)
class SearchPage:
    """A page of search results, and the total number of results. `page` counts from 1."""

    cards: tuple[Card, ...] = ()
    total: int = 0
    page: int = 1
    size: int = PAGE
    order: str = ""

    @property
    def pages(self) -> int:
        return -(-self.total // self.size)

    @property
    def beyond(self) -> bool:
        """Whether this is past the last page."""
        return self.page > max(self.pages, 1)

    @property
    def more(self) -> int | None:
        """The next page's number, if there is one."""
        return self.page + 1 if self.page < self.pages else None


def search(
    game: Game,
    query: str | Node = "",
    *,
    order: str = "",
    page: int = 1,
    size: int = PAGE,
    admission: Admission | None = None,
    retired: bool = False,
) -> SearchPage:
    """A page of `size` cards of a game that match a search, or whose name it is apart from blanks and punctuation.
    Raises QueryError.

    `order`: "" for the best matches of the words first, otherwise the game's own order; "name" or an ordered attribute,
    with "-" in front for descending. Raises KeyError for any other.
    `admission`: only cards it lets in; among equally good matches, those it prefers come first.
    `retired`: include cards that are no longer in print.
    """
    results = SearchPage(page=page, size=size, order=order)
    for node in (parse(text, game) for text in readings(query, game)) if isinstance(query, str) else (query,):
        results = _search_newest(game, node, order, page, size, admission, retired)
        if results.total:
            break
    return results


def _search_newest(
    game: Game, node: Node, order: str, page: int, size: int, admission: Admission | None, retired: bool
) -> SearchPage:
    for _ in range(TRIES):
        index = newest(game)
        if index is None:
            return SearchPage(page=page, size=size, order=order)
        results = _search(Sets(game, index), node, order, page, size, admission, retired)
        if newest(game) is index:
            return results
    raise RuntimeError(f"the catalog of {game.slug} changes too often to be searched")


def _search(
    sets: Sets, node: Node, order: str, number: int, size: int, admission: Admission | None, retired: bool
) -> SearchPage:
    sets.prepare([node], admission)
    matching = sets.of_admission(admission) if admission else sets.all
    if not retired:
        matching &= sets.term("live")
    matching = sets.of(node, matching)
    parts = [matching] if order else ranking.tiers(sets, node, matching)
    if admission and admission.prefer and not order:
        parts = ranking.prefer(parts, sets.of(sets.admission_node(admission.prefer), matching))
    positions = ranking.result_page(sets, parts, (number - 1) * size, size, sets.order(order))
    return SearchPage(sets.cards(positions), matching.bit_count(), number, size, order)


def counts(game: Game, nodes: Sequence[Node]) -> list[int]:
    """The number of cards in print that match each of several searches."""
    index = newest(game)
    if index is None:
        return [0 for _ in nodes]
    sets = Sets(game, index)
    sets.prepare(nodes)
    return [sets.of(node, sets.term("live")).bit_count() for node in nodes]


class FacetCounts:
    """Counts a search's cards in print by value of an attribute. `admission`: only cards it lets in; `together`:
    attributes that are all asked for, whose terms are fetched in one query."""

    def __init__(self, game: Game, admission: Admission | None = None, together: Iterable[Attribute] = ()) -> None:
        index = newest(game)
        self._sets = Sets(game, index) if index else None
        self._admission = admission
        self._together = tuple(together)
        self._found: dict[Node, int] = {}

    @cached_property
    def _offered_cards(self) -> int:
        assert self._sets is not None
        live = self._sets.term("live")
        return live & self._sets.of_admission(self._admission) if self._admission else live

    def by_value(self, node: Node, attribute: Attribute) -> dict[str, int]:
        """The counts by value as printed; {} for an attribute with too many values."""
        if self._sets is None:
            return {}
        if node not in self._found:
            self._sets.prepare([node], self._admission)
            self._found[node] = self._sets.of(node, self._offered_cards)
        terms = self._terms(attribute)
        self._sets.fetch([*terms, *chain.from_iterable(map(self._terms, self._together))])
        matching = self._found[node]
        return {value: (self._sets.term(term) & matching).bit_count() for term, value in terms.items()}

    def _terms(self, attribute: Attribute) -> dict[str, str]:
        """The values of an attribute as printed, by term."""
        assert self._sets is not None
        values = self._sets.index.values.get(attribute.name, ())[:COUNTABLE]
        return {f"{attribute.name}={number}": value for number, (_, value, *_) in enumerate(values)}
