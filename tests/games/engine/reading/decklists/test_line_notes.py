"""What the receipt notes of a line, and what it asks about."""

import pytest

from games.engine.model.cards import Printing
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.parsing import read
from tests.games.engine.deck_game import GAME, PRINTINGS
from tests.games.engine.reading.decklists.test_parsing import CARDS, deck, entries_of, lines


def notes(text, game=GAME):
    return [(line.line, line.text, *line.notes) for line in lines(text, game) if line.status == "ignored"]


def test_a_section_the_game_lacks_is_noted_and_its_cards_go_where_their_kind_belongs():
    found = read("[tokens]\n雪女\n--extra--\n老王", CARDS, GAME)
    assert {zone: len(cards) for zone, cards in found.deck.zones.items()} == {"main": 1, "hero": 1}
    assert [line.notes for line in found.receipt.lines if line.status == "ignored"] == [
        ("section",),
        ("unknown-section",),
    ]


def test_a_misspelt_card_in_brackets_is_no_section_where_other_cards_stand_in_such_brackets():
    assert [line.status for line in lines("【石牆】\n【雪奴】\n【天使】")] == ["matched", "unknown", "matched"]


def test_a_kind_stays_in_its_zone_and_leaves_one_that_does_not_take_it():
    found = deck("サイドボード\nUnits\n2 雪女\n英雄\n老王\nUnits (3)\n3 石牆")
    assert {zone: [entry.card.name for entry in cards] for zone, cards in found.zones.items()} == {
        "side": ["雪女"],
        "hero": ["老王"],
        "main": ["石牆"],
    }


def test_a_card_called_like_a_title_a_total_or_several_cards_is_a_card():
    names = ("ユニット", "合計 40枚", "雪女/石牆", "2. Unit", "・Dot", "race: fast", "Total")
    cards = Catalog(GAME, [*PRINTINGS, *(Printing(f"Y-{at}", name, "unit") for at, name in enumerate(names))])
    text = "\n".join(["雪女", *names, *(f"2 {name}" for name in names), "Total 20"])
    assert [entry.card.name for entry in read(text, cards, GAME).deck.zones["main"]] == [
        "雪女",
        *names,
        *names,
        "Total",
    ]


@pytest.mark.parametrize(
    "text, said",
    [
        ("2 雪女\n合計 2枚", []),
        ("2 雪女\n合計 3枚", [("合計 3枚", 3, 2)]),
        ("Total: 3\n2 雪女", [("Total: 3", 3, 2)]),
        ("老王\n2 雪女\nTotal 3\nTotal 2\nTotal 4", [("Total 4", 4, 2)]),
        ("Main deck (3)\nUnits (2)\n2 雪女\nSpells (1)\n1 雪奴", []),
        (
            "Units (3)\n2 雪女\n小計 2\nSpells (2)\n石牆\n小計 2\n合計 3",
            [("Units (3)", 3, 2), ("Spells (2)", 2, 1), ("小計 2", 2, 1)],
        ),
    ],
)
def test_a_total_is_compared_with_what_was_read(text, said):
    assert [(line.text, line.said, line.read) for line in lines(text) if "count-differs" in line.notes] == said


def test_words_before_all_else_are_the_title_and_the_name():
    assert deck("夏祭り\n\n2 雪女").name == "夏祭り"
    assert deck("夏祭り\nname: other\n2 雪女").name == "other"
    assert deck("★夏祭り★\n[main]\n雪女").name == "夏祭り"
    assert [note for *_, note in notes("夏祭り\n種族 妖怪\n2 雪女")] == ["title", "header"]
    assert deck("夏祭り\n種族 妖怪\n2 雪女").declarations == {"race": "妖怪"}


def test_a_misspelt_first_card_is_no_title():
    for text in ("雪奴\n石牆\n天使", "雪奴 x2\n2 石牆", "雪奴\n石牆 x2\n\n合計 3", "雪奴"):
        first = lines(text, GAME)[0]
        assert (first.status if text.count("石牆 x2") == 0 else "unknown") == "unknown", text


def test_a_sentence_with_a_cards_name_is_no_card():
    for text in ("我用雪女，石牆，很強，贏了三場", "推薦：雪女很強", "雪女 is my favourite, but not in this deck"):
        assert [line.status for line in lines(f"[main]\n{text}")][1] == "unknown", text


def test_a_misspelt_card_among_others_asks():
    assert [(line.text, line.status) for line in lines("[main]\n雪女、雪奴、石牆")][1:] == [
        ("雪女", "matched"),
        ("雪奴", "unknown"),
        ("石牆", "matched"),
    ]
    assert [(line.quantity, line.status) for line in lines("2x 雪奴, 石牆 x3")] == [(2, "unknown"), (3, "matched")]


def test_a_card_without_a_quantity_among_some_with_one_is_noted():
    assert [line.notes for line in lines("雪女 x2、石牆")] == [(), ("one",)]


def test_numbers_before_names_are_ordinals_only_where_they_go_on():
    assert [(line.quantity, line.status) for line in lines("1. 雪女\n2. 石牆 x2\n3. Unit")] == [
        (1, "matched"),
        (2, "matched"),
        (1, "matched"),
    ]
    assert [line.status for line in lines("3. 雪女\n3. 石牆")] == ["unknown", "unknown"]
    assert [line.quantity for line in lines("1 雪女 x3\n2 石牆 x2")] == [3, 2]
    assert [line.status for line in lines("1 雪女 3")] == ["unknown"]


def test_a_number_right_behind_a_name_asks():
    (line,) = lines("雪女3")
    assert (line.status, line.notes, line.quantity, [str(each) for each in line.choices]) == (
        "ambiguous",
        ("joined-count", "count-unclear"),
        3,
        ["雪女 (S-1)"],
    )


def test_a_row_of_a_table_may_name_its_card_twice_and_say_more_of_it():
    assert entries_of("雪女\tYuki\t2\n3\t石牆\tW-1\n妖怪\t雪女\t1") == [
        (2, "雪女", ""),
        (3, "石牆", "W-1"),
        (1, "雪女", ""),
    ]


def test_a_row_with_the_number_of_another_card_asks():
    for row in ("雪女\tW-1\t3", "W-1\t雪女\t3", "3\t雪女\tW-1", "雪女\t3\tW-1"):
        assert [line.status for line in lines(row)] in (["ambiguous"], ["unknown"]), row
    assert entries_of("W-1 3, 雪女 x2") == entries_of("3 W-1, 2 雪女") == [(3, "石牆", "W-1"), (2, "雪女", "")]


def test_columns_say_what_the_numbers_of_a_row_are():
    text = "Attack\t枚数\tカード名\n5\t2\t雪女\n1\t3\t石牆\n2\t\tUnit"
    assert entries_of(text) == [(2, "雪女", ""), (3, "石牆", ""), (1, "Unit", "")]
    assert [line.status for line in lines("5\t2\t雪女\n1\t3\t石牆")] == ["unknown", "unknown"]


def test_a_name_without_its_blanks_is_found_if_that_leaves_no_choice():
    cards = Catalog(
        GAME,
        [
            *PRINTINGS,
            Printing("R-1", "雪 男", "unit"),
            Printing("R-2", "天 狗", "unit"),
            Printing("R-3", "天狗 ", "unit"),
        ],
    )
    found = read("2 雪男\n雪　男 x3", cards, GAME)
    assert [(entry.count, entry.card.name) for entry in found.deck.zones["main"]] == [(2, "雪 男"), (3, "雪 男")]
