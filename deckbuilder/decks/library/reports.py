"""What an action on many decks did."""

from typing import NamedTuple

from deckbuilder.decks.models import Deck


class Done(NamedTuple):
    """What an action did: the number of decks it changed, of those it had to leave as they are because staff have
    hidden them, the key to undo it, "" if nothing changed, the value as cleaned, and new decks."""

    changed: int
    hidden: int = 0
    undo: str = ""
    value: str = ""
    made: tuple[Deck, ...] = ()


class Undone(NamedTuple):
    """How many decks are again what they were, and how many were changed otherwise since, and stay."""

    restored: int
    kept: int
