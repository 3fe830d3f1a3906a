"""Random statements in the words of a game, as trees."""

from hypothesis import strategies as st

from games.engine.effects.tree import (
    Action,
    By,
    Clause,
    Compare,
    Count,
    Counter,
    Filter,
    Flag,
    From,
    Half,
    Item,
    Match,
    Number,
    Open,
    Presence,
    Product,
    Range,
    Receiver,
    State,
    Step,
    Sum,
    That,
    Total,
    Zones,
)
from games.engine.effects.vocabulary import NOTHING, SHORT

VALUES = ("獸人", "3星菜刀", "07", "A B", "旅人公車-", "駁回!!", "that", "a:b/c+d", "《x》", "Ａ１")
REFERENCES = ("self", "that")


def cells(words):
    """A strategy for the clauses of a cell. Drawn from a seed: part by part, it would take a hundred times as long."""
    return st.randoms(use_true_random=True).map(lambda random: _Maker(words, random).cell())


class _Maker:
    """Makes the parts of one cell within the bounds of the grammar."""

    def __init__(self, words, random):
        self.words, self.names, self.random = words, words.names, random
        self.numeric = [key.name for key in words.keys if key.numeric]

    def choice(self, *options):
        return self.random.choice(options)

    def often(self):
        return self.random.random() < 0.3

    def word(self, part):
        return self.random.choice(self.names[part])

    def number(self, low=-9999):
        return self.choice(self.random.randint(low, 9999), self.random.randint(max(low, -3), 3))

    def several(self, make, least, most):
        return tuple(make() for _ in range(self.random.randint(least, most)))

    # Clauses

    def cell(self):
        if self.random.random() < 0.05:
            return (Clause(NOTHING),)
        return self.several(self.clause, 0, 3)

    def clause(self):
        facts = [each for each in self.words.facts if each.name != NOTHING]
        if facts and self.often():
            fact = self.random.choice(facts)
            return Clause(fact.name, values=self.several(self.number, 1, 3) if fact.values else ())
        if self.often():
            return _short(self.random.choice(SHORT), self.random.randint(1, 9999))
        trigger = self.random.choice(self.words.triggers)
        return Clause(
            trigger.name,
            self.several(self.item, 1, 2),
            self.filter() if trigger.sort == "event" and self.often() else None,
            self.zones() if self.often() else (),
            self.word("verbs") if self.often() else "",
            self.word("modes") if self.often() and self.names["modes"] else "",
            self.zones() if self.often() else (),
            self.often(),
        )

    def item(self):
        return Item(self.several(self.chain, 1, 2), self.tests())

    def chain(self):
        return (self.step(""), *self.several(lambda: self.step(self.choice("then", "and")), 0, 2))

    def step(self, link):
        return Step(self.action(), link, self.tests() if link else (), self.often())

    def tests(self):
        return self.several(self.test, 1, 2) if self.often() else ()

    def test(self):
        if self.often():
            return Presence(self.choice("has", "no", "full"), self.filter())
        if self.often():
            return State(self.choice(*REFERENCES), self.word("flags"))
        return Compare(self.expression(), self.choice("=", "!=", "<", "<=", ">", ">="), self.expression())

    # Actions

    def action(self):
        verb = self.random.choice(self.words.verbs)

        def has(part):
            return verb.needs(part) or (verb.takes(part) and self.often())

        amount = self.amount(verb) if has("amount") else None
        needs = amount is None and not (verb.needs("target") or verb.bare)
        return Action(
            verb.name,
            self.operand(verb),
            amount,
            self.target() if has("target") or (needs and verb.takes("target")) else None,
            self.choice(self.zones(), ("top",), ("bottom",)) if has("from") else (),
            self.receiver(self.names["positions"] + self.names["zones"]) if has("to") else None,
            self.target() if has("for") else None,
            self.receiver(()) if has("by") else None,
            has("end"),
            self.often(),
        )

    def operand(self, verb):
        if verb.operand == "event":
            return self.random.choice([each.name for each in self.words.triggers if each.sort == "event"])
        return self.random.choice(VALUES if verb.operand == "value" else verb.operand or ("",))

    def receiver(self, places):
        if places and self.often():
            return Receiver(self.random.choice(places))
        return Receiver("", self.target(), Number(self.random.randint(0, 9999)) if self.often() else None)

    def target(self):
        return self.filter() if self.often() else self.choice(*REFERENCES)

    def zones(self):
        return self.several(lambda: self.word("zones"), 1, 2)

    # Amounts

    def amount(self, verb):
        if self.often():
            return Open(self.choice("any", "all"))
        if self.often():
            high = self.choice(None, self.number())
            return Range(self.number(-9999 if verb.signed else 0), high)
        amount = self.expression()
        return Number(1) if isinstance(amount, Number) and not verb.signed and amount.value <= 0 else amount

    def expression(self, halves=True):
        if halves and self.often():
            return Half(self.expression(halves=False))
        if not self.often():
            return self.product()
        return Total(((1, self.product()), *self.several(lambda: (self.choice(1, -1), self.product()), 1, 2)))

    def product(self):
        return Product(self.several(self.atom, 2, 3)) if self.often() else self.atom()

    def atom(self):
        kind = self.random.randrange(5)
        if kind == 0:
            return Count(self.filter())
        if kind == 1 and self.numeric:
            return Sum(self.random.choice(self.numeric), self.several(self.term, 0, 2))
        if kind == 2:
            return self.that()
        if kind == 3 and self.names["counters"]:
            return Counter(self.word("counters"))
        return Number(self.number())

    def that(self):
        return That(self.random.choice(self.numeric) if self.numeric and self.often() else "")

    # Filters

    def filter(self, nested=True):
        return Filter(self.several(lambda: self.term(nested), 1, 3))

    def term(self, nested=False):
        kind = self.random.randrange(5)
        if kind == 0:
            return Zones(self.zones())
        if kind == 1:
            return Flag(self.word("flags"), self.often())
        if kind == 2:
            return From(self.zones())
        if kind == 3 and nested:
            return By(self.choice(self.choice(*REFERENCES), self.match(), self.filter(nested=False)))
        return self.match()

    def match(self):
        key = self.random.choice(self.words.keys)
        if key.numeric:
            return Match(key.name, self.choice("=", "!=", "<=", ">="), (self.choice(self.number(), self.that()),))
        values = self.several(lambda: self.random.choice(key.values or VALUES), 1, 3)
        return Match(key.name, self.choice("=", "!=", "~"), values, self.choice("/", "+") if len(values) > 1 else "/")


def _short(verb, number):
    return Clause("played", (Item(((Step(Action(verb, amount=Number(number))),),)),), short=True)
