"""Stars joined to a constellation over a land at night; a spell has a star drawn in a circle instead of a moon."""

from __future__ import annotations

import math

from deckbuilder.common.art.ink import (
    HEIGHT,
    ROUND,
    WIDTH,
    Dice,
    Palette,
    Point,
    around,
    disc,
    dots,
    figure,
    glow,
    line,
    orbit,
    path,
    ring,
    shape,
    sparkle,
    stroke,
)


def draw(dice: Dice, colours: Palette, second: Palette, form: int) -> str:
    far, near = _lands(dice)
    return "".join(
        (
            _seal(dice, colours) if form else _moon(dice, colours),
            _dust(dice, colours),
            path(far, colours.mid, 0.75),
            _constellation(dice, colours),
            path(near, colours.deep),
        )
    )


def focus(dice: Dice, form: int) -> int:
    """How far right moon or circle are in the picture of these dice."""
    _lands(dice)
    return _seal_place(dice) if form else _moon_place(dice)


def _lands(dice: Dice) -> tuple[str, str]:
    """The far and the near one."""
    return dice.pick(LANDS)(dice, 92, 16), dice.pick(LANDS)(dice, 116, 11)


def _moon_place(dice: Dice) -> int:
    return dice.roll(40, 200)


def _seal_place(dice: Dice) -> int:
    return 120 + dice.roll(-34, 34)


def _dust(dice: Dice, colours: Palette) -> str:
    stars = [(dice.roll(2, WIDTH - 2), dice.roll(2, 88)) for _ in range(16)]
    small = stroke(dots(stars[:11]), colours.light, 1.2, 0.55, ROUND)
    return small + stroke(dots(stars[11:]), colours.light, 2.2, 0.8, ROUND)


def _moon(dice: Dice, colours: Palette) -> str:
    x, y, radius = _moon_place(dice), dice.roll(26, 60), dice.roll(11, 24)
    body = dice.pick((_full, _crescent, _planet, _comet))
    return glow(x, y, radius * 3.2, colours.high, 0.2) + body(dice, colours, (x, y), radius)


def _full(dice: Dice, colours: Palette, at: Point, radius: int) -> str:
    return disc(*at, radius, colours.light, 0.9)


def _crescent(dice: Dice, colours: Palette, at: Point, radius: int) -> str:
    inner = figure(radius * 0.8)
    data = (
        f"M{at[0]} {at[1] - radius}a{radius} {radius} 0 1 0 {radius} {radius}a{inner} {inner} 0 1 1-{radius}-{radius}z"
    )
    return path(data, colours.light, 0.95)


def _planet(dice: Dice, colours: Palette, at: Point, radius: int) -> str:
    shine = disc(at[0] - radius / 4, at[1] - radius / 4, radius * 0.6, colours.light, 0.25)
    belt = orbit(at, radius * 1.9, radius * 0.5, dice.roll(-30, 30), colours.light)
    return disc(*at, radius, colours.high) + shine + belt


def _comet(dice: Dice, colours: Palette, at: Point, radius: int) -> str:
    tail = f"M{at[0]} {at[1]}q-{radius * 2}-{radius}-{radius * 4}-{radius}"
    shine = stroke(tail, colours.light, radius / 3, 0.25, ROUND) + stroke(tail, colours.light, 1.5, 0.7)
    return shine + path(sparkle(*at, radius), colours.light)


def _seal(dice: Dice, colours: Palette) -> str:
    x, y, radius = _seal_place(dice), 60, dice.roll(40, 50)
    count = dice.roll(5, 9)
    rim = around(x, y, radius - 6, count, dice.roll(0, 60) / 10)
    return "".join(
        (
            glow(x, y, radius * 1.5, colours.high, 0.17),
            ring((x, y), radius, colours.light, 1.4, 0.75),
            ring((x, y), radius - 6, colours.light, 0.7, 0.6),
            stroke(_star(rim, dice.roll(2, (count - 1) // 2)), colours.light, 1.1, 0.85, ROUND),
            path(sparkle(x, y, dice.roll(8, 14)), colours.spark),
        )
    )


def _star(rim: list[Point], step: int) -> str:
    """A star drawn from every corner to the one `step` further, in as many turns as that takes."""
    count = len(rim)
    turns = math.gcd(count, step)
    return "".join(
        shape([rim[(start + number * step) % count] for number in range(count // turns)]) for start in range(turns)
    )


def _constellation(dice: Dice, colours: Palette) -> str:
    count = dice.roll(5, 7)
    width = (WIDTH - 40) // count
    points: list[Point] = [(20 + width * star + dice.roll(0, width - 8), dice.roll(14, 100)) for star in range(count)]
    branch = [points[dice.roll(1, count - 2)], (dice.roll(24, 216), dice.roll(12, 84))]
    sizes = [dice.roll(3, 6) for _ in range(count)]
    sizes[dice.roll(0, count - 1)] = dice.roll(9, 12)
    stars = "".join(sparkle(x, y, size) for (x, y), size in zip([*points, branch[1]], [*sizes, 5], strict=True))
    return stroke(line(points) + line(branch), colours.light, 0.8, 0.6) + path(stars, colours.light)


def _waves(dice: Dice, top: int, height: int) -> str:
    bend = dice.roll(height // 2, height)
    width = dice.pick((40, 60, 80))
    return f"M0 {top}q{width // 2}-{bend} {width} 0" + f"t{width} 0" * (WIDTH // width) + f"V{HEIGHT}H0z"


def _peaks(dice: Dice, top: int, height: int) -> str:
    points: list[Point] = [(0, top + dice.roll(0, height))]
    while points[-1][0] < WIDTH:
        x = points[-1][0]
        points += [
            (x + dice.roll(12, 26), top - dice.roll(height // 2, height * 2)),
            (x + dice.roll(32, 54), top + dice.roll(0, height)),
        ]
    return shape([*points, (WIDTH + 40, HEIGHT), (0, HEIGHT)])


def _dunes(dice: Dice, top: int, height: int) -> str:
    middle = dice.roll(70, 170)
    left, right = dice.roll(-height, height), dice.roll(-height, height)
    return f"M0 {top + left}Q{middle // 2} {top - height} {middle} {top}T{WIDTH} {top + right}V{HEIGHT}H0z"


def _roofs(dice: Dice, top: int, height: int) -> str:
    data, x = f"M0 {HEIGHT}V{top}", 0
    while x < WIDTH:
        width, y = dice.roll(10, 30), top - dice.roll(-height // 2, height)
        gable = f"V{y}l{width // 2}-{width // 3}L{x + width} {y}" if dice.roll(0, 2) == 0 else f"V{y}H{x + width}"
        data, x = data + gable, x + width
    return f"{data}V{HEIGHT}z"


def _forest(dice: Dice, top: int, height: int) -> str:
    data, x = f"M0 {top}", 0
    while x < WIDTH:
        half, tall = dice.roll(4, 8), dice.roll(height, height * 2)
        data, x = f"{data}l{half}-{tall} {half} {tall}", x + 2 * half
    return f"{data}V{HEIGHT}H0z"


LANDS = (_waves, _peaks, _dunes, _roofs, _forest)
