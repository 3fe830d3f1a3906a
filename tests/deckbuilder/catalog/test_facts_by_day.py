"""A catalog in the database: what its printings say on a day, in whatever order their rows came."""

import random
from datetime import date, timedelta
from io import StringIO
from unittest.mock import patch

from django.core.management import call_command
from django.db import transaction

from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Card
from deckbuilder.catalog.to_games import card_of, facts_of, to_card
from deckbuilder.decks.to_games import freeze_cards, thaw_cards
from games.engine.model.decks import Deck, DeckLine
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

HEADER = "code,name,kind,race,mana,keywords,set,zone,released\n"
ROWS = (
    "E-1,改咒,spell,中立,9,,ONE,,2025-03-01",
    "E-2,改咒,spell,中立,4,超載,TWO,,2026-03-01",
    "E-3,改咒,spell,中立,1,,THREE,extra,2999-03-01",
    "Z-1,零咒,spell,中立,0,,,,",
    "Z-2,零咒,spell,中立,4,,,,",
    "D-1,疑咒,spell,中立,2,,,,",
    "D-2,疑咒,spell,中立,3,,,,",
)


def bring_in(rows):
    report = services.apply(get(XLW), (HEADER + "\n".join(rows) + "\n").encode(), "cards.csv")
    assert report.ok
    return report


class FactsByDayTest(ApiTest):
    def verdict(self, name, on, count=2):
        text = f"game: {XLW}\nrace: 妖怪村莊\n[main]\n{count} {name}\n"
        return self.post(f"games/{XLW}/check/", {"list": text, "on": on}).body

    def codes(self, name, on, count=2):
        return {each["code"] for each in self.verdict(name, on, count)["violations"]} - {"zone.size"}

    def test_the_newest_printing_that_is_out_decides(self):
        bring_in(ROWS)
        assert self.codes("改咒", "2026-02-28") == {"copies", "sum.mana", "affiliation.missing"}
        assert self.codes("改咒", "2026-03-01") == {"affiliation.missing"}
        assert self.codes("改咒", "2999-03-01") == {"zone.kind", "affiliation.missing"}

    def test_a_disputed_value_is_in_the_verdict_with_its_printings(self):
        bring_in(ROWS)
        found = next(each for each in self.verdict("疑咒", "2026-03-01", 1)["violations"] if "data" in each["code"])
        assert (found["code"], found["severity"]) == ("card.data-disputed", "incomplete")
        assert found["params"] == {"field": "mana", "values": ["2", "3"], "printings": ["D-1", "D-2"]}
        assert "2 (D-1); 3 (D-2)" in found["message"]

    def test_0_mana_beside_another_number_counts_as_that_number(self):
        bring_in(ROWS)
        assert "sum.mana" in self.codes("零咒", "2026-03-01", 4)

    def test_no_verdict_depends_on_the_order_of_rows(self):
        decks = [(name, on) for name in ("改咒", "零咒", "疑咒") for on in ("2025-03-01", "2026-03-01", "2999-03-01")]

        def verdicts(rows):
            with transaction.atomic():
                bring_in(rows)
                assert not bring_in(ROWS).changes_anything
                found = [self.verdict(*each) for each in decks]
                transaction.set_rollback(True)
            return found

        assert verdicts(ROWS) == verdicts(random.Random(7).sample(ROWS, len(ROWS))) == verdicts(ROWS[::-1])

    def test_a_search_finds_new_values_after_the_night_on_which_a_printing_came_out(self):
        def found(query):
            return [card["name"] for card in self.get(f"games/{XLW}/cards/?q={query} 改咒").body["results"]]

        def tidy():
            out = StringIO()
            call_command("tidy", stdout=out)
            return "catalogs indexed: 0" not in out.getvalue()

        the_day = date(2026, 3, 1)
        with patch("django.utils.timezone.localdate", return_value=the_day - timedelta(1)):
            bring_in(ROWS)
            assert (found("mana:9"), found("mana:4")) == (["改咒"], [])
            assert not tidy()
        with patch("django.utils.timezone.localdate", return_value=the_day):
            assert tidy()
            assert (found("mana:9"), found("mana:4")) == ([], ["改咒"])
            assert not tidy()

    def test_a_row_keeps_the_facts_of_every_day(self):
        bring_in(ROWS)
        for row in Card.objects.filter(name__in=["改咒", "零咒", "疑咒"]):
            card = to_card(row)
            again = card_of(facts_of(card), row.haystack, row.retired)
            kept = thaw_cards(freeze_cards(Deck(XLW, {"main": (DeckLine(card, 1),)})))[card.key]
            for day in (date(2025, 3, 1), date(2026, 3, 1), date(2999, 3, 1)):
                assert len({repr(each.on(day)) for each in (card, again, kept)}) == 1
