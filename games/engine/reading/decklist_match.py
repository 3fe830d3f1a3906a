"""Which card a line of a deck list names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.reading.catalogs import Lookup, code_of
from games.engine.reading.decklist_ways import MAX_COUNT, Way, Ways, bracketed, loose
from games.engine.texts.visible import clean
from games.engine.texts.writing import unspaced

_JOINED = re.compile(r"(.*[^\x00-\x7f])([1-9]\d?)")


class Choice(NamedTuple):
    """A printing that may be meant. `sample`: its card is an invention of this site."""

    name: str
    code: str
    sample: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Match(NamedTuple):
    """What a line says: so many of `card`, in the printing `code` ("" where it does not say); or why that is not known.

    `note`, where ambiguous: `several` cards have that name; `unknown-number`: no printing has that number;
    `number-differs`: the number is another card's; `joined-count`: a quantity right behind the name may belong to it.
    Where unknown: `no-card`, `bad-count`. `cards`: where several have that name, these.
    """

    status: Literal["matched", "ambiguous", "unknown"]
    way: Way
    card: Card | None = None
    code: str = ""
    choices: tuple[Choice, ...] = ()
    note: str = ""
    cards: tuple[Card, ...] = ()

    def narrowed(self, takes: Callable[[Card], bool]) -> Match:
        """Of several cards of one name the only one that the place of the line takes; itself where that is none."""
        found = [card for card in self.cards if takes(card)]
        return Match("matched", self.way, found[0]) if len(found) == 1 else self


def lookups(all_ways: Iterable[Ways]) -> tuple[set[str], set[str]]:
    """All names and numbers that matching these lines may look up."""
    names: set[str] = set()
    codes: set[str] = set()
    for ways in all_ways:
        for way in ways.tried:
            pairs = (*bracketed(way.text), *loose(way.text))
            names.update((way.text, *(name for name, _ in pairs)))
            codes.update((way.text, *(code for _, code in pairs)))
        if not ways.counted and (found := _JOINED.fullmatch(ways.default.text)):
            names.add(found[1])
    return names - {""}, codes


def match(ways: Ways, lookup: Lookup) -> Match:
    """The card a line names. Agreement of name and number goes before a name alone; nothing is guessed."""
    possible = [way for way in ways.tried if 1 <= way.quantity <= MAX_COUNT]
    for look in (_agreed, _named, _loosely_agreed):
        for way in possible:
            if found := look(way, lookup):
                return found
    if found := _run_together(possible, lookup):
        return found
    for way in possible:
        if found := _contradictory(way, lookup):
            return found
    if ways.default in possible and (found := _misnamed(ways.default, lookup) or _joined(ways, lookup)):
        return found
    note = "no-card" if 1 <= ways.default.quantity <= MAX_COUNT else "bad-count"
    return Match("unknown", ways.default, note=note)


def _agreed(way: Way, lookup: Lookup) -> Match | None:
    """A name with the number of one of its printings in brackets."""
    return _agreement(way, bracketed(way.text), lookup)


def _loosely_agreed(way: Way, lookup: Lookup) -> Match | None:
    """The same without brackets; only now, since such a number may be part of a name."""
    return _agreement(way, loose(way.text), lookup)


def _agreement(way: Way, pairs: Iterable[tuple[str, str]], lookup: Lookup) -> Match | None:
    for name, code in pairs:
        card = lookup.by_code(code)
        if card and (not name or unspaced(name) in (unspaced(clean(each)) for each in (card.name, *card.alt_names))):
            return Match("matched", way, card, code_of(card, code))
    return None


def _named(way: Way, lookup: Lookup) -> Match | None:
    """A name, or a number alone."""
    cards = lookup.find(way.text)
    if len(cards) > 1:
        return _several(way, cards)
    if cards:
        return Match("matched", way, cards[0])
    card = lookup.by_code(way.text)
    return Match("matched", way, card, code_of(card, way.text)) if card else None


def _run_together(ways: Iterable[Way], lookup: Lookup) -> Match | None:
    """A name without its blanks, if that leaves no choice."""
    found = {(way.quantity, card.key): (way, card) for way in ways for card in lookup.find_unspaced(way.text)}
    if len(found) == 1:
        ((way, card),) = found.values()
        return Match("matched", way, card)
    if found:
        way, _ = next(iter(found.values()))
        several = _several(way, {card.key: card for _, card in found.values()}.values())
        return several if len({quantity for quantity, _ in found}) == 1 else several._replace(cards=())
    return None


def _several(way: Way, cards: Iterable[Card]) -> Match:
    found = tuple(cards)
    return Match("ambiguous", way, choices=tuple(_first_printings(found)), note="several", cards=found)


def _contradictory(way: Way, lookup: Lookup) -> Match | None:
    """A name with a number that is another card's, or no card's: all that may be meant is offered."""
    for name, code in (*bracketed(way.text), *loose(way.text)):
        cards = lookup.find(name) if name else ()
        if cards and (owner := lookup.by_code(code)):
            choices = (_choice(owner, code_of(owner, code)), *_first_printings(cards))
            return Match("ambiguous", way, choices=choices, note="number-differs")
        if cards:
            choices = tuple(_choice(card, each) for card in cards for each in card.codes)
            return Match("ambiguous", way, choices=choices, note="unknown-number")
    return None


def _misnamed(way: Way, lookup: Lookup) -> Match | None:
    """A number behind a name that no card has."""
    for _, code in (*bracketed(way.text), *loose(way.text)):
        if owner := lookup.by_code(code):
            own = _choice(owner, code_of(owner, code))
            return Match("ambiguous", way, choices=(own,), note="number-differs")
    return None


def _joined(ways: Ways, lookup: Lookup) -> Match | None:
    """A name with a number right behind it: how many of the card, or the name of another card that is not known."""
    if ways.counted or not (found := _JOINED.fullmatch(ways.default.text)):
        return None
    cards = lookup.find(found[1])
    way = Way(int(found[2]), ways.default.text)
    return Match("ambiguous", way, choices=tuple(_first_printings(cards)), note="joined-count") if cards else None


def _first_printings(cards: Iterable[Card]) -> Iterator[Choice]:
    return (_choice(card, card.codes[0]) for card in cards)


def _choice(card: Card, code: str) -> Choice:
    return Choice(card.name, code, card.sample)


def name_in(way: Way) -> str:
    """The name on a line without a number behind it: what names that are alike are looked for with."""
    return next((name for name, _ in (*bracketed(way.text), *loose(way.text)) if name), way.text)
