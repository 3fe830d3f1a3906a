"""What can still be done once an event has started, has ended, or nobody handed anything in."""

import pytest
from django.urls import reverse

from deckbuilder.events import selectors
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, ListsVisible
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, OTHER, SECOND
from tests.deckbuilder.events.pages import PagesTest

pytestmark = pytest.mark.databases


class StartPageTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.now = DEADLINE

    def start(self, **sent):
        return self.as_alice.post(self.path("start", self.cup.slug), sent)

    def shown(self):
        return self.as_alice.get(self.path("start", self.cup.slug))

    def test_it_counts_what_the_start_is_made_of(self):
        late, through = self.entry(self.cup, name="Late"), self.entry(self.cup, name="Through")
        gone = self.entry(self.cup, name="Gone")
        self.submit(late, LEGAL, by=self.alice, reason="The train")
        self.submit(through, ILLEGAL, by=self.alice, reason="The train")
        overrides.override(through, by=self.alice, reason="Proxy agreed")
        entry_services.drop(gone, by=self.alice)
        page = self.shown()
        assert (page.context["playing"], page.context["late_lists"], page.context["obstacles"]) == (2, 2, [])
        assert {each.state: each.count for each in page.context["counts"]} == {
            "overridden": 1, "warning": 1, "dropped": 1,
        }  # fmt: skip
        self.assertContains(page, "Start with 2 players")
        assert self.start(seen=page.context["seen"]).status_code == 302

    def test_it_says_what_is_in_the_way(self):
        self.ban("無人知曉")
        self.submit(self.entry(self.cup), ILLEGAL, by=self.alice, reason="The train")
        page = self.shown()
        self.assertContains(page, "1 entry is not ready")
        self.assertContains(page, "You still have to choose which restriction lists to use.")
        self.assertContains(page, "disabled>Start with 1 player<")

    def test_before_the_deadline_it_asks_for_one_thing_more(self):
        self.now = DEADLINE - SECOND
        self.submit(self.entry(self.cup), LEGAL)
        self.assertContains(self.shown(), 'name="early" id="early" required')
        self.assertContains(
            self.start(),
            "Players may submit lists until the deadline. Wait for it, or confirm that you start early.",
            status_code=409,
        )
        assert self.start(early="on").status_code == 302

    def test_who_looked_before_something_was_done_looks_again(self):
        self.submit(self.entry(self.cup), LEGAL, by=self.alice, reason="The train")
        seen = self.shown().context["seen"]
        self.submit(self.entry(self.cup, name="Second"), LEGAL, by=self.alice, reason="The train")
        self.assertContains(
            self.start(seen=seen),
            "The event has changed since you opened this page. This is its current state.",
            status_code=409,
        )

    def test_it_cannot_be_started_twice(self):
        self.submit(self.entry(self.cup), LEGAL, by=self.alice, reason="The train")
        self.start()
        self.assertContains(self.shown(), "The event has started.")


class StartedTest(PagesTest, ApiTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.bobs = self.entry(self.cup, self.bob)
        self.submit(self.bobs, LEGAL)
        self.now = DEADLINE
        self.cup = services.start(self.cup, by=self.alice)

    def test_staff_enter_a_late_player_for_a_reason(self):
        given = {"by": self.judith, "name": "Late", "nonce": "late"}
        self.assertRefused("no-reason", entry_services.enter, self.cup, **given)
        late = entry_services.enter(self.cup, **given, reason="The train")
        assert log_sentence(late.log.get()) == "Entered by staff after the start: The train"
        self.submit(late, OTHER, by=self.judith, reason="The train")
        assert gate.readiness(self.cup, late).state == "warning"
        assert gate.overview(self.cup).counts["missing"] == 0

    def test_the_roster_offers_that(self):
        enter = self.path("enter", self.cup.slug)
        self.assertContains(self.as_judith.get(self.path("roster", self.cup.slug)), enter)
        self.assertContains(self.as_judith.get(enter), "Reason for entering after the start")
        assert self.as_judith.post(enter, {"name": "Late", "nonce": "late"}).status_code == 422
        assert self.as_judith.post(enter, {"name": "Late", "nonce": "late", "reason": "The train"}).status_code == 302

    def test_staff_correct_a_list_for_a_reason(self):
        given = {"by": self.judith, "text": OTHER}
        self.assertRefused("no-reason", self.submit, self.bobs, **given)
        made = self.submit(self.bobs, **given, reason="Wrong file")
        assert (made.version, made.late) == (2, "Wrong file")
        corrected = self.bobs.log.get(what="corrected")
        assert log_sentence(corrected) == f"List 2 accepted after the start ({made.fingerprint}): Wrong file"
        assert gate.readiness(self.cup, self.bobs).submission == made

    def test_the_page_of_the_list_asks_why(self):
        there = self.path("submit", self.cup.slug, self.bobs.number)
        self.assertContains(self.as_judith.post(there, {"text": OTHER, "action": "check"}), "after the start")
        sent = {"text": OTHER, "action": "submit", "nonce": "again", "reason": "Wrong file"}
        assert self.as_judith.post(there, sent).status_code == 302
        assert self.as_bob.post(there, {**sent, "nonce": "his"}).status_code == 409

    def test_what_is_then_not_settled_can_be_let_through(self):
        self.submit(self.bobs, ILLEGAL, by=self.judith, reason="Wrong file")
        assert gate.overview(self.cup).not_ready_count == 1
        self.assertContains(self.as_alice.get(self.path("roster", self.cup.slug)), "1 entry is not ready.")
        overrides.override(self.bobs, by=self.alice, reason="Proxy agreed")
        assert gate.readiness(self.cup, self.bobs).state == "overridden"
        overrides.withdraw(self.bobs, by=self.alice)

    def test_who_was_dropped_by_mistake_comes_back(self):
        entry_services.drop(self.bobs, by=self.alice)
        assert entry_services.bring_back(self.bobs, by=self.judith).dropped_at is None

    def test_players_do_nothing_any_more(self):
        self.assertRefused("started", self.submit, self.bobs, OTHER)
        self.assertRefused("started", entry_services.register, self.cup, by=self.carol)
        self.assertRefused("started", entry_services.register, self.cup, by=self.judith)

    def test_lists_are_published_at_any_time(self):
        assert not selectors.lists_open(self.cup)
        results = self.path("results", self.cup.slug)
        assert self.as_visitor.get(results).status_code == 404
        self.cup = services.change(self.cup, by=self.alice, lists_visible=ListsVisible.NOW)
        assert self.as_visitor.get(results).status_code == 200
        services.end(self.cup, by=self.alice)
        services.change(self.cup, by=self.alice, lists_visible=ListsVisible.NEVER)
        assert self.as_visitor.get(results).status_code == 404

    def test_what_judges_lists_stays_as_it_is(self):
        for field, value in (("own_limits", {"紙傘婆婆": 0}), ("deadline", DEADLINE - SECOND)):
            with self.subTest(field):
                self.assertRefused("started", services.change, self.cup, by=self.alice, **{field: value})

    def test_its_form_has_what_can_be_changed(self):
        there = self.path("edit", self.cup.slug)
        page = self.as_alice.get(there)
        assert list(page.context["form"].fields) == ["name", "place", "lists_visible", "roster_notes", "listed"]
        sent = {"name": "Other Cup", "initial-name": "Lantern Cup", "lists_visible": "now"}
        self.as_alice.post(there, {**sent, "initial-lists_visible": "never"})
        self.cup.refresh_from_db()
        assert (self.cup.name, self.cup.lists_visible) == ("Other Cup", "now")

    def test_lists_of_an_event_that_was_called_off_are_not_published(self):
        other = self.event(lists_visible=ListsVisible.NOW)
        assert selectors.lists_open(other)
        assert not selectors.lists_open(services.cancel(other, by=self.alice, reason="Flood"))


class PutAwayTest(PagesTest, ApiTest):
    def test_an_event_is_deleted_while_no_list_was_handed_in(self):
        cup = self.event()
        self.entry(cup, self.bob)
        self.assertContains(self.as_alice.get(self.path("edit", cup.slug)), "the 1 entered player")
        assert self.as_alice.post(self.path("delete", cup.slug)).status_code == 302
        assert not Event.objects.exists()
        assert not Entry.objects.exists()

    def test_not_afterwards(self):
        cup = self.event()
        self.submit(self.entry(cup, self.bob))
        self.assertNotContains(self.as_alice.get(self.path("edit", cup.slug)), self.path("delete", cup.slug))
        refused = self.as_alice.post(self.path("delete", cup.slug))
        self.assertContains(refused, "so it cannot be deleted", status_code=409)
        assert self.delete(f"events/{cup.slug}/", by=self.as_alice).status == 409

    def test_programs_delete_too(self):
        cup = self.event()
        assert self.delete(f"events/{cup.slug}/", by=self.as_alice).status == 204
        assert self.get(f"events/{cup.slug}/").status == 404

    def over(self):
        cup = self.event(listed=True)
        self.submit(self.entry(cup, self.bob))
        self.now = DEADLINE
        services.start(cup, by=self.alice)
        return services.end(cup, by=self.alice)

    @pytest.mark.slow
    def test_an_archived_event_stands_on_no_page_of_events(self):
        cup, there = self.over(), reverse("events:list")
        everybody = (self.as_alice, self.as_bob, self.as_visitor)
        assert all("Lantern Cup" in each.get(there).content.decode() for each in everybody)
        self.as_alice.post(self.path("archive", cup.slug))
        assert not any("Lantern Cup" in each.get(there).content.decode() for each in everybody)
        self.assertContains(self.as_bob.get(there), "My archived events")
        self.assertContains(self.as_bob.get(there, {"archived": 1}), "Lantern Cup")
        assert self.as_visitor.get(cup.get_absolute_url()).status_code == 200
        self.as_alice.post(self.path("archive", cup.slug), {"do": "back"})
        self.assertContains(self.as_bob.get(there), "Lantern Cup")
        assert self.logged(cup)[-2:] == ["archived", "unarchived"]

    def test_doing_it_again_changes_nothing(self):
        cup = self.over()
        for _ in range(2):
            assert self.post(f"events/{cup.slug}/archive/", by=self.as_alice).body["archived_at"]
        assert self.logged(cup).count("archived") == 1
        assert self.delete(f"events/{cup.slug}/archive/", by=self.as_alice).body["archived_at"] is None

    def test_one_that_is_not_over_is_not_archived(self):
        self.assertRefused("not-over", services.archive, self.event(), by=self.alice)
