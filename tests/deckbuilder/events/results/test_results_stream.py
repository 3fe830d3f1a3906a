"""All lists of an event as files that are written while they are sent: a few lists at a time, nothing left out."""

import json
import re
from unittest import mock

import pytest

from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from deckbuilder.events.results import files, selectors
from games.engine.reading.decklists.writing import write_json
from games.engine.texts.spreadsheets import read_lines, write_lines
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import ILLEGAL, LEGAL, OTHER, EventTest, read

pytestmark = pytest.mark.databases

TEXTS = (LEGAL, OTHER, ILLEGAL, LEGAL + "1 no such card\n", OTHER)
WRITERS = {"csv": files.lists_csv, "json": files.lists_json}


class StreamCase(EventTest):
    def played(self, *texts: str) -> Event:
        event = self.event()
        for number, text in enumerate(texts, 1):
            self.submit(self.entry(event, name=f"Player “{number}”"), text, by=self.alice)
        return event

    def parts(self, event: Event, ending: str, size: int) -> list[str]:
        with mock.patch.object(selectors, "SLICE", size):
            return list(WRITERS[ending](event))


class PartsTest(StreamCase):
    def test_the_first_part_comes_before_any_list_is_read(self):
        event = self.played(*TEXTS)
        for ending, write in WRITERS.items():
            with self.subTest(ending), self.assertNumQueries(0):
                assert next(iter(write(event)))

    def test_no_part_has_more_lists_than_are_read_at_once(self):
        event = self.played(*TEXTS)
        for ending in WRITERS:
            players = [sorted(set(re.findall("Player “([0-9])”", part))) for part in self.parts(event, ending, 2)]
            assert list(filter(None, players)) == [["1", "2"], ["3", "4"], ["5"]]

    def test_each_part_is_read_when_it_is_sent(self):
        event = self.played(*TEXTS)
        for ending, write in WRITERS.items():
            with self.subTest(ending), mock.patch.object(selectors, "SLICE", 2):
                sent = iter(write(event))
                next(sent)
                next(sent)
                with self.assertNumQueries(2):  # its lists, and those of their cards that were in none before
                    next(sent)

    def test_parts_of_json_join_to_what_is_written_whole(self):
        for texts in ((), TEXTS[:1], TEXTS):
            event = self.played(*texts)
            lists = [
                {
                    "number": number,
                    "player": f"Player “{number}”",
                    "version": 1,
                    "fingerprint": read(text).fingerprint,
                    "let_through": False,
                    "deck": json.loads(write_json(read(text), get(XLW)))
                    | {"format": "standard", "name": read(text).name},
                }
                for number, text in enumerate(texts, 1)
            ]
            about = {"slug": event.slug, "name": event.name, "game": XLW, "format": "standard"}
            whole = {"event": {**about, "day": event.day.isoformat()}, "lists": lists}
            wanted = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
            for size in (1, 2, 5, 200):
                assert "".join(self.parts(event, "json", size)) == wanted

    def test_parts_of_csv_join_to_one_table(self):
        event = self.played(*TEXTS)
        whole = "".join(self.parts(event, "csv", 200))
        for size in (1, 2, 5):
            assert "".join(self.parts(event, "csv", size)) == whole
        rows = list(read_lines(whole.removeprefix("\ufeff")))
        assert files.BOM + write_lines(rows) == whole
        wanted = [
            [str(number), entry.card.name] for number, text in enumerate(TEXTS, 1) for entry in read(text).zones["main"]
        ]
        told = [[number, name] for number, *_, zone, _copies, name, _code, _through in rows if zone == "main"]
        assert [each for each in told if each[1] != "no such card"] == wanted

    def test_which_lists_it_has_is_settled_when_it_begins(self):
        event = self.played(*TEXTS[:3])
        with mock.patch.object(selectors, "SLICE", 2):
            sent = iter(files.lists_json(event))
            begun = next(sent) + next(sent)
            self.submit(event.entries.get(number=1), OTHER, by=self.alice)
            self.submit(self.entry(event, name="Late"), by=self.alice)
            found = json.loads(begun + "".join(sent))["lists"]
        assert [(each["number"], each["version"]) for each in found] == [(1, 1), (2, 1), (3, 1)]

    def test_a_breakdown_is_the_same_however_few_lists_are_read_at_once(self):
        event = self.played(*TEXTS)
        whole = selectors.count(event)
        with mock.patch.object(selectors, "SLICE", 1):
            assert selectors.count(event) == whole

    def test_a_card_the_catalog_has_lost_stands_as_it_was_handed_in(self):
        event = self.played(LEGAL)
        whole = self.parts(event, "csv", 200)
        with mock.patch.object(selectors, "cards_by_key", return_value={}):
            assert self.parts(event, "csv", 200) == whole


class SentTest(StreamCase, ApiTest):
    def test_page_and_api_send_it_in_parts(self):
        event = self.played(*TEXTS)
        for path in (f"/events/{event.slug}/results/lists.csv", f"/api/v1/events/{event.slug}/lists/json/"):
            answer = self.as_judith.get(path)
            assert answer.streaming
            assert "Player “5”" in answer.getvalue().decode()

    def test_what_has_not_changed_is_not_sent_again_nor_read(self):
        event = self.played(LEGAL)
        for what in ("lists", "breakdown"):
            for ending in ("csv", "json"):
                path = f"events/{event.slug}/{what}/{ending}/"
                etag = self.get(path, by=self.as_judith).raw.headers["ETag"]
                with mock.patch.object(files, "slices", side_effect=AssertionError):
                    again = self.get(path, by=self.as_judith, headers={"if-none-match": etag})
                assert again.status == 304

    def test_it_is_sent_again_when_a_list_is_replaced_or_somebody_leaves(self):
        event = self.played(LEGAL)
        path, seen = f"events/{event.slug}/lists/csv/", set()
        for change in (
            lambda: None,
            lambda: self.submit(event.entries.get(number=1), OTHER, by=self.alice),
            lambda: services.change(event, by=self.alice, name="Other Cup"),
            lambda: entry_services.drop(event.entries.get(number=1), by=self.alice),
        ):
            change()
            answer = self.get(path, by=self.as_judith, headers={"if-none-match": ", ".join(seen)} if seen else {})
            assert answer.status == 200
            seen.add(answer.raw.headers["ETag"])
        assert len(seen) == 4
