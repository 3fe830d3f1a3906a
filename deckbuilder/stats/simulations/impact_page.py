"""Card impact as a simulation's page shows it: a chart with its table for the clock, and one for the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.labels import with_note
from deckbuilder.stats.figures import decimal, percent, with_sign
from deckbuilder.stats.odds.sentences import goal_by
from games.engine.play.figures.impact import MIN_GAMES

ENDS = 10
"""If there are many cards, a chart shows this many from each end of the order; the table shows all of them."""

MARGIN = 0.04
"""The margin on both sides of a chart, as a share of its range."""

Data = dict[str, Any]


class Dot(NamedTuple):
    """A card in a chart: the positions of its difference and of the interval's ends, from 0 to 100."""

    name: str
    copies: int
    x: float
    low: float
    high: float
    difference: str
    text: str
    clear: bool


class ImpactRow(NamedTuple):
    """A card in the table; `reason`: why it is not compared."""

    name: str
    copies: int
    dealt: int
    with_card: str = ""
    without: str = ""
    difference: str = ""
    range: str = ""
    clear: bool = False
    reason: str = ""


@dataclass(frozen=True)
class ImpactChart:
    """`less`, `more`: the labels to the left and right of `zero`; `unit`: of the differences. `ends`: how many cards
    are drawn from each end of the order; 0: all."""

    slug: str
    title: str
    caption: str
    less: str
    unit: str
    more: str
    zero: float
    dots: tuple[Dot, ...]
    rows: tuple[ImpactRow, ...]
    ends: int = 0


@dataclass(frozen=True)
class ImpactPart:
    """`games`: games whose hands were recorded; `turns`: turns per game; `intervals`: how many intervals hold at once;
    `won`: whether any game was won."""

    games: int
    turns: int
    intervals: int
    won: bool
    charts: tuple[ImpactChart, ...]

    @property
    def late(self) -> int:
        """The turn counted for games that are not won."""
        return self.turns + 1


class _Figure(NamedTuple):
    """How a figure is shown: `value` and `difference` as text, and in which direction a card `helps`."""

    name: str
    value: Callable[[float], str]
    difference: Callable[[float], str]
    helps: int


def part(data: Data, names: Mapping[str, str]) -> ImpactPart:
    """The results of `games.engine.play.figures.impact` for the page. `names`: the names shown, by card key."""
    cards = [card | {"name": names[card["card"]]} for card in data["cards"]]
    cards_with_figures = [card for card in cards if not card["reason"]]
    has_wins = not cards_with_figures or any(card["clock"] for card in cards_with_figures)
    charts = []
    if has_wins:
        charts.append(_clock(cards))
    if data["goal_turn"] is not None:
        charts.append(_goal(cards, data["goal_turn"]))
    return ImpactPart(data["games"], data["turns"], data["intervals"], has_wins, tuple(charts))


def _clock(cards: Sequence[Data]) -> ImpactChart:
    figure = _Figure("clock", lambda turns: f"{turns:.3f}", lambda turns: with_sign(turns, 3), -1)
    best = _best(cards, figure)
    sentence = _(
        "The biggest help is {card}: with it in the opening hand, games are won {turns} turns earlier on average."
    )
    words = sentence.format(card=best["name"], turns=decimal(-best["clock"]["difference"])) if best else _no_help(cards)
    return _chart(cards, figure, _("When games are won"), words, (_("earlier"), _("turns"), _("later")))


def _goal(cards: Sequence[Data], turn: int) -> ImpactChart:
    figure = _Figure("goal", percent, lambda share: with_sign(100 * share), 1)
    in_order = sorted(cards, key=lambda card: -card["goal"]["difference"] if card["goal"] else 2)
    best = _best(in_order, figure)
    sentence = _(
        "The biggest help is {card}: with it in the opening hand, the goal is met more often, "
        "by {points} percentage points."
    )
    words = (
        sentence.format(card=best["name"], points=decimal(100 * best["goal"]["difference"]))
        if best
        else _no_help(cards)
    )
    return _chart(in_order, figure, goal_by(turn), words, (_("less often"), _("percentage points"), _("more often")))


def _no_help(cards: Sequence[Data]) -> str:
    if all(card["reason"] for card in cards):
        return _("No card can be compared yet.")
    return _("No card makes a statistically significant difference.")


def _best(cards: Sequence[Data], figure: _Figure) -> Data | None:
    """The card that clearly helps most: the first that does, since they are sorted."""
    clear = [card for card in cards if card[figure.name] and card[figure.name]["clear"]]
    return next((card for card in clear if card[figure.name]["difference"] * figure.helps > 0), None)


def _chart(cards: Sequence[Data], figure: _Figure, title: str, caption: str, axis: tuple[str, str, str]) -> ImpactChart:
    cards_with_figure = [card for card in cards if card[figure.name]]
    ends = ENDS if len(cards_with_figure) > 2 * ENDS else 0
    chart_cards = cards_with_figure[:ends] + cards_with_figure[-ends:] if ends else cards_with_figure
    low: float = min([0.0, *(card[figure.name]["low"] for card in chart_cards)])
    high: float = max([0.0, *(card[figure.name]["high"] for card in chart_cards)])
    room = MARGIN * (high - low) or 1.0

    def x(value: float) -> float:
        return round(100 * (value - low + room) / (high - low + 2 * room), 2)

    dots = tuple(_dot(card, figure, x) for card in chart_cards)
    rows = tuple(_row(card, figure) for card in cards)
    return ImpactChart(f"impact-{figure.name}", title, caption, *axis, x(0), dots, rows, ends)


def _dot(card: Data, figure: _Figure, x: Callable[[float], float]) -> Dot:
    impact, row = card[figure.name], _row(card, figure)
    middle, low, high = (x(impact[name]) for name in ("difference", "low", "high"))
    text = with_note(row.difference, row.range)
    return Dot(card["name"], card["copies"], middle, low, high, row.difference, text, row.clear)


def _row(card: Data, figure: _Figure) -> ImpactRow:
    impact = card[figure.name]
    row = ImpactRow(card["name"], card["copies"], card["dealt"])
    if not impact:
        return row._replace(reason=REASONS[card["reason"]]())
    ends = _("{low} to {high}").format(low=figure.difference(impact["low"]), high=figure.difference(impact["high"]))
    return row._replace(
        with_card=figure.value(impact["with_card"]),
        without=figure.value(impact["without"]),
        difference=figure.difference(impact["difference"]),
        range=ends,
        clear=impact["clear"],
    )


REASONS: dict[str, Callable[[], str]] = {
    "always": lambda: _("in every opening hand"),
    "never": lambda: _("in no opening hand"),
    "few": lambda: _("fewer than {games} games with it, or without").format(games=MIN_GAMES),
}
"""Why a card is not compared."""
