"""The pages of events on which lists are handed in and an event is run: what people see there and what forms do."""

from datetime import timedelta

import pytest

from deckbuilder.decks import services as decks
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.models import Event, State, Submission
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.readiness import judging
from games.registry import get
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER
from tests.deckbuilder.events.pages import FORM, PagesTest


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
        self.assertContains(answer, "22 cards, exactly 20 required")
        assert not Submission.objects.exists()

    def test_a_deck_that_was_chosen_is_seen_card_by_card(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        self.assertContains(self.send(action="check", deck=deck.slug), FOX)

    def test_it_is_judged_for_the_day_of_the_event(self):
        self.ban(FOX)
        pins_services.pin(self.cup, by=self.alice)
        self.assertContains(self.send(action="check", text=LEGAL), "is banned by Spring list 1.")

    def test_lines_that_name_no_card_are_shown(self):
        answer = self.send(action="check", text=LEGAL.replace("[extra]", "2 Nobody\n[extra]"))
        self.assertContains(answer, "2 Nobody")
        self.assertContains(answer, "no card has this name")

    def test_the_receipt_says_what_was_handed_in(self):
        answer = self.send(text=LEGAL)
        made = Submission.objects.get()
        path = self.path("receipt", self.cup.slug, self.mine.number, 1)
        self.assertRedirects(answer, path)
        for said in (
            made.fingerprint,
            "燈火走過的街",
            FOX,
            f"rules of {get(self.cup.game).ruleset}",
            "list 1",
            "Lantern Cup",
        ):
            self.assertContains(self.as_bob.get(path), said)

    def test_a_receipt_still_says_what_was_found_then(self):
        self.send(text=LEGAL)
        self.ban(FOX)
        pins_services.pin(self.cup, by=self.alice)
        answer = self.as_bob.get(self.path("receipt", self.cup.slug, self.mine.number, 1))
        assert answer.context["submission"].status == "legal"
        self.assertContains(answer, "The verdict has changed since")

    def test_one_of_ones_own_decks_can_be_chosen(self):
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=self.bob)
        self.sample_deck("xing-ling-wang/cat-burglar-crew", owner=self.carol)
        assert self.as_bob.get(self.to).context["decks"][1:] == [(deck.slug, deck.name)]
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
        self.assertContains(
            answer, "The deck has changed since you opened this page. This is its current state.", status_code=409
        )
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
        self.assertContains(
            answer,
            "This form was already submitted with different content",
            status_code=409,
        )
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

    @pytest.mark.slow
    def test_an_event_is_run_from_its_creation_to_its_end(self):
        self.as_alice.post(self.path("create"), FORM)
        event = Event.objects.get()
        self.as_alice.post(self.path("staff", event.slug), {"user": "Judith", "role": "judge"})
        self.as_bob.post(self.path("register", event.slug), {"name": "Bob"})
        self.as_carol.post(self.path("register", event.slug), {"name": "Carol"})
        sent = {"text": LEGAL, "nonce": "n", "action": "submit"}
        self.as_bob.post(self.path("submit", event.slug, 1), sent)
        self.now = DEADLINE
        self.assertContains(self.start(event), "1 entry is not ready.", status_code=409)
        late = sent | {"text": ILLEGAL, "reason": "Late train"}
        self.as_judith.post(self.path("submit", event.slug, 2), late)
        self.assertContains(self.start(event), "1 entry is not ready.", status_code=409)
        self.as_alice.post(self.path("override", event.slug, 2), {"reason": "Proxies agreed"})
        self.assertRedirects(self.start(event), self.path("roster", event.slug))
        receipt = self.path("receipt", event.slug, 1, 1)
        assert self.as_visitor.get(receipt).status_code == 404
        self.as_alice.post(self.path("end", event.slug))
        event.refresh_from_db()
        assert event.state(self.now) == State.ENDED
        self.assertContains(self.as_visitor.get(receipt), "燈火走過的街")
        log = self.as_judith.get(self.path("log", event.slug))
        for said in ("Late train", "Proxies agreed", "Started with 2 players", "Overridden: #2", "Ended."):
            self.assertContains(log, said)

    def test_the_roster_says_who_is_not_ready_and_why(self):
        event = self.event()
        for user, text in ((self.bob, LEGAL), (self.carol, ILLEGAL), (self.judith, "")):
            entry = self.entry(event, user)
            if text:
                self.submit(entry, text)
        answer = self.as_judith.get(self.path("roster", event.slug))
        assert [line.readiness.state for line in answer.context["lines"]] == ["missing", "illegal", "ready"]
        self.assertContains(answer, "22 cards, exactly 20 required")
        only = self.as_judith.get(self.path("roster", event.slug), {"state": "illegal"})
        assert [line.readiness.entry.name for line in only.context["lines"]] == ["carol"]
        wrong = self.as_judith.get(self.path("roster", event.slug), {"state": "asleep"})
        self.assertContains(wrong, "asleep", status_code=422)

    def test_a_player_is_found_on_the_roster_by_number_by_name_and_by_account(self):
        event = self.event()
        entry_services.register(event, by=self.bob, name="王小明")
        for name in ("Ann", "王大明", "12th man"):
            self.entry(event, name=name)
        found = {"#2": ["Ann"], "王": ["王小明", "王大明"], "ＢＯＢ": ["王小明"], "12": ["12th man"], "nobody": []}
        for asked, names in found.items():
            answer = self.as_judith.get(self.path("roster", event.slug), {"q": asked})
            assert [line.readiness.entry.name for line in answer.context["lines"]] == names, asked
        only = self.as_judith.get(self.path("roster", event.slug), {"q": "王", "state": "ready"})
        assert only.context["lines"] == []

    def test_the_roster_folds_many_findings_and_has_them_all(self):
        event = self.event()
        self.submit(self.entry(event, self.bob), ILLEGAL)
        answer = self.as_judith.get(self.path("roster", event.slug))
        line = answer.context["lines"][0]
        assert [len(line.first), *line.first, *line.others] == [3, *line.findings]
        self.assertContains(answer, "data-code", count=len(line.findings))

    def test_the_roster_has_what_players_answered(self):
        event = self.event(roster_notes="Which promo?")
        entry_services.register(event, by=self.bob, answer="The fox")
        self.assertContains(self.as_judith.get(self.path("roster", event.slug)), "The fox")

    def test_lists_that_became_known_since_are_offered(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        roster = self.path("roster", event.slug)
        self.assertNotContains(self.as_alice.get(roster), self.path("pins", event.slug))
        self.ban(FOX)
        self.assertContains(self.as_alice.get(roster), self.path("pins", event.slug))
        self.assertNotContains(self.as_judith.get(roster), self.path("pins", event.slug))
        self.as_alice.post(self.path("pins", event.slug))
        self.assertContains(self.as_alice.get(roster), f"{FOX}</small> is banned by Spring list 1.")

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

    def test_an_override_covers_only_the_problems_on_the_page(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        page = self.as_alice.get(self.path("entry", event.slug, entry.number))
        sent = {"reason": "On paper", "seen": page.context["line"].readiness.digest}
        self.assertContains(page, sent["seen"])
        self.submit(entry, ILLEGAL)
        refused = self.as_alice.post(self.path("override", event.slug, entry.number), sent)
        self.assertContains(refused, "have changed since you opened this page", status_code=409)
        self.assertContains(refused, 'value="On paper"', status_code=409)
        sent["seen"] = refused.context["line"].readiness.digest
        self.as_alice.post(self.path("override", event.slug, entry.number), sent)
        assert judging.judge_entry(event, entry).state == "overridden"

    def test_an_override_without_a_reason_is_told(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        answer = self.as_alice.post(self.path("override", event.slug, entry.number), {"reason": ""}, follow=True)
        self.assertContains(answer, "Give a reason")
        self.as_alice.post(self.path("override", event.slug, entry.number), {"reason": "On paper"})
        answer = self.as_alice.post(self.path("override", event.slug, entry.number), {"do": "withdraw"}, follow=True)
        self.assertContains(answer, "Override withdrawn.")

    def test_leaving_is_told_and_frees_the_place(self):
        event = self.event(capacity=1)
        entry = self.entry(event, self.bob)
        self.assertNotContains(self.as_carol.get(event.get_absolute_url()), self.path("register", event.slug))
        left = self.as_bob.post(self.path("drop", event.slug, entry.number), follow=True)
        assert left.context["line"].readiness.state == "dropped"
        self.assertContains(left, ">Dropped<")
        self.assertContains(self.as_carol.get(event.get_absolute_url()), self.path("register", event.slug))
