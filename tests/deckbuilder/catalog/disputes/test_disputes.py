"""Staff settle what printings disagree about, with one click."""

from datetime import timedelta
from html import unescape

import pytest
from django.db.models import JSONField, Value
from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.disputes import services as disputes_services
from deckbuilder.catalog.disputes.services import Unsettleable
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Correction, Printing
from deckbuilder.catalog.services import rebuild_cards
from games.registry import get
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

HEADER = "code,name,kind,race,mana,text\n"
ROWS = ("D-1,疑咒,spell,中立,2,", "D-2,疑咒,spell,中立,3,", "D-3,疑咒,spell,中立,0,")
PAGE = "/xing-ling-wang/cards/D-2/"


def bring_in(rows=ROWS, **options):
    data = (HEADER + "\n".join(rows) + "\n").encode()
    return imports_services.apply(get(XLW), data, "cards.csv", **options)


class DisputesTest(ApiTest):
    def setUp(self):
        super().setUp()
        bring_in()
        self.keeper = self.alice
        self.keeper.is_staff = self.keeper.is_superuser = True
        self.keeper.save()
        self.today = timezone.localdate()

    def settle(self, browser=None, **fields):
        data = {"code": "D-2", "field": "mana", "value": "3"} | fields
        return (browser or self.as_alice).post(reverse("catalog:settle", args=[XLW]), data, follow=True)

    def codes(self, on=None):
        text = f"game: {XLW}\nrace: 妖怪村莊\n[main]\n1 疑咒\n"
        answer = self.post(f"games/{XLW}/check/", {"list": text, "on": str(on or self.today)})
        return {each["code"] for each in answer.body["violations"]} - {"zone.size", "affiliation.missing"}

    def card(self):
        return self.get(f"games/{XLW}/cards/D-1/").body


class SettlingTest(DisputesTest):
    def test_one_click_settles_a_value_from_today_on(self):
        assert self.codes() == {"card.data-disputed"}
        self.settle()
        assert self.codes() == set()
        assert self.codes(self.today + timedelta(days=400)) == set()
        assert self.codes(self.today - timedelta(days=1)) == {"card.data-disputed"}

    def test_it_is_logged(self):
        self.settle()
        row = Correction.objects.get()
        assert (row.printing.code, row.field, row.value, row.settled) == ("D-2", "mana", 3, [2, 3, 0])
        assert (row.day, row.created_by) == (self.today, self.keeper)
        assert abs(timezone.now() - row.created_at) < timedelta(minutes=5)

    def test_the_same_click_twice_is_logged_once_and_another_value_replaces_it(self):
        for value in ("3", "3", "2"):
            self.settle(value=value)
        assert [row.value for row in Correction.objects.all()] == [3, 2]
        assert self.card()["values"]["mana"] == 2

    def test_it_survives_imports_in_any_order_and_a_new_name(self):
        self.settle()
        bring_in(ROWS[::-1])
        bring_in(tuple(row.replace("疑咒", "疑惑咒") for row in ROWS))
        assert self.card()["name"] == "疑惑咒"
        assert self.card()["values"]["mana"] == 3

    def test_a_value_that_nobody_had_seen_opens_the_question_again(self):
        self.settle()
        bring_in((*ROWS, "D-4,疑咒,spell,中立,5,"))
        assert self.codes() == {"card.data-disputed"}
        self.settle(value="5")
        assert self.codes() == set()

    def test_the_report_of_an_import_still_warns(self):
        self.settle()
        warned = [each for each in bring_in().rows.warned if each.code == "disagree"]
        assert [(each.column, each.name) for each in warned] == [("mana", "疑咒")]

    def test_what_is_not_disputed_or_not_among_the_values_changes_nothing(self):
        for field, value in (("mana", "7"), ("mana", "0"), ("race", "中立"), ("nothing", "1")):
            with pytest.raises(Unsettleable):
                disputes_services.settle(get(XLW), "D-1", field, value, self.keeper)
        answer = self.settle(value="7")
        assert "no longer disagree" in answer.content.decode()
        assert not Correction.objects.exists()
        assert self.settle(code="D-9").status_code == 404

    def test_only_who_may_import_catalogs_settles(self):
        assert self.settle(self.as_bob).status_code == 403
        assert self.as_visitor.post(reverse("catalog:settle", args=[XLW])).status_code == 302
        assert not Correction.objects.exists()

    def test_a_row_that_cannot_be_read_leaves_the_question_open_and_is_logged(self):
        self.settle()
        for field in ("value", "settled"):
            for broken in (None, {}, [[1]], [None], {"a": [1]}):
                Correction.objects.update(value=3, settled=[2, 3, 0])
                Correction.objects.update(**{field: Value(broken, JSONField())})
                with self.subTest(field, broken=broken), self.assertLogs("deckbuilder.catalog", "ERROR"):
                    rebuild_cards(get(XLW), [self.card()["key"]])
                    assert self.codes() == {"card.data-disputed"}
                    assert self.as_alice.get(PAGE).status_code == 200
                    assert self.card()["corrections"] == []

    def test_it_goes_when_its_printing_goes(self):
        self.settle()
        Printing.objects.get(code="D-2").delete()
        assert not Correction.objects.exists()


class PageTest(DisputesTest):
    def page(self, browser):
        return unescape(browser.get(PAGE).content.decode())

    def test_the_page_of_the_card_names_both_values_with_their_printings(self):
        page = self.page(self.as_visitor)
        assert "Mana: 2 (D-1); 3 (D-2)" in page
        assert "Not settled" in page
        assert "Settle as" not in page

    def test_staff_see_a_button_for_each_value(self):
        page = self.page(self.as_alice)
        assert page.count('name="value" value="2"') == page.count('name="value" value="3"') == 1
        self.settle()
        assert "Settled: 3, from" in self.page(self.as_visitor)
        assert 'name="value" value="3"' not in self.page(self.as_alice)

    def test_a_card_whose_printings_agree_has_no_such_part(self):
        assert "disagree" not in self.as_alice.get("/xing-ling-wang/cards/XLW-S001/").content.decode()

    def test_the_administration_lists_what_was_settled_and_changes_nothing(self):
        self.settle()
        page = self.as_alice.get("/admin/catalog/correction/").content.decode()
        assert "疑咒 (D-2)" in page
        assert self.as_alice.get("/admin/catalog/correction/add/").status_code == 403
        row = Correction.objects.get()
        assert self.as_alice.get(f"/admin/catalog/correction/{row.pk}/change/").status_code == 200
        assert self.as_alice.get(f"/admin/catalog/correction/{row.pk}/delete/").status_code == 403


class CardJsonTest(DisputesTest):
    def test_a_card_says_what_is_disputed_and_then_what_was_settled(self):
        card = self.card()
        alternatives = [{"value": 2, "printings": ["D-1"]}, {"value": 3, "printings": ["D-2"]}]
        assert card["disputed"] == [{"field": "mana", "values": alternatives}]
        assert ("mana" in card["values"], card["corrections"]) == (False, [])
        self.settle()
        card = self.card()
        assert (card["disputed"], card["values"]["mana"]) == ([], 3)
        assert card["corrections"] == [{"field": "mana", "value": 3, "day": str(self.today)}]

    def test_a_search_finds_the_value_once_it_is_settled(self):
        def found():
            return [card["name"] for card in self.get(f"games/{XLW}/cards/?q=mana:3 疑咒").body["results"]]

        assert found() == []
        self.settle()
        assert found() == ["疑咒"]
