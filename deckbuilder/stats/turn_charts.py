"""Charts as coordinates for an SVG, with the table behind each chart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from deckbuilder.common.labels import with_note

WIDTH, HEIGHT = 420, 248
LEFT, RIGHT, TOP, BOTTOM = 40, 10, 24, 42
"""The margins of a drawing, with room for the numbers and titles of its axes."""

MAX_MARKS = 14
"""The most labels that fit side by side below a drawing."""


class Mark(NamedTuple):
    """A label on an axis, and its position."""

    label: str
    at: float


class Point(NamedTuple):
    """A value of a line: its coordinates and its text."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class CurveLine:
    label: str
    style: int
    """The number of its colour, from 1."""
    runs: tuple[tuple[Point, ...], ...]
    """Its points, apart where one in between has no value."""

    @property
    def paths(self) -> list[str]:
        """Its runs in the format of `<polyline points>`."""
        return [" ".join(f"{point.x},{point.y}" for point in run) for run in self.runs]


class Bar(NamedTuple):
    """A column: its position and size, and its text."""

    x: float
    y: float
    width: float
    height: float
    text: str


class CurveRow(NamedTuple):
    """A row of the table behind a chart: its heading, and a text for each column."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Drawing:
    """A chart over turns or numbers: lines or bars, and marks on the axes."""

    slug: str
    title: str
    caption: str
    """A sentence that sums it up."""
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]
    lines: tuple[CurveLine, ...] = ()
    bars: tuple[Bar, ...] = ()
    heads: tuple[str, ...] = ()
    """The columns of the table behind it."""
    rows: tuple[CurveRow, ...] = ()
    axis: str = ""
    """The title of the horizontal axis."""
    measure: str = ""
    """The title of the vertical axis."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def floor(self) -> int:
        return HEIGHT - BOTTOM

    @property
    def left(self) -> int:
        return LEFT

    @property
    def end(self) -> int:
        return WIDTH - RIGHT


class Series(NamedTuple):
    """The data of a line: a value or None for each step of the axis, and the text of each."""

    label: str
    values: Sequence[float | None]
    texts: Sequence[str]


@dataclass(frozen=True)
class Scale:
    """The vertical scale from `low` to `high`, and the number of `steps` on the horizontal axis."""

    low: float
    high: float
    steps: int

    def x(self, index: int) -> float:
        room = WIDTH - LEFT - RIGHT
        return round(LEFT + room * (index + 0.5) / self.steps, 1)

    def y(self, value: float) -> float:
        room = HEIGHT - TOP - BOTTOM
        return round(TOP + room * (1 - (value - self.low) / (self.high - self.low)), 1)


def lines(
    slug: str,
    title: str,
    caption: str,
    steps: Sequence[str],
    series: Iterable[Series],
    *,
    axis: str,
    measure: str,
    top: float | None = None,
    unit: str = "",
) -> Drawing:
    """A line chart over `steps`. `top`: the upper end of the scale, by default from the values; `unit`: of the numbers
    on it.

    The table of a single line has `measure` as its heading.
    """
    there = [each for each in series if any(value is not None for value in each.values)]
    scale = _scale([value for each in there for value in each.values if value is not None], len(steps), top)
    return Drawing(
        slug=slug,
        title=title,
        caption=caption,
        across=_across(steps, scale),
        up=_up(scale, unit),
        lines=tuple(_line(each, number, scale) for number, each in enumerate(there, 1)),
        heads=(axis, *(each.label if len(there) > 1 else measure for each in there)),
        rows=tuple(CurveRow(step, tuple(each.texts[index] for each in there)) for index, step in enumerate(steps)),
        axis=axis,
        measure=measure,
    )


def bars(
    slug: str,
    title: str,
    caption: str,
    steps: Sequence[str],
    series: Series,
    *,
    axis: str,
    measure: str,
    unit: str = "",
) -> Drawing:
    """A bar chart with a column for each of `steps`."""
    values = [value or 0.0 for value in series.values]
    scale = _scale(values, len(steps), None)
    wide = round((WIDTH - LEFT - RIGHT) / max(len(steps), 1) * 0.72, 1)
    drawn_bars = tuple(
        Bar(round(scale.x(index) - wide / 2, 1), scale.y(value), wide, round(scale.y(0) - scale.y(value), 1), words)
        for index, (value, words) in enumerate(zip(values, series.texts, strict=True))
    )
    return Drawing(
        slug=slug,
        title=title,
        caption=caption,
        across=_across(steps, scale),
        up=_up(scale, unit),
        bars=drawn_bars,
        heads=(axis, measure),
        rows=tuple(CurveRow(step, (words,)) for step, words in zip(steps, series.texts, strict=True)),
        axis=axis,
        measure=measure,
    )


def in_percent(label: str) -> str:
    """The title of an axis whose numbers are percentages."""
    return with_note(label, "%")


def _line(series: Series, style: int, scale: Scale) -> CurveLine:
    points = [
        None if value is None else Point(scale.x(index), scale.y(value), words)
        for index, (value, words) in enumerate(zip(series.values, series.texts, strict=True))
    ]
    runs = (tuple(filter(None, run)) for _, run in groupby(points, lambda point: point is None))
    return CurveLine(series.label, style, tuple(filter(None, runs)))


def _scale(values: Sequence[float], steps: int, top: float | None) -> Scale:
    high = top if top is not None else _round(max([*values, 0.0]))
    low = -_round(-min([*values, 0.0])) if min([*values, 0.0]) < 0 else 0.0
    return Scale(low, high, max(steps, 1))


def _round(value: float) -> float:
    """The next larger number that divides well by four."""
    size = 1.0
    while size * 100 < value:
        size *= 10
    while size > 0.001 and size * 4 > value:
        size /= 10
    for factor in (4, 8, 12, 20, 40, 80, 100, 120, 200, 400):
        if size * factor >= value and size * factor > 0:
            return size * factor
    return value or 1.0


def _across(steps: Sequence[str], scale: Scale) -> tuple[Mark, ...]:
    every = -(-len(steps) // MAX_MARKS) or 1
    return tuple(Mark(step, scale.x(index)) for index, step in enumerate(steps) if index % every == 0)


def _up(scale: Scale, unit: str) -> tuple[Mark, ...]:
    values = [scale.low + (scale.high - scale.low) * part / 4 for part in range(5)]
    return tuple(Mark(f"{value:.4g}{unit}", scale.y(value)) for value in values)
