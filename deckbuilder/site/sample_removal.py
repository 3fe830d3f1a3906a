"""Removes the sample cards and decks of a game that has a real catalog."""

from __future__ import annotations

from typing import NamedTuple

from deckbuilder.catalog import publishing
from deckbuilder.catalog.indexing import Progress, no_progress
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.publishing import CatalogChange, Overtaken
from deckbuilder.catalog.services import retry_if_overtaken
from deckbuilder.decks.models import Deck
from deckbuilder.decks.selectors import codes_in_use
from deckbuilder.events.selectors import cards_in_lists
from deckbuilder.site import samples
from games.engine.model.cards import SAMPLE
from games.engine.model.game import Game


class OnlySamples(Exception):
    """The game has no cards but its samples."""


class Plan(NamedTuple):
    """What removing the samples of a game does. `decks`: how many are deleted; `deleted` and `retired`: printings by
    number, the latter being in decks or submitted lists; `others`: whether other cards remain in print."""

    decks: int
    deleted: tuple[str, ...]
    retired: tuple[str, ...]
    others: bool

    @property
    def anything(self) -> bool:
        return bool(self.deleted or self.retired)


def plan(game: Game) -> Plan:
    printings = Printing.objects.filter(game=game.slug)
    invented = printings.filter(facts__set=SAMPLE).values_list("code", "card__key").order_by("position", "id")
    decks = samples.decks(game)
    submitted_codes, keys = cards_in_lists(game.slug)
    used = codes_in_use(game.slug, besides=decks) | submitted_codes
    deleted: list[str] = []
    retired: list[str] = []
    for code, key in invented:
        (retired if code in used or key in keys else deleted).append(code)
    others = printings.filter(retired=False).exclude(facts__set=SAMPLE).exists()
    return Plan(decks.count() if deleted or retired else 0, tuple(deleted), tuple(retired), others)


def remove(game: Game, progress: Progress = no_progress) -> Plan:
    """Remove the samples of a game in one transaction, so that only a person can bring them back; return what was done.

    A game without sample cards is left alone. Raises OnlySamples, Changing, BadSample.
    """
    return retry_if_overtaken(lambda: _attempt(game, progress))


def _attempt(game: Game, progress: Progress) -> Plan:
    at, planned = publishing.version(game), plan(game)
    if not planned.anything:
        return planned
    if not planned.others:
        raise OnlySamples

    def may_write() -> bool:
        if plan(game) != planned:  # somebody has put one of them into a deck meanwhile
            raise Overtaken
        Deck.objects.filter(pk__in=samples.decks(game).values("pk")).delete()
        samples.note_removal(game)
        return True

    publishing.renew(game, CatalogChange(retired=planned.retired, deleted=planned.deleted), at, progress, may_write)
    return planned
