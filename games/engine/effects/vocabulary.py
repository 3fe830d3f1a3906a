"""The words of the column `effects`: those that all games share, and how a game adds its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from games.engine.effects.tree import Clause


class Trigger(NamedTuple):
    """When a clause has its effect.

    `sort`: an event, a time of the turn, lasting as long as the card is where it must be, or on entry, as a condition.
    `alone`: whether it can happen without an enemy.
    """

    name: str
    doc: str
    sort: Literal["event", "time", "lasting", "entry"] = "event"
    alone: bool = True


class Fact(NamedTuple):
    """A clause that is one word. `values`: whether numbers follow. `acts`: whether the card does something by it."""

    name: str
    doc: str
    values: bool = False
    acts: bool = True


class Verb(NamedTuple):
    """What can be done, and the parts that an action with it has, in this order.

    `parts`: `amount`, `target`, `from`, `to`, `for`, `by`, `end` (until end), each with "?" if it may be left out.
    Of an amount and a target that both may be left out, one is there, unless `bare`. All verbs may have `instead`.
    `operand`: the words one of which comes first; `event`: a trigger and `of`; `value`: any word. "" among the words:
    it may be left out. `signed`: whether its amount may be 0 or less.
    `source`, `destination`: where it moves cards from and to, if the action does not say it. `alone`: whether it can
    matter without an enemy.
    """

    name: str
    parts: str
    doc: str
    operand: tuple[str, ...] | Literal["event", "value"] = ()
    signed: bool = False
    bare: bool = False
    source: str = ""
    destination: str = ""
    alone: bool = True

    def takes(self, part: str) -> bool:
        return part in self.parts.replace("?", "").split()

    def needs(self, part: str) -> bool:
        return part in self.parts.split()


class Key(NamedTuple):
    """A value of a card that filters compare. `attribute`: the column of the catalog, "" if the card has it otherwise.

    `values`: those that there are, () if only the catalog knows.
    """

    name: str
    doc: str
    attribute: str = ""
    numeric: bool = False
    values: tuple[str, ...] = ()


class Word(NamedTuple):
    """A zone, a position, a flag, a mode or a counter. `alone`: of a mode, whether it can happen without an enemy."""

    name: str
    doc: str
    alone: bool = True


SHORT = ("draw", "resource", "score")
"""The verbs that are also written as a clause, `draw:2` for `played: draw 2`."""

UNREAD = "unread"
"""The fact of a card that does more than its other clauses say; also what a card does that has no effects."""

NOTHING = "nothing"
"""The fact of a card that has been read, and does nothing without an enemy."""


class Column(NamedTuple):
    """A column of a game's catalog. `values`: its choices, () if only the catalog knows."""

    name: str
    numeric: bool
    values: tuple[str, ...]


Entry = TypeVar("Entry", Trigger, Fact, Verb, Key, Word)


def _merge(words: Iterable[Entry], further: Iterable[Entry]) -> tuple[Entry, ...]:
    by_name = {each.name: each for each in words}
    for each in further:
        by_name[each.name] = each
    return tuple(by_name.values())


NONE: frozenset[str] = frozenset()


class Played(NamedTuple):
    """What a game's goldfish executes: it plays a clause if it knows all of its words, by their kind.

    `triggers` are those of the card itself, `others` the same of other cards, `places` the zones a clause works in,
    `operands` the words after a verb, `grammar` words and signs that no game declares, see understanding.GRAMMAR.
    `refusal`: why it does not play a clause all of whose words it knows, as words of it; () if it does.
    """

    triggers: frozenset[str] = NONE
    others: frozenset[str] = NONE
    facts: frozenset[str] = NONE
    modes: frozenset[str] = NONE
    places: frozenset[str] = NONE
    verbs: frozenset[str] = NONE
    operands: frozenset[str] = NONE
    zones: frozenset[str] = NONE
    positions: frozenset[str] = NONE
    flags: frozenset[str] = NONE
    keys: frozenset[str] = NONE
    counters: frozenset[str] = NONE
    grammar: frozenset[str] = NONE
    refusal: Callable[[Clause], tuple[str, ...]] | None = None


WHEN_PLAYED = Played(triggers=frozenset({"played"}), verbs=frozenset(SHORT), grammar=frozenset({";", "and"}))
"""The goldfish that knows what a card gives as soon as it is played, see `gains`."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of one game. A word may be a trigger and a verb, or a zone and a flag; the grammar tells which."""

    triggers: tuple[Trigger, ...] = ()
    facts: tuple[Fact, ...] = ()
    verbs: tuple[Verb, ...] = ()
    modes: tuple[Word, ...] = ()
    """How an event came about, after its trigger."""

    zones: tuple[Word, ...] = ()
    positions: tuple[Word, ...] = ()
    """Where `from` and `to` may also point: an end of the deck, a row, the enemy's side."""

    flags: tuple[Word, ...] = ()
    keys: tuple[Key, ...] = ()
    counters: tuple[Word, ...] = ()
    played: Played = WHEN_PLAYED

    @cached_property
    def trigger(self) -> Mapping[str, Trigger]:
        return {each.name: each for each in self.triggers}

    @cached_property
    def fact(self) -> Mapping[str, Fact]:
        return {each.name: each for each in self.facts}

    @cached_property
    def verb(self) -> Mapping[str, Verb]:
        return {each.name: each for each in self.verbs}

    @cached_property
    def mode(self) -> Mapping[str, Word]:
        return {each.name: each for each in self.modes}

    @cached_property
    def key(self) -> Mapping[str, Key]:
        return {each.name: each for each in self.keys}

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each kind of word: by `triggers`, `verbs`, `zones` and so on."""
        return {part: tuple(each.name for each in getattr(self, part)) for part in PARTS}

    def extend(
        self,
        triggers: Iterable[Trigger] = (),
        facts: Iterable[Fact] = (),
        verbs: Iterable[Verb] = (),
        modes: Iterable[Word] = (),
        zones: Iterable[Word] = (),
        positions: Iterable[Word] = (),
        flags: Iterable[Word] = (),
        keys: Iterable[Key] = (),
        counters: Iterable[Word] = (),
        played: Played | None = None,
    ) -> Vocabulary:
        """The words and further ones, which replace those of the same name."""
        return replace(
            self,
            triggers=_merge(self.triggers, triggers),
            facts=_merge(self.facts, facts),
            verbs=_merge(self.verbs, verbs),
            modes=_merge(self.modes, modes),
            zones=_merge(self.zones, zones),
            positions=_merge(self.positions, positions),
            flags=_merge(self.flags, flags),
            keys=_merge(self.keys, keys),
            counters=_merge(self.counters, counters),
            played=played or self.played,
        )

    def for_columns(self, columns: Iterable[Column]) -> Vocabulary:
        """The same with a key for each column, under its name where none is declared, and with the column's choices."""
        keys = {each.attribute: each for each in self.keys if each.attribute}
        return self.extend(
            keys=(
                keys.get(name, Key(name, "", name))._replace(numeric=numeric, values=values)
                for name, numeric, values in columns
            )
        )


PARTS = ("triggers", "facts", "verbs", "modes", "zones", "positions", "flags", "keys", "counters")


# What all games share -------------------------------------------------------------------------------------------------

COMMON = Vocabulary(
    triggers=(
        Trigger("played", "the card is played or used, by an extra play too"),
        Trigger("entered", "the card comes into play, in any way"),
        Trigger("destroyed", "the card is destroyed"),
        Trigger("buried", "the card is put into the graveyard, in any way"),
        Trigger("left", "the card leaves play, in any way"),
        Trigger("returned", "the card returns to the hand"),
        Trigger("removed", "the card is removed from the game"),
        Trigger("start", "your turn, or its main part, begins", "time"),
        Trigger("main", "in the main part of your turn, as often as it can be paid for", "time"),
        Trigger("end", "your turn ends", "time"),
        Trigger("while", "as long as the card is where it must be", "lasting"),
    ),
    facts=(
        Fact(NOTHING, "the card has been read, and does nothing without an enemy", acts=False),
        Fact(UNREAD, "the card does more, which is not stated"),
    ),
    verbs=(
        Verb("draw", "amount", "from the deck to the hand, unseen", source="deck", destination="hand"),
        Verb("resource", "amount", "gain the game's resource", signed=True),
        Verb("score", "amount to?", "gain the game's points; with `to`, cards have more of them", signed=True),
        Verb(
            "search", "amount target from? to?", "from the deck to the hand, chosen", source="deck", destination="hand"
        ),
        Verb("recover", "amount? target", "from the graveyard to the hand", source="grave", destination="hand"),
        Verb("bounce", "amount? target", "from play to the hand", source="board", destination="hand"),
        Verb(
            "revive",
            "amount? target to?",
            "from the graveyard into play, without being played",
            source="grave",
            destination="board",
        ),
        Verb("summon", "amount? target from? to?", "into play, without being played", destination="board"),
        Verb("play", "amount? target from? to?", "play an extra card", source="hand", destination="board"),
        Verb("discard", "amount target?", "from the hand to the graveyard", source="hand", destination="grave"),
        Verb("bury", "amount? target", "to the graveyard, without being destroyed", destination="grave"),
        Verb("destroy", "amount? target", "destroy cards in play", source="board", destination="grave"),
        Verb("remove", "amount? target", "remove from the game", destination="removed"),
        Verb("shuffle", "amount? target", "into the deck, which is shuffled", destination="deck"),
        Verb("stack", "amount? target to?", "on top of the deck", destination="deck"),
        Verb("show", "amount target? from?", "turn cards up for both players"),
        Verb("look", "amount target? from?", "look at cards yourself"),
        Verb("turn", "amount? target end?", "turn cards sideways"),
        Verb("right", "amount? target", "turn cards upright"),
        Verb("cost", "amount for end?", "cards cost so much more", signed=True),
        Verb("allow", "for? end?", "something may be done that is forbidden otherwise", bare=True),
        Verb("forbid", "target? end?", "something must not be done", operand=("use",), bare=True),
        Verb("limit", "amount target? end?", "something may be done so often", operand=("use",)),
        Verb("trigger", "amount? target", "the effect of an event, without the event", operand="event"),
    ),
    zones=(
        Word("board", "your units in play"),
        Word("grave", "your graveyard"),
        Word("hand", "your hand"),
        Word("deck", "your deck"),
        Word("extra", "cards that are kept beside the deck"),
        Word("removed", "cards removed from the game"),
        Word("field", "cards in play that are not units"),
        Word("shown", "cards that have just been shown"),
    ),
    positions=(
        Word("top", "the top of the deck"),
        Word("bottom", "the bottom of the deck"),
        Word("enemy", "the enemy's side"),
    ),
    flags=(
        Word("other", "not the card itself"),
        Word("that", "a card that the step before, or the event, was about"),
        Word("turned", "turned sideways"),
        Word("token", "a token"),
        Word("mine", "your own"),
        Word("random", "chosen by chance"),
        Word("distinct", "counting each name once"),
    ),
    keys=(
        Key("name", "the card's name; with `~`, a part of it", "name"),
        Key("kind", "its kind", "kind"),
        Key("keyword", "a keyword it has", "keywords"),
    ),
    counters=(Word("library", "the cards left in your deck"),),
)
