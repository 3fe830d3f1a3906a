"""Sentences in Japanese: particles, and forms of the verb at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.effects.sentences.conjugation import continuative, may, te
from games.engine.effects.sentences.describing import Comparison, Description, describe
from games.engine.effects.sentences.parts import clean
from games.engine.effects.sentences.speech import ONE, Speech
from games.engine.effects.tree import Amount, By, Chain, Clause, Filter, Flag, Match, Open, Presence, Range, Step, That

_LIMITS = {"=": "{}の", "!=": "{}以外の", "<=": "{}以下の", ">=": "{}以上の"}
_COMPARED = {
    "=": "{}である",
    "!=": "{}でない",
    "<": "{}より小さい",
    "<=": "{}以下である",
    ">": "{}より大きい",
    ">=": "{}以上である",
}
_NUMBERS = {"=": "ちょうど{}", "!=": "{}以外", "<": "{}未満", "<=": "{}以下", ">": "{}より多く", ">=": "{}以上"}


class Japanese(Speech):
    language = "ja"
    full_stop = "。"

    def quote(self, name: str) -> str:
        return f"「{name}」"

    def any_of(self, words: list[str]) -> str:
        return "か".join(words)

    def all_of(self, words: list[str]) -> str:
        return "と".join(words)

    def both(self, conditions: list[str]) -> str:
        return "、".join([*map(te, conditions[:-1]), *conditions[-1:]])

    # Sentences --------------------------------------------------------------------------------------------------------

    def join_head(self, head: str, body: str) -> str:
        if not head or head.endswith(("：", "、")):
            return head + body
        return f"{head}、{body}"

    def join_items(self, items: list[str]) -> str:
        return "。その後、".join(items)

    def join_steps(self, steps: list[tuple[Step, str]], *, inline: bool) -> str:
        """An action that others follow stands in the continuative form; what is optional ends in “may”."""
        text, optional = "", False
        for number, (step, phrase) in enumerate(steps):
            following = steps[number + 1][0] if number + 1 < len(steps) else None
            optional = step.may or (optional and (inline or step.link == "and"))
            joined = following is not None and (following.link == "and" or inline) and not following.tests
            joined = joined and (following is None or not following.may or optional)
            said = continuative(phrase) if joined else may(phrase) if optional else phrase
            tests = f"{self.conditions(step.tests)}なら、" if step.tests else ""
            if step.link == "then":
                text += tests if inline else f"。そうした場合、{tests}"
            elif step.link == "and":
                text += tests
            else:
                text += tests
            text += said + ("" if following is None else "、" if joined else "。" if following.link == "and" else "")
        return text

    def either(self, texts: list[str], chains: Sequence[Chain]) -> str:
        if len(texts) < 2:
            return texts[0]
        return "か、".join(texts)

    def with_may(self, chains: Sequence[Chain]) -> Sequence[Chain]:
        """Only the last verb has the form for it."""
        if len(chains) < 2 or not chains[0][0].may:
            return chains
        plain = [(replace(chain[0], may=False), *chain[1:]) for chain in chains[:-1]]
        return [*plain, (replace(chains[-1][0], may=True), *chains[-1][1:])]

    def on_condition(self, condition: str, text: str) -> str:
        return f"{condition}なら、{text}"

    def once(self, head: str, *, is_time: bool) -> str:
        return f"1ターンに1度、{head}" if head else "1ターンに1度"

    def origin(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        return f"{self.zones(zones, enemy=enemy)}から" if zones else ""

    def presence_of_self(self, clause: Clause) -> str:
        return f"このカードが{self.own_place() or self.zones(clause.zones)}にある間"

    # Cards ------------------------------------------------------------------------------------------------------------

    def this(self, particle: str, *, at: bool = True) -> str:
        place = f"{self.zones(self.clause.zones)}の" if self.takes_place(at=at) else ""
        return f"{place}このカード{particle}"

    def those(self, amount: Amount | None, particle: str) -> str:
        if amount is None:
            return f"そのカード{particle}"
        if amount == Open("all"):
            return f"それらのカード{particle}"
        return f"そのうち{self.quantity(amount, '枚')}{particle}"

    def cards(
        self, group: Description, amount: Amount | None, *, place: bool, particle: str = "", counting: bool = False
    ) -> str:
        where = (self._where(group) if place else "") + "".join(map(self.flag, group.places))
        noun = where + self._words(group) + self._noun(group)
        if counting or amount is None:
            return noun + particle
        counter = self.counter(group)
        if particle == "を":
            return f"{noun}を{self.quantity(amount, counter)}"
        if isinstance(amount, Open):
            return f"{'すべての' if amount.word == 'all' else '好きな数の'}{noun}{particle}"
        return f"{noun}{self.quantity(amount, counter)}{particle}"

    def such(self, group: Description, *, place: bool, particle: str) -> str:
        return self.cards(group, None, place=place, particle=particle)

    def kinds(self, group: Description, amount: Amount | None) -> str:
        return self.cards(group, None, place=False)

    def counter(self, group: Description) -> str:
        return self.noun_of(group).counter.ja if self.on_board(group) else "枚"

    def _where(self, group: Description) -> str:
        if not group.zones:
            return ""
        at = self.named_terms(self.phrases.zones[group.zones[0]].at.ja)
        usual = at if len(group.zones) == 1 and at else f"{self.zones(group.zones, enemy=group.is_enemy)}の"
        return self.keeping(group) or usual

    def _words(self, group: Description) -> str:
        words = [self._cause(group)]
        words += [self._name(match) for match in group.names if match.op != "="]
        words += [self._limit(each) for each in group.comparisons]
        words += [self.flag(each) for each in group.said_flags if each.name != "token" or each.negated]
        words += [f"{self.values(each)}を生贄にした" for each in group.tributes]
        for match in sorted((*group.words, *group.keywords), key=lambda each: each.op == "="):
            words.append(self.values(match) + ("以外の" if match.op == "!=" else ""))
        return "".join(words)

    def _cause(self, group: Description) -> str:
        if self.keeping(group):
            return ""
        match group.by:
            case By(cause=Match() as match):
                return f"{self.values(match)}カードの効果で出た"
            case By(cause=Filter() as filter):
                return f"{self.cards(describe(filter), None, place=True)}で出た"
            case _:
                return ""

    def flag(self, flag: Flag) -> str:
        phrase = self.phrases.flags[flag.name]
        return self.named_terms((phrase.against if flag.negated else phrase.say).read(self.tag))

    def _noun(self, group: Description) -> str:
        names = "".join(self._name(match) for match in group.names if match.op == "=")
        if group.is_named:
            return names
        noun = self.noun_of(group).one.read(self.tag)
        kinds = [self.names.value("kind", str(each)) for match in group.kinds for each in match.values]
        if len(kinds) > 1:
            noun = self.any_of(kinds)
        if group.kinds and group.kinds[0].op == "!=":
            noun = f"{self.any_of(kinds)}以外のカード"
        return names + noun

    def _name(self, match: Match) -> str:
        if match.op == "~":
            return f"名前に{self.any_of([self.quote(clean(str(each))) for each in match.values])}を含む"
        return self.values(match) + ("以外の" if match.op == "!=" else "")

    def _limit(self, each: Comparison) -> str:
        special = self.phrases.keys.get(f"{each.key} {each.op}{each.value}")
        if special:
            return self.named_terms(special.read(self.tag))
        if isinstance(each.value, That):
            return f"{self.key(each.key)}がそのカードと同じ"
        return self.key(each.key) + _LIMITS[each.op].format(each.value)

    def zones(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        words = self.any_of([self.named_terms(self.phrases.zones[zone].noun.read(self.tag)) for zone in zones])
        return f"相手の{words.removeprefix('自分の')}" if enemy else words

    # Amounts ----------------------------------------------------------------------------------------------------------

    def quantity(self, amount: Amount | None, noun: str) -> str:
        match amount:
            case None:
                return ""
            case Open(word="any") | Range(low=0, high=None):
                return "好きな枚数" if noun == "枚" else "好きな数"
            case Open():
                return "すべて"
            case That(key=""):
                return "同じ枚数" if noun == "枚" else "同じ数"
            case Range():
                return self._range(amount, noun)
            case _:
                return self.figure(amount) + noun

    def _range(self, amount: Range, noun: str) -> str:
        if amount.high is None:
            return f"{amount.low}{noun}以上"
        return f"{amount.high}{noun}まで" if amount.low == 0 else f"{amount.low}～{amount.high}{noun}"

    def number(self, amount: Amount | None, noun: str) -> str:
        return self._range(amount, "") if isinstance(amount, Range) else self.quantity(amount or ONE, "")

    def part(self, position: str) -> str:
        return "の上から" if position == "top" else "の下から"

    def pronoun(self) -> str:
        return "それ"

    def agree(self, forms: str) -> str:
        return ""

    def until_end(self) -> str:
        return "ターン終了時まで、"

    def for_the_turn(self, text: str) -> str:
        return self.until_end() + text

    def in_place_of(self, text: str) -> str:
        return f"代わりに{text}"

    def define(self, letter: str, meaning: str) -> str:
        return f"{letter}は{meaning}"

    def count_of(self, cards: str) -> str:
        return f"{cards}の数"

    def sum_of(self, key: str, cards: str) -> str:
        return f"{cards}の{key}の合計"

    def half_of(self, amount: str) -> str:
        return f"{amount}の半分（端数切り捨て）"

    def that_amount(self, key: str) -> str:
        if key and self.several:
            return f"それらのカードの{key}の合計"
        return f"そのカードの{key}" if key else "そのカードの枚数"

    def times(self, factors: list[str]) -> str:
        return "×".join(factors)

    def sum_up(self, parts: list[tuple[int, str]]) -> str:
        text = "".join(f"{'＋' if sign > 0 else '－'}{part}" for sign, part in parts)
        return text.removeprefix("＋")

    # Conditions -------------------------------------------------------------------------------------------------------

    def _there(self, group: Description, number: str) -> str:
        where = self._where(group) + "".join(map(self.flag, group.places))
        bare = self._words(group) + self._noun(group)
        return f"{where.removesuffix('の')}に{bare}が{number}" if where.endswith("の") else f"{where}{bare}が{number}"

    def _is(self, group: Description) -> str:
        return "いる" if self.on_board(group) else "ある"

    def has(self, group: Description, amount: Amount | None) -> str:
        return self._there(group, "") + self._is(group)

    def has_no(self, group: Description) -> str:
        return self._there(group, "") + ("いない" if self.on_board(group) else "ない")

    def has_number(self, group: Description, op: str, number: int) -> str:
        return self._there(group, _NUMBERS[op].format(f"{number}{self.counter(group)}")) + self._is(group)

    def has_all(self, tests: list[Presence]) -> str:
        group = [describe(test.filter) for test in tests]
        names = self.all_of([self.values(each.names[0]) for each in group])
        return f"{self._where(group[0]).removesuffix('の')}に{names}が{self._is(group[0])}"

    def is_full(self, group: Description) -> str:
        where = "".join(map(self.flag, group.places)) or self._where(group)
        return f"{where}位置すべてにユニットがいる"

    def state(self, who: str, flag: str) -> str:
        stem = self.phrases.flags[flag].stem or self.phrases.flags[flag].say
        return f"{'このカード' if who == 'self' else 'そのカード'}が{self.named_terms(stem.read(self.tag))}"

    def compare(self, left: str, op: str, right: str) -> str:
        return f"{left}が{_COMPARED[op].format(right)}"
