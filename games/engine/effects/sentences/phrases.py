"""What words of effects are called in sentences: phrases in every language, with slots in braces.

Terms of the game's glossary stand in square brackets, `[key|text]`. English phrases begin with a lower-case letter, and
Japanese ones end in the dictionary form of a verb where they say what is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.texts.text import Text


class VerbPhrase(NamedTuple):
    """What an action says.

    Slots: `{cards}` what is moved, with its place, `{bare}` without it, `{kinds}` without its number; `{place}` the
    place, `{out}` from there, `{owner}` only from the opponent; `{q:…}` how many, with what is counted (`card/cards`,
    `張`, `枚`); `{n}` the amount, `{signed}` with its sign, `{change:…}` with a word for its sign; `{to}`, `{for}`,
    `{by}` what the action says behind these words; `{dest}`, `{end:…}` where it goes, or what is said if it does not
    say; `{them}` it or them; `{this}` the card itself; `{v:…}` a verb in the singular or plural of what was said last.
    `lasting`: where it holds as long as the card is there. `less`: of an amount below zero, which is given without its
    sign. `place`: where the cards are, unless the action says so. `noun`: what is counted, unless the action says so.
    `whole`: it is a sentence by itself, without the words of its trigger; `{if}` is where its conditions go.
    """

    say: Text
    lasting: Text | None = None
    less: Text | None = None
    place: str = ""
    noun: str = ""
    whole: bool = False


class ZonePhrase(NamedTuple):
    """A zone: its noun, and how a place in it is said of a card. `units`: its cards stand there as units; `kept`: the
    place with what keeps the cards there, in the slot `{by}`; `own`: where the card itself is, if it is kept there."""

    noun: Text
    at: Text
    units: bool = False
    kept: Text | None = None
    own: Text | None = None


class FlagPhrase(NamedTuple):
    """A flag of a filter: before the noun, or behind it in English. `against`: of its opposite, `!flag`.

    `stem`: as what is said of a card, as in “if this card is …”; `full`: that all such places are taken.
    """

    say: Text
    against: Text
    stem: Text | None = None
    behind: bool = False
    full: Text | None = None


class NounPhrase(NamedTuple):
    """What cards are called, one and several, and how they are counted."""

    one: Text
    many: str
    counter: Text


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of a vocabulary by word; a game's own go before the common ones."""

    triggers: dict[str, Text] = field(default_factory=dict)
    verbs: dict[str, VerbPhrase] = field(default_factory=dict)
    zones: dict[str, ZonePhrase] = field(default_factory=dict)
    flags: dict[str, FlagPhrase] = field(default_factory=dict)
    keys: dict[str, Text] = field(default_factory=dict)
    counters: dict[str, Text] = field(default_factory=dict)
    nouns: dict[str, NounPhrase] = field(default_factory=dict)
    ends: dict[str, Text] = field(default_factory=dict)
    facts: dict[str, Text] = field(default_factory=dict)
    modes: dict[str, Text] = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    """Triggers that happen to units alone."""

    def __or__(self, other: Phrases) -> Phrases:
        """All phrases, those of the other one before those of this one."""
        return Phrases(**{name: group | vars(other)[name] for name, group in vars(self).items()})
