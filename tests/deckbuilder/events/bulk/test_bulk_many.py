"""Lists in bulk cost no more questions the more of them there are, and are kept as if each had been handed in alone."""

from datetime import timedelta
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.decks import to_games
from deckbuilder.events import selectors
from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.bulk import reading
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.models import Entry, Event, Submission
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, OTHER, EventTest, read

pytestmark = pytest.mark.databases


class ManyTest(EventTest):
    def items(self, *files: tuple[str, str]) -> list[bulk_files.Item]:
        items = bulk_files.items((name, text.encode()) for name, text in files)
        return [each._replace(is_from_file=False) for each in items]  # as if somebody had confirmed the players

    def brought(self, event: Event, *files: tuple[str, str], reason: str = ""):
        upload = bulk_services.receive(event, self.items(*files), ["files"], by=self.alice, reason=reason)
        return bulk_services.apply(upload, by=self.alice)

    @pytest.mark.slow
    def test_receiving_and_taking_fifty_asks_as_much_as_five(self):
        asked = []
        for many in (1, 5, 50):  # the first also asks for what the process keeps from then on
            event = self.event()
            items = self.items(*((f"Player {number}.txt", LEGAL) for number in range(many)))
            with CaptureQueriesContext(connection) as received:
                upload = bulk_services.receive(event, items, ["files"], by=self.alice)
            with CaptureQueriesContext(connection) as taken:
                bulk_services.apply(upload, by=self.alice)
            assert event.entries.count() == many
            asked.append((len(received), len(taken)))
        assert asked[1] == asked[2]

    def test_cards_are_looked_up_before_the_event_is_locked(self):
        event, items = self.event(), self.items(("Ann.txt", LEGAL + "1 nobody knows this\n"))
        with CaptureQueriesContext(connection) as received:
            upload = bulk_services.receive(event, items, ["files"], by=self.alice)
        with CaptureQueriesContext(connection) as taken:
            bulk_services.apply(upload, by=self.alice)
        for asked in (received, taken):
            told = [each["sql"] for each in asked]
            locked = next(place for place, sql in enumerate(told) if sql.startswith("SAVEPOINT"))
            looked = [place for place, sql in enumerate(told) if "catalog_card" in sql]
            assert looked
            assert max(looked) < locked

    def test_lists_are_judged_before_the_event_is_locked_unless_its_rules_change_meanwhile(self):
        event, locked = self.event(), []
        items = self.items(("Ann.txt", LEGAL), ("Ben.txt", ILLEGAL))
        real = selectors.judge

        def judge(*given):
            locked.append(any(each["sql"].startswith("SAVEPOINT") for each in asked))
            return real(*given)

        with mock.patch.object(selectors, "judge", judge):
            with CaptureQueriesContext(connection) as asked:
                upload = bulk_services.receive(event, items, ["files"], by=self.alice)
            assert locked == [False, False]
            locked.clear()
            judged = bulk_services.Judged(event, reading.read(get(XLW), items))
            assert [each["status"] for each in upload.plan] == [found.status for _, found in judged.under(event)]
            assert len(locked) == 2
            event.starts_at += timedelta(days=1)
            list(judged.under(event))
            assert len(locked) == 4

    def test_the_cards_of_many_lists_are_frozen_once_each(self):
        event, items = self.event(), self.items(*((f"Player {number}.txt", LEGAL) for number in range(5)))
        upload = bulk_services.receive(event, items, ["files"], by=self.alice)
        with mock.patch.object(to_games, "_frozen_card", side_effect=to_games._frozen_card) as frozen:
            bulk_services.apply(upload, by=self.alice)
        assert frozen.call_count == len({entry.card.key for _, entry in read(LEGAL).all_entries()})
        assert len({str(each.cards) for each in Submission.objects.all()}) == 1

    def test_more_lines_or_names_than_are_read_at_once_are_refused_and_nothing_is_kept(self):
        event, lines = self.event(), len(LEGAL.splitlines())
        items = self.items(("Ann.txt", LEGAL), ("Ben.txt", LEGAL))
        with mock.patch.object(bulk_files, "MAX_UPLOAD_LINES", 2 * lines - 1):
            self.assertRefused("bulk-too-many-lines", bulk_services.receive, event, items, ["files"], by=self.alice)
        with mock.patch.object(reading, "MAX_NAMES", lines):
            self.assertRefused("bulk-too-many-names", bulk_services.receive, event, items, ["files"], by=self.alice)
        with mock.patch.object(reading, "MAX_UNSETTLED", 3):
            unknown = self.items(("Ann.txt", "nobody\nno one"), ("Ben.txt", "nobody\nno one"))
            self.assertRefused(
                "bulk-too-many-unsettled", bulk_services.receive, event, unknown, ["files"], by=self.alice
            )
        assert not event.bulk_uploads.exists()

    def test_lists_that_are_wrong_at_their_end_count_with_the_others(self):
        items = [bulk_files.Item(str(number), str(number), "name\n1 a\n1 b\n,", "csv") for number in range(4)]
        with mock.patch.object(bulk_files, "MAX_UPLOAD_LINES", 7):
            self.assertRefused(
                "bulk-too-many-lines", bulk_services.receive, self.event(), items, ["files"], by=self.alice
            )

    def test_what_the_largest_honest_event_sends_is_not_too_much(self):
        assert bulk_files.MAX_UPLOAD_LINES >= bulk_files.MAX_LISTS * (150 + 20)

    def test_each_is_kept_and_logged_as_if_it_had_been_handed_in_alone(self):
        event, alone = self.event(), self.event()
        for each in (event, alone):
            self.submit(self.entry(each, name="Ann"), OTHER, by=self.alice)
        self.brought(event, ("Ben.txt", LEGAL), ("Ann.txt", ILLEGAL))
        ben = entry_services.enter(alone, by=self.alice, name="Ben", nonce="n")
        self.submit(ben, LEGAL, by=self.alice)
        self.submit(alone.entries.get(name="Ann"), ILLEGAL, by=self.alice)
        assert self.kept(event) == self.kept(alone)
        assert self.told(event)[:-1] == self.told(alone)
        assert self.logged(event)[-1] == "brought-in"

    def kept(self, event: Event):
        fields = ("version", "name", "source", "deck", "cards", "fingerprint", "status", "receipt", "late")
        return [
            (entry.number, entry.name, list(entry.submissions.values_list(*fields, "submitted_by", "submitted_at")))
            for entry in Entry.objects.filter(event=event)
        ]

    def told(self, event: Event):
        found = event.log.order_by("number").values_list("number", "what", "by", "about__number", "params", "at")
        return [each for each in found if each[1] != "created"]

    def test_late_lists_are_told_so(self):
        event = self.event()
        self.now = DEADLINE
        self.brought(event, ("Ann.txt", LEGAL), reason="The network was down.")
        assert event.entries.get().submissions.get().late == "The network was down."
        assert "submitted-late" in self.logged(event)

    def test_tables_of_one_name_do_not_mix_their_players(self):
        event = self.event()
        table = 'player,list\n{},"{}"\n'
        self.brought(event, ("a.csv", table.format("Ann", LEGAL)), ("a.csv", table.format("Ben", OTHER)))
        found = {each.name: each.submissions.get().fingerprint for each in event.entries.all()}
        assert found == {"Ann": read(LEGAL).fingerprint, "Ben": read(OTHER).fingerprint}

    def test_a_list_that_is_none_keeps_no_other_from_being_looked_up(self):
        items = [*self.items(("Ann.txt", LEGAL)), bulk_files.Item("b", "Ben", "\x01")]
        upload = bulk_services.receive(self.event(), items, ["files"], by=self.alice)
        assert [each["outcome"] for each in upload.plan] == ["entered", "refused"]
