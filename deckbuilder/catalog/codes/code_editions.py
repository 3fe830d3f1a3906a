"""New editions of the numbers used in deck codes."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.catalog import models
from deckbuilder.catalog.codes.code_books import SiteCodeBook
from deckbuilder.catalog.index.upserts import insert
from deckbuilder.catalog.models import CodeWord
from games.engine.model.cards import Printing
from games.engine.model.game import Game
from games.engine.reading.deck_codes import PRINTINGS, CodeEdition, digest_of

FIELDS = ("game", "words", "number", "text")

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
