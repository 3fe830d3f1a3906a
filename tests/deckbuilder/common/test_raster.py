"""Drawings of cards as pixels: every motif is drawn, and each element looks as in a browser."""

import pytest

from deckbuilder.common import art
from deckbuilder.common.drawing.raster import raster, rasterize
from games.registry import GAMES

SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
RED, BLUE = (255, 0, 0), (0, 0, 255)
GROUND = '<path fill="#00f" d="M0 0h240v140H0z"/>'


def pixel(inside: str, x: int, y: int) -> tuple[int, ...]:
    """At a place of a drawing at its own size."""
    return raster(SVG.format(GROUND + inside), 5, 240, 140).getpixel((x, y))


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<path fill="#f00" d="M20 20l40 0 0 40-40 0z"/>', (40, 40), (70, 40)),
        ('<path fill="#f00" d="M20 20H60V60H20z"/>', (40, 40), (40, 70)),
        ('<path fill="#f00" d="M20 80q40-80 80 0t80 0z"/>', (60, 60), (60, 100)),
        ('<path fill="#f00" d="M20 80C20 20 100 20 100 80z"/>', (60, 50), (22, 30)),
        ('<path fill="#f00" d="M40 40a30 30 0 0 1 60 0z"/>', (70, 20), (70, 60)),
        ('<path fill="#f00" d="M40 40a30 30 0 0 0 60 0z"/>', (70, 60), (70, 20)),
        ('<circle cx="50" cy="50" r="20" fill="#f00"/>', (60, 60), (68, 68)),
        ('<ellipse cx="50" cy="50" rx="40" ry="5" fill="#f00" transform="rotate(90 50 50)"/>', (50, 20), (20, 50)),
        ('<path fill="none" stroke="#f00" stroke-width="8" d="M20 50h80"/>', (60, 52), (60, 58)),
        ('<circle cx="60" cy="60" r="40" fill="none" stroke="#f00" stroke-width="6"/>', (100, 60), (60, 60)),
        ('<path stroke="#f00" stroke-width="20" stroke-dasharray="10 30" d="M20 50h80"/>', (25, 55), (45, 55)),
        (
            '<path stroke="#f00" stroke-width="10" stroke-linecap="round" stroke-dasharray="0 40" d="M20 50h100"/>',
            (62, 52),
            (80, 50),
        ),
        ('<g transform="translate(100 0)scale(-1 1)"><path fill="#f00" d="M0 20h30v30H0z"/></g>', (80, 30), (120, 30)),
        ('<g fill="#f00" transform="translate(50 50)"><path d="M0 0h30v30H0z"/></g>', (60, 60), (40, 40)),
    ],
)
def test_a_shape_covers_what_it_should(shape: str, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    assert pixel(shape, *inside) == RED
    assert pixel(shape, *outside) == BLUE


def test_translucent_lines_are_not_denser_where_they_meet() -> None:
    cross = '<path fill="none" stroke="#f00" stroke-width="10" opacity=".5" d="M20 50h80M60 10v80"/>'
    assert pixel(cross, 30, 50) == pixel(cross, 60, 50) != BLUE
    half = '<path fill="#f00" opacity=".5" d="M0 0h240v140H0z"/>'
    assert pixel(half, 9, 9) == pytest.approx((128, 0, 127), abs=2)


def test_a_narrow_frame_keeps_the_light_in_sight() -> None:
    lamp = SVG.format(GROUND + '<circle cx="200" cy="70" r="12" fill="#f00"/>')
    assert RED in (colour for _count, colour in raster(lamp, 8, 60, 140).getcolors(99999))
    assert RED not in [colour for _count, colour in raster(lamp, 2, 60, 140).getcolors(99999)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_motif_and_form_is_drawn(game) -> None:
    for form in range(max(1, len(game.kinds))):
        for seed in range(12):
            image = rasterize(game, art.Lot(seed * 7919, form, ()), 60, 44)
            assert image.size == (60, 44)
            assert len(image.getcolors(99999)) > 20
    assert raster(art.cover_picture(game), 5, 60, 44).size == (60, 44)
