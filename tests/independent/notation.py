"""A second reader of the column `effects`, from docs/effects.md alone. It expects statements that can be read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

WORDS = re.compile(r"「[^」]*」|\.\.|[!<>]=|[()=<>~!+*/:;.-]|[^\s()=<>~!+*/:;.「」-]+")
ZONES = frozenset({"board", "grave", "hand", "deck", "removed", "field"})
BARE = frozenset({"allow", "never"})
"""Verbs without an amount or cards."""

Amount = tuple[object, ...]
"""What it is, and its parts: ("number", 3), ("any",), ("all",), ("range", low, high), ("count", filter),
("sum", key, filter), ("half", amount), ("that",), ("total", key), ("counter", name), ("+", a, b), ("-", a, b),
("*", a, b)."""


@dataclass(frozen=True)
class Term:
    """One word of a filter. `what`: "zone" or "from" with zones as `values`, "flag", or a key and a sign."""

    what: str
    name: str = ""
    sign: str = "="
    values: tuple[str, ...] = ()
    amount: Amount = ()
    """What a key of numbers is compared with, where that is no plain word."""


Filter = tuple[Term, ...]
Target = str | Filter
"""`self`, `that` or the cards that fit."""


@dataclass(frozen=True)
class Test:
    """`what`: "has" or "no" with a filter, "turned" of the card itself, or a sign between two amounts."""

    what: str
    filter: Filter = ()
    left: Amount = ()
    right: Amount = ()


@dataclass(frozen=True)
class Step:
    """An action of a chain. `link`: "then" or "and" after another one, "" at the start."""

    verb: str
    link: str = ""
    may: bool = False
    tests: tuple[Test, ...] = ()
    amount: Amount | None = None
    target: Target | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """What happens if all tests hold: one of the chains."""

    tests: tuple[Test, ...]
    chains: tuple[tuple[Step, ...], ...]


@dataclass(frozen=True)
class Clause:
    """`happens_to`: the filter of an event of another card. `places`: where the card itself must be, () if in play."""

    trigger: str
    happens_to: Filter | None = None
    sources: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    once: bool = False
    mode: str = ""
    cause: str = ""
    worths: tuple[int, ...] = ()
    items: tuple[Item, ...] = field(default=())


def read_clause(text: str) -> Clause:
    if short := re.fullmatch(r"(draw|resource|score):(-?\d+)", text):
        text = f"played: {short[1]} {short[2]}"
    if text == "decline":
        return Clause("decline")
    if text.startswith("worth "):
        return Clause("worth", worths=tuple(int(each) for each in text.removeprefix("worth ").split("/")))
    return _Reader(WORDS.findall(text)).clause()


class _Reader:
    def __init__(self, words: list[str]) -> None:
        self.words, self.place = [*words, ""], 0

    def peek(self, ahead: int = 0) -> str:
        return self.words[min(self.place + ahead, len(self.words) - 1)]

    def take(self) -> str:
        self.place += 1
        return self.words[self.place - 1]

    def has(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        found = self.peek() in words
        self.place += found
        return found

    def expect(self, word: str) -> None:
        assert self.take() == word, (word, self.words, self.place)

    def clause(self) -> Clause:
        trigger = self.take()
        happens_to = self.filter() if self.peek() == "(" else None
        sources: tuple[str, ...] = ()
        places: tuple[str, ...] = ()
        once = False
        mode = cause = ""
        while not self.has(":"):
            word = self.take()
            if word == "from":
                sources = self.zones()
            elif word == "in":
                places = self.zones()
            elif word == "by":
                cause = self.take()
            elif word == "main":
                mode = word
            else:
                assert word == "once", word
                once = True
        items = [self.item()]
        while self.has(";"):
            items.append(self.item())
        self.expect("")
        return Clause(trigger, happens_to, sources, places, once, mode, cause, items=tuple(items))

    def zones(self) -> tuple[str, ...]:
        found = [self.take()]
        while self.has("/"):
            found.append(self.take())
        return tuple(found)

    def item(self) -> Item:
        tests = self.condition()
        if tests:
            self.expect(":")
        chains = [self.chain()]
        while self.has("or"):
            chains.append(self.chain())
        return Item(tests, tuple(chains))

    def condition(self) -> tuple[Test, ...]:
        """The tests after `if`, up to what ends them; () without."""
        if not self.has("if"):
            return ()
        tests = [self.test()]
        while self.has("and"):
            tests.append(self.test())
        return tuple(tests)

    def test(self) -> Test:
        if self.peek() in ("has", "no"):
            return Test(self.take(), self.filter())
        if self.has("self"):
            self.expect("is")
            return Test(self.take())
        left = self.amount()
        return Test(self.take(), left=left, right=self.amount())

    def chain(self) -> tuple[Step, ...]:
        steps = [self.step("")]
        while self.peek() in ("then", "and"):
            steps.append(self.step(self.take()))
        return tuple(steps)

    def step(self, link: str) -> Step:
        tests = self.condition() if link else ()
        if tests:
            self.has(":")
        may = self.has("may")
        verb = self.take()
        amount: Amount | None = None
        target: Target | None = None
        sources: tuple[str, ...] = ()
        if verb not in BARE:
            if not self.at_target():
                amount = self.amount()
            if self.at_target():
                target = self.filter() if self.peek() == "(" else self.take()
            if self.has("from"):
                sources = self.zones()
        return Step(verb, link, may, tests, amount, target, sources)

    def at_target(self) -> bool:
        """`that` is also an amount: it is one where cards follow, or where the verb takes none."""
        if self.peek() in ("(", "self"):
            return True
        verb_takes_none = self.peek(-1) in ("draw", "score", "reward", "token", "resource", "wraith")
        return self.peek() == "that" and not verb_takes_none and self.peek(1) not in ("(", ".", "+", "-", "*", "that")

    def amount(self) -> Amount:
        found = self.product()
        while self.peek() in ("+", "-"):
            found = (self.take(), found, self.product())
        return found

    def product(self) -> Amount:
        found = self.atom()
        while self.has("*"):
            found = ("*", found, self.atom())
        return found

    def atom(self) -> Amount:
        word = self.take()
        if word == "-" or word.isdigit():
            return self.plain_number(word)
        special = {"count": self.count, "sum": self.sum, "half": self.half, "that": self.that}
        if word in special:
            return special[word]()
        return (word,) if word in ("any", "all") else ("counter", word)

    def plain_number(self, word: str) -> Amount:
        if word == "-":
            return ("number", -int(self.take()))
        if self.has(".."):
            high = self.take()
            return ("range", int(word), high if high == "any" else int(high))
        return ("number", int(word))

    def count(self) -> Amount:
        return ("count", self.filter())

    def sum(self) -> Amount:
        self.expect("(")
        return ("sum", self.take(), self.terms())

    def half(self) -> Amount:
        self.expect("(")
        inner = self.amount()
        self.expect(")")
        return ("half", inner)

    def that(self) -> Amount:
        return ("total", self.take()) if self.has(".") else ("that",)

    def filter(self) -> Filter:
        self.expect("(")
        return self.terms()

    def terms(self) -> Filter:
        found: list[Term] = []
        while not self.has(")"):
            found.append(self.term())
        return tuple(found)

    def term(self) -> Term:
        if self.has("from"):
            return Term("from", values=self.zones())
        if self.has("!"):
            return Term("flag", self.take(), "!")
        if self.peek(1) not in ("=", "!=", "<=", ">=", "~"):
            return Term("zone", values=self.zones()) if self.peek() in ZONES else Term("flag", self.take())
        name, sign = self.take(), self.take()
        if self.peek() == "that":
            return Term("key", name, sign, amount=self.atom())
        values = [self.value()]
        while self.has("/"):
            values.append(self.value())
        return Term("key", name, sign, tuple(values))

    def value(self) -> str:
        word = self.take()
        return "-" + self.take() if word == "-" else word.strip("「」")
