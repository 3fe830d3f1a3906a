"""Registration and the deadline for lists are two times."""

from datetime import timedelta

from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, SECOND
from tests.deckbuilder.events.pages import FORM, PagesTest

UNTIL = DEADLINE - timedelta(days=1)


class RegistrationTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(registration_until=UNTIL)

    def test_players_register_until_then_and_hand_in_lists_until_the_deadline(self):
        self.now = UNTIL - SECOND
        entry = self.entry(self.cup, self.bob)
        self.now = UNTIL
        self.assertRefused("registration-over", entry_services.register, self.cup, by=self.carol)
        assert self.submit(entry).version == 1
        self.now = DEADLINE
        self.assertRefused("closed", entry_services.register, self.cup, by=self.carol)

    def test_who_left_does_not_come_back_afterwards(self):
        entry_services.drop(self.entry(self.cup, self.bob), by=self.bob)
        self.now = UNTIL
        self.assertRefused("registration-over", entry_services.register, self.cup, by=self.bob)

    def test_the_staff_enter_players_and_register_themselves_afterwards(self):
        self.now = UNTIL
        self.entry(self.cup)
        entry_services.register(self.cup, by=self.judith)
        assert Entry.objects.count() == 2

    def test_without_it_the_deadline_counts(self):
        cup = self.event()
        self.now = DEADLINE - SECOND
        self.entry(cup, self.bob)
        self.now = DEADLINE
        self.assertRefused("closed", entry_services.register, cup, by=self.carol)

    def test_nobody_registers_when_no_list_is_taken_any_more(self):
        for until in (DEADLINE + SECOND, DEADLINE + timedelta(days=90)):
            error = self.assertRefused(
                "registration-after-deadline", services.change, self.cup, by=self.alice, registration_until=until
            )
            assert error.field == "registration_until"
        services.change(self.cup, by=self.alice, registration_until=DEADLINE)

    def test_an_earlier_deadline_does_not_leave_registration_behind_it(self):
        earlier = UNTIL - SECOND
        self.assertRefused("registration-after-deadline", services.change, self.cup, by=self.alice, deadline=earlier)
        services.change(self.cup, by=self.alice, deadline=earlier, registration_until=None)

    def test_a_change_is_logged(self):
        services.change(self.cup, by=self.alice, registration_until=None)
        assert log_sentence(self.cup.log.first()).startswith("Changed. Registration closes: 4 March 2027")
        assert log_sentence(self.cup.log.first()).endswith(" → –")

    def test_the_page_says_until_when(self):
        page = self.as_carol.get(self.cup.get_absolute_url())
        self.assertContains(page, "Registration closes")
        self.assertContains(page, self.path("register", self.cup.slug))
        self.now = UNTIL
        page = self.as_carol.get(self.cup.get_absolute_url())
        self.assertContains(page, "Registration is closed. Ask the organiser.")
        self.assertNotContains(page, self.path("register", self.cup.slug))
        refused = self.as_carol.post(self.path("register", self.cup.slug), {"name": "Carol"})
        self.assertContains(refused, "Registration is closed. Ask the organiser.", status_code=409)

    def test_the_form_asks_for_it(self):
        sent = {**FORM, "registration_until": "2027-03-05T20:01"}
        refused = self.as_bob.post(self.path("create"), sent)
        self.assertContains(
            refused,
            "Registration cannot close after the list deadline",
            status_code=422,
        )
        assert refused.context["form"].errors.keys() == {"registration_until"}
        self.as_bob.post(self.path("create"), {**sent, "registration_until": "2027-03-04T20:00"})
        assert self.bob.event_roles.get().event.registration_until == UNTIL
        assert b"2027-03-04T20:00" in self.as_alice.get(self.path("edit", self.cup.slug)).content


class RegistrationApiTest(EventsApiTest):
    def test_programs_set_and_read_it(self):
        cup = self.event()
        sent = {"registration_until": UNTIL.isoformat()}
        answer = self.patch(self.at(cup), sent, by=self.as_alice).body
        assert (answer["registration_until"], answer["registers"]) == (UNTIL.isoformat(), True)
        self.now = UNTIL
        assert self.get(self.at(cup)).body["registers"] is False
        self.refused(self.post(self.at(cup, "register/"), by=self.as_carol), 409, "event.registration-over")
        late = {"registration_until": (DEADLINE + SECOND).isoformat()}
        answer = self.patch(self.at(cup), late, by=self.as_alice)
        self.refused(answer, 400, "event.registration-after-deadline", registration_until="registration-after-deadline")
