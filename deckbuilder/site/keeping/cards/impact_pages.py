"""Who is hit by a change of cards: public decks and open events whose verdicts it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from deckbuilder.catalog.editing.services import CardChange
from deckbuilder.catalog.publishing import cards_after
from deckbuilder.catalog.restrictions import ties
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.selectors import printings_by_code
from deckbuilder.decks.models import Deck as DeckRow
from deckbuilder.decks.models import DeckLine
from deckbuilder.decks.selectors import public_decks
from deckbuilder.decks.verdicts.sentences import message
from deckbuilder.events.readiness.judging import affected_by_cards
from deckbuilder.site.keeping.selectors import DeckHit, Impact, impact_on, open_events
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict, judge

MAX_SAID = 2
"""So many violations that appear or disappear are said of a deck."""


def impact(planned: CardChange, part: int = 0) -> Impact:
    """What a change of a card does today: to public decks that have it, and to lists submitted to open events."""
    game, today = planned.game, timezone.localdate()
    after = cards_after(game, planned.change)
    before = {code: each.card for code, each in printings_by_code(game, after).items()}
    lists = ties.with_ties_today(game, restriction_lists(game))
    holding = DeckLine.objects.filter(deck=OuterRef("pk"), printing__game=game.slug, printing__code__in=list(before))
    keys: dict[str, Card | None] = {each.key: None for each in before.values()}
    keys |= {each.key: each for each in after.values()}
    return impact_on(
        public_decks(game.slug).filter(Exists(holding)) if before else DeckRow.objects.none(),
        lambda row, deck: _deck_hit(game, row, deck, after, lists),
        open_events(game),
        lambda event: len(affected_by_cards(event, keys)),
        day=today,
        part=part,
    )


def with_cards(deck: Deck, cards: Mapping[str, Card]) -> Deck:
    """A deck with these cards, by the numbers of printings, in place of those that it has."""
    zones = {
        zone: tuple(line._replace(card=cards.get(line.code, line.card)) for line in lines)
        for zone, lines in deck.zones.items()
    }
    return replace(deck, zones=zones)


def _deck_hit(
    game: Game, row: DeckRow, deck: Deck, cards: Mapping[str, Card], lists: tuple[RestrictionList, ...]
) -> DeckHit | None:
    format, today = game.format(deck.format), timezone.localdate()
    now, then = (judge(each, game, format, on=today, lists=lists) for each in (deck, with_cards(deck, cards)))
    if now.status == then.status and _about(now).keys() == _about(then).keys():
        return None
    return DeckHit(row, _words(game, now, then), row.get_absolute_url())


def _about(verdict: Verdict) -> dict[tuple[object, ...], Violation]:
    """Violations by what they are about, whatever the cards are called."""
    return {(each.code, each.zone, each.max, each.have, len(each.cards)): each for each in verdict.violations}


def _words(game: Game, now: Verdict, then: Verdict) -> str:
    """What changes about a verdict: the status, and the first violations that appear, or else disappear."""
    before, after = _about(now), _about(then)
    new = [each for key, each in after.items() if key not in before]
    old = [each for key, each in before.items() if key not in after]
    words = _("{before} → {after}").format(before=_status(now), after=_status(then))
    said = [message(each, game) for each in (new or old)[:MAX_SAID]]
    return _("{status}: {sentences}").format(status=words, sentences=_(" ").join(said)) if said else words


def _status(verdict: Verdict) -> str:
    return {"legal": _("Legal"), "incomplete": _("Incomplete")}.get(verdict.status, _("Illegal"))
