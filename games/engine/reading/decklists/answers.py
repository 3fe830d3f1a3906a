"""Resolves the lines of a deck list that name no card: each by an answer, a card or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import MAYBE, Deck, DeckLine, Unknown
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Lookup, code_of
from games.engine.reading.decklists.assembly import Reading
from games.engine.reading.decklists.counts import open_counts, suggested_count
from games.engine.reading.decklists.receipts import Receipt, ReceiptLine

DROP = "-"
"""The answer for "not a card"."""


class Answer(NamedTuple):
    """What a line means: the number of a printing, or DROP. `count`: its quantity; None for the one that is written."""

    code: str
    count: int | None = None  # type: ignore[assignment]  # instead of the method of tuples


class CountUnclear(ValueError):
    """A line whose quantity is not certain was resolved without one. `counts`: the numbers on it that may be meant."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        super().__init__(f"one of {counts}")
        self.counts = counts


def open_lines(receipt: Receipt) -> Iterator[tuple[int, ReceiptLine]]:
    """The lines to resolve_lines, each with its index in the receipt."""
    return ((at, line) for at, line in enumerate(receipt.lines) if line.status in ("ambiguous", "unknown"))


def likely_count(line: ReceiptLine) -> int | None:
    """The quantity to suggest for a line whose own is unclear: the only number on it, unless that may be a row's."""
    return None if "bad-count" in line.notes else suggested_count(line.text, line.counts)


def resolve_line(line: Unknown, card: Card, code: str, game: Game, count: int | None = None) -> tuple[str, DeckLine]:
    """The zone and the line of a deck that a line becomes once its card is known: that of the line if it takes the
    card, else the card's own. `count`: the quantity; None for the one of the line.

    Raises CountUnclear if that is not certain, because there is a number on the line that is not in the card's name.
    """
    if count is None:
        if counts := open_counts(line.text, card.names):
            raise CountUnclear(counts)
        count = line.count
    return game.section_for(card, line.zone).slug, DeckLine(card, count, code)


def resolve_lines(reading: Reading, answers: Mapping[int, Answer], game: Game, cards: Lookup) -> Reading:
    """A reading with answers to its open lines, by their index. A line whose quantity is unclear stays open until an
    answer has one. Raises KeyError for a number that no card has."""
    sections = {zone: list(entries) for zone, entries in reading.deck.sections.items()}
    lines, still_open = list(reading.receipt.lines), []
    for (index, line), open_line in _questions(reading):
        answer = answers.get(index)
        if answer and answer.code == DROP:
            lines[index] = line._replace(status="ignored", notes=("dropped",), choices=(), near=(), counts=())
        elif answer and (resolved := _entry_for(line, open_line, answer, game, cards)):
            zone, entry = resolved
            sections.setdefault(zone, []).append(entry)
            taken = (zone, entry.count, entry.card.name, entry.code)
            lines[index] = ReceiptLine(line.line, line.text, "matched", (), *taken, card=entry.card)
        else:
            still_open.append(open_line)
    still_open += _prefill_gaps(reading)
    deck = reading.deck.with_sections(sections, still_open)
    return Reading(deck, replace(reading.receipt, lines=tuple(lines)))


def _questions(reading: Reading) -> Iterator[tuple[tuple[int, ReceiptLine], Unknown]]:
    """The lines to resolve_lines, each with its line of the deck, which has those of the maybe-board last."""
    questions = sorted(open_lines(reading.receipt), key=lambda each: each[1].zone == MAYBE)
    main = [each for each in questions if each[1].zone != MAYBE]
    yield from zip(main, reading.deck.unknown, strict=False)
    yield from zip(questions[len(main) :], reading.deck.maybe_unknown, strict=True)


def _prefill_gaps(reading: Reading) -> Iterator[Unknown]:
    """The cards of prefilled zones that the catalog lacks: no line of the list is about them."""
    listed = sum(line.zone != MAYBE for _, line in open_lines(reading.receipt))
    return iter(reading.deck.unknown[listed:])


def _entry_for(
    line: ReceiptLine, open_line: Unknown, answer: Answer, game: Game, cards: Lookup
) -> tuple[str, DeckLine] | None:
    """What a line becomes by an answer; None if its quantity is still unclear."""
    card = cards.by_code(answer.code)
    if card is None:
        raise KeyError(answer.code)
    count = answer.count
    if count is None and "count-unclear" not in line.notes:
        count = open_line.count
    if count is None and ("bad-count" in line.notes or not line.counts):
        return None
    try:
        return resolve_line(open_line, card, code_of(card, answer.code), game, count)
    except CountUnclear:
        return None


def leave_maybe(reading: Reading) -> Reading:
    """A reading without its maybe-board, for those who want nothing but the deck; the receipt says so."""
    lines = tuple(
        line._replace(status="ignored", notes=("left-out",), choices=(), near=(), counts=())
        if line.zone == MAYBE
        else line
        for line in reading.receipt.lines
    )
    return Reading(reading.deck.without_maybe, replace(reading.receipt, lines=lines))


def lead(reading: Reading, zone: str, card: Card, code: str) -> Reading:
    """A reading whose deck has only that card in a zone for one."""
    zones = {**reading.deck.zones, zone: (DeckLine(card, 1, code),)}
    return Reading(replace(reading.deck, zones=zones), reading.receipt)


def declare(reading: Reading, declarations: Mapping[str, str]) -> Reading:
    """A reading whose deck has these declarations too; "" removes one."""
    values = {**reading.deck.declarations, **declarations}
    deck: Deck = replace(reading.deck, declarations={key: value for key, value in values.items() if value})
    left = {key: value for key, value in reading.receipt.proposed.items() if key not in declarations}
    return Reading(deck, replace(reading.receipt, proposed=left))
