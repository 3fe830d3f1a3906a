"""Who takes part in an event: by themselves or entered by the staff, until when, and who leaves."""

from django.test import Client
from django.urls import reverse

from deckbuilder.accounts import services as accounts
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from tests.deckbuilder.events.base import DEADLINE, EventTest


class EntriesTest(EventTest):
    def test_registering_twice_enters_once(self):
        event = self.event()
        assert self.entry(event, self.bob) == self.entry(event, self.bob)
        assert self.logged(event).count("registered") == 1

    def test_a_full_event_takes_nobody(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.assertRefused("full", entry_services.register, event, by=self.carol)
        self.assertRefused("full", entry_services.enter, event, by=self.alice, name="Ann", nonce="n")
        entry_services.drop(entry, by=self.bob)
        self.entry(event, self.carol)
        self.assertRefused("full", entry_services.register, event, by=self.bob)

    def test_who_left_comes_back_under_the_same_number(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        entry_services.drop(entry, by=self.bob)
        assert self.entry(event, self.bob).number == entry.number
        assert self.logged(event)[-3:] == ["registered", "dropped", "returned"]

    def test_after_the_deadline_only_staff_enter_players(self):
        event = self.event()
        self.now = DEADLINE
        self.assertRefused("closed", entry_services.register, event, by=self.bob)
        entry_services.enter(event, by=self.judith, name="Ann", nonce="n")

    def test_the_form_that_enters_a_player_can_be_sent_twice(self):
        event = self.event()
        first, again = (entry_services.enter(event, by=self.alice, name="Ann", nonce="n") for _ in range(2))
        assert first == again
        self.assertRefused("nonce-used", entry_services.enter, event, by=self.alice, name="Bea", nonce="n")

    def test_a_name_nobody_would_see_or_that_turns_the_page_is_refused(self):
        event = self.event()
        for name in ("\u3164", "\u00ad", "\u200b", "\u202eEVE", "\u2066Eve"):
            with self.subTest(ascii(name)):
                self.assertRefused("unprintable", entry_services.enter, event, by=self.alice, nonce="n", name=name)
                self.assertRefused("unprintable", services.change, event, by=self.alice, name=name)
        assert self.entry(event, name="Eve 👩\u200d🚀").name == "Eve 👩\u200d🚀"

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
        entry_services.drop(left, by=self.judith)
        entry_services.drop(left, by=self.judith)
        assert self.logged(event).count("dropped") == 1
        services.end(event, by=self.alice)
        self.assertRefused("ended", entry_services.drop, entry, by=self.judith)

    def test_the_staff_bring_back_who_was_taken_out_with_their_lists(self):
        event = self.event(capacity=2)
        entry = self.entry(event, self.bob)
        self.submit(entry)
        entry_services.drop(entry, by=self.judith)
        self.now = DEADLINE
        self.assertRefused("closed", entry_services.register, event, by=self.bob)
        back = entry_services.bring_back(entry, by=self.judith)
        assert (back.dropped_at, back.submissions.count()) == (None, 1)
        entry_services.bring_back(entry, by=self.judith)
        assert self.logged(event).count("returned") == 1

    def test_who_was_taken_out_does_not_come_back_alone(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        entry_services.drop(entry, by=self.judith)
        self.assertRefused("taken-out", entry_services.register, event, by=self.bob)
        entry_services.bring_back(entry, by=self.judith)
        entry_services.drop(entry, by=self.bob)
        assert entry_services.register(event, by=self.bob) == entry

    def test_nobody_is_brought_back_to_a_place_that_is_taken_or_after_the_end(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        entry_services.drop(entry, by=self.judith)
        other = self.entry(event, self.carol)
        self.assertRefused("full", entry_services.bring_back, entry, by=self.judith)
        self.submit(other)
        self.now = DEADLINE
        services.end(services.start(event, by=self.alice), by=self.alice)
        self.assertRefused("ended", entry_services.bring_back, entry, by=self.judith)

    def test_a_link_that_was_replaced_opens_nothing_any_more(self):
        event = self.event()
        entry = self.entry(event, name="Ann")
        there = reverse("events:entry", args=[event.slug, entry.number])
        old = reverse("events:open", args=[event.slug, entry.key])
        holder = Client()
        assert holder.get(old, follow=True).status_code == 200
        answer = self.as_judith.post(reverse("events:replace-link", args=[event.slug, entry.number]), follow=True)
        entry.refresh_from_db()
        assert [holder.get(path).status_code for path in (old, there)] == [404, 404]
        assert holder.get(f"/api/v1{there}", headers={"X-Entry-Key": old.split("/")[-2]}).status_code == 404
        new = reverse("events:open", args=[event.slug, entry.key])
        assert new != old
        self.assertContains(answer, new)
        assert holder.get(new, follow=True).status_code == 200
        assert entry.log.first().by == self.judith
        assert entry.key not in str(entry.log.first().params)

    def test_the_entry_of_an_account_has_no_link_to_replace(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.assertRefused("has-account", entry_services.replace_link, entry, by=self.judith)
        answer = self.as_judith.post(reverse("events:replace-link", args=[event.slug, entry.number]), follow=True)
        self.assertContains(answer, "This player has an account")

    def test_an_entry_outlives_the_account(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        kept = self.submit(entry)
        accounts.delete(self.bob)
        entry.refresh_from_db()
        assert (entry.user, entry.name) == (None, "bob")
        assert list(entry.submissions.all()) == [kept]
        assert event.log.filter(what="submitted", by=None).count() == 1
