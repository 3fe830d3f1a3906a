"""A glowing sign and the rings it sends out; on a standing stone, in a cut gem, or alone in the air."""

from __future__ import annotations

from deckbuilder.common.art.ink import HEIGHT, ROUND, Dice, Palette, around, dots, glow, path, ring, shape, stroke

STONES = (
    "M94 128l4-84c2-20 12-28 24-30 14 2 22 12 23 30l5 84z",
    "M88 128l10-98 26-16 22 14 8 100z",
    "M92 128c-4-40-4-70 6-96 6-12 36-16 44-2 8 30 10 60 6 98z",
)


def draw(dice: Dice, colours: Palette, second: Palette, form: int) -> str:
    sign = _sign(dice)
    return (_circle, _stone, _gem)[form % 3](dice, colours, sign)


def _sign(dice: Dice) -> str:
    """Strokes of a rune around a stave, within ±10 across and ±18 down."""
    data = "M0-18V18"
    for _ in range(dice.roll(2, 3)):
        side, y, reach = dice.pick((-10, 10)), dice.pick((-18, -9, 0, 6)), dice.pick((-9, 9, 12))
        twig, across = f"M0 {y}l{side} {reach}", f"M{-side} {y}L{side} {y + reach}"
        data += dice.pick((twig, f"{twig}L0 {y + 2 * reach}", across))
    return data


def _glowing(sign: str, colours: Palette, x: int, y: int, size: float) -> str:
    """The sign three times: a wide and a narrower shine, then itself."""
    return (
        f'<g transform="translate({x} {y}) scale({size})" fill="none"{ROUND}>'
        f'<path d="{sign}" stroke="{colours.high}" stroke-width="9" opacity=".35"/>'
        f'<path d="{sign}" stroke="{colours.spark}" stroke-width="4.6" opacity=".6"/>'
        f'<path d="{sign}" stroke="#fff" stroke-width="2"/></g>'
    )


def _echoes(dice: Dice, colours: Palette, x: int, y: int, first: int) -> str:
    """Rings that widen and fade, each broken somewhere else."""
    gap = dice.roll(11, 17)
    rings = ""
    for number in range(6):
        radius = first + gap * number
        breaks = f' stroke-dasharray="{dice.roll(20, 110)} {dice.roll(4, 18)}"'
        rings += ring((x, y), radius, colours.light, 2.4 - 0.3 * number, 0.6 - 0.09 * number, extra=breaks)
    return rings


def _hills(dice: Dice, colours: Palette, top: int) -> str:
    y, bend = top + dice.roll(-6, 6), dice.roll(10, 26)
    back = f"M0 {y}Q60 {y - bend} 120 {y}T240 {y - 6}V{HEIGHT}H0z"
    front = f"M0 {y + 18}Q70 {y + 18 + bend // 2} 130 {y + 14}T240 {y + 16}V{HEIGHT}H0z"
    return path(back, colours.mid, 0.7) + path(front, colours.deep)


def _motes(dice: Dice, colours: Palette) -> str:
    motes = [(dice.roll(6, 234), dice.roll(6, 120)) for _ in range(14)]
    return stroke(dots(motes), colours.spark, 2, 0.65, ROUND)


def _circle(dice: Dice, colours: Palette, sign: str) -> str:
    marks = "".join(
        f'<path d="{_sign(dice)}" transform="translate({x:.0f} {y:.0f}) scale(.28)"/>'
        for x, y in around(120, 70, 50, dice.roll(6, 9))
    )
    marks = f'<g fill="none" stroke="{colours.light}" stroke-width="5" opacity=".8">{marks}</g>'
    return "".join(
        (
            glow(120, 70, 84, colours.high, 0.2),
            _echoes(dice, colours, 120, 70, 72),
            ring((120, 70), 60, colours.light, 1.6, 0.85),
            ring((120, 70), 40, colours.light, 1.2, 0.8),
            marks,
            _motes(dice, colours),
            _glowing(sign, colours, 120, 70, 1.35),
        )
    )


def _stone(dice: Dice, colours: Palette, sign: str) -> str:
    stone, y = dice.pick(STONES), 72
    return "".join(
        (
            glow(120, y, 80, colours.high, 0.18),
            _echoes(dice, colours, 120, y, dice.roll(28, 40)),
            _hills(dice, colours, 104),
            path(stone, colours.deep),
            stroke(stone, colours.high, 1.6, 0.7, ROUND),
            _motes(dice, colours),
            _glowing(sign, colours, 121, y, 1.3),
        )
    )


def _gem(dice: Dice, colours: Palette, sign: str) -> str:
    count, turn = dice.pick((4, 6, 8)), dice.roll(0, 4) / 10
    rim, table = around(120, 70, 52, count, turn), around(120, 70, 34, count, turn)
    facets = "".join(shape([rim[here], rim[here + 1], table[here + 1], table[here]]) for here in range(0, count, 2))
    return "".join(
        (
            glow(120, 70, 90, colours.high, 0.2),
            _echoes(dice, colours, 120, 70, 62),
            path(shape(rim), colours.mid),
            path(facets, colours.high, 0.75),
            path(shape(table), colours.deep),
            stroke(shape(rim), colours.light, 1.6, 0.85, ROUND),
            _motes(dice, colours),
            _glowing(sign, colours, 120, 70, 1.05),
        )
    )
