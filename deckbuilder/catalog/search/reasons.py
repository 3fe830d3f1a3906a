"""Why a search matched a card, if not by the name on its face, as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from deckbuilder.common.drawing.macros import macros
from deckbuilder.common.labels import keyword_label, with_note
from deckbuilder.common.names import other_name
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.search.query import Node, Word
from games.engine.reading.search.reasons import Reason, reason, words_of
from games.engine.texts.writing import fold

AROUND = 14
"""Characters of a card's text shown on each side of a word."""


class Passage(NamedTuple):
    """A text about a card, with the match of a search word marked."""

    before: str
    marked: str
    after: str = ""


class Matches:
    """Says where the words of a search occur on the cards it found."""

    def __init__(self, game: Game, node: Node) -> None:
        self.game, self.words = game, words_of(node)
        self.language = get_language() or "en"

    def note(self, card: Card) -> Markup:
        """A line for the card's face; "" if all words are in the names on it."""
        reasons = (reason(word, card) for word in self.words)
        passages = [self._passage(word, each, card) for word, each in zip(self.words, reasons, strict=True)]
        return _render_passages(tuple(dict.fromkeys(filter(None, passages))))

    def _passage(self, word: Word, why: Reason, card: Card) -> Passage | None:
        if why.where == "name" or (why.where == "other" and why.value == other_name(card, self.language)):
            return None
        if why.where == "text":
            return snippet(card.text, word.text)
        label = self.game.fields[why.attribute].label.read(self.language)
        return Passage(label + _(": "), self._value(why))

    def _value(self, why: Reason) -> str:
        """The value's label, with the printed value beside it if that is the one that matches."""
        if why.attribute == "keywords":
            label = keyword_label(self.game, why.value, self.language)
        else:
            label = self.game.fields[why.attribute].label_of(why.value, self.language)
        is_printed = why.word in fold(why.value) and why.word not in fold(label)
        return with_note(label, why.value) if is_printed else label


@lru_cache(maxsize=4096)
def _render_passages(passages: tuple[Passage, ...]) -> Markup:
    html: Markup = macros("catalog/_reasons.html").why(passages) if passages else Markup()
    return html


def snippet(text: str, word: str) -> Passage | None:
    """The part of a text around a folded word; None if the word is not visible in it."""
    pieces = list(_folded_pieces(text))
    start = "".join(each for each, _index in pieces).find(word)
    if start < 0:
        return None
    indices = [index for each, index in pieces for _char in each]
    first, last = indices[start], indices[start + len(word) - 1] + 1
    before, after = text[max(0, first - AROUND) : first], text[last : last + AROUND]
    more, rest = "…" * (first > AROUND), "…" * (len(text) > last + AROUND)
    return Passage(more + before, text[first:last], after + rest)


def _folded_pieces(text: str) -> Iterator[tuple[str, int]]:
    """A text as folded by `fold`, in pieces, each with the position of its original character."""
    blank = True
    for index, char in enumerate(text):
        if not char.isspace():
            yield fold(char), index
        elif not blank:
            yield " ", index
        blank = char.isspace()


def matches_of(game: Game, node: Node | None) -> Matches | None:
    """The matches of a search; None if it has no words."""
    return Matches(game, node) if node is not None and words_of(node) else None
