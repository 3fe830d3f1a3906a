"""Speed of checking decks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from time import process_time

from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.rules.legality import judge

DAY = date(2026, 1, 1)


def decks_judged_per_second(game: Game, decks: Sequence[Deck], seconds: float) -> float:
    """How many decks are judged in a second of processor time, each built anew from its entries, its fingerprint taken.

    `decks`: at least one, judged in turn for about `seconds`, by the format they name or else by the game's usual one.
    """
    formats = [game.format(deck.format) if deck.format else game.formats[0] for deck in decks]
    rounds, start = 0, process_time()
    while not rounds or process_time() - start < seconds:
        for deck, rules in zip(decks, formats, strict=True):
            judge(Deck(deck.game, deck.zones, deck.declarations), game, rules, on=DAY)
        rounds += 1
    return rounds * len(decks) / (process_time() - start)
