"""How each game opens, by the paragraph of its rulebook."""

from fractions import Fraction
from math import comb

import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.odds.exact import chance
from games.engine.reading.goals import parse
from games.registry import GAMES, get
from tests.games.engine.dealing import enumerated

XLW, GRAIL, LEGIONS, ECHO, ZERO = "xing-ling-wang", "asteriated-grail", "legions", "echo-of-legends", "zero-dimension"


def cards_seen(slug, size, *turns, seat="first"):
    """How many cards a deck of that size has given in each of these turns."""
    return [get(slug).opening.seen_count(size, turn, seat) for turn in turns]


def piles(slug, **counts):
    """A deck of cards of two names and nothing else."""
    (zone,) = get(slug).opening.zones
    return Deck(slug, {zone: tuple(DeckLine(Card(name, name, ""), count) for name, count in counts.items())})


def goal(slug, text):
    return parse(text, get(slug))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_says_how_it_opens_and_by_which_paragraph(game):
    assert game.opening.rule
    assert game.opening.hand > 0
    assert set(game.opening.zones) <= {zone.slug for zone in game.zones}


# 星靈王 ---------------------------------------------------------------------------------------------------------------


def test_xing_ling_wang_1_5_four_cards():
    assert cards_seen(XLW, 20, 0) == cards_seen(XLW, 20, 0, seat="second") == [4]


def test_xing_ling_wang_1_5_cards_put_back_cannot_come_in_the_same_mulligan():
    """Of one card in 20: it comes in the first four, or in four of the other sixteen."""
    value = chance(goal(XLW, ">=1 of (name=寶)"), piles(XLW, 寶=1, 他=19), get(XLW).opening, mulligan=True)
    assert value == Fraction(4, 20) + Fraction(16, 20) * Fraction(4, 16)


def test_xing_ling_wang_1_5_cards_put_back_can_come_in_later_turns():
    """Who has the one card and does not want it puts all back, and meets it again among the two of turn 1."""
    value = chance(goal(XLW, "=0 of (name=寶)"), piles(XLW, 寶=1, 他=19), get(XLW).opening, turn=1, mulligan=True)
    assert value == Fraction(4, 20) * Fraction(14, 16) + Fraction(16, 20) * Fraction(14, 16)


def test_xing_ling_wang_2_1_two_cards_a_turn_or_what_is_left():
    assert cards_seen(XLW, 20, 1, 2, 8, 9) == cards_seen(XLW, 20, 1, 2, 8, 9, seat="second") == [6, 8, 20, 20]
    assert cards_seen(XLW, 7, 1, 2) == [6, 7]


# 星杯傳說 -------------------------------------------------------------------------------------------------------------


def test_asteriated_grail_3_1_four_cards_of_the_shared_deck_and_no_mulligan():
    assert (cards_seen(GRAIL, 150, 0), get(GRAIL).opening.mulligan) == ([4], "none")
    base = piles(GRAIL, 水=11, 他=139)
    assert chance(goal(GRAIL, "=0 of (name=水)"), base, get(GRAIL).opening) == Fraction(comb(139, 4), comb(150, 4))


def test_asteriated_grail_3_3_no_card_at_the_start_of_a_turn():
    assert cards_seen(GRAIL, 150, 1, 5) == [4, 4]
    assert get(GRAIL).opening.note


# LEGIONS! -------------------------------------------------------------------------------------------------------------


def test_legions_preparation_five_cards_and_no_mulligan():
    assert (cards_seen(LEGIONS, 40, 0), get(LEGIONS).opening.mulligan) == ([5], "none")
    deck, wanted = piles(LEGIONS, A=3, B=37), goal(LEGIONS, ">=1 of (name=A)")
    opening = get(LEGIONS).opening
    assert chance(wanted, deck, opening, mulligan=True) == chance(wanted, deck, opening)


def test_legions_draw_phase_one_card_and_the_exchange_is_a_choice():
    assert cards_seen(LEGIONS, 40, 1, 3) == cards_seen(LEGIONS, 40, 1, 3, seat="second") == [6, 8]
    assert get(LEGIONS).opening.note


# Echo of Legends ------------------------------------------------------------------------------------------------------


def test_echo_of_legends_2_1_1_ten_cards():
    assert cards_seen(ECHO, 30, 0) == [10]


def test_echo_of_legends_2_1_1_cards_at_the_bottom_cannot_come_in_the_same_mulligan():
    value = chance(goal(ECHO, ">=1 of (name=A)"), piles(ECHO, A=1, B=29), get(ECHO).opening, mulligan=True)
    assert value == Fraction(10, 30) + Fraction(20, 30) * Fraction(10, 20)


def test_echo_of_legends_2_1_2_no_draw_in_the_first_players_first_turn():
    assert cards_seen(ECHO, 30, 1, 2, 3) == [10, 11, 12]
    assert cards_seen(ECHO, 30, 1, 2, 3, seat="second") == [11, 12, 13]


# 零次元 ---------------------------------------------------------------------------------------------------------------


def test_zero_dimension_100_six_life_cards_before_the_hand_of_six():
    assert (cards_seen(ZERO, 50, 0), get(ZERO).opening.mulligan) == ([6], "none")
    assert cards_seen(ZERO, 50, 38, 39) == [44, 44], "six cards are in the life zone"


def test_zero_dimension_100_life_cards_change_no_odds():
    """Dealt out: all ways to lay six of nine cards away, and to draw of the three that are left."""
    deck, wanted = piles(ZERO, A=2, B=7), goal(ZERO, ">=1 of (name=A)")
    value = chance(wanted, deck, get(ZERO).opening)
    assert value == enumerated(wanted, deck, get(ZERO).opening) == 1 - Fraction(comb(7, 3), comb(9, 3))


def test_zero_dimension_403_one_card_a_turn_for_both():
    assert cards_seen(ZERO, 50, 1, 3) == cards_seen(ZERO, 50, 1, 3, seat="second") == [7, 9]


# Turns ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_turns_are_counted_from_one(game):
    with pytest.raises(ValueError, match="Turn -1"):
        game.opening.draws(-1, "first")
