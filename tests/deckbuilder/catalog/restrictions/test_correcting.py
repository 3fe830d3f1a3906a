"""Corrections of lists in force, and the trace that they leave."""

import random
from contextlib import suppress
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.models import ListStatus, RestrictionList
from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.catalog.restrictions.list_changes import ListError
from deckbuilder.catalog.traced import SilentChange
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.restrictions.base import LISTS, EditingTest


class CorrectionTest(EditingTest):
    def test_a_correction_leaves_a_trace_that_players_read(self):
        for days in (-3, 0, 5):
            with self.subTest(days=days):
                row = self.announced(f"{self.one} = 0\n{self.two} = 1", days, version=f"v{days}")
                with self.assertLogs("deckbuilder.catalog.restrictions.list_changes", "WARNING") as logs:
                    self.edit(row, f"{self.one} = 2\n{self.two} = 1 # rare", version=row.version, sets="SAMPLE")
                assert "carol corrected the restriction list League" in logs.output[0]
                row.refresh_from_db()
                (trace,) = row.corrections
                assert trace == {
                    "on": timezone.localdate().isoformat(),
                    "by": "carol",
                    "why": "A slip of the pen",
                    "changes": {
                        "limits": [{self.one: 0}, {self.one: 2}],
                        "sets": [[], ["SAMPLE"]],
                        "notes": [{}, {self.two: "rare"}],
                    },
                }
                page = self.as_visitor.get(row.get_absolute_url())
                for words in ("Corrected on", "A slip of the pen", "at most 2 copies; previously: banned", "→ rare"):
                    self.assertContains(page, words)
                self.assertNotContains(page, "carol")
                self.assertContains(self.as_visitor.get(LISTS), "Corrected")

    def test_a_correction_needs_a_reason_and_a_change(self):
        row = self.announced(f"{self.one} = 0")
        answer = self.edit(row, f"{self.one} = 1", why=" ")
        self.assertContains(answer, "Say why the list is changed", status_code=422)
        self.assertContains(self.edit(row, f"{self.one} = 0"), "Nothing differs", status_code=422)
        assert RestrictionList.objects.get().corrections == []

    def test_of_two_who_correct_at_once_the_second_is_told(self):
        row = self.announced(f"{self.one} = 0")
        self.edit(row, f"{self.one} = 1")
        self.assertContains(self.edit(row, f"{self.one} = 2"), "Open it again", status_code=422)
        assert RestrictionList.objects.get().limits == {self.one: 1}

    def test_a_list_in_force_keeps_its_version_and_is_not_moved_to_the_future(self):
        row = self.announced(f"{self.one} = 0")
        self.edit(row, f"{self.one} = 1", version="7")
        row.refresh_from_db()
        assert row.version == "1"
        later = (timezone.localdate() + timedelta(days=9)).isoformat()
        self.assertContains(self.edit(row, "", effective_from=later), "in force already", status_code=422)

    def test_an_announced_list_is_withdrawn_with_a_reason_and_its_page_stays(self):
        row, deck = self.announced(f"{self.one} = 0", 5), self.deck({self.one: 1})
        path = reverse("catalog:list_edit", args=[row.pk])
        self.as_carol.post(path, {"do": "withdraw"})
        assert RestrictionList.objects.get().status == ListStatus.PUBLIC
        self.assertRedirects(
            self.as_carol.post(path, {"do": "withdraw", "withdrawal": "Too early"}), row.get_absolute_url()
        )
        page = self.as_visitor.get(row.get_absolute_url())
        for words in ("Withdrawn", "Too early"):
            self.assertContains(page, words)
        assert "list.banned" not in [each.code for each in verdict_on(to_deck(deck), on=row.effective_from).violations]
        assert self.edit(row, "").status_code == 422

    def test_a_list_in_force_is_not_withdrawn(self):
        row = self.announced(f"{self.one} = 0")
        path = reverse("catalog:list_edit", args=[row.pk])
        self.as_carol.post(path, {"do": "withdraw", "withdrawal": "No"})
        self.as_carol.post(path, {"do": "delete"})
        assert RestrictionList.objects.get().status == ListStatus.PUBLIC

    def test_the_feed_says_what_was_announced_and_corrected(self):
        row = self.announced(f"{self.one} = 0", 5, reason="Season")
        self.edit(row, f"{self.one} = 1")
        self.add(f"{self.one} = 1", "draft", title="Secret")
        answer = self.as_visitor.get(reverse("catalog:lists_feed", args=[XLW]))
        atom = "{http://www.w3.org/2005/Atom}"
        entries = ElementTree.fromstring(answer.content).findall(f"{atom}entry")
        told = [(entry.find(f"{atom}title").text, entry.find(f"{atom}summary").text) for entry in entries]
        assert ("League 1: corrected", "A slip of the pen") in told
        assert "Season" in dict(told).values()
        assert len(told) == 2


class TraceTest(EditingTest):
    """A public list never changes without a trace, whatever the path."""

    def test_no_path_past_the_traces_changes_or_deletes_a_public_list(self):
        row = self.announced(f"{self.one} = 0")
        before = RestrictionList.objects.values().get()
        lists = RestrictionList.objects

        def save(**fields):
            fresh = lists.get()
            for name, value in fields.items():
                setattr(fresh, name, value)
            fresh.save()

        other = lists.get()
        other.limits = {}
        trace = {"on": "2026-01-01", "by": "", "why": "", "changes": {"title": ["a", "b"]}}
        for path in (
            lambda: lists.all().delete(),
            lambda: lists.get().delete(),
            lambda: lists.filter(pk=row.pk).update(limits={}),
            lambda: lists.bulk_update([other], ["limits"]),
            lambda: lists.update_or_create(pk=row.pk, defaults={"title": "Cup"}),
            lambda: lists.bulk_create(
                [other], update_conflicts=True, unique_fields=["game", "slug", "version"], update_fields=["limits"]
            ),
            lambda: save(limits={}),
            lambda: save(status=ListStatus.DRAFT),
            lambda: save(version="2"),
            lambda: save(limits={}, corrections=[trace]),
            lambda: save(corrections=[trace]),
            lambda: save(reason="Because"),
        ):
            with pytest.raises(SilentChange), transaction.atomic():
                path()
            assert lists.values().get() == before

    def test_traces_lead_back_to_what_was_announced_whatever_was_done(self):
        names = list(dict.fromkeys(self.cards().values_list("name", flat=True)))[:6]
        chance = random.Random(7)
        for number in range(6):
            first = {name: chance.choice((0, 1, None)) for name in chance.sample(names, 3)}
            row = RestrictionList(game=XLW, slug="cup", title="Cup", version=str(number), limits=first)
            row.effective_from = timezone.localdate() + timedelta(days=chance.choice((-5, 0, 5)))
            list_changes.announce(row, by="carol")
            announced = {name: getattr(row, name) for name in RestrictionList.TRACED}
            for _ in range(12):
                self.do_something(chance, row.pk, names)
            assert undone(RestrictionList.objects.get(pk=row.pk)) == announced

    def do_something(self, chance, pk, names):
        row = RestrictionList.objects.get(pk=pk)
        if chance.random() < 0.7:
            row.limits = {name: chance.choice((0, 1, 2, None)) for name in chance.sample(names, chance.randint(0, 4))}
        if chance.random() < 0.3:
            row.notes = {name: chance.choice("abc") for name in chance.sample(list(row.limits), len(row.limits) // 2)}
        if chance.random() < 0.3:
            row.title, row.pool = chance.choice(("Cup", "League")), chance.random() < 0.5
        if chance.random() < 0.2:
            row.effective_from += timedelta(days=chance.choice((-2, 2)))
        ways = (
            lambda: list_changes.correct(row, by="carol", why=chance.choice(("", "Slip"))),
            lambda: list_changes.withdraw(RestrictionList.objects.get(pk=pk), by="carol", why="Off"),
            lambda: list_changes.save_draft(row),
            lambda: list_changes.announce(row, by="carol"),
            lambda: list_changes.delete_draft(row),
            row.save,
            lambda: RestrictionList.objects.filter(pk=pk).update(limits=row.limits),
        )
        with suppress(ListError, SilentChange):
            chance.choices(ways, (8, 0.2, 1, 1, 1, 1, 1))[0]()


def undone(row):
    """The traced fields of a list with all its traces taken back."""
    values = {name: getattr(row, name) for name in RestrictionList.TRACED}
    for trace in reversed(row.corrections):
        for name, (old, new) in trace["changes"].items():
            if name in ("limits", "notes"):
                values[name] = {text: each for text, each in values[name].items() if text not in new} | old
            else:
                values[name] = date.fromisoformat(old) if name == "effective_from" else old
    return values
