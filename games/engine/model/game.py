"""What a game declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from games.engine.effects.sentences.common import COMMON as COMMON_PHRASES
from games.engine.effects.sentences.phrases import Phrases
from games.engine.effects.vocabulary import COMMON as COMMON_EFFECTS
from games.engine.effects.vocabulary import UNREAD, Column, Vocabulary
from games.engine.model.battle import Battle
from games.engine.model.cards import COMMON, Attribute, Card, Choice, Printing, rule_spelling
from games.engine.model.covers import Cover, common_colours
from games.engine.model.decks import MAYBE, Deck, DeckEntry
from games.engine.model.keywords import Keyword, Words, glossary, spellings
from games.engine.model.lists import Counted, RestrictionList, read_list
from games.engine.model.opening import Opening
from games.engine.model.presets import Preset
from games.engine.model.questions import Question, SimulatedQuestion
from games.engine.model.violations import Violation
from games.engine.model.vocabulary import Labels, vocabulary
from games.engine.texts.text import Text
from games.engine.texts.writing import fold


class Facts(NamedTuple):
    """What a constraint knows besides the deck: the day, the restriction lists in force, and the zones of the game.

    `unjudged`: the zones for which no rule limits number or kinds of cards.
    """

    on: date
    lists: tuple[RestrictionList, ...] = ()
    zones: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()


class Meter(NamedTuple):
    """A sum a rule limits, as the builder shows it."""

    label: Text
    have: int | float
    min: int | float | None = None
    max: int | float | None = None


class Selection(NamedTuple):
    """The cards with one of these folded names, one of these keys or a printing of one of these numbers.

    `which`: of these cards only those for which the function says so.
    """

    names: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    which: Callable[[Card], bool] | None = None

    def has(self, card: Card) -> bool:
        named = card.key in self.keys or fold(card.name) in self.names or not self.codes.isdisjoint(card.codes)
        return named and (self.which is None or self.which(card))


class Admission(NamedTuple):
    """Which cards may still go in: those a search matches ("" = all), none that are in a selection of `without`, and
    those alone that are in every selection of `only`.

    `prefer`: a search for the cards that are shown first, since nothing is advised against them; "" = all.
    """

    query: str = ""
    without: tuple[Selection, ...] = ()
    only: tuple[Selection, ...] = ()
    prefer: str = ""

    def open_to(self, card: Card) -> bool:
        """Whether a card that the search finds may go in."""
        return not any(each.has(card) for each in self.without) and all(each.has(card) for each in self.only)


Check = Callable[[Deck, Facts], Iterator[Violation]]
Sees = Callable[[Deck, Facts], Callable[[Card], Hashable]]


@dataclass(frozen=True, eq=False)
class Constraint:
    """A rule of deck construction: a function that yields violations, the codes it can yield, and its paragraph.

    `meter` and `admits` serve the builder: how full the deck is, and which cards a zone (its slug) still takes.
    `needs`: the facts without which it cannot judge a card, and yields `card.data-missing` or `card.data-disputed`.
    `reads`: further facts that it reads where they are given, and may yield `card.data-disputed` for.
    `sees`: the value of a card that it judges, given a deck: of two cards with equal values, one can replace the other
    without a difference to it, unless they share a name with another card. None: it tells all cards apart.
    `by`: cards that agree in these attributes are counted together.
    """

    check: Check
    codes: tuple[str, ...]
    rule: str = ""
    meter: Callable[[Deck], Meter] | None = None
    admits: Callable[[Deck, Facts, str], Admission] | None = None
    needs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    sees: Sees | None = None
    by: tuple[str, ...] = ("name",)


@dataclass(frozen=True)
class Zone:
    """A part of a deck."""

    slug: str
    label: Text
    kinds: tuple[str, ...]
    """The kinds of card that go there."""

    judged: bool = True
    """Whether a rule limits number or kinds of its cards."""

    single: bool = False
    """Whether it holds one card, so that choosing another replaces it."""

    prefill: Callable[[], Mapping[str, int]] | None = None
    """What a new deck starts with there: counts by card key."""

    def takes(self, card: Card) -> bool:
        """Whether a card may stand there: of its kinds, and bound to no other zone. The maybe-board takes any card."""
        return self.slug == MAYBE or (card.kind in self.kinds and card.zone in ("", self.slug))


@dataclass(frozen=True)
class Declaration:
    """What a player declares with a deck: a value of `attribute` other than those that are `neutral`."""

    key: str
    label: Text
    attribute: str
    neutral: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Format:
    """A way to play: its constraints are read beside the rulebook."""

    slug: str
    label: Text
    constraints: tuple[Constraint, ...]
    note: Text | None = None


@dataclass(frozen=True)
class Game:
    """One card game."""

    slug: str
    name: Text
    language: str
    """The tag of the language that its cards are written in."""

    tagline: Text
    folder: Path
    kinds: tuple[Choice, ...]
    attributes: tuple[Attribute, ...]
    zones: tuple[Zone, ...]
    """The first is its main zone."""

    formats: tuple[Format, ...]
    """The first is its usual one."""

    opening: Opening
    ruleset: str
    declarations: tuple[Declaration, ...] = ()
    counted: Counted = field(default_factory=dict)
    """The attributes besides its name by which the game counts a card, so that a restriction list can name the cards
    of one value alone."""

    identity: tuple[str, ...] = ("name", "kind")
    """The attributes that make two printings one card."""

    order: tuple[str, ...] = ()
    """The attributes by which cards are listed."""

    rendered_names: tuple[str, ...] = ()
    """The languages, of `en` and `ja`, in which cards have names that this site made up and that no card bears."""

    accent: tuple[str, str] = ("#4b55c8", "#8f98ff")
    """Its colour on light and on dark ground."""

    motif: str = "constellation"
    """The picture drawn for cards that bring none."""

    colours: Mapping[str, str] = field(default_factory=dict)
    """The hue of each value of its colour-like attribute in degrees, as in CSS hsl(), with "pale" or "deep" after it
    for whites and blacks: `{"red": "5", "white": "48 pale"}`."""

    cover: Cover = field(default_factory=Cover)
    """Which of its cards stands for a deck."""

    presets: tuple[Preset, ...] = ()
    questions: tuple[Question, ...] = ()
    simulated: tuple[SimulatedQuestion, ...] = ()
    seen_cards: bool = False
    """Whether all players share the deck, so that they count the cards they have seen of it."""

    battle: Battle | None = None
    effects: Vocabulary = COMMON_EFFECTS
    """The words of the column `effects`; its attributes become keys by themselves."""

    phrases: Phrases = COMMON_PHRASES
    """What these words are called in sentences."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", self.effects.for_columns(_columns(self.fields.values())))
        object.__setattr__(self, "opening", replace(self.opening, effects=self.effects))

    @cached_property
    def fields(self) -> Mapping[str, Attribute]:
        """Every column of its catalog by name: the common ones, then its own, whose aliases go before theirs."""
        own = {spelling for attribute in self.attributes for spelling in (attribute.name, *attribute.aliases)}
        common = {attribute.name: _without_aliases(attribute, own) for attribute in COMMON}
        common["kind"] = _with_choices(common["kind"], self.kinds)
        return common | {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def search_fields(self) -> Mapping[str, Attribute]:
        """What a search may ask for by name: its columns, and the words of effects."""
        names, facts = self.effects.names, self.effects.names["facts"]
        verbs = tuple(dict.fromkeys((*facts, UNREAD, *names["verbs"])))
        does = Attribute("does", Text("Does", "作用", ja="行動"), "list", _words(verbs))
        when = Attribute("when", Text("When", "觸發", ja="誘発"), "list", _words(names["triggers"]))
        return dict(self.fields) | {each.name: each for each in (does, when) if each.name not in self.fields}

    @cached_property
    def rule_attributes(self) -> tuple[str, ...]:
        """The attributes that rules and pilots can read, in alphabetical order: free text only where it is declared."""
        return tuple(sorted(each.name for each in self.attributes if each.type != "text" or each.played))

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The columns that every card needs: those of its identity, and those that the rules of a format judge."""
        needed = {name for each in self.formats for constraint in each.constraints for name in constraint.needs}
        return tuple(name for name in self.fields if name in needed or name in self.identity)

    @cached_property
    def judged_fields(self) -> frozenset[str]:
        """The columns that rules of its formats read, whether or not every card needs them."""
        rules = [constraint for each in self.formats for constraint in each.constraints]
        return frozenset(name for constraint in rules for name in (*constraint.needs, *constraint.reads))

    @property
    def has_pilot(self) -> bool:
        """Whether it is played at all, by a pilot and by hand, rather than only built for: it has a `goldfish.py`."""
        return (self.folder / "goldfish.py").exists()

    def facts(self, on: date, lists: tuple[RestrictionList, ...]) -> Facts:
        return Facts(on, lists, *self._zones)

    @cached_property
    def _zones(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return tuple(zone.slug for zone in self.zones), tuple(zone.slug for zone in self.zones if not zone.judged)

    def size(self, deck: Deck) -> int:
        """How many cards a deck has, as players count them: those that are drawn, without leaders, teams and extras."""
        return sum(deck.size(zone) for zone in self.opening.zones)

    @cached_property
    def colour_attribute(self) -> Attribute | None:
        """The attribute whose values have hues."""
        return next((each for each in self.attributes if self.colours.keys() & _values_of(each)), None)

    def colours_of(self, card: Card) -> tuple[str, ...]:
        """The values of a card that have hues, without those that any deck may have, such as "neutral"."""
        value = card.values.get(self.colour_attribute.name) if self.colour_attribute else None
        values = value if isinstance(value, tuple) else (value,)
        return tuple(each for each in values if isinstance(each, str) and each in self._own_colours)

    @cached_property
    def _own_colours(self) -> frozenset[str]:
        neutral = {each for declaration in self.declarations for each in declaration.neutral}
        return frozenset(self.colours.keys() - neutral)

    def own_entries(self, deck: Deck) -> tuple[DeckEntry, ...]:
        """The cards that were chosen for a deck, without those of zones that are filled from the start."""
        return tuple(entry for zone in self.zones if not zone.prefill for entry in deck.entries(zone.slug))

    def deck_colours(self, deck: Deck) -> tuple[str, ...]:
        """The colours of a deck's cards, the commonest first."""
        return common_colours(self.own_entries(deck), self.colours_of)

    def cover_of(self, deck: Deck, code: str = "") -> Card | None:
        """The card that stands for a deck: the one of the printing `code` while the deck has it, else the game's
        choice. None for a deck without cards of its own."""
        chosen = (entry.card for _zone, entry in deck.all_entries() if code in entry.card.codes)
        card = next(chosen, None) if code else None
        return card or self.cover.leader_of(deck) or self.cover.highest(self.own_entries(deck), self.colours_of)

    @cached_property
    def maybe(self) -> Zone:
        """The maybe-board, as every game has it: no rule looks at it, and it is no part of the deck."""
        return Zone(MAYBE, Text("Maybe", "備選", ja="候補"), tuple(kind.value for kind in self.kinds), judged=False)

    @cached_property
    def sections(self) -> tuple[Zone, ...]:
        """Where the lines of a deck's list may stand: its zones, then the maybe-board."""
        return (*self.zones, self.maybe)

    def zone(self, slug: str) -> Zone:
        """The zone of that name. Raises KeyError."""
        for zone in self.zones:
            if zone.slug == slug:
                return zone
        raise KeyError(slug)

    def section(self, slug: str) -> Zone:
        """The zone of that name, or the maybe-board. Raises KeyError."""
        return self.maybe if slug == MAYBE else self.zone(slug)

    def format(self, slug: str) -> Format:
        """The format of that name. Raises KeyError."""
        for each in self.formats:
            if each.slug == slug:
                return each
        raise KeyError(slug)

    def zone_of(self, card: Card | Printing) -> Zone:
        """A card's default zone: the one its printing is bound to, else the first that takes its kind."""
        if card.zone:
            return self.zone(card.zone)
        return next((zone for zone in self.zones if card.kind in zone.kinds), self.zones[0])

    def section_for(self, card: Card, slug: str) -> Zone:
        """The section of that name if it takes the card, else the card's default zone."""
        section = self.section(slug)
        return section if section.takes(card) else self.zone_of(card)

    def key(self, printing: Printing) -> str:
        """The identity of a printing's card as one string."""
        return "|".join(rule_spelling(name, printing.get(name)) for name in self.identity)

    @cached_property
    def lists(self) -> tuple[RestrictionList, ...]:
        """The restriction lists that come with the game."""
        paths = sorted((self.folder / "lists").glob("*.toml"))
        return tuple(read_list(path, self.slug, self.counted) for path in paths)

    @cached_property
    def vocabulary(self) -> tuple[Labels, ...]:
        """What values of its cards are called."""
        return tuple(vocabulary(self.fields.values(), self.glossary))

    @property
    def glossary(self) -> tuple[Keyword, ...]:
        return glossary(self.folder)

    @property
    def keywords(self) -> Words:
        """The glossary by every folded spelling."""
        return spellings(self.folder)


def _values_of(attribute: Attribute) -> set[str]:
    """The values that an attribute declares, as choices or as labels."""
    return {choice.value for choice in (*attribute.choices, *attribute.labels)}


_NO_KEYS = frozenset(attribute.name for attribute in COMMON) - {"name", "kind", "keywords"}


def _columns(fields: Iterable[Attribute]) -> Iterator[Column]:
    """The columns by which a statement of effects may choose cards."""
    for each in fields:
        if each.name not in _NO_KEYS and (each.numeric or each.type in ("choice", "list") or each.name == "name"):
            yield Column(each.name, each.numeric, tuple(choice.value for choice in each.choices))


def _words(names: Iterable[str]) -> tuple[Choice, ...]:
    """Words of effects as choices; they are the same in every language."""
    return tuple(Choice(name, Text(name, name, name, name)) for name in names)


def _without_aliases(attribute: Attribute, taken: Collection[str]) -> Attribute:
    return replace(attribute, aliases=tuple(alias for alias in attribute.aliases if alias not in taken))


def _with_choices(attribute: Attribute, choices: Iterable[Choice]) -> Attribute:
    return replace(attribute, choices=tuple(choices))
