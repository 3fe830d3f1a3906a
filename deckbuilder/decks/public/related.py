"""What belongs to a deck beside its cards: named versions, public copies, and public decks with the same cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from deckbuilder.catalog.models import Printing
from deckbuilder.decks.models import Deck, DeckLine, Version, Visibility
from deckbuilder.decks.selectors import OF_OPEN_ACCOUNTS
from games.engine.model.decks import MAYBE, DeckEntry
from games.engine.model.game import Game

CANDIDATES = 300
"""The public decks of a game, last changed first, among which similar ones are looked for: a bound on the work."""

LEAST_SHARE = 1 / 3
"""Of a deck's different cards, how many another must have to be similar."""


class Similar(NamedTuple):
    """Another deck, and how many of the different cards it has."""

    deck: Deck
    shared: int


def readable_versions(deck: Deck, *, editable: bool) -> QuerySet[Version]:
    """The named versions that a reader may see, the latest first. `editable`: the reader may change the deck."""
    versions = deck.versions.defer("content")
    return versions if editable else versions.filter(number__gte=deck.first_shared_version)


def public_copies(deck: Deck) -> QuerySet[Deck]:
    """The public decks that others made from a deck, last changed first."""
    others = Q(owner=None) | ~Q(owner=deck.owner_id) if deck.owner_id else Q()
    copies = Deck.objects.filter(OF_OPEN_ACCOUNTS, others, copied_from=deck, visibility=Visibility.PUBLIC)
    return copies.select_related("owner").order_by("-changed_at", "-id")


def different_cards(entries: Iterable[DeckEntry]) -> frozenset[str]:
    """The numbers of one printing of each different card."""
    return frozenset(entry.card.codes[0] for entry in entries if entry.card.codes)


def similar_decks(deck: Deck, game: Game, codes: frozenset[str], most: int) -> list[Similar]:
    """The public decks with the most of these cards in any printing, in two queries; not those copied from this one.

    `codes`: a number of a printing of each different card. Decks with less than a third of the cards are not similar.
    """
    if not codes:
        return []
    newest = Deck.objects.filter(OF_OPEN_ACCOUNTS, visibility=Visibility.PUBLIC, game=game.slug).exclude(pk=deck.pk)
    candidates = newest.order_by("-changed_at", "-id").values("pk")[:CANDIDATES]
    cards = Printing.objects.filter(game=game.slug, code__in=sorted(codes)).values("card")
    lines = DeckLine.objects.exclude(zone=MAYBE).filter(deck__in=candidates, printing__card__in=cards).order_by()
    counted = lines.values("deck").annotate(shared=Count("printing__card", distinct=True))
    near = counted.filter(shared__gte=max(1, round(len(codes) * LEAST_SHARE))).exclude(deck__copied_from=deck)
    rows = dict(near.order_by("-shared", "-deck").values_list("deck", "shared")[:most])
    by_number = Deck.objects.filter(pk__in=rows).select_related("owner", "verdict").in_bulk()
    return [Similar(by_number[number], shared) for number, shared in rows.items() if number in by_number]
