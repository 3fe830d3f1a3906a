"""The summary of a tally: plain numbers and lists for pages, files and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.model.decks import DeckEntry
from games.engine.model.questions import FURTHER_MEASURES, SimulatedLine, SimulatedQuestion
from games.engine.play.figures.estimates import Interval, mean, quantile, wilson
from games.engine.play.trials.tallies import LOWEST, METRICS, Tally

QUANTILES = {"tenth": 0.1, "median": 0.5, "ninetieth": 0.9}

Data = dict[str, Any]


def summary(tally: Tally, cards: Sequence[DeckEntry], *, goal: bool = True, keep: bool = True) -> Data:
    """All figures of a tally, `cards` being the card types it counts; `goal`: whether it counted one; `keep`: whether a
    mulligan was used.

    `keep`: opening hands kept, without an interval where all are kept by the input rather than by chance. `turns`: what
    stood at the end of each turn, of the games that came to it. `win`, `clock`: games won within the turns, and when.
    `goal`: how often the cards seen met it, in the opening hand (turn 0) of all games, and at the end of each turn of
    the games that came to it. `cut`: games in which effects of cards were dropped.
    `stuck`: copies of each card in hand at the end of each turn, and in opening hands.
    Shares have Wilson's interval, means the normal one.
    """
    kept_hands = share(int(tally.games[1]), tally.trials)
    return {
        "trials": tally.trials,
        "keep": kept_hands if keep else {**kept_hands, "low": None, "high": None},
        "turns": [_turn(tally, turn) for turn in range(tally.turns)],
        "win": share(sum(tally.won.tolist()), tally.trials),
        "clock": clock(tally),
        "goal": goal_by_turn(tally) if goal else None,
        "cut": int(tally.cut[0]),
        "stuck": [_stuck(tally, number, entry) for number, entry in enumerate(cards)],
    }


def share(hits: int, trials: int) -> Data:
    """A share with its 95 % interval; null figures where there are no trials."""
    data: Data = {"hits": hits, "trials": trials}
    return data | (_figures(wilson(hits, trials)) if trials else dict.fromkeys(("estimate", "low", "high")))


def _figures(interval: Interval) -> Data:
    return {"estimate": interval.estimate, "low": interval.low, "high": interval.high}


def _turn(tally: Tally, turn: int) -> Data:
    reached = int(tally.reached[turn])
    turn_data: Data = {"turn": turn + 1, "reached": reached}
    return turn_data | {name: _metric(tally, metric, turn) for metric, name in enumerate(METRICS)}


def _metric(tally: Tally, metric: int, turn: int) -> Data | None:
    """The mean of a counter with its interval, and its quantiles; None where no game came so far."""
    reached = int(tally.reached[turn])
    if reached == 0:
        return None
    total, squares = tally.sums[metric, turn].tolist()
    middle = mean(reached, total, squares)
    bins = tally.bins[metric, turn].tolist()
    figures: Data = {"mean": middle.estimate}
    figures |= {"low": middle.low, "high": middle.high} if reached > 1 else {"low": None, "high": None}
    return figures | {name: quantile(bins, part, LOWEST) for name, part in QUANTILES.items()}


def clock(tally: Tally) -> Data:
    """In which turn games were won; `over`: ended in it without; `unfinished`: still going after the last turn.

    `mean`, with its 95 % interval from two games on, and `median` are those of the games that were won.
    """
    won, over = tally.won.tolist(), tally.over.tolist()
    wins, total, squares = (sum(turn**power * count for turn, count in enumerate(won)) for power in range(3))
    interval = mean(wins, total, squares) if wins > 1 else None
    return {
        "turns": [
            {"turn": turn, "won": won[turn], "over": over[turn], "share": _part(won[turn], tally.trials)}
            for turn in range(tally.turns + 1)
        ],
        "unfinished": tally.trials - wins - sum(over),
        "mean": _part(total, wins),
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "median": quantile(won, 0.5) if wins else None,
    }


def clock_at(tally: Tally, part: float) -> tuple[int | None, float]:
    """The clock that this part of the games does not exceed, None where it is that of games which were not won; and
    which part of the games with that clock the place is at: many games share one."""
    won = tally.won.tolist()
    counts = [*won, tally.trials - sum(won)]
    turn = quantile(counts, part)
    within = (part * tally.trials - sum(counts[:turn])) / counts[turn]
    return (turn if turn < len(won) else None), within


Distribution = list[int]
"""A value and how many games had it, one more, and so on."""


def distribution(tally: Tally, turn: int, name: str) -> Distribution:
    """How a counter stood at the end of a turn, from 1, in the games that came to it; empty where none did."""
    counts = tally.bins[METRICS.index(name), turn - 1].tolist()
    filled = [place for place, count in enumerate(counts) if count]
    return [LOWEST + filled[0], *counts[filled[0] : filled[-1] + 1]] if filled else []


def percentile(values: Distribution, value: int) -> int:
    """How many games in 100 had less, those that had as much counting half."""
    lowest, *counts = values
    below = sum(counts[: max(value - lowest, 0)])
    same = counts[value - lowest] if 0 <= value - lowest < len(counts) else 0
    return round(100 * (below + same / 2) / sum(counts))


def goal_by_turn(tally: Tally) -> list[Data]:
    """The goal in the opening hand, and at the end of each turn of the games that came to it."""
    trials = [tally.trials, *tally.reached.tolist()]
    hits = tally.goal.tolist()
    return [{"turn": turn, **share(hits[turn], trials[turn])} for turn in range(tally.turns + 1)]


def _stuck(tally: Tally, number: int, entry: DeckEntry) -> Data:
    """Mean copies in hand; `code` is the card's first printing."""
    reached, stuck = tally.reached.tolist(), tally.stuck[:, number].tolist()
    return {
        "card": entry.card.key,
        "name": entry.card.name,
        "code": entry.card.codes[0] if entry.card.codes else "",
        "copies": entry.count,
        "opened": _part(int(tally.opened[number]), tally.trials),
        "turns": [_part(copies, games) for copies, games in zip(stuck, reached, strict=True)],
    }


# Simulated questions --------------------------------------------------------------------------------------------------


def simulated_answers(tally: Tally, questions: Sequence[SimulatedQuestion]) -> list[Data]:
    """The answers to a game's simulated questions, in their order.

    `lines`: for each line of the question a value for each turn (one value, of turn None, for what is counted once a
    game), with its 95 % interval over so many `games`; null figures where there are none, and no interval for a mean
    of one game. `distribution`: how many games had which count, for what is counted once a game.
    """
    return [_answer(tally, question) for question in questions]


def _answer(tally: Tally, question: SimulatedQuestion) -> Data:
    once = question.counts == "final"
    bins, sums = _counts(tally, question.counts)
    steps = list(zip(bins.tolist(), sums.tolist(), strict=True))
    return {
        "slug": question.slug,
        "lines": [
            [{"turn": None if once else turn, **_value(question, line, *step)} for turn, step in enumerate(steps, 1)]
            for line in question.lines
        ],
        "distribution": _distribution(bins[0].tolist()) if once else [],
    }


def _counts(tally: Tally, name: str) -> tuple[Any, Any]:
    """Histograms, and the sums of values and of squares, of what a question counts: for each turn, or once."""
    if name == "final":
        return tally.final_bins[None], tally.final_sums[None]
    if name == "measure":
        return tally.measured_bins, tally.measured_sums
    if name in FURTHER_MEASURES:
        further = FURTHER_MEASURES.index(name)
        return tally.further_bins[further], tally.further_sums[further]
    return tally.bins[METRICS.index(name)], tally.sums[METRICS.index(name)]


def _value(question: SimulatedQuestion, line: SimulatedLine, bins: list[int], sums: list[int]) -> Data:
    games, (total, squares) = sum(bins), sums
    if line.value is not None:
        values = [(count, line.value(LOWEST + index)) for index, count in enumerate(bins) if count]
        total = sum(count * value for count, value in values)
        squares = sum(count * value * value for count, value in values)
    line_data: Data = {"games": games}
    if games == 0:
        return line_data | dict.fromkeys(("estimate", "low", "high"))
    if question.unit == "chance":
        return line_data | _figures(wilson(total, games))
    figures = _figures(mean(games, total, squares))
    return line_data | (figures if games > 1 else {**figures, "low": None, "high": None})


def _distribution(bins: list[int]) -> list[Data]:
    """From the lowest value any game had to the highest."""
    filled = [index for index, count in enumerate(bins) if count]
    indices = range(filled[0], filled[-1] + 1) if filled else range(0)
    return [{"value": LOWEST + index, "games": bins[index]} for index in indices]


def _part(count: int, whole: int) -> float | None:
    return count / whole if whole else None
