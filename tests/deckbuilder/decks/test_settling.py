"""A list that is read settles by clicks: candidates, a search in place, all at once, and nothing is lost before."""

from collections import Counter
from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext

from deckbuilder.decks.lists import settling
from deckbuilder.decks.lists.settling import MAX_SEARCHES
from deckbuilder.decks.models import Deck
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

TEXT = "game: xing-ling-wang\n[main]\n1 魚乾會計\n2 提燈小狸\n1 雪男\n"
"""One line names a card; of the other two the first is like 提燈小狐."""


class SettlingTest(SiteTest):
    def ask(self, **fields):
        sent = {"text": TEXT, "game": XLW, "form": "txt", **fields}
        return self.as_bob.post("/decks/import/", sent)

    def lines(self, page):
        return {each.line.text: each for each in page.context["settled"].lines}

    def names(self, page):
        deck = page.context["settled"].reading.deck
        return {entry.card.name: entry.count for entry in deck.zones["main"]}

    def test_every_open_line_offers_what_it_may_mean(self):
        line = self.lines(self.ask())["2 提燈小狸"]
        assert "Lantern Kit 提燈小狐 · Sample" in {label for _, label in line.meant}
        self.assertContains(self.ask(), f'name="settle" value="{line.line_number}:{line.meant[0][0]}"')

    def test_a_click_settles_it_and_the_next_one_keeps_that(self):
        first = self.lines(self.ask())["2 提燈小狸"]
        code = next(code for code, label in first.meant if label.startswith("Lantern Kit"))
        page = self.ask(settle=f"{first.line_number}:{code}")
        assert self.names(page) == {"魚乾會計": 1, "提燈小狐": 2}
        assert list(self.lines(page)) == ["1 雪男"]
        self.assertContains(page, f'name="line-{first.line_number}" value="{code}"')
        other = self.lines(page)["1 雪男"].line_number
        page = self.ask(**{f"line-{first.line_number}": code, "settle": f"{other}:-"})
        assert page.context["settled"].reading.receipt.is_settled
        assert self.names(page) == {"魚乾會計": 1, "提燈小狐": 2}

    def test_what_was_settled_is_what_is_saved(self):
        first = self.lines(self.ask())["2 提燈小狸"]
        self.ask(**{f"line-{first.line_number}": "XLW-S001", "action": "create"})
        lines = Deck.objects.get(owner=self.bob).lines.order_by("pk")
        assert [(each.printing.name if each.printing else each.text, each.count) for each in lines] == [
            ("魚乾會計", 1), ("提燈小狐", 2), ("雪男", 1),
        ]  # fmt: skip

    def test_a_search_in_place_offers_what_it_finds(self):
        number = self.lines(self.ask())["1 雪男"].line_number
        for words in ("紙傘婆婆", "zhi san po po", "XLW-S002"):
            found = self.lines(self.ask(**{f"find-{number}": words, "settle": "find"}))["1 雪男"]
            assert found.meant[0][0] == "XLW-S002", words
        page = self.ask(**{f"find-{number}": "zzzz", "settle": "find"})
        self.assertContains(page, "Nothing matches “zzzz”.")

    def test_the_first_suggestions_are_taken_together_and_what_has_none_is_left(self):
        page = self.ask(settle="first")
        assert "提燈小狐" in self.names(page)
        assert all(not each.meant for each in self.lines(page).values())

    def test_the_first_suggestions_keep_the_quantities_that_are_written(self):
        text = "[main]\n提燈小狸3\n提燈小狸（2）\n提燈小狸 四張\n5枚 提燈小狸 120円\n"
        page = self.ask(text=text, settle="first")
        assert self.names(page) == {"提燈小狐": 5}
        entries = page.context["settled"].reading.deck.zones["main"]
        assert sorted(entry.count for entry in entries) == [2, 3, 4, 5]

    def test_a_quantity_that_is_unclear_is_asked_for_and_never_taken_from_another_number(self):
        text = "[main]\n7\t提燈小狸\t3\t360\n"
        page = self.ask(text=text)
        (line,) = self.lines(page).values()
        assert (line.count, line.lacks_count) == ("", False)
        self.assertContains(page, f'name="count-{line.line_number}" value=""')
        for button in ("first", f"{line.line_number}:XLW-S001"):
            page = self.ask(text=text, settle=button)
            assert self.names(page) == {}
            self.assertContains(page, "Enter the number of copies first.")
        page = self.ask(text=text, **{f"count-{line.line_number}": "3", "settle": f"{line.line_number}:XLW-S001"})
        assert self.names(page) == {"提燈小狐": 3}
        self.assertContains(page, f'name="count-{line.line_number}" value="3"')
        page = self.ask(text=text, **{f"count-{line.line_number}": "3", f"line-{line.line_number}": "XLW-S001"})
        assert self.names(page) == {"提燈小狐": 3}

    def test_a_saved_line_asks_for_its_quantity_on_the_decks_page(self):
        self.ask(text="[main]\n提燈小狸（3）\n2 提燈小孤\n", action="create")
        deck = Deck.objects.get(owner=self.bob)
        page = self.as_bob.get(deck.get_absolute_url())
        self.assertContains(page, 'type="number" name="count" min="1" max="999" required', 1)

    def test_all_lines_that_are_left_are_left_out_together(self):
        page = self.ask(settle="drop")
        assert self.names(page) == {"魚乾會計": 1}
        assert page.context["settled"].reading.receipt.is_settled
        self.assertContains(page, "skipped", 2)

    def test_the_same_is_never_asked_for_each_card_that_is_offered(self):
        with CaptureQueriesContext(connection) as queries:
            page = self.ask(text="1 沐汐\n1 不存在\n1 沐溪", game="echo-of-legends")
        assert len(page.context["settled"].selects[0].options) > 3
        asked = Counter(query["sql"] for query in queries)
        assert max(asked.values()) <= 4, asked.most_common(1)

    def test_an_answer_that_is_none_asks_again(self):
        number = self.lines(self.ask())["1 雪男"].line_number
        for answer in ("XLW-NONE", "99:XLW-S001", "9" * 5000 + ":XLW-S001", "x"):
            page = self.ask(**{f"line-{number}": answer, "settle": answer})
            assert "1 雪男" in self.lines(page)

    def declared(self, page):
        return page.context["settled"].reading.deck.declarations

    def test_what_alone_fits_is_declared_and_can_be_changed(self):
        page = self.ask()
        assert self.declared(page) == {"race": "喵喵賊"}
        self.assertContains(page, '<option value="喵喵賊" selected>')
        self.assertContains(page, "inferred from the cards")
        page = self.ask(**{"declare-race": "獸人"})
        assert self.declared(page) == {"race": "獸人"}
        self.assertNotContains(page, "inferred from the cards")
        assert self.declared(self.ask(**{"declare-race": ""})) == {}

    def test_a_leader_is_chosen_and_changed(self):
        text = "game: legions\n3 火の粉ねずみ\n"
        page = self.ask(text=text, game="legions")
        (select,) = page.context["settled"].selects
        assert (select.name, select.value, select.options[0]) == ("lead-master", "", ("", "–"))
        chosen = {"text": text, "game": "legions", "lead-master": "LGN-S002"}
        page = self.ask(**chosen)
        zones = page.context["settled"].reading.deck.zones
        assert [(entry.card.name, entry.count) for entry in zones["master"]] == [("花火師ダンゴロウ", 1)]
        assert [entry.card.name for entry in zones["main"]] == ["火の粉ねずみ"]
        self.ask(**chosen, action="create")
        assert Deck.objects.get(owner=self.bob).lines.get(zone="master").printing.code == "LGN-S002"
        for wrong in ("LGN-S999", "LGN-S012", "x"):  # no card, a minion, nonsense
            assert not self.ask(**chosen | {"lead-master": wrong}).context["settled"].reading.deck.entries("master")

    def test_a_card_goes_where_it_belongs_if_its_line_stood_elsewhere(self):
        text = "game: legions\n[main]\n1 灯台守ミオ\n"
        page = self.ask(text=text, game="legions")
        line = self.lines(page)["1 灯台守ミオ"]
        page = self.ask(text=text, game="legions", settle=f"{line.line_number}:LGN-S001")
        zones = page.context["settled"].reading.deck.zones
        assert [entry.card.name for entry in zones["master"]] == ["灯台守ミオリ"]

    def test_an_enter_in_a_search_field_looks_up_and_takes_nothing(self):
        page = self.ask().content.decode()
        first = page.index('name="settle" value="')
        assert page[first:].startswith('name="settle" value="find"')

    def test_only_so_many_lines_are_looked_up_at_once_and_the_others_say_so(self):
        text = "".join(f"1 nobody {number}\n" for number in range(MAX_SEARCHES + 3))
        with mock.patch.object(settling, "search", side_effect=settling.search) as searches:
            page = self.ask(text=text, **{f"find-{at}": "狐" for at in range(MAX_SEARCHES + 3)})
        assert searches.call_count <= MAX_SEARCHES + len(get(XLW).zones)
        lines = page.context["settled"].lines
        assert [each.waits for each in lines] == [False] * MAX_SEARCHES + [True] * 3
        self.assertContains(page, "Not looked up yet", count=3)
