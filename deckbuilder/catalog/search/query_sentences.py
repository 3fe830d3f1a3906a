"""Messages about searches that cannot be parsed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.reading.search.query import QueryError

Params = Mapping[str, Any]

SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "too-long": lambda p: _("A search can have at most {limit} characters.").format(**p),
    "too-deep": lambda p: _("Brackets can be nested at most {limit} levels deep.").format(**p),
    "unreadable": lambda p: _("The character {found} cannot be searched for.").format(**p),
    "unexpected": lambda p: _(
        "“{found}” is unexpected here. Put quotes around text to search for it literally."
    ).format(**p),
    "missing-term": lambda p: _("A search term is missing here."),
    "missing-value": lambda p: _("A value to compare {field} with is missing.").format(**p),
    "unclosed-quote": lambda p: _("This quotation mark is never closed."),
    "unclosed-bracket": lambda p: _("This bracket is never closed."),
    "unknown-field": lambda p: _("There is no field “{field}”. The fields are: {fields}.").format(**p),
    "unknown-value": lambda p: _("“{value}” is not a value of {field}. Its values are: {choices}.").format(**p),
    "bad-number": lambda p: _("{field} needs a number such as 3, not “{value}”.").format(**p),
    "bad-date": lambda p: _("{field} needs a date such as 2024-03-01, 2024-03 or 2024, not “{value}”.").format(**p),
    "bad-range": lambda p: _("“{value}” is not a range: write {field}:LOW..HIGH.").format(**p),
    "no-order": lambda p: _("{field} has no order, so “{op}” cannot be used: use “:”, “=” or “!=”.").format(**p),
}


def query_error(error: QueryError) -> str:
    """The error as a sentence in the active language; its position is not part of the sentence."""
    params = {name: _(", ").join(value) if isinstance(value, tuple) else value for name, value in error.params.items()}
    return SENTENCES[error.code](params)
