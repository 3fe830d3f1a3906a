"""A card's exact name or number goes before every other reading, in searches and in goals."""

from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.models import Card, Printing
from deckbuilder.catalog.search.exact_names import exact_nodes, literal, parse_cards, parse_goal
from deckbuilder.catalog.search.facets import SearchRequest
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import pool
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.catalog.to_games import facts_of, to_card
from games.engine.model.cards import Printing as EnginePrinting
from games.engine.reading.goals import unparse
from games.engine.reading.search.query import matches
from games.engine.texts.writing import fold, identify
from games.registry import GAMES, get
from tests.deckbuilder.bare_cards import ensure_cards
from tests.deckbuilder.base import XLW

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
GAME = get(XLW)

NAMES = (
    "-2度C 冷氣旅人", "魔導書：第一章", "Tome: Chapter One", "B.F.M. (Big Furry Monster)", "Fire or Ice", "或", "*",
    "#1番", "//終わり", 'Henzie "Toolbox" Torre', "「封印」", "[封印]", ">_<", "race:獸人", "(名前", "a=b", "!",
    "雪女・改", "Café Olé", "O’Hara", "火/氷", "合計", "かな ひのこ",
)  # fmt: skip
"""Names that are something else to a search."""


@contextmanager
def catalog(printings):
    """A catalog of these printings alone, for now."""
    with transaction.atomic():
        Printing.objects.filter(game=XLW).delete()
        ids = ensure_cards(GAME, printings)
        Printing.objects.bulk_create(
            Printing(
                game=XLW,
                code=each.code,
                name=each.name,
                card_id=ids[GAME.key(each)],
                facts=facts_of(each),
                position=place,
            )
            for place, each in enumerate(printings)
        )
        rebuild_cards(GAME)
        yield [to_card(row) for row in Card.objects.in_catalog(XLW)]
        transaction.set_rollback(True)


def unit(code, name, text="", *alt_names):
    return EnginePrinting(code=code, name=name, kind="unit", text=text, alt_names=alt_names)


def cards_of(node, cards):
    return {card.key for card in cards if matches(node, card)}


def check_exact(game, cards, text, wanted):
    """A search for the text, quoted or not, finds one of the cards first, and a goal counts exactly them."""
    for typed in (text, f'"{text}"', f"  {text} "):
        first = search(game, typed, retired=True).cards
        assert first, typed
        assert first[0].key in wanted, typed
        goal = parse_goal(f">=1 of ({typed}) and <=2 of (*)", game)
        assert cards_of(goal.conditions[0].query, cards) == wanted, typed
        assert cards_of(parse_cards(typed, game), cards) == wanted, typed


def check_card(game, cards, card):
    check_exact(game, cards, card.name, {each.key for each in cards if identify(each.name) == identify(card.name)})
    for code in card.codes:
        check_exact(game, cards, code, {card.key})


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_names_and_numbers_of_the_catalogs_find_their_cards_first(slug):
    cards = pool(get(slug))
    for card in cards[:: len(cards) // 6]:
        check_card(get(slug), cards, card)


@pytest.mark.exhaustive
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_name_and_number_finds_its_card_first(slug):
    cards = pool(get(slug))
    for card in cards:
        check_card(get(slug), cards, card)


def test_names_that_look_like_searches_are_names():
    mentions = [unit(f"B{number}", f"{name} too", f"See {name}.") for number, name in enumerate(NAMES)]
    with catalog([*mentions, *(unit(f"A-{number}", name) for number, name in enumerate(NAMES))]) as cards:
        for name in NAMES:
            check_exact(GAME, cards, name, {card.key for card in cards if card.name == name})


letters = st.text('ab雪面麵-:()"「」=*>or 或1', min_size=1, max_size=8).map(str.strip).filter(fold)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(letters, min_size=1, max_size=6, unique_by=identify))
def test_whatever_a_name_is_it_finds_its_card_first(names):
    with catalog([unit(f"Z{number}x", name, "ab雪") for number, name in enumerate(names)]) as cards:
        for card in cards:
            check_card(GAME, cards, card)


def test_names_that_simplified_writing_joins_are_told_apart():
    with catalog([unit("Z1", "白面"), unit("Z2", "白麵")]) as cards:
        for card in cards:
            check_exact(GAME, cards, card.name, {card.key})


def test_a_name_goes_before_another_name_and_that_before_a_number():
    with catalog([unit("Z1", "Moth"), unit("Z2", "Owl", "", "Moth", "Z4"), unit("Z4", "Ant")]) as cards:
        by_name = {card.name: card.key for card in cards}
        assert cards_of(parse_cards("moth", GAME), cards) == {by_name["Moth"]}
        assert cards_of(parse_cards("Z4", GAME), cards) == {by_name["Owl"]}
        assert cards_of(parse_cards("ｚ１", GAME), cards) == {by_name["Moth"]}


def test_beside_filters_a_name_is_in_quotes(client):
    with catalog([unit("Z1", "魔導書：第一章"), unit("Z2", "雪女")]):
        page = client.get(f"/{XLW}/cards/", {"q": "魔導書：第一章"}).context
        assert (page["q"], page["mistake"], [card.name for card in page["results"].cards]) == (
            "魔導書：第一章", None, ["魔導書：第一章"],
        )  # fmt: skip
        assert SearchRequest(GAME, literal(page["q"], GAME)).toggle("kind:unit", ["kind:unit"])[0] == (
            '"魔導書：第一章" kind:unit'
        )


def test_a_text_that_is_no_name_is_read_as_a_search():
    with catalog([unit("Z1", "Moth: One")]):
        assert not exact_nodes(GAME, ("Moth", "Moth: Two", "", "x" * 300))
        for text in ("race:獸人", "雪女", "Moth", 'Moth: "One"', "or"):
            assert literal(text, GAME) == text
        assert literal(" moth:  one", GAME) == '"moth:  one"'
        assert unparse(parse_goal(">=1 of (moth)", GAME)) == ">=1 of (moth)"
        assert unparse(parse_goal(">=1 of (MOTH： ONE)", GAME)) == '>=1 of (name="moth: one")'


def test_a_part_of_a_number_with_a_digit_finds_it_and_the_whole_number_comes_first():
    with catalog([unit("R-NMG-0012", "Moth"), unit("NMG-001", "Owl"), unit("X-NMG-001", "Ant", "see nmg-001")]):
        assert {card.name for card in search(GAME, "nmg-001").cards} == {"Moth", "Owl", "Ant"}
        assert search(GAME, "nmg-001").cards[0].name == "Owl"
        assert [card.name for card in search(GAME, "NMG-0012").cards] == ["Moth"]
        assert [card.name for card in search(GAME, "0012").cards] == ["Moth"]
        assert not search(GAME, "12").total
        assert [card.name for card in search(GAME, "-0012 kind:unit -nmg-0012").cards] == []


SPELLINGS = (
    ("-2度C 冷氣旅人", "-2度C冷氣旅人", "－２度C冷氣旅人"),
    ("魔導書：第一章", "魔導書第一章", "魔導書 第一章", "魔导书・第一章"),
    ("魔導書：第一章 下", "魔導書：第一章下", "魔導書第一章下"),
    ("B.F.M. (Big Furry Monster)", "BFM (Big Furry Monster)", "bfm big-furry-monster"),
    ("雪女・改", "雪女改", "「雪女改」"),
    ("かな ひのこ", "かなひのこ"),
)
"""Names with other spellings that differ in blanks and punctuation alone."""


def test_a_name_without_its_blanks_and_dots_finds_its_card_in_searches_and_goals(client):
    names = [unit(f"R-NMG-0{number}", name[0], "", f"Alias {number}") for number, name in enumerate(SPELLINGS)]
    spell = EnginePrinting(code="Z1", name="雪山", kind="spell")
    with catalog([*names, unit("Z2", "Moth"), spell]) as cards:
        for name, *spellings in SPELLINGS:
            wanted = {card.key for card in cards if card.name == name}
            for typed in spellings:
                assert [card.name for card in search(GAME, typed).cards][:1] == [name], typed
                page = client.get(f"/{XLW}/cards/", {"q": typed}).context
                assert (page["results"].cards[0].name, page["q"]) == (name, typed)
                assert cards_of(parse_goal(f">=1 of ({typed})", GAME).conditions[0].query, cards) == wanted, typed
                assert cards_of(parse_cards(typed, GAME), cards) == wanted, typed
        for typed in ("RNMG03", "r nmg 03", "rnmg-03", "alias3"):
            assert [card.codes for card in search(GAME, typed).cards] == [("R-NMG-03",)], typed
        page = client.get(f"/{XLW}/cards/", {"q": "魔導書第一章"}).context
        assert [option.q for each in page["filters"] if each.name == "kind" for option in each.options][:1] == [
            '"魔導書：第一章" kind:unit'
        ]


def test_a_spelling_of_several_names_and_words_with_conditions_are_read_as_a_search():
    with catalog([unit("Z1", "雪・女"), unit("Z2", "雪！女"), unit("Z3", "Moth one"), unit("A-1", "Ant")]) as cards:
        assert not search(GAME, "雪女").total
        assert not cards_of(parse_cards("雪女", GAME), cards)
        assert not search(GAME, "name=mothone").total
        assert unparse(parse_goal(">=1 of (moth-one kind:unit)", GAME)) == ">=1 of (moth-one kind:unit)"
        assert not search(GAME, "xa1").total
