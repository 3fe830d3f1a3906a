"""The numbers used in deck codes: permanent, with a new edition for every change that adds printings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from deckbuilder.catalog import models
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.models import CodeWord
from games.engine.model.game import Game
from games.engine.reading.deck_codes import CodeEdition
from games.registry import GAMES


class SiteCodeBook:
    """games.engine.reading.deck_codes.CodeBook backed by the database."""

    def __init__(self, game: Game) -> None:
        self._words = CodeWord.objects.filter(game=game.slug)
        self._editions = models.CodeEdition.objects.filter(game=game.slug)

    @cached_property
    def editions(self) -> Sequence[CodeEdition]:
        return [CodeEdition(each.number, each.digest, each.sizes) for each in self._editions]

    def numbers(self, words: str, texts: Collection[str]) -> Mapping[str, int]:
        rows = self._words.filter(words=words)
        return {
            text: number
            for batch in batches(sorted(texts))
            for text, number in rows.filter(text__in=batch).values_list("text", "number")
        }

    def texts(self, words: str, numbers: Collection[int]) -> Mapping[int, str]:
        rows = self._words.filter(words=words)
        return {
            number: text
            for batch in batches(sorted(numbers))
            for number, text in rows.filter(number__in=batch).values_list("number", "text")
        }


def code_books() -> dict[str, SiteCodeBook]:
    """The code books by game slug; each queries the database only when it is used."""
    return {game.slug: SiteCodeBook(game) for game in GAMES}
