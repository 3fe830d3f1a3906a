"""How much of a deck a goldfish plays as printed, in words: beside everything that simulations say of it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.common.names import reader_name
from games.engine.effects.understanding import DeckUnderstanding, Lacking, of_deck
from games.engine.model.decks import Deck
from games.engine.model.game import Game

MAX_NAMES = 3
"""Cards that are named in the sentence; the list below it names all."""


class LackingCard(NamedTuple):
    """A card that is not played as printed, and how it is played instead."""

    lacking: Lacking
    game: str
    name: str
    reason: str


class UnderstandingPart(NamedTuple):
    """A sentence on the deck, and the cards that are not played as printed, each once."""

    deck: DeckUnderstanding
    sentence: str
    cards: tuple[LackingCard, ...]


def understanding_of(deck: Deck, game: Game) -> UnderstandingPart | None:
    """None for a game that is not simulated, and for an empty deck."""
    if not game.has_pilot:
        return None
    deck_part = of_deck(deck, game)
    if not deck_part.total:
        return None
    cards = (LackingCard(each, game.slug, reader_name(each.card), _reason(each)) for each in deck_part.lacking)
    return UnderstandingPart(deck_part, _sentence(deck_part), tuple(cards))


def _sentence(deck: DeckUnderstanding) -> str:
    if deck.faithful == deck.total:
        whole = ngettext("The only card is played as printed.", "All {total} cards are played as printed.", deck.total)
        return whole.format(total=deck.total)
    share = ngettext(
        "{faithful} of {total} card is played as printed.",
        "{faithful} of {total} cards are played as printed.",
        deck.total,
    )
    blank = [each for each in deck.lacking if each.understanding.is_played_as_blank]
    partly = [each for each in deck.lacking if not each.understanding.is_played_as_blank]
    sentences = [share.format(faithful=deck.faithful, total=deck.total)]
    sentences += [_("Played as blank: {cards}.").format(cards=_names(blank))] if blank else []
    sentences += [_("Played in part: {cards}.").format(cards=_names(partly))] if partly else []
    return _(" ").join(sentences)


def _names(cards: list[Lacking]) -> str:
    """The names of the first cards, and how many others there are."""
    names = [reader_name(each.card) for each in cards[:MAX_NAMES]]
    if rest := len(cards) - len(names):
        names.append(ngettext("{count} more", "{count} more", rest).format(count=rest))
    return _(", ").join(names)


def _reason(lacking: Lacking) -> str:
    if lacking.understanding.state == "blank":
        return _("Nobody has stated yet what it does, so it is played as if it had no text.")
    if lacking.understanding.is_played_as_blank:
        return _("It is played as if it had no text.")
    return _("Only a part of what it does is played.")
