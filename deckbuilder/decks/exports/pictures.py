"""The image of a deck: its cover, every card as a small face with its copies; and its link as a QR code."""

import hashlib
import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import segno
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from deckbuilder.catalog.namesakes import Namesakes, namesakes
from deckbuilder.common import art
from deckbuilder.common.drawing import raster
from deckbuilder.common.drawing.fonts import font, font_file
from deckbuilder.common.labels import declaration_labels, read, value_label
from deckbuilder.common.names import card_name, printed_name
from deckbuilder.decks.builder.panel import Panel
from deckbuilder.decks.builder.zones import PanelRow
from deckbuilder.decks.exports.card_sheets import wrap
from games.engine.model.cards import Card
from games.engine.model.game import Game

WIDTH, MIN_HEIGHT = 1200, 630
"""What link previews show uncropped; the image of a deck with many cards is higher."""

GROUND, INK, FAINT, SHADE = "#12131c", "#f4f4fa", "#b9bdd2", "#0b0b12"
STATUS = {"legal": "#5ad19a", "incomplete": "#f2c14e", "illegal": "#ff8a80"}
LEFT, GAP, BAND, FOOT = 40, 8, 196, 60
QR_SIZE = 164
CODE_SIZE, CODE_LINE, GROUPS = 22, 30, 14

COLUMNS = (5, 6, 7, 8)
"""Faces in a row: as few as the height of a preview allows, so that they are large."""

FACE_SHARE = 0.74
"""The height of a face by its width."""

HEADING = 34
NAME_SIZES = ((19, 2), (17, 2), (15, 2), (14, 3), (12, 4))
"""Font sizes of names, from the largest, each with the lines that a name may take in it."""

LEAST_NAME = 13
"""The font size of what tells cards of one name apart."""

LEAST_SIZE = 22
"""Of the lines of the head."""

MAX_PICTURES = 64
"""Images that a process caches, about 500 kB each."""


class Face(NamedTuple):
    """The drawing of a card: see common.drawing.raster."""

    svg: str
    focus: int


class Row(NamedTuple):
    """A card with its copies, or, with 0 copies, a heading. `apart`: what tells it from others of its name; `other`:
    its other name; `pip`: the number in its corner; `face`: None for a line that names no card."""

    text: str
    copies: int = 0
    apart: str = ""
    other: str = ""
    mark: str = ""
    pip: str = ""
    face: Face | None = None


class Picture(NamedTuple):
    """All data of an image: equal data gives an equal image."""

    game: str
    accent: str
    name: str
    facts: str
    status: str
    byline: str
    code: str
    link: str
    rows: tuple[Row, ...]
    language: str
    language_of_cards: str
    cover: Face
    ground: str
    """The colour under the text of the head."""

    @property
    def has_copies(self) -> bool:
        """Whether a card is in it more than once: else no face has a number of copies."""
        return any(row.copies > 1 for row in self.rows)

    @property
    def digest(self) -> str:
        """Changes with the data and with the drawing code."""
        return hashlib.sha256(f"{_version()} {self!r}".encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _version() -> str:
    code = Path(__file__).read_bytes() + Path(raster.__file__).read_bytes()
    return hashlib.sha256(code).hexdigest()


def can_draw() -> bool:
    """Whether this machine has a font with the needed characters."""
    return bool(font_file())


def picture_of(deck_panel: Panel, code: str, link: str) -> Picture:
    """The data of a deck's image in the active language. `link`: for its QR code."""
    status = {"legal": _("Legal"), "incomplete": _("Incomplete"), "illegal": _("Illegal")}[deck_panel.verdict.status]
    verdict_line = _("{verdict} on {day}").format(verdict=status, day=date_format(deck_panel.verdict.on))
    declarations = declaration_labels(deck_panel.deck.declarations, deck_panel.game)
    facts = [verdict_line, read(deck_panel.game.format(deck_panel.deck.format).label), *declarations]
    author = [deck_panel.deck.owner.username] if deck_panel.deck.owner else []
    language, game = get_language() or "en", deck_panel.game
    card = game.cover_of(deck_panel.engine_deck, deck_panel.deck.cover)
    return Picture(
        game=read(deck_panel.game.name),
        accent=deck_panel.game.accent[1],
        name=deck_panel.deck.name or _("Untitled deck"),
        facts=" · ".join(facts),
        status=deck_panel.verdict.status,
        byline=" · ".join([*author, deck_panel.verdict.fingerprint, *_sample_notes(deck_panel)]),
        code=code,
        link=link,
        rows=tuple(_rows(deck_panel, language)),
        language=language,
        language_of_cards=game.language,
        cover=_face(game, art.lot_of(game, card)) if card else Face(art.cover_picture(game), 5),
        ground=(art.colours_of(game, art.lot_of(game, card)) if card else art.accent_colours(game)).deep,
    )


def _face(game: Game, lot: art.Lot) -> Face:
    return Face(art.picture(game, lot), art.focus(game, lot))


def _sample_notes(deck_panel: Panel) -> list[str]:
    """A note that cards of the deck are invented, if some are."""
    cards = deck_panel.sample_count.cards
    return [ngettext("{count} sample card", "{count} sample cards", cards).format(count=cards)] if cards else []


def _rows(deck_panel: Panel, language: str) -> Iterator[Row]:
    """The cards in the order of the deck's page; with a heading for each zone, where cards are in several."""
    zones, names = [zone for zone in deck_panel.zones if zone.groups], namesakes(deck_panel.game)
    for zone in zones:
        if len(zones) > 1:
            yield Row(f"{zone.label}  {zone.count}")
        for group in zone.groups:
            yield from (_row(deck_panel.game, row, names, language) for row in group.rows)


def _row(game: Game, row: PanelRow, names: Namesakes, language: str) -> Row:
    if row.card is None:
        return Row(row.name, row.line.count, mark="illegal")
    values, _dot, code = names.apart(row.card, language, row.code).rpartition(" · ")
    mark = row.mark if row.mark in STATUS else ""
    name, second_name = card_name(row.card, language), printed_name(row.card, language)
    face = _face(game, art.lot_of(game, row.card))
    return Row(name, row.line.count, values or code, second_name, mark, _pip(game, row.card, language), face)


def _pip(game: Game, card: Card, language: str) -> str:
    """The number in a card's corner; "" for none."""
    attribute = next((each for each in game.attributes if each.show == "pip" and each.has(card.kind)), None)
    value = card.values.get(attribute.name) if attribute else None
    return "" if attribute is None or value is None else value_label(attribute, value, language)


@lru_cache(maxsize=MAX_PICTURES)
def draw(picture: Picture) -> bytes:
    """The image as PNG."""
    code = _code_lines(picture.code)
    layout = _layout(picture.rows, MIN_HEIGHT - BAND - _foot_height(code))
    height = max(MIN_HEIGHT, BAND + layout.height + _foot_height(code))
    image = Image.new("RGB", (WIDTH, height), GROUND)
    pen = ImageDraw.Draw(image)
    _head(image, pen, picture)
    headings = [corner for row, corner in zip(picture.rows, layout.corners, strict=True) if not row.copies]
    for row, (left, top) in zip(picture.rows, layout.corners, strict=True):
        if row.copies:
            _draw_face(image, pen, row, (left, BAND + top), layout.size, picture)
        else:
            end = min((x for x, y in headings if y == top and x > left), default=WIDTH - LEFT)
            text = _cut(pen, row.text, LEAST_SIZE, end - left - GAP, picture.language)
            pen.text((left, BAND + top), text, font=font(LEAST_SIZE, picture.language), fill=picture.accent)
    for line, text in enumerate(code):
        top = height - _foot_height(code) + 16 + line * CODE_LINE
        pen.text((LEFT, top), text, font=font(CODE_SIZE, "en"), fill=FAINT)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=3)
    return file.getvalue()


class Layout(NamedTuple):
    """Where the rows of an image are, from the foot of its head."""

    columns: int
    size: tuple[int, int]
    """Of a face."""
    corners: tuple[tuple[int, int], ...]
    height: int


def _layout(rows: tuple[Row, ...], room: int) -> Layout:
    """With the largest faces with which the deck fits into the room; if none does, with the smallest."""
    layouts = (_arrange(rows, columns) for columns in COLUMNS)
    layout = next(layouts)
    while layout.height > room and (smaller := next(layouts, None)):
        layout = smaller
    return layout


def _arrange(rows: tuple[Row, ...], columns: int) -> Layout:
    """A heading begins a new line, unless the zone before it takes but a part of one line: then it is beside that."""
    width = (WIDTH - 2 * LEFT - (columns - 1) * GAP) // columns
    size = width, round(width * FACE_SHARE)
    corners, column, top = [], 0, 14
    heading_top: int | None = None
    for row in rows:
        if not row.copies and heading_top is not None and 0 < column <= columns // 2:
            corners.append((LEFT + column * (width + GAP), heading_top))
            continue
        if column == columns or (column and not row.copies):
            column, top, heading_top = 0, top + size[1] + GAP, None
        corners.append((LEFT + column * (width + GAP), top))
        if row.copies:
            column += 1
        else:
            heading_top, top = top, top + HEADING
    return Layout(columns, size, tuple(corners), top + (size[1] if column else 0))


def _head(image: Image.Image, pen: ImageDraw.ImageDraw, picture: Picture) -> None:
    """The cover, fading to the left, where the text stands."""
    cover = raster.raster(picture.cover.svg, picture.cover.focus, WIDTH * 2 // 3, BAND)
    image.paste(picture.ground, (0, 0, WIDTH, BAND))
    fade = Image.linear_gradient("L").rotate(90).point(_fading).resize(cover.size)
    image.paste(cover, (WIDTH - cover.width, 0), fade)
    pen.rectangle((0, BAND - 4, WIDTH, BAND - 1), fill=picture.accent)
    dots = _qr_image(picture.link)
    image.paste(dots, (WIDTH - LEFT - dots.width, (BAND - 4 - dots.height) // 2))
    room = WIDTH - 2 * LEFT - QR_SIZE - 32
    for text, top, size, colour in (
        (picture.game, 16, 24, picture.accent),
        (picture.name, 46, 50, INK),
        (picture.facts, 116, 28, STATUS[picture.status]),
        (picture.byline, 154, 22, FAINT),
    ):
        _draw_fitting(pen, (LEFT, top), text, size, room, colour, picture.language)


def _fading(value: int) -> int:
    """How much of the cover is seen, from its left (0) to its right (255)."""
    return min(210, value)


def _draw_fitting(
    pen: ImageDraw.ImageDraw, corner: tuple[int, int], text: str, size: int, width: int, fill: str, language: str
) -> None:
    """A line in the largest font that fits; if even the smallest is too large, with an ellipsis."""
    while size > LEAST_SIZE and pen.textlength(text, font=font(size, language)) > width:
        size -= 2
    words = _cut(pen, text, size, width, language)
    pen.text(corner, words, font=font(size, language), fill=fill, stroke_width=2, stroke_fill=SHADE)


def _cut(pen: ImageDraw.ImageDraw, text: str, size: int, width: int, language: str) -> str:
    while len(text) > 1 and pen.textlength(text, font=font(size, language)) > width:
        text = text[:-2] + "…"
    return text


def _draw_face(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    row: Row,
    corner: tuple[int, int],
    size: tuple[int, int],
    picture: Picture,
) -> None:
    """A card: its drawing, the number in its corner, its copies, and its name on a dark ground at its foot."""
    (left, top), (width, height) = corner, size
    if row.face:
        image.paste(raster.raster(row.face.svg, row.face.focus, width, height), corner)
    else:
        pen.rectangle((left, top, left + width - 1, top + height - 1), fill="#232637")
    name = name_lines(row, width - 12, picture)
    below = sum(line.height for line in name) + 10
    image.paste(SHADE, (left, top + height - below), _veil(width, below))
    if row.mark in STATUS:
        pen.rectangle((left, top, left + width - 1, top + height - 1), outline=STATUS[row.mark], width=3)
    y = top + height - below + 2
    for line in name:
        shown = font(line.size, line.language)
        colour = STATUS.get(row.mark, INK) if not line.is_apart else FAINT
        pen.text((left + 6, y), line.text, font=shown, fill=colour)
        y += line.height
    if row.pip:
        _draw_badge(pen, row.pip, (left + 5, top + 5), picture.accent, picture, 13)
    if row.copies > 1 or picture.has_copies:
        _draw_badge(pen, f"×{row.copies}", (left + width - 5, top + 5), INK, picture, 14, at_right=True)


@lru_cache(maxsize=32)
def _veil(width: int, height: int) -> Image.Image:
    return Image.new("L", (width, height), 205)


def _draw_badge(
    pen: ImageDraw.ImageDraw,
    text: str,
    corner: tuple[int, int],
    ground: str,
    picture: Picture,
    half: int,
    *,
    at_right: bool = False,
) -> None:
    """A number on a round plate; `corner`: its upper left one, or its upper right one."""
    shown = font(round(half * 1.35), picture.language)
    width = max(2 * half, round(shown.getlength(text)) + half)
    left, top = corner[0] - (width if at_right else 0), corner[1]
    pen.rounded_rectangle((left, top, left + width, top + 2 * half), half, fill=ground, outline=SHADE, width=2)
    pen.text((left + width / 2, top + half), text, font=shown, fill=SHADE, anchor="mm")


class NameLine(NamedTuple):
    text: str
    size: int
    language: str
    is_apart: bool = False

    @property
    def height(self) -> int:
        return round(self.size * 1.25)


def name_lines(row: Row, width: int, picture: Picture) -> list[NameLine]:
    """A name in the largest font in which it fits, cut off if it fits in none; what tells it from others of its name is
    a line of its own."""
    language = picture.language if row.other else picture.language_of_cards
    for size, most in NAME_SIZES:
        lines, letters = wrap(row.text, size, width, language), font(size, language)
        if len(lines) <= most and all(letters.getlength(line) <= width for line in lines):
            break
    else:
        pen = ImageDraw.Draw(Image.new("L", (1, 1)))
        lines = [_cut(pen, line, size, width, language) for line in [*lines[: most - 1], " ".join(lines[most - 1 :])]]
    result = [NameLine(line, size, language) for line in lines]
    if row.apart:
        pen = ImageDraw.Draw(Image.new("L", (1, 1)))
        text = _cut(pen, row.apart, LEAST_NAME, width, picture.language)
        result.append(NameLine(text, LEAST_NAME, picture.language, is_apart=True))
    return result


def _code_lines(code: str) -> list[str]:
    """The code in groups of four, for readability."""
    groups = [code[start : start + 4] for start in range(0, len(code), 4)]
    return [" ".join(groups[start : start + GROUPS]) for start in range(0, len(groups), GROUPS)]


def _foot_height(code: list[str]) -> int:
    return FOOT + CODE_LINE * (len(code) - 1) if code else LEFT


def _qr_image(link: str) -> Image.Image:
    """As large as whole dots allow."""
    code = segno.make_qr(link, error="m")
    file = io.BytesIO()
    code.save(file, "png", scale=max(1, QR_SIZE // code.symbol_size(border=4)[0]), border=4)
    return Image.open(file).convert("RGB")


def qr(link: str) -> bytes:
    """A link as a QR code in SVG, dark on light with the quiet zone that readers need, scalable."""
    file = io.BytesIO()
    segno.make_qr(link, error="m").save(file, "svg", border=4, dark="#000", light="#fff", omitsize=True)
    return file.getvalue()
