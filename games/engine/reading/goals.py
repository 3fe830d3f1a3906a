"""What a player hopes to see in a hand: from a text such as `>=1 of (kind:unit) and <=2 of (kind:spell)`, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from games.engine.model.decks import DeckLine
from games.engine.reading.query import MARKS, UNREADABLE, Node, QueryError, matches, parse_bracket
from games.engine.reading.query import SENTENCES as QUERY_SENTENCES
from games.engine.reading.query import unparse as unparse_query
from games.engine.reading.query_values import Param

if TYPE_CHECKING:
    from games.engine.model.game import Game

MAX_LENGTH = 1000
"""How many characters a goal may have."""

MAX_COUNT = 999
"""The largest count that can be asked for."""

SENTENCES: Mapping[str, str] = {
    "goal-too-long": "A goal has at most {limit} characters.",
    "missing-count": "How many? Write >=2, <=1, =0 or 2..3 here.",
    "bad-count": "“{found}” is not a count: write >=2, <=1, =0, >1, <3 or 2..3, with numbers up to {limit}.",
    "bare-count": "At least {count} or exactly {count}? Write >={count} or ={count}.",
    "impossible-count": "No number of cards can meet “{found}”.",
    "missing-of": "Write “of” and the cards in brackets here: {count} of (CARDS).",
    "missing-cards": "Which cards? Write a search in brackets here, or (*) for all cards.",
    "missing-joint": "“{found}” is unexpected here: join conditions with “and”, alternatives with “or”.",
}
"""Every code a `GoalError` may have, in English, besides those of a search."""


class GoalError(ValueError):
    """A text that is no goal. `position` (from 0), `length`: the part that is wrong; `params`: for the sentence.

    `code` is one of SENTENCES, or of `games.engine.reading.query.SENTENCES` where the search for the cards is wrong.
    """

    def __init__(self, code: str, position: int, length: int, params: Mapping[str, Param]) -> None:
        super().__init__(code, position, length, params)
        self.code, self.position, self.length, self.params = code, position, length, params

    def __str__(self) -> str:
        read = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in self.params.items()}
        return {**QUERY_SENTENCES, **SENTENCES}[self.code].format(**read)


@dataclass(frozen=True)
class Condition:
    """From `low` to `high` cards (None: any number more) of those that `query` asks for, which was typed as `text`."""

    low: int
    high: int | None
    query: Node
    text: str = field(default="", compare=False)

    @property
    def wants(self) -> bool:
        """Whether it asks for cards, and does not only forbid too many."""
        return self.low > 0

    def met(self, count: int) -> bool:
        return self.low <= count and (self.high is None or count <= self.high)


@dataclass(frozen=True)
class Goal:
    """Clauses of which one is enough; a clause is met by all of its conditions together."""

    clauses: tuple[tuple[Condition, ...], ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of all clauses, from left to right."""
        return tuple(condition for clause in self.clauses for condition in clause)

    def met(self, counts: Sequence[int]) -> bool:
        """Whether a hand meets it that has so many cards of each of `conditions`."""
        start = 0
        for clause in self.clauses:
            end = start + len(clause)
            if all(condition.met(count) for condition, count in zip(clause, counts[start:end], strict=True)):
                return True
            start = end
        return False


def groups(goal: Goal, entries: Iterable[DeckLine]) -> tuple[tuple[bool, ...], ...]:
    """For each entry, which of the goal's `conditions` its card counts for."""
    queries = {condition.query: None for condition in goal.conditions}
    found = [{query: matches(query, entry.card) for query in queries} for entry in entries]
    return tuple(tuple(each[condition.query] for condition in goal.conditions) for each in found)


# Writing --------------------------------------------------------------------------------------------------------------


def unparse(goal: Goal) -> str:
    """The goal as a text that parses to the same goal."""
    return " or ".join(" and ".join(map(_written, clause)) for clause in goal.clauses)


def _written(condition: Condition) -> str:
    return f"{count_text(condition)} of ({unparse_query(condition.query) or '*'})"


def count_text(condition: Condition) -> str:
    """How many cards it asks for, as it is written in a goal."""
    low, high = condition.low, condition.high
    if high is None:
        return f">={low}"
    if low == high:
        return f"={low}"
    return f"{low}..{high}" if low else f"<={high}"


# Reading --------------------------------------------------------------------------------------------------------------

_BLANKS = re.compile(r"\s*")
_COUNT = re.compile(r"(>=|<=|[=<>≥≤])\s*([0-9]{1,3})(?![0-9.~])")
_RANGE = re.compile(r"=?\s*([0-9]{1,3})\s*(?:\.{2,}|~)\s*([0-9]{1,3})(?![0-9.~])")
_BARE = re.compile(r"[0-9]{1,3}(?![\w.~])")
_TOKEN = re.compile(r"[^\s()]+|[()]")
_OF = re.compile(r"of(?!\w)", re.IGNORECASE)
_AND = re.compile(r"and(?!\w)|且", re.IGNORECASE)
_OR = re.compile(r"or(?!\w)|或", re.IGNORECASE)


def parse(text: str, game: Game, *, longest: int = MAX_LENGTH) -> Goal:
    """The goal a player typed, for one game's cards. Raises GoalError."""
    if len(text) > longest:
        raise GoalError("goal-too-long", longest, len(text) - longest, {"limit": longest})
    if found := UNREADABLE.search(text):
        raise GoalError("unreadable", found.start(), 1, {"found": f"U+{ord(found[0]):04X}"})
    return _Parser(text, game).goal()


class _Parser:
    """Reads a text from left to right, a method for each level of the grammar; `at` is the next character."""

    def __init__(self, text: str, game: Game) -> None:
        self.typed, self.text, self.game, self.at = text, text.translate(MARKS), game, 0

    def goal(self) -> Goal:
        clauses = [self.clause()]
        while self.take(_OR):
            clauses.append(self.clause())
        if found := self.token():
            self.fail("missing-joint", self.at, len(found), found=found)
        return Goal(tuple(clauses))

    def clause(self) -> tuple[Condition, ...]:
        conditions = [self.condition()]
        while self.take(_AND):
            conditions.append(self.condition())
        return tuple(conditions)

    def condition(self) -> Condition:
        self.take(_BLANKS)
        start = self.at
        low, high = self.count()
        asked = self.typed[start : self.at]
        if not self.take(_OF):
            self.fail("missing-of", self.at, len(self.token()), count=asked)
        return Condition(low, high, *self.cards())

    def count(self) -> tuple[int, int | None]:
        start = self.at
        if found := self.take(_COUNT):
            low, high = _bounds(found[1], int(found[2]))
            if low > MAX_COUNT:  # >999: it could not be written as a count of its own
                self.fail("bad-count", start, self.at - start, found=self.typed[start : self.at], limit=MAX_COUNT)
        elif found := self.take(_RANGE):
            low, high = int(found[1]), int(found[2])
        else:
            self.no_count()
        if high is not None and high < low:
            self.fail("impossible-count", start, self.at - start, found=self.typed[start : self.at])
        return low, high

    def no_count(self) -> NoReturn:
        if found := _BARE.match(self.text, self.at):
            self.fail("bare-count", self.at, len(found[0]), count=found[0])
        token = self.token()
        if not token or token == "(" or _OF.fullmatch(token) or _AND.fullmatch(token) or _OR.fullmatch(token):
            self.fail("missing-count", self.at, len(token))
        self.fail("bad-count", self.at, len(token), found=token, limit=MAX_COUNT)

    def cards(self) -> tuple[Node, str]:
        """The search in brackets that stands here, as a tree and as it was typed."""
        self.take(_BLANKS)
        start = self.at
        if not self.text.startswith("(", start):
            self.fail("missing-cards", start, len(self.token()))
        try:
            query, self.at = parse_bracket(self.typed, start, self.game)
        except QueryError as error:
            raise GoalError(error.code, error.position, error.length, error.params) from None
        return query, self.typed[start + 1 : self.at - 1].strip()

    def token(self) -> str:
        """What stands here, as it was typed and without passing over it; "" at the end."""
        found = _TOKEN.match(self.text, self.at)
        return self.typed[found.start() : found.end()] if found else ""

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands here after blanks, passed over together with them."""
        self.at = len(self.text) - len(self.text[self.at :].lstrip())
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def fail(self, code: str, position: int, length: int = 1, **params: Param) -> NoReturn:
        raise GoalError(code, position, min(max(length, 1), len(self.text) - position), params)


def _bounds(op: str, number: int) -> tuple[int, int | None]:
    if op in (">=", "≥", ">"):
        return (number + 1 if op == ">" else number), None
    if op == "=":
        return number, number
    return 0, (number - 1 if op == "<" else number)
