"""Sentences in 繁體 and 简体中文: as Taiwanese cards print them, and turned into 简体."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.effects.sentences.describing import Comparison, Description, describe
from games.engine.effects.sentences.parts import Sentence, clean
from games.engine.effects.sentences.speech import ONE, Speech
from games.engine.effects.tree import Amount, By, Chain, Clause, Filter, Flag, Match, Open, Presence, Range, Step, That
from games.engine.texts.writing import mainland

_FIRST = ("mine", "that", "random")
"""Flags that stand before the number."""

_COMPARED = {"=": "為{}", "!=": "不為{}", "<": "小於{}", "<=": "至多為{}", ">": "大於{}", ">=": "至少為{}"}
_LIMITS = {"=": "為{}的", "!=": "不為{}的", "<=": "為{}或以下的", ">=": "為{}或以上的"}
_NUMBERS = {"=": "剛好{}", "!=": "不是{}", "<": "少於{}", "<=": "至多{}", ">": "多於{}", ">=": "至少{}"}


class Chinese(Speech):
    language = "zh-hant"
    full_stop = "。"
    comma = "，"

    def say(self, clauses: Iterable[Clause]) -> list[Sentence]:
        """In 简体, everything is turned into it but names, which the reader's catalog decides."""
        said = super().say(clauses)
        if "hans" not in self.tag:
            return said
        return [tuple(part if part.name else part._replace(text=mainland(part.text)) for part in each) for each in said]

    def quote(self, name: str) -> str:
        return f"「{name}」"

    def any_of(self, words: list[str]) -> str:
        return "、".join(words[:-1]) + "或" + words[-1] if len(words) > 1 else "".join(words)

    def all_of(self, words: list[str]) -> str:
        return "、".join(words[:-1]) + "及" + words[-1] if len(words) > 1 else "".join(words)

    def both(self, conditions: list[str]) -> str:
        return "，且".join(conditions)

    # Sentences --------------------------------------------------------------------------------------------------------

    def join_head(self, head: str, body: str) -> str:
        if not head or head.endswith(("：", "須")):
            return head + body
        return f"{head}，{body}"

    def join_items(self, items: list[str]) -> str:
        return "，然後".join(items)

    def join_steps(self, steps: list[tuple[Step, str]], *, inline: bool) -> str:
        text = ""
        for step, phrase in steps:
            said = ("可" if step.may else "") + phrase
            if step.link == "then":
                text += "，若成功"
                text += f"且{self.conditions(step.tests)}，則{said}" if step.tests else "則" + said
            elif step.link == "and":
                text += ("，" if self.clause.trigger == "while" else "，並") + (
                    f"在{self.conditions(step.tests)}時{said}" if step.tests else said
                )
            else:
                text = self.on_condition(self.conditions(step.tests), said) if step.tests else said
        return text

    def either(self, texts: list[str], chains: Sequence[Chain]) -> str:
        return "，或".join(texts)

    def on_condition(self, condition: str, text: str) -> str:
        return f"若{condition}，則{text}"

    def once(self, head: str, *, is_time: bool) -> str:
        return head + "限一次" if is_time else f"一回合限一次，{head}" if head else "一回合限一次"

    def origin(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        return f"從{self.zones(zones, enemy=enemy)}" if zones else ""

    def presence_of_self(self, clause: Clause) -> str:
        return f"若此卡在{self.own_place() or self.zones(clause.zones)}"

    # Cards ------------------------------------------------------------------------------------------------------------

    def this(self, particle: str, *, at: bool = True) -> str:
        place = f"{self.zones(self.clause.zones)}的" if self.takes_place(at=at) else ""
        return place + "此卡"

    def those(self, amount: Amount | None, particle: str) -> str:
        if amount is None:
            return "該卡"
        return f"其中{self.quantity(amount, '張')}" if amount != Open("all") else "這些卡"

    def cards(
        self, group: Description, amount: Amount | None, *, place: bool, particle: str = "", counting: bool = False
    ) -> str:
        where = (self._where(group) if place else "") + "".join(self._flag(flag) for flag in group.places)
        where += "".join(
            self.flag(flag.name, flag.negated) for flag in group.said_flags if flag.name in _FIRST and not flag.negated
        )
        board = self.on_board(group)
        noun = self.noun_of(group)
        counter = self.read(noun.counter) if board else "張"
        number = "" if counting or (amount is None) else self.quantity(amount, counter)
        text = where + number + self._words(group) + self._noun(group, board=board)
        return text.replace("手牌牌", "手牌")

    def such(self, group: Description, *, place: bool, particle: str) -> str:
        return self.cards(group, None, place=place)

    def kinds(self, group: Description, amount: Amount | None) -> str:
        return self.cards(group, None, place=False)

    def _where(self, group: Description) -> str:
        if not group.zones:
            return ""
        phrase = self.phrases.zones[group.zones[0]]
        if len(group.zones) == 1 and phrase.at.hant:
            return self.keeping(group) or self.named_terms(phrase.at.read(self.tag))
        return self.keeping(group) or self.zones(group.zones, enemy=group.is_enemy)

    def _words(self, group: Description) -> str:
        words = [self._cause(group)]
        words += [self._name(match) for match in group.names if match.op != "="]
        words += [self._limit(each) for each in group.comparisons]
        words += [
            self.flag(flag.name, flag.negated)
            for flag in group.said_flags
            if (flag.name not in _FIRST or flag.negated) and not _is_token(flag)
        ]
        words += [f"以{self.values(each)}為祭品的" for each in group.tributes]
        for match in sorted((*group.words, *group.keywords), key=lambda each: each.op == "="):
            words.append(("非" if match.op == "!=" else "") + self.values(match))
        return "".join(words)

    def _cause(self, group: Description) -> str:
        if self.keeping(group):
            return ""
        match group.by:
            case By(cause=Match() as match):
                return f"因{self.values(match)}卡效果而入場的"
            case By(cause=Filter() as filter):
                return f"因{self.cards(describe(filter), None, place=True)}而入場的"
            case _:
                return ""

    def _noun(self, group: Description, *, board: bool) -> str:
        names = "".join(self._name(match) for match in group.names if match.op == "=")
        if group.is_named:
            return names
        noun = self.read(self.noun_of(group).one)
        kinds = [self.names.value("kind", str(each)) for match in group.kinds for each in match.values]
        if len(kinds) > 1:
            noun = self.any_of(kinds)
        if group.kinds and group.kinds[0].op == "!=":
            noun = "非" + self.any_of(kinds) + "牌"
        if not board and not noun.endswith(("卡", "牌")) and not group.is_token and not self._enters(group):
            noun += "卡"
        if not board and noun == "牌" and (group.words or group.keywords):
            noun = "卡"
        return (f"{names}" if names else "") + noun

    def _enters(self, group: Description) -> bool:
        """Whether these are units to which something happens, wherever they were."""
        return not group.zones and self.clause.of is not None and group == describe(self.clause.of)

    def _name(self, match: Match) -> str:
        if match.op == "~":
            return "卡名含" + self.any_of([self.quote(clean(str(each))) for each in match.values]) + "的"
        return f"非{self.values(match)}的" if match.op == "!=" else self.values(match)

    def _limit(self, each: Comparison) -> str:
        special = self.phrases.keys.get(f"{each.key} {each.op}{each.value}")
        if special:
            return self.named_terms(special.read(self.tag))
        if isinstance(each.value, That):
            return self.key(each.key) + "與該卡相同的"
        return self.key(each.key) + _LIMITS[each.op].format(each.value)

    def flag(self, name: str, negated: bool) -> str:
        phrase = self.phrases.flags[name]
        return self.named_terms((phrase.against if negated else phrase.say).read(self.tag))

    def _flag(self, flag: Flag) -> str:
        return self.flag(flag.name, flag.negated)

    def zones(self, zones: tuple[str, ...], *, enemy: bool = False) -> str:
        nouns = [self.named_terms(self.phrases.zones[zone].noun.read(self.tag)) for zone in zones]
        if len(nouns) > 1 and all(noun.startswith("你") for noun in nouns):
            nouns = [nouns[0], *(noun.removeprefix("你") for noun in nouns[1:])]
        words = self.any_of(nouns)
        return f"敵方{words.removeprefix('你')}" if enemy else words

    # Amounts ----------------------------------------------------------------------------------------------------------

    def quantity(self, amount: Amount | None, noun: str) -> str:
        match amount:
            case None:
                return ""
            case Open(word="any") | Range(low=0, high=None):
                return "任意數量的" if noun != "張" else "任意張"
            case Open():
                return "所有"
            case That(key=""):
                return "同等數量的"
            case Range():
                return self._range(amount) + noun
            case _:
                return self.figure(amount) + noun

    def _range(self, amount: Range) -> str:
        if amount.high is None:
            return f"至少{amount.low}"
        return f"至多{amount.high}" if amount.low == 0 else f"{amount.low}至{amount.high}"

    def number(self, amount: Amount | None, noun: str) -> str:
        return self._range(amount) if isinstance(amount, Range) else self.quantity(amount or ONE, "")

    def part(self, position: str) -> str:
        return "頂" if position == "top" else "底"

    def pronoun(self) -> str:
        return "其"

    def agree(self, forms: str) -> str:
        return ""

    def until_end(self) -> str:
        return "直到回合結束"

    def in_place_of(self, text: str) -> str:
        return "改為" + text

    def define(self, letter: str, meaning: str) -> str:
        return f"{letter}={meaning}"

    def count_of(self, cards: str) -> str:
        return f"{cards}的數量"

    def sum_of(self, key: str, cards: str) -> str:
        return f"{cards}的{key}總和"

    def half_of(self, amount: str) -> str:
        return f"{amount}的一半（無條件捨去）"

    def that_amount(self, key: str) -> str:
        if key and self.several:
            return f"這些卡的{key}總和"
        return f"該卡的{key}" if key else "上述卡的數量"

    def times(self, factors: list[str]) -> str:
        return "×".join(factors)

    def sum_up(self, parts: list[tuple[int, str]]) -> str:
        text = "".join(f"{'+' if sign > 0 else '−'}{part}" for sign, part in parts)
        return text.removeprefix("+")

    # Conditions -------------------------------------------------------------------------------------------------------

    def _place_and_cards(self, group: Description, *, number: str = "") -> tuple[str, str]:
        where = self._where(group) + "".join(self._flag(flag) for flag in group.places)
        bare = Description(**{name: getattr(group, name) for name in group.__slots__})
        bare.places = []
        board = self.on_board(group)
        is_place = bool(group.places) and not group.zones
        return where.removesuffix("的") if is_place else where, number + self._words(bare) + self._noun(
            bare, board=board
        )

    def _there(self, group: Description, has: str, number: str = "") -> str:
        """What is at a place, or the cards of a place that is said like an adjective."""
        where, cards = self._place_and_cards(group, number=number)
        return f"{has}{where}{cards}" if where.endswith("的") else f"{where}{has}{cards}"

    def has(self, group: Description, amount: Amount | None) -> str:
        return self._there(group, "有")

    def has_no(self, group: Description) -> str:
        return self._there(group, "沒有")

    def has_number(self, group: Description, op: str, number: int) -> str:
        counter = self.read(self.noun_of(group).counter) if self.on_board(group) else "張"
        text = self._there(group, "有", _NUMBERS[op].format(f"{number}{counter}"))
        return text.replace("有剛好", "剛好有")

    def has_all(self, tests: list[Presence]) -> str:
        group = [describe(test.filter) for test in tests]
        names = [self.values(each.names[0]) for each in group]
        return f"{self._where(group[0]).removesuffix('的')}有{self.all_of(names)}"

    def is_full(self, group: Description) -> str:
        where = "".join(self._flag(flag) for flag in group.places) or self._where(group)
        return f"{where.removesuffix('的')}皆有單位"

    def state(self, who: str, flag: str) -> str:
        stem = self.phrases.flags[flag].stem or self.phrases.flags[flag].say
        return ("此卡" if who == "self" else "該卡") + self.named_terms(stem.read(self.tag))

    def compare(self, left: str, op: str, right: str) -> str:
        return left + _COMPARED[op].format(right)


def _is_token(flag: Flag) -> bool:
    """Whether the noun says it."""
    return flag.name == "token" and not flag.negated
