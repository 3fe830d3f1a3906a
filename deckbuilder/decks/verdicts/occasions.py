"""What a deck is judged for: today, another day, or an occasion from another app, by the query parameter `on`.

Decks know nothing of events. Apps with occasions register in SOURCES when the site starts.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import formats
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.sentences import fill
from games.engine.model.lists import RestrictionList
from games.engine.rules.list_versions import announcements

DAY_FORMAT = "%Y-%m-%d"
EXAMPLE_DAY = "2026-12-01"


class DayError(ValueError):
    """A text that is no day. Its message is a sentence in the active language."""


class Occasion(NamedTuple):
    """What a deck is judged for."""

    value: str = ""
    """The parameter `on`; "" for today."""
    on: date | None = None
    format: str = ""
    """Its slug; "" for the deck's own."""
    lists: tuple[RestrictionList, ...] | None = None
    """None for all lists of the game."""
    name: str = ""
    """Of an occasion that is more than a day, as is its URL."""
    address: str = ""

    @property
    def params(self) -> dict[str, str]:
        """The query parameters for this occasion."""
        return {"on": self.value} if self.value else {}

    @property
    def query(self) -> str:
        """The query string of such a URL."""
        return f"?{urlencode(self.params)}" if self.params else ""

    @property
    def words(self) -> str:
        day = formats.date_format(self.on) if self.on else _("today")
        return _("{event}, {day}").format(event=self.name, day=day) if self.name else day


TODAY = Occasion()


class OfferedOccasion(NamedTuple):
    """An offered occasion: its value of `on`, its day and its name."""

    value: str
    day: date
    name: str


class Source(NamedTuple):
    """A source of occasions, whose names begin with the prefix."""

    prefix: str
    find: Callable[[str, str], Occasion | None]
    """find(game, name): the one with the prefix and this name."""
    offer: Callable[[HttpRequest, str], Sequence[OfferedOccasion]]
    """offer(request, game): those to offer to a person."""


SOURCES: list[Source] = []


def occasion_of(request: HttpRequest, deck: Deck) -> tuple[Occasion, str]:
    """The occasion in a URL; if it is invalid, today, and an error message."""
    try:
        return parse_occasion(request.GET.get("on", ""), deck.game), ""
    except DayError as error:
        return TODAY, str(error)


def parse_occasion(text: str, game: str) -> Occasion:
    """The occasion that a text names; "" is today. Raises DayError."""
    for source in SOURCES:
        if text.startswith(source.prefix):
            return _look_up(source, text, game)
    day = parse_day(text)
    return Occasion(day.isoformat(), day) if day else TODAY


def parse_day(text: str) -> date | None:
    """The day a text names; None for "", which is today whenever it is looked at. Raises DayError."""
    if not text:
        return None
    try:
        return datetime.strptime(text, DAY_FORMAT).date()
    except ValueError:
        raise DayError(
            fill(_("“{value}” is not a date. Write it like {day}."), {"value": text, "day": EXAMPLE_DAY})
        ) from None


def _look_up(source: Source, text: str, game: str) -> Occasion:
    occasion = source.find(game, text.removeprefix(source.prefix))
    if occasion is None:
        sentence = _("“{value}” is not an event of this game. Choose one from the list, or a date such as {day}.")
        raise DayError(fill(sentence, {"value": text, "day": EXAMPLE_DAY}))
    return occasion


def offered_occasions(request: HttpRequest, game: str) -> list[OfferedOccasion]:
    """The occasions offered to a person, besides days."""
    return [choice for source in SOURCES for choice in source.offer(request, game)]


class Coming(NamedTuple):
    """A day that can be chosen since lists come into effect on it."""

    day: date
    lists: str


def days_to_come(lists: Sequence[RestrictionList], game: str, format: str, today: date) -> tuple[Coming, ...]:
    """The days on which announced lists begin to judge decks of a format, with their names."""
    return tuple(
        Coming(each.day, _(", ").join(map(str, each.lists))) for each in announcements(lists, game, format, today)
    )
