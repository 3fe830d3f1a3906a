"""Sentences in parts: plain words, terms of the game's glossary, and names of cards.

Inside a sentence that is being built, terms and names stand between control characters, which no catalog can bring in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.engine.texts.text import Text

_OPEN, _BETWEEN, _CLOSE = "\x02", "\x1f", "\x03"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_MARKED = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_BRACKETS = re.compile(r"\[([^|\]]*)(?:\|([^\]]*))?\]")
_SPACES = re.compile(" {2,}")


class Part(NamedTuple):
    """A stretch of a sentence. `term`: the key of the keyword that it is; `name`: the printed name of the card."""

    text: str
    term: str = ""
    name: str = ""


Sentence = tuple[Part, ...]


def clean(text: str) -> str:
    """A text of a catalog without control characters."""
    return _CONTROLS.sub("", text)


def mark_term(key: str, text: str) -> str:
    return f"{_OPEN}term{_BETWEEN}{clean(key)}{_BETWEEN}{text}{_CLOSE}"


def mark_name(printed: str, text: str) -> str:
    return f"{_OPEN}name{_BETWEEN}{clean(printed)}{_BETWEEN}{text}{_CLOSE}"


def mark_brackets(phrase: str) -> str:
    """A phrase whose terms stand in square brackets, `[key|text]`, or `[key]` where the text is the key."""
    return _BRACKETS.sub(lambda match: mark_term(match[1], match[2] or match[1]), phrase)


def terms_in(text: Text) -> Iterator[str]:
    """The keys of the terms that a phrase marks, in any language."""
    for phrase in text:
        yield from (key for key, _ in _BRACKETS.findall(phrase))


def split(text: str) -> Sentence:
    """The parts of a marked text."""
    parts = _MARKED.split(_SPACES.sub(" ", text).strip())
    return tuple(_part(part) if index % 2 else Part(part) for index, part in enumerate(parts) if part)


def _part(marked: str) -> Part:
    what, key, text = marked.split(_BETWEEN)
    return Part(text, term=key) if what == "term" else Part(text, name=key)


def plain(sentence: Sentence) -> str:
    return "".join(part.text for part in sentence)


def begin(text: str) -> str:
    """A marked text with a capital letter at its beginning, inside a term but not inside a name."""
    if text.startswith(_OPEN):
        what, key, rest = text[1:].split(_BETWEEN, 2)
        return text if what == "name" else f"{_OPEN}{what}{_BETWEEN}{key}{_BETWEEN}{rest[:1].upper()}{rest[1:]}"
    return text[:1].upper() + text[1:]


def first_letter(text: str) -> str:
    """The first letter of a marked text as it is read."""
    return plain(split(text))[:1]
