"""Lists submitted before names were told apart by identity name the same cards after."""

import importlib
import json

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from deckbuilder.catalog.models import Printing
from deckbuilder.events import selectors
from deckbuilder.events.checks import services
from deckbuilder.events.entries import overrides
from deckbuilder.events.models import DeckCheck, LogEntry, Submission
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import FOX, ILLEGAL, LEGAL, EventTest

migration = importlib.import_module("deckbuilder.events.migrations.0016_keys_by_identity")
TABLES = ((Submission, ("deck", "cards")), (DeckCheck, ("counted", "extra")), (LogEntry, ("params",)))


@pytest.mark.databases
class KeysTest(EventTest):
    def setUp(self):
        super().setUp()
        self.apps = MigrationLoader(connection).project_state(("events", "0016_keys_by_identity")).apps

    def state(self):
        return [list(table.objects.order_by("pk").values(*fields)) for table, fields in TABLES]

    def make_old(self):
        """The fox's key in another spelling, wherever it stands."""
        key = self.printing(FOX).card.key
        for table, fields in TABLES:
            for row in table.objects.all():
                texts = {name: json.dumps(getattr(row, name), ensure_ascii=False) for name in fields}
                rows = self.apps.get_model("events", table.__name__).objects.filter(pk=row.pk)
                rows.update(**{name: json.loads(text.replace(key, f"old {key}")) for name, text in texts.items()})

    def test_lists_checks_and_overrides_have_the_keys_of_today(self):
        event = self.event()
        entry, other = self.entry(event, self.bob), self.entry(event, self.carol)
        self.submit(entry)
        self.submit(other, ILLEGAL)
        services.record(entry, by=self.judith, version=1, counts={0: 1}, outcome="clean", note="", nonce="check")
        overrides.override(other, by=self.alice, reason="So")
        before = self.state()
        self.make_old()
        assert self.state() != before
        migration.rename(self.apps, None)
        assert self.state() == before

    def test_a_line_names_the_card_of_its_printing_though_two_cards_were_one(self):
        fox = self.printing(FOX)
        event = self.event()
        self.submit(self.entry(event, self.bob), LEGAL.replace(FOX, f"{FOX} ({fox.code})"))
        self.make_old()
        Printing.objects.filter(game=XLW, code=fox.code).update(facts=fox.facts | {"name": "麵粉妖"})
        migration.rename(self.apps, None)
        cards = [line.card for line in selectors.deck_of(event, Submission.objects.get()).zones["main"]]
        assert [card.key for card in cards if card.key not in Submission.objects.get().cards] == []
        assert "麵粉妖|unit" in {card.key for card in cards}
