"""The page of two simulations side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.stats import turn_charts
from deckbuilder.stats.figures import decimal, percent, points, with_sign
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.sentences import goal_by
from deckbuilder.stats.simulations import pages
from deckbuilder.stats.simulations.pages import SimulationPage
from deckbuilder.stats.simulations.pairs import Contrast, clocks, contrasts
from deckbuilder.stats.simulations.sentences import FIELDS
from deckbuilder.stats.simulations.specs import unequal_conditions
from deckbuilder.stats.turn_charts import Drawing, Series
from games.engine.play.figures.races import Clocks


class Difference(NamedTuple):
    """A figure of both simulations, how much higher it is in the first, and whether that is significant."""

    label: str
    first: str
    second: str
    difference: str
    range: str
    sure: bool


@dataclass(frozen=True)
class Pair:
    """`unequal`: the conditions in which they differ; then there are no `differences`, since they would be those of
    the conditions. `late`: the turn that counts for games that are not won."""

    first: SimulationPage
    second: SimulationPage
    unequal: tuple[str, ...]
    differences: tuple[Difference, ...]
    chart: Drawing | None
    late: int

    @property
    def open(self) -> bool:
        return self.first.bar.open or self.second.bar.open


def pair(first: Simulation, second: Simulation) -> Pair:
    """Compare two simulations of one game. The intervals of the differences hold however often the page is viewed."""
    one, other = pages.page(first), pages.page(second)
    unequal = tuple(FIELDS[name]() for name in unequal_conditions(first, second))
    late = first.turns + 1
    if unequal or one.summary is None or other.summary is None:
        return Pair(one, other, unequal, (), None, late)
    differences = map(_difference, contrasts((first, one.summary), (second, other.summary)))
    return Pair(one, other, (), tuple(differences), _race(clocks(one.summary), clocks(other.summary)), late)


def _difference(each: Contrast) -> Difference:
    first, second = (_value(each, value) for value in (each.first, each.second))
    if each.difference is None:
        return Difference(_label(each), first, second, "–", "–", False)
    middle, low, high = (_change(each, value) for value in each.difference)
    change = _("{change} turns") if each.figure == "clock" else _("{change} percentage points")
    interval = _("{low} to {high}").format(low=low, high=high)
    return Difference(_label(each), first, second, change.format(change=middle), interval, each.clear)


def _label(each: Contrast) -> str:
    if each.figure == "clock":
        return _("Average winning turn")
    if each.figure == "kept":
        return _("Opening hands kept")
    turn = each.turn or 0
    return goal_by(turn) if each.figure == "goal" else _("Won by turn {turn}").format(turn=turn)


def _value(each: Contrast, value: float | None) -> str:
    if value is None:
        return "–"
    return decimal(value) if each.figure == "clock" else percent(value)


def _change(each: Contrast, value: float) -> str:
    return with_sign(value) if each.figure == "clock" else points(value)


def _race(one: Clocks, other: Clocks) -> Drawing:
    """A chart of the share of games that each has won by each turn."""
    series = [_wins_series(*each) for each in ((one, "A"), (other, "B"))]
    caption = _("The share of all games won by the end of each turn.")
    steps = [str(turn) for turn in range(1, len(one.won) + 1)]
    axes = {"axis": _("Turn"), "measure": turn_charts.in_percent(_("Games won"))}
    return turn_charts.lines("race", _("Won by turn"), caption, steps, series, **axes, top=100, unit="%")


def _wins_series(each: Clocks, letter: str) -> Series:
    shares = [hits / each.games for hits in each.won_by]
    return Series(letter, [100 * share for share in shares], list(map(percent, shares)))
