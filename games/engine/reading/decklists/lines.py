"""The lines of a deck list, sorted by kind as far as possible without knowing cards and games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from games.engine.reading.decklists.marks import markup
from games.engine.reading.decklists.split import Parts, parts
from games.engine.reading.decklists.ways import Ways, is_numbered, ordinals, unknown_card_ways, ways
from games.engine.texts.text import Text
from games.engine.texts.visible import clean, code_point

MAX_BYTES = 64 * 1024
MAX_LINES = 2000
MAX_LINE = 200
MAX_NAME = 120
"""The longest list, the longest line that names no card, and the longest name of a deck."""

MAX_PART_WAYS = 6000
"""In how many ways the parts of lines with several cards may be read; later lines are read as one card each. A
list of nonsense has thousands, each of which is looked up; 200 cards on lines of five have 2,000."""

HEADERS = {
    "game": Text("Game", "遊戲", ja="ゲーム"),
    "format": Text("Format", "賽制", ja="フォーマット"),
    "name": Text("Name", "名稱", ja="名前"),
}
"""The headers of any list; a game's declarations come on top."""

Param = str | int | tuple[str, ...]


ERRORS: Mapping[str, tuple[str, ...]] = {
    "missing-game": ("choices",),
    "unknown-game": ("value", "choices"),
    "other-game": ("value", "wanted"),
    "unknown-format": ("value", "choices"),
    "unknown-zone": ("value", "choices"),
    "repeated-header": ("key",),
    "too-long": ("bytes", "lines"),
    "too-long-line": ("limit",),
    "too-long-name": ("limit",),
    "too-many-cards": ("limit",),
    "unprintable": ("character",),
    "encoding": ("position",),
    "csv-header": ("found",),
    "csv-shape": (),
    "csv-quote": (),
    "json-syntax": ("column",),
    "json-shape": ("path",),
    "tabletop-names": ("path",),
    "xml-syntax": ("column",),
    "xml-form": ("value", "choices"),
    "xml-entities": (),
    "xml-depth": ("limit",),
    "xml-count": ("value",),
    "xml-name": (),
    "code-checksum": (),
    "code-mistyped": ("from", "to", "characters", "meant"),
    "code-broken": (),
    "code-game": (),
    "code-newer": ("edition", "known"),
    "code-catalog": (),
    "code-several": ("choices",),
}
"""Every code of a DeckListError and the names of its parameters."""


class DeckListError(ValueError):
    """A list that cannot be read as a whole: the reason, and the line (0 for none)."""

    def __init__(self, code: str, line: int = 0, params: Mapping[str, Param] | None = None) -> None:
        self.code, self.line, self.params = code, line, dict(params or {})
        params_text = (f"{name}={value!r}" for name, value in self.params.items())
        super().__init__(" ".join([code, f"line {line}", *params_text]))


class Piece(NamedTuple):
    """A line of a list, or its counterpart in CSV and JSON.

    `kind`: a `card` is one whatever it says; a `line` of a text may be anything, and so may what looks like a `header`
    or a `zone` there; a `comment` may be about a card; a `part` belongs to another line. `key` and `value` of a header;
    `value` alone of zones and comments. `ways` and `parts`: how it is read as one card, and as several. `cells`: those
    of a row of a table. `zone` of a card: None where the lines before say it.
    """

    line: int
    text: str
    kind: Literal["blank", "comment", "header", "zone", "line", "card", "part"]
    key: str = ""
    value: str = ""
    ways: Ways | None = None
    zone: str | None = None
    parts: Parts | None = None
    cells: tuple[str, ...] = ()

    def all_ways(self) -> Iterator[Ways]:
        """Every way to read the line or a part of it."""
        if self.ways:
            yield self.ways
        if self.parts:
            yield from self.parts.ways.values()


_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_COMMENT = re.compile(r"[#＃]|//|https?://")
_COMMENT_MARK = re.compile(r"(?:[#＃]+|//+)\s*(?P<value>.*?)\s*[#＃]*")
_ZONE = re.compile(r"[\[［【]\s*([^\[\]［］【】]*?)\s*[\]］】]")
_HEADER = re.compile(r"([^\W\d][^:：\[\]［］【】()（）]{0,39}?)\s*[:：]\s*(.*)")
_ABOUT = re.compile(r"\A(?P<blank>\s*)About[ \t]*\r?\n[ \t]*Name[ \t]+(?=\S)")
_COLUMN = re.compile(r"\t|\s*[|｜]\s*| {2,}|\u3000+")


def validate(text: str) -> str:
    """The text without its byte order mark, if it is short enough and printable. Raises DeckListError."""
    if character := _UNPRINTABLE.search(text):
        raise unprintable(character[0], len(_LINE_BREAK.findall(text, 0, character.start())) + 1)
    if len(text.encode()) > MAX_BYTES or len(_LINE_BREAK.findall(text)) >= MAX_LINES + text.endswith(("\r", "\n")):
        raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
    return text.removeprefix("\ufeff")


def printable(text: str) -> None:
    """Raises DeckListError (line 0) for a text that is not printable."""
    if character := _UNPRINTABLE.search(text):
        raise unprintable(character[0], 0)


def unprintable(character: str, line: int) -> DeckListError:
    return DeckListError("unprintable", line, {"character": code_point(character)})


def pieces(text: str) -> Iterator[Piece]:
    """The lines of a list."""
    raw = list(_source_lines(_ABOUT.sub(r"\g<blank>\nName: ", validate(text))))
    lines = [clean(source.plain) for source in raw]
    left = MAX_PART_WAYS
    numbered = sum(map(is_numbered, lines)) > 1
    for line, source, (pointed, bare) in zip(lines, raw, ordinals(lines), strict=True):
        if _COMMENT.match(line) and not (numbered and pointed and is_numbered(line)):
            yield _comment(source.number, line, source.plain)
            continue
        piece = _piece(line, source, pointed, bare)
        if left > 0 and piece.ways and piece.kind != "card":
            text = "\t".join(filter(None, piece.cells)) or line
            piece = piece._replace(parts=parts(text, ordinals=pointed, rows=bare))
            left -= sum(len(each.candidates) for each in piece.parts.ways.values()) if piece.parts else 0
        yield piece


class _Source(NamedTuple):
    """A line as it is written and without markup, such as bold; its number in the list."""

    number: int
    text: str
    plain: str


def _source_lines(text: str) -> Iterator[_Source]:
    """The lines of a text, several for one with items of a list in HTML. Raises DeckListError."""
    count = 0
    for number, line in enumerate(_LINE_BREAK.split(text), start=1):
        for each in markup.split(line):
            if (count := count + 1) > MAX_LINES + 1:
                raise DeckListError("too-long", 0, {"bytes": MAX_BYTES, "lines": MAX_LINES})
            yield _Source(number, each, markup.plain(each))


def _piece(line: str, source: _Source, pointed: bool, bare: bool) -> Piece:
    number, written = source.number, line if source.plain is source.text else clean(source.text)
    if not written:
        return Piece(number, line, "blank")
    if only_ways := unknown_card_ways(written):
        return Piece(number, written, "card", ways=only_ways)
    head_piece = header(number, written)
    if not line:
        return head_piece or Piece(number, written, "blank", ways=ways(written))
    piece = Piece(number, line, "line", ways=ways(line, ordinals=pointed, rows=bare), cells=_cells(source.plain))
    if piece.ways and written != line:
        marked_ways = ways(written, ordinals=pointed, rows=bare)
        piece = piece._replace(ways=piece.ways._replace(whole=marked_ways.candidates))
    if zone := _ZONE.fullmatch(line):
        return piece._replace(kind="zone", value=zone[1])
    if head_piece := head_piece or header(number, line):
        return piece._replace(kind="header", key=head_piece.key, value=head_piece.value)
    return piece


def _cells(source: str) -> tuple[str, ...]:
    """The cells of a row of a table; () for a line that has one."""
    cells = tuple(map(clean, _COLUMN.split(source.strip(" |｜"))))
    return cells if len(cells) > 1 else markup.row_cells(clean(source))


def _comment(number: int, line: str, source: str) -> Piece:
    mark = _COMMENT_MARK.fullmatch(line)
    value = mark["value"] if mark else ""
    return Piece(number, line, "comment", value=value, ways=ways(value) if value else None, cells=_cells(source))


def header(number: int, line: str) -> Piece | None:
    """The line as `key: value`, None if it does not look like that. It may still name a card."""
    parts = _HEADER.fullmatch(line)
    return Piece(number, line, "header", parts[1], parts[2], ways(line)) if parts else None
