"""Lists handed in before cards of one name and different kinds were different cards name the same cards after."""

import importlib
import json

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from deckbuilder.catalog.models import Printing
from deckbuilder.events import selectors
from deckbuilder.events.checks import services
from deckbuilder.events.entries import overrides
from deckbuilder.events.models import DeckCheck, LogEntry, State, Submission
from deckbuilder.events.readiness import judging
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, EventTest

migration = importlib.import_module("deckbuilder.events.migrations.0011_keys_with_kinds")
TABLES = ((Submission, ("deck", "cards")), (DeckCheck, ("counted", "extra")), (LogEntry, ("params",)))


@pytest.mark.databases
class KeysTest(EventTest):
    def state(self):
        return [list(table.objects.order_by("pk").values(*fields)) for table, fields in TABLES]

    def setUp(self):
        super().setUp()
        state = MigrationLoader(connection).project_state(("events", "0011_keys_with_kinds"))
        self.apps = state.apps  # whose rows may be changed

    def migrate(self):
        migration.name_kinds(self.apps, None)

    def make_old(self):
        """Keys as they were, wherever they stand."""
        keys = {key for each in Submission.objects.all() for key in each.cards}
        for table, fields in TABLES:
            for row in table.objects.all():
                texts = {name: json.dumps(getattr(row, name), ensure_ascii=False) for name in fields}
                for key in keys:
                    texts = {name: text.replace(key, key.rpartition("|")[0]) for name, text in texts.items()}
                rows = self.apps.get_model("events", table.__name__).objects.filter(pk=row.pk)
                rows.update(**{name: json.loads(text) for name, text in texts.items()})

    def test_everything_names_the_cards_as_it_does_today(self):
        event = self.event()
        entry, other = self.entry(event, self.bob), self.entry(event, self.carol)
        self.submit(entry)
        self.submit(other, ILLEGAL)
        services.record(entry, by=self.judith, version=1, counts={0: 1}, outcome="clean", note="", nonce="check")
        overrides.override(other, by=self.alice, reason="So")
        before = self.state()
        self.make_old()
        assert self.state() != before
        self.migrate()
        assert self.state() == before
        self.now = DEADLINE
        assert event.state(self.now) == State.CLOSED
        assert judging.judge_entry(event, other).override

    def test_a_line_is_of_the_kind_of_its_printing(self):
        unit = self.printing(FOX)
        event = self.event()
        self.submit(self.entry(event, self.bob), LEGAL.replace(FOX, f"{FOX} ({unit.code})"))
        self.make_old()
        Printing.objects.filter(game=XLW, code=unit.code).update(facts=unit.facts | {"kind": "spell"})
        self.migrate()
        cards = [line.card for line in selectors.deck_of(event, Submission.objects.get()).zones["main"]]
        assert [(card.kind, card.key.rpartition("|")[2]) for card in cards if card.name == FOX] == [("spell", "spell")]
