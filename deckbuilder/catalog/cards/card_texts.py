"""The texts of cards: sentences for their statements, in which other cards have the reader's names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from django.http import HttpRequest
from markupsafe import Markup

from deckbuilder.catalog import namesakes
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.selectors import cards_by_name
from deckbuilder.common import effect_texts
from deckbuilder.common.drawing.faces import NO_TEXT
from deckbuilder.common.effect_texts import Shown
from deckbuilder.common.names import card_name
from games.engine.effects.sentences import Sentence
from games.engine.model.cards import Card, Printing
from games.engine.model.game import Game
from games.engine.texts.writing import fold
from games.registry import get


class CardTexts:
    """The texts of a game's cards. The catalog is only asked for names that a statement has.

    `token`: the version of the catalog, if it is known.
    """

    def __init__(self, game: Game, token: str = "") -> None:
        self.game, self.token = game, token

    def prepare(self, statements: Iterable[tuple[str, ...]]) -> CardTexts:
        """Look up the names in the effects of many cards in one query."""
        slug = self.game.slug
        if names := {name for effects in statements if effects for name in effect_texts.printed_names(slug, effects)}:
            self._cards.cards(names)
        return self

    def paragraphs(self, card: Card | Printing, language: str) -> tuple[Sentence, ...]:
        """What a card does, a paragraph for each clause; () if it is not stated, or nothing."""
        return self.of_effects(card.effects, card.kind, language)

    def of_effects(
        self, effects: tuple[str, ...], kind: str, language: str, *, heads: bool = True
    ) -> tuple[Sentence, ...]:
        """The same of a statement; without `heads` only what is done, not when."""
        if not effects:
            return ()
        shown = self._reader_names(effects, language)
        return effect_texts.sentences(self.game.slug, effects, kind, language, shown, heads=heads)

    def html(self, card: Card, language: str) -> list[Markup]:
        """Each paragraph with its terms marked."""
        return [effect_texts.html_of(self.game, each, language) for each in self.paragraphs(card, language)]

    def face_html(self, card: Card, language: str) -> Markup:
        """The text for the face; empty if there is none."""
        if not card.effects:
            return NO_TEXT
        shown = self._reader_names(card.effects, language)
        return effect_texts.face_html(self.game.slug, card.effects, card.kind, language, shown)

    def text_for(self, card: Card, language: str) -> tuple[str, bool]:
        """The text that the catalog has; else the sentences for the card's statement, and True."""
        if card.text:
            return card.text, False
        said = effect_texts.text_of(self.paragraphs(card, language))
        return said, bool(said)

    def _reader_names(self, effects: tuple[str, ...], language: str) -> Shown:
        """The reader's names of the cards in a statement; as printed where the catalog does not have the card."""
        printed = effect_texts.printed_names(self.game.slug, effects)
        cards = self._cards.cards(printed) if printed else {}
        return tuple(
            (name, card_name(card, language) if card else effect_texts.reader_value(name, language))
            for name, card in cards.items()
        )

    @cached_property
    def _cards(self) -> NamedCards:
        if not self.token and (index := newest(self.game)):
            self.token = index.token
        return _named_cards(self.game.slug, self.token)


class NamedCards:
    """Cards by name, as far as they were asked for, in one version of a catalog."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._cards: dict[str, Card | None] = {}

    def cards(self, names: Iterable[str]) -> dict[str, Card | None]:
        """The first card of each name, None for a name that no card has; those not yet known in one query."""
        keys = {name: fold(name) for name in names}
        if unknown := {key for key in keys.values() if key not in self._cards}:
            by_name = cards_by_name(get(self.game), unknown)
            self._cards |= {key: next(iter(by_name.get(key, ())), None) for key in unknown}
        return {name: self._cards[key] for name, key in keys.items()}


@lru_cache(maxsize=8)
def _named_cards(game: str, token: str) -> NamedCards:
    return NamedCards(game)


def of_request(request: HttpRequest, game: Game) -> CardTexts:
    """The texts of a game, the same for all cards of a page."""
    cache: dict[str, CardTexts] = request.__dict__.setdefault("card_texts", {})
    if game.slug not in cache:
        cache[game.slug] = CardTexts(game, namesakes.of_request(request, game).token)
    return cache[game.slug]
