"""Which hands of a deck to keep for a goal, and the value of other mulligan rules."""

from fractions import Fraction
from typing import NamedTuple

from deckbuilder.stats.throttle import counting
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.odds.keep_policy import KeepPolicy, keep_policy, value_of_named_cards, value_of_rule
from games.engine.reading.goals import Goal
from games.registry import get

MAX_HANDS_SHOWN = 60
"""The most hands of a deck shown, those dealt most often."""


class KeepRule(NamedTuple):
    """The player's own rule: the mulligan is used for this goal by that turn, like `keep` and `keep_turn` of a
    simulation."""

    goal: Goal
    turn: int = 0


class KeepValues(NamedTuple):
    """The chance of a goal under each mulligan rule; None if `too_large` is set, or if the game has no mulligan."""

    policy: KeepPolicy | None = None
    """The best choice for every hand."""
    best: Fraction | None = None
    """The chance with these choices."""
    dealt: Fraction | None = None
    """If every hand is kept."""
    named: Fraction | None = None
    """If the cards that no condition names are put back."""
    own: Fraction | None = None
    """With the player's rule; None without one."""
    too_large: TooLarge | None = None


def keep_values(
    deck: Deck, goal: Goal, *, turn: int = 0, seat: Seat = "first", rule: KeepRule | None = None
) -> KeepValues:
    """The values that can be counted within the limit. Raises Unreadable."""
    opening = get(deck.game).opening
    values = KeepValues()
    if not opening.has_mulligan:
        return values
    try:
        with counting():
            policy = keep_policy(goal, deck, opening, turn=turn, seat=seat)
            values = KeepValues(policy, policy.best, policy.without_mulligan)
            values = values._replace(named=value_of_named_cards(goal, deck, opening, turn=turn, seat=seat))
            if rule:
                own = value_of_rule(goal, rule.goal, deck, opening, turn=turn, rule_turn=rule.turn, seat=seat)
                values = values._replace(own=own)
    except TooLarge as error:
        values = values._replace(too_large=error)
    return values
