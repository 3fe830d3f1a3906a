"""Which hands to keep: the values are those of dealing everything, and no rule for the mulligan beats the best one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.budget import TooLarge, budget
from games.engine.model.opening import Opening
from games.engine.odds.adviser import _ValuedHand, advise
from games.engine.odds.exact import chance
from games.engine.odds.keep_policy import keep_policy, value_of_named_cards, value_of_rule
from games.engine.reading.goals import groups, parse
from tests.games.engine.dealing import enumerated
from tests.games.engine.odds.test_odds import deck_of, decks, goals, seats
from tests.games.engine.small_game import GAME

rather = settings(max_examples=40)
ONCE = Opening(hand=3, draw=1, rule="1", mulligan="once")
LIFE = Opening(hand=3, draw=2, rule="1", mulligan="once", life=1, first_draw=0)


@given(goal=goals(), deck=decks(7), opening=st.sampled_from((ONCE, LIFE)), turn=st.integers(0, 2), seat=seats)
@rather
def test_all_hands_together_are_the_odds_of_the_deck(goal, deck, opening, turn, seat):
    when = {"turn": turn, "seat": seat}
    policy = keep_policy(goal, deck, opening, **when)
    hands = policy.frequent(policy.hands)
    assert len(hands) == policy.hands
    assert sum(each.dealt for each in hands) == 1
    assert (
        policy.without_mulligan == sum(each.dealt * each.kept for each in hands) == chance(goal, deck, opening, **when)
    )
    best = chance(goal, deck, opening, mulligan=True, **when)
    assert policy.best == sum(each.dealt * each.best for each in hands) == best
    assert all(each.gain > 0 or each.keeps for each in hands)
    assert [each.dealt for each in hands] == sorted((each.dealt for each in hands), reverse=True)


@given(goal=goals(), deck=decks(7), turn=st.integers(0, 2))
@rather
def test_a_hand_has_the_values_that_the_advice_on_it_has(goal, deck, turn):
    policy = keep_policy(goal, deck, ONCE, turn=turn)
    for each in policy.frequent(3):
        cards = [[line.card for line in kind.cards for _ in range(line.count)] for kind in policy.kinds]
        hand = [card for some, count in zip(cards, each.counts, strict=True) for card in some[:count]]
        advice = advise(goal, hand, deck, ONCE, turn)
        assert (advice.kept.chance, advice.best.chance) == (each.kept, each.best)
        assert len(advice.best.back) == sum(each.back)


@pytest.mark.slow
@given(goal=goals(), rule=goals(), deck=decks(6), turn=st.integers(0, 1), rule_turn=st.integers(0, 2), seat=seats)
@rather
def test_another_rule_is_worth_what_dealing_every_hand_says(goal, rule, deck, turn, rule_turn, seat):
    def back(pile, hand):
        held = _ValuedHand.of(rule, [pile[place] for place in hand], deck, ONCE, rule_turn, seat)
        best = Counter(held.kinds[place] for place in held.by_chance()[0].back)
        sets = combinations(range(len(hand)), best.total())
        return [[hand[place] for place in each] for each in sets if Counter(held.kinds[p] for p in each) == best]

    when = {"turn": turn, "seat": seat}
    value = value_of_rule(goal, rule, deck, ONCE, rule_turn=rule_turn, **when)
    assert value == enumerated(goal, deck, ONCE, mulligan=True, back=back, **when)


@pytest.mark.slow
@given(goal=goals(), deck=decks(6), turn=st.integers(0, 2))
@rather
def test_putting_back_what_no_condition_names_is_worth_what_dealing_every_hand_says(goal, deck, turn):
    def back(pile, hand):
        entries = {line.card.key: row for line, row in zip(deck.entries("main"), named, strict=True)}
        return [[place for place in hand if not any(entries[pile[place].key])]]

    named = groups(goal, deck.entries("main"))
    value = value_of_named_cards(goal, deck, ONCE, turn=turn)
    assert value == enumerated(goal, deck, ONCE, mulligan=True, back=back, turn=turn)


@given(goal=goals(), rule=goals(), deck=decks(8), turn=st.integers(0, 2), seat=seats)
@rather
def test_no_rule_is_better_than_the_best_and_the_best_is_its_own_rule(goal, rule, deck, turn, seat):
    when = {"turn": turn, "seat": seat}
    policy = keep_policy(goal, deck, ONCE, **when)
    assert policy.best >= value_of_rule(goal, rule, deck, ONCE, rule_turn=turn, **when)
    assert policy.best >= value_of_named_cards(goal, deck, ONCE, **when)
    assert policy.best >= policy.without_mulligan
    assert policy.best == value_of_rule(goal, goal, deck, ONCE, rule_turn=turn, **when)


def test_kinds_name_the_conditions_their_cards_count_for():
    policy = keep_policy(parse(">=1 of (race:a) and >=2 of (race:b or race:a)", GAME), deck_of(a=2, b=1, c=4), ONCE)
    assert [(kind.conditions, kind.copies) for kind in policy.kinds] == [((0, 1), 2), ((1,), 1), ((), 4)]
    first = policy.frequent(1)[0]
    assert first.counts == (1, 0, 2)
    assert first.dealt == Fraction(2 * 6, 35)
    assert first.back == (0, 0, 2)


def test_what_other_rules_count_is_taken_from_the_budget():
    cards = {f"n{place}": 3 for place in range(6)}
    goal = parse(" and ".join(f">=1 of (race:{name})" for name in cards), GAME)
    with budget(30), pytest.raises(TooLarge):
        value_of_rule(goal, goal, deck_of(**cards), ONCE)
