"""The pages of events: what people see there and what their forms do."""

from datetime import timedelta

from django.urls import reverse

from deckbuilder.decks import services as decks
from deckbuilder.events import services
from deckbuilder.events.models import Entry, Event, State, Submission
from tests.deckbuilder.base import PASSWORD
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER, START, EventTest

FORM = {
    "kind": "xing-ling-wang/standard",
    "name": "Lantern Cup",
    "place": "Taipei",
    "starts_at": "2027-03-06T10:00",
    "deadline": "2027-03-05T20:00",
    "lists_visible": "end",
}


class PagesTest(EventTest):
    def path(self, name, *args):
        return reverse(f"events:{name}", args=args)


class CreateTest(PagesTest):
    def create(self, **fields):
        return self.as_alice.post(self.path("create"), FORM | fields)

    def test_a_form_makes_an_event_in_the_sites_time(self):
        answer = self.create(own_limits=f"{FOX} = 1", listed="on")
        event = Event.objects.get()
        self.assertRedirects(answer, event.get_absolute_url())
        assert (event.starts_at, event.deadline) == (START, DEADLINE)
        assert (event.own_limits, event.listed, event.lists_visible) == ({FOX: 1}, True, "end")

    def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(self):
        wrong = {
            "kind": {"kind": "whist/standard"},
            "name": {"name": ""},
            "starts_at": {"starts_at": "tomorrow"},
            "deadline": {"deadline": "2027-03-06T10:01"},
            "capacity": {"capacity": "0"},
            "own_limits": {"own_limits": "Nobody = 0"},
            "own_pool": {"own_pool": "on"},
        }
        for field, fields in wrong.items():
            with self.subTest(field):
                answer = self.create(**fields)
                assert answer.status_code == 422
                assert field in answer.context["form"].errors
                self.assertContains(answer, "Taipei", status_code=422)
        assert not Event.objects.exists()

    def test_a_visitor_signs_in_first(self):
        answer = self.as_visitor.get(self.path("create"))
        self.assertRedirects(answer, f"{reverse('account_login')}?next={self.path('create')}")

    def test_a_form_changes_an_event_and_shows_what_it_is(self):
        event = self.event(own_limits={FOX: 0}, place="Taipei")
        shown = self.as_alice.get(self.path("edit", event.slug))
        self.assertContains(shown, "2027-03-06T10:00")
        self.assertContains(shown, f"{FOX} = 0")
        self.as_alice.post(self.path("edit", event.slug), FORM | {"name": "Fox Cup"})
        event.refresh_from_db()
        assert (event.name, event.own_limits) == ("Fox Cup", {})

    def test_a_started_event_refuses_the_form(self):
        event = self.event()
        self.submit(self.entry(event, self.bob))
        self.now = DEADLINE
        services.start(event, by=self.alice)
        answer = self.as_alice.post(self.path("edit", event.slug), FORM | {"name": "Fox Cup"})
        self.assertContains(answer, "The event has started.", status_code=422)


class EventsTest(PagesTest):
    def test_only_announced_events_are_on_the_page_of_events(self):
        self.event(name="Open Cup", listed=True)
        self.event(name="Closed Circle")
        for browser in (self.as_visitor, self.as_bob):
            answer = browser.get(self.path("list"))
            self.assertContains(answer, "Open Cup")
            self.assertNotContains(answer, "Closed Circle")

    def test_ones_own_are_there_too_and_once(self):
        self.event(name="Open Cup", listed=True)
        circle = self.event(name="Closed Circle")
        self.entry(circle, self.bob)
        assert [tile.event.name for tile in self.as_bob.get(self.path("list")).context["mine"]] == ["Closed Circle"]
        for browser in (self.as_alice, self.as_judith):
            answer = browser.get(self.path("list"))
            assert len(answer.context["mine"]) == 2
            assert answer.context["others"] == []

    def test_the_list_takes_as_many_queries_for_many_as_for_one(self):
        self.event(listed=True)
        self.as_visitor.get(self.path("list"))
        with self.assertNumQueries(1):
            self.as_visitor.get(self.path("list"))
        for _ in range(3):
            self.event(listed=True)
        with self.assertNumQueries(1):
            self.as_visitor.get(self.path("list"))

    def test_the_code_leads_to_the_event(self):
        answer = self.as_visitor.get(self.path("qr", self.event().slug))
        assert answer["Content-Type"] == "image/svg+xml"
        assert b"<svg" in answer.content

    def test_an_event_says_by_what_it_judges(self):
        self.ban(FOX)
        answer = self.as_visitor.get(self.event(own_limits={FOX: 1}).get_absolute_url())
        self.assertContains(answer, "Spring list 1")
        self.assertContains(answer, "the organiser’s own list")


class TakingPartTest(PagesTest):
    def test_a_player_registers_with_a_name_and_an_answer(self):
        event = self.event(roster_notes="Which number?")
        self.assertContains(self.as_bob.get(event.get_absolute_url()), "Which number?")
        answer = self.as_bob.post(self.path("register", event.slug), {"name": "Bob", "answer": "4711"})
        entry = Entry.objects.get()
        self.assertRedirects(answer, self.path("entry", event.slug, entry.number))
        assert (entry.user, entry.name, entry.answer) == (self.bob, "Bob", "4711")

    def test_a_visitor_signs_in_and_comes_back(self):
        event = self.event()
        answer = self.as_visitor.post(self.path("register", event.slug), {"name": "Bob"})
        self.assertRedirects(answer, f"{reverse('account_login')}?next={event.get_absolute_url()}")
        answer = self.as_visitor.post(answer["Location"], {"login": "bob", "password": PASSWORD})
        self.assertRedirects(answer, event.get_absolute_url())

    def test_a_full_or_closed_event_says_so_in_place_of_the_form(self):
        event = self.event(capacity=1)
        self.entry(event, self.carol)
        action = self.path("register", event.slug)
        self.assertNotContains(self.as_bob.get(event.get_absolute_url()), action)
        answer = self.as_bob.post(action, {"name": "Bob"}, follow=True)
        self.assertContains(answer, "All 1 places are taken.")
        services.change(event, by=self.alice, capacity=None)
        self.now = DEADLINE
        self.assertNotContains(self.as_bob.get(event.get_absolute_url()), action)
        answer = self.as_bob.post(action, {"name": "Bob"}, follow=True)
        self.assertContains(answer, "The deadline has passed.")
        assert Entry.objects.count() == 1

    def test_a_player_without_an_account_hands_in_by_their_link(self):
        event = self.event()
        self.as_judith.post(self.path("enter", event.slug), {"name": "Ann", "nonce": "n"})
        ann = Entry.objects.get()
        self.assertRedirects(
            self.as_visitor.get(self.path("open", event.slug, ann.key)), self.path("entry", event.slug, ann.number)
        )
        self.assertContains(self.as_visitor.get(event.get_absolute_url()), "#1 Ann")
        sent = {"text": LEGAL, "nonce": "n", "action": "submit"}
        self.as_visitor.post(self.path("submit", event.slug, ann.number), sent)
        assert Submission.objects.get().submitted_by is None

    def test_a_nameless_player_is_refused_on_the_roster(self):
        event = self.event()
        answer = self.as_judith.post(self.path("enter", event.slug), {"name": " ", "nonce": "n"})
        assert answer.status_code == 422
        assert not Entry.objects.exists()


class HandingInTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.mine = self.entry(self.cup, self.bob)
        self.to = self.path("submit", self.cup.slug, self.mine.number)

    def send(self, browser=None, **fields):
        return (browser or self.as_bob).post(self.to, {"nonce": "n", "action": "submit", **fields})

    def test_a_list_is_seen_as_it_is_judged_before_it_is_handed_in(self):
        answer = self.send(action="check", text=ILLEGAL)
        assert answer.context["verdict"].status == "illegal"
        self.assertContains(answer, "22 cards, exactly 20 are needed")
        assert not Submission.objects.exists()

    def test_it_is_judged_for_the_day_of_the_event(self):
        self.ban(FOX)
        services.pin(self.cup, by=self.alice)
        self.assertContains(self.send(action="check", text=LEGAL), f"{FOX} is banned by Spring list 1.")

    def test_lines_that_name_no_card_are_shown(self):
        answer = self.send(action="check", text=LEGAL.replace("[extra]", "2 Nobody\n[extra]"))
        self.assertContains(answer, "2 Nobody")
        self.assertContains(answer, "no card is called so")

    def test_the_receipt_says_what_was_handed_in(self):
        answer = self.send(text=LEGAL)
        made = Submission.objects.get()
        path = self.path("receipt", self.cup.slug, self.mine.number, 1)
        self.assertRedirects(answer, path)
        for said in (made.fingerprint, "燈火走過的街", FOX, "rules of 2026.1", "list 1", "Lantern Cup"):
            self.assertContains(self.as_bob.get(path), said)

    def test_a_receipt_still_says_what_was_found_then(self):
        self.send(text=LEGAL)
        self.ban(FOX)
        services.pin(self.cup, by=self.alice)
        answer = self.as_bob.get(self.path("receipt", self.cup.slug, self.mine.number, 1))
        assert answer.context["submission"].status == "legal"
        self.assertContains(answer, "It is judged otherwise now")

    def test_one_of_ones_own_decks_can_be_chosen(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        self.sample_deck("xing-ling-wang/cat-burglar-crew", owner=self.carol)
        assert self.as_bob.get(self.to).context["decks"] == [deck]
        self.send(deck=deck.slug)
        assert Submission.objects.get().source == ""

    def test_nobody_hands_in_a_deck_they_may_not_read(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.carol)
        assert self.send(deck=deck.slug).status_code == 404
        assert not Submission.objects.exists()

    def test_what_was_seen_is_what_is_handed_in(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        seen = self.send(action="check", deck=deck.slug).context["verdict"].fingerprint
        decks.edit(deck, [("add", {"code": self.printing("魚乾會計").code})])
        answer = self.send(deck=deck.slug, seen=seen)
        self.assertContains(answer, "The deck has changed since you looked at it.", status_code=409)
        assert not Submission.objects.exists()
        self.send(deck=deck.slug, seen=answer.context["verdict"].fingerprint)
        assert Submission.objects.count() == 1

    def test_a_double_click_hands_in_once_and_gets_the_same_receipt(self):
        first, second = self.send(text=LEGAL), self.send(text=LEGAL)
        assert first["Location"] == second["Location"]
        assert Submission.objects.count() == 1

    def test_a_form_that_was_sent_before_keeps_what_is_in_it_now(self):
        self.send(text=LEGAL)
        answer = self.send(text=OTHER)
        self.assertContains(answer, "This form was sent before", status_code=409)
        self.assertContains(answer, "魚乾會計", status_code=409)
        again = self.send(text=OTHER, nonce=answer.context["nonce"])
        assert again.status_code == 302
        assert [each.version for each in self.mine.submissions.all()] == [2, 1]

    def test_what_cannot_be_read_says_where_and_keeps_the_text(self):
        answer = self.send(text="game: xing-ling-wang\nformat: vintage\n1 狐\n")
        self.assertContains(answer, "Line 2:", status_code=422)
        self.assertContains(answer, "1 狐", status_code=422)

    def test_nothing_and_two_things_at_once_are_refused(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        assert self.send().status_code == 422
        assert self.send(text=LEGAL, deck=deck.slug).status_code == 422
        assert self.send(text="game: legions\n1 x\n").status_code == 422
        assert not Submission.objects.exists()

    def test_the_deadline_between_the_page_and_the_button_is_told_and_nothing_is_lost(self):
        self.now = DEADLINE - timedelta(seconds=1)
        self.as_bob.get(self.to)
        self.now = DEADLINE
        answer = self.send(text=LEGAL)
        self.assertContains(answer, "The deadline has passed.", status_code=409)
        assert not Submission.objects.exists()

    def test_staff_take_a_late_list_with_a_reason(self):
        self.now = DEADLINE
        assert self.send(self.as_judith, text=LEGAL).status_code == 422
        answer = self.send(self.as_judith, text=LEGAL, reason="Late train")
        receipt = self.as_bob.get(answer["Location"])
        self.assertContains(receipt, "late: Late train")


class RunningTest(PagesTest):
    def start(self, event, browser=None):
        return (browser or self.as_alice).post(self.path("start", event.slug))

    def test_an_event_is_run_from_its_creation_to_its_end(self):
        self.as_alice.post(self.path("create"), FORM)
        event = Event.objects.get()
        self.as_alice.post(self.path("staff", event.slug), {"user": "Judith", "role": "judge"})
        self.as_bob.post(self.path("register", event.slug), {"name": "Bob"})
        self.as_carol.post(self.path("register", event.slug), {"name": "Carol"})
        sent = {"text": LEGAL, "nonce": "n", "action": "submit"}
        self.as_bob.post(self.path("submit", event.slug, 1), sent)
        self.now = DEADLINE
        self.assertContains(self.start(event), "1 entry is not settled.", status_code=409)
        late = sent | {"text": ILLEGAL, "reason": "Late train"}
        self.as_judith.post(self.path("submit", event.slug, 2), late)
        self.assertContains(self.start(event), "1 entry is not settled.", status_code=409)
        self.as_alice.post(self.path("override", event.slug, 2), {"reason": "Proxies agreed"})
        self.assertRedirects(self.start(event), self.path("roster", event.slug))
        receipt = self.path("receipt", event.slug, 1, 1)
        assert self.as_visitor.get(receipt).status_code == 404
        self.as_alice.post(self.path("end", event.slug))
        event.refresh_from_db()
        assert event.state(self.now) == State.ENDED
        self.assertContains(self.as_visitor.get(receipt), "燈火走過的街")
        log = self.as_judith.get(self.path("log", event.slug))
        for said in ("Late train", "Proxies agreed", "Started with 2 lists", "Overridden: #2", "Ended."):
            self.assertContains(log, said)

    def test_the_roster_says_who_is_not_ready_and_why(self):
        event = self.event()
        for user, text in ((self.bob, LEGAL), (self.carol, ILLEGAL), (self.judith, "")):
            entry = self.entry(event, user)
            if text:
                self.submit(entry, text)
        answer = self.as_judith.get(self.path("roster", event.slug))
        assert [line.standing.state for line in answer.context["lines"]] == ["missing", "illegal", "ready"]
        self.assertContains(answer, "22 cards, exactly 20 are needed")
        only = self.as_judith.get(self.path("roster", event.slug), {"state": "illegal"})
        assert [line.standing.entry.name for line in only.context["lines"]] == ["carol"]
        wrong = self.as_judith.get(self.path("roster", event.slug), {"state": "asleep"})
        self.assertContains(wrong, "asleep", status_code=422)

    def test_lists_that_became_known_since_are_offered(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        roster = self.path("roster", event.slug)
        self.assertNotContains(self.as_alice.get(roster), self.path("pin", event.slug))
        self.ban(FOX)
        self.assertContains(self.as_alice.get(roster), self.path("pin", event.slug))
        self.assertNotContains(self.as_judith.get(roster), self.path("pin", event.slug))
        self.as_alice.post(self.path("pin", event.slug))
        self.assertContains(self.as_alice.get(roster), f"{FOX} is banned by Spring list 1.")

    def test_only_an_organiser_is_shown_what_only_they_can_do(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        for name, args in (("roster", ()), ("entry", (entry.number,))):
            for path in ("start", "staff", "edit"):
                answer = self.as_judith.get(self.path(name, event.slug, *args))
                self.assertNotContains(answer, self.path(path, event.slug))
            self.assertNotContains(answer, self.path("override", event.slug, entry.number))

    def test_a_mistaken_name_or_role_on_the_staff_is_told(self):
        event = self.event()
        to = self.path("staff", event.slug)
        self.assertContains(self.as_alice.post(to, {"user": "nobody", "role": "judge"}), "nobody", status_code=422)
        assert self.as_alice.post(to, {"user": "bob", "role": "king"}).status_code == 422
        assert self.as_alice.post(to, {"user": "alice", "role": ""}).status_code == 409
        self.as_alice.post(to, {"user": "judith", "role": ""})
        assert [role.user for role in event.roles.all()] == [self.alice]

    def test_an_override_without_a_reason_is_told(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        answer = self.as_alice.post(self.path("override", event.slug, entry.number), {"reason": ""}, follow=True)
        self.assertContains(answer, "Say why")
        self.as_alice.post(self.path("override", event.slug, entry.number), {"reason": "On paper"})
        answer = self.as_alice.post(self.path("override", event.slug, entry.number), {"do": "withdraw"}, follow=True)
        self.assertContains(answer, "Override taken back.")

    def test_leaving_is_told_and_frees_the_place(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.as_bob.post(self.path("drop", event.slug, entry.number))
        self.assertContains(self.as_carol.get(event.get_absolute_url()), self.path("register", event.slug))
