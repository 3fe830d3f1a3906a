"""A panel of a comic: rays, printed dots and a burst with what goes off in it."""

from __future__ import annotations

import math

from deckbuilder.common.art.ink import (
    ROUND,
    WIDTH,
    Dice,
    Palette,
    around,
    disc,
    path,
    ring,
    shape,
    star,
    stroke,
    with_transform,
)


def draw(dice: Dice, colours: Palette, second: Palette, form: int) -> str:
    x, y = focus(dice, form), dice.roll(58, 82)
    emblem = (_star, _gear, _bolt, _cry)[form % 4]
    return "".join(
        (
            _speed(dice, colours, x, y),
            _screen(dice, colours),
            _burst(dice, colours, x, y),
            emblem(dice, colours, x, y),
        )
    )


def focus(dice: Dice, form: int) -> int:
    """How far right the emblem is in the picture of these dice."""
    return dice.roll(84, 156)


def _speed(dice: Dice, colours: Palette, x: int, y: int) -> str:
    """Wedges of uneven width that all run to one point."""
    count = dice.roll(12, 17)
    step, turn = math.tau / count, dice.roll(0, 10) / 10
    data = ""
    for number in range(count):
        start = turn + step * (number + dice.roll(0, 30) / 100)
        end = start + step * dice.roll(20, 60) / 100
        near, far = 210 * math.sin(start), -210 * math.cos(start)
        data += f"M{x} {y}l{near:.0f} {far:.0f}L{x + 210 * math.sin(end):.0f} {y - 210 * math.cos(end):.0f}z"
    return path(data, colours.mid, 0.8)


def _screen(dice: Dice, colours: Palette) -> str:
    """Rows of dots that grow toward one edge: one dashed line with round ends a row."""
    pitch, lean, up = dice.pick((8, 9, 10)), dice.roll(-28, 28), dice.roll(0, 1)
    rows = 7
    lines = ""
    for row in range(rows):
        y = 146 - row * pitch if up else row * pitch - 6
        width = pitch * 0.98 * (1 - row / rows)
        lines += f'<path stroke-width="{width:.1f}" d="M{-pitch * 4 + row % 2 * pitch / 2:g} {y}h{WIDTH + pitch * 9}"/>'
    return (
        f'<g fill="none" stroke="{colours.high}" stroke-linecap="round" stroke-dasharray="0 {pitch}" opacity=".75" '
        f'transform="rotate({lean} 120 70)">{lines}</g>'
    )


def _burst(dice: Dice, colours: Palette, x: int, y: int) -> str:
    count, outer = dice.roll(11, 17), dice.roll(52, 60)
    corners = star((x, y), outer, outer * 0.7, count, dice.roll(0, 10) / 10)
    points = [(x + (cx - x) * (grow := dice.roll(84, 116) / 100), y + (cy - y) * grow * 0.9) for cx, cy in corners]
    data = shape(points)
    shadow = with_transform(path(data, colours.deep, 0.85), "translate(5 5)")
    return shadow + path(data, colours.light) + stroke(data, colours.deep, 3, 1, ROUND)


def _ink_path(data: str, fill: str, colours: Palette, move: str) -> str:
    return (
        f'<path d="{data}" fill="{fill}" stroke="{colours.deep}" stroke-width="2.6" stroke-linejoin="round" '
        f'fill-rule="evenodd" transform="{move}"/>'
    )


def _star(dice: Dice, colours: Palette, x: int, y: int) -> str:
    """A star with two lesser ones, as over a hero who enters."""
    count, turn = dice.pick((4, 5, 5, 6, 8)), dice.roll(-30, 30) / 100
    big = shape(star((0, 0), 33, dice.roll(12, 18), count, turn))
    core = shape(star((0, 0), 17, 7, count, turn))
    small = shape(star((0, 0), 9, 4, count, -turn))
    return "".join(
        (
            _ink_path(big, colours.high, colours, f"translate({x} {y})"),
            f'<path d="{core}" fill="{colours.spark}" transform="translate({x} {y})"/>',
            _ink_path(small, colours.spark, colours, f"translate({x + 34} {y - dice.roll(14, 30)})"),
            _ink_path(small, colours.spark, colours, f"translate({x - 36} {y + dice.roll(10, 26)})"),
        )
    )


def _gear(dice: Dice, colours: Palette, x: int, y: int) -> str:
    teeth = dice.roll(7, 11)
    rim = around(0, 0, 31, teeth * 4)
    inner = around(0, 0, 23, teeth * 4)
    corners = [(inner if number % 4 in (0, 3) else rim)[number] for number in range(teeth * 4)]
    return "".join(
        (
            _ink_path(shape(corners), colours.high, colours, f"translate({x} {y}) rotate({dice.roll(0, 40)})"),
            disc(x, y, 12, colours.spark),
            ring((x, y), 12, colours.deep, 2.4),
            disc(x, y, 4.5, colours.deep),
        )
    )


def _bolt(dice: Dice, colours: Palette, x: int, y: int) -> str:
    kink = dice.roll(-4, 4)
    data = f"M6-40L{-20 + kink} 4H-4L-12 40 {20 - kink}-6H3L18-40z"
    return _ink_path(data, colours.spark, colours, f"translate({x} {y}) rotate({dice.roll(-14, 22)})")


def _cry(dice: Dice, colours: Palette, x: int, y: int) -> str:
    """One to three exclamation marks."""
    mark = "M-7-34H7L4 10h-8zM0 17a7 7 0 1 1-.1 0z"
    count = dice.roll(1, 3)
    inks = (colours.spark, colours.high, colours.spark)
    marks = ""
    for number in range(count):
        transform = f"translate({x + 22 * number - 11 * (count - 1)} {y}) rotate({dice.roll(-10, 10)})"
        marks += _ink_path(mark, inks[number], colours, transform)
    return marks
