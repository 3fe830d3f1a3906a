"""The face of a card as HTML, drawn by the macros of common/_face.html.

Sixty stand on a page, so what is drawn is remembered: to draw them anew would take twenty times as long.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from deckbuilder.common import art
from deckbuilder.common.labels import keyword_label, kind_label, sample_label, sample_words, value_label
from deckbuilder.common.macros import macros
from deckbuilder.common.names import card_name, printed_name, spoken
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.game import Game


class ShownValue(NamedTuple):
    """What a card has of an attribute, in words. `name`: the attribute's; `short`: its label where there is little
    room."""

    name: str
    value: Value
    label: str
    short: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as one language shows it, the same as another when `facts` are: a key alone would outlive a change.
    `apart`: what tells it from other cards of its name."""

    facts: tuple[object, ...]
    game: Game = field(compare=False)
    card: Card = field(compare=False)
    language: str = field(compare=False)
    apart: str = field(compare=False)

    @property
    def name(self) -> str:
        """The reader's."""
        return card_name(self.card, self.language)

    @property
    def printed(self) -> str:
        """The printed name, where it is another."""
        return printed_name(self.card, self.language)

    @property
    def name_language(self) -> str:
        """The language of the name, where it is not the page's."""
        return "" if self.printed or spoken(self.game, self.language) else self.game.language

    @property
    def picture(self) -> str:
        return self.card.image or drawing(self.game, self.card)

    @property
    def pips(self) -> Iterator[ShownValue]:
        """The numbers in the corner."""
        return self._values("pip")

    @property
    def numbers(self) -> Sequence[ShownValue]:
        """The numbers at the foot."""
        return list(self._values("number"))

    @property
    def kind(self) -> str:
        return kind_label(self.game, self.card.kind, self.language)

    @property
    def types(self) -> Iterator[tuple[str, str]]:
        """What stands beside the kind, each with its colour ("" without one)."""
        for attribute, value in self._at("line"):
            for each in value if isinstance(value, tuple) else (value,):
                yield colour_of(self.game, attribute, each), value_label(attribute, each, self.language)

    @property
    def apart_besides(self) -> str:
        """What tells it from others of its name, without what stands beside the kind already."""
        shown = {text for _, text in self.types}
        return " · ".join(part for part in self.apart.split(" · ") if part not in shown)

    @property
    def keywords(self) -> Iterator[str]:
        return (keyword_label(self.game, word, self.language) for word in self.card.keywords)

    def flag(self, state: str) -> str:
        """What sets the card apart; that it is invented comes last."""
        words = {"retired": _("Retired"), "unreleased": _("Not released yet"), "": ""}
        return " · ".join(filter(None, (words[state], sample_label() if self.card.sample else "")))

    def _values(self, where: str) -> Iterator[ShownValue]:
        for attribute, value in self._at(where):
            label, text = attribute.label.read(self.language), value_label(attribute, value, self.language)
            short = attribute.short.read(self.language) if attribute.short else label
            yield ShownValue(attribute.name, value, label, short, text)

    def _at(self, where: str) -> Iterator[tuple[Attribute, Value]]:
        """The attributes a face has in one place, as far as the card has them, with their values."""
        for attribute in self.game.attributes:
            if attribute.show == where and attribute.has(self.card.kind):
                value = self.card.values.get(attribute.name)
                if value is not None:
                    yield attribute, value


def face(
    game: Game, card: Card, language: str, *, on: date, count: int | None = None, apart: str = "", note: str = ""
) -> Markup:
    """The card on a day. `count`: how many copies a deck has, for the badge on the picture; `apart`: what tells it from
    other cards of its name; `note`: something else to say of it, as HTML."""
    state = _state(card, on)
    facts = (game.slug, card.key, language, state, card.name, card.kind, card.image, card.keywords, card.alt_names)
    shown = ShownCard((*facts, card.sample, apart, *card.values.items()), game, card, language, apart)
    return _face(shown, state, count, note)


def picture(game: Game, card: Card, language: str, *, on: date, apart: str = "") -> Markup:
    """The face of a card without its name, to hang below a line that has it."""
    state = _state(card, on)
    facts = (game.slug, card.key, language, state, card.image, card.keywords, card.sample, apart, *card.values.items())
    return _picture(ShownCard(facts, game, card, language, apart), state)


@lru_cache(maxsize=4096)
def _face(shown: ShownCard, state: str, count: int | None, note: str) -> Markup:
    """Notes come and go with searches, which leaves the parts of a face remembered."""
    top, body = _top_and_body(shown, state)
    drawn: Markup = _macros().face(art.form(shown.game, shown.card.kind), state, top, note, body, count)
    return drawn


@lru_cache(maxsize=4096)
def _top_and_body(shown: ShownCard, state: str) -> tuple[Markup, Markup]:
    macros = _macros()
    return macros.head(shown) + macros.window(shown, state), macros.body(shown)


@lru_cache(maxsize=4096)
def _picture(shown: ShownCard, state: str) -> Markup:
    drawn: Markup = _macros().hanging(shown, state)
    return drawn


def _macros() -> Any:
    return macros("common/_face.html")


def _state(card: Card, on: date) -> str:
    if card.retired:
        return "retired"
    return "unreleased" if card.released and card.released > on else ""


def drawing(game: Game, card: Card) -> str:
    """The address of the picture of a card that brings none."""
    return reverse("site:drawing", args=[art.version(), game.slug, art.lot_of(game, card)])


def sample_mark() -> Markup:
    """What marks an invented card in a line of text, behind its name."""
    mark: Markup = _macros().sample(sample_words(), sample_label())
    return mark


def dot(game: Game, attribute: Attribute, value: Value) -> Markup:
    """A spot in the colour of a value, where the game gives it one."""
    spot: Markup = _macros().dot(colour_of(game, attribute, value))
    return spot


def colour_of(game: Game, attribute: Attribute, value: Value) -> str:
    """The colour the game gives a value, "" for none."""
    return art.swatch(game, value) if isinstance(value, str) and attribute == art.coloured(game) else ""
