"""E-mail goes only to people who gave their address, in the site's own words, and no more than a day's quota."""

from datetime import timedelta
from importlib import import_module
from unittest import mock

import pytest
from django.apps import apps
from django.core import mail
from django.test import Client, override_settings

from deckbuilder.accounts.models import User
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.recipients import MAX_LETTERS_TO_ONE, Reaches, stop_key
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, LetterOrder, LogEntry, RoleName
from deckbuilder.events.notify import emails, tasks
from deckbuilder.events.roster import services as roster_services
from tests.deckbuilder.api import ROOT
from tests.deckbuilder.events.base import EventTest

SPAM = "Cheap pills http://evil.example now\nBcc: you@evil.example"


@override_settings(EMAIL_HOST="mail.example.org")
class LettersTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        send = mock.patch.object(tasks.mail, "delay")
        self.sent = send.start()
        self.addCleanup(send.stop)

    def reach(self, entry):
        entry.refresh_from_db()
        return Reaches(self.cup, self.now).of(entry)

    def with_address(self, name="Ann"):
        """A player without an account whose address the staff enter."""
        address = f"{name.lower()}@example.org"
        return entry_services.enter(self.cup, by=self.alice, name=name, email=address, nonce=self.nonce())

    def order(self, event=None, by=None):
        def send(order):
            tasks.enqueue_mail(order, "en", "http://testserver/")

        return emails.order(event or self.cup, by=by or self.alice, nonce=self.nonce(), send=send)

    def work(self):
        for call in self.sent.call_args_list:
            tasks.mail(*call.args)
        self.sent.reset_mock()

    def open(self, entry, browser=None):
        return (browser or Client()).get(f"/events/{self.cup.slug}/with/{entry.key}/")

    def carols(self, email="carol@example.org"):
        return entry_services.register(self.cup, by=self.carol, email=email)


class ConsentTest(LettersTest):
    def test_nobody_is_written_to_whom_the_organiser_entered(self):
        roster = "\n".join(f"Stranger {number}, s{number}@example.org" for number in range(300))
        roster_services.import_players(self.cup, "name, email\n" + roster, by=self.alice)
        services.cancel(self.cup, by=self.alice, reason=SPAM.splitlines()[0])
        self.assertRefused("nobody-to-mail", self.order)
        assert self.cup.entries.exclude(email="").count() == 300

    def test_who_gave_their_address_with_their_account_is_written_to(self):
        assert self.reach(self.carols()) == "yes"
        assert self.order() == 1

    def test_who_opened_the_entry_by_its_link_is_written_to(self):
        entry = self.with_address()
        assert self.reach(entry) == "unconfirmed"
        self.open(entry)
        assert self.reach(entry) == "yes"

    def test_the_staff_confirm_no_address_by_opening_the_link(self):
        entry = self.with_address()
        for browser in (self.as_alice, self.as_judith):
            self.open(entry, browser)
        Client().head(f"/events/{self.cup.slug}/with/{entry.key}/")
        assert self.reach(entry) == "unconfirmed"

    def test_another_address_that_the_staff_enter_must_be_confirmed_anew(self):
        for entry in (self.carols(), self.with_address()):
            self.open(entry)
            entry_services.amend(entry, by=self.judith, email="stranger@example.org")
            assert self.reach(entry) == "unconfirmed"

    def test_what_else_the_staff_correct_changes_nothing(self):
        entry = self.carols()
        entry_services.amend(entry, by=self.judith, name="Carol C.", email="carol@example.org")
        assert self.reach(entry) == "yes"

    def test_a_player_confirms_an_address_by_giving_it_again(self):
        entry = self.carols()
        entry_services.amend(entry, by=self.judith, email="right@example.org")
        entry_services.amend(entry, by=self.carol, email="right@example.org")
        assert self.reach(entry) == "yes"

    def test_the_staff_confirm_no_address_of_their_own_entries(self):
        entry = entry_services.register(self.cup, by=self.judith, email="stranger@example.org")
        assert self.reach(entry) == "unconfirmed"

    def test_an_address_counts_no_more_once_its_player_joins_the_staff_and_changes_it(self):
        entry = self.carols()
        services.add_role(self.cup, self.carol, RoleName.JUDGE, by=self.alice)
        entry_services.amend(entry, by=self.carol, email="stranger@example.org")
        assert self.reach(entry) == "unconfirmed"

    def test_the_address_of_an_account_counts_and_no_page_or_program_sets_it(self):
        User.objects.filter(pk=self.bob.pk).update(email="bob@example.org")
        assert self.reach(self.entry(self.cup, User.objects.get(pk=self.bob.pk))) == "yes"
        self.as_carol.post("/account/settings/", {"email": "stranger@example.org", "theme": "auto", "language": ""})
        words = dict.fromkeys(("password1", "password2"), "wq9-lantern")
        Client().post("/account/signup/", {"username": "newcomer", "email": "stranger@example.org"} | words)
        assert User.objects.filter(username="newcomer").exists()
        assert not User.objects.filter(email="stranger@example.org").exists()

    def test_addresses_from_before_count_where_their_players_gave_them(self):
        given, changed, staff = self.carols(), self.entry(self.cup, self.bob), self.entry(self.cup, self.judith)
        entry_services.amend(changed, by=self.alice, email="bob@example.org")
        entries = Entry.objects.filter(event=self.cup)
        entries.update(email="x@example.org", address_confirmed_at=None)
        unopened = self.with_address()
        import_module("deckbuilder.events.migrations.0008_letters").confirm(apps, None)
        assert [self.reach(each) for each in (given, changed, staff, unopened)] == ["yes", *["unconfirmed"] * 3]

    def test_organisers_see_beside_each_player_whether_they_can_be_written_to(self):
        self.with_address(), self.carols(), self.entry(self.cup, self.bob)
        page = self.as_alice.get(f"/events/{self.cup.slug}/tell/")
        assert {each.readiness.entry.name: each.reach for each in page.context["notices"]} == {
            "Ann": "unconfirmed", "carol": "yes", "bob": "no-address",
        }  # fmt: skip
        self.assertContains(
            page,
            "Cannot be e-mailed yet: staff gave this address.",
        )
        api = self.as_alice.get(f"{ROOT}events/{self.cup.slug}/tell/").json()
        assert [each["reach"] for each in api["results"]] == ["unconfirmed", "yes", "no-address"]
        assert api["reachable"] == 1
        self.assertContains(
            self.as_alice.get(f"/events/{self.cup.slug}/entries/1/"),
            "Cannot be e-mailed yet: staff gave this address.",
        )


class WordsTest(LettersTest):
    def letter(self, **fields):
        Event.objects.filter(pk=self.cup.pk).update(**fields)
        self.cup.refresh_from_db()
        entry = self.carols()
        entry_services.amend(entry, by=self.judith, name="Win http://evil.example")
        self.order()
        self.work()
        return mail.outbox[-1]

    def test_the_organiser_writes_neither_the_subject_nor_a_link(self):
        letter = self.letter(name=SPAM[:100].replace("\n", " "))
        assert letter.subject == "Your deck list for an event is not ready"
        assert "“Cheap pills … now Bcc: …”" in letter.body
        assert "evil" not in letter.body
        assert "Win" not in letter.body

    def test_times_say_how_far_they_are_from_utc(self):
        letter = self.letter()
        assert "(6 March 2027, 10:00 UTC+08:00)" in letter.body
        assert "Submit or replace it by 5 March 2027, 20:00 UTC+08:00." in letter.body

    def test_why_it_was_called_off_stands_on_the_page_alone(self):
        self.carols()
        services.cancel(self.cup, by=self.alice, reason="Buy http://evil.example")
        self.order()
        self.work()
        (letter,) = mail.outbox
        assert "was called off" in letter.body
        assert "Buy" not in letter.body + letter.subject
        there = f"/events/{self.cup.slug}/entries/1/"
        assert there in letter.body
        self.assertContains(self.as_carol.get(there), "Buy http://evil.example")

    def test_programs_see_that_a_program_wrote_it_and_how_to_get_no_more(self):
        headers = self.letter().message()
        assert headers["Auto-Submitted"] == "auto-generated"
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert f"/events/{self.cup.slug}/no-letters/" in headers["List-Unsubscribe"]

    def test_names_are_quoted_in_one_line_without_links(self):
        for name, quoted in {
            "Lantern Cup 1.5": "Lantern Cup 1.5", "go to evil.example/x": "go to …", "a\r\nb": "a b",
            "WWW.EVIL": "…", "me@evil": "…", "第3屆 台北.公開賽": "第3屆 …",
        }.items():  # fmt: skip
            assert emails.quotable(name) == quoted


class WayOutTest(LettersTest):
    def setUp(self):
        super().setUp()
        self.ann = self.with_address()
        self.open(self.ann)
        self.path = f"/events/{self.cup.slug}/no-letters/{stop_key(self.cup, 'Ann@Example.org')}/"

    def test_who_posts_it_without_an_account_gets_no_more_about_this_event(self):
        strict = Client(enforce_csrf_checks=True)
        self.assertContains(strict.get(self.path), "Unsubscribe")
        assert self.reach(self.ann) == "yes"
        for _ in range(2):
            answer = strict.post(self.path, {"List-Unsubscribe": "One-Click"})
            self.assertContains(answer, "You will get no more e-mail about “")
        assert self.reach(self.ann) == "stopped"
        assert b"ann@" not in b"".join(str(row).encode() for row in self.cup.no_letters.values())

    def test_a_letter_on_its_way_is_not_sent(self):
        self.order()
        Client().post(self.path)
        self.work()
        assert mail.outbox == []

    def test_it_holds_for_every_entry_with_that_address_whoever_gives_it(self):
        Client().post(self.path)
        carols = self.carols("ann@example.org")
        entry_services.amend(self.ann, by=self.alice, email="other@example.org")
        self.open(self.ann)
        assert (self.reach(carols), self.reach(self.ann)) == ("stopped", "yes")

    def test_a_key_that_is_made_up_or_of_another_event_leads_nowhere(self):
        other = self.event(name="Other")
        for key in ("x", f"{'0' * 64}:x", stop_key(other, "ann@example.org")):
            for method in ("get", "post"):
                answer = getattr(Client(), method)(f"/events/{self.cup.slug}/no-letters/{key}/")
                assert answer.status_code == 404


class QuotaTest(LettersTest):
    def test_one_player_gets_so_many_a_day_about_an_event(self):
        entry = self.carols()
        for _ in range(MAX_LETTERS_TO_ONE):
            assert self.order() == 1
        assert self.reach(entry) == "often"
        self.assertRefused("nobody-to-mail", self.order)
        self.now += timedelta(days=1)
        assert self.order() == 1

    @override_settings(LETTERS_PER_EVENT=1)
    def test_an_event_has_so_many_a_day_whoever_orders_them(self):
        services.add_role(self.cup, self.bob, RoleName.ORGANISER, by=self.alice)
        self.carols()
        self.order()
        error = self.assertRefused("letters-of-event", self.order, by=self.bob)
        assert error.params == {"count": 1, "used": 1, "limit": 1}
        answer = self.as_alice.post(f"/events/{self.cup.slug}/tell/", {"nonce": "n"})
        self.assertContains(answer, "The limit is 1 e-mails a day", status_code=409)

    @override_settings(LETTERS_PER_ACCOUNT=1)
    def test_an_account_has_so_many_a_day_over_all_its_events_deleted_ones_too(self):
        self.carols()
        self.order()
        services.delete(self.cup)
        other = self.event(name="Other")
        entry_services.register(other, by=self.carol, email="carol@example.org")
        with pytest.raises(emails.EventError, match="letters-of-account"):
            self.order(other)
        assert LetterOrder.objects.get().event is None
        assert not LogEntry.objects.filter(event=other, what="told").exists()
        self.now += timedelta(days=1)
        assert self.order(other) == 1
