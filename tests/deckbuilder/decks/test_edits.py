"""What can be done to a deck, and what is said where it cannot."""

from pathlib import Path

import pytest

from deckbuilder.decks.changes.drafts import MAX_COPIES, MAX_LINES
from deckbuilder.decks.changes.edits import OPS
from deckbuilder.decks.models import DeckLine
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS
from tests.deckbuilder.decks.edits import FOX, FOX_AGAIN, MIORI, SELKA, UMBRELLA, EditTest

pytestmark = pytest.mark.databases


class AddTest(EditTest):
    def test_a_copy_goes_to_the_zone_that_takes_the_card(self):
        deck = self.do(self.deck(), "add", code=FOX)
        assert self.lines(deck) == [("main", FOX, 1)]

    def test_it_adds_to_what_is_there(self):
        deck = self.deck()
        self.do(deck, "add", code=FOX, count="2")
        self.do(deck, "add", code=FOX, zone="main")
        assert self.lines(deck) == [("main", FOX, 3)]

    def test_a_zone_can_be_named(self):
        deck = self.do(self.deck(), "add", code=FOX, zone="extra")
        assert self.lines(deck) == [("extra", FOX, 1)]

    def test_a_card_named_by_its_first_printing_goes_to_the_printing_that_is_there(self):
        deck = self.do(self.deck(), "add", code=FOX_AGAIN)
        assert self.lines(self.do(deck, "add", code=FOX)) == [("main", FOX_AGAIN, 2)]

    def test_another_printing_than_the_first_has_a_line_of_its_own(self):
        deck = self.do(self.deck(), "add", code=FOX)
        assert self.lines(self.do(deck, "add", code=FOX_AGAIN)) == [("main", FOX, 1), ("main", FOX_AGAIN, 1)]

    def test_in_a_zone_for_one_card_the_new_one_takes_the_place_of_the_old(self):
        deck = self.do(self.deck(game="legions"), "add", code=MIORI)
        assert self.lines(self.do(deck, "add", code=SELKA)) == [("master", SELKA, 1)]

    def test_there_a_line_that_names_no_card_makes_room_too(self):
        deck = self.deck(game="legions")
        self.lost(deck, "灯台守ミヨリ", zone="master")
        assert self.lines(self.do(deck, "add", code=MIORI)) == [("master", MIORI, 1)]

    def test_a_number_in_full_width_is_a_number(self):
        assert self.lines(self.do(self.deck(), "add", code=FOX, count="２")) == [("main", FOX, 2)]

    def test_numbers_that_are_none_are_refused(self):
        for count in ("", "x", "1.5", "1_0", "²", "½", "0x1", "NaN", "1e3", "−1", "一", None, [1]):
            with self.subTest(count=count):
                self.assertRefused(self.deck(), "not-a-number", "add", code=FOX, count=count)

    def test_counts_nobody_can_mean_are_refused(self):
        for count in ("-1", MAX_COPIES + 1, "9" * 9, "9" * 40, "9" * 5000, "-" + "9" * 5000, 10**30):
            with self.subTest(count=str(count)[:20]):
                self.assertRefused(self.deck(), "count-range", "add", code=FOX, count=count)

    def test_a_sum_nobody_can_mean_is_refused_and_not_cut(self):
        deck = self.deck({"提燈小狐": MAX_COPIES})
        assert self.assertRefused(deck, "count-range", "add", code=FOX).params["count"] == MAX_COPIES + 1

    def test_cards_of_other_games_are_unknown(self):
        for code in (MIORI, "", "XLW-S001 ", "XLW-9999"):
            with self.subTest(code):
                if code.strip() == FOX:
                    self.do(self.deck(), "add", code=code)
                else:
                    self.assertRefused(self.deck(), "unknown-card", "add", code=code)

    def test_a_zone_the_game_does_not_have_is_refused_with_those_it_has(self):
        refused = self.assertRefused(self.deck(), "unknown-zone", "add", code=FOX, zone="side")
        assert refused.params == {"zone": "side", "choices": ["main", "extra", "maybe"]}

    def test_a_deck_has_an_end(self):
        deck = self.deck()
        DeckLine.objects.bulk_create(
            DeckLine(deck=deck, zone="main", text=f"{number}", count=1, position=number) for number in range(MAX_LINES)
        )
        self.assertRefused(deck, "too-many-lines", "add", code=FOX)
        self.do(deck, "set", zone="main", text="7", count="3")
        self.do(deck, "remove", zone="main", text="8")
        self.do(deck, "add", code=FOX)

    def test_a_deck_that_could_not_be_read_as_a_list_again_is_refused(self):
        deck = self.deck()
        DeckLine.objects.bulk_create(
            DeckLine(deck=deck, zone="main", text=f"{number} " + "雪" * 190, count=1, position=number)
            for number in range(100)
        )
        self.assertRefused(deck, "too-large", "add", code=FOX)
        self.do(deck, "empty", zone="main")
        self.do(deck, "add", code=FOX)


class FillTest(EditTest):
    def test_all_copies_that_the_rules_still_allow_are_added(self):
        deck = self.deck({"火の粉ねずみ": 1}, game="legions")
        code = deck.lines.get().printing.code
        assert self.lines(self.do(deck, "fill", code=code)) == [("main", code, 3)]
        assert self.lines(self.do(self.deck(), "fill", code=FOX)) == [("main", FOX, 1)]

    def test_where_they_allow_no_more_nothing_changes(self):
        assert self.assertRefused(self.deck({"提燈小狐": 1}), "no-room", "fill", code=FOX).params["name"] == "提燈小狐"
        self.assertRefused(self.deck({"提燈小狐": 3}), "no-room", "fill", code=FOX)

    def test_in_a_zone_for_one_card_it_takes_the_place_of_the_old(self):
        deck = self.do(self.deck(game="legions"), "add", code=MIORI)
        assert self.lines(self.do(deck, "fill", code=SELKA)) == [("master", SELKA, 1)]

    def test_on_the_maybe_board_it_is_as_many_as_the_deck_would_take(self):
        deck = self.deck({"火の粉ねずみ": 1}, game="legions")
        code = deck.lines.get().printing.code
        assert self.lines(self.do(deck, "fill", code=code, zone="maybe")) == [("main", code, 1), ("maybe", code, 2)]

    def test_a_zone_without_a_limit_gets_one(self):
        deck = self.do(self.deck(), "fill", code=FOX, zone="extra")
        assert self.lines(deck) == [("extra", FOX, 1)]


class RemoveTest(EditTest):
    def test_it_takes_copies_out(self):
        deck = self.deck({"提燈小狐": 3})
        assert self.lines(self.do(deck, "remove", code=FOX)) == [("main", FOX, 2)]
        assert self.lines(self.do(deck, "remove", code=FOX, zone="main", count=2)) == []

    def test_a_line_that_names_no_card_can_be_named_by_its_text(self):
        deck = self.deck()
        self.lost(deck, "雪孃", 2)
        assert self.lines(self.do(deck, "remove", text="雪孃", zone="main")) == [("main", "雪孃", 1)]

    def test_without_a_zone_a_copy_goes_from_wherever_the_card_is_in_whatever_printing(self):
        deck = self.do(self.deck(), "add", code=FOX_AGAIN, zone="extra", count=2)
        assert self.lines(self.do(deck, "remove", code=FOX)) == [("extra", FOX_AGAIN, 1)]
        self.do(deck, "add", code=FOX)
        assert self.lines(self.do(deck, "remove", code=FOX)) == [("extra", FOX_AGAIN, 1)]
        assert self.lines(self.do(deck, "remove", code=FOX)) == []

    def test_what_is_not_there_cannot_go(self):
        assert self.assertRefused(self.deck(), "not-in-deck", "remove", code=FOX).params["name"] == "提燈小狐"
        self.assertRefused(self.deck(), "not-in-deck", "remove", zone="main", text="雪孃")
        self.assertRefused(self.deck({"提燈小狐": 1}), "not-in-deck", "remove", code=FOX, zone="extra")

    def test_more_than_there_is_cannot_go_either(self):
        self.assertRefused(self.deck({"提燈小狐": 2}), "count-range", "remove", code=FOX, count=3)

    def test_taking_out_less_than_nothing_puts_nothing_in(self):
        self.assertRefused(self.deck({"提燈小狐": 2}), "count-range", "remove", code=FOX, count=-1)


class SetTest(EditTest):
    def test_it_brings_a_line_to_a_count(self):
        deck = self.deck({"提燈小狐": 3})
        assert self.lines(self.do(deck, "set", code=FOX, count="7")) == [("main", FOX, 7)]
        assert self.lines(self.do(deck, "set", code=FOX, count=0)) == []
        assert self.lines(self.do(deck, "set", code=FOX, count=1, zone="extra")) == [("extra", FOX, 1)]

    def test_the_same_count_again_is_no_change(self):
        deck = self.deck({"提燈小狐": 3})
        self.do(deck, "set", code=FOX, count=3)
        assert not deck.revisions.exists()

    def test_a_count_must_be_said(self):
        self.assertRefused(self.deck({"提燈小狐": 3}), "not-a-number", "set", code=FOX)

    def test_a_line_that_names_no_card_is_changed_but_not_made(self):
        deck = self.deck()
        self.assertRefused(deck, "not-in-deck", "set", zone="main", text="雪孃", count=2)
        self.lost(deck, "雪孃")
        assert self.lines(self.do(deck, "set", zone="main", text="雪孃", count=2)) == [("main", "雪孃", 2)]
        assert self.lines(self.do(deck, "set", zone="main", text="雪孃", count=0)) == []

    def test_its_zone_must_be_named(self):
        deck = self.deck()
        self.lost(deck, "雪孃")
        self.assertRefused(deck, "unknown-zone", "set", text="雪孃", count=2)


class MoveTest(EditTest):
    def test_all_copies_go_over(self):
        deck = self.deck({"提燈小狐": 3})
        self.do(deck, "add", code=FOX, zone="extra")
        assert self.lines(self.do(deck, "move", code=FOX, zone="main", to="extra")) == [("extra", FOX, 4)]

    def test_a_line_that_names_no_card_goes_too(self):
        deck = self.deck()
        self.lost(deck, "雪孃", 2)
        self.do(deck, "move", text="雪孃", zone="main", to="extra")
        assert self.lines(deck) == [("extra", "雪孃", 2)]

    def test_to_where_it_is_it_does_not_move(self):
        deck = self.deck({"提燈小狐": 3})
        self.do(deck, "move", code=FOX, zone="main", to="main")
        assert self.lines(deck) == [("main", FOX, 3)]
        assert not deck.revisions.exists()

    def test_what_is_wrong_is_told(self):
        deck = self.deck({"提燈小狐": 3})
        self.assertRefused(deck, "unknown-zone", "move", code=FOX, zone="main")
        self.assertRefused(deck, "unknown-zone", "move", code=FOX, zone="main", to="side")
        self.assertRefused(deck, "not-in-deck", "move", code=FOX, zone="extra", to="main")
        self.assertRefused(deck, "unknown-card", "move", zone="main", to="extra")


class ReprintTest(EditTest):
    def test_a_line_becomes_another_printing(self):
        deck = self.deck({"提燈小狐": 3})
        assert self.lines(self.do(deck, "reprint", code=FOX, to=FOX_AGAIN)) == [("main", FOX_AGAIN, 3)]

    def test_it_joins_a_line_of_that_printing(self):
        deck = self.do(self.deck({"提燈小狐": 3}), "add", code=FOX_AGAIN)
        assert self.lines(self.do(deck, "reprint", code=FOX, to=FOX_AGAIN)) == [("main", FOX_AGAIN, 4)]

    def test_into_itself_it_does_not_change(self):
        deck = self.do(self.deck({"提燈小狐": 3}), "reprint", code=FOX, to=FOX)
        assert self.lines(deck) == [("main", FOX, 3)]

    def test_what_is_wrong_is_told(self):
        deck = self.deck({"提燈小狐": 3})
        self.assertRefused(deck, "other-card", "reprint", code=FOX, to=UMBRELLA)
        self.assertRefused(deck, "unknown-card", "reprint", code=FOX, to="XLW-9999")
        self.assertRefused(deck, "unknown-card", "reprint", code=FOX)
        self.assertRefused(deck, "unknown-card", "reprint", text="提燈小狐", zone="main", to=FOX)
        self.assertRefused(deck, "not-in-deck", "reprint", code=FOX_AGAIN, to=FOX)


class ResolveTest(EditTest):
    def test_a_line_becomes_a_card(self):
        deck = self.deck()
        self.lost(deck, "提燈小孤", 2)
        self.do(deck, "resolve", zone="main", text="提燈小孤", code=FOX)
        assert self.lines(deck) == [("main", FOX, 2)]

    def test_it_joins_copies_that_are_there(self):
        deck = self.deck({"提燈小狐": 1})
        self.lost(deck, "提燈小孤", 2)
        self.do(deck, "resolve", zone="main", text="提燈小孤", code=FOX)
        assert self.lines(deck) == [("main", FOX, 3)]

    def test_a_quantity_that_is_unclear_is_required(self):
        deck = self.deck()
        self.lost(deck, "提燈小孤（3）")
        sent = {"zone": "main", "text": "提燈小孤（3）", "code": FOX}
        assert self.assertRefused(deck, "count-unclear", "resolve", **sent).params["counts"] == (3,)
        self.assertRefused(deck, "no-copies", "resolve", **sent, count=0)
        self.do(deck, "resolve", **sent, count=3)
        assert self.lines(deck) == [("main", FOX, 3)]

    def test_a_card_that_its_zone_does_not_take_goes_to_its_own(self):
        deck = self.deck(game="legions")
        self.lost(deck, "火の粉ねすみ", 3, zone="master")
        self.do(deck, "resolve", zone="master", text="火の粉ねすみ", code="LGN-S012")
        assert [(zone, count) for zone, _code, count in self.lines(deck)] == [("main", 3)]

    def test_what_is_wrong_is_told(self):
        deck = self.deck()
        self.assertRefused(deck, "not-in-deck", "resolve", zone="main", text="提燈小孤", code=FOX)
        self.lost(deck, "提燈小孤", 2)
        self.assertRefused(deck, "unknown-card", "resolve", zone="main", text="提燈小孤", code="")
        self.assertRefused(deck, "unknown-zone", "resolve", text="提燈小孤", code=FOX)


class SayingTest(EditTest):
    def test_a_declaration_is_made_changed_and_taken_back(self):
        deck = self.do(self.deck(), "declare", key="race", value="妖怪村莊")
        assert deck.declarations == {"race": "妖怪村莊"}
        assert self.do(deck, "declare", key="race", value="").declarations == {}

    def test_only_what_the_game_declares_can_be_declared(self):
        self.assertRefused(self.deck(), "unknown-declaration", "declare", key="class", value="x")
        self.assertRefused(self.deck(game="legions"), "unknown-declaration", "declare", key="race", value="x")

    def test_a_name_is_one_line(self):
        deck = self.do(self.deck(), "rename", name="  Night\r\n parade\u200b ")
        assert deck.name == "Night parade"

    def test_a_name_may_be_taken_away(self):
        assert self.do(self.deck(), "rename", name="").name == ""

    def test_notes_keep_their_lines(self):
        assert self.do(self.deck(), "notes", notes="one\r\ntwo\n\nthree").notes == "one\ntwo\n\nthree"

    def test_a_format_is_one_of_the_games(self):
        deck = self.deck(game="legions")
        self.assertRefused(deck, "unknown-format", "format", format="casual")
        assert self.do(deck, "format", format="mini").format == "mini"

    def test_what_is_too_long_is_refused_and_not_cut(self):
        for op, name, most in (("rename", "name", 120), ("notes", "notes", 10_000), ("declare", "value", 200)):
            with self.subTest(op):
                params = {"key": "race"} if op == "declare" else {}
                self.assertRefused(self.deck(), "too-long", op, **params, **{name: "x" * (most + 1)})
                self.do(self.deck(), op, **params, **{name: "雪" * most})

    def test_what_cannot_be_printed_is_refused(self):
        for character in ("\0", "\x07", "\x1b", "\x7f", "\ud800"):
            for op, name in (("rename", "name"), ("notes", "notes"), ("add", "code"), ("format", "format")):
                with self.subTest(op, character=character):
                    self.assertRefused(self.deck(), "unprintable", op, **{name: f"a{character}b"})

    def test_what_turns_the_direction_of_the_page_is_refused(self):
        for character in ("\u202a", "\u202e", "\u2066", "\u2069"):
            for op, name in (("rename", "name"), ("notes", "notes")):
                with self.subTest(op, character=ascii(character)):
                    self.assertRefused(self.deck(), "unprintable", op, **{name: f"a{character}b"})

    def test_a_name_nobody_would_see_is_refused_and_an_emoji_taken(self):
        for name in ("\u3164", "\u00ad", "\u200b", "\u2800 \u115f"):
            with self.subTest(ascii(name)):
                self.assertRefused(self.deck(), "unprintable", "rename", name=name)
        for name in ("👩\u200d🚀", "❤\ufe0f 雪女", "\u3164雪"):
            assert self.do(self.deck(), "rename", name=name).name == name


class EmptyTest(EditTest):
    def test_everything_goes_out_of_one_zone(self):
        deck = self.do(self.deck({"提燈小狐": 3, "紙傘婆婆": 1}), "add", code=FOX, zone="extra")
        self.lost(deck, "雪孃")
        assert self.lines(self.do(deck, "empty", zone="main")) == [("extra", FOX, 1)]

    def test_the_zone_must_be_named(self):
        self.assertRefused(self.deck(), "unknown-zone", "empty")


def test_every_operation_and_every_error_is_tested_here():
    files = (
        "test_admin.py",
        "test_edits.py",
        "test_edits_undo.py",
        "test_covers.py",
        "test_library.py",
        "test_making.py",
        "test_public.py",
        "photos/test_photos.py",
        "comments/test_comments.py",
        "moderation/test_moderation.py",
        "test_maybe.py",
        "test_versions.py",
        "test_api_versions.py",
        "../stats/compare/test_views.py",
    )
    text = "".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)
    assert [op for op in OPS if f'"{op}"' not in text] == []
    assert [code for code in EDIT_ERRORS if f'"{code}"' not in text] == []
