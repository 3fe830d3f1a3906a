"""A coat of arms: shield, division and charges are drawn by lot, the two colours are the card's own."""

from __future__ import annotations

import math

from deckbuilder.common.art.ink import (
    ROUND,
    Dice,
    Palette,
    Point,
    around,
    glow,
    path,
    shape,
    star,
    stroke,
    with_transform,
)

X, Y = 120, 70


def draw(dice: Dice, colours: Palette, second: Palette, form: int) -> str:
    shield = _outline((dice.pick(SHIELDS), dice.pick(SHIELDS), dice.pick(SHIELDS), PENNON, DISC)[form % 5])
    behind = (_mantle, _swords, _mantle, _ribbon, _beams)[form % 5](dice, second)
    return "".join(
        (
            _diaper(dice, colours),
            glow(X, Y, 92, colours.mid, 0.3),
            behind,
            _crown(colours) if form == 0 else "",
            _field(dice, shield, colours, second),
            _charges(dice, colours, second),
        )
    )


# The shield: half an outline as (distance from the middle, height), from the top down

_CURVE = [(42 * max(math.cos(step * 0.262), 0) ** 0.8, 66 + 56 * math.sin(step * 0.262)) for step in range(7)]
SHIELDS: tuple[list[Point], ...] = (
    [(0, 22), (42, 22), *_CURVE],
    [(0, 30), (12, 26), (24, 24), (34, 26), (42, 20), *_CURVE],
    [(0, 16), (14, 22), (28, 24), (42, 20), (45, 44), *_CURVE[1:]],
    [(0, 18), (30, 18), (33, 26), (44, 32), (40, 46), (42, 62), *_CURVE[1:]],
)
PENNON: list[Point] = [(0, 14), (38, 14), (38, 116), (0, 96)]
_TURN = [step * math.pi / 12 for step in range(13)]
DISC: list[Point] = [(52 * math.sin(angle), 70 - 52 * math.cos(angle)) for angle in _TURN]


def _outline(half: list[Point]) -> list[Point]:
    right = [(X + dx, y) for dx, y in half]
    left = [(X - dx, y) for dx, y in reversed(half) if dx > 0.5]
    return right + left


def _cut(outline: list[Point], across: float, down: float, limit: float) -> list[Point]:
    """The part of an outline where across·x + down·y is below a limit, x and y counted from the middle."""

    depths = [across * (x - X) + down * (y - Y) - limit for x, y in outline]
    points: list[Point] = []
    one, depth = outline[-1], depths[-1]
    for two, next_depth in zip(outline, depths, strict=True):
        if depth * next_depth < 0:
            part = depth / (depth - next_depth)
            points.append((one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part))
        if next_depth <= 0:
            points.append(two)
        one, depth = two, next_depth
    return points


def _band(outline: list[Point], across: float, down: float, start: float, end: float) -> str:
    cut = _cut(_cut(outline, across, down, end), -across, -down, -start)
    return shape(cut, 1) if cut else ""


def _pale(outline: list[Point], dice: Dice) -> str:
    return _band(outline, 1, 0, 0, 99)


def _pallet(outline: list[Point], dice: Dice) -> str:
    width = dice.roll(12, 17)
    return _band(outline, 1, 0, -width, width)


def _paly(outline: list[Point], dice: Dice) -> str:
    return "".join(_band(outline, 1, 0, x, x + 12) for x in (-42, -18, 6, 30))


def _chief(outline: list[Point], dice: Dice) -> str:
    return _band(outline, 0, 1, -99, dice.roll(-26, -16))


def _barry(outline: list[Point], dice: Dice) -> str:
    return "".join(_band(outline, 0, 1, y, y + 13) for y in (-40, -14, 12, 38))


def _bend(outline: list[Point], dice: Dice) -> str:
    side, width = dice.pick((0.7, -0.7)), dice.roll(12, 18)
    return _band(outline, side, -0.7, -width, width)


def _bendy(outline: list[Point], dice: Dice) -> str:
    side = dice.pick((0.7, -0.7))
    return "".join(_band(outline, side, -0.7, y, y + 14) for y in (-62, -34, -6, 22, 50))


def _slope(outline: list[Point], dice: Dice) -> str:
    return _band(outline, dice.pick((0.6, -0.6)), 0.8, 0, 99)


def _quarters(outline: list[Point], dice: Dice) -> str:
    left, right = _cut(outline, 1, 0, 0), _cut(outline, -1, 0, 0)
    return shape(_cut(left, 0, 1, -4)) + shape(_cut(right, 0, -1, 4))


def _gyron(outline: list[Point], dice: Dice) -> str:
    left, right = _cut(outline, 0.7, 0.7, 0), _cut(outline, -0.7, -0.7, 0)
    return shape(_cut(left, 0.7, -0.7, 0)) + shape(_cut(right, -0.7, 0.7, 0))


def _chevron(outline: list[Point], dice: Dice) -> str:
    left, right = _cut(outline, 1, 0, 0), _cut(outline, -1, 0, 0)
    top, width = dice.roll(-8, 2), dice.roll(16, 22)
    return _band(left, 0.62, 0.78, top, top + width) + _band(right, -0.62, 0.78, top, top + width)


def _cross(outline: list[Point], dice: Dice) -> str:
    width = dice.roll(7, 11)
    return _band(outline, 1, 0, -width, width) + _band(outline, 0, 1, -width - 6, width - 6)


DIVISIONS = (_pale, _pallet, _paly, _chief, _barry, _bend, _bendy, _slope, _quarters, _gyron, _chevron, _cross)


def _field(dice: Dice, shield: list[Point], colours: Palette, second: Palette) -> str:
    whole = shape(shield, 1)
    shadow = with_transform(path(whole, colours.deep, 0.55), "translate(4 5)")
    return "".join(
        (
            shadow,
            path(whole, colours.high),
            path(dice.pick(DIVISIONS)(shield, dice), second.ground),
            stroke(whole, colours.light, 4.5, 1, ROUND),
            stroke(whole, second.deep, 1.2, 0.7, ROUND),
        )
    )


# What stands behind it


def _diaper(dice: Dice, colours: Palette) -> str:
    """A pattern on the ground: lozenges, bars or seeds."""
    size = dice.pick((16, 20, 24))
    kind = dice.roll(0, 2)
    if kind == 0:
        return _stripes(colours, 1, size * 1.4, 45, 0.55) + _stripes(colours, 1, size * 1.4, -45, 0.55)
    if kind == 1:
        return _stripes(colours, size, size * 2, dice.pick((0, 45, -45)), 0.25)
    data = "".join(f"M{row % 2 * size} {row * size}h300" for row in range(140 // size + 1))
    return stroke(data, colours.mid, 3.4, 0.6, f' stroke-linecap="round" stroke-dasharray="0 {size * 2}"')


def _stripes(colours: Palette, width: int, pitch: float, turn: int, opacity: float) -> str:
    """Stripes over the whole ground: one dashed line, as wide as the ground."""
    dashes = f' stroke-dasharray="{width} {pitch - width:g}" transform="rotate({turn} {X} {Y})"'
    return stroke(f"M{X - 150} {Y}h300", colours.mid, 280, opacity, dashes)


def _mantle(dice: Dice, colours: Palette) -> str:
    droop = dice.roll(0, 24)
    right = f"M0 14c50-18 80 6 102 {droop - 4}-12 20-4 34 8 44-18 2-30 12-26 30-16-8-30-2-34 14L0 78z"
    folds = stroke(right, colours.light, 1, 0.6)
    one = f'<g transform="translate({X} 0)">{path(right, colours.mid)}{folds}</g>'
    return one + one.replace(f"translate({X} 0)", f"translate({X} 0)scale(-1 1)")


def _swords(dice: Dice, colours: Palette) -> str:
    blade = "M-2.4-62L0-72l2.4 10V44h9v5h-9v17h-4.8V49h-9v-5h9z"
    turn = dice.roll(40, 58)
    return "".join(
        with_transform(path(blade, colours.light), f"translate({X} {Y}) rotate({side}) scale(1.25)")
        for side in (turn, -turn)
    )


def _ribbon(dice: Dice, colours: Palette) -> str:
    y, curl = dice.roll(92, 104), dice.roll(8, 18)
    band = f"M26 {y}q47-{curl} 94 0t94 0l-12 12 12 12q-47 {curl}-94 0t-94 0l12-12z"
    return path(band, colours.mid) + stroke(band, colours.light, 1.2, 0.7)


def _beams(dice: Dice, colours: Palette) -> str:
    count = dice.roll(14, 24)
    outer, inner = star((X, Y), 96, 56, count), star((X, Y), 74, 56, count, 0.13)
    return path(shape(outer), colours.mid, 0.8) + path(shape(inner), colours.high)


def _crown(colours: Palette) -> str:
    return path("M100 25l-7-20 15 9 12-11 12 11 15-9-7 20z", colours.spark) + stroke("M101 23h38", colours.deep, 2, 0.5)


# What it bears: charges one unit large, with room for a radius of 1

CHARGES = (
    "M0-1L.62 0 0 1-.62 0z",
    "M-.85-.5A1 1 0 1 0 .85-.5.88.88 0 1 1-.85-.5z",
    "M-.7-.9h.3v.22h.25V-.9h.3v.22H.4V-.9h.3v.5l-.2.2V.6h.2V.9h-1.4V.6h.2V-.2l-.2-.2z",
    "M0-1C.5-.6.3-.2.14.1.5-.5 1.1-.1.8.4.7.1.4.2.3.4H.5V.6H.2L0 1"
    "-.2.6H-.5V.4h.2C-.4.2-.7.1-.8.4-1.1-.1-.5-.5-.14.1-.3-.2-.5-.6 0-1z",
    "M0-1a.42.42 0 0 1 .12.82V.3h.36v.2H.12v.2h.26v.22H-.12V-.18A.42.42 0 0 1 0-1z",
    "M.1-1C.1-.5.7-.3.7.3A.7.7 0 0 1-.7.3C-.7 0-.5-.2-.4-.4c.1.2.2.3.3.3C-.1-.4-.2-.7.1-1z",
    "M-1-.1C-.8-.6-.3-.7 0-.2.3-.7.8-.6 1-.1.6-.2.4 0 .3.2L.5.6 0 .4-.5.6-.3.2C-.4 0-.6-.2-1-.1z",
    "M-.2-1h.4v.8H1v.4H.2V1h-.4V.2H-1v-.4h.8z",
)
ARRANGEMENTS = (
    ((0, -4, 24),),
    ((0, -4, 26),),
    ((-18, -20, 12), (18, -20, 12), (0, 18, 12)),
    ((0, -28, 11), (0, 0, 11), (0, 28, 11)),
    ((-17, -18, 11), (17, -18, 11), (0, 4, 11), (0, 30, 9)),
)


def _mullet(dice: Dice) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in star((0, 0), 1, 0.42, dice.roll(4, 8))) + "z"


def _rose(dice: Dice) -> str:
    return "".join(f"M{x - 0.4:.2f} {y:.2f}a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z" for x, y in around(0, 0, 0.55, 5))


def _charges(dice: Dice, colours: Palette, second: Palette) -> str:
    lot = dice.roll(0, len(CHARGES) + 3)
    charge = CHARGES[lot] if lot < len(CHARGES) else (_mullet, _rose)[lot % 2](dice)
    return "".join(
        f'<path d="{charge}" fill="{colours.spark}" stroke="{second.deep}" stroke-width="{1.6 / size:.2f}" '
        f'transform="translate({X + dx} {Y + dy}) scale({size})"/>'
        for dx, dy, size in dice.pick(ARRANGEMENTS)
    )
