"""A chalice before rays for magic, blades of light for attacks, a great star in an arch for roles."""

from __future__ import annotations

from deckbuilder.common.art.ink import (
    ROUND,
    Dice,
    Palette,
    around,
    disc,
    glow,
    orbit,
    path,
    ring,
    shape,
    sparkle,
    star,
    stroke,
    with_transform,
)

CUPS = (
    "M94 34h52c0 28-9 41-21 45v17c9 2 15 6 17 12h-44c2-6 8-10 17-12V79c-12-4-21-17-21-45z",
    "M90 40h60c-3 22-14 34-25 37v19c10 1 17 5 19 12H96c2-7 9-11 19-12V77C104 74 93 62 90 40z",
    "M98 30h44l-3 26c-2 13-7 20-14 23v8l6 5-6 5v4l16 7H99l16-7v-4l-6-5 6-5v-8c-7-3-12-10-14-23z",
)


def draw(dice: Dice, colours: Palette, second: Palette, form: int) -> str:
    return (_arch, _blades, _chalice)[form % 3](dice, colours)


def _rays(dice: Dice, colours: Palette, x: int, y: int, count: int) -> str:
    rim = around(x, y, 190, count * 2, dice.roll(0, 20) / 10)
    data = "".join(shape([(x, y), rim[2 * number], rim[2 * number + 1]]) for number in range(count))
    return path(data, colours.mid, 0.5)


def _sky(dice: Dice, colours: Palette, count: int) -> str:
    data = ""
    for number in range(count):
        x = dice.roll(8, 84) if number % 2 else dice.roll(156, 232)
        data += sparkle(x, dice.roll(10, 128), dice.roll(2, 6))
    return path(data, colours.light, 0.85)


def _chalice(dice: Dice, colours: Palette) -> str:
    """A chalice, an orb or a winged star: what a spell calls up."""
    call = dice.pick((_cup, _cup, _orb, _wings))
    return "".join(
        (
            _rays(dice, colours, 120, dice.roll(36, 70), dice.roll(9, 15)),
            glow(120, 56, 66, colours.high, 0.22),
            _orbit(dice, colours),
            call(dice, colours),
            _sky(dice, colours, 9),
        )
    )


def _cup(dice: Dice, colours: Palette) -> str:
    cup, gem = dice.pick(CUPS), shape(around(120, 54, 8, dice.roll(4, 6)))
    edge = stroke(cup, colours.deep, 1.6, 0.55, ROUND)
    return (
        path(cup, colours.spark)
        + edge
        + path(gem, colours.mid)
        + path(sparkle(120, 22, dice.roll(9, 14)), colours.light)
    )


def _orb(dice: Dice, colours: Palette) -> str:
    radius = dice.roll(26, 34)
    foot = f"M{120 - radius} 116c4-12 14-16 20-20h{2 * radius - 40}c6 4 16 8 20 20z"
    return "".join(
        (
            path(foot, colours.spark),
            disc(120, 66, radius, colours.deep),
            disc(120, 66, radius - 3, colours.high, 0.75),
            disc(120 + radius / 4, 70, radius * 0.62, colours.mid, 0.8),
            ring((120, 66), radius, colours.spark, 2.4),
            path(sparkle(120, 66, dice.roll(12, 20)), colours.light),
            disc(120 - radius * 0.4, 66 - radius * 0.45, radius * 0.14, colours.light, 0.8),
        )
    )


def _wings(dice: Dice, colours: Palette) -> str:
    lift, count = dice.roll(-8, 10), dice.roll(4, 8)
    feathers = "".join(
        f"M14 {10 * row}q{34 - 4 * row} {lift - 26} {reach} {lift - 22}-{6 + 3 * row} 26-{reach} {30 - lift}z"
        for row, reach in enumerate((78, 64, 50))
    )
    wing = f'<g transform="translate(120 64)">{path(feathers, colours.light, 0.85)}</g>'
    return "".join(
        (
            wing,
            wing.replace("64)", "64)scale(-1 1)"),
            path(shape(star((120, 66), 32, 14, count), 1), colours.spark),
            disc(120, 66, 8, colours.mid),
            ring((120, 66), 8, colours.light, 1.4),
        )
    )


def _orbit(dice: Dice, colours: Palette) -> str:
    return orbit((120, 70), dice.roll(70, 96), dice.roll(16, 30), dice.roll(-24, 24), colours.light)


def _blades(dice: Dice, colours: Palette) -> str:
    count = dice.roll(2, 4)
    slashes = ""
    lean = dice.pick((-1, 1))
    for number in range(count):
        x = 30 + (180 // count) * number + dice.roll(0, 26)
        bow, belly = dice.roll(26, 60) * lean, dice.roll(7, 16)
        reach = dice.roll(30, 70) * lean
        tip = x - reach
        slashes += f"M{tip} 6Q{x + bow} {66 - belly} {x + reach} 132Q{x + bow - belly * lean} {66 + belly} {tip} 6z"
    sparks = "".join(sparkle(dice.roll(16, 224), dice.roll(12, 128), dice.roll(3, 9)) for _ in range(6))
    return "".join(
        (
            _rays(dice, colours, dice.roll(60, 180), dice.roll(30, 110), dice.roll(7, 12)),
            glow(120, 70, 74, colours.high, 0.16),
            with_transform(path(slashes, colours.high, 0.55), "translate(7 3)"),
            path(slashes, colours.light),
            path(sparks, colours.spark, 0.95),
        )
    )


def _arch(dice: Dice, colours: Palette) -> str:
    count, turn = dice.roll(6, 12), dice.roll(0, 10) / 10
    outer, x = dice.roll(30, 38), 120
    frame = "M70 140V72C70 38 92 14 120 2c28 12 50 36 50 70v68z"
    return "".join(
        (
            _rays(dice, colours, x, 70, dice.roll(10, 16)),
            path(frame, colours.deep, 0.9),
            stroke(frame, colours.spark, 2, 0.85),
            stroke("M77 140V73c0-30 19-51 43-62 24 11 43 32 43 62v67", colours.spark, 0.8, 0.6),
            glow(x, 72, 44, colours.high, 0.26),
            path(shape(star((x, 72), outer, outer * 0.42, count, turn)), colours.spark),
            path(shape(star((x, 72), outer * 0.7, outer * 0.34, count, turn + 0.26)), colours.high),
            disc(x, 72, outer * 0.3, colours.deep),
            ring((x, 72), outer * 0.3, colours.light, 1.4),
            path(sparkle(x, 72, round(outer * 0.24)), colours.light),
            _sky(dice, colours, 8),
        )
    )
