"""The cover of a deck: its card, its hue, and its leader or colours in a word."""

from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.common import art
from deckbuilder.common.drawing.charts import Chart, curve_of
from deckbuilder.common.drawing.faces import drawing
from deckbuilder.common.drawing.image_sources import shown_image
from deckbuilder.common.labels import value_label
from deckbuilder.common.names import reader_name
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game

SHOWN_COLOURS = 2


class DeckCover(NamedTuple):
    """How a deck is recognized."""

    game: Game
    card: Card | None
    """Its cover; None for a deck without cards of its own."""
    drawing: str
    """The URL of the drawing of the cover, "" for none."""
    image: str
    """The URL of its picture, "" for none; it is shown above the drawing."""
    focus: int
    """Where the light of the drawing is, from 0 (left) to 10 (right)."""
    tone: str
    """The hue of the cover as the game writes it, "" for that of the game."""
    dots: tuple[str, ...]
    """The colours of `label`, as #rrggbb."""
    label: str
    """Its leader, or else its commonest colours."""
    curve: Chart | None
    """Its cards by what they cost."""


def cover_of(game: Game, deck: Deck, code: str = "") -> DeckCover:
    """`code`: the number of the printing that the owner chose."""
    card, leader, language = game.cover_of(deck, code), game.cover.leader_of(deck), get_language() or "en"
    colours = (game.colours_of(leader) if leader else game.deck_colours(deck))[:SHOWN_COLOURS]
    tones = art.tones(game, card) if card else ()
    return DeckCover(
        game=game,
        card=card,
        drawing=drawing(game, card) if card else "",
        image=shown_image(card.image) if card else "",
        focus=art.focus(game, art.lot_of(game, card)) if card else 5,
        tone=tones[0].replace(" ", "") if tones else "",
        dots=tuple(art.swatch(game, each) for each in colours),
        label=reader_name(leader) if leader else _names_of(game, colours, language),
        curve=curve_of(game, game.own_entries(deck), language),
    )


def cover_choices(game: Game, deck: Deck) -> list[tuple[str, str]]:
    """The cards that may be the cover of a deck, as the options of a select box; "" leaves the choice to the game."""
    cards = {entry.card.codes[0]: reader_name(entry.card) for entry in game.own_entries(deck) if entry.card.codes}
    return [("", _("Chosen by the site")), *cards.items()]


def _names_of(game: Game, colours: tuple[str, ...], language: str) -> str:
    attribute = game.colour_attribute
    return value_label(attribute, colours, language) if attribute and colours else ""
