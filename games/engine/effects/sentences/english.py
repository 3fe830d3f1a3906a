"""Sentences in English: articles, plurals, and what a verb has in the third person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.engine.effects.sentences.describing import Comparison, Description, describe
from games.engine.effects.sentences.parts import begin, clean, first_letter
from games.engine.effects.sentences.speech import ONE, Speech
from games.engine.effects.tree import Amount, By, Chain, Clause, Filter, Flag, Match, Open, Presence, Range, Step, That

_ENEMY = re.compile(r"\byour\b(?! opponent)")
_LIMITS = {"=": "{}", "!=": "other than {}", "<=": "{} or less", ">=": "{} or more"}
_COMPARED = {
    "=": "is {}",
    "!=": "is not {}",
    "<": "is less than {}",
    "<=": "is {} or less",
    ">": "is more than {}",
    ">=": "is {} or more",
}
_NUMBERS = {
    "=": "exactly {}",
    "!=": "not {}",
    "<": "fewer than {}",
    "<=": "{} or fewer",
    ">": "more than {}",
    ">=": "{} or more",
}


class English(Speech):
    language = "en"
    _by_name = False
    """Whether the cards that are being said are called by their names alone."""

    full_stop = "."
    between = " "

    def quote(self, name: str) -> str:
        return f"“{name}”"

    def any_of(self, words: list[str]) -> str:
        return _list(words, "or")

    def all_of(self, words: list[str]) -> str:
        return _list(words, "and")

    def both(self, conditions: list[str]) -> str:
        return " and ".join(conditions)

    # Sentences --------------------------------------------------------------------------------------------------------

    def join_head(self, head: str, body: str) -> str:
        if head.rstrip().endswith(":"):
            return f"{head.rstrip()} {begin(body)}"
        if not head or head.endswith(", "):
            return head + body
        return f"{head}, {body}"

    def join_items(self, items: list[str]) -> str:
        return ", then ".join(items)

    def join_steps(self, steps: list[tuple[Step, str]], *, inline: bool) -> str:
        text, optional = "", False
        for step, phrase in steps:
            said = f"you may {phrase}" if step.may else phrase
            tests = self.conditions(step.tests) if step.tests else ""
            if step.link == "then":
                lead = " and, if you do" if inline else ". If you do"
                text += f"{lead}{f' and {tests}' if tests else ''}, {said}"
            elif step.link == "and":
                text += f", and if {tests}, {said}" if tests else f"{', and ' if step.may else ' and '}{said}"
            else:
                text = self.on_condition(tests, said) if tests else said
            optional = optional or step.may
        return text

    def either(self, texts: list[str], chains: Sequence[Chain]) -> str:
        long = any(len(chain) > 1 for chain in chains)
        if len(texts) < 2:
            return texts[0]
        if chains[0][0].may:  # said once for all
            texts = [texts[0], *(text.removeprefix("you may ") for text in texts[1:])]
        return "; or ".join(texts) if long else ", or ".join(texts)

    def on_condition(self, condition: str, text: str) -> str:
        return f"if {condition}, {text}"

    def once(self, head: str, *, is_time: bool) -> str:
        return f"once a turn, {head}" if head else "once a turn"

    def origin(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        return f" from {self.zones(zones, enemy=enemy)}" if zones else ""

    def presence_of_self(self, clause: Clause) -> str:
        return f"while this card is {self.own_place() or f'in {self.zones(clause.zones)}'}"

    # Cards ------------------------------------------------------------------------------------------------------------

    def this(self, particle: str, *, at: bool = True) -> str:
        return f"this card{self._at(self.clause.zones)}" if self.takes_place(at=at) else "this card"

    def those(self, amount: Amount | None, particle: str) -> str:
        self.plural = not (amount is None or self.is_one(amount))
        if amount is None:
            return "those cards" if self.several else "that card"
        return "those cards" if amount == Open("all") else f"{self.quantity(amount, '')} of those cards"

    def cards(
        self, group: Description, amount: Amount | None, *, place: bool, particle: str = "", counting: bool = False
    ) -> str:
        self.plural = counting or not (amount is None or self.is_one(amount))
        self._by_name = group.is_named and (counting or not self.plural)
        before = [self._adjective(flag) for flag in group.flags if not self.phrases.flags[flag.name].behind]
        before = [each for each in before if each and each != "other"]
        before += [("non-" if each.op == "!=" else "") + self.values(each) for each in _negative_first(group)]
        noun = " ".join((*before, self._noun(group)))
        behind = self._behind(group)
        where = self._place(group) if place else ""
        text = self._with_number(group, amount, noun, counting=counting, placed=place)
        return text + (where + behind if self.on_board(group) else behind + where)

    def such(self, group: Description, *, place: bool, particle: str) -> str:
        if len(group.places) == 1 and group.places[0].name in (
            "left",
            "right",
            "behind",
            "ahead",
        ):  # there is one at most
            text = self.cards(group, ONE, place=place)
            return f"the {text.removeprefix('a ').removeprefix('an ')}"
        return self.cards(group, Open("all"), place=place, counting=True)

    def kinds(self, group: Description, amount: Amount | None) -> str:
        if not self.is_one(amount):
            return self.cards(group, Open("all"), place=False, counting=True)
        return self.cards(group, ONE, place=False).removeprefix("a ").removeprefix("an ")

    def _with_number(
        self, group: Description, amount: Amount | None, noun: str, *, counting: bool, placed: bool
    ) -> str:
        """A noun with its number or article."""
        other = group.has("other")
        if counting:
            return f"other {noun}" if other else noun
        if amount is None or self.is_one(amount):
            if group.is_named and not other and not (placed and self.on_board(group)):
                return noun
            if other:
                return f"another {noun}"
            return f"{'an' if first_letter(noun).lower() in ('a', 'e', 'i', 'o') else 'a'} {noun}"
        return f"{self.quantity(amount, '')} {'other ' if other else ''}{noun}"

    def _adjective(self, flag: Flag) -> str:
        return "" if flag.name == "token" and not flag.negated else self.flag(flag)

    def flag(self, flag: Flag) -> str:
        phrase = self.phrases.flags[flag.name]
        return self.named_terms((phrase.against if flag.negated else phrase.say).read(self.tag))

    def _noun(self, group: Description) -> str:
        if self._by_name:
            return self.values(group.names[0])
        noun = self.noun_of(group)
        one, many = noun.one.en, noun.many
        kinds = [str(value) for match in group.kinds for value in match.values]
        if len(kinds) > 1:
            nouns = [self.phrases.nouns.get(kind, noun) for kind in kinds]
            return self.any_of([each.many if self.plural else each.one.en for each in nouns])
        if group.kinds and group.kinds[0].op == "!=":
            return f"non-{self.phrases.nouns.get(kinds[0], noun).one.en} {many if self.plural else one}"
        return many if self.plural else one

    def _behind(self, group: Description) -> str:
        return "".join(f" {each}" for each in self._qualifiers(group) if each)

    def _qualifiers(self, group: Description) -> list[str]:
        names = [] if self._by_name else [self._name(each) for each in group.names]
        words = [*names, *(f"with {'' if each.op == '=' else 'no '}{self.values(each)}" for each in group.keywords)]
        words += [self._limit(each) for each in group.comparisons]
        words += [f"with {self.values(each)} as tributes" for each in group.tributes]
        words += [
            self.flag(each) for each in (*group.places, *group.said_flags) if self.phrases.flags[each.name].behind
        ]
        if self.keeping(group):
            return words
        match group.by:
            case By(cause=Match() as match):
                words.append(f"by the effect of a {self.values(match)} card")
            case By(cause=Filter() as filter):
                plural = self.plural
                words.append(f"by {self.cards(describe(filter), None, place=True)}")
                self.plural = plural
        return words

    def _name(self, match: Match) -> str:
        if match.op == "~":
            parts = self.any_of([self.quote(clean(str(each))) for each in match.values])
            return f"with {parts} in {'their names' if self.plural else 'its name'}"
        return f"{'named' if match.op == '=' else 'not named'} {self.values(match)}"

    def _limit(self, each: Comparison) -> str:
        special = self.phrases.keys.get(f"{each.key} {each.op}{each.value}")
        if special:
            return self.named_terms(special.read(self.tag)).replace("{s}", "" if self.plural else "s")
        if isinstance(each.value, That):
            return f"with the same {self.key(each.key)} as that card"
        return f"with {self.key(each.key)} {_LIMITS[each.op].format(self.figure_of(each.value))}"

    def _place(self, group: Description) -> str:
        where = self.keeping(group) or self._at(group.zones)
        if group.is_enemy:
            where = _ENEMY.sub("your opponent’s", where.replace(" you control", " your opponent controls"))
        return where

    def _at(self, zones: tuple[str, ...]) -> str:
        if len(zones) == 1:
            return self.named_terms(self.phrases.zones[zones[0]].at.en)
        ats = [self.named_terms(self.phrases.zones[zone].at.en).strip() for zone in zones]
        ats = [f"on {self.zones((zone,))}" if at == "you control" else at for zone, at in zip(zones, ats, strict=True)]
        if ats and all(at.startswith("in your ") for at in ats):
            ats = [ats[0], *(at.removeprefix("in your ") for at in ats[1:])]
        return f" {self.any_of(ats)}" if ats else ""

    def zones(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        nouns = [self.named_terms(self.phrases.zones[zone].noun.en) for zone in zones]
        if len(nouns) > 1 and all(noun.startswith("your ") for noun in nouns):
            nouns = [nouns[0], *(noun.removeprefix("your ") for noun in nouns[1:])]
        words = self.any_of(nouns)
        return _ENEMY.sub("your opponent’s", words) if enemy else words

    # Amounts ----------------------------------------------------------------------------------------------------------

    def quantity(self, amount: Amount | None, noun: str) -> str:
        """`noun`: `card/cards`, or "" for the number alone."""
        one, _, many = noun.partition("/")
        self.plural = not (amount is None or self.is_one(amount) or amount == Range(0, 1))
        words = {"any": "any number of", "all": "all"}
        match amount:
            case None:
                return many
            case Open():
                text = words[amount.word]
            case Range(low=0, high=None):
                text = words["any"]
            case Range():
                text = self._range(amount)
            case That(key=""):
                text = "that many"
            case _ if self.is_one(amount) and one:
                text = "an" if one[0] in "aeio" else "a"
            case _:
                text = self.figure(amount)
        return f"{text} {many if self.plural else one}".rstrip()

    def _range(self, amount: Range) -> str:
        if amount.high is None:
            return f"{amount.low} or more"
        return f"up to {amount.high}" if amount.low == 0 else f"{amount.low} to {amount.high}"

    def number(self, amount: Amount | None, noun: str) -> str:
        one, _, many = noun.partition("/")
        text = self._range(amount) if isinstance(amount, Range) else self.quantity(amount or ONE, "")
        return f"{text} {one if self.is_one(amount) else many}".rstrip()

    def figure_of(self, value: int | That) -> str:
        return str(value)

    def part(self, position: str) -> str:
        if position == "bottom":
            return "from the bottom of"
        return "from the top of"

    def pronoun(self) -> str:
        return "them" if self.plural else "it"

    def agree(self, forms: str) -> str:
        one, _, many = forms.partition("/")
        return many if self.plural else one

    def until_end(self) -> str:
        return " until the end of the turn"

    def in_place_of(self, text: str) -> str:
        return f"{text} instead"

    def define(self, letter: str, meaning: str) -> str:
        return f"{letter} is {meaning}"

    def count_of(self, cards: str) -> str:
        return f"the number of {cards}"

    def sum_of(self, key: str, cards: str) -> str:
        return f"the total {key} of {cards}"

    def half_of(self, amount: str) -> str:
        return f"half of {amount}, rounded down"

    def that_amount(self, key: str) -> str:
        if key and self.several:
            return f"the total {key} of those cards"
        return f"the {key} of that card" if key else "the number of those cards"

    def times(self, factors: list[str]) -> str:
        return " times ".join(factors)

    def sum_up(self, parts: list[tuple[int, str]]) -> str:
        text = "".join(f" {'plus' if sign > 0 else 'minus'} {part}" for sign, part in parts)
        return text.removeprefix(" plus ")

    # Conditions -------------------------------------------------------------------------------------------------------

    def has(self, group: Description, amount: Amount | None) -> str:
        return self._possession(group, self.cards(group, amount, place=True))

    def has_no(self, group: Description) -> str:
        return self._possession(group, "no " + self.cards(group, None, place=True, counting=True))

    def has_number(self, group: Description, op: str, number: int) -> str:
        if number == 1:
            noun = self.cards(group, ONE, place=True).removeprefix("a ").removeprefix("an ")
        else:
            noun = self.cards(group, Open("all"), place=True, counting=True)
        return self._possession(group, f"{_NUMBERS[op].format(number)} {noun}")

    def has_all(self, tests: list[Presence]) -> str:
        group = [describe(test.filter) for test in tests]
        self.plural = True
        names = self.all_of([self.values(each.names[0]) for each in group])
        return self._possession(group[0], names + self._place(group[0]))

    def _possession(self, group: Description, cards: str) -> str:
        """What is there, as a sentence with you."""
        if group.zones == ("board",):
            owner = "your opponent controls" if group.is_enemy else "you control"
            return f"{owner} {cards.replace(f' {owner}', '', 1)}"
        if not group.is_enemy and group.zones and all(self._at((zone,)).startswith(" in your") for zone in group.zones):
            return f"you have {cards}"
        return f"there {'are' if self.plural else 'is'} {cards}"

    def is_full(self, group: Description) -> str:
        where = self._behind(group) or self._place(group)
        return f"there is a unit in every place{where}"

    def state(self, who: str, flag: str) -> str:
        stem = self.phrases.flags[flag].stem or self.phrases.flags[flag].say
        return f"{'this card' if who == 'self' else 'that card'} {self.named_terms(stem.read(self.tag))}"

    def compare(self, left: str, op: str, right: str) -> str:
        return f"{left} {_COMPARED[op].format(right)}"


def _negative_first(group: Description) -> list[Match]:
    return sorted(group.words, key=lambda each: each.op == "=")


def _list(words: list[str], conjunction: str) -> str:
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else "".join(words)
