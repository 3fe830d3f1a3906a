"""Cards played in similar legal public decks, by the number of decks: suggestions for the builder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.search.searching import PAGE, SearchPage, search
from deckbuilder.common.broken import sound_rows
from deckbuilder.decks import selectors
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.to_games import check_row
from deckbuilder.decks.verdicts.occasions import TODAY, Occasion
from games.engine.model.cards import Card
from games.engine.model.decks import Deck as EngineDeck
from games.engine.model.game import Admission, Game, Selection, Zone
from games.engine.reading.search.query import Node
from games.registry import get

MAX_LOOKED, MAX_JUDGED = 1000, 200
"""The most public decks whose leaders and declarations are looked at, the last changed first; and of those that are
alike, the most that are judged."""

MAX_SUGGESTED = 300
"""The most different cards that are suggested for a zone."""

KEPT_S = 600
"""Cache time in seconds; judging 200 decks takes about 50 ms."""


class Played(NamedTuple):
    """How many decks were counted, and by card key how many of them have the card in a zone."""

    decks: int
    counts: Mapping[str, int]


class Suggested(NamedTuple):
    """Cards that may still go into a `zone` of a deck and that others play there."""

    game: Game
    zone: Zone
    decks: int
    """The number of decks counted."""
    counts: Mapping[str, int]
    """The number of decks with a card, by card key."""
    admission: Admission
    """Lets in these cards and no others."""
    fitting: Admission
    """Lets in all cards that fit."""

    def search(self, node: Node | str = "", number: int = 1, size: int = PAGE) -> tuple[SearchPage, Admission]:
        """A page of those that a search finds, what most decks play first; where it finds none, of all that fit. With
        what let them in."""
        matching = search(self.game, node, size=MAX_SUGGESTED, admission=self.admission).cards
        if not matching:
            return search(self.game, node, page=number, size=size, admission=self.fitting), self.fitting
        # Of those played alike, the search's order stays.
        cards = sorted(matching, key=lambda card: -self.counts[card.key])
        page = SearchPage(tuple(cards[(number - 1) * size : number * size]), len(cards), number, size)
        return page, self.admission

    def note(self, card: Card) -> SafeString:
        """A line for a card's face."""
        if card.key not in self.counts:
            return mark_safe("")
        words = ngettext("in {count} of {decks} deck", "in {count} of {decks} decks", self.decks)
        return format_html('<span class="why">{}</span>', words.format(count=self.counts[card.key], decks=self.decks))


def suggest(deck: EngineDeck, zone: str = "", occasion: Occasion = TODAY, *, slug: str = "") -> Suggested | None:
    """None where no deck like it plays a card. `zone`: "" for the usual one; `slug`: the deck's own, which is not
    counted. Raises KeyError for a zone the game does not have."""
    game = get(deck.game)
    target = game.zone(zone) if zone else usual_zone(game)
    play = _played_cards(deck, game, target, slug)
    if not play.counts:
        return None
    admission = selectors.fitting(deck, target.slug, occasion)
    counts = dict(Counter(play.counts).most_common(MAX_SUGGESTED))
    only = (*admission.only, Selection(keys=frozenset(counts)))
    return Suggested(game, target, play.decks, counts, admission._replace(only=only), admission)


def cards(deck: EngineDeck, zone: str = "", *, slug: str = "") -> dict[str, Any]:
    """The first page of suggestions as data."""
    suggestions = suggest(deck, zone, slug=slug)
    target = zone or usual_zone(get(deck.game)).slug
    if suggestions is None:
        return {"zone": target, "decks": 0, "cards": []}
    suggestions_json = [
        {"code": card.codes[0], "name": card.name, "card": card.key, "decks": suggestions.counts[card.key]}
        for card in suggestions.search()[0].cards
        if card.key in suggestions.counts
    ]
    return {"zone": target, "decks": suggestions.decks, "cards": suggestions_json}


def usual_zone(game: Game) -> Zone:
    """The default zone for suggestions: the first that is built of many cards."""
    zones = [zone for zone in game.zones if zone.judged and not zone.prefill]
    return next((zone for zone in zones if not zone.single), zones[0])


def _played_cards(deck: EngineDeck, game: Game, zone: Zone, slug: str) -> Played:
    index = newest(game)
    leaders = sorted(card.key for each in _leading(game, zone) for card, *_rest in deck.entries(each.slug))
    declarations = sorted((key, value) for key, value in deck.declarations.items() if value)
    alike = repr((game.slug, deck.format, zone.slug, leaders, declarations, slug, timezone.localdate()))
    key = f"played-{index.token if index else ''}-{sha256(alike.encode()).hexdigest()}"
    result: Played | None = cache.get(key)
    if result is None:
        result = _count(_alike(game, deck.format, leaders, declarations, slug), game, zone)
        cache.set(key, result, KEPT_S)
    return result


def _leading(game: Game, zone: Zone) -> Iterable[Zone]:
    """The single-card zones that lead a deck, except the one suggested for."""
    return (each for each in game.zones if each.single and each is not zone)


def _alike(
    game: Game, format: str, leaders: Sequence[str], declarations: Sequence[tuple[str, str]], slug: str
) -> list[Deck]:
    """Public decks with the same leaders and declarations, last changed first."""
    rows = sound_rows(selectors.public_decks(game.slug, format).exclude(slug=slug)[:MAX_LOOKED], check_row)
    rows = [deck for deck in rows if all(deck.declarations.get(key) == value for key, value in declarations)]
    for leader in leaders:
        lines = DeckLine.objects.filter(deck__in=rows, printing__game=game.slug, printing__card__key=leader)
        single = [zone.slug for zone in game.zones if zone.single]
        having = set(lines.filter(zone__in=single).values_list("deck", flat=True))
        rows = [deck for deck in rows if deck.pk in having]
    return rows[:MAX_JUDGED]


def _count(decks: Sequence[Deck], game: Game, zone: Zone) -> Played:
    """Counts over legal decks only."""
    lists, counts, legal = restriction_lists(game), Counter[str](), 0
    for each in to_decks(decks).values():
        if selectors.verdict_on(each, lists=lists).legal:
            legal += 1
            counts.update({card.key for card in _cards(each, zone)})
    return Played(legal, dict(counts))


def _cards(deck: EngineDeck, zone: Zone) -> Iterable[Card]:
    return (entry.card for entry in deck.entries(zone.slug))
