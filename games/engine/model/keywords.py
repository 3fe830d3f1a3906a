"""The terms of a rulebook, and how they are recognised on cards: by any alias, in any punctuation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine.model.cards import Card
from games.engine.texts.text import Text
from games.engine.texts.writing import fold


@dataclass(frozen=True)
class Keyword:
    """A term of the rulebook: how it is printed, what else it is called, its paragraph, and what it means."""

    key: str
    aliases: tuple[str, ...]
    rule: str
    name: Text
    text: Text


Words = Mapping[str, Keyword]
"""A glossary by every folded spelling."""


@cache
def glossary(folder: Path) -> tuple[Keyword, ...]:
    """The terms in `glossary.toml` of a game's folder, in their order."""
    data = tomllib.loads((folder / "glossary.toml").read_text(encoding="utf-8"))
    return tuple(_keyword(entry) for entry in data["keyword"])


@cache
def spellings(folder: Path) -> Words:
    return {fold(spelling): word for word in glossary(folder) for spelling in (word.key, *word.aliases)}


def _keyword(entry: Mapping[str, object]) -> Keyword:
    def text(part: str) -> Text:
        tables = {tag: entry.get(tag) or {} for tag in ("en", "zh-hant", "zh-hans", "ja")}
        parts = {tag: table.get(part, "") for tag, table in tables.items() if isinstance(table, Mapping)}
        return Text(parts["en"], parts["zh-hant"], parts["zh-hans"], parts["ja"])

    aliases = entry.get("aliases") or []
    assert isinstance(aliases, list)
    return Keyword(str(entry["key"]), tuple(map(str, aliases)), str(entry["rule"]), text("name"), text("text"))


# On cards -------------------------------------------------------------------------------------------------------------

_REMINDER = re.compile(r"\([^()]*(?:\)|$)")
"""Of folded text: a bracket that explains; one that is never closed explains up to the end of the line."""

_EDGES = " .,;:!?\"'[]<>-"
_SENTENCES = re.compile(r"[.;!?]")
_CLAUSES = re.compile(r"[,/|·\[\]]")
_EXPLANATION = re.compile(r":| - |--")


def is_listed(card: Card, key: str, words: Words) -> bool:
    """Whether the column `keywords` has this term of the glossary, in any spelling."""
    return any(term.key == key for each in card.keywords if (term := _term_of(each, words)))


def _term_of(text: str, words: Words) -> Keyword | None:
    """The term of an entry of the column, without its reminder text and the punctuation around it."""
    spelling = fold(text)
    return words.get(spelling) or words.get(_REMINDER.sub("", spelling).strip(_EDGES))


def keywords_in(text: str, words: Words) -> frozenset[str]:
    """The keys of the keywords that a text gives by themselves.

    A sentence ends at a full stop, semicolon or line break; its keywords are the terms it begins with, separated by
    commas, slashes, square brackets or blanks, up to the first clause that is no term. What explains a term, in round
    brackets or after a colon or dash, is passed over.
    """
    return frozenset(
        term.key for line in text.splitlines() for term in _keywords_in(_REMINDER.sub(",", fold(line)), words)
    )


def _keywords_in(line: str, words: Words) -> Iterator[Keyword]:
    for sentence in _SENTENCES.split(line):
        for clause in filter(None, map(str.strip, _CLAUSES.split(sentence))):
            phrase, *explanation = _EXPLANATION.split(clause, maxsplit=1)
            terms = _terms(phrase, words)
            yield from terms
            if explanation or not terms:
                break


def _terms(clause: str, words: Words) -> list[Keyword]:
    """The term a clause is, or those it is made of; none where anything else stands in it."""
    clause = clause.strip(_EDGES)
    if clause in words:
        return [words[clause]]
    terms = [words.get(part) for part in clause.split()]
    return [term for term in terms if term] if terms and all(terms) else []
