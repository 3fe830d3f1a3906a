"""The days on which rows were last opened that expire when nobody opens them."""

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

log = logging.getLogger(__name__)


def note_visit(request: HttpRequest, row: Model, field: str = "opened_on") -> None:
    """Have it recorded in the row's `field`, once the request is answered, that somebody opened the row today."""
    http_request = getattr(request, "_request", request)  # the API's requests wrap Django's
    http_request.__dict__.setdefault("visits", {})[type(row), row.pk] = row, field


def record_visits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Record the visits of a request, with at most one write a day for each row."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for row, field in request.__dict__.pop("visits", {}).values():
            if getattr(row, field) != timezone.localdate():
                _record(row, field)
        return response

    return answer


def _record(row: Model, field: str) -> None:
    """A visit that cannot be recorded is no reason to refuse the page."""
    try:
        type(row)._default_manager.filter(pk=row.pk).update(**{field: timezone.localdate()})
    except DatabaseError as error:
        log.warning("A visit of %s %s is not recorded: %s", row._meta.label, row.pk, error)
