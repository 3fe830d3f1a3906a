"""The day for which a deck is checked: today, or one in the URL."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.decks.sentences import fill
from games.engine.model.lists import RestrictionList
from games.engine.rules.list_versions import announcements

FORM = "%Y-%m-%d"
EXAMPLE = "2026-12-01"


class DayError(ValueError):
    """A text that is no day. Its message is a sentence in the active language."""


def read_day(text: str) -> date | None:
    """The day a text names; None for "", which is today whenever it is looked at. Raises DayError."""
    if not text:
        return None
    try:
        return datetime.strptime(text, FORM).date()
    except ValueError:
        raise DayError(fill(_("“{value}” is not a date such as {day}."), {"value": text, "day": EXAMPLE})) from None


class Coming(NamedTuple):
    """A day that can be chosen since lists come into effect on it."""

    day: date
    lists: str


def days_to_come(lists: Sequence[RestrictionList], game: str, format: str, today: date) -> tuple[Coming, ...]:
    """The days on which announced lists begin to judge decks of a format, with their names."""
    return tuple(
        Coming(each.day, _(", ").join(map(str, each.lists))) for each in announcements(lists, game, format, today)
    )
