"""Tags for what all pages show: texts of the games, and cards."""

from typing import Protocol

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localdate
from django.utils.translation import get_language

from deckbuilder.catalog.namesakes import Namesakes, namesakes, of_request
from deckbuilder.common import art, faces, labels
from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Game
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

register = template.Library()


def _language() -> str:
    return get_language() or "en"


@register.filter
def read(text: Text | None) -> str:
    """A text of the games in the reader's language."""
    return text.read(_language()) if text else ""


@register.filter(is_safe=True)
def one_line(text: str) -> str:
    """A text without line breaks, as attributes are best."""
    return " ".join(text.split())


@register.filter
def grouped(number: int) -> str:
    """`1,000,000`, in every language."""
    return f"{number:,}"


@register.filter
def search_example(game: Game) -> str:
    """A search by two of the game's own fields, as a placeholder: `element:wind copies<=3`, or `race:… tribute<=3`."""
    word = next(each for each in game.attributes if each.type in ("choice", "list"))
    number = next(each for each in game.attributes if each.type == "integer")
    value = word.choices[0].value if word.choices else "…"
    return f"{word.name}:{value} {number.name}<=3"


@register.filter
def own(game: Game) -> str:
    """A game's name in the language of its cards; "" where the reader's is but another way to write it."""
    name = game.name.read(game.language)
    return "" if fold(name) == fold(read(game.name)) else name


@register.filter
def alt_name(card: Card) -> str:
    """A second name of a card for those who may not read its own; "" where there is none."""
    return labels.alt_name(card, _language())


def _namesakes(context: Context, game: Game) -> Namesakes:
    request = context.get("request")
    return of_request(request, game) if request else namesakes(game)


@register.simple_tag(takes_context=True)
def card_face(context: Context, game: Game, card: Card, count: int | None = None) -> SafeString:
    """A card as it lies on a table. `count`: so many are in the deck."""
    apart = _namesakes(context, game).apart(card, _language())
    return faces.face(game, card, _language(), on=localdate(), count=count, apart=apart)


@register.simple_tag(takes_context=True)
def card_name(context: Context, game: Game, card: Card, code: str = "") -> str:
    """A card's name, with what tells it from other cards of that name; `code`: its printing."""
    return _namesakes(context, game).full_name(card, _language(), code)


@register.simple_tag(takes_context=True)
def card_apart(context: Context, game: Game, card: Card, code: str = "") -> str:
    """What tells a card from others of its name; "" where there are none. `code`: its printing."""
    return _namesakes(context, game).apart(card, _language(), code)


class Marked(Protocol):
    """A card, or what is told of cards. `sample`: whether any of them is this site's invention."""

    @property
    def sample(self) -> bool: ...


@register.filter
def sample_mark(found: Marked | None) -> SafeString:
    """What marks invented cards in a line of text; "" for others."""
    return faces.sample_mark() if found and found.sample else mark_safe("")


@register.simple_tag
def card_art(game: Game, card: Card) -> SafeString:
    """The picture alone."""
    return art.picture(game, card)


@register.simple_tag
def game_art(game: Game) -> SafeString:
    """The picture of a game."""
    return art.cover(game)


@register.simple_tag
def kind_label(game: Game, card: Card) -> str:
    return labels.kind_label(game, card.kind, _language())


@register.simple_tag
def keyword_label(game: Game, word: str) -> str:
    """A keyword as the game's glossary calls it in the reader's language."""
    return labels.keyword_label(game, word, _language())


@register.simple_tag
def attribute_value(game: Game, attribute: Attribute | str, card: Card) -> SafeString | str:
    """What a card has of an attribute (itself or its name), with spots of the colours the game gives it."""
    field = game.fields[attribute] if isinstance(attribute, str) else attribute
    value = card.get(field.name)
    spots = (faces.dot(game, field, each) for each in (value if isinstance(value, tuple) else (value,)))
    return format_html("{}{}", mark_safe("".join(spots)), labels.value_label(field, value, _language()))
