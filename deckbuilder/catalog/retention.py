"""How long uploaded catalog files are kept. The imported printings stay."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.common.operations.tidying import RetentionRule


def old_uploads(now: datetime) -> QuerySet[CatalogImport]:
    """Uploads applied (or, if never applied, uploaded) over UPLOAD_DAYS ago; none that a worker still has to
    process."""
    limit = now - timedelta(days=settings.UPLOAD_DAYS)
    over = Q(status__in=(ImportStatus.PREVIEW, ImportStatus.MAPPING, ImportStatus.FAILED), created_at__lt=limit)
    old = Q(status=ImportStatus.APPLIED, applied_at__lt=limit)
    return CatalogImport.objects.filter(old | over, file__isnull=False)  # rows of sample imports have no file and stay


RULES = (RetentionRule("catalog uploads", old_uploads),)
