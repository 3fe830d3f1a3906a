"""Odds are exact: the same fraction as dealing every hand, and as the formula where there is one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.decks import Deck, DeckLine, Unknown
from games.engine.model.opening import Opening
from games.engine.odds.adviser import _ValuedHand
from games.engine.odds.exact import TooLarge, Unreadable, chance, distribution, what_if
from games.engine.reading.goals import parse
from games.engine.reading.search.query import parse as search
from tests.games.engine.dealing import enumerated
from tests.games.engine.small_game import GAME, card

KINDS = [
    card(f"{race}{cost}{kind}", kind, race=race, cost=cost)
    for race, cost, kind in product("ab", (1, 2), ("unit", "spell"))
]
SEARCHES = ("race:a", "cost:1", "kind:unit", "race:b", "race:a or cost:2", "cost:2 kind:spell", "*", "cost:9")
COUNTS = (">=1", ">=1", ">=2", "=0", "<=1", "=1", "1..2", ">=3", ">=0")
rather = settings(max_examples=150)


@st.composite
def goals(draw, counts=COUNTS):
    conditions = st.builds("{} of ({})".format, st.sampled_from(counts), st.sampled_from(SEARCHES))
    clauses = st.lists(conditions, min_size=1, max_size=3).map(" and ".join)
    return parse(" or ".join(draw(st.lists(clauses, min_size=1, max_size=3))), GAME)


@st.composite
def decks(draw, largest=7):
    cards = draw(st.lists(st.sampled_from(KINDS), max_size=largest))
    return Deck("small", {"main": tuple(DeckLine(each, cards.count(each)) for each in dict.fromkeys(cards))})


openings = st.builds(
    Opening,
    hand=st.integers(0, 4),
    draw=st.integers(0, 2),
    rule=st.just("1"),
    mulligan=st.sampled_from(("none", "once")),
    life=st.sampled_from((0, 0, 0, 1, 2)),
    first_draw=st.sampled_from((None, 0, 1)),
)
seats = st.sampled_from(("first", "second"))


def deck_of(**counts):
    """Copies by race: `deck_of(a=3, b=17)`."""
    return Deck("small", {"main": tuple(DeckLine(card(race, race=race), count) for race, count in counts.items())})


# Against every hand there is ------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(goal=goals(), deck=decks(8), opening=openings, turn=st.integers(0, 3), seat=seats)
@rather
def test_odds_are_those_of_dealing_every_hand(goal, deck, opening, turn, seat):
    when = {"turn": turn, "seat": seat}
    assert chance(goal, deck, opening, **when) == enumerated(goal, deck, opening, **when)


@pytest.mark.slow
@given(goal=goals(), deck=decks(), opening=openings, turn=st.integers(0, 2), seat=seats)
@rather
def test_odds_with_a_mulligan_are_those_of_dealing_every_hand(goal, deck, opening, turn, seat):
    when = {"turn": turn, "seat": seat, "mulligan": True}
    assert chance(goal, deck, opening, **when) == enumerated(goal, deck, opening, **when)


@pytest.mark.slow
@given(goal=goals(), deck=decks(), opening=openings, turn=st.integers(0, 2), seat=seats)
@rather
def test_a_mulligan_never_lowers_a_chance(goal, deck, opening, turn, seat):
    when = {"turn": turn, "seat": seat}
    assert chance(goal, deck, opening, mulligan=True, **when) >= chance(goal, deck, opening, **when)


@given(
    goal=goals(), query=st.sampled_from(SEARCHES), deck=decks(6), opening=openings, turn=st.integers(0, 2), seat=seats
)
@settings(rather, max_examples=60)
def test_counts_of_a_group_are_those_of_dealing_every_hand(goal, query, deck, opening, turn, seat):
    when = {"turn": turn, "seat": seat}
    node = search(query, GAME)
    plain = distribution(node, deck, opening, **when)
    changed = distribution(node, deck, opening, mulligan_for=goal, **when)
    assert sum(plain) == sum(changed) == 1
    for count in range(max(len(plain), len(changed)) + 1):
        aim = parse(f"={count} of ({query})", GAME)
        assert _at(plain, count) == enumerated(aim, deck, opening, **when)
        assert _at(changed, count) == enumerated(
            aim, deck, opening, mulligan=True, back=_for(goal, deck, opening, when), **when
        )


def _for(goal, deck, opening, when):
    """As many of each kind of cards as the best choice puts back for a goal, whichever they are."""

    def back(pile, hand):
        held = _ValuedHand.of(goal, [pile[place] for place in hand], deck, opening, **when)
        best = Counter(held.kinds[place] for place in held.by_chance()[0].back)
        sets = combinations(range(len(hand)), best.total())
        return [[hand[at] for at in each] for each in sets if Counter(held.kinds[at] for at in each) == best]

    return back


def _at(chances, count):
    return chances[count] if count < len(chances) else 0


@given(goal=goals(), deck=decks(6), opening=openings, turn=st.integers(0, 2), seat=seats, mulligan=st.booleans())
@settings(rather, max_examples=60)
def test_what_if_is_the_odds_of_the_deck_with_that_copy(goal, deck, opening, turn, seat, mulligan):
    when = {"turn": turn, "seat": seat, "mulligan": mulligan}
    now = chance(goal, deck, opening, **when)
    for place, change in enumerate(what_if(goal, deck, opening, **when)):
        assert change.entry == deck.zones["main"][place]
        assert now + change.more == chance(goal, _with(deck, place, 1), opening, **when)
        assert now + change.less == chance(goal, _with(deck, place, -1), opening, **when)


def _with(deck, place, copies):
    entries = list(deck.zones["main"])
    entries[place] = entries[place]._replace(count=entries[place].count + copies)
    return Deck("small", {"main": tuple(entry for entry in entries if entry.count)})


# Against formulas -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("good, size, seen", [(4, 60, 7), (1, 20, 4), (30, 150, 4), (9, 40, 12), (0, 10, 3)])
def test_one_group_is_hypergeometric(good, size, seen):
    deck, opening = deck_of(**({"a": good} if good else {}), b=size - good), Opening(hand=seen, draw=0, rule="1")
    expected = [
        Fraction(comb(good, n) * comb(size - good, seen - n), comb(size, seen)) for n in range(min(good, seen) + 1)
    ]
    assert list(distribution(search("race:a", GAME), deck, opening)) == expected
    for count, value in enumerate(expected):
        assert chance(parse(f"={count} of (race:a)", GAME), deck, opening) == value
    assert chance(parse(">=1 of (race:a)", GAME), deck, opening) == 1 - expected[0]


def test_a_mulligan_of_a_whole_hand_is_two_hands_in_a_row():
    """Nothing comes back in the same mulligan: without an `a` in four of 20 cards, four more of the other 16."""
    opening = Opening(hand=4, draw=2, mulligan="once", rule="1")
    without = Fraction(comb(17, 4), comb(20, 4)) * Fraction(comb(13, 4), comb(16, 4))
    assert chance(parse(">=1 of (race:a)", GAME), deck_of(a=3, b=17), opening, mulligan=True) == 1 - without


def test_upper_bounds_put_back_what_is_too_many_of():
    """`=0 of a`: whoever sees one of the two puts that one back, and nothing else."""
    opening = Opening(hand=4, draw=2, mulligan="once", rule="1")
    kept = Fraction(comb(18, 4), comb(20, 4))
    one, two = (Fraction(comb(2, n) * comb(18, 4 - n), comb(20, 4)) for n in (1, 2))
    changed = one * Fraction(15, 16) + two
    assert chance(parse("=0 of (race:a)", GAME), deck_of(a=2, b=18), opening, mulligan=True) == kept + changed


def test_life_cards_change_no_odds_of_unseen_cards():
    deck, goal = deck_of(a=3, b=5), parse(">=1 of (race:a)", GAME)
    plain = Opening(hand=3, draw=1, rule="1")
    with_life = Opening(hand=3, draw=1, life=2, rule="1")
    for turn in (0, 1, 2):
        assert enumerated(goal, deck, with_life, turn=turn) == chance(goal, deck, with_life, turn=turn)
        assert chance(goal, deck, with_life, turn=turn) == chance(goal, deck, plain, turn=turn)
    assert chance(parse(">=3 of (race:a)", GAME), deck, with_life, turn=9) < 1, "some of them may be life cards"


# What cannot be exact, or not at all ----------------------------------------------------------------------------------


def test_lines_that_name_no_card_have_no_odds():
    deck = Deck(
        "small", deck_of(a=3).zones, unknown=(Unknown("main", "Nobody knows", 1), Unknown("side", "Elsewhere", 1))
    )
    with pytest.raises(Unreadable) as caught:
        chance(parse(">=1 of (race:a)", GAME), deck, Opening(hand=3, draw=1, rule="1"))
    assert caught.value.lines == ("Nobody knows",)


def many_groups(number, mulligan="none"):
    """A goal over as many groups that overlap in pairs, its deck and opening."""
    cards = [card(f"n{one}n{two}n", race=f"{one}{two}") for one in range(number) for two in range(one, number)]
    text = " and ".join(f">=2 of (name:n{each}n)" for each in range(number)) + " and <=9 of (name:n0n)"
    deck = Deck("small", {"main": tuple(DeckLine(each, 2) for each in cards)})
    return parse(text, GAME), deck, Opening(hand=30, draw=1, mulligan=mulligan, rule="1")


@pytest.mark.parametrize("number, mulligan", [(14, False), (6, True)])
def test_what_is_too_large_says_how_large_it_is_and_what_the_bound_is(number, mulligan):
    goal, deck, opening = many_groups(number, "once")
    with pytest.raises(TooLarge) as caught:
        chance(goal, deck, opening, mulligan=mulligan)
    assert caught.value.what == "states"
    assert caught.value.size > caught.value.bound
    assert str(caught.value.bound) in str(caught.value)


def test_upper_bounds_no_hand_can_pass_are_not_counted_hand_by_hand():
    """Twenty names of one copy each, of which there can be no two: only what is asked for is left to count."""
    names = [chr(ord("a") + number) for number in range(20)]
    opening = Opening(hand=4, draw=2, mulligan="once", rule="1")
    never = "".join(f" and <=1 of (race:{name})" for name in names)
    deck = deck_of(**dict.fromkeys(names, 1))
    plain, bounded = (parse(f">=1 of (race:a){more}", GAME) for more in ("", never))
    assert chance(bounded, deck, opening, mulligan=True) == chance(plain, deck, opening, mulligan=True)
    assert len(what_if(bounded, deck, opening, mulligan=True)) == 20


@pytest.mark.parametrize(
    "others, goals", [(14, ("<=2 of (race:a)", ">=8 of (race:b)")), (12, ("=1 of (race:a)", "=9 of (race:b)"))]
)
def test_equal_events_have_equal_chances(others, goals):
    deck, opening = deck_of(a=others, b=30 - others), Opening(hand=10, draw=1, mulligan="once", rule="1")
    one, other = (chance(parse(goal, GAME), deck, opening, mulligan=True) for goal in goals)
    assert one == other


def test_a_huge_deck_seen_whole_is_too_large():
    with pytest.raises(TooLarge) as caught:
        chance(parse(">=1 of (race:a)", GAME), deck_of(a=4000, b=4000), Opening(hand=4000, draw=0, rule="1"))
    assert caught.value.what == "bits"
