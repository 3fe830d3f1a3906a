"""What a tournament in the browser begins with: players by the dozen, and rules of the day of the event alone."""

import copy
from datetime import date, timedelta
from typing import Any, TypeVar

from django.db.models import Model
from django.db.models.base import ModelState
from django.test import Client
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Printing, RestrictionList
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.checkin import services as checkin_services
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.models import Entry, Event, JudgingRun, RoleName, Submission, new_key
from deckbuilder.events.pins import selectors
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness.gate import MAX_JUDGED_AT_ONCE
from deckbuilder.events.readiness.states import STATES
from games.registry import get
from tests.catalogs import decks_of

Row = TypeVar("Row", bound=Model)
XLW = get("xing-ling-wang")
LEGAL = ("cat-burglar-crew", "lantern-parade", "thunder-ranch")
"""Sample decks that are legal."""

BANNED = "雙層觀光馬車"
UNRELEASED = "吆喝的車掌"
"""Two cards no sample deck has."""

REAL = "真正的狐狸"
"""A card of another set, once it is imported."""


def sample(name: str) -> str:
    return (decks_of(XLW) / f"{name}.txt").read_text(encoding="utf-8")


def fill(path: str, players: int) -> None:
    """Enter so many players without an account, each with a legal list, for the event of that address."""
    event = Event.objects.get(slug=path.strip("/").split("/")[-1])
    for number in range(players):
        _enter(event, event.created_by, f"Player {number}", LEGAL[number % len(LEGAL)])


def _enter(event: Event, by: User, name: str, deck: str, reason: str = "") -> Entry:
    entry = entry_services.enter(event, by=by, name=name, nonce=new_key())
    _hand_in(entry, sample(deck), by, reason)
    return entry


def _hand_in(entry: Entry, text: str, by: User, reason: str = "") -> None:
    entry_services.submit(entry, parse(ListInput(text)).deck, by=by, nonce=new_key(), source=text, reason=reason)


def announce(title: str, name: str, days: int) -> str:
    """A list that bans a card from so many days on; the first day of the ban."""
    day = timezone.localdate() + timedelta(days=days)
    told = {"game": XLW.slug, "slug": title.lower(), "title": title, "version": "1"}
    RestrictionList.objects.create(**told, effective_from=day, limits={name: 0})
    return day.isoformat()


def rules_of_the_day(day: str) -> None:
    """A list that bans BANNED on one day, and lets it in again on the next, when UNRELEASED comes out."""
    first = date.fromisoformat(day)
    told = {"game": XLW.slug, "slug": "one-day", "title": "One day list"}
    RestrictionList.objects.create(version="1", effective_from=first, limits={BANNED: 0}, **told)
    RestrictionList.objects.create(version="2", effective_from=first + timedelta(days=1), limits={}, **told)
    _release(UNRELEASED, first + timedelta(days=1))


def late_list(day: str) -> None:
    """Another list for the day of the event, announced when all is settled; it bans a card everybody has."""
    told = {"game": XLW.slug, "slug": "too-late", "title": "Too late", "version": "1"}
    RestrictionList.objects.create(**told, effective_from=date.fromisoformat(day), limits={"提燈小狐": 0})


def real_cards() -> None:
    """A set that is no invention of the site's."""
    rows = f"code,name,kind,set,race,mana,tribute,attack,score\nALPHA-1,{REAL},unit,ALPHA,妖怪村莊,,0,1,1\n"
    assert imports_services.apply(XLW, rows.encode(), "alpha.csv").ok


def _release(name: str, day: date) -> None:
    printings = Printing.objects.filter(game=XLW.slug, name=name).select_related("card")
    for each in printings:
        each.released, each.facts = day, {**each.facts, "released": day.isoformat()}
        each.save()
    rebuild_cards(XLW, [each.card.key for each in printings])


def started(name: str) -> dict[str, Any]:
    """An event that has started: its slug, its lists' fingerprints, and the session of its judge."""
    organiser, judge = (User.objects.create_user(f"{name}-{role}") for role in RoleName.values)
    now = services.clock.now()
    event = services.create(XLW, by=organiser, name=name, starts_at=now, deadline=now)
    services.add_role(event, judge, RoleName.JUDGE, by=organiser)
    entries = [_enter(event, organiser, deck.title(), deck, "on the spot") for deck in LEGAL]
    services.start(event, by=organiser)
    browser = Client()
    browser.force_login(judge)
    marks = [entry.submissions.get().fingerprint for entry in entries]
    return {"slug": event.slug, "marks": marks, "session": browser.cookies["sessionid"].value}


# Where the pages are looked at ----------------------------------------------------------------------------------------


def stages(runs: User, plays: User, name: str) -> dict[str, str]:
    """Events of one person that another plays: as they stand before and after their start, with a long name."""
    shut, under_way, bare, off = (_event(runs, f"{name} {place}") for place in range(4))
    _all_standings(shut, runs, plays, name)
    _enter(under_way, runs, name, "thunder-ranch", "on the spot")
    for each in selectors.open_entries(under_way):
        pins_services.decide_entry(
            under_way, by=runs, list_key=each.list_key, entry=each.text, do="keep", reason="Not printed"
        )
    services.start(under_way, by=runs)
    Event.objects.filter(pk=bare.pk).update(pinned=[])
    entry_services.enter(off, by=runs, name=name, nonce=new_key())
    services.cancel(off, by=runs, reason=name * 4)
    known = {"bulk": _brought(shut, runs, name), "off": off.slug}
    return known | {"shut": shut.slug, "begun": under_way.slug, "bare": bare.slug, "large": _large(runs, name).slug}


def _event(by: User, name: str) -> Event:
    now = services.clock.now()
    return services.create(XLW, by=by, name=name, starts_at=now + timedelta(days=20), deadline=now, listed=True)


def _all_standings(event: Event, runs: User, plays: User, name: str) -> None:
    """The first entry is the player's own: a list that is illegal."""
    services.change(event, by=runs, deadline=event.starts_at)
    own = entry_services.register(event, by=plays, name=name)
    _hand_in(own, sample("illegal-orc-stampede"), plays)
    entries = {
        state: entry_services.enter(event, by=runs, name=f"{state} {name}"[:80], nonce=state, answer=name)
        for state in STATES
    }
    short = sample("lantern-parade").replace("1 大風吹\n", "")
    for state, text in {"ready": sample("lantern-parade"), "incomplete": short, "overridden": short}.items():
        _hand_in(entries[state], text, runs)
    _hand_in(entries["illegal"], sample("lantern-parade").replace("1 大風吹", f"1 {name * 3}"), runs)
    overrides.override(entries["overridden"], by=runs, reason=name * 4)
    entry_services.drop(entries["dropped"], by=runs)
    for here in (own, entries["ready"]):
        checkin_services.check_in(here, by=runs)
    services.change(event, by=runs, deadline=event.created_at)
    _hand_in(entries["warning"], sample("lantern-parade"), runs, name * 4)


def _brought(event: Event, by: User, name: str) -> str:
    """Lists that were sent and not taken yet, of every outcome."""
    deck = sample("cat-burglar-crew")
    items = [
        Item("all.zip: new.txt", "Somebody new", deck),
        Item("all.zip: ready.txt", f"ready {name}"[:80], f"{deck}1 {name * 3}\n1 魚乾會記\n"),
        Item("all.zip: missing.txt", f"missing {name}"[:80], sample("illegal-orc-stampede")),
        Item("all.zip: overridden.txt", f"overridden {name}"[:80], sample("lantern-parade").replace("1 大風吹\n", "")),
        Item(f"all.zip: {name * 3}.pdf", name * 3, error="file-type", params={"value": "pdf", "choices": ["txt"]}),
    ]
    return str(bulk_services.receive(event, items, ["all.zip"], by=by, reason=name).pk)


def _large(by: User, name: str) -> Event:
    """More lists than are judged while somebody waits; a worker has come halfway and stays there."""
    event = _event(by, f"{name} L")
    first = _enter(event, by, name, "thunder-ranch", "on the spot")
    entries = [
        _copied(first, number=number, name=f"{number} {name}", nonce=new_key(), key=new_key())
        for number in range(2, MAX_JUDGED_AT_ONCE + 3)
    ]
    made = Entry.objects.bulk_create(entries)
    Submission.objects.bulk_create(_copied(first.submissions.get(), entry=entry) for entry in made)
    run = gate_services.ask(event, by=by)
    tomorrow = services.clock.now() + timedelta(days=1)
    JudgingRun.objects.filter(pk=run.pk).update(done=MAX_JUDGED_AT_ONCE // 2, beat_at=tomorrow)
    return event


def _copied(row: Row, **fields: object) -> Row:
    """Another row like one, not saved yet."""
    other = copy.copy(row)
    other.pk, other._state = None, ModelState()
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def at_the_door(name: str, game: str = XLW.slug) -> dict[str, Any]:
    """An event of today whose deadline has passed, with three players: its slug, and its organiser's session."""
    organiser = User.objects.create_user(name)
    now = services.clock.now()
    day = now + timedelta(seconds=1)
    event = services.create(get(game), by=organiser, name=name, starts_at=day, deadline=now)
    for number in range(1, 4):
        entry_services.enter(event, by=organiser, name=f"Guest {number}", nonce=new_key())
    browser = Client()
    browser.force_login(organiser)
    return {"slug": event.slug, "session": browser.cookies["sessionid"].value}
