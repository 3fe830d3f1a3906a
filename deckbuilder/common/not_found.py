"""Objects that do not exist, or that the caller may not see: pages and the API answer 404."""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class NotFoundError(LookupError):
    """There is no such thing."""


def get_row(rows: QuerySet[Row], **which: Any) -> Row:
    """The row of which this holds. Raises NotFoundError."""
    try:
        return rows.get(**which)
    except ObjectDoesNotExist:
        raise NotFoundError from None
