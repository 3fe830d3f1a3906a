"""What is written can be read: contrast in both themes, computed from the style sheets (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from math import dist
from pathlib import Path

import pytest
from django.conf import settings

from deckbuilder.common.art.ink import paint
from games.engine.model.game import Game
from games.registry import GAMES

TOKENS = (Path(settings.ROOT) / "static/css/tokens.css").read_text(encoding="utf-8")
PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
COLOURS = {name: (light, dark) for name, light, dark in PAIR.findall(TOKENS)}
LIGHT, DARK = 0, 1

WORDS = [
    *((ink, ground) for ink in ("ink", "ink-2") for ground in ("bg", "surface", "sunk")),
    *((state, ground) for state in ("ok", "warn", "bad") for ground in (f"{state}-bg", "bg", "surface")),
    *(("ink-2", f"{state}-bg") for state in ("ok", "warn", "bad")),
    ("pip-ink", "pip"),
    ("pip-ink", "pip-2"),
]


def linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue as amounts of light."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ink, ground", WORDS)
def test_words_stand_out(ink: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ground", ["bg", "surface"])
def test_the_edge_of_a_field_can_be_seen(ground: str, theme: int) -> None:
    assert contrast(COLOURS["edge"][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("accent", [COLOURS["accent"], *(game.accent for game in GAMES)])
def test_an_accent_can_be_written_with_and_written_on(accent: tuple[str, str], theme: int) -> None:
    for ground in ("bg", "surface"):
        assert contrast(accent[theme], COLOURS[ground][theme]) >= 4.5
    assert contrast(COLOURS["accent-ink"][theme], accent[theme]) >= 4.5
    assert contrast(accent[theme], _soft(accent[theme], theme)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_accent_is_no_colour_of_a_state_and_no_other_games(game: Game, theme: int) -> None:
    others = [other.accent for other in GAMES if other is not game]
    for other in (COLOURS["bad"], *others):
        assert difference(game.accent[theme], other[theme]) >= 0.07


def difference(one: str, two: str) -> float:
    """How far apart two colours look: the distance in OKLab, in which 0.02 is just to be seen."""
    return dist(oklab(one), oklab(two))


def oklab(colour: str) -> tuple[float, float, float]:
    red, green, blue = linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def test_white_is_as_far_from_black_as_can_be() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(1, abs=0.001)
    assert difference("#ff0000", "#00ff00") == pytest.approx(0.52, abs=0.01)


def _soft(accent: str, theme: int) -> str:
    """What the accent is laid on where something is chosen, mixed in sRGB: a little lighter than a browser's mix."""
    part, ground = ((0.11, "#ffffff"), (0.2, "#1b1d2a"))[theme]
    pairs = [(int(accent[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * part + two * (1 - part)):02x}" for one, two in pairs)


def test_oklch_is_what_browsers_make_of_it() -> None:
    assert paint(1, 0, 0) == "#ffffff"
    assert paint(0.628, 0.2577, 29.23) == "#ff0000"
    assert paint(0.5, 0.1, 250) == "#32669a"
    assert paint(0.87, 0.11, 88) == "#f2d07d"


def test_a_colour_no_screen_can_show_loses_strength_and_keeps_its_hue() -> None:
    assert paint(0.5, 0.4, 250) == paint(0.5, 0.14, 250)
