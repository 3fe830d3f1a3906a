"""Which card a line names, among names made to be misread."""

import pytest

from games.engine.reading.decklists.match import lookups, match, name_in
from games.engine.reading.decklists.ways import ways
from games.engine.texts.visible import clean
from tests.games.engine.deck_game import CATALOGS

SMALL, PAIRED = CATALOGS["small"], CATALOGS["paired"]


def match_of(line, catalog=SMALL):
    return match(ways(clean(line)), catalog)


@pytest.mark.parametrize(
    "line, quantity, name, code",
    [
        ("雪女", 1, "雪女", ""),
        ("2x 雪女", 2, "雪女", ""),
        ("yuki x3", 3, "雪女", ""),
        ("2 石墙", 2, "石牆", ""),
        ("1 雪女 (S-9)", 1, "雪女", "S-9"),
        ("1 雪女（ｓ－９）", 1, "雪女", "S-9"),
        ("1 雪女【S-9】", 1, "雪女", "S-9"),
        ("1 Yuki [S-9]", 1, "雪女", "S-9"),
        ("雪女 x2 (S-9)", 2, "雪女", "S-9"),
        ("雪女 (S-9) x2", 2, "雪女", "S-9"),
        ("2 W-1", 2, "石牆", "W-1"),
        ("(W-1)", 1, "石牆", "W-1"),
        ("3 Musketeers", 1, "3 Musketeers", ""),
        ("3x Musketeers", 3, "Musketeers", ""),
        ("2 3 Musketeers", 2, "3 Musketeers", ""),
        ("3 Musketeers (M-1)", 3, "Musketeers", "M-1"),
        ("Unit x2", 1, "Unit x2", ""),
        ("Unit x3", 3, "Unit", ""),
        ("2x Unit", 2, "Unit", ""),
        ("1 2x Unit", 1, "2x Unit", ""),
        ("1x x Unit", 1, "x Unit", ""),
        ("1 Golem (S-1)", 1, "Golem (S-1)", ""),
        ("Golem (S-1) (B-1)", 1, "Golem (S-1)", "B-1"),
        ('1 comma, "quote" (C-1(金))', 1, 'comma, "quote"', "C-1(金)"),
        ("S-1", 1, "S-1", ""),
        ("-5", 1, "-5", ""),
        ("1x 雪女", 1, "雪女", ""),
        ("1x 雪女 (X-3)", 1, "1x 雪女", "X-3"),
    ],
)
def test_a_line_names_a_card(line, quantity, name, code):
    result = match_of(line)
    assert (result.way.quantity, result.card.name, result.code) == (quantity, name, code)


@pytest.mark.parametrize(
    "line, note, choices",
    [
        ("1 天使", "several", ["天使 (T-1)", "天使 (T-2)"]),
        ("1 天使 (T-9)", "unknown-number", ["天使 (T-1)", "天使 (T-2)"]),
        ("1 雪女 (S-7)", "unknown-number", ["雪女 (S-1)", "雪女 (S-9)"]),
        ("1 雪女 (W-1)", "number-differs", ["石牆 (W-1)", "雪女 (S-1)"]),
        ("1 雪奴 (W-1)", "number-differs", ["石牆 (W-1)"]),
    ],
)
def test_a_line_that_leaves_a_choice_or_contradicts_itself_is_ambiguous(line, note, choices):
    result = match_of(line, PAIRED)
    assert (result.status, result.note, list(map(str, result.choices))) == ("ambiguous", note, choices)


def test_a_line_whose_number_is_another_cards_keeps_its_quantity():
    assert match_of("2 雪奴 (W-1)").way == (2, "雪奴 (W-1)")
    assert match_of("2 雪女 (W-1)").way == (2, "雪女 (W-1)")


def test_the_number_settles_which_card_of_that_name():
    assert match_of("2 天使 (T-2)", PAIRED).card.get("race") == "神"


@pytest.mark.parametrize(
    "line, note",
    [
        ("雪奴", "no-card"),
        ("2 雪奴 (S-7)", "no-card"),
        ("0 雪女", "bad-count"),
        ("0x -5", "bad-count"),
        ("雪女 x1000", "bad-count"),
        ("-1 雪女", "bad-count"),
    ],
)
def test_what_names_no_card_or_no_possible_number_of_them_is_unknown(line, note):
    result = match_of(line)
    assert (result.status, result.note, result.card) == ("unknown", note, None)


def test_names_that_are_alike_are_looked_for_without_the_number():
    assert name_in(match_of("2 雪奴 (S-7)").way) == "雪奴"


def test_all_that_may_be_looked_up_is_known_beforehand():
    names, codes = lookups([ways("3 雪女 (S-1)")])
    assert names == {"3 雪女 (S-1)", "3 雪女", "雪女 (S-1)", "雪女"}
    assert codes == {"3 雪女 (S-1)", "雪女 (S-1)", "S-1"}
