"""The texts of cards: sentences for their statements, in which other cards have the reader's names."""

from __future__ import annotations

from functools import cached_property, lru_cache

from django.http import HttpRequest
from markupsafe import Markup

from deckbuilder.catalog import namesakes
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import Card as CardRow
from deckbuilder.catalog.to_games import to_card
from deckbuilder.common import effect_texts
from deckbuilder.common.drawing.faces import NO_TEXT
from deckbuilder.common.effect_texts import Shown
from deckbuilder.common.names import card_name
from games.engine.effects.sentences import Sentence
from games.engine.model.cards import Card, Printing
from games.engine.model.game import Game
from games.engine.texts.writing import fold


class CardTexts:
    """The texts of a game's cards. The catalog is only asked for names that a statement has.

    `token`: the version of the catalog, if it is known.
    """

    def __init__(self, game: Game, token: str = "") -> None:
        self.game, self.token = game, token

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
        cards = {name: self._cards.card(name) for name in printed}
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

    def card(self, name: str) -> Card | None:
        if name not in self._cards:
            row = CardRow.objects.in_catalog(self.game).filter(name_key=fold(name)).order_by("id").first()
            self._cards[name] = to_card(row) if row else None
        return self._cards[name]


@lru_cache(maxsize=8)
def _named_cards(game: str, token: str) -> NamedCards:
    return NamedCards(game)


def of_request(request: HttpRequest, game: Game) -> CardTexts:
    """The texts of a game, the same for all cards of a page."""
    cache: dict[str, CardTexts] = request.__dict__.setdefault("card_texts", {})
    if game.slug not in cache:
        cache[game.slug] = CardTexts(game, namesakes.of_request(request, game).token)
    return cache[game.slug]
