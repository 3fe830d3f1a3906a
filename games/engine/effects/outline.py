"""What a clause does and when, by its verbs and its trigger: read from its text alone, for searches."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_QUOTED = re.compile("「[^」]*」")
_BRACKETS = re.compile(r"\([^()]*\)")
_TESTS = re.compile(r"\bif [^:;]*: ")
_BETWEEN_STEPS = re.compile(r"; | or | then | and ")
_WORD = re.compile(r"[a-z_]+")


class Outline(NamedTuple):
    """The verbs and facts of a card, and its triggers, each once."""

    verbs: tuple[str, ...]
    triggers: tuple[str, ...]


@lru_cache(maxsize=8192)
def outline(clauses: tuple[str, ...]) -> Outline:
    """That of canonical clauses. Of any other text it is some of its words."""
    verbs: dict[str, None] = {}
    triggers: dict[str, None] = {}
    for clause in clauses:
        head, colon, body = _without_brackets(clause).partition(":")
        word = _first_word(head)
        if not colon or not body.startswith(" "):  # a fact, or the short form
            verbs[word] = None
        if colon:
            triggers["played" if not body.startswith(" ") else word] = None
            verbs |= dict.fromkeys(map(_verb, _BETWEEN_STEPS.split(_TESTS.sub("", body))))
    return Outline(tuple(filter(None, verbs)), tuple(filter(None, triggers)))


def _without_brackets(clause: str) -> str:
    clause = _QUOTED.sub("", clause)
    count = 1
    while count:
        clause, count = _BRACKETS.subn("", clause)
    return clause


def _verb(step: str) -> str:
    return _first_word(step.strip().removeprefix("may "))


def _first_word(text: str) -> str:
    word = _WORD.match(text)
    return word[0] if word else ""
