"""Odds with draw effects: the same fraction as playing every order of a small deck."""

from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.budget import TooLarge
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.draw_effects import DrawsRefused
from games.engine.odds.exact import chance, draws_in, what_if
from games.engine.reading.goals import groups, parse
from games.engine.texts.text import Text
from tests.games.engine.small_game import GAME, card


def drawing(name, draws, race="a", kind="spell"):
    return replace(card(name, kind, race=race, cost=1), effects=(f"draw:{draws}",) if draws else ())


PLAIN, SOUGHT = drawing("plain", 0, "b"), drawing("sought", 0)
ONE, TWO, OWN = drawing("one", 1, "b"), drawing("two", 2, "b"), drawing("own", 1)
CARDS = (PLAIN, SOUGHT, ONE, TWO, OWN)
GOALS = (
    ">=1 of (race:a)",
    ">=2 of (race:a)",
    ">=1 of (race:a) and >=1 of (name=one)",
    ">=3 of (*) or >=1 of (name=own)",
)


def played(pile, opening, held, draws):
    """The cards seen: those held, and those off the pile while draws are owed."""
    seen, owed = list(held), draws + sum(each.effect("draw") for each in held)
    for each in pile:
        if not owed:
            break
        seen.append(each)
        owed += each.effect("draw") - 1
    return seen


def met(goal, seen):
    rows = groups(goal, [DeckLine(each, 1) for each in seen])
    return goal.is_met_by([sum(row[number] for row in rows) for number in range(len(goal.conditions))])


def average(values):
    found = list(values)
    return Fraction(sum(found), len(found))


def by_brute_force(goal, deck, opening, turn):
    """Every order of the deck; what a hand puts back is chosen for the best average of all that may follow."""
    pile = [entry.card for entry in deck.entries("main") for _ in range(entry.count)]
    draws, hand = opening.draws(turn, "first"), min(opening.hand, len(pile) - opening.life)

    def order_of(cards, held, owed, life=0):
        orders = set(permutations(cards))  # equal cards, equally often
        return average(met(goal, played(each[life:], opening, held, owed)) for each in orders)

    if opening.mulligan == "none":
        return average(
            met(goal, played(each[opening.life + hand :], opening, each[opening.life : opening.life + hand], draws))
            for each in set(permutations(pile))
        )
    places = range(len(pile))

    def value(kept, back):
        rest = [place for place in places if place not in kept and place not in back]
        new = combinations(rest, min(len(back), len(rest)))
        return average(
            order_of(
                [pile[p] for p in places if p not in kept and p not in drawn], [pile[p] for p in (*kept, *drawn)], draws
            )
            for drawn in new
        )

    def best(held):
        backs = chain.from_iterable(combinations(held, number) for number in range(len(held) + 1))
        return max(value([p for p in held if p not in back], back) for back in backs)

    return average(best(held) for held in combinations(places, hand))


def opens(**values):
    return Opening(**{"hand": 2, "draw": 1, "rule": "1", "draw_choice": lambda card, deck: None} | values)


def deck_of(*cards):
    return Deck("small", {"main": tuple(DeckLine(each, cards.count(each)) for each in dict.fromkeys(cards))})


small = st.lists(st.sampled_from(CARDS), min_size=1, max_size=6).map(lambda cards: deck_of(*cards))


@given(small, st.sampled_from(GOALS), st.integers(1, 3), st.integers(0, 2), st.sampled_from((0, 0, 1)))
@settings(max_examples=60)
def test_odds_are_those_of_all_orders_of_the_deck(deck, text, turn, hand, life):
    goal, opening = parse(text, GAME), opens(hand=hand, life=life)
    assert chance(goal, deck, opening, turn=turn, draws="all") == by_brute_force(goal, deck, opening, turn)


@pytest.mark.slow
@given(small, st.sampled_from(GOALS), st.integers(1, 2), st.integers(0, 3))
@settings(max_examples=30)
def test_the_mulligan_is_the_best_there_is_when_draws_are_counted(deck, text, turn, hand):
    goal, opening = parse(text, GAME), opens(hand=hand, mulligan="once")
    found = chance(goal, deck, opening, turn=turn, mulligan=True, draws="all")
    assert found == by_brute_force(goal, deck, opening, turn)


def test_a_card_that_draws_makes_a_difference_only_once_it_can_be_played():
    """Of one card in four, two being seen: with the card that draws among them, three are."""
    deck, goal = deck_of(SOUGHT, ONE, PLAIN, PLAIN), parse(">=1 of (name=sought)", GAME)
    for turn, draws, expected in ((0, "all", Fraction(1, 4)), (1, "none", Fraction(2, 4)), (1, "all", Fraction(2, 3))):
        assert chance(goal, deck, opens(hand=1), turn=turn, draws=draws) == expected


def test_a_card_whose_playing_is_a_choice_is_refused_by_name_or_left_out():
    goal = parse(">=1 of (race:a)", GAME)
    deck, why = deck_of(SOUGHT, ONE, TWO, PLAIN, PLAIN, PLAIN), Text("it costs energy", "要花能量")
    opening = opens(draw_choice=lambda card, deck: why if card == TWO else None)
    with pytest.raises(DrawsRefused) as caught:
        chance(goal, deck, opening, turn=1, draws="all")
    assert (caught.value.cards, draws_in(deck, opening)[:2]) == (((TWO, why),), ((ONE,), ((TWO, why),)))
    without = deck_of(SOUGHT, ONE, drawing("two", 0, "b"), PLAIN, PLAIN, PLAIN)
    assert chance(goal, deck, opening, turn=1, draws="free") == chance(goal, without, opens(), turn=1, draws="all")


def test_a_game_that_says_nothing_has_no_draws_that_are_counted():
    free, choices, _ = draws_in(deck_of(ONE, TWO), Opening(hand=1, draw=1, rule="1"))
    assert (free, [card for card, _ in choices]) == ((), [ONE, TWO])


def test_an_upper_bound_makes_drawing_a_choice_unless_it_cannot_be_passed():
    deck = deck_of(SOUGHT, ONE, PLAIN)
    with pytest.raises(DrawsRefused) as caught:
        chance(parse("=0 of (name=sought)", GAME), deck, opens(hand=1), turn=1, draws="all")
    assert not caught.value.cards
    assert chance(parse("<=1 of (name=sought)", GAME), deck, opens(hand=1), turn=1, draws="all") == 1


def test_what_if_is_the_odds_of_the_changed_deck():
    goal, opening = parse(">=1 of (race:a)", GAME), opens(hand=1, mulligan="once")
    when = {"turn": 1, "mulligan": True, "draws": "all"}
    found = {row.entry.card: row for row in what_if(goal, deck_of(SOUGHT, ONE, PLAIN, PLAIN, PLAIN), opening, **when)}
    now = chance(goal, deck_of(SOUGHT, ONE, PLAIN, PLAIN, PLAIN), opening, **when)
    more = chance(goal, deck_of(SOUGHT, ONE, ONE, PLAIN, PLAIN, PLAIN), opening, **when)
    less = chance(goal, deck_of(SOUGHT, PLAIN, PLAIN, PLAIN), opening, **when)
    assert found[ONE][1:] == (more - now, less - now)


def test_what_would_take_too_long_is_too_large():
    cards = [drawing(f"{race}{draws}", draws, race) for race in "ab" for draws in range(6)]
    deck = Deck("small", {"main": tuple(DeckLine(each, 9) for each in cards)})
    with pytest.raises(TooLarge):
        chance(
            parse(">=3 of (race:a)", GAME), deck, opens(hand=10, mulligan="once"), turn=3, mulligan=True, draws="all"
        )
