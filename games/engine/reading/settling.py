"""Settles the lines of a deck list that name no card with answers: a card, or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.model.cards import Card
from games.engine.model.decks import MAYBE, Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.catalogs import Lookup, code_of
from games.engine.reading.decklist_assembly import Reading
from games.engine.reading.receipts import Receipt, ReceiptLine

DROP = "-"
"""The answer for "not a card"."""


def open_lines(receipt: Receipt) -> Iterator[tuple[int, ReceiptLine]]:
    """The lines to settle, each with its index in the receipt."""
    return ((at, line) for at, line in enumerate(receipt.lines) if line.status in ("ambiguous", "unknown"))


def settle(reading: Reading, answers: Mapping[int, str], game: Game, cards: Lookup) -> Reading:
    """A reading with answers to its open lines, by their index: the number of a printing, or DROP.

    A card stays in the zone of its line if that takes it. Raises KeyError for a number that no card has.
    """
    sections = {zone: list(entries) for zone, entries in reading.deck.sections.items()}
    lines, unsettled = list(reading.receipt.lines), list(reading.deck.all_unknown)
    questions = sorted(open_lines(reading.receipt), key=lambda each: each[1].zone == MAYBE)  # as the deck has them
    for (index, line), open_line in zip(questions, reading.deck.all_unknown, strict=False):
        answer = answers.get(index, "")
        if not answer:
            continue
        unsettled.remove(open_line)
        if answer == DROP:
            lines[index] = line._replace(status="ignored", notes=("dropped",), choices=(), near=())
            continue
        card = cards.by_code(answer)
        if card is None:
            raise KeyError(answer)
        zone = open_line.zone if card.kind in game.section(open_line.zone).kinds else game.zone_of(card).slug
        code = code_of(card, answer)
        sections.setdefault(zone, []).append(DeckLine(card, open_line.count, code))
        lines[index] = ReceiptLine(
            line.line, line.text, "matched", (), zone, open_line.count, card.name, code, card=card
        )
    deck = reading.deck.with_sections(sections, unsettled)
    return Reading(deck, replace(reading.receipt, lines=tuple(lines)))


def leave_maybe(reading: Reading) -> Reading:
    """A reading without its maybe-board, for those who want nothing but the deck; the receipt says so."""
    lines = tuple(
        line._replace(status="ignored", notes=("left-out",), choices=(), near=()) if line.zone == MAYBE else line
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
