"""Reads a cell of the column `effects`: one pass over its words, strict, bounded in time and depth."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, cast

from games.engine.effects.amounts import AmountReader
from games.engine.effects.tokens import (
    END,
    MAX_CHARACTERS,
    MAX_CLAUSES,
    MAX_STEPS,
    NUMBER,
    EffectError,
    plain_text,
)
from games.engine.effects.tree import (
    Action,
    Amount,
    Chain,
    Clause,
    Compare,
    Comparison,
    Item,
    Number,
    Presence,
    Reference,
    State,
    Step,
    Target,
    Test,
)
from games.engine.effects.vocabulary import NOTHING, SHORT, Verb, Vocabulary


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


def stored_clauses(texts: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The same of a stored card; () if the vocabulary has lost one of its words since."""
    try:
        return read_clauses(texts, vocabulary)
    except EffectError:
        return ()


def _check_size(plain: str) -> None:
    """Refuse a cell that has too many clauses or too long ones, before its words are looked at."""
    clauses = (match for match in re.finditer(r"[^|]+", plain) if not match[0].isspace())
    for number, match in enumerate(clauses):
        start = match.end() - len(match[0].lstrip())
        if number == MAX_CLAUSES:
            raise EffectError(start, bound="clauses")
        if len(match[0].strip()) > MAX_CHARACTERS:
            raise EffectError(start + MAX_CHARACTERS, bound="characters")


class _Reader(AmountReader):
    """Reads clauses, their conditions and actions. `steps`: those of the present clause so far."""

    steps = 0

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
