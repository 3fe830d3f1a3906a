"""What queries share: rows that may not be there, the texts a database can hold, many names at once."""

import json
import re
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Field, Lookup, Model, QuerySet

Row = TypeVar("Row", bound=Model)

_NEVER = re.compile("[\0\ud800-\udfff]")


class NotFoundError(LookupError):
    """There is no such thing, or none that the caller may see: pages and the API answer 404."""


def get_row(rows: QuerySet[Row], **which: Any) -> Row:
    """The row of which this holds. Raises NotFoundError."""
    try:
        return rows.get(**which)
    except ObjectDoesNotExist:
        raise NotFoundError from None


def storable(text: str) -> bool:
    """Whether there can be such a text in a database: PostgreSQL takes no NUL, and none takes half of a character."""
    return not _NEVER.search(text)


@Field.register_lookup
class Among(Lookup):
    """`name__among=[…]`: the same as `in`, with one parameter however many there are.

    Thousands of names cost a third of the time: Django looks at each parameter of `in` several times.
    """

    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} IN (SELECT value FROM json_each(%s))", (*params, json.dumps(list(self.rhs)))

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", (*params, list(self.rhs))
