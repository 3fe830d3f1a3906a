"""What is said of a search that cannot be read."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.reading.query import QueryError

Params = Mapping[str, Any]

SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "too-long": lambda p: _("A search has at most {limit} characters.").format(**p),
    "too-deep": lambda p: _("Brackets go at most {limit} deep.").format(**p),
    "unreadable": lambda p: _("The character {found} cannot be searched for.").format(**p),
    "unexpected": lambda p: _(
        "“{found}” does not belong here. Put quotes around what you want to find as it is."
    ).format(**p),
    "missing-term": lambda p: _("Something to search for is missing here."),
    "missing-value": lambda p: _("The value to compare {field} with is missing.").format(**p),
    "unclosed-quote": lambda p: _("This quote is never closed."),
    "unclosed-bracket": lambda p: _("This bracket is never closed."),
    "unknown-field": lambda p: _("There is no field “{field}”. The fields are: {choices}.").format(**p),
    "unknown-value": lambda p: _("{field} cannot be “{value}”. Its values are: {choices}.").format(**p),
    "bad-number": lambda p: _("{field} is compared with a number such as 3, not with “{value}”.").format(**p),
    "bad-date": lambda p: _(
        "{field} is compared with a date such as 2024-03-01, 2024-03 or 2024, not with “{value}”."
    ).format(**p),
    "bad-range": lambda p: _("“{value}” is no range: write {field}:LOW..HIGH.").format(**p),
    "no-order": lambda p: _("{field} has no order, so “{op}” does not go with it: use “:”, “=” or “!=”.").format(**p),
}


def query_error(error: QueryError) -> str:
    """A sentence in the active language; the position is the error's own."""
    params = {name: _(", ").join(value) if isinstance(value, tuple) else value for name, value in error.params.items()}
    return SENTENCES[error.code](params)
