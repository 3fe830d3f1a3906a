"""How long catalog files are kept that were never applied, and pictures that no card got; others stay, so that changes
can be undone."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from deckbuilder.catalog.models import CardPicture, CatalogImport, ImportStatus
from deckbuilder.common.operations.tidying import RetentionRule


def old_uploads(now: datetime) -> QuerySet[CatalogImport]:
    """Uploads of over UPLOAD_DAYS ago that were never applied; none that a worker still has to process."""
    limit = now - timedelta(days=settings.UPLOAD_DAYS)
    statuses = (ImportStatus.PREVIEW, ImportStatus.MAPPING, ImportStatus.FAILED)
    return CatalogImport.objects.filter(status__in=statuses, created_at__lt=limit, applied_at=None)


def unused_pictures(now: datetime) -> QuerySet[CardPicture]:
    """Pictures uploaded more than UPLOAD_DAYS ago for a change that was never saved."""
    return CardPicture.objects.filter(is_kept=False, created_at__lt=now - timedelta(days=settings.UPLOAD_DAYS))


RULES = (RetentionRule("catalog uploads", old_uploads), RetentionRule("unused pictures of cards", unused_pictures))
