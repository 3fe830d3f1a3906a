"""Keep or not: the chances of one hand are those of dealing all that may come, and over all hands those of the deck."""

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.opening import Opening
from games.engine.odds.adviser import advise, after, value_of_keeping
from games.engine.odds.exact import TooLarge, chance
from games.engine.reading.goals import parse
from tests.games.engine.dealing import _average, _taken
from tests.games.engine.dealing import after as by_dealing
from tests.games.engine.odds.test_odds import deck_of, decks, goals, openings, seats
from tests.games.engine.small_game import GAME

pytestmark = pytest.mark.slow

rather = settings(max_examples=60)
ONCE = Opening(hand=3, draw=1, rule="1", mulligan="once")


def subsets(places):
    return chain.from_iterable(combinations(places, size) for size in range(len(places) + 1))


def dealt(deck):
    """Every hand there is: its places in the pile."""
    pile = [entry.card for entry in deck.entries("main") for _ in range(entry.count)]
    return pile, list(_taken(range(len(pile)), ONCE.hand))


@given(goal=goals(), deck=decks(5), turn=st.integers(0, 2))
@rather
def test_the_chance_after_any_choice_is_that_of_dealing_all_that_may_come(goal, deck, turn):
    pile, hands = dealt(deck)
    hand = hands[len(hands) // 2]
    cards = [pile[place] for place in hand]
    best = Fraction(0)
    for back in subsets(range(len(hand))):
        found = after(goal, cards, back, deck, ONCE, turn)
        assert found == by_dealing(goal, pile, hand, [hand[place] for place in back], ONCE.life, turn)
        best = max(best, found)
    advice = advise(goal, cards, deck, ONCE, turn)
    assert advice.kept.chance == after(goal, cards, (), deck, ONCE, turn)
    assert advice.best.chance == best == after(goal, cards, advice.best.back, deck, ONCE, turn)
    assert advice.best in (advice.kept, advice.change)


@given(goal=goals(), deck=decks(6), turn=st.integers(0, 2))
@rather
def test_over_all_hands_keeping_and_the_best_give_the_odds_of_the_deck(goal, deck, turn):
    pile, hands = dealt(deck)
    advices = [advise(goal, [pile[place] for place in hand], deck, ONCE, turn) for hand in hands]
    assert _average(each.kept.chance for each in advices) == chance(goal, deck, ONCE, turn=turn)
    assert _average(each.best.chance for each in advices) == chance(goal, deck, ONCE, turn=turn, mulligan=True)


@given(goal=goals(), deck=decks(6), opening=openings, turn=st.integers(0, 2), seat=seats)
@rather
def test_the_chance_of_a_hand_that_is_kept_is_that_of_dealing_all_that_may_come(goal, deck, opening, turn, seat):
    pile, _ = dealt(deck)
    hand = range(min(opening.hand, max(len(pile) - opening.life, 0)))
    expected = by_dealing(goal, pile, hand, (), opening.life, opening.draws(turn, seat))
    assert value_of_keeping(goal, [pile[place] for place in hand], deck, opening, turn, seat) == expected


def test_of_equally_good_choices_the_one_that_puts_back_the_fewest_is_the_best():
    deck = deck_of(a=3, b=5)
    hand = [entry.card for entry in deck.entries("main")] + [deck.entries("main")[1].card]
    advice = advise(parse(">=1 of (race:a)", GAME), hand, deck, ONCE)
    assert advice.kept.chance == 1
    assert advice.best == advice.kept


def test_a_wanted_card_too_many_is_put_back():
    """Two of `a` where one is enough: the other makes way for a `b`."""
    deck = deck_of(a=3, b=1, c=5)
    a, _, c = (entry.card for entry in deck.entries("main"))
    advice = advise(parse(">=1 of (race:a) and >=1 of (race:b)", GAME), [a, a, c], deck, ONCE)
    assert advice.best.back == (0, 2)
    assert advice.best.chance == Fraction(1, 3)


def test_too_many_different_choices_are_not_compared():
    cards = {f"n{place}": 1 for place in range(12)}
    deck = deck_of(**cards)
    hand = [entry.card for entry in deck.entries("main")]
    goal = parse(" and ".join(f">=1 of (race:{name})" for name in cards), GAME)
    with pytest.raises(TooLarge) as caught:
        advise(goal, hand, deck, Opening(hand=12, draw=1, rule="1", mulligan="once"))
    assert caught.value.what == "states"
