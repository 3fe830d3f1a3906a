"""Queries on reports and on the log of moderators. They show decks and comments as they were reported, or as everybody
sees them now: nothing of what its owner has made private since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.decks.models import Comment, Deck, ModerationEntry, Report, Visibility
from games.engine.model.game import Game

Games = Iterable[Game]


def _slugs(games: Games) -> list[str]:
    return [game.slug for game in games]


def open_reports(games: Games) -> QuerySet[Report]:
    return Report.objects.filter(game__in=_slugs(games), outcome="", deck__deleted_at=None)


def decidable_decks(games: Games) -> QuerySet[Deck]:
    """Decks that are shared, reported or hidden."""
    reported = Report.objects.filter(deck=OuterRef("pk"), comment=None)
    shown = ~Q(visibility=Visibility.PRIVATE) | ~Q(hidden_reason="") | Exists(reported)
    return Deck.objects.filter(shown, game__in=_slugs(games)).select_related("owner")


def decidable_comments(games: Games) -> QuerySet[Comment]:
    """Comments that everybody sees, or that were reported or removed."""
    reported = Report.objects.filter(comment=OuterRef("pk"))
    shown = Q(deck__visibility=Visibility.PUBLIC) | ~Q(removed_reason="") | Exists(reported)
    comments = Comment.objects.filter(shown, deck__game__in=_slugs(games), deck__deleted_at=None)
    return comments.select_related("author", "deck__owner")


class Thing(NamedTuple):
    """A reported deck or comment, by primary key: `comment` None for the deck itself."""

    deck: int
    comment: int | None


def things(games: Games) -> QuerySet[Report, Any]:
    """The reported decks and comments about which nobody has decided, those that most people reported first."""
    groups = open_reports(games).order_by().values("deck", "comment")
    return groups.annotate(count=Count("pk"), first=Min("made_at")).order_by("-count", "first", "deck", "comment")


def reports_of(rows: Iterable[dict[str, Any]], games: Games) -> dict[Thing, list[Report]]:
    """The open reports of these, oldest first, in one query."""
    keys = [Thing(row["deck"], row["comment"]) for row in rows]
    reports = open_reports(games).filter(deck__in={each.deck for each in keys})
    reports = reports.select_related("deck__owner", "comment__author", "reporter").order_by("made_at", "id")
    groups: dict[Thing, list[Report]] = {each: [] for each in keys}
    for report in reports:
        if (thing := Thing(report.deck_id, report.comment_id)) in groups:
            groups[thing].append(report)
    return groups


def public_decks_of(person: User, games: Games) -> QuerySet[Deck]:
    decks = Deck.objects.filter(owner=person, visibility=Visibility.PUBLIC, game__in=_slugs(games))
    return decks.order_by("-changed_at", "-id")


def hidden_decks_of(person: User, games: Games) -> QuerySet[Deck]:
    """What staff have hidden of a person's: for its reason, not to be read."""
    return Deck.objects.filter(owner=person, game__in=_slugs(games)).exclude(hidden_reason="").order_by("-id")


def titles_of(decks: Iterable[Deck]) -> dict[int, str]:
    """What decks were called when staff last decided about them, by primary key."""
    entries = ModerationEntry.objects.filter(deck__in=[deck.pk for deck in decks]).order_by("made_at", "id")
    return {pk: title for pk, title in entries.values_list("deck", "title") if pk}


def shown_title(deck: Deck) -> str:
    """What a deck was called when moderators, or everybody, last saw it."""
    if deck.visibility != Visibility.PRIVATE:
        return deck.name
    report = deck.reports.order_by("made_at", "id").last()
    return report.title if report else titles_of([deck]).get(deck.pk, "")


def comments_of(person: User, games: Games) -> QuerySet[Comment]:
    """Their comments that everybody sees, and those that staff have removed, the newest first."""
    shown = Q(deck__visibility=Visibility.PUBLIC) | ~Q(removed_reason="")
    return decidable_comments(games).filter(shown, author=person).order_by("-made_at", "-id")


def suspensions_in(person: User, games: Games) -> QuerySet[Suspension]:
    return Suspension.objects.filter(user=person, game__in=_slugs(games)).order_by("game", "what")


def log_of(games: Games, person: User | None = None) -> QuerySet[ModerationEntry]:
    """What was done in these games, or about a person in them, the newest first."""
    entries = ModerationEntry.objects.filter(game__in=_slugs(games)).select_related("actor", "person")
    return entries if person is None else entries.filter(person=person)


def is_known(person: User, games: Games) -> bool:
    """Whether moderators of these games know somebody: by a public deck, a comment, or what was done about them."""
    rows = (public_decks_of(person, games), comments_of(person, games), log_of(games, person))
    return any(each.exists() for each in rows) or open_reports(games).filter(deck__owner=person).exists()
