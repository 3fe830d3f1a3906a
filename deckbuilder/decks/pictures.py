"""The picture of a deck that is seen where its link is pasted (Open Graph, 1200 × 630), and its link as a QR code."""

import io
import os
from functools import lru_cache
from pathlib import Path

import segno
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from PIL import Image, ImageDraw, ImageFont

from deckbuilder.decks.panel import Panel
from deckbuilder.decks.sentences import read

SIZE = (1200, 630)
GROUND, INK, FAINT = "#12131c", "#f4f4fa", "#a0a5bd"
STATUS = {"legal": "#5ad19a", "incomplete": "#f2c14e", "illegal": "#ff8a80"}
FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/System/Library/Fonts/PingFang.ttc",
)
MAX_NAMES = 8
MAX_BARS = 24


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font that knows Chinese where the machine has one (PICTURE_FONT names another), else Pillow's own."""
    for path in (os.environ.get("PICTURE_FONT", ""), *FONTS):
        if path and Path(path).exists():
            return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)


def draw(shown: Panel) -> bytes:
    """The picture as PNG: name, game and verdict, the first cards, and the deck's first curve."""
    accent = shown.game.accent[1]
    image = Image.new("RGB", SIZE, GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 16, SIZE[1]), fill=accent)
    pen.text((72, 56), read(shown.game.name), font=font(34), fill=accent)
    name = shown.deck.name or _("Untitled deck")
    _fitted(pen, (72, 108), name, 72, 1056)
    status = {"legal": _("Legal"), "incomplete": _("Incomplete"), "illegal": _("Illegal")}[shown.verdict.status]
    declared = filter(None, shown.deck.declarations.values())
    line = " · ".join([status, read(shown.game.format(shown.deck.format).label), *declared])
    _fitted(pen, (72, 222), line, 34, 1056, STATUS[shown.verdict.status])
    _names(pen, shown)
    _curve(pen, shown, accent)
    pen.text((72, 560), " · ".join([shown.verdict.fingerprint, *_invented(shown)]), font=font(26), fill=FAINT)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def qr(link: str) -> bytes:
    """A link as a QR code in SVG, dark on light with the quiet zone that readers need, of any size."""
    file = io.BytesIO()
    segno.make_qr(link, error="m").save(file, "svg", border=4, dark="#000", light="#fff", omitsize=True)
    return file.getvalue()


def _invented(shown: Panel) -> list[str]:
    """That cards of the deck are inventions of this site, where some are."""
    cards = shown.invented.cards
    return [ngettext("{count} sample card", "{count} sample cards", cards).format(count=cards)] if cards else []


def _fitted(
    pen: ImageDraw.ImageDraw, place: tuple[int, int], text: str, size: int, width: int, fill: str = INK
) -> None:
    """A line as large as it can be; one that is too long even small ends in an ellipsis."""
    while size > 36 and pen.textlength(text, font=font(size)) > width:
        size -= 4
    pen.text(place, _cut(pen, text, size, width), font=font(size), fill=fill)


def _cut(pen: ImageDraw.ImageDraw, text: str, size: int, width: int) -> str:
    while len(text) > 1 and pen.textlength(text, font=font(size)) > width:
        text = text[:-2] + "…"
    return text


def _names(pen: ImageDraw.ImageDraw, shown: Panel) -> None:
    rows = [row for zone in shown.zones if not zone.zone.prefill for group in zone.groups for row in group.rows]
    for place, row in enumerate(rows[:MAX_NAMES]):
        column, line = divmod(place, MAX_NAMES // 2)
        text = _cut(pen, f"{row.line.count} {row.name}", 30, 300)
        pen.text((72 + 330 * column, 310 + 54 * line), text, font=font(30), fill=INK)


def _curve(pen: ImageDraw.ImageDraw, shown: Panel, accent: str) -> None:
    """The last of the deck's charts that is a curve and no comb."""
    bars = next((chart.bars for chart in reversed(shown.charts) if 2 <= len(chart.bars) <= MAX_BARS), ())
    width = min(60, 380 // max(len(bars), 1))
    for place, bar in enumerate(bars):
        left, height = 760 + place * width, bar.height * 4
        pen.rectangle((left, 520 - height, left + width - 8, 520), fill=accent)
        pen.text((left + (width - 8) / 2, 530), bar.label[:3], font=font(20), fill=FAINT, anchor="ma")
