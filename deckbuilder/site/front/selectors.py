"""Queries for the front page: decks worth a look, and originals that have changed since they were copied."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.decks.selectors import OF_OPEN_ACCOUNTS
from games.engine.model.cards import SAMPLE

RECENT = timedelta(days=30)
"""How long a change of an original is news."""

NEWEST = 100
"""The public decks, last changed first, among which the most copied are looked for: a bound on the work."""


def proposals(games: Collection[str], most: int, *, besides: int | None = None, people: bool = True) -> QuerySet[Deck]:
    """Of the public decks of these games that changed last, those with the most favourites and copies by others first.

    `besides`: the primary key of an account whose decks are left out; `people`: whether favourites count. Decks of
    real cards come before those with invented ones.
    """
    public = Deck.objects.filter(OF_OPEN_ACCOUNTS, visibility=Visibility.PUBLIC, game__in=games)
    if besides is not None:
        public = public.filter(Q(owner=None) | ~Q(owner=besides))
    newest = public.order_by("-changed_at", "-id").values("pk")[:NEWEST]
    decks = Deck.objects.filter(pk__in=newest).select_related("owner", "verdict")
    invented = DeckLine.objects.filter(deck=OuterRef("pk"), printing__facts__set=SAMPLE)
    copies = Count("copies", filter=Q(copies__owner=None) | ~Q(copies__owner=F("owner")), distinct=True)
    praise = copies + Count("favourites", distinct=True) if people else copies
    ranked = decks.alias(invented=Exists(invented), praise=praise)
    return ranked.order_by("invented", "-praise", "-changed_at", "-id")[:most]


def changed_originals(decks: QuerySet[Deck], owner: int | None) -> QuerySet[Deck]:
    """Those of a person's decks whose original, somebody else's, has changed since they were copied; each with its
    original, last changed first."""
    others = Q(copied_from__owner=None) | ~Q(copied_from__owner=owner) if owner is not None else Q()
    changed = decks.filter(
        others,
        copied_from__deleted_at=None,
        copied_from__revision__gt=F("copied_at_revision"),
        copied_from__changed_at__gte=timezone.now() - RECENT,
    )
    readable = changed.exclude(copied_from__visibility=Visibility.PRIVATE)
    return readable.select_related("copied_from__owner").order_by("-copied_from__changed_at", "-id")
