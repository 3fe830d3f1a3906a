"""Reads a cell of the column `effects`: one pass over its words, strict, bounded in time and depth."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeVar, cast

from games.engine.effects.tree import (
    Action,
    Amount,
    Atom,
    By,
    Chain,
    Clause,
    Compare,
    Comparison,
    Count,
    Counter,
    Expression,
    Filter,
    Flag,
    From,
    Half,
    Item,
    KeyOp,
    Match,
    Number,
    Open,
    Presence,
    Product,
    Range,
    Receiver,
    Reference,
    State,
    Step,
    Sum,
    Target,
    Term,
    Test,
    That,
    Total,
    Zones,
)
from games.engine.effects.vocabulary import NOTHING, SHORT, Key, Verb, Vocabulary
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


# Words ----------------------------------------------------------------------------------------------------------------


class _Token(NamedTuple):
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


def _tokens(text: str, plain: str) -> Iterator[_Token]:
    """The tokens of a text; the last one is the end."""
    for match in _TOKENS.finditer(plain):
        kind = match.lastgroup or "end"
        content = match[kind] if kind == "quoted" else match[kind].lower()
        opening = match.start(kind) - (kind == "quoted")
        yield _Token(cast(Literal["word"], kind), content, text[match.start(kind) : match.end(kind)], opening)


# Cells ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def read_cell(text: str, vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The clauses of a cell; () for an empty one. Raises EffectError."""
    plain = plain_text(text)
    _check_size(plain)
    return _Reader(text, plain, vocabulary).cell()


@lru_cache(maxsize=8192)
def read_clauses(texts: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The clauses of a card, each a text. Raises EffectError, whose position is that in its clause."""
    return tuple(clause for text in texts for clause in read_cell(text, vocabulary))


def _check_size(plain: str) -> None:
    """Refuse a cell that has too many clauses or too long ones, before its words are looked at."""
    clauses = (match for match in re.finditer(r"[^|]+", plain) if not match[0].isspace())
    for number, match in enumerate(clauses):
        start = match.end() - len(match[0].lstrip())
        if number == MAX_CLAUSES:
            raise EffectError(start, bound="clauses")
        if len(match[0].strip()) > MAX_CHARACTERS:
            raise EffectError(start + MAX_CHARACTERS, bound="characters")


Part = TypeVar("Part")


class _Reader:
    """Reads from the first token on. `wanted`: what could have stood at the present one, as far as it was asked."""

    def __init__(self, text: str, plain: str, vocabulary: Vocabulary) -> None:
        self.words, self.names = vocabulary, vocabulary.names
        self.flags_and_zones = {*self.names["flags"], *self.names["zones"]}
        self.end = len(text.rstrip())
        self.tokens = list(_tokens(text, plain))
        self.index, self.depth, self.steps = 0, 0, 0
        self.wanted: dict[str, None] = {}

    # Tokens

    @property
    def token(self) -> _Token:
        return self.tokens[self.index]

    def at_end(self) -> bool:
        return self.token.kind == "end"

    def next_is(self, *texts: str) -> bool:
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)].text in texts

    def advance(self) -> _Token:
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

    # Clauses

    def cell(self) -> tuple[Clause, ...]:
        clauses: list[Clause] = []
        self.skip_separators()
        while not self.at_end():
            if clauses and clauses[0].trigger == NOTHING:
                raise EffectError(self.token.start, (END,))
            clauses.append(self.clause(first=not clauses))
            if not self.at_end() and self.token.text != "|":
                raise self.fail("|", END)
            self.skip_separators()
        return tuple(clauses)

    def skip_separators(self) -> None:
        while self.token.text == "|":
            self.advance()

    def clause(self, first: bool) -> Clause:
        self.steps = 0
        return self.fact(first) or self.short() or self.head()

    def fact(self, first: bool) -> Clause | None:
        names = self.names["facts"]
        word = self.accept(*(names if first else (each for each in names if each != NOTHING)))
        if not word:
            return None
        values: list[int] = []
        if self.words.fact[word].values:
            values.append(self.integer())
            while self.accept("/"):
                values.append(self.integer())
        return Clause(word, values=tuple(values))

    def short(self) -> Clause | None:
        """`draw:2`: only a score may go down."""
        verb = self.accept(*SHORT)
        if not verb:
            return None
        self.take(":")
        position, value = self.token.start, self.integer()
        if value == 0 or (value < 0 and verb != "score"):
            raise EffectError(position, (NUMBER,))
        return Clause("played", (Item(((Step(Action(verb, amount=Number(value))),),)),), short=True)

    def head(self) -> Clause:
        trigger = self.take(*self.names["triggers"])
        of = self.filter() if self.words.trigger[trigger].sort == "event" and self.at_filter() else None
        source: tuple[str, ...] = ()
        cause = mode = ""
        zones: tuple[str, ...] = ()
        once = False
        while not self.accept(":"):
            if not source and self.accept("from"):
                source = self.zones()
            elif not cause and self.accept("by"):
                cause = self.take(*self.names["verbs"])
            elif not zones and self.accept("in"):
                zones = self.zones()
            elif not once and self.accept("once"):
                once = True
            elif mode or not (mode := self.accept(*self.names["modes"])):
                raise self.fail()
        items = [self.item()]
        while self.accept(";"):
            items.append(self.item())
        return Clause(trigger, tuple(items), of, source, cause, mode, zones, once)

    def item(self) -> Item:
        tests = self.tests()
        chains = [self.chain()]
        while self.accept("or"):
            chains.append(self.chain())
        return Item(tuple(chains), tests)

    def chain(self) -> Chain:
        steps = [self.step("")]
        while link := self.accept("then", "and"):
            steps.append(self.step(cast(Literal["then", "and"], link)))
        return tuple(steps)

    def step(self, link: Literal["", "then", "and"]) -> Step:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise EffectError(self.token.start, bound="steps")
        tests = self.tests() if link else ()
        may = bool(self.accept("may"))
        return Step(self.action(), link, tests, may)

    # Conditions

    def tests(self) -> tuple[Test, ...]:
        if not self.accept("if"):
            return ()
        tests = [self.test()]
        while self.accept("and"):
            tests.append(self.test())
        self.take(":")
        return tuple(tests)

    def test(self) -> Test:
        if word := self.accept("has", "no", "full"):
            return Presence(cast(Literal["has"], word), self.filter())
        if self.token.text == "self" or self.next_is("is"):
            who = self.take("self", "that")
            self.take("is")
            return State(cast(Reference, who), self.take(*self.names["flags"]))
        self.wanted |= dict.fromkeys(("self", "that"))
        left = self.expression()
        op = self.take("=", "!=", "<", "<=", ">", ">=")
        return Compare(left, cast(Comparison, op), self.expression())

    # Actions

    def action(self) -> Action:
        verb = self.words.verb[self.take(*self.names["verbs"])]
        operand = self.operand(verb)
        amount, target = self.objects(verb)
        source: tuple[str, ...] = ()
        to = by = None
        whose = None
        if verb.takes("from") and self.accept_part(verb, "from"):
            source = self.zones(("top", "bottom"))
        if verb.takes("to") and self.accept_part(verb, "to"):
            to = self.receiver((*self.names["positions"], *self.names["zones"]))
        if verb.takes("for") and self.accept_part(verb, "for"):
            whose = self.target()
        if verb.takes("by") and self.accept_part(verb, "by"):
            by = self.receiver(())
        until_end = verb.takes("end") and bool(self.accept("until")) and bool(self.take("end"))
        instead = bool(self.accept("instead"))
        return Action(verb.name, operand, amount, target, source, to, whose, by, until_end, instead)

    def accept_part(self, verb: Verb, word: str) -> str:
        return self.take(word) if verb.needs(word) else self.accept(word)

    def operand(self, verb: Verb) -> str:
        if verb.operand == "event":
            word = self.take(*(each.name for each in self.words.triggers if each.sort == "event"))
            self.take("of")
            return word
        if verb.operand == "value":
            return self.value()
        words = tuple(filter(None, verb.operand))
        return self.accept(*words) if "" in verb.operand or not words else self.take(*words)

    def objects(self, verb: Verb) -> tuple[Amount | None, Target | None]:
        """Amount and target. `that` is a target, except where an amount must stand, or goes on as one."""
        amount: Amount | None = None
        target: Target | None = None
        if verb.needs("amount") or (verb.takes("amount") and not self.at_sole_target() and self.at_amount()):
            amount = self.amount(verb)
        if verb.needs("target") or (verb.takes("target") and self.at_target()):
            target = self.target()
        if amount is None and target is None and verb.takes("target") and not verb.bare:
            raise self.fail("(", "self", "that")
        return amount, target

    def at_sole_target(self) -> bool:
        """Whether a target is next, and no amount. `that` before a sign or another target is an amount."""
        return self.at_target() and not (
            self.token.text == "that" and self.next_is(".", "+", "-", "*", "(", "self", "that")
        )

    def at_filter(self) -> bool:
        self.wanted |= {"(": None}
        return self.token.text == "(" and self.token.kind == "sign"

    def at_target(self) -> bool:
        self.wanted |= dict.fromkeys(("self", "that"))
        return self.at_filter() or (self.token.kind == "word" and self.token.text in ("self", "that"))

    def at_amount(self) -> bool:
        words = ("any", "all", "count", "sum", "half", "that", *self.names["counters"])
        self.wanted |= dict.fromkeys((NUMBER, *words))
        return self.token.kind == "number" or self.token.text == "-" or self.token.text in words

    def target(self) -> Target:
        if self.at_filter():
            return self.filter()
        return cast(Reference, self.take("self", "that"))

    def receiver(self, places: Collection[str]) -> Receiver:
        if place := self.accept(*places):
            return Receiver(place)
        self.wanted |= {NUMBER: None}
        amount = Number(self.integer()) if self.token.kind == "number" else None
        return Receiver("", self.target(), amount)

    def zones(self, positions: Collection[str] = ()) -> tuple[str, ...]:
        if position := self.accept(*positions):
            return (position,)
        zones = [self.take(*self.names["zones"])]
        while self.accept("/"):
            zones.append(self.take(*self.names["zones"]))
        return tuple(zones)

    # Amounts

    def amount(self, verb: Verb) -> Amount:
        position = self.token.start
        if word := self.accept("any", "all"):
            return Open(cast(Literal["any", "all"], word))
        amount: Amount = self.expression()
        if isinstance(amount, Number) and self.accept(".."):
            high = None if self.accept("any") else self.integer()
            amount = Range(amount.value, high)
        low = amount.low if isinstance(amount, Range) else amount.value if isinstance(amount, Number) else 1
        if not verb.signed and (low < 0 or amount == Number(0)):
            raise EffectError(position, (NUMBER,))
        return amount

    def expression(self) -> Expression:
        parts: list[tuple[Literal[1, -1], Atom | Product]] = [(1, self.product())]
        while sign := self.accept("+", "-"):
            parts.append((1 if sign == "+" else -1, self.product()))
        return Total(tuple(parts)) if len(parts) > 1 else parts[0][1]

    def product(self) -> Atom | Product:
        factors = [self.atom()]
        while self.accept("*"):
            factors.append(self.atom())
        return Product(tuple(factors)) if len(factors) > 1 else factors[0]

    def atom(self) -> Atom:
        if self.accept("count"):
            return Count(self.filter())
        if self.accept("sum"):
            return self.within(self.sum)
        if self.accept("half"):
            return self.within(self.half)
        if self.accept("that"):
            return That(self.take(*self.numeric_keys()) if self.accept(".") else "")
        if counter := self.accept(*self.names["counters"]):
            return Counter(counter)
        return Number(self.integer())

    def sum(self) -> Sum:
        self.take("(")
        key, terms = self.take(*self.numeric_keys()), []
        while not self.accept(")"):
            terms.append(self.term())
        return Sum(key, tuple(terms))

    def half(self) -> Half:
        self.take("(")
        half = Half(self.expression())
        self.take(")")
        return half

    def integer(self) -> int:
        sign = -1 if self.accept("-") else 1
        if self.token.kind != "number":
            raise self.fail(NUMBER)
        if len(self.token.text) > len(str(MAX_AMOUNT)):
            raise EffectError(self.token.start, bound="amount")
        return sign * int(self.advance().text)

    def numeric_keys(self) -> Iterable[str]:
        return (each.name for each in self.words.keys if each.numeric)

    # Filters

    def filter(self) -> Filter:
        return self.within(self._filter)

    def _filter(self) -> Filter:
        self.take("(")
        terms = [self.term()]
        while not self.accept(")"):
            terms.append(self.term())
        return Filter(tuple(terms))

    def term(self) -> Term:
        word = self.token.text
        if self.next_is("=", "!=", "<=", ">=", "~") or (word in self.words.key and word not in self.flags_and_zones):
            return self.match()
        if self.accept("!"):
            return Flag(self.take(*self.names["flags"]), negated=True)
        if self.accept("by"):
            return By(self.match() if self.token.text in self.words.key else self.target())
        if self.accept("from"):
            return From(self.zones())
        if flag := self.accept(*self.names["flags"]):
            return Flag(flag)
        self.wanted |= dict.fromkeys(self.names["keys"])
        return Zones(self.zones())

    def match(self) -> Match:
        key = self.words.key[self.take(*self.names["keys"])]
        ops = ("=", "!=", "<=", ">=") if key.numeric else ("=", "!=", "~")
        op = cast(KeyOp, self.take(*ops))
        if key.numeric:
            return Match(key.name, op, (self.number_or_that(),))
        values = [self.key_value(key)]
        joiner = self.accept("/", "+")
        while joiner:
            values.append(self.key_value(key))
            if not self.accept(joiner):
                break
        return Match(key.name, op, tuple(values), "+" if joiner == "+" else "/")

    def number_or_that(self) -> int | That:
        if self.accept("that"):
            return That(self.take(*self.numeric_keys()) if self.accept(".") else "")
        return self.integer()

    def key_value(self, key: Key) -> str:
        if not key.values:
            return self.value()
        if self.token.text in key.values:
            return self.advance().text
        raise self.fail(*key.values)

    def value(self) -> str:
        """A word as it was written, or what stands between quotation marks."""
        value = self.token.raw.strip() if self.token.kind in ("word", "number", "quoted") else ""
        if not value:
            raise self.fail(VALUE)
        self.advance()
        return value
