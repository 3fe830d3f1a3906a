"""Reads amounts, filters and values: the parts of a statement that stand in one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, cast

from games.engine.effects.tokens import MAX_AMOUNT, NUMBER, VALUE, Cursor, EffectError
from games.engine.effects.tree import (
    Amount,
    Atom,
    By,
    Count,
    Counter,
    Expression,
    Filter,
    Flag,
    From,
    Half,
    KeyOp,
    Match,
    Number,
    Open,
    Product,
    Range,
    Receiver,
    Reference,
    Sum,
    Target,
    Term,
    That,
    Total,
    Zones,
)
from games.engine.effects.vocabulary import Key, Verb


class AmountReader(Cursor):
    """Reads from the cursor's place on."""

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
        if self.next_is("=", "!=", "<=", ">=", "~") or (word in self.words.key and not self.is_flag_or_zone(word)):
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

    def is_flag_or_zone(self, word: str) -> bool:
        return word in self.names["flags"] or word in self.names["zones"]

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

    # Targets

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
