"""The verdict on a list that is read, in sentences for its receipt."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from deckbuilder.common.names import sentence_html
from deckbuilder.decks.verdicts.sentences import message, printed_names, with_reader_names
from games.engine.model.decks import Deck
from games.engine.rules.legality import Verdict
from games.registry import get

UNRESOLVED = "card.unknown"
"""The violation of a line that names no card, which the receipt asks about."""


class Issue(NamedTuple):
    """A violation. `severity`: `error` or `advice`."""

    severity: str
    html: Markup


def issues_of(verdict: Verdict, deck: Deck) -> list[Issue]:
    """Why a list is not legal, apart from its lines to resolve."""
    game = get(verdict.game)
    cards = [entry.card for entries in deck.zones.values() for entry in entries]
    pairs = [(each, with_reader_names(each, cards)) for each in verdict.violations if each.code != UNRESOLVED]
    return [
        Issue(each.severity, sentence_html(game, message(each, game), printed_names(original, each)))
        for original, each in pairs
    ]
