"""What a language must be able to say, and how words of a game are said in it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.engine.effects.sentences.describing import Description, describe
from games.engine.effects.sentences.parts import begin, clean, mark_brackets, mark_name, mark_term
from games.engine.effects.sentences.phrases import NounPhrase, Phrases
from games.engine.effects.tree import Amount, Chain, Clause, Expression, Filter, Match, Presence, Step
from games.engine.texts.text import Text

_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_TERM = re.compile(r"\[([^|\]]+)\]")


@dataclass(frozen=True)
class Names:
    """What things of a game are called in the reader's language. `card`: by printed name; `value`: by key and value;
    `term`: by key of the glossary, "" if the term has no name in the language."""

    card: Callable[[str], str] = str
    value: Callable[[str, str], str] = lambda key, value: value
    term: Callable[[str], str] = lambda key: ""


class Grammar(ABC):
    """The words for one card. `kind`: the card's kind.

    `times`: the triggers that are times of a turn.

    While a clause is said, `letters` has the amounts that it calls X, Y …; `plural` whether the cards that were named
    last are several, `several` whether those that were moved last are; `placed` whether it has been said where the card
    is; `noun` what cards are called of which no kind is given.
    """

    language: ClassVar[str]
    full_stop: ClassVar[str]
    comma: ClassVar[str]

    def __init__(
        self, phrases: Phrases, names: Names, kind: str, language: str = "", times: frozenset[str] = frozenset()
    ) -> None:
        self.phrases, self.names, self.kind, self.turn_times = phrases, names, kind, times
        self.tag = language or self.language
        self.letters: list[Expression] = []
        self.plural = self.several = self.placed = False
        self.noun = ""
        self.clause = Clause("")

    # Words ------------------------------------------------------------------------------------------------------------

    def read(self, text: Text) -> str:
        return mark_brackets(text.read(self.tag))

    def fill(self, phrase: Text | str, slots: Mapping[str, Callable[[str], str]]) -> str:
        """A phrase with its slots filled in, from left to right."""
        template = phrase if isinstance(phrase, str) else self.named_terms(phrase.read(self.tag))
        return _SLOT.sub(lambda match: slots[match[1]](match[2] or ""), template)

    def named_terms(self, phrase: str) -> str:
        """A phrase with its terms marked; `[key]` alone is replaced by the name of the term."""
        return mark_brackets(_TERM.sub(lambda match: f"[{match[1]}|{self.term(match[1])}]", phrase))

    def term(self, key: str) -> str:
        return self.names.term(key) or key

    def card(self, printed: str) -> str:
        """The name of a card, in quotation marks."""
        return self.quote(mark_name(printed, clean(self.names.card(printed))))

    def value(self, key: str, value: str) -> str:
        if key == "keyword":
            return mark_term(value, clean(self.names.term(value) or value))
        return clean(self.names.value(key, value))

    def values(self, match: Match) -> str:
        words = [
            self.card(str(each)) if match.key in ("name", "tributes") else self.value(match.key, str(each))
            for each in match.values
        ]
        return self.all_of(words) if match.joiner == "+" else self.any_of(words)

    def key(self, key: str) -> str:
        phrase = self.phrases.keys.get(key)
        return self.named_terms(phrase.read(self.tag)) if phrase else self.names.value("", key)

    def noun_of(self, group: Description) -> NounPhrase:
        nouns = self.phrases.nouns
        if group.is_token:
            return nouns["token"]
        kinds = [str(value) for match in group.kinds if match.op == "=" for value in match.values]
        if len(kinds) == 1 and kinds[0] in nouns:
            return nouns[kinds[0]]
        if kinds:
            return nouns["card"]
        if group.zones == ("field",) and "field" in nouns:
            return nouns["field"]
        return nouns["board" if self.on_board(group) else self.noun or "card"]

    def on_board(self, group: Description) -> bool:
        zones = [self.phrases.zones[zone] for zone in group.zones if zone in self.phrases.zones]
        return bool(group.places) or (bool(zones) and all(zone.units for zone in zones))

    def keeping(self, group: Description) -> str:
        """The place of cards that something keeps, "" if the filter does not say by what."""
        phrase = self.phrases.zones[group.zones[0]].kept if len(group.zones) == 1 else None
        if phrase is None or group.by is None:
            return ""
        cause = group.by.cause
        match cause:
            case Match():
                by = self.values(cause)
            case Filter():
                by = self.cards(describe(cause), None, place=True)
            case "self":
                by = self.this("", at=False)
            case _:
                by = self.those(None, "")
        return self.fill(phrase, {"by": lambda _: by})

    def own_place(self) -> str:
        """Where something keeps the card itself, "" if its zones are others."""
        phrases = [self.phrases.zones[zone].own for zone in self.clause.zones]
        return self.named_terms(phrases[0].read(self.tag)) if len(phrases) == 1 and phrases[0] else ""

    def takes_place(self, *, at: bool) -> bool:
        """Whether the card is to be named with its place, which is done once."""
        if not at or not self.clause.zones or self.placed or self.own_place():
            return False
        self.placed = True
        return True

    # What each language says ------------------------------------------------------------------------------------------

    between: ClassVar[str] = ""
    """Stands between sentences."""

    def sentence(self, text: str) -> str:
        return begin(text) + self.full_stop

    def with_may(self, chains: Sequence[Chain]) -> Sequence[Chain]:
        """The alternatives, with the choice whether to do any where the language says it."""
        return chains

    def for_the_turn(self, text: str) -> str:
        """What is done, until the end of the turn."""
        return text + self.until_end()

    def out_of(self, place: str) -> str:
        """From where something keeps cards."""
        return f" from{place}"

    @abstractmethod
    def quote(self, name: str) -> str: ...
    @abstractmethod
    def any_of(self, words: list[str]) -> str: ...
    @abstractmethod
    def all_of(self, words: list[str]) -> str: ...
    @abstractmethod
    def both(self, conditions: list[str]) -> str: ...
    @abstractmethod
    def join_head(self, head: str, body: str) -> str: ...
    @abstractmethod
    def join_items(self, items: list[str]) -> str: ...
    @abstractmethod
    def join_steps(self, steps: list[tuple[Step, str]], *, inline: bool) -> str: ...
    @abstractmethod
    def either(self, texts: list[str], chains: Sequence[Chain]) -> str: ...
    @abstractmethod
    def on_condition(self, condition: str, text: str) -> str: ...
    @abstractmethod
    def once(self, head: str, *, is_time: bool) -> str: ...
    @abstractmethod
    def origin(self, zones: tuple[str, ...], *, enemy: bool = False) -> str: ...
    @abstractmethod
    def presence_of_self(self, clause: Clause) -> str: ...
    @abstractmethod
    def this(self, particle: str, *, at: bool = True) -> str: ...
    @abstractmethod
    def those(self, amount: Amount | None, particle: str) -> str: ...
    @abstractmethod
    def cards(
        self, group: Description, amount: Amount | None, *, place: bool, particle: str = "", counting: bool = False
    ) -> str: ...
    @abstractmethod
    def such(self, group: Description, *, place: bool, particle: str) -> str: ...
    @abstractmethod
    def kinds(self, group: Description, amount: Amount | None) -> str: ...
    @abstractmethod
    def zones(self, zones: tuple[str, ...], *, enemy: bool = False) -> str: ...
    @abstractmethod
    def quantity(self, amount: Amount | None, noun: str) -> str: ...
    @abstractmethod
    def number(self, amount: Amount | None, noun: str) -> str: ...
    @abstractmethod
    def part(self, position: str) -> str: ...
    @abstractmethod
    def pronoun(self) -> str: ...
    @abstractmethod
    def agree(self, forms: str) -> str: ...
    @abstractmethod
    def until_end(self) -> str: ...
    @abstractmethod
    def in_place_of(self, text: str) -> str: ...
    @abstractmethod
    def define(self, letter: str, meaning: str) -> str: ...
    @abstractmethod
    def count_of(self, cards: str) -> str: ...
    @abstractmethod
    def sum_of(self, key: str, cards: str) -> str: ...
    @abstractmethod
    def half_of(self, amount: str) -> str: ...
    @abstractmethod
    def that_amount(self, key: str) -> str: ...
    @abstractmethod
    def times(self, factors: list[str]) -> str: ...
    @abstractmethod
    def sum_up(self, parts: list[tuple[int, str]]) -> str: ...
    @abstractmethod
    def has(self, group: Description, amount: Amount | None) -> str: ...
    @abstractmethod
    def has_no(self, group: Description) -> str: ...
    @abstractmethod
    def has_number(self, group: Description, op: str, number: int) -> str: ...
    @abstractmethod
    def has_all(self, tests: list[Presence]) -> str: ...
    @abstractmethod
    def is_full(self, group: Description) -> str: ...
    @abstractmethod
    def state(self, who: str, flag: str) -> str: ...
    @abstractmethod
    def compare(self, left: str, op: str, right: str) -> str: ...
