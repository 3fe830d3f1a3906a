"""The terms of a rulebook, and how they are recognised on cards: by any alias, in any punctuation."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine.model.cards import Card
from games.engine.texts.terms import Clause, sentences, without_number
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
    """The terms in `glossary.toml` of a game's folder, in their order; none without that file."""
    path = folder / "glossary.toml"
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["keyword"] if path.exists() else ()
    return tuple(map(_keyword, entries))


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


def is_listed(card: Card, key: str, words: Words) -> bool:
    """Whether the column `keywords` has this term of the glossary, in any spelling."""
    return any(term.key == key for term in listed_terms(card.keywords, words))


def listed_terms(entries: Iterable[str], words: Words) -> Iterator[Keyword]:
    """The terms that entries of the column `keywords` name, whatever else stands in them."""
    for entry in entries:
        if term := words.get(fold(entry)):
            yield term
        else:
            yield from (term for clauses in sentences(entry) for clause in clauses for term in _terms_of(clause, words))


def _terms_of(clause: Clause, words: Words) -> list[Keyword]:
    return _terms(clause.phrase, words) or _terms(without_number(clause.phrase), words)


def is_only_terms(entry: str, words: Words) -> bool:
    """Whether an entry of the column names terms, and nothing that the glossary does not know."""
    if fold(entry) in words:
        return True
    clauses = [clause for clauses in sentences(entry) for clause in clauses if clause.phrase]
    return bool(clauses) and all(_terms_of(clause, words) for clause in clauses)


def keywords_in(text: str, words: Words) -> frozenset[str]:
    """The keys of the keywords that a text gives by themselves.

    The keywords of a sentence are the terms it begins with, up to the first clause that is no term, or is explained.
    """
    return frozenset(term.key for clauses in sentences(text) for term in _leading(clauses, words))


def _leading(clauses: Iterable[Clause], words: Words) -> Iterator[Keyword]:
    for clause in clauses:
        terms = _terms(clause.phrase, words)
        yield from terms
        if clause.explained or not terms:
            break


def _terms(phrase: str, words: Words) -> list[Keyword]:
    """The term a phrase is, or those it is made of; none where anything else stands in it."""
    parts, terms = fold(phrase).split(), []
    while parts:
        ends = (end for end in range(len(parts), 0, -1) if " ".join(parts[:end]) in words)
        end = next(ends, 0)
        if not end:
            return []
        terms.append(words[" ".join(parts[:end])])
        parts = parts[end:]
    return terms
