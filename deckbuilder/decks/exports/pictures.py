"""The image of a deck with every card, for people and link previews; and its link as a QR code."""

import hashlib
import io
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

import segno
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from deckbuilder.catalog.namesakes import Namesakes, namesakes
from deckbuilder.common.drawing.fonts import font, font_file
from deckbuilder.common.labels import declaration_labels, read
from deckbuilder.common.names import card_name, printed_name
from deckbuilder.decks.builder.panel import Panel
from deckbuilder.decks.builder.zones import PanelRow

WIDTH, MIN_HEIGHT = 1200, 630
"""What link previews show uncropped; the image of a deck with many cards is higher."""

GROUND, INK, FAINT = "#12131c", "#f4f4fa", "#a0a5bd"
STATUS = {"legal": "#5ad19a", "incomplete": "#f2c14e", "illegal": "#ff8a80"}
LEFT, GAP, TOP, FOOT = 56, 32, 258, 92
QR_SIZE = 216
CODE_SIZE, CODE_LINE, GROUPS = 26, 36, 12
SIZES = (30, 27, 24, 22)
"""Font sizes, from the largest."""

SMALLER = 6
"""What follows a name is smaller by this much."""

COLUMNS = (4, 3, 2, 1)
MAX_PICTURES = 64
"""Images that a process caches, about 100 kB each."""


class Row(NamedTuple):
    """A card with its copies, or, with 0 copies, a heading. `apart`: what tells it from others of its name; `other`:
    its other name."""

    text: str
    copies: int = 0
    apart: str = ""
    other: str = ""
    mark: str = ""


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

    @property
    def digest(self) -> str:
        """Changes with the data and with the drawing code."""
        return hashlib.sha256(f"{_version()} {self!r}".encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _version() -> str:
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


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
    language = get_language() or "en"
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
        language_of_cards=deck_panel.game.language,
    )


def _sample_notes(deck_panel: Panel) -> list[str]:
    """A note that cards of the deck are invented, if some are."""
    cards = deck_panel.sample_count.cards
    return [ngettext("{count} sample card", "{count} sample cards", cards).format(count=cards)] if cards else []


def _rows(deck_panel: Panel, language: str) -> Iterator[Row]:
    zones, names = [zone for zone in deck_panel.zones if zone.groups], namesakes(deck_panel.game)
    for zone in zones:
        if len(zones) > 1:
            yield Row(f"{zone.label}  {zone.count}")
        for group in zone.groups:
            if len(zone.groups) > 1 or len(zones) == 1:
                label = group.label or _("Unresolved lines")
                yield Row(f"{label}  {group.count}")
            yield from (_row(row, names, language) for row in group.rows)


def _row(row: PanelRow, names: Namesakes, language: str) -> Row:
    if row.card is None:
        return Row(row.name, row.line.count, mark="illegal")
    values, _dot, code = names.apart(row.card, language, row.code).rpartition(" · ")
    mark = row.mark if row.mark in STATUS else ""
    name, second_name = card_name(row.card, language), printed_name(row.card, language)
    return Row(name, row.line.count, values or code, second_name, mark)


@lru_cache(maxsize=MAX_PICTURES)
def draw(picture: Picture) -> bytes:
    """The image as PNG."""
    size, columns = _layout(picture)
    code = _code_lines(picture.code)
    lines = max(map(len, columns), default=0)
    height = max(MIN_HEIGHT, TOP + lines * _line_height(size) + _foot_height(code))
    image = Image.new("RGB", (WIDTH, height), GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 16, height), fill=picture.accent)
    _head(pen, picture)
    dots = _qr_image(picture.link)
    image.paste(dots, (WIDTH - LEFT - dots.width, 32))
    width = _column_width(len(columns))
    for column, rows in enumerate(columns):
        for line, row in enumerate(rows):
            corner = LEFT + column * (width + GAP), TOP + line * _line_height(size)
            _draw_row(pen, row, corner, size, width, picture)
    for line, text in enumerate(code):
        top = height - _foot_height(code) + 28 + line * CODE_LINE
        pen.text((LEFT, top), text, font=font(CODE_SIZE, "en"), fill=INK)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _layout(picture: Picture) -> tuple[int, list[list[Row]]]:
    """The largest font and the columns with which every name fits and the deck needs the least height; if none fits,
    the smallest font with the most columns."""
    room = MIN_HEIGHT - TOP - _foot_height(_code_lines(picture.code))
    for size in SIZES:
        for count in reversed(COLUMNS):
            columns = _columns(picture.rows, count)
            if max(map(len, columns), default=0) * _line_height(size) <= room and _fits(picture, size, count):
                return size, columns
    count = next((each for each in COLUMNS if _fits(picture, SIZES[-1], each)), 1)
    return SIZES[-1], _columns(picture.rows, count)


def _columns(rows: tuple[Row, ...], count: int) -> list[list[Row]]:
    """The rows in columns of equal length, with no heading at the bottom of one."""
    length = max(1, ceil(len(rows) / count))
    while True:
        columns: list[list[Row]] = [[] for _ in range(count)]
        column = 0
        for row in rows:
            room = length - len(columns[column])
            if room == 0 or (room == 1 and not row.copies and length > 1):
                column += 1
                if column == count:
                    break
            columns[column].append(row)
        else:
            return columns
        length += 1


def _fits(picture: Picture, size: int, columns: int) -> bool:
    letters, small = font(size, picture.language_of_cards), font(size - SMALLER, picture.language)
    width = _column_width(columns) - _indent(size)
    return all(
        letters.getlength(f"{row.text} " if row.apart else row.text) + small.getlength(row.apart) <= width
        for row in picture.rows
        if row.copies
    )


def _column_width(columns: int) -> int:
    return (WIDTH - 2 * LEFT - (columns - 1) * GAP) // columns


def _line_height(size: int) -> int:
    return round(size * 1.45)


def _indent(size: int) -> int:
    """The space for the copies before a name."""
    return round(size * 1.9)


def _head(pen: ImageDraw.ImageDraw, picture: Picture) -> None:
    room = WIDTH - 2 * LEFT - QR_SIZE - GAP
    for text, top, size, colour in (
        (picture.game, 38, 30, picture.accent),
        (picture.name, 76, 58, INK),
        (picture.facts, 158, 30, STATUS[picture.status]),
        (picture.byline, 202, 22, FAINT),
    ):
        _draw_fitting(pen, (LEFT, top), text, size, room, colour, picture.language)


def _draw_fitting(
    pen: ImageDraw.ImageDraw, corner: tuple[int, int], text: str, size: int, width: int, fill: str, language: str
) -> None:
    """A line in the largest font that fits; if even the smallest is too large, with an ellipsis."""
    while size > SIZES[-1] and pen.textlength(text, font=font(size, language)) > width:
        size -= 2
    pen.text(corner, _cut(pen, text, size, width, language), font=font(size, language), fill=fill)


def _cut(pen: ImageDraw.ImageDraw, text: str, size: int, width: int, language: str) -> str:
    while len(text) > 1 and pen.textlength(text, font=font(size, language)) > width:
        text = text[:-2] + "…"
    return text


def _draw_row(
    pen: ImageDraw.ImageDraw, row: Row, corner: tuple[int, int], size: int, width: int, picture: Picture
) -> None:
    left, top = corner
    if not row.copies:
        text = _cut(pen, row.text, size - 4, width, picture.language)
        pen.text((left, top + 4), text, font=font(size - 4, picture.language), fill=picture.accent)
        return
    indent, language = _indent(size), picture.language_of_cards
    colour = STATUS.get(row.mark, INK)
    pen.text((left + indent - 12, top), str(row.copies), font=font(size, language), fill=colour, anchor="ra")
    name = _cut(pen, row.text, size, width - indent, language)
    pen.text((left + indent, top), name, font=font(size, language), fill=colour)
    behind = indent + pen.textlength(f"{name} ", font=font(size, language))
    small = font(size - SMALLER, picture.language)
    for words in (" · ".join(filter(None, (row.apart, row.other))), row.apart):
        if behind + pen.textlength(words, font=small) <= width:
            pen.text((left + behind, top + SMALLER - 1), words, font=small, fill=FAINT)
            break


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
