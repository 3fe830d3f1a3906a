"""Cards of a deck to print and cut out: nine on a sheet, drawn by this site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.common.drawing.faces import face
from deckbuilder.common.input import InputError
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game, Zone

PAPERS = ("a4", "letter")
PER_SHEET = 9
MAX_CARDS = 600
"""Cards printed at once, 67 sheets."""

LONG_TEXT = 200
"""Longer texts are set smaller, below a lower picture; Latin letters count half."""


class PaperCard(NamedTuple):
    face: SafeString
    text: str
    code: str
    long: bool
    is_said: bool
    """Whether the text is in the reader's language, written from the card's statement."""


class PaperZone(NamedTuple):
    """A zone with cards. `chosen`: whether it is printed."""

    zone: Zone
    cards: int
    chosen: bool


def zones_of(deck: Deck, game: Game, zone_slugs: Sequence[str]) -> list[PaperZone]:
    """The zones of a deck that have cards; without a choice, all are chosen. Raises InputError for a zone that does not
    exist."""
    present = [zone for zone in game.zones if deck.entries(zone.slug)]
    slugs = [zone.slug for zone in present]
    for slug in zone_slugs:
        if slug not in slugs:
            raise InputError("unknown-value", value=slug, choices=slugs)
    return [
        PaperZone(zone, sum(entry.count for entry in deck.zones[zone.slug]), not zone_slugs or zone.slug in zone_slugs)
        for zone in present
    ]


def problem_of(zones: Sequence[PaperZone]) -> str:
    """The error if more cards are chosen than can be printed at once; "" otherwise."""
    count = sum(each.cards for each in zones if each.chosen)
    problem = _("The chosen zones have {count} cards; at most {limit} are printed at once. Choose fewer zones.")
    return problem.format(count=count, limit=MAX_CARDS) if count > MAX_CARDS else ""


def sheets_of(deck: Deck, game: Game, zones: Sequence[PaperZone], language: str, on: date) -> list[list[PaperCard]]:
    """Every copy of the cards in the chosen zones, sheet by sheet."""
    cards = list(_cards(deck, game, zones, language, on))
    return [cards[start : start + PER_SHEET] for start in range(0, len(cards), PER_SHEET)]


def _cards(deck: Deck, game: Game, zones: Sequence[PaperZone], language: str, on: date) -> Iterator[PaperCard]:
    names, texts = namesakes(game), CardTexts(game)
    texts.prepare(entry.card.effects for each in zones if each.chosen for entry in deck.zones[each.zone.slug])
    for each in zones:
        for entry in deck.zones[each.zone.slug] if each.chosen else ():
            code = entry.code or entry.card.codes[0]
            html = _face(game, entry.card, language, on, names.apart(entry.card, language, code))
            text, is_said = texts.text_for(entry.card, language)
            card = PaperCard(html, text, code, _length(text) > LONG_TEXT, is_said)
            yield from [card] * entry.count


def _face(game: Game, card: Card, language: str, on: date, apart: str) -> SafeString:
    """The face with the site's own drawing, loaded eagerly: cards out of sight are printed, too."""
    html = face(game, replace(card, image=""), language, on=on, apart=apart)
    return mark_safe(html.replace(' loading="lazy"', ""))


def _length(text: str) -> float:
    return sum(1 if character >= "\u2e80" else 0.5 for character in text)
