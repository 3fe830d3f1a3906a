"""What an import would do: every row is accounted for, and what was exported comes back the same."""

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.engine.model.cards import DASH, Printing
from games.engine.reading.catalogs.files import read_rows, write_rows
from games.engine.reading.catalogs.plan import WARNINGS, FieldChange, Warned, plan
from games.engine.reading.catalogs.tables import NOTES
from games.engine.texts.visible import without_invisible
from tests.catalogs import load_catalog
from tests.games.engine import small_game

XING_LING_WANG = registry.get("xing-ling-wang")
ECHO = registry.get("echo-of-legends")
GAME = replace(small_game.GAME, identity=("name",))
HEAD = "code,name,kind,race,mana,score,keywords\n"


def report(text, existing=(), game=XING_LING_WANG, **options):
    return plan(game, {each.code: each for each in existing}, read_rows(text.encode(), "csv"), **options)


def warned(text, existing=(), game=XING_LING_WANG):
    return report(text, existing, game).warned


SNOW = Printing("A-1", "雪女", "unit", {"race": "妖怪村莊", "score": 2}, rarity="R", keywords=("貫穿",))


# Every row


def test_a_new_number_is_created():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,2,貫穿\n")
    assert found.to_save == (replace(SNOW, rarity=""),)
    assert found.counts() == {"rows": 1, "created": 1, "updated": 0, "unchanged": 0, "rejected": 0, "warned": 0}


def test_the_same_row_again_is_unchanged():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,2,貫穿\n", [SNOW])
    assert found.counts()["unchanged"] == 1
    assert found.to_save == ()


def test_an_update_is_told_field_by_field():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,0,貫穿|飛行\n", [SNOW])
    (result,) = found.updated
    assert result.changes == (FieldChange("score", 2, 0), FieldChange("keywords", ("貫穿",), ("貫穿", "飛行")))
    assert found.as_json()["updated"][0]["changes"][0] == {"field": "score", "old": "2", "new": "0"}


def test_0_and_not_given_are_different():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,,貫穿\n", [replace(SNOW, values={"race": "妖怪村莊", "score": 0})])
    assert found.updated[0].changes == (FieldChange("score", 0, None),)


def test_an_empty_cell_takes_away_and_an_absent_column_leaves_alone():
    found = report("code,name,kind,keywords\nA-1,雪女,unit,\n", [SNOW])
    assert found.to_save == (replace(SNOW, keywords=()),)


def test_a_rejected_row_is_named_and_stops_all_of_it():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,2,\nA-2,石牆,unit,中立,,x,\n")
    assert [(problem.row, problem.column, problem.value, problem.code) for problem in found.rejected] == [
        (3, "score", "x", "integer")
    ]
    assert not found.ok
    assert found.to_save == ()


def test_bad_rows_can_be_left_out():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,2,\nA-2,石牆,unit,中立,,x,\n", skip_bad=True)
    assert found.ok
    assert [each.code for each in found.to_save] == ["A-1"]


def test_a_number_that_stands_twice_names_where_it_stood_first_even_if_that_row_was_bad():
    found = report(HEAD + "A-1,雪女,unit,妖怪村莊,,x,\nA-1,雪女,unit,妖怪村莊,,2,\n", skip_bad=True)
    assert [(each.row, each.code, dict(each.params)) for each in found.rejected] == [
        (2, "integer", {}),
        (3, "duplicate-code", {"row": 2}),
    ]
    assert found.to_save == ()


def test_blank_rows_are_told_and_not_counted():
    found = report(HEAD + ",,,,,,\nA-1,雪女,unit,妖怪村莊,,2,\n")
    assert (found.rows, found.blank, found.created[0].row) == (1, (2,), 3)


# What to look at


def test_an_unknown_column_is_named_once():
    text = "code,name,kind,race,artist\nA,a,unit,中立,Anna\nB,b,unit,中立,Bo\n"
    assert warned(text) == (Warned("unknown-column", "artist"),)


def test_a_value_its_kind_does_not_have_is_named():
    assert warned(HEAD + "A,a,unit,中立,3,,\n") == (Warned("not-for-kind", "mana", "a", (2,), (("3", ("A",)),)),)


def test_printings_of_one_name_that_disagree_are_named_with_those_there_are_already():
    there = Printing("A-0", "雪女", "unit", {"race": "妖怪村莊", "score": 3})
    assert warned(HEAD + "A-1,雪女,unit,妖怪村莊,,2,\nA-2,雪女,unit,妖怪村莊,,2,\n", [there]) == (
        Warned("disagree", "score", "雪女", (2, 3), (("3", ("A-0",)), ("2", ("A-1", "A-2")))),
    )


def test_an_update_that_settles_a_disagreement_is_not_warned_of():
    there = [SNOW, replace(SNOW, code="A-2", values={"race": "妖怪村莊", "score": 3})]
    assert warned(HEAD + "A-2,雪女,unit,妖怪村莊,,2,貫穿\n", there) == ()


def test_what_one_printing_does_not_give_is_no_disagreement_nor_is_another_writing_or_order():
    text = HEAD + "A,雪女,unit,妖怪村莊,,2,貫穿|飛行\nB,雪女,unit,妖怪村庄,,,飞行|贯穿\nC,雪女,unit,,,2,\n"
    assert warned(text) == ()


def test_a_printing_bound_to_a_zone_disagrees_with_one_that_is_not():
    text = "code,name,kind,race,zone\nA,a,unit,中立,extra\nB,a,unit,中立,\n"
    assert [each.column for each in warned(text)] == ["zone"]


def test_cards_of_one_name_and_two_identities_do_not_disagree():
    head = "code,name,kind,rarity,cost,attack\n"
    assert warned(head + "A,a,minion,R,1,2\nB,a,minion,UR,3,4\n", game=ECHO) == ()


def test_cards_of_one_name_and_two_kinds_do_not_disagree():
    assert warned(HEAD + "A,a,unit,中立,,2,\nB,a,spell,妖怪村莊,3,,\n") == ()


def test_a_number_a_rule_needs_is_missed_only_if_no_printing_of_the_card_gives_it():
    there = [Printing("A-0", "法術", "spell", {"race": "中立", "mana": 2})]
    text = HEAD + "A-1,法術,spell,中立,,,\n"
    assert warned(text) == (Warned("data-missing", "mana", "法術", (2,), (("", ("A-1",)),)),)
    assert warned(text, there) == ()


def test_a_unit_needs_no_mana_but_a_race():
    assert [each.column for each in warned(HEAD + "A,a,unit,,,,\n")] == ["race"]


def test_every_warning_has_its_code():
    head = "code,name,kind,race,mana,artist,keywords,alt_names,effects\n"
    rows = (
        "A,a,unit,中立,1,x,,,played: search 1 (name=x)",
        "B,a,unit,妖怪村莊,,,,",
        "C,c,unit,,,,貫穿飛行,",
        "D,c!,unit,中立,,,,d；e",
        "d,c&amp;,unit,中立,,,,",
        "3月1日,d,unit,中立,,,,",
    )
    assert {each.code for each in warned(head + "\n".join(rows))} == set(WARNINGS) - {*NOTES, "left-out-values"}


def test_values_in_effects_that_no_card_of_file_or_catalog_has_are_named():
    effects = (
        "played: search 1 (name=Ａ/石牆/x race=妖怪村莊 type=a)|end: bury 1 (deck name~牆 keyword=貫穿 race!=獸人)"
    )
    text = f"code,name,kind,race,effects\nA-2,a,unit,中立,{effects}\nA-3,石牆,unit,中立,\n"
    values = [(each.contains, dict(each.values)) for each in warned(text, [SNOW]) if each.code == "unknown-value"]
    assert values == [(("name",), {"x": ("A-2",)}), (("type",), {"a": ("A-2",)}), (("race",), {"獸人": ("A-2",)})]


# What holds of every file

NAMES = ("雪女", "石牆", "Wall")
row_texts = st.fixed_dictionaries(
    {
        "code": st.sampled_from(["A", "B", "C", "D", ""]),
        "name": st.sampled_from(NAMES),
        "kind": st.sampled_from(["unit", "魔法", "trap"]),
        "race": st.sampled_from(["", "中立", "獸人"]),
        "cost": st.sampled_from(["", "0", "２", "x"]),
        "fair": st.sampled_from(["", "yes", "?"]),
    }
)
words = st.text(st.sampled_from("雪=+-@'\"\n,;ａ1 ") | st.characters(exclude_categories=["C"]), min_size=1, max_size=8)
given_words = words.map(without_invisible).filter(lambda text: text and "\r" not in text)
items = given_words.map(lambda text: re.sub(r"[|｜\n]", "/", text))
lists = st.lists(items, max_size=3).map(tuple)
values = st.fixed_dictionaries(
    {},
    optional={
        "race": given_words,
        "colours": st.sampled_from([("red",), ("red", "blue")]),
        "cost": st.integers(-999, 999),
        "attack": st.integers(-9, 9) | st.just(DASH),
        "stars": st.integers(0, 10).map(lambda number: number / 2),
        "fair": st.sampled_from(["yes", "no"]),
    },
)
printings = st.builds(
    Printing,
    given_words,
    given_words,
    st.sampled_from(["unit", "spell"]),
    values,
    rarity=given_words | st.just(""),
    text=given_words | st.just(""),
    keywords=lists,
    alt_names=lists,
    effects=st.lists(st.sampled_from(["draw:1", "score:-2", "end: recover 1 (name=「a b」)"]), max_size=2).map(tuple),
    released=st.none() | st.dates(date(1993, 8, 5), date(2040, 1, 1)),
)
catalogs = st.lists(printings, max_size=4, unique_by=lambda printing: printing.code)


@given(st.lists(row_texts, max_size=6), st.booleans())
def test_the_counts_add_up_to_the_rows_and_a_second_import_changes_nothing(texts, skip_bad):
    lines = [",".join(row.values()) for row in texts]
    rows = read_rows("\n".join(["code,name,kind,race,cost,fair", *lines]).encode(), "csv")
    found = plan(GAME, {}, rows, skip_bad=skip_bad)
    counts = found.counts()
    assert (
        counts["created"] + counts["updated"] + counts["unchanged"] + counts["rejected"]
        == counts["rows"]
        == len(rows.rows)
    )
    assert found.ok == (skip_bad or not counts["rejected"])
    again = plan(GAME, {each.code: each for each in found.to_save}, rows, skip_bad=skip_bad)
    assert again.counts()["created" if found.ok else "unchanged"] == 0
    assert again.updated == ()


@pytest.mark.slow
@given(catalogs, st.sampled_from(["csv", "json"]))
def test_an_exported_catalog_imports_to_the_same_catalog(catalog, kind):
    there = {each.code: each for each in catalog}
    rows = read_rows(write_rows(GAME, catalog, kind), kind)
    assert plan(GAME, {}, rows).to_save == tuple(catalog)
    assert plan(GAME, there, rows).counts()["unchanged"] == len(catalog)


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_catalog_that_comes_with_a_game_survives_export_and_import(game, kind):
    there = load_catalog(game).printings
    found = plan(game, {}, read_rows(write_rows(game, there.values(), kind), kind))
    assert found.to_save == tuple(there.values())
    assert {each.code for each in found.warned} <= {"data-missing"}


def test_a_report_is_plain_data():
    found = report(
        HEAD + "A-1,雪女,unit,妖怪村莊,,2,\nA-2,石牆,unit,中立,,x,\nA-3,法術,spell,中立,,,\n", [SNOW]
    ).as_json()
    assert found["ok"] is False
    assert found["counts"] == {"rows": 3, "created": 1, "updated": 1, "unchanged": 0, "rejected": 1, "warned": 1}
    assert found["rejected"] == [
        {"row": 3, "column": "score", "value": "x", "code": "integer", "params": {}, "card": ("A-2", "石牆")}
    ]
    assert found["warned"] == [
        {
            "code": "data-missing",
            "column": "mana",
            "name": "法術",
            "rows": (4,),
            "values": {"": ("A-3",)},
            "contains": (),
        }
    ]
