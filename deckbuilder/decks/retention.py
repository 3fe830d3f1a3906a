"""How long decks without an owner, and the changes of all decks, are kept."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from deckbuilder.common.operations.tidying import RetentionRule
from deckbuilder.decks.models import UNDO_HOURS, Deck, LibraryChange, Photo, Report, Revision, RevisionState, Visibility


def forgotten_decks(now: datetime) -> QuerySet[Deck]:
    """Decks without an owner that nobody opened or changed for DECK_DAYS. Decks that others may see stay."""
    limit = now - timedelta(days=settings.DECK_DAYS)
    unseen = Q(opened_on__lt=timezone.localdate(limit), changed_at__lt=limit)
    return Deck.objects.filter(unseen, owner=None, visibility=Visibility.PRIVATE)


def surplus_revisions(now: datetime) -> QuerySet[Revision]:
    """Changes in effect beyond the last REVISIONS_KEPT, and undos, redos and dropped changes that are as old. Changes
    that can be redone stay."""
    limit = settings.REVISIONS_KEPT
    active = Revision.objects.filter(deck=OuterRef("deck"), state=RevisionState.STANDS).order_by("-number")
    oldest = Subquery(active.values("number")[limit - 1 : limit])
    old = Q(state=RevisionState.STANDS, number__lt=oldest)
    past = Q(state__in=(RevisionState.REVERSAL, RevisionState.DROPPED), number__lte=F("deck__revision") - limit)
    return Revision.objects.filter(old | past, deck__revision__gt=limit)


def deleted_decks(now: datetime) -> QuerySet[Deck]:
    """Decks that were deleted so long ago that they cannot be restored."""
    return Deck.with_deleted.filter(deleted_at__lt=now - timedelta(hours=UNDO_HOURS))


def old_library_changes(now: datetime) -> QuerySet[LibraryChange]:
    """Bulk actions that can no longer be undone."""
    return LibraryChange.objects.filter(made_at__lt=now - timedelta(hours=UNDO_HOURS))


PHOTO_TIME = timedelta(days=1)
"""How long the text of a photo is kept, and a picture that no worker has read."""


def old_photos(now: datetime) -> QuerySet[Photo]:
    return Photo.objects.filter(asked_at__lt=now - PHOTO_TIME)


REPORT_TIME = timedelta(days=365)
"""How long a report is kept after staff have decided about it."""


def old_reports(now: datetime) -> QuerySet[Report]:
    return Report.objects.filter(closed_at__lt=now - REPORT_TIME)


RULES = (
    RetentionRule("closed reports", old_reports),
    RetentionRule("deleted decks", deleted_decks),
    RetentionRule("bulk actions on decks", old_library_changes),
    RetentionRule("decks without an owner", forgotten_decks),
    RetentionRule("changes of decks", surplus_revisions),
    RetentionRule("photos of deck lists", old_photos),
)
