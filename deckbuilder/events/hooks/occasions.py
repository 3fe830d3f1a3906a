"""Events as occasions for checking a deck, registered with the deck pages."""

import re

from django.http import HttpRequest
from django.utils import timezone

from deckbuilder.common.broken import sound_rows
from deckbuilder.decks.verdicts.occasions import Occasion, OfferedOccasion, Source
from deckbuilder.events import access, clock
from deckbuilder.events.models import Event
from deckbuilder.events.to_games import check_row, lists_of

PREFIX = "event-"
SLUG = re.compile(r"[A-Za-z0-9_-]{1,20}")
SHOWN = 60
"""Events offered."""


def find(game: str, slug: str) -> Occasion | None:
    """The event with this slug, for anyone who has its link, with its format and pinned lists."""
    events = Event.objects.filter(game=game, slug=slug) if SLUG.fullmatch(slug) else Event.objects.none()
    event = next(iter(sound_rows(events, check_row)), None)
    if event is None:
        return None
    return Occasion(_value(event), event.day, event.format, lists_of(event), event.name, event.get_absolute_url())


def _value(event: Event) -> str:
    return f"{PREFIX}{event.slug}"


def offer(request: HttpRequest, game: str) -> list[OfferedOccasion]:
    """A person's events of a game from today on, the next one first."""
    morning = timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    coming = access.own_events(request).filter(game=game, ended_at=None, starts_at__gte=morning)
    events = coming.only("slug", "name", "starts_at").order_by("starts_at", "id")
    return [OfferedOccasion(_value(each), each.day, each.name) for each in events[:SHOWN]]


SOURCE = Source(PREFIX, find, offer)
