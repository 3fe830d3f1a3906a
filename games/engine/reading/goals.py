"""Goals for a hand, such as `>=1 of (kind:unit) and <=2 of (kind:spell)`: parsing and writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from games.engine.model.decks import DeckLine
from games.engine.reading.search.query import MARKS, UNREADABLE, Node, QueryError, matches, parse_bracket, strip_quotes
from games.engine.reading.search.query import SENTENCES as QUERY_SENTENCES
from games.engine.reading.search.query import unparse as unparse_query
from games.engine.reading.search.values import Param

if TYPE_CHECKING:
    from games.engine.model.game import Game

MAX_LENGTH = 1000
"""How many characters a goal may have."""

MAX_COUNT = 999
"""The largest count of a condition."""

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
    """A text that is not a goal. `position` (from 0), `length`: the wrong part; `params`: for the sentence.

    `code` is one of SENTENCES, or of `search.query.SENTENCES` where the search for the cards is wrong.
    """

    def __init__(self, code: str, position: int, length: int, params: Mapping[str, Param]) -> None:
        super().__init__(code, position, length, params)
        self.code, self.position, self.length, self.params = code, position, length, params

    def __str__(self) -> str:
        read = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in self.params.items()}
        return {**QUERY_SENTENCES, **SENTENCES}[self.code].format(**read)


@dataclass(frozen=True)
class Condition:
    """From `low` to `high` cards (None: no maximum) that match `query`, which was typed as `text`."""

    low: int
    high: int | None
    query: Node
    text: str = field(default="", compare=False)

    def is_met_by(self, count: int) -> bool:
        return self.low <= count and (self.high is None or count <= self.high)


@dataclass(frozen=True)
class Goal:
    """Clauses, of which one must be met; a clause is met if all of its conditions are."""

    clauses: tuple[tuple[Condition, ...], ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of all clauses, from left to right."""
        return tuple(condition for clause in self.clauses for condition in clause)

    def is_met_by(self, counts: Sequence[int]) -> bool:
        """Whether a hand with these counts, one for each of `conditions`, meets the goal."""
        start = 0
        for clause in self.clauses:
            end = start + len(clause)
            if all(condition.is_met_by(count) for condition, count in zip(clause, counts[start:end], strict=True)):
                return True
            start = end
        return False


def groups(goal: Goal, entries: Iterable[DeckLine]) -> tuple[tuple[bool, ...], ...]:
    """For each entry, whether its card counts for each of the goal's `conditions`."""
    queries = {condition.query: None for condition in goal.conditions}
    counted = [{query: matches(query, entry.card) for query in queries} for entry in entries]
    return tuple(tuple(each[condition.query] for condition in goal.conditions) for each in counted)


# Writing --------------------------------------------------------------------------------------------------------------


def unparse(goal: Goal) -> str:
    """The goal as a text that parses to the same goal."""
    return " or ".join(" and ".join(map(_write, clause)) for clause in goal.clauses)


def _write(condition: Condition) -> str:
    return f"{count_text(condition)} of ({unparse_query(condition.query) or '*'})"


def count_text(condition: Condition) -> str:
    """The count of a condition, as written in a goal."""
    low, high = condition.low, condition.high
    if high is None:
        return f">={low}"
    if low == high:
        return f"={low}"
    return f"{low}..{high}" if low else f"<={high}"


# Reading --------------------------------------------------------------------------------------------------------------

_BLANKS = re.compile(r"\s*")
_CLOSING = re.compile(r"\)")
_COUNT = re.compile(r"(>=|<=|[=<>≥≤])\s*([0-9]{1,3})(?![0-9.~])")
_RANGE = re.compile(r"=?\s*([0-9]{1,3})\s*(?:\.{2,}|~)\s*([0-9]{1,3})(?![0-9.~])")
_BARE = re.compile(r"[0-9]{1,3}(?![\w.~])")
_TOKEN = re.compile(r"[^\s()]+|[()]")
_OF = re.compile(r"of(?!\w)", re.IGNORECASE)
_AND = re.compile(r"and(?!\w)|且", re.IGNORECASE)
_OR = re.compile(r"or(?!\w)|或", re.IGNORECASE)


Exact = Callable[[Collection[str]], Mapping[str, Node]]
"""Of several texts, those that are exactly a card's name or number, with the search for exactly these cards."""


def parse(text: str, game: Game, *, longest: int = MAX_LENGTH, exact: Exact | None = None) -> Goal:
    """The goal a player typed, for one game's cards. Raises GoalError.

    `exact`: looks up names and numbers in a catalog; in brackets they go before every other reading.
    """
    if len(text) > longest:
        raise GoalError("goal-too-long", longest, len(text) - longest, {"limit": longest})
    if character := UNREADABLE.search(text):
        raise GoalError("unreadable", character.start(), 1, {"found": f"U+{ord(character[0]):04X}"})
    return _Parser(text, game, exact).goal()


class _Parser:
    """Reads a text from left to right, a method for each level of the grammar; `at` is the next character."""

    def __init__(self, text: str, game: Game, exact: Exact | None = None) -> None:
        self.typed, self.text, self.game, self.at, self.exact = text, text.translate(MARKS), game, 0, exact

    def goal(self) -> Goal:
        clauses = [self.clause()]
        while self.take(_OR):
            clauses.append(self.clause())
        if token_text := self.token():
            self.fail("missing-joint", self.at, len(token_text), found=token_text)
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
        count_typed = self.typed[start : self.at]
        if not self.take(_OF):
            self.fail("missing-of", self.at, len(self.token()), count=count_typed)
        return Condition(low, high, *self.cards())

    def count(self) -> tuple[int, int | None]:
        start = self.at
        if token := self.take(_COUNT):
            low, high = _bounds(token[1], int(token[2]))
            if low > MAX_COUNT:  # >999: it could not be written as a count of its own
                self.fail("bad-count", start, self.at - start, found=self.typed[start : self.at], limit=MAX_COUNT)
        elif token := self.take(_RANGE):
            low, high = int(token[1]), int(token[2])
        else:
            self.no_count()
        if high is not None and high < low:
            self.fail("impossible-count", start, self.at - start, found=self.typed[start : self.at])
        return low, high

    def no_count(self) -> NoReturn:
        if bare := _BARE.match(self.text, self.at):
            self.fail("bare-count", self.at, len(bare[0]), count=bare[0])
        token = self.token()
        if not token or token == "(" or _OF.fullmatch(token) or _AND.fullmatch(token) or _OR.fullmatch(token):
            self.fail("missing-count", self.at, len(token))
        self.fail("bad-count", self.at, len(token), found=token, limit=MAX_COUNT)

    def cards(self) -> tuple[Node, str]:
        """The search in brackets at the current position, as a tree and as typed."""
        self.take(_BLANKS)
        start = self.at
        if not self.text.startswith("(", start):
            self.fail("missing-cards", start, len(self.token()))
        if query := self.exact_cards(start):
            return query, self.typed[start + 1 : self.at - 1].strip()
        try:
            query, self.at = parse_bracket(self.typed, start, self.game)
        except QueryError as error:
            raise GoalError(error.code, error.position, error.length, error.params) from None
        return query, self.typed[start + 1 : self.at - 1].strip()

    def exact_cards(self, start: int) -> Node | None:
        """The cards of exactly the name or number in the bracket that opens at `start`, consumed; the name may itself
        have brackets, so the longest one counts."""
        ends = [match.start() for match in _CLOSING.finditer(self.text, start)] if self.exact else []
        texts = {end: self.typed[start + 1 : end] for end in ends}
        names = {each for text in texts.values() for each in (text.strip(), strip_quotes(text))}
        nodes = self.exact(names) if self.exact and names else {}
        for end, text in reversed(texts.items()):
            for each in (text.strip(), strip_quotes(text)):
                if each in nodes:
                    self.at = end + 1
                    return nodes[each]
        return None

    def token(self) -> str:
        """The token at the current position as typed, without consuming it; "" at the end."""
        match = _TOKEN.match(self.text, self.at)
        return self.typed[match.start() : match.end()] if match else ""

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match after blanks at the current position, consumed with them."""
        self.at = len(self.text) - len(self.text[self.at :].lstrip())
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def fail(self, code: str, position: int, length: int = 1, **params: Param) -> NoReturn:
        raise GoalError(code, position, min(max(length, 1), len(self.text) - position), params)


def _bounds(op: str, number: int) -> tuple[int, int | None]:
    if op in (">=", "≥", ">"):
        return (number + 1 if op == ">" else number), None
    if op == "=":
        return number, number
    return 0, (number - 1 if op == "<" else number)
