"""Odds with a card put away for another every turn, against trying every choice in every turn."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.exact import ExchangeRefused, chance, chance_with_exchange
from games.engine.reading.goals import groups, parse
from games.registry import get
from tests.games.engine.odds.test_odds import decks, goals, seats
from tests.games.engine.small_game import GAME

LEAST = (">=1", ">=1", ">=2", ">=0")
openings = st.builds(
    Opening,
    hand=st.integers(1, 3),
    draw=st.integers(0, 1),
    rule=st.just("1"),
    life=st.sampled_from((0, 0, 1)),
    first_draw=st.sampled_from((None, 0)),
    exchange=st.just(True),
)


def best(goal, deck, opening, turn, seat):
    """The chance of a player who may put away any card of the hand, or none, in every turn, and plays nothing."""
    lines = deck.entries("main")
    cards = [number for number, line in enumerate(lines) for _ in range(line.count)]
    members = groups(goal, lines)

    def met(hand):
        return goal.is_met_by([sum(members[card][at] for card in hand) for at in range(len(goal.conditions))])

    def drawn(hand, library, count):
        """Hand and library after a draw, with their chances; the last `life` cards cannot be drawn."""
        count = max(min(count, len(library) - opening.life), 0)
        ways = Counter(
            (tuple(sorted(hand + tuple(library[place] for place in places))), without(library, places))
            for places in combinations(range(len(library)), count)
        )
        return [(state, Fraction(number, sum(ways.values()))) for state, number in ways.items()]

    def without(library, places):
        return tuple(card for place, card in enumerate(library) if place not in places)

    @cache
    def value(hand, library, now):
        """Before the draw of turn `now` + 1."""
        if now == turn:
            return Fraction(met(hand))
        count = opening.draws(now + 1, seat) - opening.draws(now, seat)
        return sum((exchanged(*state, now) * part for state, part in drawn(hand, library, count)), Fraction(0))

    def exchanged(hand, library, now):
        choices = [value(hand, library, now + 1)]
        if len(library) > opening.life:
            for card in set(hand):
                rest = list(hand)
                rest.remove(card)
                after = drawn(tuple(rest), library, 1)
                choices.append(sum((value(*state, now + 1) * part for state, part in after), Fraction(0)))
        return max(choices)

    start = drawn((), tuple(cards), opening.hand)
    return sum((value(*state, 0) * part for state, part in start), Fraction(0))


@pytest.mark.slow
@given(goal=goals(LEAST), deck=decks(6), opening=openings, turn=st.integers(0, 3), seat=seats)
@settings(max_examples=120)
def test_the_exchange_is_worth_what_the_best_choices_are_worth(goal, deck, opening, turn, seat):
    try:
        found = chance_with_exchange(goal, deck, opening, turn=turn, seat=seat)
    except ExchangeRefused:
        reject()
    assert found == best(goal, deck, opening, turn, seat)


def test_where_two_alternatives_want_the_whole_hand_there_is_a_choice_and_no_exact_chance():
    """A hand of two, no draw: with one card of each race the player must decide which pair to go for."""
    opening = Opening(hand=2, draw=0, rule="1", exchange=True)
    goal = parse(">=2 of (race:a) or >=2 of (race:b)", GAME)
    with pytest.raises(ExchangeRefused) as error:
        chance_with_exchange(goal, Deck("small"), opening, turn=1)
    assert not error.value.upper
    assert chance_with_exchange(goal, Deck("small"), replace(opening, hand=3), turn=1) == 0


def test_an_upper_bound_that_can_be_passed_is_refused():
    game = get("legions")
    deck = legions_deck()
    with pytest.raises(ExchangeRefused) as error:
        chance_with_exchange(parse("<=1 of (kind:lord)", game), deck, game.opening, turn=1)
    assert error.value.upper
    never = parse(">=1 of (kind:minion) and <=9 of (kind:lord)", game)
    assert chance_with_exchange(never, deck, game.opening, turn=1)


def legions_deck():
    game = get("legions")
    lord, minion = (DeckLine(_card(kind), count) for kind, count in (("lord", 4), ("minion", 36)))
    return Deck(game.slug, {"main": (lord, minion)})


def _card(kind):
    return Card(kind, kind, kind, {"colours": ()})


def test_without_turns_nothing_is_exchanged_and_other_games_have_no_exchange():
    game = get("legions")
    goal = parse("=1 of (kind:lord)", game)
    assert chance_with_exchange(goal, legions_deck(), game.opening) == chance(goal, legions_deck(), game.opening)
    assert chance_with_exchange(goal, legions_deck(), replace(game.opening, exchange=False), turn=3) is None


def test_a_lord_by_turn_four_with_the_exchange_is_one_of_thirteen_cards():
    game = get("legions")
    found = chance_with_exchange(parse(">=1 of (kind:lord)", game), legions_deck(), game.opening, turn=4)
    missing = Fraction(1)
    for card in range(13):
        missing *= Fraction(36 - card, 40 - card)
    assert found == 1 - missing
