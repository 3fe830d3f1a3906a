"""Card impact: the clock and the goal of the games that were dealt a card, against those of the other games of the run.

Hands are dealt at random, so that the two differ by the card alone, against what is dealt in its place on average. The
hand counts as it is dealt, before any mulligan: what a mulligan keeps is chosen, and then the games would differ by the
choice, too.

A game that is not won within T turns has the clock T + 1. The mean is then that of the lesser of clock and T + 1, known
of every game, whatever would have come later; leaving such games out would compare only the lucky ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.model.decks import DeckEntry
from games.engine.play.figures.estimates import ALPHA, Interval, Values, newcombe, welch
from games.engine.play.trials.tallies import ImpactTally

MIN_GAMES = 100
"""With fewer games on either side a normal interval far out in the tails says too little."""

Data = dict[str, Any]


def impact(tally: ImpactTally, cards: Sequence[DeckEntry], goal_turn: int | None = None) -> Data:
    """The effect of each card type in the hand as dealt; `goal_turn`: None if no goal was counted.

    `games`: all that were counted; `intervals`: how many hold at once, 19 times in 20 (Bonferroni). By card: `dealt`,
    the games that were dealt a copy; `clock` and `goal`, None where `reason` says why, and `clock` None too where no
    game at all was won. `reason`: "always" or "never" dealt, "few" games on a side; "" otherwise. The cards that help
    the clock most come first, or else the goal.
    """
    intervals = len(cards) * (1 if goal_turn is None else 2)
    alpha = ALPHA / max(intervals, 1)
    card_data = [_card(tally, number, entry, goal_turn, alpha) for number, entry in enumerate(cards)]
    return {
        "games": tally.games,
        "turns": tally.clocks.shape[1] - 2,
        "goal_turn": goal_turn,
        "intervals": intervals,
        "cards": sorted(card_data, key=_sort_key),
    }


def _card(tally: ImpactTally, number: int, entry: DeckEntry, goal_turn: int | None, alpha: float) -> Data:
    dealt, games = int(tally.clocks[number].sum()), tally.games
    data: Data = {
        "card": entry.card.key,
        "name": entry.card.name,
        "code": entry.card.codes[0] if entry.card.codes else "",
        "copies": entry.count,
        "dealt": dealt,
        "reason": _reason(dealt, games),
        "clock": None,
        "goal": None,
    }
    if data["reason"]:
        return data
    if _wins(tally):
        data["clock"] = _clock(tally.clocks[number].tolist(), tally.clocks[-1].tolist(), alpha)
    if goal_turn is not None:
        hits, all_hits = (int(tally.goals[row, : goal_turn + 1].sum()) for row in (number, -1))
        one, other = (hits, dealt), (all_hits - hits, games - dealt)
        data["goal"] = _contrast(hits / dealt, other[0] / other[1], newcombe(one, other, alpha))
    return data


def _reason(dealt: int, games: int) -> str:
    if games and dealt in (0, games):
        return "always" if dealt else "never"
    return "few" if min(dealt, games - dealt) < MIN_GAMES else ""


def _wins(tally: ImpactTally) -> int:
    return int(tally.clocks[-1, :-1].sum())


def _clock(dealt: Sequence[int], games: Sequence[int], alpha: float) -> Data:
    """`dealt`, `games`: those that were dealt the card, and all, by the turn in which they were won."""
    one = _values(dealt)
    other = _values([all_games - own for all_games, own in zip(games, dealt, strict=True)])
    return _contrast(one.total / one.count, other.total / other.count, welch(one, other, alpha))


def _values(clocks: Sequence[int]) -> Values:
    return Values(*(sum(turn**power * games for turn, games in enumerate(clocks)) for power in range(3)))


def _contrast(dealt: float, other: float, difference: Interval) -> Data:
    """A figure of the games with a card and of those without; `clear`: whether their difference is beyond chance."""
    clear = difference.low > 0 or difference.high < 0
    interval = {"difference": difference.estimate, "low": difference.low, "high": difference.high}
    return {"with_card": dealt, "without": other, **interval, "clear": clear}


def _sort_key(card: Data) -> tuple[bool, float, float]:
    clock, goal = (card[name]["difference"] if card[name] else 0.0 for name in ("clock", "goal"))
    return bool(card["reason"]), clock, -goal
