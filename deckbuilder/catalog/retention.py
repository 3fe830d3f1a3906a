"""How long catalog files that somebody uploaded are kept. What was imported from them stays."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from deckbuilder.catalog import uploads
from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.common.tidying import Rule


def old_uploads(now: datetime) -> QuerySet[CatalogImport]:
    """Those applied, or else uploaded, UPLOAD_DAYS ago; never one that a worker has still to do with."""
    limit = now - timedelta(days=settings.UPLOAD_DAYS)
    over = Q(status__in=(ImportStatus.PREVIEW, ImportStatus.FAILED), created_at__lt=limit)
    return CatalogImport.objects.filter(Q(status=ImportStatus.APPLIED, applied_at__lt=limit) | over)


def delete_uploads(rows: QuerySet[Any]) -> None:
    """The rows, and their files once the rows are gone for good."""
    found = list(rows.defer("report"))
    rows.delete()
    transaction.on_commit(lambda: list(map(uploads.delete_files, found)))


RULES = (Rule("catalog uploads", old_uploads, delete_uploads),)
