"""The curve of an odds page: the chance of its goal by each turn."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from deckbuilder.stats import turn_charts
from deckbuilder.stats.figures import percent
from deckbuilder.stats.odds.chances import OddsQuery, or_why
from deckbuilder.stats.turn_charts import Drawing, Series
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.odds.exact import (
    DrawsRefused,
    TooLarge,
    chance,
    chance_with_exchange,
    mulligan_steps,
)
from games.engine.reading.goals import Goal

CURVE_TURNS = range(11)
"""The turns of the curve; 0 is the opening hand."""

MAX_CURVE_STEPS = 40_000
"""The most steps a curve with the mulligan may take, so that the page's limit leaves enough for the rest."""


def curve(goal: Goal, deck: Deck, game: Game, query: OddsQuery, steps: int) -> Drawing | None:
    """The chance by each turn, as dealt and with the mulligan; the latter is left out if it would take too long.

    `steps`: what the chance shown took to count. None if draw effects are refused for this goal.
    """
    if query.counts_draws and _refuses_draws(goal, deck, game, query):
        return None
    curves = list(_curves(goal, deck, game, query, _quick(goal, deck, game, query, steps)))
    return turn_charts.lines(
        "curve",
        _("By turn"),
        _curve_caption(curves[-1][1]),
        [_("hand"), *map(str, CURVE_TURNS[1:])],
        [Series(label, _heights(values), _words(values)) for label, values in curves],
        axis=_("Turn"),
        measure=turn_charts.in_percent(_("Chance")),
        top=100,
        unit="%",
    )


def _refuses_draws(goal: Goal, deck: Deck, game: Game, query: OddsQuery) -> bool:
    try:
        chance(goal, deck, game.opening, turn=1, seat=query.seat, draws=query.draws)
    except DrawsRefused:
        return True
    except TooLarge:
        pass  # the curve says so itself
    return False


def _curves(
    goal: Goal, deck: Deck, game: Game, query: OddsQuery, quick: bool
) -> Iterator[tuple[str, list[Fraction | None]]]:
    """The label of each curve, and the chance by each turn from the opening hand on; None if it is too complex."""

    def chances_by_turn(count: Callable[..., Fraction | None], **when: Any) -> list[Fraction | None]:
        return [or_why(partial(count, goal, deck, game.opening, turn=turn, **when))[0] for turn in CURVE_TURNS]

    yield _("As dealt"), chances_by_turn(chance, seat=query.seat, draws=query.draws)
    if game.opening.has_mulligan and quick:
        yield _("With the mulligan"), chances_by_turn(chance, seat=query.seat, draws=query.draws, mulligan=True)
    if game.opening.exchange and not query.counts_draws:
        with_exchange = chances_by_turn(chance_with_exchange, seat=query.seat)
        if None not in with_exchange:
            yield _("With the exchange every turn"), with_exchange


def _quick(goal: Goal, deck: Deck, game: Game, query: OddsQuery, count: int) -> bool:
    """Whether the curve with the mulligan takes at most MAX_CURVE_STEPS. With draw effects, each turn takes about as
    many steps as the chance shown, which took `count`."""
    last = CURVE_TURNS[-1]
    try:
        steps = count if query.counts_draws else mulligan_steps(goal, deck, game.opening, turn=last, seat=query.seat)
    except TooLarge:
        return False
    return len(CURVE_TURNS) * steps <= MAX_CURVE_STEPS


def _heights(values: Sequence[Fraction | None]) -> list[float | None]:
    return [None if value is None else 100 * float(value) for value in values]


def _words(values: Sequence[Fraction | None]) -> list[str]:
    return [_("too complex") if value is None else percent(value) for value in values]


def _curve_caption(values: Sequence[Fraction | None]) -> str:
    """A sentence on the first and the last value."""
    if values[0] is None or values[-1] is None:
        return _("Some of these chances are too complex to calculate exactly; a simulation can estimate them.")
    sentence = _("{first} in the opening hand, {last} by turn {turn}.")
    return sentence.format(first=percent(values[0]), turn=len(values) - 1, last=percent(values[-1]))
