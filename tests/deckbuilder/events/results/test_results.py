"""The lists of an event: who sees them when, what they are made of, and the files they are taken away in."""

import csv
import io
import json
import re
from unittest import mock

import pytest
from django.conf import settings
from django.urls import reverse

from deckbuilder.common.names import reader_name
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from deckbuilder.events.results import pages, selectors, views
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, LEGAL, OTHER, START, EventTest, read

FILES = [(what, form) for what in ("lists", "breakdown") for form in ("csv", "json")]


class ResultsCase(EventTest):
    def played(self, *texts: str, **fields) -> Event:
        """An event with an entry for each list, its deadline passed."""
        event = self.event(**fields)
        for number, text in enumerate(texts, 1):
            self.submit(self.entry(event, name=f"Player {number}"), text, by=self.alice)
        self.now = DEADLINE
        return event

    def paths(self, event: Event) -> list[str]:
        page = reverse("events:results", args=[event.slug])
        return [page, *(reverse("events:results-file", args=[event.slug, *each]) for each in FILES)]

    def file(self, event: Event, what: str, form: str, browser=None) -> str:
        path = reverse("events:results-file", args=[event.slug, what, form])
        return (browser or self.as_alice).get(path).getvalue().decode("utf-8-sig")


class SeenTest(ResultsCase):
    @pytest.mark.slow
    def test_others_see_lists_when_the_event_says_so_and_the_staff_always(self):
        shown_at = {"never": (), "start": ("started", "ended"), "end": ("ended",)}
        for visible, stages in shown_at.items():
            self.now = DEADLINE - (START - DEADLINE)
            event = self.played(LEGAL, lists_visible=visible)
            for stage, go in (("closed", None), ("started", services.start), ("ended", services.end)):
                if go:
                    go(event, by=self.alice)
                with self.subTest(visible, stage=stage):
                    for browser in (self.as_bob, self.as_carol, self.as_visitor):
                        self.assertSeen(browser, event, seen=stage in stages)
                    for browser in (self.as_alice, self.as_judith):
                        self.assertSeen(browser, event, seen=True)

    def assertSeen(self, browser, event, *, seen):
        for path in (*self.paths(event), reverse("events:receipt", args=[event.slug, 1, 1])):
            answer = browser.get(path)
            assert answer.status_code == (200 if seen else 404)
            told = answer.getvalue().decode()
            assert ("Player 1" in told or FOX in told) == seen

    def test_there_is_no_other_file(self):
        event = self.played(LEGAL)
        for what, form in (("lists", "xml"), ("log", "csv")):
            path = reverse("events:results-file", args=[event.slug, what, form])
            assert self.as_alice.get(path).status_code == 404

    def test_a_list_leads_to_its_page(self):
        event = self.played(LEGAL, lists_visible="start")
        services.start(event, by=self.alice)
        page = self.as_visitor.get(self.paths(event)[0]).content.decode()
        path = reverse("events:receipt", args=[event.slug, 1, 1])
        assert f'href="{path}"' in page
        assert self.as_visitor.get(path).status_code == 200

    def test_the_staff_is_told_that_others_do_not_see_it(self):
        event = self.played(LEGAL, lists_visible="start")
        path = self.paths(event)[0]
        assert "Only staff can see this" in self.as_judith.get(path).content.decode()
        services.start(event, by=self.alice)
        assert "Only staff can see this" not in self.as_judith.get(path).content.decode()

    def test_without_a_list_it_says_so(self):
        event = self.played()
        assert "No list submitted yet." in self.as_alice.get(self.paths(event)[0]).content.decode()
        assert json.loads(self.file(event, "breakdown", "json"))["rows"] == []


class BreakdownTest(ResultsCase):
    def test_only_the_list_that_stands_of_who_still_plays_counts(self):
        event = self.event()
        stays, left = self.entry(event, name="Ann"), self.entry(event, name="Ben")
        self.submit(stays, OTHER, by=self.alice)
        self.submit(stays, LEGAL, by=self.alice)
        self.submit(left, OTHER, by=self.alice)
        entry_services.drop(left, by=self.alice)
        found = selectors.breakdown(event)
        assert found.lists == 1
        assert {each.card.key for each in found.cards} == {held.card.key for _, held in read(LEGAL).all_entries()}

    def test_who_leaves_after_the_start_has_played(self):
        event = self.event(lists_visible="start")
        entry = self.entry(event, name="Ann")
        self.submit(entry, LEGAL, by=self.alice)
        self.now = DEADLINE
        event = services.start(event, by=self.alice)
        self.now = START
        entry_services.drop(entry, by=self.judith)
        assert selectors.breakdown(event).lists == 1
        receipt = reverse("events:receipt", args=[event.slug, entry.number, 1])
        assert self.as_visitor.get(receipt).status_code == 200

    def test_what_is_declared_is_counted_by_list(self):
        found = selectors.breakdown(self.played(LEGAL, LEGAL, OTHER))
        race = next(group for group in found.groups if group.kind == "declared")
        assert [(part.value, part.lists) for part in race.parts] == [("妖怪村莊", 2), ("喵喵賊", 1)]

    def test_a_card_has_its_share_of_lists_and_its_average_in_those(self):
        one = "game: xing-ling-wang\nrace: 妖怪村莊\n[main]\n1 提燈小狐\n"
        three = one.replace("1 提", "3 提")
        none = one.replace(FOX, "紙傘婆婆")
        found = selectors.breakdown(self.played(one, three, none, none))
        fox = next(each for each in found.cards if each.card.name == FOX)
        assert (fox.zone, fox.lists, fox.copies, fox.average) == ("main", 2, 4, 2)
        rows = pages.cards(found, [fox], get(XLW))
        assert rows[0].share == 50

    def test_printings_of_a_card_are_one_card(self):
        both = "game: xing-ling-wang\n[main]\n1 提燈小狐 (XLW-S001)\n1 提燈小狐 (XLW-S097)\n"
        cards = selectors.breakdown(self.played(both)).cards
        assert [(each.card.name, each.lists, each.copies) for each in cards] == [(FOX, 1, 2)]

    def test_it_is_counted_anew_when_a_list_is_replaced_or_somebody_leaves(self):
        event = self.event()
        entry = self.entry(event, name="Ann")
        assert selectors.breakdown(event).lists == 0
        for change in (
            lambda: self.submit(entry, LEGAL, by=self.alice),
            lambda: self.submit(entry, OTHER, by=self.alice),
            lambda: entry_services.drop(entry, by=self.alice),
        ):
            change()
            found = selectors.breakdown(event)
            assert found == selectors.count(event)
        assert found.lists == 0

    def test_it_is_counted_once(self):
        event = self.played(LEGAL)
        found = selectors.breakdown(event)
        with mock.patch.object(selectors, "count", side_effect=AssertionError):
            assert selectors.breakdown(event) == found

    def test_the_page_has_a_table_behind_every_chart(self):
        page = self.as_alice.get(self.paths(self.played(LEGAL, OTHER))[0]).content.decode()
        panels = re.findall('<section class="panel">.*?</section>', page, re.DOTALL)
        assert panels
        assert '<figure class="curve">' in "".join(panels)
        for panel in panels:
            assert '<table class="results-table">' in panel
        for told in ("Yokai Village", "Meow-Meow Thieves", "50%", "100%", FOX):
            assert told in page

    def test_long_tables_of_cards_are_shown_in_full_when_asked_for(self):
        event = self.played(LEGAL, OTHER)
        path = self.paths(event)[0]
        names = [reader_name(each.card) for each in selectors.breakdown(event).cards]
        with mock.patch.object(views, "MAX_CARDS", 3):
            some = self.as_alice.get(path)
            every = self.as_alice.get(path, {"cards": "all"})
        assert [row.label for row in some.context["cards"]] == names[:3]
        self.assertContains(some, f"{len(names) - 3} more cards")
        assert [row.label for row in every.context["cards"]] == names
        self.assertNotContains(every, "more card")


class FilesTest(ResultsCase):
    def test_the_table_of_lists_has_a_row_for_each_card(self):
        event = self.played(LEGAL, OTHER)
        rows = list(csv.DictReader(io.StringIO(self.file(event, "lists", "csv"))))
        wanted = sum(len(entries) for text in (LEGAL, OTHER) for entries in read(text).zones.values())
        assert len(rows) == wanted
        fox = next(row for row in rows if row["name"] == FOX)
        assert (fox["number"], fox["player"], fox["race"], fox["zone"]) == ("1", "Player 1", "妖怪村莊", "main")

    def test_a_list_in_json_reads_back_as_the_same_deck(self):
        event = self.played(LEGAL, OTHER)
        kept = json.loads(self.file(event, "lists", "json"))["lists"]
        assert [each["number"] for each in kept] == [1, 2]
        for each, text in zip(kept, (LEGAL, OTHER), strict=True):
            deck = parse(ListInput(json.dumps(each["deck"]), "json", get(XLW))).deck
            assert deck.fingerprint == each["fingerprint"] == read(text).fingerprint

    def test_both_breakdowns_say_the_same(self):
        event = self.played(LEGAL, OTHER)
        table = list(csv.DictReader(io.StringIO(self.file(event, "breakdown", "csv"))))
        kept = json.loads(self.file(event, "breakdown", "json"))
        assert kept["lists"] == 2
        assert [{name: str(value) for name, value in row.items()} for row in kept["rows"]] == table

    def test_they_have_the_columns_that_are_written_down(self):
        told = (settings.ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
        event = self.played(LEGAL)
        for what in ("lists", "breakdown"):
            assert f"```\n{self.file(event, what, 'csv').splitlines()[0]}\n```" in told
        for name in json.loads(self.file(event, "lists", "json"))["lists"][0]:
            assert f"`{name}`" in told

    def test_a_name_is_never_run_as_a_formula(self):
        event = self.event()
        self.submit(self.entry(event, name="=1+1"), by=self.alice)
        assert ",'=1+1," in self.file(event, "lists", "csv")

    def test_they_say_nothing_of_why_a_list_came_late(self):
        event = self.event(lists_visible="start")
        entry = self.entry(event, name="Ann")
        self.now = DEADLINE
        self.submit(entry, by=self.alice, reason="Her train stood still.")
        services.start(event, by=self.alice)
        for path in self.paths(event):
            self.assertNotContains(self.as_visitor.get(path), "train")


class EveryGameTest(ResultsCase):
    def breakdown(self, slug: str) -> selectors.Breakdown:
        game = get(slug)
        event = services.create(game, by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)
        for path in sorted(decks_of(game).glob("*.txt")):
            deck = parse(ListInput(path.read_text(encoding="utf-8"), "txt", game)).deck
            entry_services.submit(self.entry(event), deck, by=self.alice, nonce=self.nonce())
        assert self.as_alice.get(reverse("events:results", args=[event.slug])).status_code == 200
        return selectors.breakdown(event)

    @pytest.mark.slow
    def test_lists_are_told_by_who_leads_them_and_by_colour(self):
        wanted = {
            "legions": [("leader", "master"), ("attribute", "colours")],
            "asteriated-grail": [("leader", "team")],
            "zero-dimension": [("attribute", "colour")],
            "echo-of-legends": [("leader", "hero"), ("attribute", "attribute"), ("attribute", "race")],
        }
        for slug, groups in wanted.items():
            with self.subTest(slug):
                found = {(group.kind, group.name) for group in self.breakdown(slug).groups}
                assert set(groups) <= found

    def test_cards_of_one_name_are_told_apart_by_their_number(self):
        found = self.breakdown("zero-dimension")
        labels = [row.label for row in pages.cards(found, found.cards, get("zero-dimension"))]
        assert {"Gull Sailor (ZD-S001)", "Gull Sailor (ZD-S017)"} <= set(labels)
        assert len(labels) == len(set(labels))

    def test_cards_that_everybody_has_are_left_out(self):
        assert {each.zone for each in self.breakdown("asteriated-grail").cards} == {"team"}
