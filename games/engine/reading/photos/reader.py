"""Reads the list that was recognized in a photo. A quantity that is not certain is asked for, and so is a card, unless
its name is near enough to what was read, and nearer than any other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.counts import open_counts
from games.engine.reading.decklists.lines import Piece, pieces
from games.engine.reading.decklists.match import Match, first_printings, name_in
from games.engine.reading.decklists.parsing import Cards, Reading, read_pieces
from games.engine.reading.decklists.reader import Reader
from games.engine.reading.photos.layout import DOUBT
from games.engine.texts.near_names import distance
from games.engine.texts.writing import letters

CHARACTERS_FOR_ERROR = 3
"""A name may be read wrongly in one character of so many; with its number beside it, in one of two."""

MAX_NEAR = 200
"""For how many lines of a photo similar names are searched."""

_DIGITS = re.compile(r"\d+")
_STATED = re.compile(r"\d\s*[xX×✕✖*枚張张]|[xX×✕✖*]\s*\d")


def read_photo(text: str, lookup: Cards, game: Game | None = None, games: Mapping[str, Game] | None = None) -> Reading:
    """Read the list of a photo, see layout.list_in; otherwise like parsing.read."""
    doubtful = {number for number, line in enumerate(text.split("\n"), 1) if line.startswith(DOUBT)}
    return read_pieces(tuple(photo_pieces(text)), lookup, game, games, partial(PhotoReader, doubtful=doubtful))


def photo_pieces(text: str) -> Iterator[Piece]:
    """The lines of a photo's list. Raises DeckListError."""
    return pieces("\n".join(line.removeprefix(DOUBT) for line in text.split("\n")))


class PhotoReader(Reader):
    """`doubtful`: the numbers of the lines whose quantity is not certain."""

    max_near = MAX_NEAR

    def __init__(self, game: Game, cards: Lookup, pieces: Sequence[Piece], doubtful: set[int]) -> None:
        super().__init__(game, cards, pieces)
        self.doubtful = doubtful

    def proposal(self, piece: Piece, result: Match) -> Match:
        result = super().proposal(piece, result)
        result = result if result.card else self.nearest(result)
        if result.card and self.lacks_count(piece, result, result.card):
            choices = tuple(first_printings([result.card]))
            return Match("ambiguous", result.way, choices=choices, note="count-unclear", cards=(result.card,))
        return result

    def nearest(self, result: Match) -> Match:
        """The match of a line in whose name a few characters were misread, or in the number beside it; unchanged where
        that is not certain."""
        if result.note not in ("no-card", "number-differs", "unknown-number"):
            return result
        read_name = letters(name_in(result.way))
        numbered = {choice.code: card for choice in result.choices if (card := self.cards.by_code(choice.code))}
        near = {card.key: card for card in numbered.values()}
        near |= {card.key: card for name in self.near(result.way) or () for card in self.cards.find(name)}
        ranked = sorted((_errors(read_name, card), card.key) for card in near.values())
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return result
        errors, key = ranked[0]
        card = near[key]
        codes = [code for code, owner in numbered.items() if owner.key == key]
        bound = 2 if codes and result.note == "number-differs" else CHARACTERS_FOR_ERROR
        if errors * bound > len(read_name):
            return result
        return Match("matched", result.way, card, codes[0] if len(codes) == 1 else "", note="nearest")

    def open_counts(self, piece: Piece, result: Match, near: Sequence[str]) -> tuple[int, ...]:
        """The doubtful quantity of a line is what it may be."""
        counts = super().open_counts(piece, result, near)
        return counts or ((result.way.quantity,) if piece.line in self.doubtful else ())

    def lacks_count(self, piece: Piece, result: Match, card: Card) -> bool:
        """Whether the quantity of a line does not stand there for certain. The only card of a zone needs none."""
        if piece.line in self.doubtful:
            return True
        if result.way.quantity == 1 and (self.zone or self.home(card)).single:
            return False
        counts = open_counts(piece.text, card.names)
        if result.way.quantity not in counts:
            return True
        return len(counts) > 1 and not _STATED.search(piece.text)


def _errors(read_name: str, card: Card) -> int:
    """The fewest characters in which a name that was read differs from one of a card's; more than it has, if that
    differs in a number, where one character makes another card."""
    numbers = _DIGITS.findall(read_name)
    names = [letters(name) for name in card.names]
    return min(
        (distance(read_name, name) for name in names if _DIGITS.findall(name) == numbers), default=len(read_name) + 1
    )
