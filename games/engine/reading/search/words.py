"""The meaning of a plain word in a search: anything printed on a card, in any language of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.model.vocabulary import is_worded
from games.engine.reading.search.tree import Word
from games.engine.texts.writing import mark_word_starts

if TYPE_CHECKING:
    from games.engine.model.game import Game


def word_of(text: str, game: Game, typed: str = "") -> Word:
    """The word of that folded text, for one game's cards.

    It also stands for the values of which a label in some language, or another spelling in the glossary, begins with
    it; of a label in Latin letters a word does. With a digit in it, it is also looked for in the numbers of cards.
    """
    marked = _mark_all_starts(text)
    labels = frozenset(
        (each.attribute, each.value)
        for each in game.vocabulary
        if any(marked in _mark_all_starts(label) for label in each.labels)
    )
    worded = [attribute for attribute in game.fields.values() if is_worded(attribute)]
    fields = tuple(attribute.name for attribute in worded if attribute.type != "text")
    if _is_code_like(text):
        fields += ("code",)
    texts = tuple(attribute.name for attribute in worded if attribute.type == "text")
    return Word(text, fields, texts, labels, typed)


def _is_code_like(text: str) -> bool:
    """Whether a folded text may be a number of a card, or a telling part of one: at least three characters, of which
    one is a digit."""
    return len(text) > 2 and any(char.isdigit() for char in text)


def _mark_all_starts(text: str) -> str:
    return "\n" + mark_word_starts(text).removeprefix("\n")
