"""The real catalog of 星靈王, as it ships: complete, in agreement with itself, and named in three languages."""

from functools import cache

from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.catalogs.files import read_rows
from games.engine.reading.catalogs.plan import Report, plan
from games.registry import get

GAME = get("xing-ling-wang")
CATALOG = load_catalog(GAME)
ABSENT = {"絕望勇者", "聖女勇者", "魔王城小兵"}
"""Cards that others name and that no list has."""


@cache
def report() -> Report:
    return plan(GAME, {}, read_rows((GAME.folder / "catalog" / "cards.csv").read_bytes(), "csv"))


def test_every_printing_is_accepted() -> None:
    assert report().counts() | {"warned": 0} == {
        "rows": 719, "created": 719, "updated": 0, "unchanged": 0, "rejected": 0, "warned": 0,
    }  # fmt: skip
    assert len(CATALOG.cards) == 494


def test_the_import_warns_of_nothing_but_cards_that_no_list_has() -> None:
    warned = {name for each in report().warned for name, _ in each.values}
    assert {each.code for each in report().warned} <= {"unknown-value"}
    assert warned <= ABSENT


def test_nothing_is_disputed_and_no_spell_lacks_its_mana() -> None:
    assert [card.name for card in CATALOG.cards.values() if card.disputed or card.periods] == []
    spells = [card for card in CATALOG.cards.values() if card.kind == "spell"]
    assert [card.name for card in spells if card.number("mana") is None] == []


def test_a_unit_has_tributes_or_a_condition() -> None:
    units = [card for card in CATALOG.cards.values() if card.kind == "unit"]
    assert [card.name for card in units if (card.number("tribute") is None) != bool(card.get("condition"))] == []
    assert sum(bool(card.get("condition")) for card in units) == 12


def test_every_card_has_a_name_in_english_and_japanese_of_its_own() -> None:
    def is_latin(name: str) -> bool:
        return max(name) < "\u0250"

    english = [next(filter(is_latin, card.names), "") for card in CATALOG.cards.values()]
    japanese = [next((name for name in card.alt_names if not is_latin(name)), "") for card in CATALOG.cards.values()]
    for names in (english, japanese):
        assert all(names)
        assert len(set(names)) == len(CATALOG.cards)


def test_no_printed_text_is_in_it() -> None:
    assert {printing.text for printing in CATALOG.printings.values()} == {""}


def test_every_card_is_stated() -> None:
    assert [card.name for card in CATALOG.cards.values() if not card.effects] == []
    unread = [card.name for card in CATALOG.cards.values() if "unread" in card.effects]
    assert len(unread) == 12
