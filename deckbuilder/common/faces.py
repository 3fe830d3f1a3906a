"""The face of a card as HTML, built without a template, since sixty stand on a page.

It is made of spans alone, so that it can be in a link or a button. Every text is escaped where it is put in.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from deckbuilder.common import art
from deckbuilder.common.labels import alt_name, keyword_label, kind_label, sample_label, sample_words, value_label
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.game import Game

DOT = '<svg class="dot" viewBox="0 0 2 2" aria-hidden="true"><circle cx="1" cy="1" r="1" fill="{}"/></svg>'


@dataclass(frozen=True, slots=True)
class _Shown:
    """A card as one language shows it, the same as another when `facts` are: a key alone would outlive a change."""

    facts: tuple[object, ...]
    game: Game = field(compare=False)
    card: Card = field(compare=False)
    language: str = field(compare=False)
    apart: str = field(compare=False)


def face(
    game: Game, card: Card, language: str, *, on: date, count: int | None = None, apart: str = "", note: str = ""
) -> SafeString:
    """The card on a day. `count`: how many copies a deck has, for the badge on the picture; `apart`: what tells it from
    other cards of its name; `note`: something else to say of it, as HTML."""
    state = _state(card, on)
    facts = (game.slug, card.key, language, state, card.name, card.kind, card.image, card.keywords, card.alt_names)
    top, body = _inside(_Shown((*facts, card.sample, apart, *card.values.items()), game, card, language, apart), state)
    badge = f'<span class="count">{count}</span>' if count else ""
    number = art.form(game, card.kind)
    return mark_safe(
        f'<span class="face kind-{number}{" is-" + state if state else ""}">{top}{note}{body}</span>{badge}'
    )


def picture(game: Game, card: Card, language: str, *, on: date, apart: str = "") -> SafeString:
    """The face of a card without its name, to hang below a line that has it."""
    state = _state(card, on)
    facts = (game.slug, card.key, language, state, card.image, card.keywords, card.sample, apart, *card.values.items())
    window, body = _below(_Shown(facts, game, card, language, apart), state)
    return mark_safe(f'<span class="face is-hanging{" is-" + state if state else ""}">{window}{body}</span>')


@lru_cache(maxsize=4096)
def _below(shown: _Shown, state: str) -> tuple[str, str]:
    return _window(shown, state), _body(shown)


def _state(card: Card, on: date) -> str:
    if card.retired:
        return "retired"
    return "unreleased" if card.released and card.released > on else ""


@lru_cache(maxsize=4096)
def _inside(shown: _Shown, state: str) -> tuple[str, str]:
    return _head(shown) + _window(shown, state), _body(shown)


def _head(shown: _Shown) -> str:
    name, other = escape(shown.card.name), escape(alt_name(shown.card, shown.language))
    alt = f'<span class="alt" title="{other}">{other}</span>' if other else ""
    return f'<span class="face-head"><b class="name" lang="{shown.game.language}" title="{name}">{name}</b>{alt}</span>'


def _window(shown: _Shown, state: str) -> str:
    corner = pips(shown.game, shown.card, shown.language)
    return f'<span class="face-art">{_picture(shown)}{corner}{_flag(state, shown.card)}</span>'


def _picture(shown: _Shown) -> str:
    """A file that comes when the card is in sight: sixty drawings on a page would be most of what the page sends."""
    address = shown.card.image or drawing(shown.game, shown.card)
    return f'<img class="art" src="{escape(address)}" alt="" loading="lazy" decoding="async">'


def drawing(game: Game, card: Card) -> str:
    """The address of the picture of a card that brings none."""
    return reverse("site:drawing", args=[art.version(), game.slug, art.lot_of(game, card)])


def _flag(state: str, card: Card) -> str:
    """What sets the card apart; that it is invented comes last, and alone is said more quietly."""
    words = {"retired": _("Retired"), "unreleased": _("Not released yet"), "": ""}
    text = " · ".join(filter(None, (words[state], sample_label() if card.sample else "")))
    quiet = "" if state else " is-quiet"
    return f'<span class="flag{quiet}">{escape(text)}</span>' if text else ""


def sample_mark() -> SafeString:
    """What marks an invented card in a line of text, behind its name."""
    return mark_safe(f'<small class="sample" title="{escape(sample_words())}">{escape(sample_label())}</small>')


def _body(shown: _Shown) -> str:
    return f'<span class="face-body">{_type(shown)}{_keywords(shown)}{_numbers(shown)}</span>'


def pips(game: Game, card: Card, language: str) -> SafeString:
    """The numbers in the corner."""
    return mark_safe("".join(_pip(*each, language) for each in _at(game, card, "pip", language)))


def _pip(attribute: Attribute, value: Value, label: str, language: str) -> str:
    zero, label = "" if value else " is-zero", escape(label)
    number = escape(value_label(attribute, value, language))
    inside = f'<span class="visually-hidden">{label} </span>{number}'
    return f'<span class="pip pip-{attribute.name}{zero}" title="{label}">{inside}</span>'


def _type(shown: _Shown) -> str:
    parts = [f"<span>{escape(kind_label(shown.game, shown.card.kind, shown.language))}</span>"]
    for attribute, value, _label in _at(shown.game, shown.card, "line", shown.language):
        for one in value if isinstance(value, tuple) else (value,):
            text = escape(value_label(attribute, one, shown.language))
            parts.append(f"<span>{dot(shown.game, attribute, one)}{text}</span>")
    if shown.apart:
        parts.append(f'<span class="apart">{escape(shown.apart)}</span>')
    return f'<span class="type">{" ".join(parts)}</span>'


def dot(game: Game, attribute: Attribute, value: Value) -> SafeString:
    """A spot in the colour of a value, where the game gives it one."""
    colour = art.swatch(game, value) if isinstance(value, str) and attribute == art.coloured(game) else ""
    return mark_safe(DOT.format(colour) if colour else "")


def _keywords(shown: _Shown) -> str:
    words = (escape(keyword_label(shown.game, word, shown.language)) for word in shown.card.keywords)
    return f'<span class="keywords">{" ".join(f"<span>{word}</span>" for word in words)}</span>'


def _numbers(shown: _Shown) -> str:
    numbers = [_number(*each, shown.language) for each in _at(shown.game, shown.card, "number", shown.language)]
    return f'<span class="numbers">{"".join(numbers)}</span>' if numbers else ""


def _number(attribute: Attribute, value: Value, label: str, language: str) -> str:
    short, number = escape(_short(attribute, language)), escape(value_label(attribute, value, language))
    return f'<span class="num num-{attribute.name}" title="{escape(label)}"><i>{short}</i> {number}</span>'


def _short(attribute: Attribute, language: str) -> str:
    return (attribute.short or attribute.label).read(language)


def _at(game: Game, card: Card, where: str, language: str) -> Iterable[tuple[Attribute, Value, str]]:
    """The attributes a face has in one place, as far as the card has them: (attribute, value, label)."""
    for attribute in game.attributes:
        if attribute.show == where and attribute.has(card.kind):
            value = card.values.get(attribute.name)
            if value is not None:
                yield attribute, value, attribute.label.read(language)
