"""Odds by dealing every hand there is: slow, and by nothing but the rules of the opening."""

from fractions import Fraction
from itertools import combinations

from games.engine.decks import Deck, Entry
from games.engine.goals import Goal, groups
from games.engine.opening import Opening


def enumerated(goal: Goal, deck: Deck, opening: Opening, *, turn=0, seat="first", mulligan=False, aim=None) -> Fraction:
    """The chance that the cards seen meet `aim`, which is the goal itself unless another is given."""
    pile = [entry.card for zone in opening.zones for entry in deck.held(zone) for _ in range(entry.count)]
    return _average(
        _after_life(goal, pile, life, opening, opening.draws(turn, seat), mulligan, aim or goal)
        for life in _taken(range(len(pile)), opening.life)
    )


def _after_life(goal, pile, life, opening, draws, mulligan, aim):
    left = [place for place in range(len(pile)) if place not in life]
    return _average(
        _after_hand(goal, pile, hand, _without(left, hand), opening, draws, mulligan, aim)
        for hand in _taken(left, opening.hand)
    )


def _after_hand(goal, pile, hand, library, opening, draws, mulligan, aim):
    if not mulligan or opening.mulligan == "none" or met(goal, pile, hand):
        return _after_draws(pile, hand, library, draws, aim)
    back = [place for place in hand if not asked_for(goal, pile[place])]
    kept = _without(hand, back)
    return _average(
        _after_draws(pile, (*kept, *drawn), [*_without(library, drawn), *back], draws, aim)
        for drawn in _taken(library, len(back))
    )


def _after_draws(pile, held, library, draws, aim):
    return _average(Fraction(met(aim, pile, (*held, *drawn))) for drawn in _taken(library, draws))


def met(goal, pile, places):
    counted = groups(goal, [Entry(pile[place], 1) for place in places])
    return goal.met([sum(row[number] for row in counted) for number in range(len(goal.conditions))])


def asked_for(goal, card):
    (row,) = groups(goal, [Entry(card, 1)])
    return any(holds and condition.low > 0 for holds, condition in zip(row, goal.conditions, strict=True))


def _taken(places, number):
    places = list(places)
    return combinations(places, min(number, len(places)))


def _without(places, taken):
    return [place for place in places if place not in taken]


def _average(chances):
    values = list(chances)
    return sum(values, Fraction(0)) / len(values)
