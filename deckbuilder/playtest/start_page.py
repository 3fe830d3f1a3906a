"""Data for the page that starts a playtest: the cards that can be chosen for the opening hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from deckbuilder.stats.models import Simulation
from deckbuilder.stats.selectors import MAX_COMPARED
from deckbuilder.stats.simulations.selectors import newest_with_progress
from games.engine.model import decks
from games.engine.model.cards import Card
from games.registry import get

PERCENTILES = (10, 50, 90)
"""The percentiles of a simulation's clock at which games can be watched."""


class HandRow(NamedTuple):
    """A card of the deck."""

    card: Card
    code: str
    """Identifies it in the form."""
    copies: int
    """How many of it a hand can have."""
    chosen: str
    """The submitted number."""


def hand_rows(deck: decks.Deck, counts: Mapping[str, str]) -> list[HandRow]:
    """The cards that are drawn from, in the order of the deck list."""
    opening = get(deck.game).opening
    entries = [entry for zone in opening.zones for entry in deck.entries(zone)]
    rows = ((entry, entry.card.codes[0] if entry.card.codes else entry.card.name) for entry in entries)
    return [HandRow(entry.card, code, min(entry.count, opening.hand), counts.get(code, "0")) for entry, code in rows]


def last_simulation(simulations: QuerySet[Simulation]) -> Simulation | None:
    """The last of these simulations that is of whole games and has played any."""
    newest = newest_with_progress(simulations, MAX_COMPARED)
    return next((each for each, progress in newest if each.study == "games" and progress.played), None)
