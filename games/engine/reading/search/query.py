"""The card search language: parses a text into a tree, and writes a tree as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from games.engine.model.cards import DASH, Attribute
from games.engine.reading.search.tree import (
    And,
    Everything,
    Given,
    Is,
    Node,
    Not,
    Op,
    Or,
    Word,
    all_of,
    any_of,
    fields_of,
    haystack,
    matches,
    negate,
)
from games.engine.reading.search.values import AskedValue, Misread, Param, attribute_of, near, read
from games.engine.reading.search.words import word_of
from games.engine.texts.writing import fold

if TYPE_CHECKING:
    from games.engine.model.game import Game

__all__ = [
    "MARKS",
    "MAX_LENGTH",
    "SENTENCES",
    "UNREADABLE",
    "And",
    "Everything",
    "Given",
    "Is",
    "Node",
    "Not",
    "Or",
    "QueryError",
    "Word",
    "all_of",
    "any_of",
    "fields_of",
    "haystack",
    "matches",
    "negate",
    "parse",
    "parse_bracket",
    "quote",
    "strip_quotes",
    "unparse",
    "word_of",
]

MAX_LENGTH = 500
"""How many characters a search may have."""

MAX_DEPTH = 20
"""How deep brackets may be nested."""

SENTENCES: Mapping[str, str] = {
    "too-long": "A search can have at most {limit} characters.",
    "too-deep": "Brackets can be nested at most {limit} levels deep.",
    "unreadable": "The character {found} cannot be searched for.",
    "unexpected": "“{found}” is unexpected here. Put quotes around text to search for it literally.",
    "missing-term": "A search term is missing here.",
    "missing-value": "A value to compare {field} with is missing.",
    "unclosed-quote": "This quotation mark is never closed.",
    "unclosed-bracket": "This bracket is never closed.",
    "unknown-field": "There is no field “{field}”. The fields are: {fields}.",
    "unknown-value": "“{value}” is not a value of {field}. Its values are: {choices}.",
    "bad-number": "{field} needs a number such as 3, not “{value}”.",
    "bad-date": "{field} needs a date such as 2024-03-01, 2024-03 or 2024, not “{value}”.",
    "bad-range": "“{value}” is not a range: write {field}:LOW..HIGH.",
    "no-order": "{field} has no order, so “{op}” cannot be used: use “:”, “=” or “!=”.",
}
"""Every code a `QueryError` may have, in English."""


class QueryError(ValueError):
    """A text that is not a search. `position` (from 0), `length`: the wrong part; `params`: for the sentence."""

    def __init__(self, code: str, position: int, length: int, params: Mapping[str, Param]) -> None:
        super().__init__(code, position, length, params)
        self.code, self.position, self.length, self.params = code, position, length, params

    def __str__(self) -> str:
        read = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in self.params.items()}
        return SENTENCES[self.code].format(**read)


# Writing --------------------------------------------------------------------------------------------------------------

MARKS = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {"“": '"', "”": '"', "｢": "「", "｣": "」", "−": "-", "–": "-", "≦": "≤", "≧": "≥"}
)
"""Maps characters people type to the marks of the language, one to one, so that positions stay."""

_PLAIN_WORD = re.compile(r"(?!or\Z|或\Z)\w[\w.'·-]*")
_QUOTES = (('"', '"'), ("「", "」"), ("『", "』"))


def unparse(node: Node) -> str:
    """The tree as a search that parses to the same tree, its words in their folded spelling."""
    return "" if isinstance(node, Everything) else _write(node)


def quote(text: str) -> str:
    """A text in quotes, to be searched literally."""
    marks = text.translate(MARKS)
    for opening, closing in _QUOTES:
        if closing not in marks:
            return f"{opening}{text}{closing}"
    return quote(fold(text))  # which has no 「 or 」


def strip_quotes(text: str) -> str:
    """A text without the quotes around it, if there are any."""
    text = text.strip()
    marks = text.translate(MARKS)
    is_quoted = len(text) > 1 and (marks[0], marks[-1]) in _QUOTES
    return text[1:-1].strip() if is_quoted else text


def _write(node: Node) -> str:
    if isinstance(node, Or):
        return " or ".join(_part(part, (Or,)) for part in node.parts)
    if isinstance(node, And):
        return " ".join(_part(part, (And, Or)) for part in node.parts)
    if isinstance(node, Not):
        return "-" + _negation_of(node.part)
    if isinstance(node, Is):
        return node.attribute + _comparison(node)
    if isinstance(node, Given):
        return f"{node.attribute}:*"
    return _word(node.text) if isinstance(node, Word) else "*"


def _negation_of(node: Node) -> str:
    """Behind a dash: a word that begins with a digit in quotes, so that the dash is no minus sign."""
    if isinstance(node, Word) and node.text[:1].isdigit():
        return quote(node.text)
    return _part(node, (And, Or))


def _part(node: Node, bracketed: tuple[type[And] | type[Or], ...]) -> str:
    return f"({_write(node)})" if isinstance(node, bracketed) else _write(node)


def _comparison(node: Is) -> str:
    value = node.value
    if isinstance(value, str):
        return node.op + (value if value == DASH else _word(value))
    op = ":" if node.op == "=" else node.op
    if isinstance(value, frozenset):
        return op + _word(min(value))
    if isinstance(value, float):
        return op + f"{value:f}".rstrip("0").rstrip(".")
    return f"{op}{value}"


def _word(text: str) -> str:
    return text if _PLAIN_WORD.fullmatch(text) else quote(text)


# Reading --------------------------------------------------------------------------------------------------------------

UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
_BLANKS = re.compile(r"\s*")
_DASHES = re.compile(r"-*(?=-\d)|-*")
"""Dashes that negate. Before a digit the last one is a minus sign: -2度 is part of a name, not everything but 2度."""
_OR = re.compile(r'(?:or|或)(?![^\s()"「」『』])', re.IGNORECASE)
_OPENING = re.compile(r'["「『]')
_QUOTED = re.compile(r'"([^"]*)"|「([^」]*)」|『([^』]*)』')
_WORD = re.compile(r'(?:[^\s()"「」『』:=<>≤≥≠!]|!(?!=))+')
_FIELD = re.compile(rf"({_WORD.pattern})\s*(?::?(<=|>=|!=|[=<>≤≥≠])|:)")
_VALUE = re.compile(r'[^\s()"「」『』]+')
_OPS: Mapping[str | None, Op] = {
    **{None: ":", "=": "=", "!=": "!=", "≠": "!="},
    **{"<": "<", ">": ">", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">="},
}


def parse(text: str, game: Game, *, longest: int = MAX_LENGTH) -> Node:
    """The search a player typed, for one game's cards; a blank text asks for everything. Raises QueryError."""
    if len(text) > longest:
        raise QueryError("too-long", longest, len(text) - longest, {"limit": longest})
    if character := UNREADABLE.search(text):
        raise QueryError("unreadable", character.start(), 1, {"found": f"U+{ord(character[0]):04X}"})
    return _Parser(text, game).query()


def parse_bracket(text: str, at: int, game: Game) -> tuple[Node, int]:
    """The search within the bracket that opens at `at`, and the position after it. Raises QueryError."""
    parser = _Parser(text, game)
    parser.at = at
    return parser.group(), parser.at


class _Parser:
    """Reads a text from left to right, a method for each level of the grammar; `at` is the next character."""

    def __init__(self, text: str, game: Game) -> None:
        self.typed, self.text, self.game = text, text.translate(MARKS), game
        self.at = self.depth = 0

    def query(self) -> Node:
        if not self.text.strip():
            return Everything()
        node = self.alternatives()
        if self.at < len(self.text):
            self.fail("unexpected", self.at, found=self.typed[self.at])
        return node

    def alternatives(self) -> Node:
        parts = [self.sequence()]
        while self.take(_OR):
            parts.append(self.sequence())
        return any_of(parts)

    def sequence(self) -> Node:
        parts: list[Node] = []
        while not self.ends():
            parts.append(self.term())
        if not parts:
            self.fail("missing-term", self.at)
        return all_of(parts)

    def ends(self) -> bool:
        self.take(_BLANKS)
        return self.text[self.at : self.at + 1] in ("", ")") or bool(_OR.match(self.text, self.at))

    def term(self) -> Node:
        start = self.at
        self.take(_DASHES)
        dashes = self.at - start
        if dashes and (self.at == len(self.text) or self.text[self.at].isspace()):
            self.fail("missing-term", start, dashes)
        node = self.atom()
        return negate(node) if dashes % 2 else node

    def atom(self) -> Node:
        start = self.at
        if self.text.startswith("(", start):
            return self.group()
        if _OPENING.match(self.text, start):
            return self.word(self.quoted_text() or self.fail("missing-term", start, self.at - start), start)
        if match := self.take(_FIELD):
            return self.condition(match)
        if match := self.take(_WORD):
            if match[0] == "*":
                return Everything()
            text = self.folded_text(start, self.at)
            return self.word(text or self.fail("missing-term", start, self.at - start), start)
        self.fail("unexpected", start, found=self.typed[start])

    def word(self, text: str, start: int) -> Word:
        return word_of(text, self.game, self.typed[start : self.at].strip('"“”「」『』｢｣'))

    def group(self) -> Node:
        start = self.at
        self.deepen(start)
        self.at += 1
        node = self.alternatives()
        if not self.text.startswith(")", self.at):
            self.fail("unclosed-bracket", start)
        self.at += 1
        self.depth -= 1
        return node

    def quoted_text(self) -> str:
        """The folded text between the quotes that open here."""
        match = self.take(_QUOTED)
        if not match:
            self.fail("unclosed-quote", self.at)
        return self.folded_text(*match.span(match.lastindex or 0))

    def condition(self, field_match: re.Match[str]) -> Node:
        attribute = self.attribute(*field_match.span(1))
        self.take(_BLANKS)
        start = self.at
        is_quoted = bool(_OPENING.match(self.text, start))
        value = self.quoted_text() if is_quoted else self.bare()
        if not value:
            self.fail("missing-value", field_match.start(), self.at - field_match.start(), field=attribute.name)
        try:
            node = read(AskedValue(attribute, _OPS[field_match[2]], value, is_quoted), self.game)
        except Misread as error:
            params = {"field": attribute.name, "value": self.typed[start : self.at], **error.params}
            self.fail(error.code, start, self.at - start, **params)
        if isinstance(node, (And, Or)):
            self.deepen(start)  # because it is written with brackets
            self.depth -= 1
        return node

    def attribute(self, start: int, end: int) -> Attribute:
        field = self.folded_text(start, end)
        if attribute := attribute_of(field, self.game):
            return attribute
        known = self.game.search_fields
        fields = tuple(f"{each.name} ({each.aliases[0]})" if each.aliases else each.name for each in known.values())
        params = {"choices": tuple(known), "fields": fields, "near": near(field, self.game)}
        self.fail("unknown-field", start, end - start, field=self.typed[start:end], **params)

    def bare(self) -> str:
        """The folded value without quotes at the current position, "" for none."""
        match = self.take(_VALUE)
        return self.folded_text(*match.span()) if match else ""

    def folded_text(self, start: int, end: int) -> str:
        return fold(self.typed[start:end])

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match at the current position, consumed."""
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def deepen(self, position: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("too-deep", position, limit=MAX_DEPTH)

    def fail(self, code: str, position: int, length: int = 1, **params: Param) -> NoReturn:
        raise QueryError(code, position, min(length, len(self.text) - position), params)
