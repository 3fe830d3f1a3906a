"""From clauses to sentences: the order in which things are said, which is the same in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from games.engine.effects.sentences.describing import Description, describe
from games.engine.effects.sentences.grammar import Grammar
from games.engine.effects.sentences.parts import Sentence, split
from games.engine.effects.sentences.phrases import VerbPhrase
from games.engine.effects.tree import (
    Action,
    Amount,
    Chain,
    Clause,
    Compare,
    Count,
    Counter,
    Expression,
    Filter,
    Half,
    Item,
    Number,
    Open,
    Presence,
    Product,
    Receiver,
    State,
    Sum,
    Target,
    Test,
    That,
    Total,
)
from games.engine.effects.vocabulary import NOTHING
from games.engine.texts.text import Text

_LETTERS = "XYZWVUTS"
MINUS = "−"
ONE = Number(1)


class Speech(Grammar):
    """Says the clauses of one card. `heads`: also when what they say is done."""

    heads = True

    def say(self, clauses: Iterable[Clause]) -> list[Sentence]:
        """A paragraph per clause, none for facts that a face does not say."""
        return [split(self._paragraph(each)) for each in clauses if each.trigger != NOTHING]

    def _paragraph(self, clause: Clause) -> str:
        self.clause, self.letters, self.placed, self.several = clause, [], False, False
        if not clause.items:
            return self.sentence(self._fact(clause))
        text = self.sentence(self._head_and_body(clause))
        said = 0
        while said < len(self.letters):  # the meaning of one letter may need another
            definition = self.define(_LETTERS[said % len(_LETTERS)], self.expression(self.letters[said]))
            text, said = text + self.between + self.sentence(definition), said + 1
        return text

    def _fact(self, clause: Clause) -> str:
        phrase = self.phrases.facts.get(clause.trigger)
        slots = {"values": lambda _: self.any_of([str(each).replace("-", MINUS) for each in clause.values])}
        return self.fill(phrase, slots) if phrase else clause.trigger

    def _head_and_body(self, clause: Clause) -> str:
        body = self.join_items([self.item(each) for each in clause.items])
        if not self.heads or self.verb(clause.items[0].chains[0][0].action).whole:
            return body
        says_where = bool(clause.zones) and not self.placed
        head = self.head(clause)
        if says_where:
            head = self.join_head(head, self.presence_of_self(clause)) if head else self.presence_of_self(clause)
        return self.join_head(head, body)

    # Heads ------------------------------------------------------------------------------------------------------------

    def head(self, clause: Clause) -> str:
        """The words of the trigger, "" if it has none."""
        name, triggers = clause.trigger, self.phrases.triggers
        own = (f"{name} {self.kind}", f"{name} self") if clause.of is None else ()
        phrase = next((triggers[each] for each in (*own, name) if each in triggers), Text(name, name))
        text = self.fill(
            phrase,
            {
                "what": lambda _: self.subject(clause),
                "from": lambda _: self.origin(clause.source or self._source_of(clause)),
                "by": lambda _: self.read(self.phrases.ends[f"by {clause.cause}"]) if clause.cause else "",
                "mode": lambda _: self.read(self.phrases.modes[clause.mode]) if clause.mode else "",
            },
        )
        if clause.once:
            text = self.once(text, is_time=name in self.turn_times)
        return text

    def _source_of(self, clause: Clause) -> tuple[str, ...]:
        return describe(clause.of).source

    def subject(self, clause: Clause) -> str:
        if clause.of is None:
            self.plural = False
            return self.this("", at=False)
        self.noun = "board" if clause.trigger in self.phrases.units else ""
        return self.cards(describe(clause.of), None, place=True)

    # Items ------------------------------------------------------------------------------------------------------------

    def item(self, item: Item) -> str:
        inline = len(item.chains) > 1
        first = item.chains[0][0].action
        whole = self.verb(first).whole
        each_may = self.with_may(item.chains)
        chains = [self.chain(each, inline=inline, tests=item.tests if whole else ()) for each in each_may]
        text = self.either(chains, item.chains)
        return self.on_condition(self.conditions(item.tests), text) if item.tests and not whole else text

    def chain(self, chain: Chain, *, inline: bool, tests: tuple[Test, ...] = ()) -> str:
        """The steps of a chain, one after the other. `inline`: it is a part of a sentence. `tests`: of its item."""
        return self.join_steps([(step, self.action(step.action, tests)) for step in chain], inline=inline)

    # Actions ----------------------------------------------------------------------------------------------------------

    def verb(self, action: Action) -> VerbPhrase:
        """The phrase of an action: that of the verb with its operand, or for what it is done to, before the verb's."""
        verbs, variant = self.phrases.verbs, action.operand
        if not variant and action.verb in ("show", "look") and action.target is not None:
            variant = "cards" if action.target != "that" else ""
        if action.verb == "show" and action.source == ("hand",):
            variant = "hand"
        if action.verb == "kidnap" and action.by:
            variant = "by"
        if action.verb == "load" and action.source:
            variant = "from"
        if action.verb == "shuffle" and _is_deck(action.target):
            variant = "deck"
        if action.verb == "score" and action.to is None:
            variant = "alone"
        return (
            verbs.get(f"{action.verb} {variant}")
            or verbs.get(action.verb)
            or VerbPhrase(Text(action.verb, action.verb))
        )

    def action(self, action: Action, tests: tuple[Test, ...] = ()) -> str:
        verb = self.verb(action)
        amount, phrase = action.amount, verb.say
        if isinstance(amount, Number) and amount.value < 0 and verb.less:
            phrase, amount = verb.less, Number(-amount.value)
        elif self.clause.trigger == "while" and verb.lasting:
            phrase = verb.lasting
        text = self.fill(phrase, self._slots(replace(action, amount=amount), verb, tests))
        if action.target is not None:
            self.several = not (amount is None or self.is_one(amount))
        if action.until_end and "{until}" not in phrase.read(self.tag):
            text = self.for_the_turn(text)
        return self.in_place_of(text) if action.instead else text

    def _slots(self, action: Action, verb: VerbPhrase, tests: tuple[Test, ...]) -> Mapping[str, Callable[[str], str]]:
        amount, zones = action.amount, [each for each in action.source if each in self.phrases.zones]
        place, self.noun = "/".join(zones) or verb.place, verb.noun

        def cards(particle: str, *, at: bool) -> str:
            return self.object(action.target, amount, place, particle, at=at)

        return {
            "cards": lambda particle: cards(particle, at=True),
            "bare": lambda particle: cards(particle, at=False),
            "kinds": lambda _: self.kinds(
                describe(action.target if isinstance(action.target, Filter) else None), amount
            ),
            "this": self.this,
            "out": lambda _: self.out(action.target, place),
            "owner": lambda _: self.owner(action.target),
            "change": lambda words: self.change(amount, words),
            "place": lambda _: self.place_of(action.target, place),
            "q": lambda noun: self.quantity(amount, noun),
            "n": lambda noun: self.number(amount, noun),
            "signed": lambda _: self.with_sign(amount),
            "part": lambda _: self.part("bottom" if "bottom" in action.source else "top"),
            "to": lambda particle: self.receiver(action.to, action.target or "self", particle),
            "for": lambda particle: self.object(action.whose, None, verb.place, particle, at=True),
            "by": lambda particle: self.receiver(action.by, "self", particle),
            "them": lambda _: self.pronoun(),
            "v": self.agree,
            "until": lambda _: self.until_end() if action.until_end else "",
            "dest": lambda _: self.destination(action.to) if action.to else "",
            "end": lambda usual: self.destination(action.to) if action.to else usual,
            "if": lambda _: self.conditions(tests),
            "event": lambda _: self.event(action.operand),
            "value": lambda _: self.value("type", action.operand),
        }

    def object(self, target: Target | None, amount: Amount | None, place: str, particle: str, *, at: bool) -> str:
        """What an action is done to, with its number. `place`: zones, if the target does not say them."""
        if target == "self":
            self.plural = False
            return self._this_from(place, particle) if at and not self.clause.zones else self.this(particle, at=at)
        if target == "that":
            return self.those(amount, particle)
        group = describe(target, "")
        if not group.zones and not group.places and place:
            group.zones = tuple(place.split("/"))
        if target is None and amount is None:
            amount = ONE
        if amount is None:
            return self.such(group, place=at, particle=particle)
        return self.cards(group, amount, place=at, particle=particle)

    def _this_from(self, place: str, particle: str) -> str:
        """The card itself, said to be in the graveyard if it is brought back from there."""
        if place != "grave":
            return self.this(particle)
        clause, self.clause, self.placed = self.clause, replace(self.clause, zones=(place,)), False
        words = self.this(particle)
        self.clause = clause
        return words

    def out(self, target: Target | None, place: str) -> str:
        """Where an action takes cards from, "" where it goes without saying."""
        if target == "that" or (target == "self" and not (self.clause.zones or place)):
            return ""
        self.placed = self.placed or target == "self"
        group = describe(target if isinstance(target, Filter) else None)
        if kept_place := self.keeping(group) if group.zones else "":
            return self.out_of(kept_place)
        zones = group.zones or (self.clause.zones if target == "self" else ()) or tuple(filter(None, place.split("/")))
        return self.origin(zones, enemy=group.is_enemy)

    def owner(self, target: Target | None) -> str:
        """Where an action takes cards from, if that is the opponent's."""
        group = describe(target if isinstance(target, Filter) else None)
        return self.origin(group.zones, enemy=True) if group.is_enemy else ""

    def change(self, amount: Amount | None, words: str) -> str:
        """An amount without its sign, and the word for its sign: `less/more`."""
        figure = self.with_sign(amount)
        less, _, more = words.partition("/")
        return f"{figure[1:]} {less if figure.startswith(MINUS) else more}"

    def place_of(self, target: Target | None, place: str) -> str:
        """The place that an action takes cards from."""
        if target in ("self", "that"):
            self.placed = self.placed or target == "self"
            return self.zones(self.clause.zones or tuple(place.split("/")))
        group = describe(target if isinstance(target, Filter) else None)
        return self.zones(group.zones or tuple(place.split("/")), enemy=group.is_enemy)

    def receiver(self, receiver: Receiver | None, otherwise: Target | None, particle: str) -> str:
        if receiver is None or receiver.target is None:
            return self.object(otherwise, None, "", particle, at=True)
        return self.object(receiver.target, receiver.amount, "", particle, at=True)

    def destination(self, receiver: Receiver) -> str:
        phrase = self.phrases.ends.get(receiver.place)
        return self.read(phrase) if phrase else receiver.place

    def event(self, name: str) -> str:
        """The words of an event of a card itself, for an effect that is named after it."""
        clause, self.clause = self.clause, Clause(name)
        words = self.head(self.clause)
        self.clause = clause
        return words

    def verb_of(self, name: str) -> VerbPhrase | None:
        return self.phrases.verbs.get(name)

    # Amounts ----------------------------------------------------------------------------------------------------------

    def letter(self, amount: Expression) -> str:
        """The letter that stands for an amount in its clause."""
        if amount not in self.letters:
            self.letters.append(amount)
        return _LETTERS[self.letters.index(amount) % len(_LETTERS)]

    def figure(self, amount: Expression) -> str:
        """An amount as a number, a letter, or a number times a letter."""
        if isinstance(amount, Number):
            return str(amount.value).replace("-", MINUS)
        if isinstance(amount, Product) and len(amount.factors) == 2 and isinstance(amount.factors[0], Number):
            return self.figure(amount.factors[0]) + self.letter(amount.factors[1])
        return self.letter(amount)

    def with_sign(self, amount: Amount | None) -> str:
        figure = self.number(amount, "")
        return figure if figure.startswith((MINUS, "+")) else f"+{figure}"

    @staticmethod
    def is_one(amount: Amount | None) -> bool:
        return isinstance(amount, Number) and amount.value == 1

    def expression(self, amount: Expression) -> str:  # noqa: PLR0911
        """An amount in words."""
        match amount:
            case Number():
                return str(amount.value).replace("-", MINUS)
            case Count():
                return self.count_of(self.cards(describe(amount.filter), Open("all"), place=True, counting=True))
            case Sum():
                group = describe(Filter(amount.terms)) if amount.terms else describe(None, "board")
                return self.sum_of(self.key(amount.key), self.cards(group, Open("all"), place=True, counting=True))
            case Half():
                return self.half_of(self.expression(amount.amount))
            case That():
                return self.that_amount(self.key(amount.key) if amount.key else "")
            case Counter():
                phrase = self.phrases.counters.get(amount.name)
                return self.named_terms(phrase.read(self.tag)) if phrase else amount.name
            case Product():
                return self.times([self.expression(each) for each in amount.factors])
            case Total():
                return self.sum_up([(sign, self.expression(each)) for sign, each in amount.parts])

    # Conditions -------------------------------------------------------------------------------------------------------

    def conditions(self, tests: Sequence[Test]) -> str:
        """Tests as what is said after “if”; several cards that must be there in one place are listed together."""
        said: list[str] = []
        rest = list(tests)
        while rest:
            alike = _alike(rest)
            if len(alike) > 1:
                said.append(self.has_all(alike))
            else:
                said.append(self.test(rest[0]))
            rest = rest[max(len(alike), 1) :]
        return self.both(said)

    def test(self, test: Test) -> str:
        match test:
            case Presence(word="full"):
                return self._full(describe(test.filter))
            case Presence():
                return (
                    self.has(describe(test.filter), None) if test.word == "has" else self.has_no(describe(test.filter))
                )
            case State():
                return self.state(test.who, test.flag)
            case Compare(left=Count(filter=filter), right=Number(value=number)):
                return self._number_of(describe(filter), test.op, number)
            case Compare():
                return self.compare(self.expression(test.left), test.op, self.expression(test.right))

    def _full(self, group: Description) -> str:
        phrases = [self.phrases.flags[flag.name].full for flag in group.places]
        if len(phrases) == 1 and phrases[0]:
            return self.named_terms(phrases[0].read(self.tag))
        return self.is_full(group)

    def _number_of(self, group: Description, op: str, number: int) -> str:
        """How many cards there are."""
        if (op, number) in (("=", 0), ("<=", 0), ("<", 1)):
            return self.has_no(group)
        if (op, number) in ((">=", 1), (">", 0)):
            return self.has(group, None)
        return self.has_number(group, op, number)


def _is_deck(target: Target | None) -> bool:
    return isinstance(target, Filter) and len(target.terms) == 1 and getattr(target.terms[0], "zones", ()) == ("deck",)


def _alike(tests: Sequence[Test]) -> list[Presence]:
    """The first tests, as far as they only ask for one card by name each, in the same place."""
    group: list[Presence] = []
    for test in tests:
        if not (isinstance(test, Presence) and test.word == "has" and _names_one(test.filter)):
            break
        if group and describe(test.filter).zones != describe(group[0].filter).zones:
            break
        group.append(test)
    return group


def _names_one(filter: Filter) -> bool:
    group = describe(filter)
    return group.is_named and not group.flags and not group.comparisons and not group.places
