"""Card faces drawn on sheets, ten in a row, as Tabletop Simulator expects them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.common import art
from deckbuilder.common.art.ink import Dice, Palette
from deckbuilder.common.drawing.fonts import font
from deckbuilder.common.labels import keyword_label, kind_label, value_label, with_sample_mark
from deckbuilder.common.names import card_name, printed_name
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game

ROW, MIN_ROWS = 10, 2
FACES = 69
"""Faces per sheet: the last of its 70 places shows a hidden card."""

WIDTH, HEIGHT = 300, 419
EDGE, ART_TOP, ART_FOOT, TEXT_FOOT = 14, 66, 180, 366
QUALITY = 88
MAX_SHEETS = 16
"""Sheets that a process caches, about 500 kB each."""

_WORDS = re.compile(r"[!-\u2e7f]+[ ]?|\n|.[、。，！？：；）」』】]*")


class SheetCard(NamedTuple):
    """A card of a deck in the printing `code`."""

    card: Card
    code: str


class SheetFace(NamedTuple):
    """Everything drawn of a card."""

    name: str
    other: str
    type: str
    keywords: str
    pips: tuple[str, ...]
    numbers: str
    text: str
    text_language: str
    code: str
    colours: Palette
    seed: int
    language_of_card: str
    language: str


def cards_of(deck: Deck, game: Game) -> list[SheetCard]:
    """The different printings of a deck, in the order of the sheets."""
    entries = (entry for zone in game.zones for entry in deck.zones.get(zone.slug, ()))
    return list(dict.fromkeys(map(sheet_card, entries)))


def sheet_card(entry: DeckLine) -> SheetCard:
    return SheetCard(entry.card, entry.code or entry.card.codes[0])


def face_of(game: Game, each: SheetCard, language: str, texts: CardTexts) -> SheetFace:
    card, lot = each.card, art.lot_of(game, each.card)
    text, is_said = texts.text_for(card, language)
    return SheetFace(
        name=card_name(card, language),
        other=printed_name(card, language),
        type=" · ".join([kind_label(game, card.kind, language), *_values(game, card, "line", language)]),
        keywords=" · ".join(keyword_label(game, word, language) for word in card.keywords),
        pips=tuple(_values(game, card, "pip", language)),
        numbers="   ".join(_values(game, card, "number", language, with_labels=True)),
        text=text,
        text_language=language if is_said else game.language,
        code=with_sample_mark(each.code, sample=card.sample),
        colours=art.colours_of(game, lot),
        seed=lot.seed,
        language_of_card=game.language,
        language=language,
    )


def _values(game: Game, card: Card, where: str, language: str, *, with_labels: bool = False) -> Iterator[str]:
    for attribute in game.attributes:
        value = card.values.get(attribute.name)
        if attribute.show == where and attribute.has(card.kind) and value is not None:
            label = (attribute.short or attribute.label).read(language)
            words = value_label(attribute, value, language)
            yield f"{label} {words}" if with_labels else words


@lru_cache(maxsize=MAX_SHEETS)
def draw_sheet(faces: tuple[SheetFace, ...], back: SheetFace) -> bytes:
    """A sheet as JPEG; `back`: the picture in its last position."""
    rows = rows_of(len(faces))
    image = Image.new("RGB", (ROW * WIDTH, rows * HEIGHT), "#fff")
    pen = ImageDraw.Draw(image)
    for index, face in enumerate(faces):
        _draw_face(pen, face, (index % ROW * WIDTH, index // ROW * HEIGHT))
    _draw_back(pen, back, ((ROW - 1) * WIDTH, (rows - 1) * HEIGHT))
    return _jpeg(image)


def rows_of(faces: int) -> int:
    """Rows of a sheet with this many faces and a hidden card."""
    return max(MIN_ROWS, ceil((faces + 1) / ROW))


def back_of(game: Game, language: str) -> SheetFace:
    """The text on the back of a game's cards: its name."""
    palette = art.accent_colours(game)
    return SheetFace(game.name.read(language), "", "", "", (), "", "", "", "", palette, 7, game.language, language)


@lru_cache(maxsize=MAX_SHEETS)
def draw_back(back: SheetFace) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    _draw_back(ImageDraw.Draw(image), back, (0, 0))
    return _jpeg(image)


def _jpeg(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


def _draw_back(pen: ImageDraw.ImageDraw, back: SheetFace, corner: tuple[int, int]) -> None:
    left, top = corner
    _draw_art(pen, back, (left, top, left + WIDTH, top + HEIGHT))
    inside = (left + EDGE, top + EDGE, left + WIDTH - EDGE, top + HEIGHT - EDGE)
    pen.rectangle(inside, outline=back.colours.light, width=4)
    middle = left + WIDTH / 2, top + HEIGHT / 2
    size = _fitting(back.name, 40, 18, WIDTH - 4 * EDGE, back.language)
    pen.text(
        middle, back.name, font=font(size, back.language), fill="#fff", anchor="mm", stroke_width=4, stroke_fill="#000"
    )


def _draw_face(pen: ImageDraw.ImageDraw, face: SheetFace, corner: tuple[int, int]) -> None:
    left, top = corner
    room, own, reader = WIDTH - 2 * EDGE, face.language_of_card, face.language
    pen.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), fill="#fbfaf6", outline="#000")
    pen.rectangle((left, top, left + WIDTH, top + 6), fill=face.colours.ground)
    size = _fitting(face.name, 26, 13, room, own)
    pen.text((left + EDGE, top + 12), face.name, font=font(size, own), fill="#000")
    _line(pen, face.other, (left + EDGE, top + 42), 13, room, reader, "#444")
    _draw_art(pen, face, (left + EDGE, top + ART_TOP, left + WIDTH - EDGE, top + ART_FOOT))
    for number, pip in enumerate(face.pips):
        x, y = left + EDGE + 24 + 44 * number, top + ART_TOP + 24
        pen.ellipse((x - 19, y - 19, x + 19, y + 19), fill="#fff", outline="#000", width=2)
        pen.text((x, y), pip, font=font(22, reader), fill="#000", anchor="mm")
    y = top + ART_FOOT + 6
    for words, colour in ((face.type, "#333"), (face.keywords, "#000")):
        if words:
            _line(pen, words, (left + EDGE, y), 15, room, reader, colour)
            y += 21
    _draw_text(pen, face, (left + EDGE, y + 4), room, top + TEXT_FOOT - y)
    _line(pen, face.numbers, (left + EDGE, top + TEXT_FOOT + 4), 19, room, reader, "#000")
    _line(pen, face.code, (left + EDGE, top + HEIGHT - 21), 11, room, reader, "#666")


def _draw_art(pen: ImageDraw.ImageDraw, face: SheetFace, box: tuple[int, int, int, int]) -> None:
    """Discs in the card's colours, always the same for the same card."""
    left, top, right, foot = box
    pen.rectangle(box, fill=face.colours.ground)
    dice, shades = Dice(face.seed), (face.colours.deep, face.colours.mid, face.colours.high, face.colours.light)
    for shade in shades:
        for _ in range(3):
            radius = dice.roll(4, 12) * (3 if shade != face.colours.light else 1)
            x = dice.roll(left + radius, max(left + radius, right - radius))
            y = dice.roll(top + radius, max(top + radius, foot - radius))
            box_of_disc = max(left, x - radius), max(top, y - radius), min(right, x + radius), min(foot, y + radius)
            pen.ellipse(box_of_disc, fill=shade)


def _fitting(text: str, size: int, least: int, width: int, language: str) -> int:
    while size > least and font(size, language).getlength(text) > width:
        size -= 1
    return size


def _line(
    pen: ImageDraw.ImageDraw, text: str, corner: tuple[int, int], size: int, width: int, language: str, fill: str
) -> None:
    """A line, in a smaller font if it is long."""
    if text:
        pen.text(corner, text, font=font(_fitting(text, size, 7, width, language), language), fill=fill)


def _draw_text(pen: ImageDraw.ImageDraw, face: SheetFace, corner: tuple[int, int], width: int, height: int) -> None:
    """The text in the largest font in which it fits, cut off if none fits."""
    for size in (18, 15, 13, 11, 9, 8):
        high = round(size * 1.35)
        lines = list(_wrap(face.text, size, width, face.text_language))
        if len(lines) * high <= height:
            break
    letters = font(size, face.text_language)
    for number, line in enumerate(lines[: max(1, height // high)]):
        pen.text((corner[0], corner[1] + number * high), line, font=letters, fill="#000")


def wrap(text: str, size: int, width: int, language: str) -> list[str]:
    """A text in lines of at most this width, as far as its words allow."""
    return [line.strip() for line in _wrap(text, size, width, language)]


def _wrap(text: str, size: int, width: int, language: str) -> Iterator[str]:
    """Lines broken between words, and between any two non-Latin characters."""
    letters, line, line_width = font(size, language), "", 0.0
    for word in _words(text):
        length = letters.getlength(word)
        if word == "\n" or (line and line_width + length > width):
            yield line
            line, line_width = "", 0.0
        if word != "\n":
            line, line_width = line + word, line_width + length
    if line:
        yield line


def _words(text: str) -> Iterable[str]:
    return _WORDS.findall(text)
