"""How cards are found by number and by name."""

from dataclasses import replace
from datetime import date

import pytest

from games import registry
from games.engine.model.cards import Printing
from games.engine.reading.catalogs.catalog import Catalog, code_of, load_catalog
from games.engine.texts.writing import fold

GAME = registry.get("xing-ling-wang")
ECHO = registry.get("echo-of-legends")

OLD = Printing("A-1", "雪女", "unit", {"race": "妖怪村莊", "score": 2}, alt_names=("Snow",), released=date(2023, 5, 1))
NEW = replace(OLD, code="A-2", values={"score": 3, "tribute": 1}, text="抽一張。", released=date(2024, 5, 1))
# Finding

WALL = Printing("B-1", "石牆", "unit", alt_names=("雪女",))
CAT = Printing("b-2", "喵喵", "unit", alt_names=("Cat", "貓"))
DOG = Printing("B-3", "汪汪", "unit", alt_names=("貓",))
CATALOG = Catalog(GAME, [OLD, NEW, WALL, CAT, DOG])


def names(found):
    return [card.name for card in found]


def test_a_card_has_all_its_printings():
    assert len(CATALOG.cards) == 4
    assert CATALOG.by_code("A-1") is CATALOG.by_code("A-2") is CATALOG.by_key(GAME.key(OLD))


@pytest.mark.parametrize("code", ["B-2", "ｂ－２", " b-2 "])
def test_a_number_is_found_in_any_width_and_case(code):
    card = CATALOG.by_code(code)
    assert card.name == "喵喵"
    assert code_of(card, code) == "b-2"


def test_numbers_that_differ_in_case_alone_must_be_exact():
    catalog = Catalog(GAME, [CAT, replace(DOG, code="B-2")])
    assert (catalog.by_code("b-2").name, catalog.by_code("B-2").name, catalog.by_code("ｂ-2")) == ("喵喵", "汪汪", None)


def test_a_number_of_another_card_is_an_error():
    with pytest.raises(KeyError):
        code_of(CATALOG.by_code("b-2"), "A-1")


@pytest.mark.parametrize("name", ["雪女", " 雪 女 ".replace(" 女", "女"), "雪女\u3000"])
def test_a_name_goes_before_another_cards_other_name(name):
    assert names(CATALOG.find(name)) == ["雪女"]


@pytest.mark.parametrize(
    "name, cards",
    [("CAT", ["喵喵"]), ("貓", ["喵喵", "汪汪"]), ("猫", ["喵喵", "汪汪"]), ("snow", ["雪女"]), ("雪", [])],
)
def test_a_name_is_found_in_any_writing_and_only_whole(name, cards):
    assert names(CATALOG.find(name)) == cards


def test_cards_of_one_name_are_all_found():
    printings = [Printing("A", "天使", "minion", rarity="R"), Printing("B", "天使", "minion", rarity="UR")]
    assert [card.rarity for card in Catalog(ECHO, printings).find("天使")] == ["R", "UR"]


def test_names_that_are_alike_are_offered():
    assert CATALOG.near("雪奴") == ["雪女", "石牆"]
    assert CATALOG.near("zzz") == []


def test_a_number_cannot_stand_twice():
    with pytest.raises(ValueError, match="A-1"):
        Catalog(GAME, [OLD, replace(WALL, code="A-1")])


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_every_card_that_comes_with_a_game_is_found_by_its_names_and_numbers(game):
    catalog = load_catalog(game)
    assert len(catalog.printings) > 50
    for card in catalog.cards.values():
        assert card in catalog.find(card.name)
        assert all(catalog.by_code(code) is card for code in card.codes)
        assert catalog.by_key(game.key(catalog.printings[card.codes[0]])) is card
        assert fold(card.name) in card.haystack


@pytest.mark.parametrize(
    "line, told", [("A,,unit", "missing"), ("A,a,unit,x", "too-many-cells"), ("A,a,unit\nA,a,unit", "two printings")]
)
def test_a_bad_catalog_in_a_games_folder_is_told_at_once(tmp_path, line, told):
    (tmp_path / "catalog").mkdir()
    (tmp_path / "catalog" / "bad.csv").write_text(f"code,name,kind\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        load_catalog(replace(GAME, folder=tmp_path))
