"""How long uploaded catalog files are kept. The imported printings stay."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.common.tidying import RetentionRule


def old_uploads(now: datetime) -> QuerySet[CatalogImport]:
    """Those applied, or else uploaded, UPLOAD_DAYS ago; never one that a worker has still to do with."""
    limit = now - timedelta(days=settings.UPLOAD_DAYS)
    over = Q(status__in=(ImportStatus.PREVIEW, ImportStatus.FAILED), created_at__lt=limit)
    done = Q(status=ImportStatus.APPLIED, applied_at__lt=limit)
    return CatalogImport.objects.filter(done | over, file__isnull=False)  # the samples, too, leave a row: it stays


RULES = (RetentionRule("catalog uploads", old_uploads),)
