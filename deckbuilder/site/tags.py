"""Template functions and filters for all pages: texts of the games, and cards."""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localdate, localtime, now
from django.utils.translation import get_language
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from deckbuilder.catalog.cards import card_texts
from deckbuilder.catalog.namesakes import Namesakes, namesakes, of_request
from deckbuilder.common import art, labels, names
from deckbuilder.common.drawing import faces
from deckbuilder.common.drawing.bundles import bundle_url
from deckbuilder.common.labels import read
from deckbuilder.common.names import reader_name
from deckbuilder.decks.changes import history_page
from games.engine.model.cards import Attribute, Card
from games.engine.model.game import Format, Game
from games.engine.texts.writing import fold
from games.registry import GAMES, get


def _language() -> str:
    return get_language() or "en"


def one_line(text: str) -> str:
    """A text without line breaks, for attributes."""
    return " ".join(text.split())


def ago(at: datetime) -> str:
    """How long ago something was, within a month; else its day."""
    is_recent = (now() - at).days < 30
    return history_page.ago(at) if is_recent else date_format(localtime(at), "DATE_FORMAT")


def with_commas(number: int) -> str:
    """`1,000,000`, in every language."""
    return f"{number:,}"


def search_example(game: Game) -> str:
    """A search by two of the game's own fields, as a placeholder: `element:wind copies<=3`, or `race:… tribute<=3`."""
    word = next((each for each in game.attributes if each.type in ("choice", "list")), game.fields["kind"])
    numbers = (f" {each.name}<=3" for each in game.attributes if each.type == "integer")
    value = word.choices[0].value if word.choices else "…"
    return f"{word.name}:{value}{next(numbers, '')}"


def format_choices(formats: Iterable[Format]) -> list[tuple[str, str]]:
    """Formats as the options of a select box."""
    return [(each.slug, read(each.label)) for each in formats]


def game_choices(games: Iterable[Game]) -> list[tuple[str, str]]:
    """Games as the options of a select box."""
    return [(each.slug, read(each.name)) for each in games]


def game_label(slug: str) -> str:
    """The name of a game, by its slug."""
    return read(get(slug).name) if slug in {game.slug for game in GAMES} else slug


def own(game: Game) -> str:
    """A game's name in the language of its cards; "" if it is the reader's name in another script."""
    name = game.name.read(game.language)
    return "" if fold(name) == fold(read(game.name)) else name


def printed_name(card: Card) -> str:
    """The name printed on a card, to stand beside the reader's; "" where they are the same."""
    return names.printed_name(card, _language())


def _namesakes(context: Context, game: Game) -> Namesakes:
    request = context.get("request")
    return of_request(request, game) if request else namesakes(game)


def _texts(context: Context, game: Game) -> card_texts.CardTexts:
    request = context.get("request")
    return card_texts.of_request(request, game) if request else card_texts.CardTexts(game)


@pass_context
def entrance_url(context: Context, name: str) -> str:
    """The URL of signing in or up (`name`), from where one returns to this page; from one of these pages, to where that
    one would lead."""
    request, address = context["request"], reverse(name)
    if request.method not in ("GET", "HEAD"):
        return address
    is_entrance = request.path.startswith(ENTRANCES)
    there = request.GET.get("next", "") if is_entrance else request.get_full_path()
    return f"{address}?{urlencode({'next': there})}" if there else address


ENTRANCES = "/account/"
"""What the paths of the pages of entering and of the account begin with."""


@pass_context
def prepare_texts(context: Context, game: Game, cards: Iterable[Card]) -> str:
    """Before many faces: look up all names in their texts at once. Draws nothing."""
    _texts(context, game).prepare(card.effects for card in cards)
    return ""


@pass_context
def card_face(context: Context, game: Game, card: Card, count: int | None = None, note: str = "") -> Markup:
    """The face of a card. `count`: the number in the deck; `note`: additional HTML."""
    apart, does = _namesakes(context, game).apart(card, _language()), _texts(context, game).face_html(card, _language())
    return faces.face(game, card, _language(), on=localdate(), count=count, apart=apart, note=note, does=does)


@pass_context
def card_text(context: Context, game: Game, card: Card) -> list[Markup]:
    """What a card does in sentences, a paragraph for each of its clauses; [] if it is not stated."""
    return _texts(context, game).html(card, _language())


def is_rendered(name: str, game: Game) -> bool:
    """Whether a card's name is the site's own rendering, and not printed."""
    return names.is_rendered(game, name)


@pass_context
def card_name(context: Context, game: Game, card: Card, code: str = "") -> str:
    """A card's name in the reader's language, with what tells it from other cards of that name; `code`: its
    printing."""
    return _namesakes(context, game).full_name(card, _language(), code)


@pass_context
def card_names(context: Context, game: Game, card: Card, code: str = "", full: bool = False) -> Markup:
    """A card's name in the reader's language and the printed one, as HTML. `full`: with what tells it from others."""
    name = _namesakes(context, game).full_name(card, _language(), code) if full else ""
    return names.name_html(game, card, _language(), name)


def card_beside(game: Game, card: Card) -> Markup:
    """The printed name, small, behind the reader's; "" where they are the same."""
    return names.beside_html(game, card, _language())


@pass_context
def card_apart(context: Context, game: Game, card: Card, code: str = "") -> str:
    """What tells a card from others of its name; "" where there are none. `code`: its printing."""
    return _namesakes(context, game).apart(card, _language(), code)


class Marked(Protocol):
    """A card, or data about cards. `sample`: whether any of them is invented."""

    @property
    def sample(self) -> bool: ...


def sample_mark(marked: Marked | None) -> Markup:
    """The mark of invented cards in a line of text; "" for others."""
    return faces.sample_mark() if marked and marked.sample else Markup()


def game_art(game: Game) -> SafeString:
    """The picture of a game."""
    return art.cover(game)


def kind_label(game: Game, card: Card) -> str:
    return labels.kind_label(game, card.kind, _language())


def keyword_label(game: Game, word: str) -> str:
    """A keyword in the reader's language, from the game's glossary."""
    return labels.keyword_label(game, word, _language())


def paragraph(rule: str) -> str:
    """Paragraphs of a rulebook, for the reader."""
    return labels.paragraph(rule, _language())


def attribute_value(game: Game, attribute: Attribute | str, card: Card) -> SafeString | str:
    """A card's value of an attribute (or of its name), with dots in the colours of the game."""
    field = game.fields[attribute] if isinstance(attribute, str) else attribute
    value = card.get(field.name)
    spots = (faces.dot(game, field, each) for each in (value if isinstance(value, tuple) else (value,)))
    text = labels.in_language(labels.value_label(field, value, _language()), labels.value_language(game, field, value))
    return format_html("{}{}", mark_safe("".join(spots)), text)


FILTERS = {
    each.__name__: each
    for each in (
        read,
        format_choices,
        game_choices,
        one_line,
        ago,
        with_commas,
        search_example,
        own,
        game_label,
        reader_name,
        printed_name,
        is_rendered,
        sample_mark,
        paragraph,
    )
}
FUNCTIONS = {
    each.__name__: each
    for each in (
        bundle_url,
        card_face,
        entrance_url,
        card_text,
        card_name,
        card_names,
        card_beside,
        names.sentence_html,
        card_apart,
        game_art,
        kind_label,
        keyword_label,
        attribute_value,
        prepare_texts,
    )
}
