"""What a deck's page shows after its cards: versions, copies and similar decks; and its issues, a line each."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.common.names import reader_name
from deckbuilder.decks.builder.findings import Finding
from deckbuilder.decks.builder.panel import Panel
from deckbuilder.decks.library.judgements import rules_of, verdicts
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck
from deckbuilder.decks.public import related
from deckbuilder.decks.public.selectors import Counts
from deckbuilder.decks.selectors import Tile, tiles
from games.registry import get

PART = "part"
"""The value of the parameter `similar` that asks for the similar decks alone, without the page around them."""

VERSIONS, COPIES, SIMILAR = 5, 5, 3
"""How many the page shows of each."""

SHOWN_ISSUES = 4
"""Issues that stand open; the others are folded. A single one more is not worth folding."""

NAMED = 3
"""Cards that the sentence about the folded issues names."""


class SimilarTile(NamedTuple):
    tile: Tile
    shared: int


class Issues(NamedTuple):
    """The findings about a deck: those against the rules, and advice."""

    first: tuple[Finding, ...]
    others: tuple[Finding, ...]
    summary: str
    """What `others` are about."""
    advice: tuple[Finding, ...]

    @property
    def total(self) -> int:
        return len(self.first) + len(self.others)


def issues_of(shown: Panel) -> Issues:
    faults = tuple(each for each in shown.findings if each.violation.severity != "advice")
    advice = tuple(each for each in shown.findings if each.violation.severity == "advice")
    first = faults if len(faults) <= SHOWN_ISSUES + 1 else faults[:SHOWN_ISSUES]
    others = faults[len(first) :]
    return Issues(first, others, _summary(shown, others), advice)


def _summary(shown: Panel, others: tuple[Finding, ...]) -> str:
    """`4 more issues: Dew Cat, Lantern Kit, and 2 other cards`."""
    if not others:
        return ""
    names = {entry.card.key: reader_name(entry.card) for _zone, entry in shown.engine_deck.all_entries()}
    keys = dict.fromkeys(key for each in others for key in each.keys)
    cards = [names.get(key, key) for key in keys]
    words = ngettext("{count} more issue", "{count} more issues", len(others)).format(count=len(others))
    if not cards:
        return words
    listing, rest = _(", ").join(cards[:NAMED]), len(cards) - NAMED
    if rest > 0:
        listing = ngettext("{cards} and {count} other card", "{cards} and {count} other cards", rest).format(
            cards=listing, count=rest
        )
    return _("{count_words}: {cards}").format(count_words=words, cards=listing)


def related_context(shown: Panel, counts: Counts | None, *, editable: bool) -> dict[str, Any]:
    """`counts`: of the deck, if known: one that nobody copied is not asked for its copies. `editable`: the reader may
    change the deck."""
    has_copies = counts is None or counts.copies > 0
    return {
        "issues": issues_of(shown),
        "versions": list(related.readable_versions(shown.deck, editable=editable)[:VERSIONS]),
        "copies": list(related.public_copies(shown.deck)[:COPIES]) if has_copies else [],
    }


def similar_context(deck: Deck) -> dict[str, Any]:
    """The similar decks, which take half as long as the rest of the page. Raises BrokenRowError."""
    game, engine_deck = get(deck.game), to_deck(deck)
    codes = related.different_cards(game.own_entries(engine_deck))
    similar = related.similar_decks(deck, game, codes, SIMILAR)
    decks = [each.deck for each in similar]
    rules = rules_of(Deck.objects.filter(pk__in=[each.pk for each in decks])) if decks else {}
    tiles_ = tiles(decks, verdicts(decks, rules))
    pairs = zip(tiles_, similar, strict=True)
    return {
        "deck": deck,
        "different": len(codes),
        "similar": [SimilarTile(tile, each.shared) for tile, each in pairs if isinstance(tile, Tile)],
    }
