"""The lines of a list that name no card, each with the cards it may mean, and what somebody clicked there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import get_language

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.search import search
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.decks.sentences import read
from games.engine.cards import Card
from games.engine.decklists import Reading
from games.engine.game import Game
from games.engine.query import QueryError, parse
from games.engine.receipts import ReceiptLine
from games.engine.settling import DROP, declare, open_lines, settle
from games.registry import get

FOUND = 8
"""So many cards of a search are offered."""

LINE = "line-"
FIND = "find-"
DECLARED = "declare-"
"""What the names of fields begin with: an answer to a line, what is looked for in its place, what is declared."""


class OpenLine(NamedTuple):
    """A line to settle. `meant`: the cards it may mean, number and label; `sought`: what was looked for instead."""

    place: int
    line: ReceiptLine
    meant: tuple[tuple[str, str], ...]
    sought: str = ""

    @property
    def empty(self) -> bool:
        """Whether something was looked for in vain."""
        return bool(self.sought) and not self.meant


class Settled(NamedTuple):
    """A list with all that was clicked so far, what is left to settle, and the fields that keep the answers."""

    reading: Reading
    lines: tuple[OpenLine, ...]
    kept: tuple[tuple[str, str], ...]

    @property
    def proposed(self) -> list[tuple[str, str, str]]:
        """What the deck should declare and one value alone fits: key, label and value."""
        known = {each.key: read(each.label) for each in get(self.reading.deck.game).declarations}
        return [(key, known[key], value) for key, value in self.reading.receipt.proposed.items()]


def settled(reading: Reading, fields: Mapping[str, str]) -> Settled:
    """A list as it is after the answers in these fields of a form.

    `line-N` is the answer to the line at place N: a number, or "-" for no card. `settle`, of the button that was
    clicked: `N:answer`, `first` for the first card offered everywhere, or `drop` for no card in all that is left.
    An answer that is none is passed over, and the line asks again.
    """
    game = get(reading.deck.game)
    answers, clicked = _answers(fields), fields.get("settle", "")
    place, _colon, answer = clicked.partition(":")
    if place.isdecimal() and answer:
        answers[int(place)] = answer
    if clicked in ("first", "drop"):
        for each in _open(reading, answers, game, fields):
            if clicked == "drop":
                answers[each.place] = DROP
            elif each.meant:
                answers[each.place] = each.meant[0][0]
    answers = _known(answers, game)
    asked = {each.key: fields.get(f"{DECLARED}{each.key}", "") for each in game.declarations}
    declared = {key: value for key, value in asked.items() if value}
    done = declare(settle(reading, answers, game, Lookup(game)), declared)
    kept = [(f"{LINE}{at}", answer) for at, answer in sorted(answers.items())]
    kept += [(f"{DECLARED}{key}", value) for key, value in declared.items()]
    return Settled(done, tuple(_open(reading, answers, game, fields)), tuple(kept))


def _answers(fields: Mapping[str, str]) -> dict[int, str]:
    found = ((re.fullmatch(rf"{LINE}([0-9]{{1,5}})", name), value) for name, value in fields.items())
    return {int(match[1]): value for match, value in found if match and value}


def _known(answers: Mapping[int, str], game: Game) -> dict[int, str]:
    lookup = Lookup(game)
    lookup.prefetch((), set(answers.values()) - {DROP})
    return {at: answer for at, answer in answers.items() if answer == DROP or lookup.by_code(answer)}


def _open(reading: Reading, answers: Mapping[int, str], game: Game, fields: Mapping[str, str]) -> list[OpenLine]:
    """The lines without an answer."""
    lookup = Lookup(game)
    left = [(at, line) for at, line in open_lines(reading.receipt) if at not in answers]
    names = {name for _, line in left for name in line.near}
    lookup.prefetch(names, {choice.code for _, line in left for choice in line.choices})
    found = []
    for at, line in left:
        sought = fields.get(f"{FIND}{at}", "").strip()
        cards = _sought(game, sought) if sought else _meant(line, lookup)
        meant = tuple((code, _label(game, card, code)) for code, card in cards.items())
        found.append(OpenLine(at, line, meant, sought))
    return found


def _meant(line: ReceiptLine, lookup: Lookup) -> dict[str, Card]:
    """The cards a line may mean, by number, the likest first."""
    named = [card for name in line.near for card in lookup.find(name)]
    given = {choice.code: card for choice in line.choices if (card := lookup.by_code(choice.code))}
    return given | {card.codes[0]: card for card in named if card.codes}


def _sought(game: Game, words: str) -> dict[str, Card]:
    """The card of that number, or those that a search finds, by number."""
    if card := Lookup(game).by_code(words):
        return {card.codes[0]: card}
    try:
        cards = search(game, parse(words, game), size=FOUND).cards
    except QueryError:
        return {}
    return {card.codes[0]: card for card in cards}


def _label(game: Game, card: Card, code: str) -> str:
    return namesakes(game).full_name(card, get_language() or "en", code)
