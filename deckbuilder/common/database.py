"""Shared by queries: missing rows, the texts that databases can store, and many names at once."""

import json
import re
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import DateField, Field, Func, Lookup, Model, QuerySet

Row = TypeVar("Row", bound=Model)

_NEVER = re.compile("[\0\ud800-\udfff]")


class Today(Func):
    """The database's date, as the default of a column."""

    template = "CURRENT_DATE"
    output_field = DateField()


class NotFoundError(LookupError):
    """The object does not exist, or the caller may not see it: pages and the API answer 404."""


def get_row(rows: QuerySet[Row], **which: Any) -> Row:
    """The row with these values. Raises NotFoundError."""
    try:
        return rows.get(**which)
    except ObjectDoesNotExist:
        raise NotFoundError from None


def storable(text: str) -> bool:
    """Whether databases can store a text: PostgreSQL has no NUL, and none stores half of a surrogate pair."""
    return not _NEVER.search(text)


@Field.register_lookup
class Among(Lookup):
    """`name__among=[…]`: `in` with a single parameter. With thousands of names it takes a third of the time, as Django
    processes each parameter of `in` several times."""

    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} IN (SELECT value FROM json_each(%s))", (*params, json.dumps(list(self.rhs)))

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", (*params, list(self.rhs))
