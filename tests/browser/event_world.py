"""What a tournament in the browser begins with: players by the dozen, and rules of the day of the event alone."""

import json
from datetime import date, timedelta

from django.test import Client

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing, RestrictionList
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.decks.lists import Asked, parse
from deckbuilder.events import services
from deckbuilder.events.models import Entry, Event, RoleName
from games.registry import get

XLW = get("xing-ling-wang")
LEGAL = ("cat-burglar-crew", "lantern-parade", "thunder-ranch")
"""Sample decks that are legal."""

BANNED = "雙層觀光馬車"
UNRELEASED = "吆喝的車掌"
"""Two cards no sample deck has."""


def sample(name: str) -> str:
    return (XLW.folder / "decks" / f"{name}.txt").read_text(encoding="utf-8")


def fill(path: str, players: int) -> None:
    """Enter so many players without an account, each with a legal list, for the event of that address."""
    event = Event.objects.get(slug=path.strip("/").split("/")[-1])
    for number in range(players):
        _enter(event, event.created_by, f"Player {number}", LEGAL[number % len(LEGAL)])


def _enter(event: Event, by: User, name: str, deck: str, reason: str = "") -> Entry:
    entry = services.enter(event, by=by, name=name, nonce=name)
    text = sample(deck)
    services.submit(entry, parse(Asked(text)).deck, by=by, nonce="first", source=text, reason=reason)
    return entry


def rules_of_the_day(day: str) -> None:
    """A list that bans BANNED on one day, and lets it in again on the next, when UNRELEASED comes out."""
    first = date.fromisoformat(day)
    told = {"game": XLW.slug, "slug": "one-day", "title": "One day list"}
    RestrictionList.objects.create(version="1", effective_from=first, limits={BANNED: 0}, **told)
    RestrictionList.objects.create(version="2", effective_from=first + timedelta(days=1), limits={}, **told)
    _release(UNRELEASED, first + timedelta(days=1))


def _release(name: str, day: date) -> None:
    printings = Printing.objects.filter(game=XLW.slug, name=name).select_related("card")
    for each in printings:
        each.released, each.facts = day, {**each.facts, "released": day.isoformat()}
        each.save()
    rebuild_cards(XLW, [each.card.key for each in printings])


def started(name: str) -> None:
    """An event that has started; print its address, its lists' fingerprints, and the session of its judge."""
    organiser, judge = (User.objects.create_user(f"{name}-{role}") for role in RoleName.values)
    now = services.clock.now()
    event = services.create(XLW, by=organiser, name=name, starts_at=now, deadline=now)
    services.add_role(event, judge, RoleName.JUDGE, by=organiser)
    entries = [_enter(event, organiser, deck.title(), deck, "on the spot") for deck in LEGAL]
    services.start(event, by=organiser)
    browser = Client()
    browser.force_login(judge)
    marks = [entry.submissions.get().fingerprint for entry in entries]
    print(json.dumps({"slug": event.slug, "marks": marks, "session": browser.cookies["sessionid"].value}))
