"""Drawing tools: colours of even lightness, random numbers that are the same for the same card, shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple, TypeVar

WIDTH, HEIGHT = 240, 140
Point = tuple[float, float]
ROUND = ' stroke-linejoin="round" stroke-linecap="round"'
T = TypeVar("T")

_MASK = (1 << 64) - 1
_WHEEL = ((0, 29), (60, 110), (120, 142), (180, 195), (240, 264), (300, 328), (360, 389))
"""Hues of HSL and where OKLCH has the same ones."""


def seed(text: str) -> int:
    """A text as what dice start from: below 2^64, the same on every machine."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Dice:
    """Random numbers of one seed, the same on every machine and in every version of Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def roll(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK
        return low + (self.state >> 33) % (high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.roll(0, len(choices) - 1)]


class Palette(NamedTuple):
    """The colours of one picture, from its ground up to what shines; `spark` is a warm light that suits all of them."""

    ground: str
    deep: str
    mid: str
    high: str
    light: str
    spark: str


def hue(degrees: float) -> float:
    """The hue of OKLCH that looks like a hue of HSL, both in degrees."""
    degrees %= 360
    for (low, start), (high, end) in pairwise(_WHEEL):
        if degrees <= high:
            return start + (end - start) * (degrees - low) / (high - low)
    raise AssertionError("a hue lies below 360 degrees")


@lru_cache(maxsize=4096)
def paint(lightness: float, chroma: float, degrees: float) -> str:
    """An OKLCH colour as #rrggbb, as strong as sRGB can show it."""
    while True:
        channels = _linear(lightness, chroma, math.radians(degrees))
        if chroma <= 0 or all(-0.0005 <= each <= 1.0005 for each in channels):
            return "#" + "".join(f"{round(_gamma(min(max(each, 0), 1)) * 255):02x}" for each in channels)
        chroma -= 0.01


def _linear(lightness: float, chroma: float, angle: float) -> tuple[float, float, float]:
    a, b = chroma * math.cos(angle), chroma * math.sin(angle)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _gamma(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


TONES = {"": (0.0, 1.0), "dull": (0.0, 0.6), "deep": (-0.08, 0.35)}
"""How much lighter and how strong in colour the palettes of a tone are."""


@lru_cache(maxsize=2048)
def palette(degrees: float, tone: str = "") -> Palette:
    """The colours around an HSL hue. `tone`: "dull" has less colour, "deep" less light too, "pale" a light ground."""
    base = hue(degrees)
    if tone == "pale":
        return Palette(
            paint(0.82, 0.035, base),
            paint(0.74, 0.05, base),
            paint(0.9, 0.03, base),
            paint(0.97, 0.015, base),
            paint(0.36, 0.05, base),
            paint(0.6, 0.12, base),
        )
    lift, strength = TONES[tone]
    gold = max(0, 1 - abs(base - 98) / 28)  # in the dark a yellow is but an olive: it is drawn lighter and warmer
    lean = -1 if 20 < base < 120 else 1  # warm colours turn toward red as they get lighter, cold ones away from green
    base, lift = base - 16 * gold, lift + 0.15 * gold
    return Palette(
        paint(0.34 + lift, 0.095 * strength, base),
        paint(0.25 + lift, 0.07 * strength, base - 12 * lean),
        paint(0.46 + lift, 0.12 * strength, base + 8 * lean),
        paint(0.64 + lift * 0.8, 0.135 * strength, base + 18 * lean),
        paint(0.93, 0.045 * strength, base + 8 * lean),
        paint(0.87, 0.11, 88),
    )


def figure(number: float) -> str:
    """A coordinate with one digit after the point at most."""
    return f"{number:.1f}".removesuffix(".0")


def line(points: Iterable[Point], digits: int = 0) -> str:
    """Path data through points, rounded, each told from the one before: half as long as telling it from the corner."""
    if digits:
        return _fine_line(points, 10**digits)
    data, last_x, last_y = [], 0, 0
    for across, down in points:
        x, y = round(across), round(down)
        data.append(f"{x - last_x} {y - last_y}")
        last_x, last_y = x, y
    return f"M{data[0]}l{' '.join(data[1:])}"


def _fine_line(points: Iterable[Point], scale: int) -> str:
    data, last_x, last_y = [], 0, 0
    for across, down in points:
        x, y = round(across * scale), round(down * scale)
        data.append(f"{(x - last_x) / scale:g} {(y - last_y) / scale:g}")
        last_x, last_y = x, y
    return f"M{data[0]}l{' '.join(data[1:])}"


def shape(points: Iterable[Point], digits: int = 0) -> str:
    return line(points, digits) + "z"


def around(x: float, y: float, radius: float, count: int, turn: float = 0) -> list[Point]:
    """Points on a circle, the first at the top when `turn` (in radians) is 0."""
    step = math.tau / count
    return [
        (x + radius * math.sin(turn + step * number), y - radius * math.cos(turn + step * number))
        for number in range(count)
    ]


def star(centre: Point, outer: float, inner: float, count: int, turn: float = 0) -> list[Point]:
    """The corners of a star with `count` points."""
    tips = around(*centre, outer, count, turn)
    notches = around(*centre, inner, count, turn + math.pi / count)
    return [corner for pair in zip(tips, notches, strict=True) for corner in pair]


def sparkle(x: float, y: float, size: int) -> str:
    """Path data of a star of four thin points."""
    bend = max(size // 6, 1)
    far = size - bend
    return (
        f"M{figure(x)} {figure(y - size)}q{bend} {far} {size} {size}q-{far} {bend}-{size} {size}"
        f"q-{bend}-{far}-{size}-{size}q{far}-{bend} {size}-{size}z"
    )


def dots(points: Iterable[tuple[int, int]]) -> str:
    """Path data that a stroke with round ends shows as dots."""
    return "".join(f"M{x} {y}h0" for x, y in points)


def path(data: str, paint: str, opacity: float = 1) -> str:
    """A filled shape."""
    return f'<path fill="{paint}" d="{data}"{_faint(opacity)}/>'


def stroke(data: str, paint: str, width: float, opacity: float = 1, extra: str = "") -> str:
    """A line. `extra`: more attributes, with a blank before them."""
    return f'<path fill="none" stroke="{paint}" stroke-width="{figure(width)}"{extra} d="{data}"{_faint(opacity)}/>'


def disc(x: float, y: float, radius: float, paint: str, opacity: float = 1) -> str:
    return f'<circle cx="{figure(x)}" cy="{figure(y)}" r="{figure(radius)}" fill="{paint}"{_faint(opacity)}/>'


def ring(centre: Point, radius: float, paint: str, width: float, opacity: float = 1, *, extra: str = "") -> str:
    x, y = centre
    return (
        f'<circle cx="{figure(x)}" cy="{figure(y)}" r="{figure(radius)}" fill="none" stroke="{paint}" '
        f'stroke-width="{figure(width)}"{extra}{_faint(opacity)}/>'
    )


def _faint(opacity: float) -> str:
    return "" if opacity >= 1 else f' opacity="{opacity:.2f}"'.replace("0.", ".")


def orbit(centre: Point, across: float, down: float, turn: int, paint: str) -> str:
    """A thin ellipse, turned by so many degrees."""
    x, y = map(figure, centre)
    return (
        f'<ellipse cx="{x}" cy="{y}" rx="{figure(across)}" ry="{figure(down)}" fill="none" stroke="{paint}" '
        f'stroke-width="1.3" opacity=".65" transform="rotate({turn} {x} {y})"/>'
    )


def with_transform(element: str, transform: str) -> str:
    """One element, moved or turned."""
    return element.replace("/>", f' transform="{transform}"/>')


def glow(x: float, y: float, radius: float, paint: str, strength: float = 0.16) -> str:
    """Light that fades outward."""
    return "".join(disc(x, y, radius * part, paint, strength) for part in (1, 0.72, 0.46))
