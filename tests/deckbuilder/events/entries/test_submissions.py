"""Lists that are handed in: what is kept of them, until when they are taken, and which one stands."""

from datetime import timedelta
from unittest import mock

import pytest

from deckbuilder.decks import services as decks
from deckbuilder.decks.loading import to_deck
from deckbuilder.events import selectors
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Submission, Unchangeable
from deckbuilder.events.readiness import judging
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER, SECOND, START, EventTest, read
from tests.deckbuilder.events.pages import PagesTest

pytestmark = pytest.mark.databases


class SubmissionsTest(PagesTest):
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
        assert judging.judge_entry(event, entry).state == "ready"

    def test_a_card_is_judged_as_the_catalog_has_it_now(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.submit(entry)
        card = self.printing(FOX).card
        card.facts["released"] = (START.date() + timedelta(days=1)).isoformat()
        card.save()
        assert judging.judge_entry(event, entry).problems[0].startswith("card.unreleased")

    def test_lines_that_name_no_card_are_kept(self):
        entry = self.entry(self.event(), self.bob)
        kept = self.submit(entry, LEGAL.replace("[extra]", "2 Nobody\n[extra]"))
        assert kept.deck["unknown"] == [["main", "Nobody", 2]]
        assert "card.unknown" in kept.receipt["codes"]

    def test_a_line_that_names_no_card_is_illegal_in_a_zone_without_rules_of_its_own_too(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, LEGAL + "2 Nobody\n")
        assert judging.judge_entry(entry.event, entry).state == "illegal"

    def test_the_deck_it_was_made_from_stays_free(self):
        entry = self.entry(self.event(), self.bob)
        live = self.deck({FOX: 1}, owner=self.bob)
        kept = entry_services.submit(entry, to_deck(live), by=self.bob, nonce="n")
        decks.edit(live, [("add", {"code": self.printing("紙傘婆婆").code})])
        decks.delete(live)
        assert selectors.deck_of(entry.event, Submission.objects.get(pk=kept.pk)).size("main") == 1

    def test_a_replacement_is_another_version(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, ILLEGAL)
        self.submit(entry, LEGAL)
        assert [(each.version, each.status) for each in selectors.history(entry)] == [(2, "legal"), (1, "illegal")]
        assert judging.judge_entry(entry.event, entry).state == "ready"

    def test_a_list_that_was_replaced_meanwhile_is_not_replaced_unseen(self):
        entry = self.entry(self.event(), self.bob)
        first = self.submit(entry, ILLEGAL, replaces=0)
        self.submit(entry, OTHER, by=self.judith, replaces=first.version)
        for stale in (0, first.version):
            refusal = self.assertRefused("replaced-meanwhile", self.submit, entry, LEGAL, replaces=stale)
            assert (refusal.status, refusal.params) == (409, {"version": 2, "by": "judith"})
        assert self.submit(entry, LEGAL, replaces=2).version == 3

    def test_a_retry_returns_the_list_even_if_it_was_replaced_since(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, LEGAL, nonce="n", replaces=0)
        self.submit(entry, OTHER, replaces=1)
        assert self.submit(entry, LEGAL, nonce="n", replaces=0).version == 1

    def test_two_tabs_keep_both_lists_and_the_second_one_asks(self):
        entry = self.entry(self.event(), self.bob)
        there = self.path("submit", entry.event.slug, entry.number)
        tabs = [(browser, browser.get(there)) for browser in (self.as_bob, self.as_judith)]
        sent = [{"nonce": page.context["nonce"], "replaces": page.context["replaces"]} for _, page in tabs]
        self.as_bob.post(there, {**sent[0], "text": OTHER, "action": "submit"})
        refused = self.as_judith.post(there, {**sent[1], "text": LEGAL, "action": "submit"})
        self.assertContains(refused, "bob submitted list 1 after you opened this page.", status_code=409)
        assert (refused.context["text"], entry.submissions.count()) == (LEGAL.strip(), 1)
        again = {"nonce": refused.context["nonce"], "replaces": refused.context["replaces"]}
        self.as_judith.post(there, {**again, "text": LEGAL, "action": "submit"})
        assert [each.source for each in selectors.history(entry)] == [LEGAL.strip(), OTHER.strip()]

    def test_a_player_hands_in_only_so_many_and_the_staff_replace_them_still(self):
        event = self.event()
        for entry, player in ((self.entry(event, self.bob), self.bob), (self.entry(event), None)):
            with self.subTest(player), mock.patch.object(entry_services, "MAX_LISTS", 2):
                self.submit(entry)
                second = self.submit(entry, OTHER, nonce="second")
                self.assertRefused("too-many-lists", self.submit, entry)
                assert self.submit(entry, OTHER, nonce="second") == second
                assert self.submit(entry, by=self.judith).version == 3

    def test_a_list_of_another_game_or_of_no_cards_is_refused(self):
        entry = self.entry(self.event(), self.bob)
        nothing = read("game: xing-ling-wang\n")
        self.assertRefused("no-cards", entry_services.submit, entry, nothing, by=self.bob, nonce="n")
        other = type(nothing)("legions", nothing.zones)
        self.assertRefused("other-game", entry_services.submit, entry, other, by=self.bob, nonce="n")

    def test_who_left_hands_in_nothing(self):
        entry = self.entry(self.event(), self.bob)
        entry_services.drop(entry, by=self.bob)
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
        assert judging.judge_entry(entry.event, entry).state == "warning"

    def test_staff_need_no_reason_before_the_deadline(self):
        entry = self.entry(self.event())
        assert self.submit(entry, by=self.judith).late == ""
        assert self.submit(entry, by=self.judith, reason="Late train").late == ""
        assert self.logged(entry.event)[-2:] == ["submitted", "submitted"]

    def test_after_the_start_no_player_hands_in(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        self.now = DEADLINE
        services.start(entry.event, by=self.alice)
        self.assertRefused("started", self.submit, entry, OTHER, reason="Late train")

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
        for text in (OTHER, f"{LEGAL}# the same cards, written otherwise"):
            self.assertRefused("nonce-used", self.submit, entry, text, nonce="n")


class SettledTest(PagesTest):
    """A list that asks is settled where it is handed in, by the same clicks."""

    def test_a_line_that_asks_is_settled_and_handed_in_as_it_was_seen(self):
        entry = self.entry(self.event(), self.bob)
        there = self.path("submit", entry.event.slug, entry.number)
        text = LEGAL.replace(f"1 {FOX}", "1 提燈小狸")
        page = self.as_bob.post(there, {"text": text, "action": "check"})
        (line,) = page.context["settled"].lines
        page = self.as_bob.post(there, {"text": text, "form": "txt", "settle": f"{line.line_number}:XLW-S001"})
        assert page.context["verdict"].status == "legal"
        sent = {"text": text, "form": "txt", "action": "submit", "nonce": "n", f"line-{line.line_number}": "XLW-S001"}
        self.as_bob.post(there, {**sent, "seen": page.context["verdict"].fingerprint})
        assert entry.submissions.get().fingerprint == read(LEGAL).fingerprint

    def test_a_replacement_starts_from_the_list_that_stands(self):
        entry = self.entry(self.event(), self.bob)
        self.submit(entry, LEGAL)
        page = self.as_bob.get(self.path("submit", entry.event.slug, entry.number))
        assert read(page.context["text"]).fingerprint == read(LEGAL).fingerprint

    def test_nothing_is_offered_to_a_player_who_dropped_out_or_is_too_late(self):
        entry = self.entry(self.event(), self.bob)
        there = self.path("submit", entry.event.slug, entry.number)
        assert 'name="nonce"' in self.as_bob.get(there).content.decode()
        entry_services.drop(entry, by=self.alice)
        assert 'name="nonce"' not in self.as_bob.get(there).content.decode()
        late = self.path("submit", entry.event.slug, self.entry(entry.event, self.carol).number)
        self.now = DEADLINE + timedelta(seconds=1)
        assert 'name="nonce"' not in self.as_carol.get(late).content.decode()
