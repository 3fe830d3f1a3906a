"""What can be done to an event, when and by whom, and what the log says of it afterwards."""

from datetime import timedelta

import pytest

from deckbuilder.accounts import services as accounts
from deckbuilder.accounts.models import User
from deckbuilder.decks import services as decks
from deckbuilder.decks.to_games import to_deck
from deckbuilder.events import bulk, check_services, selectors, services, tell
from deckbuilder.events.bulk_files import Item
from deckbuilder.events.models import Entry, Event, LogEntry, Outcome, Role, RoleName, State, Submission, Unchangeable
from deckbuilder.events.sentences import LOG, log_sentence
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, FOX, ILLEGAL, LEGAL, OTHER, SECOND, START, EventTest, read


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
        services.drop(dropped, by=self.alice)
        services.change(event, by=self.alice, capacity=1)
        self.entry(self.event())
        other = self.event()
        for _ in range(2):
            self.entry(other)
        self.assertRefused("too-few-places", services.change, other, by=self.alice, capacity=1)

    def test_nothing_is_changed_after_the_start(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        self.now = DEADLINE
        services.start(event, by=self.alice)
        refused = [
            (services.change, event, {"by": self.alice, "name": "Other"}),
            (services.pin, event, {"by": self.alice}),
            (services.start, event, {"by": self.alice}),
            (services.register, event, {"by": self.carol}),
            (services.enter, event, {"by": self.alice, "name": "Ann", "nonce": "n"}),
            (services.drop, entry, {"by": self.bob}),
            (services.override, entry, {"by": self.alice, "reason": "So"}),
            (services.withdraw, entry, {"by": self.alice}),
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
        assert selectors.pins_outdated(event)
        assert selectors.standing(event, entry).state == "ready"
        event = services.pin(event, by=self.alice)
        assert not selectors.pins_outdated(event)
        assert selectors.standing(event, entry).state == "illegal"

    def test_a_list_that_staff_change_or_delete_stays_as_it_was_pinned(self):
        row = self.ban(FOX)
        event = self.event()
        row.delete()
        assert self.submit(self.entry(event, self.bob)).status == "illegal"

    def test_another_day_pins_the_lists_of_that_day(self):
        self.ban(FOX)
        event = self.event()
        earlier = services.change(
            event, by=self.alice, starts_at=START - timedelta(days=1), deadline=DEADLINE - timedelta(days=1)
        )
        assert earlier.pinned == []
        assert self.logged(event)[-2:] == ["changed", "pinned"]

    def test_an_organisers_own_list_counts_beside_them(self):
        event = self.event(own_limits={FOX: 0})
        found = self.submit(self.entry(event, self.bob))
        assert found.status == "illegal"
        assert found.receipt["codes"] == ["list.banned"]
        assert services.change(event, by=self.alice, own_limits={})
        event.refresh_from_db()
        assert [each.state for each in selectors.standings(event)] == ["ready"]

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


class EntriesTest(EventTest):
    def test_registering_twice_enters_once(self):
        event = self.event()
        assert self.entry(event, self.bob) == self.entry(event, self.bob)
        assert self.logged(event).count("registered") == 1

    def test_a_full_event_takes_nobody(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.assertRefused("full", services.register, event, by=self.carol)
        self.assertRefused("full", services.enter, event, by=self.alice, name="Ann", nonce="n")
        services.drop(entry, by=self.bob)
        self.entry(event, self.carol)
        self.assertRefused("full", services.register, event, by=self.bob)

    def test_who_left_comes_back_under_the_same_number(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        services.drop(entry, by=self.bob)
        assert self.entry(event, self.bob).number == entry.number
        assert self.logged(event)[-3:] == ["registered", "dropped", "returned"]

    def test_after_the_deadline_only_staff_enter_players(self):
        event = self.event()
        self.now = DEADLINE
        self.assertRefused("closed", services.register, event, by=self.bob)
        services.enter(event, by=self.judith, name="Ann", nonce="n")

    def test_the_form_that_enters_a_player_can_be_sent_twice(self):
        event = self.event()
        first, again = (services.enter(event, by=self.alice, name="Ann", nonce="n") for _ in range(2))
        assert first == again
        self.assertRefused("nonce-used", services.enter, event, by=self.alice, name="Bea", nonce="n")

    def test_players_may_have_the_same_name(self):
        event = self.event()
        assert [self.entry(event).number, self.entry(event).number] == [1, 2]

    def test_staff_take_players_out_until_the_end(self):
        event = self.event()
        entry, left = self.entry(event, self.bob), self.entry(event, self.carol)
        self.submit(entry)
        self.submit(left)
        self.now = DEADLINE
        services.start(event, by=self.alice)
        services.drop(left, by=self.judith)
        services.drop(left, by=self.judith)
        assert self.logged(event).count("dropped") == 1
        services.end(event, by=self.alice)
        self.assertRefused("ended", services.drop, entry, by=self.judith)

    def test_an_entry_outlives_the_account(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        kept = self.submit(entry)
        accounts.delete(self.bob)
        entry.refresh_from_db()
        assert (entry.user, entry.name) == (None, "bob")
        assert list(entry.submissions.all()) == [kept]
        assert event.log.filter(what="submitted", by=None).count() == 1


class SubmissionsTest(EventTest):
    def test_it_keeps_the_list_as_it_was_handed_in(self):
        entry = self.entry(self.event(), self.bob)
        kept = Submission.objects.get(pk=self.submit(entry).pk)
        deck = selectors.deck_of(entry.event, kept)
        assert (deck.zones, deck.declarations) == (read(LEGAL).zones, read(LEGAL).declarations)
        assert (kept.fingerprint, kept.source, kept.name) == (read(LEGAL).fingerprint, LEGAL, "燈火走過的街")
        assert (kept.status, kept.receipt["on"], kept.receipt["ruleset"]) == (
            "legal",
            START.date().isoformat(),
            get(XLW).ruleset,
        )

    def test_cards_the_catalog_has_lost_are_still_in_it(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        kept = self.submit(entry)
        self.printing(FOX).delete()
        assert selectors.deck_of(event, kept).fingerprint == kept.fingerprint
        assert selectors.standing(event, entry).state == "ready"

    def test_a_card_is_judged_as_the_catalog_has_it_now(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        card = self.printing(FOX).card
        card.facts["released"] = (START.date() + timedelta(days=1)).isoformat()
        card.save()
        assert selectors.standing(event, entry).problems[0].startswith("card.unreleased")

    def test_lines_that_name_no_card_are_kept(self):
        entry = self.entry(self.event(), self.bob)
        kept = self.submit(entry, LEGAL.replace("[extra]", "2 Nobody\n[extra]"))
        assert kept.deck["unknown"] == [["main", "Nobody", 2]]
        assert "card.unknown" in kept.receipt["codes"]

    def test_a_line_that_names_no_card_where_the_rules_do_not_look_is_a_warning(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, LEGAL + "2 Nobody\n")
        assert selectors.standing(entry.event, entry).state == "warning"

    def test_the_deck_it_was_made_from_stays_free(self):
        entry = self.entry(self.event(), self.bob)
        live = self.deck({FOX: 1}, owner=self.bob)
        kept = services.submit(entry, to_deck(live), by=self.bob, nonce="n")
        decks.edit(live, [("add", {"code": self.printing("紙傘婆婆").code})])
        decks.delete(live)
        assert selectors.deck_of(entry.event, Submission.objects.get(pk=kept.pk)).size("main") == 1

    def test_a_replacement_is_another_version(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, ILLEGAL)
        self.submit(entry, LEGAL)
        assert [(each.version, each.status) for each in selectors.history(entry)] == [(2, "legal"), (1, "illegal")]
        assert selectors.standing(entry.event, entry).state == "ready"

    def test_a_list_of_another_game_or_of_no_cards_is_refused(self):
        entry = self.entry(self.event(), self.bob)
        nothing = read("game: xing-ling-wang\n")
        self.assertRefused("no-cards", services.submit, entry, nothing, by=self.bob, nonce="n")
        other = type(nothing)("legions", nothing.zones)
        self.assertRefused("other-game", services.submit, entry, other, by=self.bob, nonce="n")

    def test_who_left_hands_in_nothing(self):
        entry = self.entry(self.event(), self.bob)
        services.drop(entry, by=self.bob)
        self.assertRefused("dropped", self.submit, entry)

    def test_nothing_handed_in_is_ever_changed_or_deleted(self):
        entry = self.entry(self.event(), self.bob)
        kept = self.submit(entry)
        for row in (kept, entry.event.log.first()):
            rows = type(row).objects.all()
            for work in (row.save, row.delete, rows.delete, lambda rows=rows: rows.update(by=None)):
                with pytest.raises(Unchangeable):
                    work()


class DeadlineTest(EventTest):
    """In the last second, out of order, twice and too late: one list stands, and the log says how it came."""

    def test_the_last_moment_before_the_deadline_counts_and_the_deadline_itself_does_not(self):
        entry = self.entry(self.event(), self.bob)
        self.now = DEADLINE - SECOND / 1_000_000
        self.submit(entry)
        self.now = DEADLINE
        self.assertRefused("closed", self.submit, entry, OTHER)

    def test_then_only_staff_with_a_reason_hand_in(self):
        entry = self.entry(self.event(), self.bob)
        self.now = DEADLINE
        self.assertRefused("no-reason", self.submit, entry, by=self.judith)
        self.assertRefused("no-reason", self.submit, entry, by=self.judith, reason="  ")
        self.assertRefused("closed", self.submit, entry, by=self.carol, reason="Late train")
        self.assertRefused("closed", self.submit, entry, by=None, reason="Late train")
        assert self.submit(entry, by=self.judith, reason="Late train").late == "Late train"
        assert self.logged(entry.event)[-1] == "submitted-late"
        assert selectors.standing(entry.event, entry).state == "warning"

    def test_staff_need_no_reason_before_the_deadline(self):
        entry = self.entry(self.event())
        assert self.submit(entry, by=self.judith).late == ""

    def test_after_the_start_nobody_hands_in(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        self.now = DEADLINE
        services.start(entry.event, by=self.alice)
        self.assertRefused("started", self.submit, entry, OTHER, by=self.alice, reason="Late train")

    def test_a_clock_that_is_set_back_opens_nothing_again(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.now = DEADLINE + SECOND
        self.submit(entry, by=self.judith, reason="Late train")
        self.now = DEADLINE - timedelta(hours=1)
        self.assertRefused("closed", self.submit, entry, OTHER)
        services.change(event, by=self.alice, place="Elsewhere")
        moments = list(event.log.order_by("number").values_list("at", flat=True))
        assert moments == sorted(moments)

    def test_a_deadline_that_is_moved_counts_at_once(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.now = DEADLINE
        services.change(event, by=self.alice, deadline=DEADLINE + timedelta(hours=1))
        self.submit(entry)
        services.change(event, by=self.alice, deadline=DEADLINE)
        self.assertRefused("closed", self.submit, entry, OTHER)

    def test_the_same_form_sent_twice_is_one_list(self):
        entry = self.entry(self.event(), self.bob)
        first, again = (self.submit(entry, nonce="n") for _ in range(2))
        assert first == again
        assert self.logged(entry.event).count("submitted") == 1

    def test_a_retry_after_the_deadline_gets_the_answer_that_was_lost(self):
        entry = self.entry(self.event(), self.bob)
        first = self.submit(entry, nonce="n")
        self.now = DEADLINE + SECOND
        assert self.submit(entry, nonce="n") == first

    def test_the_same_form_with_another_list_is_told_apart(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, nonce="n")
        self.assertRefused("nonce-used", self.submit, entry, OTHER, nonce="n")

    def test_two_tabs_leave_both_lists_and_the_later_one_stands(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, OTHER, nonce="one tab")
        last = self.submit(entry, LEGAL, nonce="the other")
        assert selectors.standing(entry.event, entry).submission == last
        assert entry.submissions.count() == 2


class GateTest(EventTest):
    def closed(self, **texts):
        """An event past its deadline in which each account (by name) handed in a text, or nothing (None)."""
        event = self.event()
        for name, text in texts.items():
            entry = self.entry(event, getattr(self, name))
            if text:
                self.submit(entry, text)
        self.now = DEADLINE
        return event

    def of(self, event, user):
        return Entry.objects.get(event=event, user=user)

    def test_it_starts_when_every_list_is_settled(self):
        event = services.start(self.closed(bob=LEGAL, carol=OTHER), by=self.alice)
        assert event.state(self.now) == State.STARTED
        assert event.log.first().params["entries"] == 2

    def test_it_does_not_start_while_one_is_not(self):
        event = self.closed(bob=LEGAL, carol=ILLEGAL, judith=None)
        refused = self.assertRefused("unresolved", services.start, event, by=self.alice)
        assert [(each.entry.user, each.state) for each in refused.params["standings"]] == [
            (self.carol, "illegal"),
            (self.judith, "missing"),
        ]
        assert Event.objects.get().started_at is None

    def test_it_does_not_start_while_lists_may_still_come(self):
        event = self.closed(bob=LEGAL)
        self.now = DEADLINE - SECOND
        self.assertRefused("still-open", services.start, event, by=self.alice)

    def test_it_does_not_start_without_players(self):
        event = self.closed(bob=LEGAL)
        services.drop(self.of(event, self.bob), by=self.alice)
        self.assertRefused("no-entries", services.start, event, by=self.alice)

    def test_who_left_keeps_nobody_waiting(self):
        event = self.closed(bob=LEGAL, carol=None)
        services.drop(self.of(event, self.carol), by=self.carol)
        assert services.start(event, by=self.alice).log.first().params["entries"] == 1

    def test_everything_is_judged_again_at_the_start(self):
        event = self.closed(bob=LEGAL)
        self.ban(FOX)
        services.pin(event, by=self.alice)
        self.assertRefused("unresolved", services.start, event, by=self.alice)

    def test_an_override_names_its_reason_and_lets_the_entry_through(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        self.assertRefused("no-reason", services.override, entry, by=self.alice, reason=" ")
        services.override(entry, by=self.alice, reason="Proxy agreed")
        assert selectors.standing(event, entry).state == "overridden"
        event = services.start(event, by=self.alice)
        assert event.log.first().params["overridden"] == [1]
        assert "Proxy agreed" in log_sentence(event.log.get(what="overridden"))

    def test_a_player_without_a_list_can_be_let_through(self):
        event = self.closed(bob=None)
        services.override(self.of(event, self.bob), by=self.alice, reason="Brings it on paper")
        services.start(event, by=self.alice)

    def test_an_override_does_not_cover_another_list(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        services.override(entry, by=self.alice, reason="Proxy agreed")
        self.submit(entry, ILLEGAL, by=self.alice, reason="Once more")
        assert selectors.standing(event, entry).state == "illegal"

    def test_an_override_does_not_cover_other_problems(self):
        event = self.closed(bob=None)
        entry = self.of(event, self.bob)
        self.submit(entry, LEGAL.replace(f"1 {FOX}\n", ""), by=self.alice, reason="On paper")
        services.override(entry, by=self.alice, reason="One card short")
        assert selectors.standing(event, entry).state == "overridden"
        services.change(event, by=self.alice, own_limits={"紙傘婆婆": 0})
        event.refresh_from_db()
        assert selectors.standing(event, entry).state == "illegal"

    def test_an_override_can_be_taken_back_and_given_again(self):
        event = self.closed(bob=ILLEGAL)
        entry = self.of(event, self.bob)
        for _ in range(2):
            services.override(entry, by=self.alice, reason="Proxy agreed")
            services.withdraw(entry, by=self.alice)
            assert selectors.standing(event, entry).state == "illegal"
        self.assertRefused("not-overridden", services.withdraw, entry, by=self.alice)

    def test_what_may_start_needs_no_override(self):
        event = self.closed(bob=LEGAL)
        self.assertRefused("settled", services.override, self.of(event, self.bob), by=self.alice, reason="So")

    def test_the_standings_take_as_many_queries_for_many_as_for_one(self):
        event = self.closed(bob=LEGAL)
        with self.assertNumQueries(4):  # entries, lists, cards, overrides
            assert len(selectors.standings(event)) == 1
        self.now = EARLY
        event = self.closed(bob=LEGAL, carol=ILLEGAL, judith=OTHER, alice=None)
        with self.assertNumQueries(4):
            assert len(selectors.standings(event)) == 4


class LogTest(EventTest):
    def tell(self, event):
        """Write to Carol, who is not ready; then she leaves."""
        User.objects.filter(pk=self.carol.pk).update(email="carol@example.org")
        entry = self.entry(event, self.carol)
        with self.settings(EMAIL_HOST="mail.example.org"):
            tell.ask(event, by=self.alice, nonce="n", send=lambda entries: None)
        services.drop(entry, by=self.carol)

    def test_every_code_has_a_sentence_and_every_sentence_a_code(self):
        event = self.event(capacity=9)
        entry, other = self.entry(event, self.bob), self.entry(event)
        services.drop(entry, by=self.bob)
        self.entry(event, self.bob)
        self.submit(entry)
        self.ban("nobody")
        services.pin(event, by=self.alice)
        services.change(event, by=self.alice, capacity=None, listed=True, own_limits={FOX: 1}, lists_visible="end")
        services.add_role(event, self.carol, "judge", by=self.alice)
        services.remove_role(event, self.carol, by=self.alice)
        self.tell(event)
        self.now = DEADLINE
        services.override(other, by=self.alice, reason="On paper")
        services.withdraw(other, by=self.alice)
        self.submit(other, by=self.alice, reason="On paper")
        upload = bulk.receive(event, [Item("Eva.txt", "Eva", LEGAL)], ["Eva.txt"], by=self.alice, reason="On paper")
        bulk.apply(upload, by=self.alice)
        services.start(event, by=self.alice)
        counted = {"version": 1, "found": {0: 1}, "outcome": Outcome.CLEAN, "nonce": self.nonce()}
        check_services.record(entry, by=self.judith, **counted)
        services.end(event, by=self.alice)
        assert set(self.logged(event)) == set(LOG)
        for each in LogEntry.objects.all():
            assert log_sentence(each)
            assert "{" not in log_sentence(each)

    def test_it_is_numbered_without_gaps(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.assertRefused("full", services.register, event, by=self.carol)
        self.submit(entry)
        assert list(event.log.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
