"""Queries on public decks and their authors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.conf import settings
from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce, Lower

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Card
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.input import InputError
from deckbuilder.decks import selectors
from deckbuilder.decks.library.judgements import RulesOf, holding, rules_of
from deckbuilder.decks.models import Deck, DeckLine, Favourite, Follow, Visibility
from deckbuilder.decks.public.filters import Filters, leading_zones
from games.engine.model.cards import Card as EngineCard
from games.engine.model.decks import MAYBE
from games.engine.model.game import Game
from games.registry import GAMES, get

NO_RULES: RulesOf = {}

NEAR = 3
"""The most names that are proposed for one that no card has."""


def _count_of(rows: QuerySet[Deck] | QuerySet[Favourite], field: str) -> Coalesce:
    counts = rows.filter(**{field: OuterRef("pk")}).order_by().values(field).annotate(all=Count("pk")).values("all")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)


def _copies() -> QuerySet[Deck]:
    """Decks that somebody copied from another's."""
    return Deck.objects.filter(Q(owner=None) | ~Q(owner=F("copied_from__owner")))


_BY_CHANGE: tuple[OrderBy | str, ...] = ("-changed_at", "-id")


def _order(decks: QuerySet[Deck], order: str) -> QuerySet[Deck]:
    if order == "copies":
        return decks.alias(copy_count=_count_of(_copies(), "copied_from")).order_by("-copy_count", *_BY_CHANGE)
    if order == "favourites":
        by_count = decks.alias(favourite_count=_count_of(Favourite.objects.all(), "deck"))
        return by_count.order_by("-favourite_count", *_BY_CHANGE)
    if order == "name":
        return decks.order_by(Case(When(name="", then=1), default=0).asc(), Lower("name").asc(), "id")
    return decks.order_by("-created_at", "-id") if order == "new" else decks.order_by(*_BY_CHANGE)


NamedCards = Mapping[str, Mapping[str, Iterable[EngineCard]]]
"""The cards of each name or number, by game."""


def named_cards(filters: Filters) -> NamedCards:
    """The cards that decks are to have or to lack. Raises InputError with near names for a name that no card has."""
    game, names = filters.known_game, (*filters.having, *filters.lacking)
    games = ((game,) if game else GAMES) if names else ()
    lookups = [Lookup(each) for each in games]
    for lookup in lookups:
        lookup.prefetch(names, names)
    fields = dict.fromkeys(filters.lacking, "without") | dict.fromkeys(filters.having, "with")
    return {name: _cards_by_game(lookups, name, fields[name]) for name in names}


def _cards_by_game(lookups: list[Lookup], name: str, field: str) -> dict[str, list[EngineCard]]:
    cards: dict[str, list[EngineCard]] = {}
    for lookup in lookups:
        by_code = lookup.by_code(name)
        if each := lookup.find(name) or lookup.find_without_spaces(name) or ((by_code,) if by_code else ()):
            cards[lookup.game.slug] = list(each)
    if not cards:
        near = [each for lookup in lookups for each in lookup.near(name, NEAR)][:NEAR]
        if near:
            raise InputError("no-such-card", field=field, name=name, near=near)
        raise InputError("no-card-named", field=field, name=name)
    return cards


def rules_for(filters: Filters) -> RulesOf:
    """What the decks that these filters may show are judged by; of all games where the page counts those of all."""
    return rules_of(selectors.public_decks("" if filters.status else filters.game))


def matching_decks(filters: Filters, cards: NamedCards, rules: RulesOf = NO_RULES) -> QuerySet[Deck]:
    """The public decks that pass all filters, in their order, illegal ones last. `cards`: of the names in the filters;
    `rules`: as from rules_for, by which stored verdicts hold; a deck without one has no status.

    Raises InputError for words that cannot be searched for.
    """
    decks = selectors.public_decks(filters.game, filters.format, filters.words)
    if filters.author:
        decks = decks.filter(owner__username=filters.author)
    for key, values in filters.declared:
        decks = decks.filter(**{f"declarations__{key}__in": values})
    if filters.leaders and (game := filters.known_game):
        decks = decks.filter(
            Exists(_leading(game).filter(deck=OuterRef("pk"), printing__card__key__in=filters.leaders))
        )
    for names, is_in in ((filters.having, True), (filters.lacking, False)):
        for name in names:
            lines = _lines_of(cards[name]).filter(deck=OuterRef("pk"))
            decks = decks.filter(Exists(lines) if is_in else ~Exists(lines))
    if filters.status:
        decks = decks.filter(holding(rules), verdict__status=filters.status)
    is_illegal = Case(When(holding(rules) & Q(verdict__status="illegal"), then=1), default=0)
    ordered = _order(decks, filters.order)
    return ordered.order_by(is_illegal, *ordered.query.order_by)


def _leading(game: Game) -> QuerySet[DeckLine]:
    zones = [zone.slug for zone in leading_zones(game)]
    return DeckLine.objects.filter(zone__in=zones, printing__game=game.slug)


def _lines_of(cards: Mapping[str, Iterable[EngineCard]]) -> QuerySet[DeckLine]:
    by_game = Q()
    for slug, each in cards.items():
        by_game |= Q(printing__card__game=slug, printing__card__key__in=[card.key for card in each])
    return DeckLine.objects.exclude(zone=MAYBE).filter(by_game)


class Choice(NamedTuple):
    """A value to filter by, with the number of decks that have it."""

    value: str
    decks: int


def game_counts(filters: Filters, cards: NamedCards, rules: RulesOf = NO_RULES) -> dict[str, int]:
    """The number of decks of each game that pass what no game decides."""
    decks = matching_decks(filters.with_changes(game=""), cards, rules).order_by()
    return dict(decks.values_list("game").annotate(all=Count("pk")))


def format_counts(filters: Filters, cards: NamedCards, rules: RulesOf = NO_RULES) -> dict[str, int]:
    """The number of decks of each format that pass the other filters."""
    decks = matching_decks(replace(filters, format=""), cards, rules).order_by()
    return dict(decks.values_list("format").annotate(all=Count("pk")))


def status_counts(filters: Filters, cards: NamedCards, rules: RulesOf = NO_RULES) -> dict[str, int]:
    """The number of decks of each status that pass the other filters."""
    decks = matching_decks(replace(filters, status=""), cards, rules).order_by().filter(holding(rules))
    return dict(decks.values_list("verdict__status").annotate(all=Count("pk")))


def declared_choices(filters: Filters, cards: NamedCards, key: str, rules: RulesOf = NO_RULES) -> list[Choice]:
    """The values that decks passing the other filters declare, the most frequent first."""
    others = tuple(each for each in filters.declared if each[0] != key)
    decks = matching_decks(replace(filters, declared=others), cards, rules).order_by()
    rows = decks.values_list(f"declarations__{key}")
    return _sorted_choices(rows.annotate(all=Count("pk")))


def leader_choices(filters: Filters, cards: NamedCards, rules: RulesOf = NO_RULES) -> list[Choice]:
    """The keys of the cards that lead the decks passing the other filters, the most frequent first."""
    game = filters.known_game
    if game is None:
        return []
    decks = matching_decks(replace(filters, leaders=()), cards, rules).order_by()
    rows = _leading(game).order_by().filter(deck__in=decks.values("pk")).values_list("printing__card__key")
    return _sorted_choices(rows.annotate(all=Count("deck", distinct=True)))


def _sorted_choices(rows: Iterable[tuple[str | None, int]]) -> list[Choice]:
    choices = (Choice(value, count) for value, count in rows if value)
    return sorted(choices, key=lambda choice: (-choice.decks, choice.value))


def leader_rows(game: Game, keys: Iterable[str]) -> dict[str, Card]:
    """The rows of cards by key."""
    return {row.key: row for row in Card.objects.filter(game=game.slug, key__in=list(keys))}


class Counts(NamedTuple):
    """How often a deck is a favourite, how often others copied it, and whether it is a favourite of the reader."""

    favourites: int = 0
    copies: int = 0
    is_mine: bool = False


def counts_of(decks: Iterable[Deck], reader: User | None = None) -> dict[int, Counts]:
    """By id of the deck, in two queries for any number."""
    ids = [deck.pk for deck in decks]
    favourites = Favourite.objects.filter(deck__in=ids).order_by().values("deck")
    rows = favourites.annotate(all=Count("pk"), own=Count("pk", filter=Q(user=reader)))
    by_deck = {row["deck"]: row for row in rows}
    copies = dict(_copies().filter(copied_from__in=ids).order_by().values_list("copied_from").annotate(all=Count("pk")))
    none = {"all": 0, "own": 0}
    marks = {pk: by_deck.get(pk, none) for pk in ids}
    return {pk: Counts(marks[pk]["all"], copies.get(pk, 0), marks[pk]["own"] > 0) for pk in ids}


class Author(NamedTuple):
    """Somebody with public decks."""

    user: User
    decks: int
    followers: int
    games: tuple[Game, ...]
    """Of the public decks, the most frequent first."""


def author_of(name: str) -> Author:
    """Raises NotFoundError for a person without public decks, just as for one that does not exist, and where the
    operator has turned authors' pages off."""
    user = User.objects.filter(username=name, is_active=True).first() if settings.PEOPLE else None
    if user is None:
        raise NotFoundError
    decks = Deck.objects.filter(owner=user, visibility=Visibility.PUBLIC).order_by()
    by_game = sorted(decks.values_list("game").annotate(all=Count("pk")), key=lambda row: (-row[1], row[0]))
    if not by_game:
        raise NotFoundError
    slugs = {game.slug for game in GAMES}
    games = tuple(get(slug) for slug, _count in by_game if slug in slugs)
    return Author(user, sum(count for _slug, count in by_game), user.followers.count(), games)


def authors_with_decks(people: Iterable[int]) -> set[int]:
    """The primary keys of those among these people who have public decks."""
    decks = Deck.objects.filter(owner__in=set(people), visibility=Visibility.PUBLIC).order_by()
    return {pk for pk in decks.values_list("owner", flat=True).distinct() if pk}


def follows(follower: User | None, author: User) -> bool:
    return follower is not None and Follow.objects.filter(follower=follower, author=author).exists()


def favourites_of(user: User) -> QuerySet[Deck]:
    """The decks that somebody marked and may still read, last marked first."""
    readable = Q(owner=user) | ~Q(visibility=Visibility.PRIVATE)
    decks = Deck.objects.filter(readable, favourites__user=user).select_related("owner")
    return decks.order_by("-favourites__made_at", "-favourites__id")


def followed_decks(user: User) -> QuerySet[Deck]:
    """The public decks of the authors whom somebody follows, last changed first."""
    return selectors.public_decks().filter(owner__followers__follower=user)


def followed_authors(user: User) -> list[User]:
    """Those who still have public decks, by name."""
    public = Deck.objects.filter(owner=OuterRef("pk"), visibility=Visibility.PUBLIC)
    return list(User.objects.filter(Exists(public), followers__follower=user, is_active=True).order_by("username"))
