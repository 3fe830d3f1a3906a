"""Turns the texts of a catalog's row into a printing, or into a problem for each bad cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, NamedTuple

from games.engine.effects.reading import read_cell
from games.engine.effects.tokens import EffectError
from games.engine.effects.vocabulary import Vocabulary
from games.engine.effects.writing import write_clause
from games.engine.model.cards import COMMON_NAMES, DASH, Attribute, Printing, Value
from games.engine.model.game import Game
from games.engine.model.keywords import Words, is_only_terms
from games.engine.reading.catalogs.maps import days_in
from games.engine.reading.catalogs.titles import REQUIRED
from games.engine.texts.spellings import FLAGS, by_spelling
from games.engine.texts.visible import without_invisible
from games.engine.texts.writing import fold, normalize

MAX_CODE = 80
MAX_NAME = 200
MAX_WORD = 80
"""How long a number, a name (every other name too), and a value of a choice or a list may be."""

DASHES = (DASH, "ー")
"""What is typed for a dash, folded: Japanese keyboards have the sign of a long vowel on its key."""

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_INTEGER = re.compile(r"([+-]?[0-9]{1,9})(?:\.0+)?")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,6})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OTHER_DATE = re.compile(
    r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})|年([0-9]{1,2})月([0-9]{1,2})日)(?:[t ]0?0:00(?::00(?:\.0+)?)?z?)?"
)
"""Dates as spreadsheets write them: 2024/3/1, 2024.3.1, 2024年3月1日, and with the time of midnight."""

_SERIAL = re.compile(r"[2-6][0-9]{4}")
_FIRST_SERIAL = date(1899, 12, 30)
"""A spreadsheet's number for a day from 1954 to 2091: the days since the first one."""

_LOST_DIGITS = re.compile(r"[0-9](\.[0-9]+)?[eE]\+?[0-9]{1,3}")
"""How spreadsheets write long numbers, without their last digits."""

Param = str | int | tuple[str, ...]
Reader = Callable[[str], Value]


PROBLEMS: Mapping[str, tuple[str, ...]] = {
    "missing": (),
    "unprintable": ("character",),
    "too-long": ("limit",),
    "choice": ("choices",),
    "integer": (),
    "decimal": (),
    "flag": (),
    "date": (),
    "date-order": ("choices",),
    "date-serial": ("day",),
    "lost-digits": (),
    "lost-zeros": ("codes",),
    "effect": ("position", "choices"),
    "effect-bound": ("position", "bound", "limit"),
    "duplicate-code": ("row",),
}
"""Every code of a Problem that rejects a row and the names of its parameters; `row` is where the number stood first."""


class Problem(NamedTuple):
    """A bad cell: its row (as in Rows.numbers), column and text, and the reason.

    As a warning its code is `not-for-kind` (`kind`): the card's kind does not have that attribute; `unknown-keyword`
    (`contains`): an entry of the column `keywords` is not all terms of the glossary, but contains some, or else what
    usually separates entries; `joined-entries` (`contains`): so does an entry of another list.
    """

    row: int
    column: str
    value: str
    code: str
    params: Mapping[str, Param] = {}
    card: tuple[str, str] = ("", "")
    """Of a rejected row: its number and name, as far as they are given."""


class Parsed(NamedTuple):
    """A row's printing, or None and the problems; `warnings` are about cells that were accepted."""

    printing: Printing | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


class _Wrong(ValueError):
    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class RowReader:
    """Reads rows of one game's catalog."""

    def __init__(self, game: Game) -> None:
        self.game, self.fields = game, game.fields
        self.attributes = game.attributes
        self.readers = {name: _reader(attribute) for name, attribute in game.fields.items()}
        self.readers["zone"] = _choice(by_spelling((zone.slug, zone.label) for zone in game.zones))
        self.readers |= {"code": _visible(_code), "name": _name, "alt_names": _list(_name)}
        self.readers |= {"effects": _effects(game.effects), "keywords": _keywords(game)}
        self.free_lists = [each.name for each in game.fields.values() if each.type == "list" and not each.choices]

    def read(self, row: Mapping[str, str | None], number: int = 0) -> Parsed:
        """The row of that number in its file. Columns the game does not have are ignored."""
        facts: dict[str, Value] = {}
        problems = [Problem(number, name, "", "missing") for name in REQUIRED if not (row.get(name) or "").strip()]
        for name, reader in self.readers.items():
            text = (row.get(name) or "").strip()
            try:
                if text:
                    facts[name] = reader(_printable(text))
            except _Wrong as wrong:
                problems.append(Problem(number, name, text, wrong.code, wrong.params))
        if problems:
            return Parsed(None, tuple(problems))
        printing = _printing({name: value for name, value in facts.items() if value != ()})
        warnings = (*self._strays(printing, row, number), *self._doubtful_entries(printing, number))
        return Parsed(printing, (), warnings)

    def _doubtful_entries(self, printing: Printing, number: int) -> Iterator[Problem]:
        for entry in printing.keywords:
            if not is_only_terms(entry, words := self.game.keywords):
                separators = (each[0].strip() for each in _OTHER_SEPARATORS.finditer(entry))
                if contains := _terms_within(entry, words) or tuple(dict.fromkeys(filter(None, separators))):
                    yield Problem(number, "keywords", entry, "unknown-keyword", {"contains": contains})
        for name in self.free_lists:
            entries = printing.get(name)
            for entry in entries if isinstance(entries, tuple) and name not in ("keywords", "effects") else ():
                if separator := _USUAL_SEPARATOR.search(entry):
                    yield Problem(number, name, entry, "joined-entries", {"contains": (separator[0],)})

    def _strays(self, printing: Printing, row: Mapping[str, str | None], number: int) -> Iterable[Problem]:
        for attribute in self.attributes:
            if attribute.name in printing.values and not attribute.has(printing.kind):
                text = row.get(attribute.name) or ""
                yield Problem(number, attribute.name, text, "not-for-kind", {"kind": printing.kind})


def parse_row(game: Game, row: Mapping[str, str | None], number: int = 0) -> Parsed:
    """One row by itself; for many, one RowReader is quicker."""
    return RowReader(game).read(row, number)


def _printing(facts: dict[str, Any]) -> Printing:
    common = {name: value for name, value in facts.items() if name in COMMON_NAMES}
    return Printing(**common, values={name: value for name, value in facts.items() if name not in COMMON_NAMES})


def _printable(text: str) -> str:
    if character := _UNPRINTABLE.search(text):
        raise _Wrong("unprintable", character=f"U+{ord(character[0]):04X}")
    return text


def _plain(text: str) -> str:
    """Full-width digits and signs as plain ones."""
    return normalize(text)


def _reader(attribute: Attribute) -> Reader:
    if attribute.type == "list":
        return _choices(attribute) if attribute.choices else _list(_word(attribute))
    if attribute.type == "choice":
        return _word(attribute)
    reader = _READERS[attribute.type]
    return _with_dash(reader) if attribute.dash else reader


def _word(attribute: Attribute) -> Callable[[str], str]:
    if attribute.choices:
        return _choice(by_spelling((choice.value, choice.label) for choice in attribute.choices))
    return _text(MAX_WORD)


def _choice(values: Mapping[str, str]) -> Callable[[str], str]:
    choices = tuple(dict.fromkeys(values.values()))

    def read(text: str) -> str:
        if value := values.get(fold(text)):
            return value
        raise _Wrong("choice", choices=choices)

    return read


def _text(limit: int) -> Callable[[str], str]:
    """Texts of at most `limit` characters, folded too: that is how they are compared and stored."""

    def read(text: str) -> str:
        if len(text) > limit or (not text.isascii() and len(fold(text)) > limit):
            raise _Wrong("too-long", limit=limit)
        return text

    return read


def _visible(read: Callable[[str], str]) -> Callable[[str], str]:
    """The same for a text that has to be typed again: without invisible characters, which nobody would type."""

    def read_visible(text: str) -> str:
        if visible := without_invisible(text):
            return read(visible)
        raise _Wrong("missing")

    return read_visible


def _code(text: str) -> str:
    if _LOST_DIGITS.fullmatch(text):
        raise _Wrong("lost-digits")
    return _text(MAX_CODE)(text)


_name = _visible(_text(MAX_NAME))
_ENTRIES = re.compile(r"[|｜\n]")
"""Between entries of a list: its separator, also in full width, and line breaks."""

_OTHER_SEPARATORS = re.compile(r"\s*[、，,;；/／・·]\s*|(?<=[】\]])\s*(?=[【\[])")
_USUAL_SEPARATOR = re.compile(r"[、;；]|(?<=[^\W\d])[/／,](?=[^\W\d])")
"""Between parts of an entry: what separates terms that are known, and what hardly stands in one name."""


def _entries(text: str) -> list[str]:
    return [entry for entry in map(str.strip, _ENTRIES.split(text)) if without_invisible(entry)]


def _list(read: Callable[[str], str]) -> Reader:
    def read_all(text: str) -> Value:
        return tuple(map(read, _entries(text)))

    return read_all


def _choices(attribute: Attribute) -> Reader:
    """Several declared choices in an entry are separated wherever all of its parts are choices."""
    read = _word(attribute)

    def read_entry(entry: str) -> Iterator[str]:
        try:
            yield read(entry)
        except _Wrong as wrong:
            for parts in (_OTHER_SEPARATORS.split(entry), entry.split()):
                with suppress(_Wrong):
                    yield from [read(part) for part in parts if part]
                    return
            raise wrong from None

    return lambda text: tuple(value for entry in _entries(text) for value in read_entry(entry))


def _keywords(game: Game) -> Reader:
    """Several terms of the glossary in an entry are separated wherever all of its parts are terms."""
    read = _text(MAX_WORD)

    def read_entry(entry: str) -> list[str]:
        words = game.keywords
        for pieces in () if fold(entry) in words else (_OTHER_SEPARATORS.split(entry), entry.split()):
            parts = [part for part in pieces if part]
            if len(parts) > 1 and all(is_only_terms(part, words) for part in parts):
                return [part for each in parts for part in read_entry(each)]
        return [entry]

    return lambda text: tuple(read(part) for entry in _entries(text) for part in read_entry(entry))


def _terms_within(entry: str, words: Words) -> tuple[str, ...]:
    """The glossary's terms that an entry contains, as the glossary spells them, the longest first."""
    rest, terms = fold(entry), dict[str, None]()
    for spelling in sorted(words, key=len, reverse=True):
        if spelling and spelling in rest:
            rest = rest.replace(spelling, "\n")
            terms[words[spelling].key] = None
    return tuple(terms)


def _with_dash(read: Reader) -> Reader:
    def read_with_dash(text: str) -> Value:
        return DASH if fold(text) in DASHES else read(text)

    return read_with_dash


def _integer(text: str) -> Value:
    if match := _INTEGER.fullmatch(_plain(text)):
        return int(match[1])
    raise _Wrong("integer")


def _decimal(text: str) -> Value:
    if _DECIMAL.fullmatch(plain := _plain(text)):
        return float(plain)
    raise _Wrong("decimal")


def _flag(text: str) -> Value:
    if flag := FLAGS.get(fold(text)):
        return flag
    raise _Wrong("flag")


def _date(text: str) -> Value:
    plain = _plain(text)
    if _DATE.fullmatch(plain):
        with suppress(ValueError):
            return date.fromisoformat(plain)
    if match := _OTHER_DATE.fullmatch(plain):
        year, _, *numbers = match.groups()
        month, day = map(int, filter(None, numbers))
        with suppress(ValueError):
            return date(int(year), month, day)
    days = tuple(dict.fromkeys(days_in(plain).values()))
    if len(days) == 1:
        return days[0]
    if days:
        raise _Wrong("date-order", choices=tuple(day.isoformat() for day in days))
    if _SERIAL.fullmatch(plain):
        raise _Wrong("date-serial", day=(_FIRST_SERIAL + timedelta(int(plain))).isoformat())
    raise _Wrong("date")


def _effects(vocabulary: Vocabulary) -> Reader:
    """Clauses, each as its canonical text. The position of an error counts characters of the cell from 1."""

    def read(text: str) -> Value:
        try:
            return tuple(map(write_clause, read_cell(text, vocabulary)))
        except EffectError as error:
            if error.bound:
                raise _Wrong(
                    "effect-bound", position=error.position + 1, bound=error.bound, limit=error.limit
                ) from None
            raise _Wrong("effect", position=error.position + 1, choices=error.choices) from None

    return read


_READERS: Mapping[str, Reader] = {
    "integer": _integer,
    "decimal": _decimal,
    "flag": _flag,
    "date": _date,
    "text": str,
}
