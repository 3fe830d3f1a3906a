"""Queries on the catalog, apart from searches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from deckbuilder.catalog import models
from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_queries import Sets, batches, by_token, newest
from deckbuilder.catalog.index.postings import most_common_positions
from deckbuilder.catalog.to_games import PrintedCard, card_of, to_card, with_code
from deckbuilder.common.database import storable
from games.engine.model.cards import SAMPLE, Card
from games.engine.model.game import Declaration, Game
from games.engine.reading.catalogs.catalog import exact_matches
from games.engine.texts.near_names import MIN_LIKENESS, NearNames
from games.engine.texts.writing import fold, without_spaces


def catalog_version(game: Game) -> int:
    """A number that changes with the game's catalog; 0 if there is none."""
    return catalog_versions([game])[game.slug]


def catalog_versions(games: Iterable[Game]) -> dict[str, int]:
    """As `catalog_version`, by slug, in one query."""
    versions = dict.fromkeys((game.slug for game in games), 0)
    return versions | dict(models.SearchIndex.objects.filter(game__in=versions, current=True).values_list("game", "pk"))


def cards_by_name(game: Game, names: Iterable[str]) -> dict[str, tuple[Card, ...]]:
    """The cards with exactly these names, as lists name them, by folded name; in one query or a few."""
    by_name: dict[str, tuple[Card, ...]] = {}
    for batch in batches(sorted(filter(storable, set(names)))):
        for row in models.Card.objects.in_catalog(game.slug).filter(name_key__in=batch).order_by("id"):
            by_name[row.name_key] = (*by_name.get(row.name_key, ()), to_card(row))
    return by_name


def names_in_catalog(game: Game, names: Iterable[str]) -> set[str]:
    """The folded names that are a card's own name, not only an alternative name; in one query or a few."""
    rows = models.Card.objects.in_catalog(game.slug)
    storable_names = sorted(filter(storable, set(names)))
    return {
        name
        for batch in batches(storable_names)
        for name in rows.filter(name_key__in=batch).values_list("name_key", flat=True)
    }


def cards_by_key(game: Game, keys: Iterable[str]) -> dict[str, Card]:
    """The catalog's cards with these keys, by key, in a few queries."""
    rows = models.Card.objects.in_catalog(game.slug)
    storable_keys = sorted(filter(storable, set(keys)))
    return {row.key: to_card(row) for batch in batches(storable_keys) for row in rows.filter(key__in=batch)}


def _printed_cards(rows: QuerySet[models.Printing]) -> Iterator[PrintedCard]:
    fields = ("pk", "code", "name", "card__facts", "card__haystack", "card__retired")
    for pk, code, name, *card in rows.values_list(*fields):
        yield PrintedCard(pk, code, name, with_code(card_of(*card), code))


def printings_by_code(game: Game, codes: Iterable[str]) -> dict[str, PrintedCard]:
    """Printings by number, in one query or a few."""
    rows = models.Printing.objects.filter(game=game.slug)
    groups = (_printed_cards(rows.filter(code__in=batch)) for batch in batches(sorted(set(codes))))
    return {each.code: each for each in chain.from_iterable(groups)}


def first_printings(game: Game, keys: Iterable[str]) -> dict[str, PrintedCard]:
    """The first printing of each of these cards, by the card's key, in one query or a few."""
    rows = models.Printing.objects.filter(game=game.slug)
    groups = (_printed_cards(rows.filter(card__key__in=batch)) for batch in batches(sorted(set(keys))))
    firsts: dict[str, PrintedCard] = {}
    for each in chain.from_iterable(groups):
        first = firsts.setdefault(each.card.key, each)
        if _rank(each) < _rank(first):
            firsts[each.card.key] = each
    return firsts


def _rank(printing: PrintedCard) -> int:
    """The place of a printing among those of its card."""
    codes = printing.card.codes
    return codes.index(printing.code) if printing.code in codes else len(codes)


MAX_REMEMBERED = 20_000
"""The most printings of one catalog that a process caches, 1 kB each."""


def printings_by_id(game: Game, rows: Iterable[int], index: models.SearchIndex | None = None) -> dict[int, PrintedCard]:
    """Printings by primary key. They are cached until the catalog changes, since decks show the same cards again and
    again. `index`: the newest one, if the caller has it."""
    rows = list(rows)
    index = index or (newest(game) if rows else None)
    cache = _card_cache(index.token, timezone.localdate()) if index else {}
    printings = {row: cache.get(row) for row in rows}
    missing = [row for row, each in printings.items() if each is None]
    missing_rows = models.Printing.objects.filter(pk__in=missing)
    new = {each.pk: each for each in _printed_cards(missing_rows)} if missing else {}
    if len(cache) + len(new) > MAX_REMEMBERED:
        cache.clear()
    cache.update(new)
    return {row: each for row, each in (printings | new).items() if each}


@lru_cache(maxsize=8)
def _card_cache(token: str, day: date) -> dict[int, PrintedCard]:
    """The cache for one version of a catalog on one day."""
    return {}


def pool(game: Game) -> tuple[Card, ...]:
    """All cards in print, sorted by name; cached until the catalog changes."""
    index = newest(game)
    return _pool(index.token, timezone.localdate(), game.slug) if index else ()


@lru_cache(maxsize=8)
def _pool(token: str, day: date, game: str) -> tuple[Card, ...]:
    rows = models.Card.objects.in_catalog(game).filter(retired=False).order_by("name_key", "key")
    return tuple(map(to_card, rows))


class Counted(NamedTuple):
    """A value of an attribute and how many cards in print have it."""

    value: str
    cards: int


def all_value_counts(game: Game, index: models.SearchIndex | None = None) -> dict[str, tuple[Counted, ...]]:
    """The values of cards in print by attribute, as filters list them; attributes with too many values are left out.

    `index`: the newest one, if the caller has it.
    """
    index = index or newest(game)
    return _all_value_counts(index.token) if index else {}


@lru_cache(maxsize=64)
def _all_value_counts(token: str) -> dict[str, tuple[Counted, ...]]:
    return {
        name: tuple(Counted(raw, live) for _, raw, live, _ in values if live)
        for name, values in by_token(token).values.items()
        if len(values) <= index_schema.COUNTABLE
    }


def value_counts(game: Game, attribute: str, index: models.SearchIndex | None = None) -> tuple[Counted, ...]:
    """The values of an attribute on cards in print, as filters list them; empty if there are too many to list."""
    return all_value_counts(game, index).get(attribute, ())


def values_of(game: Game, attribute: str, index: models.SearchIndex | None = None) -> tuple[str, ...]:
    """The values of an attribute on cards in print."""
    return tuple(each.value for each in value_counts(game, attribute, index))


def declarable(game: Game, declaration: Declaration, index: models.SearchIndex | None = None) -> tuple[str, ...]:
    """The values that can be declared with a deck."""
    return tuple(each for each in values_of(game, declaration.attribute, index) if each not in declaration.neutral)


def sets_of(game: Game) -> tuple[str, ...]:
    """The sets of a game's cards, in print or not, as filters list them."""
    index = newest(game)
    return tuple(raw for _, raw, *_ in by_token(index.token).values.get("set", ())) if index else ()


def has_sample_cards(game: Game) -> bool:
    """Whether the catalog has sample cards, in print or retired."""
    return models.Printing.objects.filter(game=game.slug, facts__set=SAMPLE).exists()


CANDIDATES = 50
"""How many cards are compared with a mistyped name: those that share the most characters with it."""

RARE, COMMON = 24, 4000
"""The most character pairs of a name that are looked up, and the most cards such a pair may be on."""


class Lookup:
    """games.engine.reading.catalogs.catalog.Lookup backed by the database, with a few queries for a whole list.

    What `prefetch` does not find directly is looked up on first use, for the whole list at once: by alternative names
    and by other spellings of a number. Raises TooLarge if alternative names match more than `most_alike` cards.
    """

    most_alike = 8_000

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rows = models.Card.objects.in_catalog(game.slug)
        self._names: dict[str, list[Card]] = {}
        self._codes: dict[str, Card | None] = {}
        self._keys: dict[str, Card | None] = {}
        self._unnamed: set[str] = set()
        self._unspaced: dict[str, list[Card] | None] = {}
        self._uncoded: set[str] = set()
        self._placed: dict[int, Card] = {}

    def prefetch(self, names: Collection[str], codes: Collection[str]) -> None:
        fresh = sorted({key for name in names if (key := fold(name)) not in self._names})
        for name in fresh:
            self._names[name] = []
        for name in names:
            self._unspaced.setdefault(without_spaces(name), None)
        fresh_names = list(filter(storable, fresh))
        if fresh_names:
            for row in self._rows.filter(name_key__among=fresh_names).order_by("id"):
                self._names[row.name_key].append(to_card(row))
        self._unnamed |= {name for name in fresh_names if name and not self._names[name]}
        fresh_codes = sorted({code for code in codes if code not in self._codes})
        self._codes |= dict.fromkeys(fresh_codes)
        fresh_codes = list(filter(storable, fresh_codes))
        if fresh_codes:
            for printing in self._printings(code__among=fresh_codes):
                self._codes[printing.code] = with_code(to_card(printing.card), printing.code)
        self._uncoded |= {code for code in fresh_codes if code and not self._codes[code]}

    def _printings(self, **conditions: object) -> QuerySet[models.Printing]:
        return models.Printing.objects.filter(game=self.game.slug).filter(**conditions).select_related("card")

    def by_code(self, code: str) -> Card | None:
        """The card of that printing; width and case of the number do not matter, unless that makes it ambiguous."""
        if code not in self._codes:
            self.prefetch((), (code,))
        if code in self._uncoded:
            self._find_codes()
        return self._codes[code]

    def _find_codes(self) -> None:
        cards_by_code: dict[str, dict[int, models.Card]] = {}
        keys = sorted({fold(code) for code in self._uncoded})
        for row in self._printings().alias(folded=Lower("code")).filter(folded__among=keys):
            cards_by_code.setdefault(fold(row.code), {})[row.card_id] = row.card
        for code in self._uncoded:
            alike = cards_by_code.get(fold(code), {})
            self._codes[code] = to_card(next(iter(alike.values()))) if len(alike) == 1 else None
        self._uncoded = set()

    def by_key(self, key: str) -> Card | None:
        """The card with that key; the cards that zones are prefilled with are looked up with it."""
        if key not in self._keys:
            prefill_keys = {each for zone in self.game.zones if zone.prefill for each in zone.prefill()}
            missing = {key, *prefill_keys} - self._keys.keys()
            self._keys |= dict.fromkeys(missing)
            self._keys |= {row.key: to_card(row) for row in self._rows.filter(key__among=sorted(missing))}
        return self._keys[key]

    def find(self, name: str) -> Sequence[Card]:
        """The cards with that name, otherwise those with it as an alternative name, in any spelling."""
        key = fold(name)
        if key not in self._names:
            self.prefetch((name,), ())
        if key in self._unnamed:
            self._find_names()
        return exact_matches(self._names[key], name)

    def _find_names(self) -> None:
        if self._sets:  # a name that nothing has is next looked up without spaces: in the same query
            bare = (index_schema.bare(name) for name, cards in self._unspaced.items() if cards is None)
            self._sets.fetch((*map(index_schema.alias, self._unnamed), *bare))
        for name, cards in self._cards_of_terms({name: index_schema.alias(name) for name in self._unnamed}):
            self._names[name] += cards
        self._unnamed = set()

    def _cards_of_terms(self, terms: Mapping[str, str]) -> Iterator[tuple[str, list[Card]]]:
        """The names whose terms have cards, with these cards."""
        cards_by_term = self._sets.cards_by_term(set(terms.values()), self.most_alike) if self._sets else {}
        return ((name, cards_by_term[term]) for name, term in terms.items() if term in cards_by_term)

    def find_without_spaces(self, name: str) -> Sequence[Card]:
        """The cards whose name is the same except for spaces, in any spelling."""
        bare = without_spaces(name)
        if bare not in self._unspaced:
            self.prefetch((name,), ())
        if self._unspaced[bare] is None:
            self._find_bare_names()
        return exact_matches(self._unspaced[bare] or (), name)

    def _find_bare_names(self) -> None:
        """Look up all pending names at once."""
        pending = sorted(name for name, cards in self._unspaced.items() if cards is None)
        by_name: dict[str, list[Card]] = {name: [] for name in pending}
        bare = [name for name in pending if name and storable(name)]
        for row in self._rows.filter(name_key__among=bare).order_by("id"):
            by_name[row.name_key].append(to_card(row))
        for name, cards in self._cards_of_terms({name: index_schema.bare(name) for name in pending}):
            by_name[name] += cards
        self._unspaced |= by_name

    def near(self, name: str, n: int = 5, *, least: float = MIN_LIKENESS) -> Sequence[str]:
        """Up to n similar names, most similar first. `least`: the similarity that they must have."""
        key = fold(name)[:40]
        grams = {key[at : at + 2] for at in range(len(key) - 1)} | {char for char in key if char >= "\u2e80"}
        if not grams or not (sets := self._sets):
            return ()
        positions = _sharing(sets, grams)
        self._placed |= sets.at([position for position in positions if position not in self._placed])
        cards = [self._placed[position] for position in positions if position in self._placed]
        return NearNames((each, card.name) for card in cards for each in (card.name, *card.alt_names)).near(
            name, n, least=least
        )

    @cached_property
    def _sets(self) -> Sets | None:
        """The sets of one index, used for a whole list."""
        index = newest(self.game)
        return Sets(self.game, index) if index else None


def _sharing(sets: Sets, grams: Iterable[str]) -> list[int]:
    """The positions of the cards in print that share the most of these grams in their names, judged by the rarest
    grams."""
    terms = [f"{where}~{gram}" for where in ("name", "*") for gram in sorted(grams)]
    sets.fetch(("live", *terms))
    live = sets.term("live")
    by_rarity = sorted(filter(None, (sets.term(term) & live for term in terms)), key=int.bit_count)
    rare = [each for each in by_rarity[:RARE] if each.bit_count() <= COMMON] or by_rarity[:1]
    return most_common_positions(rare, sets.size, CANDIDATES)


def near_codes(game: Game, code: str, n: int = 6) -> tuple[Card, ...]:
    """Cards that an unknown number may have meant: by the beginning of the number, otherwise read as a name."""
    rows = models.Printing.objects.filter(
        game=game.slug, code__istartswith=code[: max(3, len(code) - 2)]
    ).select_related("card")
    cards = {row.card_id: to_card(row.card) for row in rows[: 4 * n]}
    lookup = Lookup(game)
    alike = [card for name in lookup.near(code, n) for card in lookup.find(name)] if not cards else []
    return (*cards.values(), *alike)[:n]
