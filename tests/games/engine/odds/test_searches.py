"""Odds with searches: the same fraction as the best of all ways to play a small deck."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.odds.draw_effects import DrawsRefused
from games.engine.odds.exact import chance, draws_in, left_out, what_if
from games.engine.odds.searches import LIFE, VAGUE, WHEN, WHICH
from games.engine.reading.goals import groups, parse
from tests.games.engine.small_game import GAME, card


def stated(name, *effects, race="b"):
    return replace(card(name, "spell", race=race, cost=1), effects=effects)


PLAIN, SOUGHT, OTHER = stated("plain"), stated("sought", race="a"), stated("other", race="a")
FETCH = stated("fetch", "played: search 1 (name=sought)")
PAIR = stated("pair", "played: search 2 (race=a)")
LINK = stated("link", "played: search 1 (name=fetch)")
DRAW = stated("draw", "played: may draw 1")
DECKS = (PLAIN, SOUGHT, OTHER, FETCH, PAIR, LINK, DRAW)
GOALS = (
    ">=1 of (name=sought)",
    ">=2 of (race:a)",
    ">=1 of (name=sought) and >=1 of (name=other)",
    ">=1 of (name=plain) and >=1 of (race:a)",
    ">=3 of (*) or >=1 of (name=other)",
)


def opens(**values):
    defaults = {"hand": 1, "draw": 1, "rule": "1", "draw_choice": lambda card, deck: None, "effects": GAME.effects}
    return Opening(**defaults | values)


def deck_of(*cards):
    return Deck("small", {"main": tuple(DeckLine(each, cards.count(each)) for each in dict.fromkeys(cards))})


class BestPlay:
    """The chance of a goal for a player who sees their hand and does what is best for it: plays any card at any time in
    their turn, takes any card that fits, and puts back the best cards in the mulligan."""

    def __init__(self, goal, deck, opening, turns):
        entries = deck.entries("main")
        self.sizes = tuple(entry.count for entry in entries)
        self.names = [entry.card.name for entry in entries]
        self.goal, self.entries, self.opening = goal, entries, opening
        self.batches = [opening.draws(turn, "first") - opening.draws(turn - 1, "first") for turn in range(1, turns + 1)]
        self.finds = {"fetch": (1, {"sought"}), "pair": (2, {"sought", "other"}), "link": (1, {"fetch"})}

    def dealt(self):
        return self._mean(self._hands(self.sizes, min(self.opening.hand, sum(self.sizes))), self._mulligan)

    def _mulligan(self, hand):
        if self.opening.mulligan == "none":
            return self._turn(0, hand, hand)
        return max(self._put_back(hand, keep) for keep in product(*(range(count + 1) for count in hand)))

    def _put_back(self, hand, keep):
        library = self._minus(self.sizes, hand)
        new = min(sum(hand) - sum(keep), sum(library))
        return self._mean(
            self._hands(library, new), lambda refill: self._turn(0, self._plus(keep, refill), self._plus(keep, refill))
        )

    @cache  # noqa: B019
    def _turn(self, turn, seen, unused):
        if turn == len(self.batches):
            return Fraction(self._met(seen))
        return self._draw(turn, seen, unused, self.batches[turn])

    def _draw(self, turn, seen, unused, number):
        library = self._minus(self.sizes, seen)
        new_hands = self._hands(library, min(number, sum(library)))
        return self._mean(new_hands, lambda new: self._main(turn, self._plus(seen, new), self._plus(unused, new)))

    @cache  # noqa: B019
    def _main(self, turn, seen, unused):
        ways = [self._turn(turn + 1, seen, unused)]
        for place, name in enumerate(self.names):
            if unused[place] and (name == "draw" or name in self.finds):
                rest = self._plus(unused, self._one(place, -1))
                ways += self._played(turn, seen, rest, name)
        return max(ways)

    def _played(self, turn, seen, unused, name):
        if name == "draw":
            return [self._draw(turn, seen, unused, 1)]
        number, names = self.finds[name]
        library = self._minus(self.sizes, seen)
        fitting = tuple(count if self.names[place] in names else 0 for place, count in enumerate(library))
        return [
            self._main(turn, self._plus(seen, taken), self._plus(unused, taken))
            for taken, _ in self._hands(fitting, min(number, sum(fitting)))
        ]

    def _met(self, seen):
        rows = groups(self.goal, list(self.entries))
        return self.goal.is_met_by(
            [
                sum(row[at] * count for row, count in zip(rows, seen, strict=True))
                for at in range(len(self.goal.conditions))
            ]
        )

    def _hands(self, sizes, number):
        """Every choice of so many cards, and in how many ways it can be made."""
        for counts in product(*(range(size + 1) for size in sizes)):
            if sum(counts) == number:
                yield counts, prod(map(comb, sizes, counts))

    def _mean(self, hands, value):
        hands = list(hands)
        return sum(ways * value(hand) for hand, ways in hands) / Fraction(sum(ways for _, ways in hands))

    def _one(self, place, by):
        return tuple(by if each == place else 0 for each in range(len(self.sizes)))

    @staticmethod
    def _plus(one, other):
        return tuple(a + b for a, b in zip(one, other, strict=True))

    @staticmethod
    def _minus(one, other):
        return tuple(a - b for a, b in zip(one, other, strict=True))


small = st.lists(st.sampled_from(DECKS), min_size=2, max_size=7).map(lambda cards: deck_of(*cards))


@given(small, st.sampled_from(GOALS), st.integers(1, 3), st.integers(0, 2), st.integers(1, 2), st.booleans())
@settings(max_examples=150)
def test_what_is_counted_is_the_best_play_of_all(deck, text, turn, hand, draw, mulligan):
    """Without searches that are a choice it is a bound from below."""
    goal = parse(text, GAME)
    opening = opens(hand=hand, draw=draw, mulligan="once" if mulligan else "none")
    best = BestPlay(goal, deck, opening, turn).dealt()
    when = {"turn": turn, "mulligan": mulligan}
    counted = chance(goal, deck, opening, draws="free", **when)
    if left_out(goal, deck, opening):
        assert chance(goal, deck, opening, draws="none", **when) <= counted <= best
    else:
        assert chance(goal, deck, opening, draws="all", **when) == counted == best


def test_a_search_for_one_card_takes_it_out_of_what_is_drawn():
    """Of four cards two are seen, with the searching one among them three, unless the sought one came with it."""
    deck, goal = deck_of(SOUGHT, FETCH, PLAIN, PLAIN), parse(">=1 of (name=sought)", GAME)
    for turn, draws, expected in ((0, "all", Fraction(1, 4)), (1, "none", Fraction(2, 4)), (1, "all", Fraction(5, 6))):
        assert chance(goal, deck, opens(), turn=turn, draws=draws) == expected


@pytest.mark.parametrize(
    ("cards", "goal", "reason"),
    [
        ((SOUGHT, SOUGHT, FETCH, PLAIN), ">=2 of (race:a)", WHICH),
        ((SOUGHT, FETCH, DRAW, PLAIN), ">=2 of (name=plain) and >=1 of (race:a)", WHEN),
    ],
)
def test_a_search_that_is_a_choice_for_the_goal_is_refused_by_name_or_left_out(cards, goal, reason):
    deck, opening, goal = deck_of(PLAIN, *cards), opens(), parse(goal, GAME)
    with pytest.raises(DrawsRefused) as caught:
        chance(goal, deck, opening, turn=1, draws="all")
    assert caught.value.cards == ((FETCH, reason),) == left_out(goal, deck, opening)
    assert draws_in(deck, opening).searches
    assert chance(goal, deck, opening, turn=1, draws="free") >= chance(goal, deck, opening, turn=1)


@pytest.mark.parametrize(
    "statement",
    [
        "played: search 1 (name=sought) or discard 1",
        "played: if has(board): search 1 (name=sought)",
        "played: discard 1 then search 1 (name=sought)",
        "played: search 1 (name=sought) then discard 1",
        "played: search 1 (name=sought) from grave",
        "played: search 1 (name=sought other)",
        "buried: search 1 (name=sought)",
        "buried: draw 1",
        "main: draw 1",
    ],
)
def test_what_depends_on_the_game_is_named_and_not_counted(statement):
    deck, opening, goal = deck_of(SOUGHT, stated("x", statement), PLAIN, PLAIN), opens(), parse(GOALS[0], GAME)
    assert [(each.name, why) for each, why in draws_in(deck, opening).choices] == [("x", VAGUE)]
    assert chance(goal, deck, opening, turn=1, draws="free") == chance(goal, deck, opening, turn=1)


def test_a_card_may_be_among_the_life_cards():
    deck = deck_of(SOUGHT, FETCH, PLAIN, PLAIN)
    assert draws_in(deck, opens(life=1)).choices == ((FETCH, LIFE),)


def test_what_if_is_the_odds_of_the_changed_deck():
    """With a second card to take, the search would be a choice."""
    goal, opening = parse(">=1 of (name=plain) and >=1 of (race:a)", GAME), opens()
    deck = deck_of(SOUGHT, FETCH, PLAIN, OTHER)
    rows = {row.entry.card: row for row in what_if(goal, deck, opening, turn=2, draws="all")}
    now = chance(goal, deck, opening, turn=2, draws="all")
    more = chance(goal, deck_of(SOUGHT, FETCH, FETCH, PLAIN, OTHER), opening, turn=2, draws="all")
    assert (rows[FETCH].more, rows[SOUGHT].more) == (more - now, None)


def test_cards_of_one_search_are_counted_once_each():
    """Two searches take the only card there is: the second takes nothing."""
    deck = deck_of(SOUGHT, FETCH, FETCH, PLAIN)
    assert chance(parse(">=1 of (name=sought)", GAME), deck, opens(hand=0), turn=1, draws="all") == Fraction(3, 4)
    assert chance(parse(">=1 of (name=plain)", GAME), deck, opens(hand=0), turn=2, draws="all") == Fraction(7, 12)
