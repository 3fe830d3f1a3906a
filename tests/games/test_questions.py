"""The questions that games answer exactly, each against counting that is done another way."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from games.asteriated_grail.questions import answers
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.questions import Question, Table
from games.engine.play.trials.runs import PLAYED_OUT
from games.legions.questions import awakening, cores
from games.registry import GAMES, get
from games.xing_ling_wang.questions import board
from tests.catalogs import decks_of
from tests.games.test_presets import sample

EVERY = [(game, question) for game in GAMES for question in game.questions]


def answer(deck: Deck, slug: str, seat: str = "first") -> Table:
    return next(each for each in get(deck.game).questions if each.slug == slug).answer(deck, seat)  # type: ignore[arg-type]


def name_of(value: object) -> str:
    return value.slug if isinstance(value, (Game, Question)) else ""


def deck_of(game: str, *cards: tuple[Card, int]) -> Deck:
    return Deck(game, {"main": tuple(DeckLine(card, count) for card, count in cards)})


@pytest.mark.parametrize("game, question", EVERY, ids=name_of)
def test_every_question_is_answered_for_every_sample_deck(game: Game, question: Question) -> None:
    decks = [sample(game.slug, path.stem) for path in sorted(decks_of(game).glob("*.txt"))]
    tables = [question.answer(deck, seat) for deck in decks if not deck.unknown for seat in ("first", "second")]
    assert any(table.rows for table in tables)
    for table in tables:
        assert all(len(row.values) == len(table.columns) for row in table.rows)
        if question.unit == "chance":
            assert all(0 <= value <= 1 for row in table.rows for value in row.values)
    question.answer(Deck(game.slug), "first")


@pytest.mark.parametrize("game, question", EVERY, ids=name_of)
def test_every_question_has_its_texts_and_its_paragraph(game: Game, question: Question) -> None:
    texts = (question.label, question.explanation, question.axis, *filter(None, [question.policy]))
    assert all(text.read(language) for text in texts for language in ("en", "zh-hant", "zh-hans", "ja"))
    assert question.rule
    assert [each.slug for each in game.questions].count(question.slug) == 1


def test_every_simulated_question_has_its_texts_and_its_paragraph() -> None:
    for game in GAMES:
        for each in game.simulated:
            texts = (each.label, each.explanation, each.policy, *(line.label for line in each.lines))
            assert all(text.read(language) for text in texts for language in ("en", "zh-hant", "zh-hans", "ja"))
            assert each.rule
        slugs = [each.slug for each in (*game.questions, *game.simulated)]
        assert len(slugs) == len(set(slugs))


def test_the_text_says_how_many_games_are_played_out() -> None:
    (final,) = (each for each in get("xing-ling-wang").simulated if each.slug == "final-score")
    assert all(f"{PLAYED_OUT}" in final.policy.read(language) for language in ("en", "zh-hant", "ja"))


def test_morale_is_lost_for_each_card_over_the_limit_and_a_chain_needs_players_in_a_row() -> None:
    """星杯 四.八, 二.八."""
    morale, chain = get("asteriated-grail").simulated
    assert [[line.value(hand) for hand in range(7)] for line in morale.lines if line.value] == [
        [0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 1, 2],
        [0, 0, 0, 0, 1, 2, 3],
    ]
    assert [[line.value(players) for line in chain.lines if line.value] for players in range(4)] == [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
    ]


def test_tributes_come_from_one_summon_and_one_formation_a_turn() -> None:
    """星靈王 二.3, 二.4, 十三.1."""
    assert [board(turn, "first") for turn in (1, 2, 3, 9)] == [0, 1, 3, 10]
    assert [board(turn, "second") for turn in (1, 2, 3)] == [0, 2, 4]


def test_the_tribute_curve_counts_hands() -> None:
    free, big = Card("f", "f", "unit", {"tribute": 0}), Card("b", "b", "unit", {"tribute": 2})
    deck = deck_of("xing-ling-wang", (free, 8), (big, 2))
    hands = list(combinations(range(10), 8))
    held = Fraction(sum(min(hand) < 2 for hand in hands), len(hands))
    (row,) = answer(deck, "tribute-curve", "second").rows
    assert row.values[:2] == (0, held)
    assert answer(deck, "tribute-curve", "first").rows[0].values[1] == 0


def test_the_official_deck_answers_as_the_rulebook_says() -> None:
    """星杯: same element or 暗滅; nothing answers 暗滅."""
    deck = sample("asteriated-grail", "first-flight-pair")
    wind = sum(h.count for h in deck.entries("base") if h.card.kind == "attack" and h.card.get("element") == "wind")
    dark = sum(h.count for h in deck.entries("base") if h.card.kind == "attack" and h.card.get("element") == "dark")
    assert (answers("wind", deck), answers("dark", deck)) == (wind + dark, 0)
    assert answer(deck, "answer").rows[0].values[0] == Fraction(wind + dark, 150)


def test_two_hands_pass_a_bullet_on() -> None:
    """By dealing two hands of one card and of two from six cards, one of seven lying on the table."""
    bullet = Card("m", "魔彈", "magic", keywords=("魔彈",))
    other = Card("o", "o", "attack")
    deck = Deck("asteriated-grail", {"base": (DeckLine(bullet, 3), DeckLine(other, 4))})
    for hand in (1, 2):
        deals = [
            (one, two)
            for one in combinations(range(6), hand)
            for two in combinations(sorted(set(range(6)) - set(one)), hand)
        ]
        both = Fraction(sum(min(one) < 2 and min(two) < 2 for one, two in deals), len(deals))
        assert answer(deck, "chains").rows[1].values[hand - 1] == both


def test_a_hand_over_six_costs_morale() -> None:
    damage_two = answer(sample("asteriated-grail", "first-flight-pair"), "overflow").rows[1]
    assert damage_two.values == (0, 0, 0, 0, 1, 2)


def test_cores_and_awakening_by_seat() -> None:
    """LEGIONS!: the second player's fifth core waits at WT-III for three turns."""
    assert [cores(turn, "first") for turn in range(1, 7)] == [1, 2, 3, 4, 5, 5]
    assert [cores(turn, "second") for turn in range(1, 7)] == [1, 2, 3, 5, 5, 5]
    assert (awakening("first"), awakening("second")) == (5, 4)


def test_the_exchange_is_one_card_more_a_turn() -> None:
    """By playing every order of a deck of eight, putting a card away each turn until the lord comes."""
    lord, minion = Card("l", "l", "lord", {"colours": ()}), Card("m", "m", "minion", {"colours": ()})
    deck = deck_of("legions", (lord, 1), (minion, 7))
    table = answer(deck, "lord")
    for turn in range(2):
        plain, better = 5 + turn, 5 + 2 * turn
        found = [(place < plain, place < better) for place in range(8)]
        assert [row.values[turn] for row in table.rows] == [Fraction(sum(each), 8) for each in zip(*found, strict=True)]


def test_places_filled_after_the_mulligan() -> None:
    """Echo 2.1.1, by dealing every hand and every draw of a deck of twelve with four minions."""
    minion, item = Card("m", "m", "minion", {"attribute": "fire"}), Card("i", "i", "item")
    table = answer(deck_of("echo-of-legends", (minion, 4), (item, 8)), "places")
    found = [Fraction(0)] * 6
    hands = list(combinations(range(12), 10))
    for hand in hands:
        held = sum(card < 4 for card in hand)
        rest = [card for card in range(12) if card not in hand]
        found[held + sum(card < 4 for card in rest)] += Fraction(1, len(hands))
    assert table.rows[1].values == tuple(found)
    assert all(sum(row.values) == 1 for row in table.rows)


def test_attributes_beat_each_other_in_a_circle() -> None:
    """Echo 2.2: fire > grass > water > fire."""
    minion = Card("m", "m", "minion", {"attribute": "fire"})
    rows = answer(deck_of("echo-of-legends", (minion, 3)), "match-ups").rows
    assert [row.values for row in rows[:4]] == [(0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 1, 0)]


def test_colours_are_laid_one_a_turn() -> None:
    """零次元 404, by laying a missing colour first from every hand and order of draws."""
    red, blue, black = (Card(name, name, "event", {"colour": name}) for name in ("red", "blue", "black"))
    deck = deck_of("zero-dimension", (red, 18), (blue, 1), (black, 1))
    (row,) = answer(deck, "colours").rows
    for turn in range(1, 5):
        ways = 0
        for one in range(20):
            for two in set(range(20)) - {one}:
                laid: set[str] = set()
                for now in range(1, turn + 1):
                    seen = {"red"} | ({"blue"} if one < 6 + now else set()) | ({"black"} if two < 6 + now else set())
                    laid |= set(sorted(seen - laid)[:1])
                ways += len(laid) == 3
        assert row.values[turn - 1] == Fraction(ways, 20 * 19)


def test_second_copies_and_dead_ones() -> None:
    """零次元 305 and 600b, by every place that two copies can have."""
    hero = Card("h", "h", "character", {"colour": "red", "character_names": ("H",)})
    other = Card("o", "o", "event", {"colour": "red"})
    deck = deck_of("zero-dimension", (hero, 2), (other, 12))
    pairs = list(combinations(range(14), 2))
    both = Fraction(sum(second < 6 for _, second in pairs), len(pairs))
    assert answer(deck, "second-copy").rows[0].values[0] == both
    assert answer(deck, "dead-copies").rows[0].values[0] == both


def test_blue_stars_are_counted_over_every_hand() -> None:
    """星靈王: four cards and two a turn, of ten with three blue stars."""
    blue, other = Card("b", "b", "unit", {"condition": "x", "tribute": 0}), Card("o", "o", "unit", {"tribute": 0})
    table = answer(deck_of("xing-ling-wang", (blue, 3), (other, 7)), "blue-stars")
    for turn, seen in ((0, 4), (1, 6), (2, 8)):
        hands = list(combinations(range(10), seen))
        for least, row in enumerate(table.rows, 1):
            assert row.values[turn] == Fraction(
                sum(sum(card < 3 for card in hand) >= least for hand in hands), len(hands)
            )


def test_dead_cards_are_averaged_over_every_hand() -> None:
    """LEGIONS!: lords, Arts and two colours of which the master lacks one."""
    master = Card("m", "m", "master", {"colours": ("red",)})
    lord, arts = Card("l", "l", "lord", {"colours": ("red",)}), Card("a", "a", "arts", {"colours": ("red",)})
    mixed = Card("x", "x", "minion", {"colours": ("red", "blue")})
    foreign = Card("f", "f", "minion", {"colours": ("blue",)})
    lines = (DeckLine(lord, 1), DeckLine(arts, 2), DeckLine(mixed, 1), DeckLine(foreign, 6))
    deck = Deck("legions", {"master": (DeckLine(master, 1),), "main": lines})
    (row,) = answer(deck, "dead", "second").rows
    for turn, seen in enumerate((5, 6, 7, 8)):
        hands = list(combinations(range(10), seen))
        assert row.values[turn] == Fraction(sum(sum(card < 4 for card in hand) for hand in hands), len(hands))


def test_a_hand_wards_off_with_an_answer_or_light() -> None:
    """星杯 二.8, 四.二, by every hand of two from eight cards."""
    cards = {
        "wind": Card("w", "風神斬", "attack", {"element": "wind"}),
        "water": Card("v", "水漣斬", "attack", {"element": "water"}),
        "dark": Card("d", "暗滅", "attack", {"element": "dark"}),
        "light": Card("l", "聖光", "magic", {"element": "light"}),
        "none": Card("n", "中毒", "magic", {"element": "water"}),
    }
    counts = {"wind": 2, "water": 1, "dark": 1, "light": 1, "none": 3}
    deck = Deck("asteriated-grail", {"base": tuple(DeckLine(cards[name], count) for name, count in counts.items())})
    pile = [name for name, count in counts.items() for _ in range(count)]
    hands = list(combinations(pile, 2))
    rows = answer(deck, "ward").rows
    for element, row in zip(("wind", "water", "fire", "earth", "thunder", "dark"), rows, strict=True):
        wards = {"light"} | ({element, "dark"} if element != "dark" else set())
        assert row.values[1] == Fraction(sum(bool(wards & set(hand)) for hand in hands), len(hands))
    left = next(row for row in answer(deck, "left").rows if row.label.en == "Wind")
    assert left.values[0] == 2


def test_holy_light_wards_off_in_either_script_and_by_its_keyword() -> None:
    """星杯 二.八.2.1: 69.3 % of hands of four ward off wind, whatever a catalog calls the card."""
    deck = sample("asteriated-grail", "first-flight-pair")
    (official, *_) = [row.values for row in answer(deck, "ward").rows]
    assert round(float(official[3]), 3) == 0.693
    for name, keywords in (("圣光", ("圣光",)), ("圣光", ()), ("Holy Light", ("聖光",))):
        lines = tuple(
            line._replace(card=replace(line.card, name=name, keywords=keywords)) if line.card.name == "聖光" else line
            for line in deck.entries("base")
        )
        other = replace(deck, zones={**deck.zones, "base": lines})
        assert answer(other, "ward").rows[0].values == official


def test_a_character_name_in_two_scripts_is_one_name() -> None:
    """零次元 305, as the pilot reads it."""
    heroes = [
        Card(f"h{place}", f"h{place}", "character", {"colour": "red", "character_names": (name,)})
        for place, name in enumerate(("路飛", "路飞"))
    ]
    rows = answer(
        deck_of("zero-dimension", (heroes[0], 1), (heroes[1], 1), (Card("o", "o", "event"), 12)), "dead-copies"
    ).rows
    assert len(rows) == 1
    assert rows[0].values[0] == Fraction(sum(second < 6 for _, second in combinations(range(14), 2)), 91)


def test_a_second_copy_has_the_same_colour_and_name() -> None:
    """零次元 600b: a name in two colours stands in two rows, which say so; other printings are the same copy."""
    red, other_red, blue = (
        Card(f"{colour}{rarity}", "路飛", "character", {"colour": colour, "rarity": rarity})
        for colour, rarity in (("red", "普"), ("red", "秘"), ("blue", "普"))
    )
    deck = deck_of("zero-dimension", (red, 1), (other_red, 1), (blue, 2), (Card("o", "o", "event"), 10))
    rows = answer(deck, "second-copy").rows
    assert [row.label.en for row in rows] == ["路飛 (Red)", "路飛 (Blue)"]
    assert rows[0].values == rows[1].values


def test_a_lord_that_cannot_be_unlocked_does_not_count() -> None:
    """LEGIONS! 解鎖手牌: both colours of a two-coloured card must be the master's."""
    master = Card("m", "m", "master", {"colours": ("red",)})
    mixed = Card("x", "x", "lord", {"colours": ("red", "blue")})
    lord = Card("l", "l", "lord", {"colours": ("blue",)})
    lines = (DeckLine(mixed, 3), DeckLine(lord, 1), DeckLine(Card("s", "s", "skill", {"colours": ("red",)}), 6))
    deck = Deck("legions", {"master": (DeckLine(master, 1),), "main": lines})
    assert answer(deck, "lord").rows[0].values[0] == Fraction(1, 2)


def test_counters_are_counted_over_every_six_life_cards() -> None:
    """零次元 403: six life cards of nine, four with 反击特效."""
    counter, other = Card("c", "c", "event", {"counter": "yes"}), Card("o", "o", "event", {})
    (row,) = answer(deck_of("zero-dimension", (counter, 4), (other, 5)), "counters").rows
    lives = list(combinations(range(9), 6))
    found = [Fraction(sum(sum(card < 4 for card in life) == few for life in lives), len(lives)) for few in range(7)]
    assert list(row.values) == found


def test_texts_for_players_of_a_japanese_game_are_in_japanese() -> None:
    for game in GAMES:
        if game.language != "ja":
            continue
        asked = [text for each in game.questions for text in (each.label, each.explanation, each.axis, each.policy)]
        hoped = [text for each in game.presets for text in (each.label, each.missed, each.note)]
        played = [text for each in game.simulated for text in (each.label, each.explanation, each.policy)]
        for text in filter(None, [*asked, *hoped, *played]):
            assert text.read("ja") != text.read("en"), text
