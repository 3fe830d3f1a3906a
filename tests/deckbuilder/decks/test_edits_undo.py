"""Changes of a deck as a whole: several at once, taken back and done again, and mended as the judge proposes."""

import pytest

from deckbuilder.common.input import InputError
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.changes.edits import OPS, parse_cards
from deckbuilder.decks.models import DeckLine, Revision
from tests.deckbuilder.decks.edits import FOX, FOX_AGAIN, UMBRELLA, EditTest

pytestmark = pytest.mark.databases


class SeveralTest(EditTest):
    def test_several_things_are_one_change(self):
        deck = services.edit(self.deck(), [("add", {"code": FOX}), ("rename", {"name": "Foxes"})]).deck
        assert deck.revision == 1
        assert self.lines(services.undo(deck).deck) == []

    def test_all_of_them_or_none(self):
        deck = self.deck()
        with pytest.raises(InputError):
            services.edit(deck, [("add", {"code": FOX}), ("rename", {"name": "Foxes"}), ("add", {"code": "no"})])
        deck.refresh_from_db()
        assert (self.lines(deck), deck.name, deck.revision) == ([], "Parade", 0)

    def test_what_cannot_be_done_at_all_is_refused_with_what_can(self):
        for op in ("", "explode", "__init__", "change"):
            assert self.assertRefused(self.deck(), "unknown-op", op).params["choices"] == sorted(OPS)


class UndoTest(EditTest):
    def test_where_nothing_was_done_nothing_is_undone(self):
        with pytest.raises(EditError, match="nothing-to-undo"):
            services.undo(self.deck())
        with pytest.raises(EditError, match="nothing-to-redo"):
            services.redo(self.deck())

    def test_a_line_comes_back_where_it_stood(self):
        deck = self.deck()
        for code in ("XLW-S005", FOX, "XLW-S003", UMBRELLA):
            self.do(deck, "add", code=code)
        self.lost(deck, "雪孃")
        before = self.lines(deck)
        for op, params in (
            ("remove", {"code": FOX}),
            ("empty", {"zone": "main"}),
            ("move", {"code": FOX, "to": "extra"}),
            ("reprint", {"code": FOX, "to": FOX_AGAIN}),
            ("resolve", {"zone": "main", "text": "雪孃", "code": "XLW-S010"}),
        ):
            with self.subTest(op):
                after = self.lines(self.do(deck, op, **params))
                assert after != before
                assert self.lines(services.undo(deck).deck) == before
                assert self.lines(services.redo(deck).deck) == after
                assert self.lines(services.undo(deck).deck) == before

    def test_after_a_new_change_what_was_undone_is_gone(self):
        deck = self.do(self.deck(), "add", code=FOX)
        services.undo(deck)
        self.do(deck, "add", code=UMBRELLA)
        with pytest.raises(EditError, match="nothing-to-redo"):
            services.redo(deck)

    def test_everybodys_changes_are_undone_the_last_first(self):
        deck = self.deck()
        services.edit(deck, [("add", {"code": FOX})], author=self.alice)
        services.edit(deck, [("add", {"code": UMBRELLA})], author=self.bob)
        services.undo(deck, author=self.alice)
        assert self.lines(deck) == [("main", FOX, 1)]
        assert [each.author for each in deck.revisions.all()] == [self.alice, self.bob, self.alice]

    def test_what_something_else_changed_too_much_is_not_undone(self):
        deck = self.do(self.deck(), "add", code=FOX, count=2)
        DeckLine.objects.filter(deck=deck).update(count=1)
        with pytest.raises(EditError) as caught:
            services.undo(deck)
        assert (caught.value.code, caught.value.params) == ("undo-conflict", {"name": "提燈小狐"})
        assert self.lines(deck) == [("main", FOX, 1)]
        assert Revision.objects.get(deck=deck).state == "stands"

    def test_making_a_deck_cannot_be_undone(self):
        with pytest.raises(EditError, match="nothing-to-undo"):
            services.undo(self.sample_deck("xing-ling-wang/lantern-parade"))


class RepairTest(EditTest):
    def test_what_is_settled_cannot_be_mended(self):
        deck = self.deck({"提燈小狐": 2})
        for code, zone, keys in (
            ("copies", "main", ()),
            ("copies", "", ("提灯小狐|unit",)),
            ("nonsense", "main", ("提灯小狐|unit",)),
        ):
            with pytest.raises(EditError) as caught:
                services.repair(deck, code, zone, keys)
            assert caught.value.code == "nothing-to-repair"

    def test_the_repair_is_the_one_the_judge_proposes_now(self):
        deck = self.deck({"提燈小狐": 3})
        services.repair(deck, "copies", "main", ("提灯小狐|unit",))
        assert self.lines(deck) == [("main", FOX, 1)]
        assert self.lines(services.undo(deck).deck) == [("main", FOX, 3)]


class SwapTest(EditTest):
    def test_cards_go_and_come_as_one_change(self):
        deck = self.deck({"提燈小狐": 1})
        services.swap(deck, [("main", "提灯小狐|unit")], [("main", "纸伞婆婆|unit")])
        assert self.lines(deck) == [("main", UMBRELLA, 1)]
        assert deck.revisions.count() == 1
        assert self.lines(services.undo(deck).deck) == [("main", FOX, 1)]

    def test_one_that_breaks_a_rule_changes_nothing(self):
        deck = self.deck({"提燈小狐": 1, "紙傘婆婆": 1})
        with pytest.raises(EditError) as caught:
            services.swap(deck, [("main", "纸伞婆婆|unit")], [("main", "提灯小狐|unit")])
        assert caught.value.code == "swap-refused"
        assert "提燈小狐" in caught.value.params["reason"]
        assert sorted(self.lines(deck)) == [("main", FOX, 1), ("main", UMBRELLA, 1)]
        assert not deck.revisions.exists()

    def test_a_card_that_went_meanwhile_cannot_go(self):
        with pytest.raises(EditError) as caught:
            services.swap(self.deck({"提燈小狐": 1}), [("main", "提灯小狐|unit")] * 2, [])
        assert caught.value.code == "not-in-deck"

    def test_what_names_no_cards_is_refused(self):
        for text in ("{", "[1]", '[["main", 1]]', "[" * 100_000):
            with pytest.raises(InputError) as caught:
                parse_cards(text)
            assert caught.value.code == "unreadable-swap"
