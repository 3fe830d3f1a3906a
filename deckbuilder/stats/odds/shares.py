"""How many cards of each kind are seen: by the attributes that a game charts, and by custom searches."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.catalog.search.exact_names import parse_cards
from deckbuilder.common.labels import value_label
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.odds.exact_odds import cards_in
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.counts import hypergeometric
from games.engine.odds.exact import distribution, drawn_from
from games.engine.reading.goals import Condition, Goal
from games.engine.reading.search.query import Node, parse, quote

MAX_SEGMENTS = 5
"""Counts from this number on share one part of a bar."""


class ChartSetting(NamedTuple):
    """The setting of all bars on a page: the cards seen by that turn from a seat."""

    game: Game
    deck: Deck
    turn: int = 0
    seat: Seat = "first"
    aim: Goal | None = None
    """The goal the mulligan is used for."""

    @property
    def cards(self) -> int:
        """The number of cards seen."""
        opening = self.game.opening
        return opening.seen_count(sum(entry.count for entry in drawn_from(self.deck, opening)), self.turn, self.seat)


class Segment(NamedTuple):
    """A part of a bar from 0 to 100, for `count` cards; `more`: or more than that."""

    count: int  # type: ignore[assignment]  # shadows tuple.count
    more: bool
    x: float
    width: float
    text: str


class Share(NamedTuple):
    """A kind of card: the search for it, the number of cards in the deck, and the chance of seeing 0, 1, 2 … of
    them."""

    label: str
    query: str
    cards: int
    counts: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        return sum((count * chance for count, chance in enumerate(self.counts)), Fraction(0))

    @property
    def average(self) -> str:
        return decimal(self.mean)

    @property
    def some(self) -> str:
        return percent(1 - self.counts[0])

    @property
    def segments(self) -> tuple[Segment, ...]:
        parts, rest = self.counts[:MAX_SEGMENTS], self.counts[MAX_SEGMENTS:]
        chances = [*parts, sum(rest, Fraction(0))] if rest else list(parts)
        at, drawn_segments = 0.0, []
        for count, chance in enumerate(chances):
            wide = round(100 * float(chance), 3)
            more = count == MAX_SEGMENTS
            drawn_segments.append(
                Segment(count, more, round(at, 3), wide, f"{count}{'+' if more else ''}: {percent(chance)}")
            )
            at += wide
        return tuple(each for each in drawn_segments if each.width)

    def at(self, count: int) -> str:
        return percent(self.counts[count]) if count < len(self.counts) else percent(0)


class Chart(NamedTuple):
    """The bars of one attribute, or of the reader's own searches."""

    name: str
    title: str
    shares: tuple[Share, ...]
    turn: int
    numeric: bool = False

    @property
    def most(self) -> int:
        return max(len(share.counts) for share in self.shares) - 1

    @property
    def heads(self) -> tuple[str, ...]:
        return tuple(map(str, range(self.most + 1)))

    @property
    def rows(self) -> list[tuple[Share, list[str]]]:
        return [(share, [share.at(count) for count in range(self.most + 1)]) for share in self.shares]

    @property
    def summary(self) -> str:
        """A sentence on the kind of card seen most."""
        most = max(self.shares, key=lambda share: share.mean)
        if self.turn:
            sentence = _("Most common: {label}, {mean} on average by turn {turn}; at least one in {some} of games.")
        else:
            sentence = _("Most common: {label}, {mean} on average; at least one in {some} of hands.")
        label = f"{self.title} {most.label}" if self.numeric else most.label
        return sentence.format(label=label, turn=self.turn, mean=most.average, some=most.some)


def charts(setting: ChartSetting, language: str) -> list[Chart]:
    """The bars of each attribute that the game charts. Raises TooLarge if a mulligan is included."""
    entries = drawn_from(setting.deck, setting.game.opening)
    pairs_by_attribute = [
        (attribute, _queries(attribute, entries, language))
        for attribute in setting.game.fields.values()
        if attribute.chart
    ]
    there = [(attribute, pairs) for attribute, pairs in pairs_by_attribute if pairs]
    return [
        Chart(
            attribute.name,
            attribute.label.read(language),
            tuple(share(setting, label, query, parse(query, setting.game)) for label, query in pairs),
            setting.turn,
            attribute.numeric,
        )
        for attribute, pairs in there
    ]


def _queries(attribute: Attribute, entries: Iterable[DeckLine], language: str) -> list[tuple[str, str]]:
    """The label and the search for each value the cards have."""
    return [
        (value_label(attribute, value, language), query_of(attribute, value)) for value in values(attribute, entries)
    ]


def query_of(attribute: Attribute, value: Value) -> str:
    return f"{attribute.name}{':' if attribute.name != 'name' else '='}{value if _bare(value) else quote(str(value))}"


def _bare(value: Value) -> bool:
    return isinstance(value, (int, float)) or (isinstance(value, str) and value.isalnum())


def values(attribute: Attribute, entries: Iterable[DeckLine]) -> list[Value]:
    """The values the cards have, in the order of the game's choices or in numeric order."""
    parts: dict[Value, None] = {}
    for entry in entries:
        value = entry.card.get(attribute.name) if attribute.has(entry.card.kind) else None
        for part in value if isinstance(value, tuple) else (value,):
            if part is not None and part != "":
                parts[part] = None
    order = {choice.value: index for index, choice in enumerate(attribute.choices)}

    def rank(value: Value) -> tuple[float, str]:
        number = float(value) if isinstance(value, (int, float)) else order.get(str(value), len(order))
        return number, str(value)

    return sorted(parts, key=rank)


def share(setting: ChartSetting, label: str, query: str, node: Node) -> Share:
    """The chances of a search, `node` as read. Raises TooLarge."""
    counts = distribution(
        node, setting.deck, setting.game.opening, turn=setting.turn, seat=setting.seat, mulligan_for=setting.aim
    )
    sought = Condition(1, None, node)
    return Share(label, query, cards_in(sought, setting.deck, setting.game.opening), counts)


def own(setting: ChartSetting, queries: Sequence[str]) -> Chart | None:
    """The bars of the reader's own searches; None without any. Raises QueryError, TooLarge."""
    shares = tuple(share(setting, query, query, parse_cards(query, setting.game)) for query in queries)
    return Chart("own", _("Your groups"), shares, setting.turn) if shares else None


class NamedCard(NamedTuple):
    """A card by name: copies, the chance of at least one, the average number, and whether it is a sample card."""

    name: str
    card: Card
    copies: int
    some: Fraction
    mean: Fraction
    sample: bool

    @property
    def chance(self) -> str:
        return percent(self.some)

    @property
    def average(self) -> str:
        return decimal(self.mean)


def by_name(setting: ChartSetting) -> list[NamedCard]:
    """Every card name with its odds of being seen as dealt, most copies first."""
    entries = drawn_from(setting.deck, setting.game.opening)
    copies: dict[str, int] = {}
    samples = {entry.card.name for entry in entries if entry.card.sample}
    cards_by_name = {entry.card.name: entry.card for entry in reversed(entries)}
    for entry in entries:
        copies[entry.card.name] = copies.get(entry.card.name, 0) + entry.count
    size, cards = sum(copies.values()), setting.cards
    some = {number: 1 - hypergeometric(size, number, cards)[0] for number in set(copies.values())}
    shares = [
        NamedCard(name, cards_by_name[name], number, some[number], Fraction(number * cards, size), name in samples)
        for name, number in copies.items()
    ]
    return sorted(shares, key=lambda each: -each.copies)
