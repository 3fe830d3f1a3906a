"""Small bar charts: heights for an SVG, with the numbers for the table behind it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.model.cards import Attribute
from games.engine.model.decks import DeckEntry
from games.engine.model.game import Game

HEIGHT = 44
STEP = 34
WIDEST = 40
"""The maximum number of columns of a curve, gaps included."""


class Bar(NamedTuple):
    """A column: its label, its number, and its place in a drawing that is HEIGHT units high."""

    label: str
    count: int  # type: ignore[assignment]  # instead of the method of tuples
    x: int
    y: float
    height: float


@dataclass(frozen=True)
class Chart:
    """`name`: the counted attribute; `step`: the distance between columns, wide enough for the longest label."""

    name: str
    title: str
    bars: tuple[Bar, ...]
    step: int = STEP

    @property
    def width(self) -> int:
        return self.step * len(self.bars)

    @property
    def middle(self) -> int:
        return self.step // 2


def chart(name: str, title: str, counts: Iterable[tuple[str, int]]) -> Chart:
    """Columns for pairs of label and count, in their order, scaled to the highest."""
    pairs = list(counts)
    most = max((count for _, count in pairs), default=0) or 1
    heights = [HEIGHT * count / most for _, count in pairs]
    step = max([STEP, *(_width(label) + 8 for label, _ in pairs)])
    bars = (
        Bar(label, count, step * number, round(HEIGHT - height, 1), round(height, 1))
        for number, ((label, count), height) in enumerate(zip(pairs, heights, strict=True))
    )
    return Chart(name, title, tuple(bars), step)


def _width(label: str) -> int:
    """The approximate width of a label; Chinese characters are twice as wide as letters."""
    return sum(11 if char >= "\u2e80" else 6 for char in label)


def charts_of(game: Game, cards: Iterable[DeckEntry], language: str) -> list[Chart]:
    """A chart for every attribute that the game wants charted, over the cards that have it."""
    entries = list(cards)
    charts = []
    for attribute in game.fields.values():
        if attribute.chart:
            counts = _counts(attribute, entries)
            if len(counts) > 1 or (counts and attribute.name != "kind"):
                title = attribute.label.read(language)
                bars = [(attribute.label_of(str(value), language), n) for value, n in counts]
                charts.append(chart(attribute.name, title, bars))
    return charts


def curve_of(game: Game, cards: Iterable[DeckEntry], language: str) -> Chart | None:
    """The chart of the first number that the game wants charted; None if no card has it."""
    attribute = next((each for each in game.attributes if each.chart and each.numeric), None)
    counts = _counts(attribute, list(cards)) if attribute else []
    if not attribute or not counts:
        return None
    return chart(attribute.name, attribute.label.read(language), [(f"{value:g}", count) for value, count in counts])


def _counts(attribute: Attribute, entries: list[DeckEntry]) -> list[tuple[object, int]]:
    counts: dict[object, int] = {}
    for each in entries:
        value = each.card.get(attribute.name) if attribute.has(each.card.kind) else None
        for part in value if isinstance(value, tuple) else (value,):
            if part is not None:
                counts[part] = counts.get(part, 0) + each.count
    if attribute.numeric:
        return _curve(counts)
    order = {choice.value: rank for rank, choice in enumerate(attribute.choices)}
    return sorted(counts.items(), key=lambda pair: (order.get(str(pair[0]), len(order)), str(pair[0])))


def _curve(counts: dict[object, int]) -> list[tuple[object, int]]:
    """By number, with gaps: every whole number from 0, or the lowest, to the highest, unless the range is long."""
    numbers = sorted(value for value in counts if isinstance(value, (int, float)))
    if not numbers:
        return []
    low, high = min(0, numbers[0]), numbers[-1]
    if high - low >= WIDEST or any(value != int(value) for value in numbers):
        return [(value, counts[value]) for value in numbers]
    return [(value, counts.get(value, 0)) for value in range(int(low), int(high) + 1)]
