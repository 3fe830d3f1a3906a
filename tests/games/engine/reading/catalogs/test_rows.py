"""The cells of a row: what each type of attribute takes, and what is said of the rest."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.engine.model.cards import DASH, Attribute
from games.engine.model.game import Zone
from games.engine.reading.catalogs.rows import PROBLEMS, Problem, parse_row
from games.engine.texts.text import Text
from tests.games.engine import small_game

TRAP = Attribute("trap", Text("Trap", "陷阱"), "text", kinds=("spell",))
GAME = replace(
    small_game.GAME,
    attributes=(*small_game.GAME.attributes, TRAP),
    zones=(
        Zone("main", Text("Main deck", "主牌組"), ("unit", "spell")),
        Zone("extra", Text("Extra", "額外區"), ("unit",)),
    ),
)


def parsed(**cells):
    return parse_row(GAME, {"code": "A-1", "name": "雪女", "kind": "unit", **cells}, 7)


def value(column, text):
    found = parsed(**{column: text})
    assert not found.problems
    return found.printing.get(column)


@pytest.mark.parametrize(
    "column, text, expected",
    [
        ("cost", "3", 3),
        ("cost", "０", 0),
        ("cost", " －３ ", -3),
        ("cost", "−2", -2),
        ("cost", "+4", 4),
        ("attack", "-", DASH),
        ("attack", "－", DASH),
        ("attack", "-1", -1),
        ("stars", "3", 3.0),
        ("stars", "２．５", 2.5),
        ("fair", "是", "yes"),
        ("fair", "FALSE", "no"),
        ("fair", "0", "no"),
        ("cost", "3.00", 3),
        ("released", "2024-02-29", date(2024, 2, 29)),
        ("released", "2024/2/29", date(2024, 2, 29)),
        ("released", "2024.02.29", date(2024, 2, 29)),
        ("released", "2024年2月29日", date(2024, 2, 29)),
        ("released", "2024-02-29T00:00:00", date(2024, 2, 29)),
        ("released", "29/2/2024", date(2024, 2, 29)),
        ("released", "2/2/2024", date(2024, 2, 2)),
        ("released", "２０２４-03-01", date(2024, 3, 1)),
        ("colours", "red|blue", ("red", "blue")),
        ("colours", "紅 | 青 ||", ("red", "blue")),
        ("kind", "單位", "unit"),
        ("kind", "魔法", "spell"),
        ("kind", "Unit", "unit"),
        ("zone", "额外区", "extra"),
        ("race", "妖怪村莊", "妖怪村莊"),
        ("keywords", "貫穿| 飛行 |", ("貫穿", "飛行")),
        ("colours", "紅、青", ("red", "blue")),
        ("colours", "red/blue", ("red", "blue")),
        ("colours", "red blue", ("red", "blue")),
        ("colours", "紅\n青｜red", ("red", "blue", "red")),
        ("cost", "―２", -2),
        ("attack", "—", DASH),
        ("attack", "―", DASH),
        ("attack", "ー", DASH),
        ("name", "霧\u200b橋\ufe0f", "霧橋"),
        ("code", "A-1\u200b", "A-1"),
        ("alt_names", "霧｜\u200b\nFog, the", ("霧", "Fog, the")),
        ("effects", "draw:2|Score : -1|ｄｒａｗ：01", ("draw:2", "score:-1", "draw:1")),
        ("effects", "End ： draw 2 and  score 1\nnothing"[:-8], ("end: draw 2 and score 1",)),
        ("text", "=1+1", "=1+1"),
        ("name", "  3 Musketeers ", "3 Musketeers"),
    ],
)
def test_a_cell_is_read_by_the_type_of_its_column(column, text, expected):
    assert value(column, text) == expected


@pytest.mark.parametrize("text", ["", "  ", None])
def test_an_empty_cell_is_not_given_and_never_0(text):
    assert "cost" not in parsed(cost=text).printing.values


def test_a_list_of_nothing_is_not_given():
    assert "colours" not in parsed(colours=" | ").printing.values


AFTER_AN_AMOUNT = ("*", "+", "-", "..", "instead", "then", "and", "or", ";", "|", "[end]")
WRONG = [
    ("code", "", "missing", {}),
    ("name", " ", "missing", {}),
    ("kind", None, "missing", {}),
    ("kind", "trap", "choice", {"choices": ("unit", "spell")}),
    ("name", "\u200b", "missing", {}),
    ("colours", "紅、pink", "choice", {"choices": ("red", "blue")}),
    ("zone", "side", "choice", {"choices": ("main", "extra")}),
    ("colours", "red|pink", "choice", {"choices": ("red", "blue")}),
    ("cost", "3.5", "integer", {}),
    ("code", "1.23E+15", "lost-digits", {}),
    ("cost", "1_000", "integer", {}),
    ("cost", "-", "integer", {}),
    ("cost", "9" * 10, "integer", {}),
    ("attack", "—x", "integer", {}),
    ("stars", "1e3", "decimal", {}),
    ("stars", "nan", "decimal", {}),
    ("fair", "maybe", "flag", {}),
    ("released", "2023-02-29", "date", {}),
    ("released", "20240301", "date", {}),
    ("released", "2024-03", "date", {}),
    ("released", "1/3/24", "date", {}),
    ("released", "2024/3-1", "date", {}),
    ("released", "30/2/2024", "date", {}),
    ("released", "3/1/2024", "date-order", {"choices": ("2024-01-03", "2024-03-01")}),
    ("released", "45352", "date-serial", {"day": "2024-03-01"}),
    ("effects", "draw:-1", "effect", {"position": 6, "choices": ("[number]",)}),
    ("effects", "draw:1| resource：０", "effect", {"position": 18, "choices": ("[number]",)}),
    ("effects", "end: draw 1 until", "effect", {"position": 13, "choices": AFTER_AN_AMOUNT}),
    ("effects", "draw:1|draw:10000", "effect-bound", {"position": 13, "bound": "amount", "limit": 9999}),
    ("name", "雪" * 201, "too-long", {"limit": 200}),
    ("alt_names", "a|" + "ﷺ" * 20, "too-long", {"limit": 200}),
    ("code", "A" * 81, "too-long", {"limit": 80}),
    ("race", "人" * 81, "too-long", {"limit": 80}),
    ("name", "雪\0女", "unprintable", {"character": "U+0000"}),
    ("text", "a\ud800", "unprintable", {"character": "U+D800"}),
]


@pytest.mark.parametrize("column, text, code, params", WRONG)
def test_a_wrong_cell_is_named_with_its_row_column_and_value(column, text, code, params):
    found = parsed(**{column: text})
    assert found.printing is None
    assert found.problems == (Problem(7, column, (text or "").strip(), code, params),)
    assert tuple(params) == PROBLEMS[code]


def test_every_code_of_a_single_row_has_its_example():
    assert {code for _, _, code, _ in WRONG} == PROBLEMS.keys() - {"duplicate-code", "lost-zeros"}


def test_all_that_is_wrong_with_a_row_is_said_at_once():
    assert [problem.column for problem in parsed(name="", cost="x", fair="x").problems] == ["name", "cost", "fair"]


def test_a_value_its_kind_of_card_does_not_have_is_kept_with_a_warning():
    found = parsed(trap="pit")
    assert found.printing.get("trap") == "pit"
    assert found.warnings == (Problem(7, "trap", "pit", "not-for-kind", {"kind": "unit"}),)
    assert not parsed(kind="spell", trap="pit").warnings


def test_a_column_the_game_does_not_have_is_passed_over():
    assert parsed(artist="Anna") == parsed()


texts = st.text(st.sampled_from("0３-−.|:是draw unit2024\0\ud800紅") | st.characters(), max_size=12)


@given(st.dictionaries(st.sampled_from([*GAME.fields, "artist"]), st.none() | texts))
def test_any_row_gives_a_printing_or_says_what_is_wrong_with_its_cells(row):
    printing, problems, warnings = parse_row(GAME, row, 3)
    assert (printing is None) == bool(problems)
    for problem in (*problems, *warnings):
        assert (problem.row, problem.value) == (3, (row.get(problem.column) or "").strip())
        assert problem.params.keys() == set((PROBLEMS | {"not-for-kind": ("kind",)})[problem.code])


XLW = registry.get("xing-ling-wang")


def keywords(cell):
    """The keywords of a cell, and what the warnings about them contain."""
    found = parse_row(XLW, {"code": "A", "name": "a", "kind": "unit", "race": "中立", "keywords": cell})
    assert not found.problems
    return found.printing.keywords, [each.params["contains"] for each in found.warnings]


@pytest.mark.parametrize("separator", ["|", "｜", "、", "，", ",", ";", "；", "/", "／", "・", "\n", " ", "　", " 、 "])
def test_known_keywords_are_separated_by_anything_usual(separator):
    assert keywords(f"貫穿{separator}超載") == (("貫穿", "超載"), [])


@pytest.mark.parametrize(
    "cell", ["超載：3", "【超載】", "超載（可放入三張、不含其他）", "超載。", "贯穿", "超載 3", "飛行", "喵喵賊"]
)
def test_a_known_keyword_keeps_what_stands_beside_it_and_an_unknown_one_is_no_mistake(cell):
    assert keywords(cell) == ((cell,), [])


@pytest.mark.parametrize(
    "cell, contains", [("貫穿、飛行", ("貫穿",)), ("貫穿超載", ("貫穿", "超載")), ("飛行、不死", ("、",))]
)
def test_an_entry_that_may_be_several_keywords_is_kept_and_warned_of(cell, contains):
    entries, warned = keywords(cell)
    assert entries == (cell,)
    assert [set(each) for each in warned] == [set(contains)]


@pytest.mark.parametrize("name", ["A;B", "A／B", "雪、雨", "Fog Ferryman,Misty"])
def test_another_list_warns_of_what_looks_like_several_entries(name):
    found = parsed(alt_names=name)
    assert found.printing.alt_names == (name,)
    assert [(each.code, each.column, each.value) for each in found.warnings] == [("joined-entries", "alt_names", name)]


@pytest.mark.parametrize("name", ["R&D // Lab", "Serka, the Sailor", "1/2", "クロ・カラス", "1,000"])
def test_a_name_with_punctuation_of_its_own_is_no_list(name):
    assert parsed(alt_names=name).warnings == ()
