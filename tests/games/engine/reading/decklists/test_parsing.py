"""Reading deck lists: what people paste, what they are told, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.engine.budget import TooLarge
from games.engine.model.decks import Unknown
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.lines import ERRORS
from games.engine.reading.decklists.parsing import MAX_NEAR, DeckListError, decode, read, read_csv, read_json
from games.engine.reading.decklists.receipts import NOTES
from games.engine.texts.text import Text
from tests.catalogs import decks_of, load_catalog
from tests.games.engine.deck_game import CATALOGS, FILLED, GAME, GAMES, PAIRED, PRINTINGS

CARDS = CATALOGS["small"]


def deck(text, game=GAME):
    return read(text, CATALOGS[game.slug], game).deck


def lines(text, game=GAME):
    return read(text, CATALOGS[game.slug], game).receipt.lines


def entries_of(text, zone="main", game=GAME):
    return [(entry.count, entry.card.name, entry.code) for entry in deck(text, game).zones[zone]]


def refused(text, reader=read, **options):
    with pytest.raises(DeckListError) as raised:
        reader(text, CARDS, **({"game": GAME} | options))
    return raised.value


# What a list says


def test_a_list_is_read_with_all_it_says():
    found = deck(
        "game: small\nformat: mini\nname: Night parade\nrace: 妖怪\n[main]\n1 雪女\n2x 石牆 (W-1)\n[hero]\n老王"
    )
    assert (found.game, found.format, found.name, found.declarations) == (
        "small",
        "mini",
        "Night parade",
        {"race": "妖怪"},
    )
    assert {zone: [entry[1:] for entry in entries] for zone, entries in found.zones.items()} == {
        "main": [(1, ""), (2, "W-1")],
        "hero": [(1, "")],
    }


def test_headers_zones_and_values_may_be_labels_in_any_language():
    found = deck("遊戲：小\nフォーマット：ミニ\n种族：妖怪\n【主牌組】\n雪女\n[英雄]\n老王".replace("ミニ", "迷你牌組"))
    assert (found.format, found.declarations, list(found.zones)) == ("mini", {"race": "妖怪"}, ["main", "hero"])


def test_what_is_not_said_is_left_empty():
    found = deck("雪女\nname:\nrace:")
    assert (found.format, found.name, found.declarations) == ("", "", {})


def test_the_game_may_come_from_the_list_or_from_the_caller():
    asked = []

    def catalog(game):
        asked.append(game.slug)
        return CATALOGS[game.slug]

    assert read("name: x\ngame: Paired\n雪女", catalog, games=GAMES).deck.game == "paired"
    assert read("雪女", catalog, PAIRED).deck.game == "paired"
    assert read("game: paired\n雪女", catalog, PAIRED, GAMES).deck.game == "paired"
    assert asked == ["paired"] * 3


def test_a_zone_may_be_taken_up_again():
    assert entries_of("[main]\n雪女\n[hero]\n老王\n[main]\n石牆") == [(1, "雪女", ""), (1, "石牆", "")]


def test_a_card_without_a_zone_goes_where_its_kind_goes_and_that_is_told():
    found = read("雪女\n老王\n出場限制\n[main]\n老王", CARDS, GAME)
    assert {zone: [entry.card.name for entry in entries] for zone, entries in found.deck.zones.items()} == {
        "main": ["雪女", "老王"],
        "hero": ["老王"],
        "side": ["出場限制"],
    }
    assert [(line.line, line.zone) for line in found.receipt.lines if "moved" in line.notes] == [
        (2, "hero"),
        (3, "side"),
    ]


def test_a_zone_that_is_filled_beforehand_is_filled_unless_the_list_speaks_of_it():
    filled = read("雪女", CATALOGS["filled"], FILLED)
    assert [(entry.count, entry.card.name) for entry in filled.deck.zones["side"]] == [(2, "雪女"), (1, "石牆")]
    assert filled.receipt.prefilled == {"side": 3}
    emptied = read("雪女\n[side]", CATALOGS["filled"], FILLED)
    assert (emptied.deck.zones["side"], emptied.receipt.prefilled) == ((), {})


def test_a_card_to_fill_in_that_the_catalog_lacks_is_not_dropped():
    found = read("雪女", Catalog(FILLED, PRINTINGS[:1]), FILLED)
    assert found.deck.unknown == (Unknown("side", "石墙|unit", 1),)


def test_a_name_like_a_header_a_zone_or_a_comment_is_found_with_a_quantity_and_some_without():
    assert [name for _, name, _ in entries_of("星：夜\n[main]\n1 #1 Fan\n1 // slash\n1 game: over\n1 [main]")] == [
        *("星：夜", "#1 Fan", "// slash", "game: over", "[main]"),
    ]
    assert entries_of("【雪女】")[0][1] == "【雪女】"


# The receipt


def test_every_line_is_accounted_for():
    text = "\ufeff# my deck\r\ngmae: small\r\nrace: 妖怪\r\n\r\n[main]\r\n2 雪女\r\n2 雪奴\r\n0 石牆\r\n"
    assert [(line.line, line.status, line.notes) for line in lines(text)] == [
        (1, "ignored", ("comment",)),
        (2, "ignored", ("unknown-header",)),
        (3, "ignored", ("header",)),
        (4, "ignored", ("blank",)),
        (5, "ignored", ("zone",)),
        (6, "matched", ()),
        (7, "unknown", ("no-card",)),
        (8, "unknown", ("bad-count", "count-unclear")),
        (9, "ignored", ("blank",)),
    ]


def test_lines_that_name_no_card_stay_in_the_deck():
    found = deck("[side]\n2 雪奴\n0 石牆\n3 天使", PAIRED)
    assert [(line.zone, line.text, line.count) for line in found.unknown] == [
        ("side", "雪奴", 2),
        ("side", "0 石牆", 1),
        ("side", "天使", 3),
    ]
    assert found.unknown[0].near[0] == "雪女"
    assert found.unknown[2].choices == ("天使 (T-1)", "天使 (T-2)")


def test_the_receipt_says_which_cards_an_ambiguous_line_may_mean():
    (line,) = lines("天使", PAIRED)
    assert [(choice.name, choice.code) for choice in line.choices] == [("天使", "T-1"), ("天使", "T-2")]


def test_names_that_are_alike_are_looked_for_only_so_often():
    found = lines("\n".join(f"雪女{chr(0x4E00 + number)}" for number in range(MAX_NEAR + 1)))
    assert found[MAX_NEAR - 1].near
    assert found[MAX_NEAR - 1].notes == ("no-card",)
    assert not found[MAX_NEAR].near
    assert found[MAX_NEAR].notes == ("no-card", "not-compared")


def test_all_lookups_are_announced_at_once():
    class Counting(Catalog):
        calls = ()

        def prefetch(self, names, codes):
            self.calls += ((set(names), set(codes)),)

        def find(self, name):
            assert name in self.calls[0][0]
            return super().find(name)

        def by_code(self, code):
            assert code in self.calls[0][1]
            return super().by_code(code)

    cards = Counting(GAME, PRINTINGS)
    read("星：夜\n[main]\n3 雪女 (S-1)\n石牆 x2 (W-1)\n1 雪奴 (x) (?)", cards, GAME)
    assert len(cards.calls) == 1


# What is refused


class Spent(Mock):
    """Cards of which no more may be looked up."""

    def find(self, name):
        raise TooLarge("cards", 8001, 8000)


BAD = [
    ("雪女", {"game": None, "games": GAMES}, "missing-game", 0, {"choices": ("small", "filled", "paired")}),
    (
        "x: y\ngame: chess",
        {"game": None, "games": GAMES},
        "unknown-game",
        2,
        {"value": "chess", "choices": tuple(GAMES)},
    ),
    ("game: paired", {"games": GAMES}, "other-game", 1, {"value": "paired", "wanted": "small"}),
    ("format: huge", {}, "unknown-format", 1, {"value": "huge", "choices": ("standard", "mini")}),
    ("name: a\nrace: x\n名稱: b", {}, "repeated-header", 3, {"key": "名稱"}),
    ("\n" * 3000, {}, "too-long", 0, {"bytes": 65536, "lines": 2000}),
    ("雪女\n1 " + "x" * 201, {}, "too-long-line", 2, {"limit": 200}),
    ("name: " + "x" * 121, {}, "too-long-name", 1, {"limit": 120}),
    ("雪女", {"reader": lambda text, _, **more: read(text, Spent(), **more)}, "too-many-cards", 0, {"limit": 8000}),
    ("雪女\n\x00", {}, "unprintable", 2, {"character": "U+0000"}),
    ("game: small\nname: \u3164", {}, "unprintable", 2, {"character": "U+3164"}),
    ("", {"reader": read_csv}, "csv-header", 1, {"found": ()}),
    ("name\n雪女,1", {"reader": read_csv}, "csv-shape", 2, {}),
    ('name\n"雪女', {"reader": read_csv}, "csv-quote", 2, {}),
    (
        "name,zone\n雪女,nowhere",
        {"reader": read_csv},
        "unknown-zone",
        2,
        {"value": "nowhere", "choices": ("main", "hero", "side", "maybe")},
    ),
    ("[", {"reader": read_json}, "json-syntax", 1, {"column": 2}),
    ('{"zones": 3}', {"reader": read_json}, "json-shape", 0, {"path": "zones"}),
]


@pytest.mark.parametrize("text, options, code, line, params", BAD)
def test_a_list_that_makes_no_sense_is_refused_with_the_place_and_the_choices(text, options, code, line, params):
    error = refused(text, **options)
    assert (error.code, error.line, error.params) == (code, line, params)
    assert tuple(params) == ERRORS[code]
    assert code in str(error)


def test_bytes_that_are_no_text_are_refused():
    assert decode(b"\xef\xbb\xbf\xe9\x9b\xaa") == "雪"
    with pytest.raises(DeckListError) as raised:
        decode(b"\xef\xbb\xbfa\n\xff")
    assert (raised.value.code, raised.value.line, raised.value.params) == ("encoding", 2, {"position": 5})


def test_every_code_has_its_example():
    others = ("test_deck_codes.py", "list_forms/test_reading.py")
    tests = "".join((Path(__file__).parents[1] / name).read_text(encoding="utf-8") for name in others)
    own = {code for code in ERRORS if code.startswith(("code-", "xml-", "tabletop-")) and f'"{code}"' in tests}
    assert {code for _, _, code, _, _ in BAD} | own | {"encoding", "code-several"} == ERRORS.keys()


# As people publish them


# What a list does not say


def test_the_game_is_the_one_whose_cards_most_lines_name():
    other = replace(GAME, slug="other", name=Text("Other", "別"))
    catalogs = {"small": CARDS, "other": Catalog(other, PRINTINGS[:1])}
    games = {"small": GAME, "other": other}

    def found(text):
        return read(text, lambda game: catalogs[game.slug], games=games)

    reading = found("2 雪女\n石牆\nUnit x2")
    assert (reading.deck.game, reading.receipt.guessed) == ("small", {"game": "small"})
    assert read("game: small\n石牆", CARDS, games=games).receipt.guessed == {}
    for text in ("2 雪女", "nothing", ""):
        with pytest.raises(DeckListError) as raised:
            found(text)
        assert raised.value.code == "missing-game"


def test_a_declaration_is_proposed_where_only_one_value_fits():
    def proposed(text):
        found = read(text, CATALOGS["paired"], PAIRED)
        return found.deck.declarations, found.receipt.proposed

    assert proposed("雪女\n石牆") == ({}, {"race": "妖怪"})
    assert proposed("雪女\n天使 (T-2)") == ({}, {})
    assert proposed("race: 神\n雪女") == ({"race": "神"}, {})
    assert proposed("race:\n雪女") == ({}, {})
    assert proposed("") == ({}, {})


# Other forms


def test_csv_and_json_read_like_a_text():
    text = "game: small\nrace: 妖怪\n[main]\n2 雪女 (S-9)\n1 雪奴\n[side]\n"
    rows = "zone,quantity,name,code\n,,game: small,\n,,race: 妖怪,\nmain,2,雪女,S-9\nmain,,雪奴,\nside,,,\n"
    data = {
        "game": "small",
        "declarations": {"race": "妖怪"},
        "zones": {"main": [{"quantity": 2, "name": "雪女", "code": "S-9"}, {"name": "雪奴"}], "side": []},
    }
    assert deck(text) == read_csv(rows, CARDS, GAME).deck == read_json(json.dumps(data), CARDS, GAME).deck


def test_a_row_of_csv_without_a_zone_goes_where_its_kind_goes_whatever_stands_before():
    found = read_csv("zone,name\nside,雪女\n,老王\n", CARDS, GAME)
    assert list(found.deck.zones) == ["side", "hero"]


def test_a_key_of_json_nobody_knows_is_noted():
    found = read_json('{"game": "small", "author": "Anna", "zones": {}}', CARDS, GAME)
    assert [(line.text, line.notes) for line in found.receipt.lines] == [
        ("game", ("header",)),
        ("author", ("unknown-header",)),
    ]


# Whatever is pasted

texts = st.text(st.sampled_from("12０-xX× ()[]（）【】?:：\n\n\r雪女石牆gamern#/\"',=") | st.characters(), max_size=60)


def read_or_error(text, reader, game):
    try:
        return reader(text, CATALOGS[game.slug], game)
    except DeckListError as error:
        return error


@given(texts, st.sampled_from([read, read_csv, read_json]), st.sampled_from(list(GAMES.values())))
def test_any_text_is_read_with_every_line_accounted_for_or_refused(text, reader, game):
    found = read_or_error(text, reader, game)
    if isinstance(found, DeckListError):
        assert found.params.keys() == set(ERRORS[found.code])
        return
    taken = [line for line in found.receipt.lines if line.status != "ignored"]
    entries = [entry for zone in found.deck.zones.values() for entry in zone]
    assert len(taken) == len(entries) + len(found.deck.unknown) - 2 * bool(found.receipt.prefilled)
    assert all(set(line.notes) <= set(NOTES[line.status]) for line in found.receipt.lines)
    if reader is read:
        numbers = list(dict.fromkeys(line.line for line in found.receipt.lines))
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_decks_that_come_with_a_game_are_settled(game):
    catalog = load_catalog(game)
    paths = sorted(decks_of(game).glob("*.txt"))
    assert paths
    for path in paths:
        assert read(decode(path.read_bytes()), catalog, game).receipt.is_settled, path
