"""A deck that is written and read back is the same deck, whatever its cards are called."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import registry
from games.engine.model.decks import Deck, DeckLine, Unknown
from games.engine.reading.decklists.match import match
from games.engine.reading.decklists.parsing import decode, read, read_csv, read_json, write_csv, write_json, write_text
from games.engine.reading.decklists.ways import only_way
from games.engine.texts.visible import clean
from tests.catalogs import decks_of, load_catalog
from tests.games.engine.deck_game import CATALOGS, FILLED, GAME, GAMES, PAIRED, starters

FORMS = [(write_text, read), (write_csv, read_csv), (write_json, read_json)]


def card(name, game=GAME):
    return CATALOGS[game.slug].find(name)[0]


def same(deck, game):
    """What makes two decks the same: an entry that names no printing is the card's first, and an empty zone is none."""
    order = [zone.slug for zone in game.zones]
    entries = {
        zone: [(entry.card.key, entry.count, entry.code or entry.card.codes[0]) for entry in held]
        for zone, held in deck.zones.items()
        if held
    }
    unknown = sorted(
        ((line.zone, line.text, line.count) for line in deck.unknown), key=lambda line: order.index(line[0])
    )
    return deck.game, deck.name, deck.format, deck.declarations, entries, unknown


def lines_of(deck, game=GAME):
    return write_text(deck, game).splitlines()


# How it looks


def test_a_deck_is_written_as_people_write_it():
    zones = {
        "hero": (DeckLine(card("老王"), 1),),
        "main": (DeckLine(card("雪女"), 2), DeckLine(card("石牆"), 1, "W-1")),
    }
    deck = Deck("small", zones, {"race": "妖怪"}, "Night parade", "mini")
    assert write_text(deck, GAME) == (
        "game: small\nformat: mini\nname: Night parade\nrace: 妖怪\n[main]\n2x 雪女\n1x 石牆 (W-1)\n[hero]\n1x 老王\n"
    )


@pytest.mark.parametrize(
    "name", ["3 Musketeers", "Unit x2", "Golem (S-1)", "【雪女】", "雪女（改）", "why (?)", "-5", "A  B"]
)
def test_a_name_that_could_be_misread_has_its_number(name):
    deck = Deck("small", {"main": (DeckLine(card(name), 1),)})
    assert lines_of(deck)[-1].endswith(f"({card(name).codes[0]})")


def test_a_name_of_several_cards_has_its_number():
    assert lines_of(Deck("paired", {"main": (DeckLine(card("天使", PAIRED), 2),)}), PAIRED)[-1] == "2x 天使 (T-1)"


def test_a_line_that_names_no_card_is_marked():
    assert lines_of(Deck("small", unknown=(Unknown("side", "3 Snow", 2),)))[1:] == ["[side]", "2x 3 Snow (?)"]


def test_a_zone_is_left_out_where_reading_fills_it_with_the_same():
    entries = tuple(DeckLine(CATALOGS["filled"].by_key(key), count) for key, count in starters().items())
    assert lines_of(Deck("filled", {"side": entries}), FILLED) == ["game: filled"]
    assert lines_of(Deck("filled", {"side": entries[:1]}), FILLED) == ["game: filled", "[side]", "2x 雪女"]
    assert lines_of(Deck("filled"), FILLED) == ["game: filled", "[side]"]


def test_a_spreadsheet_runs_nothing_of_a_deck():
    deck = Deck("small", {"main": (DeckLine(card("=1+1"), 1),)}, unknown=(Unknown("main", "@SUM(A1)", 1),))
    rows = list(csv.reader(io.StringIO(write_csv(deck, GAME))))
    assert [row[2] for row in rows[2:]] == ["'=1+1", "'@SUM(A1)"]


# What holds of every deck


def decks(game):
    catalog = CATALOGS[game.slug]
    entries = st.builds(
        lambda card, count, at: DeckLine(card, count, ("", *card.codes)[at % (len(card.codes) + 1)]),
        st.sampled_from(list(catalog.cards.values())),
        st.integers(1, 999),
        st.integers(0, 3),
    )
    zones = st.dictionaries(
        st.sampled_from([zone.slug for zone in game.zones]), st.lists(entries, max_size=5).map(tuple)
    )
    lines = st.builds(
        Unknown, st.sampled_from([zone.slug for zone in game.zones]), nameless(catalog), st.integers(1, 999)
    )
    return st.builds(
        Deck,
        st.just(game.slug),
        zones,
        st.dictionaries(st.just("race"), words.filter(bool)),
        words,
        st.sampled_from(["", "standard", "mini"]),
        st.lists(lines, max_size=4).map(tuple),
    )


NASTY = (
    "0 雪女",
    "2x Snow",
    "Snow x2",
    "Snow (S-7)",
    "雪女 (W-1)",
    "[side]",
    "game: small",
    "# x",
    "// x",
    "=2",
    "'=2",
    "a,b",
    '"a"',
    "x (?)",
)
words = st.text(
    st.sampled_from("12xX×  ()（）[]【】?:：#/=+-'\",雪女") | st.characters(exclude_categories=["C"]), max_size=12
).map(clean)


def nameless(catalog):
    """Texts that name no card, however they are looked at."""
    texts = st.sampled_from(NASTY) | words
    return texts.filter(lambda text: text and match(only_way(1, text, ""), catalog).status != "matched")


@pytest.mark.slow
@pytest.mark.parametrize("write, read_back", FORMS, ids=["text", "csv", "json"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_deck_that_is_written_reads_back_as_the_same_deck(game, write, read_back):
    @given(decks(game))
    @example(Deck(game.slug, unknown=tuple(Unknown("main", text, 2) for text in NASTY)))
    @example(Deck(game.slug, {"main": tuple(DeckLine(each, 3) for each in CATALOGS[game.slug].cards.values())}))
    def holds(deck):
        back = read_back(write(deck, game), CATALOGS[game.slug], games=GAMES).deck
        assert same(back, game) == same(deck, game)
        assert back.fingerprint == deck.fingerprint

    holds()


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_decks_that_come_with_a_game_come_back(game):
    catalog = load_catalog(game)
    for path in sorted(decks_of(game).glob("*.txt")):
        deck = read(decode(path.read_bytes()), catalog, game).deck
        for write, read_back in FORMS:
            assert same(read_back(write(deck, game), catalog, game).deck, game) == same(deck, game)
