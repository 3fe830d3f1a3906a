"""Odds by dealing every hand there is: slow, and by nothing but the rules of the opening."""

from fractions import Fraction
from itertools import chain, combinations

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Opening
from games.engine.reading.goals import Goal, groups


def enumerated(
    goal: Goal, deck: Deck, opening: Opening, *, turn=0, seat="first", mulligan=False, back=None
) -> Fraction:
    """The chance that the cards seen meet the goal, with the best mulligan for it if there is one.

    `back`: by the pile and the hand, the choices of places to put back that are made instead, each as often.
    """
    pile = [entry.card for zone in opening.zones for entry in deck.entries(zone) for _ in range(entry.count)]
    size = max(len(pile) - opening.life, 0)
    changes = mulligan and opening.mulligan == "once"
    hands = _taken(range(len(pile)), min(opening.hand, size))
    return _average(_of_hand(goal, pile, hand, opening, opening.draws(turn, seat), changes, back) for hand in hands)


def _of_hand(goal, pile, hand, opening, draws, changes, back):
    if not changes:
        return after(goal, pile, hand, (), opening.life, draws)
    if back:
        return _average(after(goal, pile, hand, each, opening.life, draws) for each in back(pile, hand))
    choices = chain.from_iterable(combinations(hand, number) for number in range(len(hand) + 1))
    return max(after(goal, pile, hand, each, opening.life, draws) for each in choices)


def after(goal, pile, hand, back, life, draws):
    """The chance when these of a hand are put back. Nobody knows which of the other cards are life cards."""
    unseen, kept = _without(range(len(pile)), hand), _without(hand, back)
    return _average(
        _after_draws(pile, (*kept, *drawn), [*_without(library, drawn), *back], draws, goal)
        for lives in _taken(unseen, life)
        for library in [_without(unseen, lives)]
        for drawn in _taken(library, len(back))
    )


def _after_draws(pile, held, library, draws, aim):
    return _average(Fraction(met(aim, pile, (*held, *drawn))) for drawn in _taken(library, draws))


def met(goal, pile, places):
    counted = groups(goal, [DeckLine(pile[place], 1) for place in places])
    return goal.is_met_by([sum(row[number] for row in counted) for number in range(len(goal.conditions))])


def _taken(places, number):
    places = list(places)
    return combinations(places, min(number, len(places)))


def _without(places, taken):
    return [place for place in places if place not in taken]


def _average(chances):
    values = list(chances)
    return sum(values, Fraction(0)) / len(values)
