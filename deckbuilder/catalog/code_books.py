"""The numbers used in deck codes: permanent, with a new edition for every change that adds printings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from deckbuilder.catalog import models
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.index.upserts import insert
from deckbuilder.catalog.models import CodeWord
from games.engine.model.cards import Printing
from games.engine.model.game import Game
from games.engine.reading.deck_codes import PRINTINGS, CodeEdition, digest_of
from games.registry import GAMES

FIELDS = ("game", "words", "number", "text")


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


NewWords = dict[str, list[str]]
"""The words to be numbered, in this order: printings, then the values of each declaration."""


def new_words(game: Game, printings: Iterable[Printing]) -> NewWords:
    """The words of these printings that have no number yet."""
    texts: dict[str, dict[str, None]] = {words: {} for words in (PRINTINGS, *(each.key for each in game.declarations))}
    for printing in printings:
        texts[PRINTINGS][printing.code] = None
        for each in game.declarations:
            value = str(printing.get(each.attribute) or "")
            if value and value not in each.neutral:
                texts[each.key][value] = None
    book = SiteCodeBook(game)
    numbers = {words: book.numbers(words, used) for words, used in texts.items()}
    return {words: [text for text in used if text not in numbers[words]] for words, used in texts.items()}


def add_edition(game: Game, new: NewWords) -> None:
    """Number these words; does nothing if there are none. Requires a transaction that locks out other writers."""
    if not any(new.values()):
        return
    editions = SiteCodeBook(game).editions
    last = editions[-1] if editions else CodeEdition(0, "", {})
    rows = [
        (game.slug, words, number, text)
        for words, texts in new.items()
        for number, text in enumerate(texts, last.size(words))
    ]
    insert(CodeWord, FIELDS, rows)
    sizes = {words: last.size(words) + len(texts) for words, texts in new.items()}
    models.CodeEdition.objects.create(
        game=game.slug, number=last.number + 1, sizes=sizes, digest=digest_of(last.digest, new)
    )
