"""The face of a card as HTML, drawn by the macros of common/_face.html. A page has sixty, so faces are cached: drawing
them takes twenty times as long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from deckbuilder.common import art
from deckbuilder.common.drawing.image_sources import shown_image
from deckbuilder.common.drawing.macros import macros
from deckbuilder.common.labels import keyword_label, kind_label, sample_label, sample_words, value_label, value_language
from deckbuilder.common.names import card_name, is_in_language, printed_name, second_name
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.game import Game

NO_TEXT = Markup("")


class ShownValue(NamedTuple):
    """A card's value of an attribute, in words. `name`: the attribute's; `short`: its short label."""

    name: str
    value: Value
    label: str
    short: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in one language. It equals another if `facts` do: a key alone would outlive a change. `apart`: what tells
    it from others of its name; `does`: what it does, as HTML."""

    facts: tuple[object, ...]
    game: Game = field(compare=False)
    card: Card = field(compare=False)
    language: str = field(compare=False)
    apart: str = field(compare=False)
    does: Markup = field(compare=False, default=NO_TEXT)

    @property
    def name(self) -> str:
        """The reader's name."""
        return card_name(self.card, self.language)

    @property
    def printed_name(self) -> str:
        """The printed name, if it is another one."""
        return second_name(self.card, self.language)

    @property
    def name_language(self) -> str:
        """The language of the name, if it is not that of the page."""
        is_readers = is_in_language(self.game, self.language) or printed_name(self.card, self.language)
        return "" if is_readers else self.game.language

    @property
    def drawing(self) -> str:
        """The URL of its drawing, which is below its picture: that one may fail to load."""
        return drawing(self.game, self.card)

    @property
    def image(self) -> str:
        """The URL of its picture, "" for none that pages show."""
        return shown_image(self.card.image)

    @property
    def pips(self) -> Iterator[ShownValue]:
        """The numbers in the corner."""
        return self._values("pip")

    @property
    def numbers(self) -> Sequence[ShownValue]:
        """The numbers at the bottom."""
        return list(self._values("number"))

    @property
    def kind(self) -> str:
        return kind_label(self.game, self.card.kind, self.language)

    @property
    def types(self) -> Iterator[tuple[str, str, str]]:
        """The values beside the kind, each with its colour ("" without one) and, without a label, its language."""
        for attribute, value in self._at("line"):
            for each in value if isinstance(value, tuple) else (value,):
                text, language = value_label(attribute, each, self.language), value_language(self.game, attribute, each)
                yield colour_of(self.game, attribute, each), text, language

    @property
    def apart_besides(self) -> str:
        """What tells it from others of its name, without what stands beside the kind already."""
        texts = {text for _, text, _ in self.types}
        return " · ".join(part for part in self.apart.split(" · ") if part not in texts)

    @property
    def keywords(self) -> Iterator[str]:
        return (keyword_label(self.game, word, self.language) for word in self.card.keywords)

    def flag(self, state: str) -> str:
        """The mark of a special card; that it is invented comes last."""
        words = {"retired": _("Retired"), "unreleased": _("Not released yet"), "": ""}
        return " · ".join(filter(None, (words[state], sample_label() if self.card.sample else "")))

    def _values(self, where: str) -> Iterator[ShownValue]:
        for attribute, value in self._at(where):
            label, text = attribute.label.read(self.language), value_label(attribute, value, self.language)
            short = attribute.short.read(self.language) if attribute.short else label
            yield ShownValue(attribute.name, value, label, short, text)

    def _at(self, where: str) -> Iterator[tuple[Attribute, Value]]:
        """The values of the attributes at one place of a face."""
        for attribute in self.game.attributes:
            if attribute.show == where and attribute.has(self.card.kind):
                value = self.card.values.get(attribute.name)
                if value is not None:
                    yield attribute, value


def face(
    game: Game,
    card: Card,
    language: str,
    *,
    on: date,
    count: int | None = None,
    apart: str = "",
    note: str = "",
    does: Markup = NO_TEXT,
) -> Markup:
    """A card as of a day. `count`: the number on its badge; `apart`: what tells it from others of its name; `note`:
    additional HTML; `does`: what it does, as HTML."""
    state = _state(card, on)
    facts = (game.slug, card.key, language, state, card.name, card.kind, card.image, card.keywords, card.alt_names)
    shown = ShownCard((*facts, card.sample, apart, does, *card.values.items()), game, card, language, apart, does)
    return _face(shown, state, count, note)


def picture(game: Game, card: Card, language: str, *, on: date, apart: str = "", does: Markup = NO_TEXT) -> Markup:
    """The face without the name, to show below a line that has it."""
    state = _state(card, on)
    texts = (card.image, card.keywords, card.sample, apart, does)
    facts = (game.slug, card.key, language, state, *texts, *card.values.items())
    return _picture(ShownCard(facts, game, card, language, apart, does), state)


@lru_cache(maxsize=4096)
def _face(shown: ShownCard, state: str, count: int | None, note: str) -> Markup:
    """Notes change with searches, so the parts of a face are cached without them."""
    top, body = _top_and_body(shown, state)
    html: Markup = _macros().face(art.form(shown.game, shown.card.kind), state, top, note, body, count)
    return html


@lru_cache(maxsize=4096)
def _top_and_body(shown: ShownCard, state: str) -> tuple[Markup, Markup]:
    macros = _macros()
    return macros.head(shown) + macros.window(shown, state), macros.body(shown)


@lru_cache(maxsize=4096)
def _picture(shown: ShownCard, state: str) -> Markup:
    html: Markup = _macros().hanging(shown, state)
    return html


def _macros() -> Any:
    return macros("common/_face.html")


def _state(card: Card, on: date) -> str:
    if card.retired:
        return "retired"
    return "unreleased" if card.released and card.released > on else ""


def drawing(game: Game, card: Card) -> str:
    """The URL of the drawn picture of a card."""
    return reverse("site:drawing", args=[art.version(), game.slug, art.lot_of(game, card)])


def sample_mark() -> Markup:
    """The mark of an invented card behind its name in a line of text."""
    mark: Markup = _macros().sample(sample_words(), sample_label())
    return mark


def dot(game: Game, attribute: Attribute, value: Value) -> Markup:
    """A dot in the colour of a value, if it has one."""
    spot: Markup = _macros().dot(colour_of(game, attribute, value))
    return spot


def colour_of(game: Game, attribute: Attribute, value: Value) -> str:
    """The colour of a value in a game, "" for none."""
    return art.swatch(game, value) if isinstance(value, str) and attribute == game.colour_attribute else ""
