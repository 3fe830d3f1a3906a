"""The words of a cell, the bounds of what is read, and a cursor that remembers what could have stood at its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Literal, NamedTuple, TypeVar, cast

from games.engine.effects.vocabulary import Vocabulary
from games.engine.texts.characters import INVISIBLE, PUNCTUATION

MAX_CLAUSES = 8
"""The clauses of a cell."""

MAX_STEPS = 12
"""The steps of a clause, those of all its chains together."""

MAX_AMOUNT = 9999
"""Numbers are at most so far from 0."""

MAX_DEPTH = 4
"""How deep amounts and filters may stand in one another."""

MAX_CHARACTERS = 600
"""The length of a clause."""

NUMBER, VALUE, END = "[number]", "[value]", "[end]"
"""Stand for what is no word of the vocabulary, among the choices of an error."""

Bound = Literal["amount", "clauses", "steps", "depth", "characters"]
LIMITS: dict[Bound, int] = {
    "amount": MAX_AMOUNT,
    "clauses": MAX_CLAUSES,
    "steps": MAX_STEPS,
    "depth": MAX_DEPTH,
    "characters": MAX_CHARACTERS,
}


class EffectError(ValueError):
    """A cell that cannot be read. `position`: where in its text, from 0; it is its length if something is missing.

    `choices`: the words that could stand there, the most similar first, and NUMBER, VALUE, END; () where `bound` says
    which limit is exceeded.
    """

    def __init__(self, position: int, choices: Iterable[str] = (), bound: Bound | None = None) -> None:
        super().__init__(position, bound)
        self.position, self.choices, self.bound = position, tuple(choices), bound

    @property
    def limit(self) -> int:
        return LIMITS[self.bound] if self.bound else 0


class Token(NamedTuple):
    """`text`: folded, of a value in quotation marks without these; `raw`: as it was written."""

    kind: Literal["word", "number", "quoted", "sign", "end"]
    text: str
    raw: str
    start: int


@cache
def _plain(character: str) -> str:
    """A character as the grammar reads it: plain width, look-alikes as one, line breaks as |, always one character."""
    if character in "「」｢｣":
        return "「" if character in "「｢" else "」"
    if character == "\n":
        return "|"
    if ord(character) in INVISIBLE:
        return " "
    plain = unicodedata.normalize("NFKC", character)
    folded = PUNCTUATION.get(ord(plain), plain) if len(plain) == 1 else character
    if len(folded) != 1:
        return character
    return " " if folded.isspace() else folded


SPECIAL = r"()/+*|:;,「」=<>~!.\"-"
"""What ends a word, besides blanks: a value that has one of these is put into quotation marks."""

_TOKENS = re.compile(
    rf"""\s*(?:
        (?P<number>[0-9]+(?![^\s{re.escape(SPECIAL)}]))
      | (?P<word>[^\s{re.escape(SPECIAL)}]+)
      | 「(?P<quoted>[^」|]*)」
      | (?P<sign><=|>=|!=|\.\.|.)
      | (?P<end>$)
    )""",
    re.VERBOSE,
)


def plain_text(text: str) -> str:
    """A text as the grammar reads it, character by character."""
    return "".join(map(_plain, text))


def tokens_of(text: str, plain: str) -> Iterator[Token]:
    """The tokens of a text; the last one is the end."""
    for match in _TOKENS.finditer(plain):
        kind = match.lastgroup or "end"
        content = match[kind] if kind == "quoted" else match[kind].lower()
        opening = match.start(kind) - (kind == "quoted")
        yield Token(cast(Literal["word"], kind), content, text[match.start(kind) : match.end(kind)], opening)


Part = TypeVar("Part")


class Cursor:
    """Reads from the first token on. `wanted`: what could have stood at the present one, as far as it was asked."""

    def __init__(self, text: str, plain: str, vocabulary: Vocabulary) -> None:
        self.words, self.names = vocabulary, vocabulary.names
        self.end = len(text.rstrip())
        self.tokens = list(tokens_of(text, plain))
        self.index, self.depth = 0, 0
        self.wanted: dict[str, None] = {}

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    def at_end(self) -> bool:
        return self.token.kind == "end"

    def next_is(self, *texts: str) -> bool:
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)].text in texts

    def advance(self) -> Token:
        token = self.token
        self.index += 1
        self.wanted = {}
        return token

    def fail(self, *choices: str) -> EffectError:
        near = get_close_matches(self.token.text, [*self.wanted, *choices], cutoff=0.5)
        return EffectError(min(self.token.start, self.end), dict.fromkeys((*near, *self.wanted, *choices)))

    def accept(self, *texts: str) -> str:
        """The present word or sign if it is one of these, else ""."""
        if self.token.kind in ("word", "sign") and self.token.text in texts:
            return self.advance().text
        self.wanted |= dict.fromkeys(texts)
        return ""

    def take(self, *texts: str) -> str:
        if word := self.accept(*texts):
            return word
        raise self.fail()

    def within(self, read: Callable[[], Part]) -> Part:
        """What this reads, one level deeper."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise EffectError(self.token.start, bound="depth")
        part = read()
        self.depth -= 1
        return part
