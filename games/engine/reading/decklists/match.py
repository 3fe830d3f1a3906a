"""Matches a line of a deck list to a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.reading.catalogs.catalog import Lookup, code_of
from games.engine.reading.decklists.counts import MAX_COUNT, numbers, without_numbers
from games.engine.reading.decklists.ways import Way, Ways, split_brackets, split_loose
from games.engine.texts.near_names import offered_from
from games.engine.texts.writing import letters, without_spaces

_JOINED = re.compile(r"(.*[^\x00-\x7f])([1-9]\d?)")


class Candidate(NamedTuple):
    """A possible printing. `sample`: this site invented its card."""

    name: str
    code: str
    sample: bool = False

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Match(NamedTuple):
    """The card of a line, in the printing `code` ("" if the line gives none), or why there is none.

    `note`, where ambiguous: `several` cards have that name; `unknown-number`: no printing has that number;
    `number-differs`: the number is another card's; `joined-count`: a quantity right behind the name may belong to it.
    `detail-differs`: a set, rarity or the like beside the name is not the card's; `count-unclear`. Where unknown:
    `no-card`, `bad-count`. Where matched: `nearest`, read in a photo with errors.
    `cards`: where several have that name, these. `details` and `remarks`: what the line says
    besides, about the card and otherwise.
    """

    status: Literal["matched", "ambiguous", "unknown"]
    way: Way
    card: Card | None = None
    code: str = ""
    choices: tuple[Candidate, ...] = ()
    note: str = ""
    cards: tuple[Card, ...] = ()
    details: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def narrow(self, *tests: Callable[[Card], bool]) -> Match:
        """The match narrowed to the only one of several cards that these tests leave, one after the other; a test that
        no card passes is left out. Unchanged if there are more."""
        fitting = list(self.cards)
        for test in tests:
            fitting = [card for card in fitting if test(card)] or fitting
        return Match("matched", self.way, fitting[0]) if len(fitting) == 1 < len(self.cards) else self


def lookups(all_ways: Iterable[Ways]) -> tuple[set[str], set[str]]:
    """All names and numbers that matching these lines may look up."""
    names: set[str] = set()
    codes: set[str] = set()
    for ways in all_ways:
        names.update(way.text for way in ways.whole)
        for way in ways.candidates:
            pairs = (*split_brackets(way.text), *split_loose(way.text))
            names.update((way.text, *(name for name, _ in pairs)))
            codes.update((way.text, *(code for _, code in pairs)))
        if not ways.counted and (joined := _JOINED.fullmatch(ways.default.text)):
            names.add(joined[1])
    return names - {""}, codes


def match(ways: Ways, lookup: Lookup) -> Match:
    """The card a line names. Agreement of name and number goes before a name alone; nothing is guessed."""
    for way in ways.whole:
        if result := _by_whole_name(way, lookup):
            return result
    possible = [way for way in ways.candidates if 1 <= way.quantity <= MAX_COUNT]
    for look in (_by_name_and_code, _by_name_or_code, _by_name_and_loose_code):
        for way in possible:
            if result := look(way, lookup):
                return result
    if result := _run_together(possible, lookup):
        return result
    for way in possible:
        if result := _contradictory(way, lookup):
            return result
    if ways.default in possible and (result := _by_code_alone(ways.default, lookup) or _by_joined_count(ways, lookup)):
        return result
    note = "no-card" if 1 <= ways.default.quantity <= MAX_COUNT else "bad-count"
    return Match("unknown", ways.default, note=note)


def _by_whole_name(way: Way, lookup: Lookup) -> Match | None:
    cards = (lookup.find(way.text) or lookup.find_without_spaces(way.text)) if 1 <= way.quantity <= MAX_COUNT else ()
    return _match_of(way, cards)


def _by_name_and_code(way: Way, lookup: Lookup) -> Match | None:
    """A name with the number of one of its printings in brackets."""
    return _agreement(way, split_brackets(way.text), lookup)


def _by_name_and_loose_code(way: Way, lookup: Lookup) -> Match | None:
    """The same without brackets; tried later, since such a number may be part of a name."""
    return _agreement(way, split_loose(way.text), lookup)


def _agreement(way: Way, pairs: Iterable[tuple[str, str]], lookup: Lookup) -> Match | None:
    for name, code in pairs:
        card = lookup.by_code(code)
        if card and (not name or _is_called(card, name, lookup)):
            return Match("matched", way, card, code_of(card, code))
    return None


def _is_called(card: Card, name: str, lookup: Lookup) -> bool:
    """Whether a name in any spelling is one of the card's, and not exactly the printed one of another card."""
    bare = without_spaces(name)
    if bare not in map(without_spaces, card.names):
        return letters(name) in map(letters, card.names) and not lookup.find(name)
    return bare != without_spaces(card.name) or card in (lookup.find(name) or (card,))


def _by_name_or_code(way: Way, lookup: Lookup) -> Match | None:
    """A name, or a number alone."""
    if named := _match_of(way, lookup.find(way.text)):
        return named
    card = lookup.by_code(way.text)
    return Match("matched", way, card, code_of(card, way.text)) if card else None


def _match_of(way: Way, cards: Sequence[Card]) -> Match | None:
    """The match of a way whose text is the name of these cards."""
    if len(cards) > 1:
        return _several(way, cards)
    return Match("matched", way, cards[0]) if cards else None


def _run_together(ways: Iterable[Way], lookup: Lookup) -> Match | None:
    """A name without its blanks, if that is unambiguous."""
    matches = {(way.quantity, card.key): (way, card) for way in ways for card in lookup.find_without_spaces(way.text)}
    if len(matches) == 1:
        ((way, card),) = matches.values()
        return Match("matched", way, card)
    if matches:
        way, _ = next(iter(matches.values()))
        several = _several(way, {card.key: card for _, card in matches.values()}.values())
        return several if len({quantity for quantity, _ in matches}) == 1 else several._replace(cards=())
    return None


def _several(way: Way, cards: Iterable[Card]) -> Match:
    found_cards = tuple(cards)
    return Match("ambiguous", way, choices=tuple(first_printings(found_cards)), note="several", cards=found_cards)


def _contradictory(way: Way, lookup: Lookup) -> Match | None:
    """A name with a number that is another card's, or no card's: all possible cards are offered."""
    for name, code in (*split_brackets(way.text), *split_loose(way.text)):
        cards = lookup.find(name) if name else ()
        if cards and (owner := lookup.by_code(code)):
            choices = (_choice(owner, code_of(owner, code)), *first_printings(cards))
            return Match("ambiguous", way, choices=choices, note="number-differs")
        if cards:
            choices = tuple(_choice(card, each) for card in cards for each in card.codes)
            return Match("ambiguous", way, choices=choices, note="unknown-number")
    return None


def _by_code_alone(way: Way, lookup: Lookup) -> Match | None:
    """A number after a name that no card has."""
    for _, code in (*split_brackets(way.text), *split_loose(way.text)):
        if owner := lookup.by_code(code):
            own = _choice(owner, code_of(owner, code))
            return Match("ambiguous", way, choices=(own,), note="number-differs")
    return None


def _by_joined_count(ways: Ways, lookup: Lookup) -> Match | None:
    """A name with a number right after it: a quantity, or part of the name of an unknown card."""
    if ways.counted or not (joined := _JOINED.fullmatch(ways.default.text)):
        return None
    cards = lookup.find(joined[1])
    way = Way(int(joined[2]), ways.default.text)
    return Match("ambiguous", way, choices=tuple(first_printings(cards)), note="joined-count") if cards else None


def first_printings(cards: Iterable[Card]) -> Iterator[Candidate]:
    return (_choice(card, card.codes[0]) for card in cards)


def _choice(card: Card, code: str) -> Candidate:
    return Candidate(card.name, code, card.sample)


def similar_names(way: Way, lookup: Lookup) -> Sequence[str]:
    """The names of cards that are like a line's, without the numbers in it."""
    name = name_in(way)
    name = (without_numbers(name) if numbers(name) else "") or name
    return lookup.near(name, least=offered_from(name))


def name_in(way: Way) -> str:
    """The name on a line without a number after it, for the search for similar names."""
    return next((name for name, _ in (*split_brackets(way.text), *split_loose(way.text)) if name), way.text)
