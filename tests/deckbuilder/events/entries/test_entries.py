"""What is known of who plays: how it is corrected, and where they are written to."""

from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.base import DEADLINE, LEGAL, EventTest

ADDRESS = "bob@example.org"


class EntryTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(roster_notes="Shirt size?")
        self.bobs = self.entry(self.cup, self.bob)

    def path(self, name, *arguments):
        return reverse(f"events:{name}", args=[self.cup.slug, *arguments])

    def amended(self, entry=None, *, by=None, **fields):
        return entry_services.amend(entry or self.bobs, by=by or self.bob, **fields)


class AmendTest(EntryTest):
    def test_what_changed_is_logged(self):
        self.amended(name="Bob the Brave", answer="L")
        assert log_sentence(self.cup.log.first()) == "Changed. Name on the roster: bob → Bob the Brave; Note: – → L"

    def test_no_address_stands_in_the_log(self):
        self.amended(email=ADDRESS)
        last = self.cup.log.first()
        assert log_sentence(last) == "Changed. E-mail address"
        assert ADDRESS not in str(last.params)

    def test_what_is_the_same_is_no_change(self):
        before = self.rows()
        self.amended(name="bob", email="")
        assert self.rows() == before

    def test_what_is_not_named_stays(self):
        self.amended(name="Bob the Brave", email=ADDRESS)
        self.amended(answer="L")
        entry = Entry.objects.get(pk=self.bobs.pk)
        assert (entry.name, entry.answer, entry.email) == ("Bob the Brave", "L", ADDRESS)

    def test_two_of_the_staff_change_only_what_each_of_them_edited(self):
        there = self.path("amend", self.bobs.number)
        shown = {f"initial-{name}": getattr(self.bobs, name) for name in entry_services.ABOUT}
        self.assertContains(self.as_judith.get(there), 'name="initial-answer"')
        self.as_judith.post(there, {**shown, "name": "bob", "answer": "XL", "email": ""})
        self.as_alice.post(there, {**shown, "name": "Bob the Brave", "answer": "", "email": ""})
        entry = Entry.objects.get(pk=self.bobs.pk)
        assert (entry.name, entry.answer) == ("Bob the Brave", "XL")

    def test_a_name_and_an_address_are_what_they_say(self):
        assert self.assertRefused("blank", self.amended, name="  ").field == "name"
        assert self.assertRefused("bad-email", self.amended, email="bob").field == "email"
        assert (
            self.assertRefused("bad-email", entry_services.register, self.cup, by=self.carol, email="@").field
            == "email"
        )

    def test_players_correct_themselves_until_the_start_and_the_staff_until_the_end(self):
        self.submit(self.bobs, LEGAL)
        self.now = DEADLINE
        self.amended(name="Bob 2")
        services.start(self.cup, by=self.alice)
        self.assertRefused("started", self.amended, name="Bob 3")
        self.amended(name="Bob 3", by=self.judith)
        services.end(self.cup, by=self.alice)
        self.assertRefused("ended", self.amended, name="Bob 4", by=self.alice)

    def test_the_page_shows_what_is_known_and_keeps_what_was_typed(self):
        self.amended(email=ADDRESS)
        self.assertContains(self.as_bob.get(self.path("amend", 1)), ADDRESS)
        answer = self.as_bob.post(self.path("amend", 1), {"name": "Bob the Brave", "answer": "", "email": "nowhere"})
        self.assertContains(answer, "“nowhere” is not an e-mail address.", status_code=422)
        self.assertContains(answer, "Bob the Brave", status_code=422)
        sent = {"name": "Bob the Brave", "answer": "", "email": ""}
        self.assertRedirects(self.as_bob.post(self.path("amend", 1), sent), self.path("entry", 1))
        assert Entry.objects.get().name == "Bob the Brave"

    def test_who_has_the_link_of_an_entry_may_correct_it(self):
        ann = self.entry(self.cup)
        self.as_visitor.get(self.path("open", ann.key))
        self.as_visitor.post(self.path("amend", ann.number), {"name": "Anna", "email": "", "answer": ""})
        assert Entry.objects.get(pk=ann.pk).name == "Anna"


class AddressTest(EntryTest):
    def test_it_is_that_of_the_entry_before_that_of_the_account(self):
        assert self.bobs.contact_email == ""
        self.bob.email = "account@example.org"
        assert Entry(user=self.bob).contact_email == "account@example.org"
        assert Entry(user=self.bob, email=ADDRESS).contact_email == ADDRESS
        self.bob.is_active = False
        assert Entry(user=self.bob).contact_email == ""

    def test_who_registers_or_is_entered_may_leave_one(self):
        self.as_carol.post(self.path("register"), {"name": "Carol", "email": "carol@example.org"})
        sent = {"name": "Ann", "email": "ann@example.org", "nonce": "n"}
        self.as_judith.post(self.path("enter"), sent)
        known = set(Entry.objects.values_list("email", flat=True))
        assert known == {"", "carol@example.org", "ann@example.org"}

    def test_a_form_that_is_refused_keeps_what_was_typed(self):
        for browser, name in ((self.as_carol, "register"), (self.as_judith, "enter")):
            with self.subTest(name):
                answer = browser.post(self.path(name), {"name": "Caroline", "email": "nowhere", "nonce": "n"})
                self.assertContains(answer, "“nowhere” is not an e-mail address.", status_code=422)
                self.assertContains(answer, 'value="Caroline"', status_code=422)

    def test_it_is_the_staffs_and_their_own(self):
        self.amended(email=ADDRESS)
        for browser in (self.as_bob, self.as_judith):
            self.assertContains(browser.get(self.path("entry", 1)), ADDRESS)
        for browser in (self.as_visitor, self.as_carol):
            self.assertNotContains(browser.get(self.cup.get_absolute_url()), ADDRESS)

    def test_the_address_of_an_account_is_for_sending_alone(self):
        User.objects.filter(pk=self.bob.pk).update(email="account@example.org")
        roster = self.as_alice.get(self.path("roster-file")).getvalue().decode()
        for shown in (self.as_alice.get(self.path("entry", 1)).content.decode(), roster):
            assert "account@example.org" not in shown
        assert "account@example.org" not in self.as_bob.get(self.cup.get_absolute_url()).content.decode()

    def test_it_goes_with_the_account(self):
        self.amended(email=ADDRESS)
        User.objects.get(pk=self.bob.pk).delete()
        entry = Entry.objects.get(pk=self.bobs.pk)
        assert (entry.user, entry.name, entry.email) == (None, "bob", "")
