"""Queries on restriction lists: their versions, the cards that their entries mean, and the limits for a card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from deckbuilder.catalog import models
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.restrictions.sentences import limit_words
from deckbuilder.catalog.selectors import cards_by_name, names_in_catalog
from deckbuilder.catalog.to_games import to_card, to_list
from deckbuilder.catalog.traced import readable_traces
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import Listed, RestrictionList
from games.engine.reading.catalogs.catalog import exact_matches
from games.engine.rules.list_versions import State, version_states


def restriction_lists(game: Game) -> tuple[RestrictionList, ...]:
    """All versions of all lists, those that come with the game and the public ones in the database, tied to their
    printings."""
    return lists_by_game([game])[game.slug]


def lists_by_game(games: Iterable[Game]) -> dict[str, tuple[RestrictionList, ...]]:
    """As `restriction_lists`, by slug, in two queries for any number of games."""
    lists = {game.slug: list(game.lists) for game in games}
    for row in models.RestrictionList.objects.filter(game__in=lists, status=models.ListStatus.PUBLIC):
        lists[row.game].append(to_list(row))
    codes = _codes_by_game({slug: {each.slug for each in lists[slug]} for slug in lists})
    return {slug: _with_codes(lists[slug], codes[slug]) for slug in lists}


def lists_that_count(game: Game) -> tuple[RestrictionList, ...]:
    """The versions of lists that are in force today or announced."""
    states = version_states(restriction_lists(game), game, timezone.localdate())
    return tuple(each for each, state in states if state != "past")


def with_ties(game: Game, lists: Sequence[RestrictionList]) -> tuple[RestrictionList, ...]:
    """These lists with their entries tied to the printings they mean."""
    return _with_codes(lists, codes_of_entries(game, {each.slug for each in lists}))


def _with_codes(
    lists: Iterable[RestrictionList], codes: Mapping[tuple[str, str], Codes]
) -> tuple[RestrictionList, ...]:
    return tuple(each.with_codes(codes.get((each.slug, each.version), {})) for each in lists)


def public_row(game: Game, slug: str, version: str) -> models.RestrictionList | None:
    """The stored version of a list, also a withdrawn one; None for a draft, and for one that comes with the game."""
    rows = models.RestrictionList.objects.filter(game=game.slug, slug=slug, version=version)
    return rows.exclude(status=models.ListStatus.DRAFT).first()


def drafts_of(game: Game) -> QuerySet[models.RestrictionList]:
    """The drafts of a game's lists, the next day first."""
    rows = models.RestrictionList.objects.filter(game=game.slug, status=models.ListStatus.DRAFT)
    return rows.order_by("effective_from", "id")


def withdrawn_lists(game: Game) -> tuple[RestrictionList, ...]:
    """The versions that were announced and withdrawn before their day."""
    rows = models.RestrictionList.objects.filter(game=game.slug, status=models.ListStatus.WITHDRAWN)
    return tuple(map(to_list, rows))


def days_of_corrections(game: Game) -> dict[tuple[str, str], str]:
    """The day of the last correction of each corrected version, as ISO text, by slug and version."""
    rows = models.RestrictionList.objects.filter(game=game.slug, status=models.ListStatus.PUBLIC)
    corrected = rows.exclude(corrections=[]).only("slug", "version", "corrections")
    traces = {(row.slug, row.version): readable_traces(row) for row in corrected}
    return {name: str(each[-1].get("on")) for name, each in traces.items() if each}


Codes = dict[str, list[str]]
"""The numbers of printings, by entry of a list as written."""


def codes_of_entries(game: Game, slugs: Collection[str]) -> dict[tuple[str, str], Codes]:
    """The printings that the entries of these lists are tied to, by slug and version."""
    return _codes_by_game({game.slug: slugs})[game.slug]


def _codes_by_game(slugs: Mapping[str, Collection[str]]) -> dict[str, dict[tuple[str, str], Codes]]:
    """`slugs`: of lists, by game."""
    codes: dict[str, dict[tuple[str, str], Codes]] = {game: {} for game in slugs}
    lists = {slug for each in slugs.values() for slug in each}
    for row in models.ListTies.objects.filter(game__in=slugs, slug__in=lists) if lists else ():
        if row.slug in slugs[row.game]:
            codes[row.game][row.slug, row.version] = readable_codes(row.codes)
    return codes


def readable_codes(raw: object) -> Codes:
    """Ties as stored, without what cannot be read of them."""
    pairs = raw.items() if isinstance(raw, dict) else ()
    return {text: [code for code in each if isinstance(code, str)] for text, each in pairs if isinstance(each, list)}


Listing = Mapping[str, tuple[Card, ...]]
"""The cards in the catalog that the entries of a list mean, by the entry's key."""


def cards_on(game: Game, each: RestrictionList, keys: Collection[str] | None = None) -> Listing:
    """The cards that the entries of a list mean, () for an entry that means none; in a few queries. `keys`: of these
    entries alone."""
    listed = {key: each.entry(key) for key in (each.limits if keys is None else keys)}
    by_name = cards_by_name(game, {entry.name for entry in listed.values() if not entry.codes})
    by_code = _cards_by_code(game, {code for entry in listed.values() for code in entry.codes})

    def cards(key: str, entry: Listed) -> Iterable[Card]:
        if not entry.codes:
            named = filter(entry.is_named, by_name.get(entry.name, ()))
            return named if entry.attribute else exact_matches(named, each.names.get(key, key))
        return (by_code[code] for code in sorted(entry.codes) if code in by_code)

    return {key: tuple(dict.fromkeys(cards(key, entry))) for key, entry in listed.items()}


def entries_without_card(game: Game, each: RestrictionList) -> tuple[str, ...]:
    """The keys of the entries that mean no card in the catalog; in a few queries, without loading all cards."""
    listed = {key: each.entry(key) for key in each.limits}
    names = names_in_catalog(game, (entry.name for entry in listed.values() if not (entry.codes or entry.attribute)))
    cards = cards_by_name(game, {entry.name for entry in listed.values() if entry.attribute and not entry.codes})
    codes = _codes_in_catalog(game, {code for entry in listed.values() for code in entry.codes})

    def has_card(entry: Listed) -> bool:
        if entry.codes:
            return not entry.codes.isdisjoint(codes)
        return any(map(entry.is_named, cards.get(entry.name, ()))) if entry.attribute else entry.name in names

    return tuple(key for key, entry in listed.items() if not has_card(entry))


def _codes_in_catalog(game: Game, codes: Iterable[str]) -> set[str]:
    rows = models.Printing.objects.filter(game=game.slug)
    return {
        code for batch in batches(sorted(codes)) for code in rows.filter(code__in=batch).values_list("code", flat=True)
    }


def _cards_by_code(game: Game, codes: Iterable[str]) -> dict[str, Card]:
    """The cards of these printings, by all their numbers."""
    by_code: dict[str, Card] = {}
    for batch in batches(sorted(codes)):
        ids = models.Printing.objects.filter(game=game.slug, code__in=batch).values("card")
        for card in map(to_card, models.Card.objects.filter(pk__in=ids)):
            by_code |= dict.fromkeys(card.codes, card)
    return by_code


class ListMention(NamedTuple):
    """A list's limit for a card, in copies; None: as many as the rules allow. A card that is missing from a pool is not
    `named`."""

    list: RestrictionList
    state: State
    limit: int | None
    named: bool

    @property
    def words(self) -> str:
        return limit_words(self.limit, named=self.named)


def list_mentions(card: Card, game: Game) -> tuple[ListMention, ...]:
    """The limits for a card on lists in force today or announced."""
    states = version_states(restriction_lists(game), game, timezone.localdate())
    return tuple(
        ListMention(each, state, each.limit(card), bool(each.keys_of(card)))
        for each, state in states
        if state != "past" and (each.pool or each.limit(card) is not None)
    )
