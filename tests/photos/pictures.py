"""Renders deck lists as people print and photograph them: several layouts and fonts, then turned, blurred, unevenly
lit, noisy and compressed. The same seed makes the same picture."""

from __future__ import annotations

import random
from functools import cache
from io import BytesIO
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Catalog, load_catalog
from games.registry import get

FONTS = [
    f"/usr/share/fonts/opentype/noto/{name}.ttc"
    for name in ("NotoSansCJK-Regular", "NotoSansCJK-Bold", "NotoSerifCJK-Regular", "NotoSerifCJK-Bold")
]
LAYOUTS = ("3x Name", "3 Name", "Name x3", "Name ×3", "count column", "count column behind", "sheet")


class Picture(NamedTuple):
    """A photo, and the copies of each card in its list, by key."""

    data: bytes
    counts: dict[str, int]
    layout: str


def fonts() -> list[str]:
    """Those fonts that are installed."""
    found = []
    for path in FONTS:
        try:
            ImageFont.truetype(path, 20)
        except OSError:
            continue
        found.append(path)
    return found


def catalog_of(game: Game) -> Catalog:
    """The cards that the game ships with: of 星靈王 the real ones, 495 names."""
    return _catalog(game.slug)


@cache
def _catalog(slug: str) -> Catalog:
    return load_catalog(get(slug), get(slug).folder / "catalog")


def draw(game: Game, seed: int, layout: str = "") -> Picture:
    """A photo of a list of 15 to 30 cards of a game."""
    rng = random.Random(f"{game.slug} {seed}")
    layout = layout or rng.choice(LAYOUTS)
    zone = game.zones[0]
    cards = sorted({card.name: card for card in catalog_of(game).cards.values() if zone.takes(card)}.values(), key=_key)
    chosen = rng.sample(cards, min(rng.randint(15, 30), len(cards)))
    counts = {card.key: rng.choices((1, 2, 3, 4, 10), (30, 25, 25, 18, 2))[0] for card in chosen}
    size = rng.choice((24, 28, 32))
    font = ImageFont.truetype(rng.choice(fonts()), size, index=rng.choice((0, 3)))
    paper = _sheet(game, chosen, counts, font, size) if layout == "sheet" else _list(chosen, counts, font, size, layout)
    return Picture(_photograph(paper, rng), counts, layout)


def _key(card: Card) -> str:
    return card.key


def _list(
    cards: list[Card], counts: dict[str, int], font: ImageFont.FreeTypeFont, size: int, layout: str
) -> Image.Image:
    rows = len(cards)
    paper = Image.new("RGB", (44 * size, int((rows + 4) * size * 1.7)), "white")
    pen = ImageDraw.Draw(paper)
    column = 24 * size
    for row, card in enumerate(cards):
        y, count = int((row + 2) * size * 1.7), counts[card.key]
        if layout == "count column":
            pen.text((3 * size, y), str(count), "black", font)
            pen.text((6 * size, y), card.name, "black", font)
        elif layout == "count column behind":
            pen.text((3 * size, y), card.name, "black", font)
            pen.text((max(column, 5 * size + pen.textlength(card.name, font)), y), str(count), "black", font)
        else:
            text = layout.replace("3", str(count)).replace("Name", card.name)
            pen.text((3 * size, y), text, "black", font)
    return paper


def _sheet(
    game: Game, cards: list[Card], counts: dict[str, int], font: ImageFont.FreeTypeFont, size: int
) -> Image.Image:
    """A registration sheet as this site prints it: a box to tick, the copies, the name and a small number, in two
    columns under the zone's title."""
    half = (len(cards) + 1) // 2
    paper = Image.new("RGB", (64 * size, int((half + 6) * size * 1.8)), "white")
    pen, small = ImageDraw.Draw(paper), font.font_variant(size=int(size * 0.75))
    pen.text((3 * size, size), f"{game.zones[0].label.hant}  {sum(counts.values())}", "black", font)
    for number, card in enumerate(cards):
        x, y = (3 if number < half else 34) * size, int((number % half + 3) * size * 1.8)
        pen.rectangle((x, y + size // 4, x + size * 3 // 4, y + size), outline="gray")
        pen.text((x + 1.5 * size, y), str(counts[card.key]), "black", font)
        pen.text((x + 3 * size, y), card.name, "black", font)
        end = x + 3.5 * size + pen.textlength(card.name, font)
        pen.text((end, y + size // 4), card.codes[0], "gray", small)
    return paper


def _photograph(paper: Image.Image, rng: random.Random) -> bytes:
    """The picture as a phone takes it."""
    picture = paper.rotate(rng.uniform(-2.5, 2.5), Image.Resampling.BICUBIC, expand=True, fillcolor=(236, 234, 228))
    picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1)))
    pixels = np.asarray(picture, dtype=np.float32)
    height, width = pixels.shape[:2]
    across, down = np.linspace(0, 1, width), np.linspace(0, 1, height)[:, None]
    light = (
        1 - rng.uniform(0, 0.35) * np.abs(across - rng.random()) - rng.uniform(0, 0.35) * np.abs(down - rng.random())
    )
    noise = np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0, 7), pixels.shape)
    picture = Image.fromarray(np.clip(pixels * light[:, :, None] + noise, 0, 255).astype(np.uint8))
    file = BytesIO()
    picture.save(file, "JPEG", quality=rng.randint(55, 85))
    return file.getvalue()
