"""What can be done to an event, by what lists it judges, who runs it, and what the log says of it afterwards."""

from datetime import UTC, datetime, timedelta

import pytest

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.events import selectors
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.checkin import services as checkin_services
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.models import Event, LogEntry, Outcome, Role, RoleName, State
from deckbuilder.events.notify import emails
from deckbuilder.events.pins import selectors as pins
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import judging
from deckbuilder.events.roster import services as roster_services
from deckbuilder.events.sentences import LOG, log_sentence
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL, SECOND, START, EventTest

pytestmark = pytest.mark.databases


class EventsTest(EventTest):
    def test_whoever_creates_an_event_organises_it(self):
        event = services.create(get(XLW), by=self.bob, name="Cup", starts_at=START, deadline=DEADLINE)
        assert selectors.role_of(event, self.bob) == RoleName.ORGANISER
        assert selectors.role_of(event, self.alice) == ""
        assert self.logged(event) == ["created"]

    def test_it_is_open_until_the_deadline_and_closed_from_then_on(self):
        event = self.event()
        assert event.state(DEADLINE - SECOND) == State.OPEN
        assert event.state(DEADLINE) == State.CLOSED

    def test_it_is_judged_for_its_day_where_the_site_is(self):
        late = START.replace(hour=0, minute=30)  # still the day before in UTC
        assert self.event(starts_at=late).day == START.date()

    def test_what_makes_no_sense_is_refused(self):
        wrong = {
            "blank": {"name": "  "},
            "too-long": {"name": "x" * 121},
            "unprintable": {"place": "a\x00b"},
            "deadline-after-start": {"deadline": START + SECOND},
            "no-such-year": {"deadline": datetime(1, 1, 1, tzinfo=UTC)},
            "too-few-places": {"capacity": 0},
            "unknown-value": {"format": "vintage"},
            "unknown-field": {"started_at": START},
        }
        event = self.event()
        for code, fields in wrong.items():
            with self.subTest(code):
                self.assertRefused(code, services.change, event, by=self.alice, **fields)
                given = {"name": "Cup", "starts_at": START, "deadline": DEADLINE, **fields}
                self.assertRefused(code, services.create, get(XLW), by=self.alice, **given)

    def test_changes_are_logged_with_what_was_there_before(self):
        event = services.change(self.event(), by=self.alice, place="Taipei", deadline=DEADLINE - timedelta(hours=1))
        assert event.deadline == DEADLINE - timedelta(hours=1)
        last = event.log.first()
        assert last.params["fields"]["place"] == ["", "Taipei"]
        assert set(last.params["fields"]) == {"place", "deadline"}

    def test_a_change_that_changes_nothing_is_not_logged(self):
        event = self.event(place="Taipei")
        services.change(event, by=self.alice, place=" Taipei ", capacity=None)
        assert self.logged(event) == ["created", "role-given"]

    def test_there_are_never_fewer_places_than_players(self):
        event = self.event()
        self.entry(event)
        dropped = self.entry(event)
        entry_services.drop(dropped, by=self.alice)
        services.change(event, by=self.alice, capacity=1)
        self.entry(self.event())
        other = self.event()
        for _ in range(2):
            self.entry(other)
        self.assertRefused("too-few-places", services.change, other, by=self.alice, capacity=1)

    def test_nothing_that_judges_or_that_players_do_is_changed_after_the_start(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        self.now = DEADLINE
        services.start(event, by=self.alice)
        refused = [
            (services.change, event, {"by": self.alice, "capacity": 9}),
            (pins_services.pin, event, {"by": self.alice}),
            (services.start, event, {"by": self.alice}),
            (entry_services.register, event, {"by": self.carol}),
            (entry_services.drop, entry, {"by": self.bob}),
        ]
        for work, what, options in refused:
            with self.subTest(work.__name__):
                self.assertRefused("started", work, what, **options)
        services.end(event, by=self.alice)
        for work, what, options in refused:
            with self.subTest(work.__name__, ended=True):
                self.assertRefused("ended", work, what, **options)
        self.assertRefused("ended", services.end, event, by=self.alice)

    def test_the_end_comes_after_the_start(self):
        self.assertRefused("not-started", services.end, self.event(), by=self.alice)


class PinnedListsTest(EventTest):
    def test_those_in_force_on_the_events_day_are_pinned(self):
        self.ban("later", slug="later", effective_from=START.date() + timedelta(days=1))
        self.ban(FOX)
        assert [each["slug"] for each in self.event().pinned] == ["ban"]

    def test_a_list_of_that_day_judges_today_already(self):
        self.ban(FOX)
        assert self.submit(self.entry(self.event(), self.bob)).status == "illegal"

    def test_a_list_that_comes_later_changes_nothing_until_it_is_pinned(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        self.ban(FOX)
        assert pins.is_outdated(event)
        assert judging.judge_entry(event, entry).state == "ready"
        event = pins_services.pin(event, by=self.alice)
        assert not pins.is_outdated(event)
        assert judging.judge_entry(event, entry).state == "illegal"

    def test_a_list_that_staff_change_or_delete_stays_as_it_was_pinned(self):
        row = self.ban(FOX)
        event = self.event()
        list_changes.withdraw(row, by="carol", why="Too early")
        assert self.submit(self.entry(event, self.bob)).status == "illegal"

    def test_another_day_pins_the_lists_of_that_day(self):
        self.ban(FOX)
        event = self.event()
        earlier = services.change(
            event, by=self.alice, starts_at=START - timedelta(days=1), deadline=DEADLINE - timedelta(days=1)
        )
        assert earlier.pinned == []
        assert self.logged(event)[-2:] == ["changed", "pinned"]

    def test_another_format_pins_the_lists_of_that_format(self):
        legions = {"game": "legions", "version": "1", "effective_from": START.date()}
        RestrictionList.objects.create(slug="small", title="Small", format="mini", **legions)
        event = services.create(get("legions"), by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)
        assert event.pinned == []
        small = services.change(event, by=self.alice, format="mini")
        assert [each["slug"] for each in small.pinned] == ["small"]
        assert self.logged(event) == ["created", "changed", "pinned"]

    def test_an_organisers_own_list_counts_beside_them(self):
        event = self.event(own_limits={FOX: 0})
        found = self.submit(self.entry(event, self.bob))
        assert found.status == "illegal"
        assert found.receipt["codes"] == ["list.banned"]
        assert services.change(event, by=self.alice, own_limits={})
        event.refresh_from_db()
        assert [each.state for each in judging.judge_entries(event)] == ["ready"]

    def test_a_receipt_names_the_lists_that_judged(self):
        self.ban("nobody")
        assert self.submit(self.entry(self.event(), self.bob)).receipt["lists"] == [["ban", "1"]]


class RolesTest(EventTest):
    def test_the_last_organiser_stays(self):
        event = self.event()
        self.assertRefused("last-organiser", services.remove_role, event, self.alice, by=self.alice)
        self.assertRefused("last-organiser", services.add_role, event, self.alice, "judge", by=self.alice)
        services.add_role(event, self.judith, "organiser", by=self.alice)
        services.remove_role(event, self.alice, by=self.judith)
        self.assertRefused("last-organiser", services.remove_role, event, self.judith, by=self.judith)

    def test_somebody_has_one_role(self):
        event = self.event()
        services.add_role(event, self.judith, "judge", by=self.alice)
        services.add_role(event, self.judith, "organiser", by=self.alice)
        assert [each.role for each in Role.objects.filter(event=event, user=self.judith)] == ["organiser"]
        assert self.logged(event) == ["created", "role-given", "role-given"]

    def test_a_role_there_is_not_is_refused(self):
        self.assertRefused("unknown-value", services.add_role, self.event(), self.bob, "king", by=self.alice)

    def test_taking_a_role_from_who_has_none_changes_nothing(self):
        event = self.event()
        services.remove_role(event, self.bob, by=self.alice)
        assert self.logged(event) == ["created", "role-given"]


class LogTest(EventTest):
    def tell(self, event):
        """Write to Carol, who is not ready; then she leaves."""
        User.objects.filter(pk=self.carol.pk).update(email="carol@example.org")
        entry = self.entry(event, self.carol)
        with self.settings(EMAIL_HOST="mail.example.org"):
            emails.order(event, by=self.alice, nonce="n", send=lambda order: None)
        entry_services.drop(entry, by=self.carol)

    def test_every_code_has_a_sentence_and_every_sentence_a_code(self):
        event = self.event(capacity=9)
        entry, other = self.entry(event, self.bob), self.entry(event)
        entry_services.drop(entry, by=self.bob)
        self.entry(event, self.bob)
        entry_services.amend(entry, by=self.bob, name="Bob the Brave", email="bob@example.org")
        entry_services.replace_link(other, by=self.judith)
        self.submit(entry)
        self.ban("nobody")
        pins_services.pin(event, by=self.alice)
        services.change(event, by=self.alice, capacity=None, listed=True, own_limits={FOX: 1}, lists_visible="end")
        services.add_role(event, self.carol, "judge", by=self.alice)
        services.remove_role(event, self.carol, by=self.alice)
        self.tell(event)
        gate_services.rejudge(event, by=self.judith)
        self.now = DEADLINE
        overrides.override(other, by=self.alice, reason="On paper")
        overrides.withdraw(other, by=self.alice)
        self.submit(other, by=self.alice, reason="On paper")
        upload = bulk_services.receive(
            event, [Item("Eva.txt", "Eva", LEGAL)], ["Eva.txt"], by=self.alice, reason="On paper"
        )
        bulk_services.apply(upload, by=self.alice)
        self.ban(FOX, slug="later")
        pins_services.keep_pins(event, by=self.alice, reason="Announced too late")
        (each,) = pins.open_entries(Event.objects.get(pk=event.pk))
        pins_services.decide_entry(
            event, by=self.alice, list_key=each.list_key, entry=each.text, do="keep", reason="To come"
        )
        services.start(event, by=self.alice)
        late = entry_services.enter(event, by=self.alice, name="Late", nonce=self.nonce(), reason="The train")
        checkin_services.check_in(late, by=self.judith)
        checkin_services.undo(late, by=self.judith)
        checkin_services.check_in(entry, by=self.judith)
        roster_services.import_players(event, "Never came", by=self.alice, reason="Announced too late")
        self.submit(late, by=self.alice, reason="The train")
        counted = {"version": 1, "counts": {0: 1}, "outcome": Outcome.CLEAN, "nonce": self.nonce()}
        check_services.record(entry, by=self.judith, **counted)
        checkin_services.drop_no_shows(event, by=self.alice)
        services.end(event, by=self.alice)
        for back in (False, True):
            services.archive(event, by=self.alice, back=back)
        self.carol.delete()
        flooded = self.event()
        services.cancel(flooded, by=self.alice, reason="Flood")
        assert {*self.logged(event), *self.logged(flooded)} == set(LOG)
        for each in LogEntry.objects.all():
            assert log_sentence(each)
            assert "{" not in log_sentence(each)

    def test_it_is_numbered_without_gaps(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.assertRefused("full", entry_services.register, event, by=self.carol)
        self.submit(entry)
        assert list(event.log.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
