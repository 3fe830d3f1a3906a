"""How long catalog files are kept that were never applied; applied ones stay, so that they can be undone."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.common.operations.tidying import RetentionRule


def old_uploads(now: datetime) -> QuerySet[CatalogImport]:
    """Uploads of over UPLOAD_DAYS ago that were never applied; none that a worker still has to process."""
    limit = now - timedelta(days=settings.UPLOAD_DAYS)
    statuses = (ImportStatus.PREVIEW, ImportStatus.MAPPING, ImportStatus.FAILED)
    return CatalogImport.objects.filter(status__in=statuses, created_at__lt=limit, applied_at=None)


RULES = (RetentionRule("catalog uploads", old_uploads),)
