"""A card's name in any look-alike spelling is that card, in lists, in searches and for every rule; names that only
simplified writing joins are two cards, and a list that could mean either is ambiguous."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.cards import Printing
from games.engine.model.decks import Deck, DeckLine
from games.engine.odds.seen_cards import seen_cards
from games.engine.reading import goals
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.parsing import read, read_csv, read_json, write_csv, write_json, write_text
from games.engine.reading.search.query import matches, parse, quote, unparse
from games.engine.rules.legality import fits
from games.registry import GAMES, get
from tests.games.examples import TODAY, catalog
from tests.games.test_identity import codes

XLW = get("xing-ling-wang")
FORMS = [(write_text, read), (write_csv, read_csv), (write_json, read_json)]
MARKS = ["-‐‑–—―−─━－", "·・･⋅∙‧•", "…⋯", "~〜～∼", "'’‘′`´"]
ALIKE = [*MARKS, "裡裏", "着著", "沉沈", "炮砲", "妝粧", "劍剣", "櫻桜", "雪"]
GROUPS = {char: group for group in ALIKE for char in group}


def unit(code: str, name: str, **values: object) -> Printing:
    return Printing(code, name, "unit", {"race": "中立", "attack": 1, "score": 1, "tribute": 0, **values})


def cards_of(*names: str) -> Catalog:
    return Catalog(XLW, [unit(f"T-{number}", name) for number, name in enumerate(names, 1)])


@st.composite
def respelled_names(draw: st.DrawFn) -> tuple[str, str]:
    """A name made of characters with look-alikes, and the same in others."""
    name = draw(st.text(st.sampled_from([*GROUPS]), min_size=1, max_size=6))
    other = "".join(draw(st.sampled_from(GROUPS[char])) for char in f"霧{name}橋" if char in GROUPS)
    invisible = draw(st.sampled_from(["", "\u200b", "\ufe0e", "\U000e0100", "\u200d"]))
    return f"霧{name}橋", f"霧{other}{invisible}橋"


@given(respelled_names())
def test_two_printings_whose_names_look_alike_are_one_card(names):
    assert len(cards_of(*names).cards) == 1


@given(respelled_names(), st.integers(1, 3))
def test_a_list_names_a_card_in_any_look_alike_spelling(names, count):
    name, other = names
    cards = cards_of(name, "石牆")
    for line in (f"{count} {other}", f"{count}x {other} (T-1)"):
        (entry,) = read(line, cards, XLW).deck.zones["main"]
        assert (entry.card, entry.count) == (cards.by_code("T-1"), count)


@given(respelled_names())
def test_a_search_finds_a_card_in_any_look_alike_spelling(names):
    name, other = names
    (card,) = cards_of(name).cards.values()
    for text in (quote(other), f"name:{quote(other)}", f"name={quote(other)}"):
        assert matches(parse(text, XLW), card)


@pytest.mark.parametrize("one, other", [("甲―乙", "甲—乙"), ("夜⋯", "夜…"), ("甲・乙", "甲⋅乙"), ("沈思", "沉思")])
def test_two_spellings_of_one_name_are_two_copies(one, other):
    both = read("1 T-1\n1 T-2", cards_of(one, other), XLW).deck
    assert "copies" in codes(both, XLW)


@pytest.mark.parametrize("one, other", [("麵粉妖", "面粉妖"), ("發光體", "髮光體"), ("王后", "王後"), ("余生", "餘生")])
def test_two_names_that_simplified_writing_joins_are_two_cards(one, other):
    cards = cards_of(one, other)
    first, second = cards.by_code("T-1"), cards.by_code("T-2")
    assert first != second
    deck = read(f"1 {one}\n1 {other}", cards, XLW).deck
    assert [line.card for line in deck.zones["main"]] == [first, second]
    assert "copies" not in codes(deck, XLW)
    alone = Deck(XLW.slug, {"main": (DeckLine(first, 1),)})
    assert alone.fingerprint != Deck(XLW.slug, {"main": (DeckLine(second, 1),)}).fingerprint
    admission = fits(alone, XLW, XLW.formats[0], "main", on=TODAY)
    assert admission.open_to(second)
    assert not admission.open_to(first)
    for write, again in FORMS:
        assert again(write(deck, XLW, cards.shared_names), cards, XLW).deck.fingerprint == deck.fingerprint


def test_a_simplified_name_that_fits_two_cards_is_ambiguous_unless_it_is_printed():
    cards = cards_of("發光體", "髮光體")
    (line,) = read("1 发光体", cards, XLW).receipt.lines
    assert (line.status, {choice.code for choice in line.choices}) == ("ambiguous", {"T-1", "T-2"})
    assert [line.card for line in read("1 发光体 (T-2)", cards, XLW).deck.zones["main"]] == [cards.by_code("T-2")]
    printed = cards_of("麵粉妖", "面粉妖")
    assert [line.card for line in read("1 面粉妖", printed, XLW).deck.zones["main"]] == [printed.by_code("T-2")]


def test_an_exact_name_with_the_number_of_another_card_is_a_contradiction():
    (line,) = read("1 麵粉妖 (T-2)", cards_of("麵粉妖", "面粉妖"), XLW).receipt.lines
    assert (line.status, line.notes) == ("ambiguous", ("number-differs",))


def test_a_simplified_name_finds_the_traditional_card_and_is_the_same_name():
    cards = cards_of("霧橋渡人", "雾桥渡人")
    assert len(cards.cards) == 1
    assert read("1 雾桥渡人", cards_of("霧橋渡人"), XLW).receipt.lines[0].status == "matched"
    assert read("1 发光体", cards_of("髮光體"), XLW).receipt.lines[0].status == "matched"


@pytest.mark.parametrize("line, count", [("影 (?)", 1), ("2 影 (?)", 2), ("2x 影 （？）", 2), ("影 (?) x2", 2)])
def test_an_exact_name_that_ends_like_the_mark_of_an_unknown_card_is_that_card(line, count):
    (entry,) = read(line, cards_of("影 (?)", "影"), XLW).deck.zones["main"]
    assert (entry.card.name, entry.count) == ("影 (?)", count)
    assert read("2x 石牆妖 (?)", cards_of("影 (?)"), XLW).receipt.lines[0].status == "unknown"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_respelled_reprint_changes_no_card_and_no_fingerprint(game):
    printings = catalog(game.slug).printings
    before = {code: game.key(each) for code, each in printings.items()}
    for code, each in printings.items():
        name = "".join(GROUPS[char][0] if char in GROUPS else char for char in each.name)
        assert game.key(replace(each, name=name)) == before[code]


@pytest.mark.parametrize("typed", ["-2度C 冷氣旅人", "(-2度C)", "−2度C", "－２度Ｃ 冷氣旅人", "--雪 -2度C"])
def test_a_search_for_a_name_with_a_minus_sign_never_means_its_opposite(typed):
    (cold,), (snow,) = cards_of("-2度C 冷氣旅人").cards.values(), cards_of("雪女").cards.values()
    node = parse(typed, XLW)
    assert matches(node, cold) is ("雪" not in typed)
    assert not matches(node, snow)
    assert parse(unparse(node), XLW) == node


def test_a_goal_for_a_name_with_a_minus_sign_counts_that_card():
    cold, snow = cards_of("-2度C 冷氣旅人", "雪女").cards.values()
    lines = (DeckLine(cold, 1), DeckLine(snow, 1))
    assert goals.groups(goals.parse(">=1 of (-2度C 冷氣旅人)", XLW), lines) == ((True,), (False,))
    assert goals.groups(goals.parse('>=1 of (-"2度C")', XLW), lines) == ((False,), (True,))


def test_seen_cards_are_named_in_any_spelling():
    game = get("asteriated-grail")
    light = next(card for card in catalog(game.slug).cards.values() if card.name == "聖光")
    deck = Deck(game.slug, {"base": (DeckLine(light, 3),)})
    assert [(each.name, each.seen) for each in seen_cards(deck, game.opening, {"圣光": 2})] == [("聖光", 2)]
