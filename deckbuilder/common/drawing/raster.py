"""The drawings of cards as pixels, for images of decks: what `common.art` uses of SVG, and no more of it.

Paths of straight lines, curves and arcs, circles and ellipses; filled, stroked, dashed, with round ends, translucent,
moved, turned and scaled. Shapes are drawn in order on an image twice as large, which is then halved.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring
from PIL import Image, ImageDraw

from deckbuilder.common import art
from deckbuilder.common.art.ink import HEIGHT, WIDTH
from games.engine.model.game import Game

FINER = 2
"""How many times larger shapes are drawn than they are shown."""

MAX_ARTS = 256
"""Drawings that a process caches, about 50 kB each."""

Point = tuple[float, float]
Line = list[Point]

_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "t": 2, "c": 6, "a": 7, "z": 0}
"""Numbers after each command of a path."""

INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity")


class Matrix(NamedTuple):
    """(x, y) → (a·x + c·y + e, b·x + d·y + f)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def of(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, inner: Matrix) -> Matrix:
        """First `inner`, then this one."""
        x, y = self.of(inner.e, inner.f)
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            x,
            y,
        )

    @property
    def scale(self) -> float:
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def rasterize(game: Game, lot: art.Lot, width: int, height: int) -> Image.Image:
    """The drawing of a card in a frame, which it fills with its light in sight."""
    return raster(art.picture(game, lot), art.focus(game, lot), width, height)


@lru_cache(maxsize=MAX_ARTS)
def raster(svg: str, focus: int, width: int, height: int) -> Image.Image:
    """`svg`: a drawing of `common.art`; `focus`: where its light is, from 0 (left) to 10 (right)."""
    size = width * FINER, height * FINER
    zoom = max(size[0] / WIDTH, size[1] / HEIGHT)
    spare = size[0] - zoom * WIDTH
    left = min(0.0, max(spare, size[0] / 2 - zoom * WIDTH * focus / 10))
    image = Image.new("RGB", size)
    frame = Matrix(zoom, 0, 0, zoom, left, (size[1] - zoom * HEIGHT) / 2)
    _draw_children(_Canvas(image), fromstring(svg), {}, frame)
    return image.reduce(FINER)


class _Canvas:
    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.pen = ImageDraw.Draw(image, "RGBA")

    def has(self, points: Line, width: float) -> bool:
        """Whether the ends of a short line this wide may be seen."""
        across, down = self.image.size
        return any(-width < x < across + width and -width < y < down + width for x, y in (points[0], points[-1]))

    def fill(self, points: Line, colour: tuple[int, int, int], opacity: float) -> None:
        if len(points) > 2:
            self.pen.polygon(points, fill=(*colour, round(255 * opacity)))

    def stroke(self, lines: list[Line], colour: tuple[int, int, int], opacity: float, width: float, cap: bool) -> None:
        """Where translucent lines meet or cross they are not denser: all are drawn as one shape."""
        if opacity >= 1:
            _draw_lines(self.pen, lines, (*colour, 255), width, cap)
            return
        spare = math.ceil(width / 2) + 1
        across, down = zip(*(point for points in lines for point in points), strict=True)
        left, top = max(0, int(min(across)) - spare), max(0, int(min(down)) - spare)
        right, foot = (
            min(most, math.ceil(max(values)) + spare)
            for most, values in zip(self.image.size, (across, down), strict=True)
        )
        if right <= left or foot <= top:
            return
        mask = Image.new("L", (right - left, foot - top))
        moved = [[(x - left, y - top) for x, y in points] for points in lines]
        _draw_lines(ImageDraw.Draw(mask), moved, round(255 * opacity), width, cap)
        self.image.paste(colour, (left, top), mask)


def _draw_lines(pen: ImageDraw.ImageDraw, lines: list[Line], ink: Any, width: float, cap: bool) -> None:
    size, half = max(1, round(width)), max(width, 1) / 2
    for points in lines:
        is_dot = len(points) < 3 and points[0] == points[-1]
        for x, y in (points[0],) if is_dot else (points[0], points[-1]) if cap else ():
            pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)
        if not is_dot:
            pen.line(points, fill=ink, width=size, joint="curve" if width > 2 else None)


def _draw_children(canvas: _Canvas, parent: Element, above: Mapping[str, str], matrix: Matrix) -> None:
    for element in parent:
        style = {**above, **{name: value for name, value in element.attrib.items() if name in INHERITED}}
        inner = matrix.then(_matrix_of(element.get("transform", "")))
        kind = element.tag.rpartition("}")[2]
        if kind == "g":
            _draw_children(canvas, element, style, inner)
            continue
        lines = list(_outline(kind, element, inner))
        _draw_shape(canvas, lines, style, inner.scale)


def _draw_shape(canvas: _Canvas, lines: list[tuple[Line, bool]], style: Mapping[str, str], scale: float) -> None:
    opacity = float(style.get("opacity", 1))
    fill = style.get("fill", "#000")
    if fill != "none":
        for points, _is_closed in lines:
            canvas.fill(points, _colour(fill), opacity)
    stroke, width = style.get("stroke", "none"), float(style.get("stroke-width", 1)) * scale
    if stroke == "none" or width <= 0:
        return
    dashes = [float(each) * scale for each in style.get("stroke-dasharray", "").split()]
    overlap = 1 if dashes else 2  # else the last corner would not be joined
    shown = [points + points[:overlap] if is_closed else points for points, is_closed in lines]
    if dashes:
        shown = [dash for points in shown for dash in _dashes(points, dashes) if canvas.has(dash, width)]
    if not shown:
        return
    if dashes and style.get("stroke-linecap") != "round":
        for dash in shown:
            canvas.fill(_bar(dash, width), _colour(stroke), opacity)
        return
    canvas.stroke(shown, _colour(stroke), opacity, width, style.get("stroke-linecap") == "round")


@lru_cache(maxsize=1024)
def _colour(text: str) -> tuple[int, int, int]:
    digits = text[1:] if len(text) == 7 else "".join(each * 2 for each in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


@lru_cache(maxsize=1024)
def _matrix_of(text: str) -> Matrix:
    result = Matrix()
    for name, inside in _CALL.findall(text):
        values = [float(each) for each in _TOKEN.findall(inside)]
        if name == "translate":
            result = result.then(Matrix(e=values[0], f=values[1]))
        elif name == "scale":
            result = result.then(Matrix(a=values[0], d=values[-1]))
        else:
            x, y = values[1:] or (0, 0)
            turn = math.radians(values[0])
            cos, sin = math.cos(turn), math.sin(turn)
            result = result.then(Matrix(e=x, f=y)).then(Matrix(cos, sin, -sin, cos)).then(Matrix(e=-x, f=-y))
    return result


def _outline(kind: str, element: Element, matrix: Matrix) -> Iterator[tuple[Line, bool]]:
    """The lines of a shape, each with whether it is closed."""
    if kind == "path":
        for points, is_closed in _path(element.get("d", "")):
            yield [matrix.of(x, y) for x, y in points], is_closed
        return
    x, y = float(element.get("cx", 0)), float(element.get("cy", 0))
    across = float(element.get("r") or element.get("rx") or 0)
    down = float(element.get("r") or element.get("ry") or 0)
    count = 12 + round(across * matrix.scale / 3)
    turns = (math.tau * number / count for number in range(count))
    yield [matrix.of(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns], True


@lru_cache(maxsize=256)
def _path(data: str) -> tuple[tuple[Line, bool], ...]:
    """The lines of path data, with curves as short straight pieces."""
    tokens, at = _TOKEN.findall(data), 0
    lines: list[tuple[Line, bool]] = []
    points: Line = []
    command, here, control = "", (0.0, 0.0), (0.0, 0.0)
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        kind = command.lower()
        values = [float(each) for each in tokens[at : at + _NUMBERS[kind]]]
        at += _NUMBERS[kind]
        base = here if command.islower() else (0.0, 0.0)
        if kind in "mz":
            if points:
                lines.append((points, kind == "z"))
            here = (base[0] + values[0], base[1] + values[1]) if kind == "m" else points[0] if points else here
            points = [here] if kind == "m" else []
            command = {"m": "l", "M": "L"}.get(command, command)
            continue
        points = points or [here]
        if kind == "a":
            end = base[0] + values[5], base[1] + values[6]
            points += _arc(here, end, values[0], values[3] > 0, values[4] > 0)
        elif kind in "hv":
            end = (base[0] + values[0], here[1]) if kind == "h" else (here[0], base[1] + values[0])
            points.append(end)
        else:
            pairs = [(base[0] + x, base[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
            if kind == "t":
                pairs.insert(0, (2 * here[0] - control[0], 2 * here[1] - control[1]))
            end = pairs[-1]
            points += [end] if kind == "l" else _curve([here, *pairs])
            control = pairs[-2] if kind in "qt" else end
        here = end
        control = control if kind in "qt" else here
    if points:
        lines.append((points, False))
    return tuple(lines)


PIECES = 8
"""Straight pieces of a curve."""


def _curve(corners: Line) -> Line:
    """A Bézier curve of two or three degrees, without its first point."""
    result = []
    for number in range(1, PIECES + 1):
        part, rest = number / PIECES, corners
        while len(rest) > 1:
            rest = [(x + (next_x - x) * part, y + (next_y - y) * part) for (x, y), (next_x, next_y) in pairwise(rest)]
        result.append(rest[0])
    return result


def _arc(start: Point, end: Point, radius: float, large: bool, sweep: bool) -> Line:
    """An arc of a circle, without its first point."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    if not length:
        return [end]
    radius = max(radius, length / 2)
    offset = math.sqrt(max(0.0, radius**2 - length**2 / 4)) * (1 if large != sweep else -1)
    x = (start[0] + end[0]) / 2 - offset * down / length
    y = (start[1] + end[1]) / 2 + offset * across / length
    first = math.atan2(start[1] - y, start[0] - x)
    turn = math.atan2(end[1] - y, end[0] - x) - first
    if sweep and turn < 0:
        turn += math.tau
    if not sweep and turn > 0:
        turn -= math.tau
    count = max(2, math.ceil(abs(turn) * 5))
    angles = (first + turn * number / count for number in range(1, count + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _dashes(points: Line, pattern: list[float]) -> Iterator[Line]:
    """The parts of a line that a pattern of lengths, dash and gap in turn, lets be seen."""
    index, left = 0, pattern[0]
    dash: Line = points[:1]
    for (x, y), (end_x, end_y) in pairwise(points):
        length = math.hypot(end_x - x, end_y - y)
        done = 0.0
        while length - done > left:
            done += left
            at = x + (end_x - x) * done / length, y + (end_y - y) * done / length
            if index % 2 == 0:
                yield [*dash, at]
            index += 1
            dash, left = [at], max(pattern[index % len(pattern)], 1e-6)
        left -= length - done
        dash.append((end_x, end_y))
    if index % 2 == 0:
        yield dash


def _bar(dash: Line, width: float) -> Line:
    """A short dash with straight ends as a shape."""
    (x, y), (end_x, end_y) = dash[0], dash[-1]
    length = math.hypot(end_x - x, end_y - y) or 1
    across, down = -(end_y - y) / length * width / 2, (end_x - x) / length * width / 2
    if len(dash) == 2:
        return [
            (x + across, y + down),
            (end_x + across, end_y + down),
            (end_x - across, end_y - down),
            (x - across, y - down),
        ]
    sides: tuple[Line, Line] = ([], [])
    for number, (at_x, at_y) in enumerate(dash):
        (from_x, from_y), (to_x, to_y) = dash[max(0, number - 1)], dash[min(len(dash) - 1, number + 1)]
        reach = math.hypot(to_x - from_x, to_y - from_y) or 1
        across, down = -(to_y - from_y) / reach * width / 2, (to_x - from_x) / reach * width / 2
        sides[0].append((at_x + across, at_y + down))
        sides[1].append((at_x - across, at_y - down))
    return sides[0] + sides[1][::-1]
