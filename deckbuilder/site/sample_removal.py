"""Removes the sample cards and decks of a game that has a real catalog."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import QuerySet

from deckbuilder.catalog import publishing
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.index.indexing import Progress, no_progress
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.publishing import CatalogChange, Overtaken
from deckbuilder.catalog.restrictions.selectors import lists_that_count
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.services import retry_if_overtaken
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.selectors import codes_in_use
from deckbuilder.events.selectors import cards_in_lists
from deckbuilder.site import samples
from games.engine.model.cards import SAMPLE
from games.engine.model.game import Game
from games.engine.rules.listed_changes import ListedChange, State, listed_changes


class OnlySamples(Exception):
    """The game has no cards but its samples."""


class Plan(NamedTuple):
    """What removing the samples of a game does."""

    decks: int
    """How many are deleted."""

    deleted: tuple[str, ...]
    """Printings by number, as are the retired ones."""

    retired: tuple[str, ...]
    """Those in decks or submitted lists."""

    others: bool
    """Whether other cards remain in print."""

    listed: tuple[ListedChange, ...] = ()
    """What happens to cards on restriction lists."""

    @property
    def anything(self) -> bool:
        return bool(self.deleted or self.retired)


def plan(game: Game, besides: Collection[str] = ()) -> Plan:
    """What removing the samples would do; `besides`: numbers of printings that stay."""
    printings = Printing.objects.filter(game=game.slug)
    sample_printings = printings.filter(facts__set=SAMPLE).exclude(code__in=besides)
    decks = _sample_decks(game)
    submitted_codes, keys = cards_in_lists(game.slug)
    codes = codes_in_use(game.slug, besides=decks) | submitted_codes
    to_delete: list[str] = []
    to_retire: list[str] = []
    for code, key in sample_printings.values_list("code", "card__key").order_by("position", "id"):
        (to_retire if code in codes or key in keys else to_delete).append(code)
    others = printings.filter(retired=False).exclude(facts__set=SAMPLE).exists()
    listed = _listed_changes(game, to_delete, to_retire)
    return Plan(decks.count() if to_delete or to_retire else 0, tuple(to_delete), tuple(to_retire), others, listed)


def _sample_decks(game: Game) -> QuerySet[Deck]:
    """The decks that came with the game and have sample cards: decks of real cards may stay."""
    with_samples = DeckLine.objects.filter(deck__in=samples.decks(game), printing__facts__set=SAMPLE)
    return samples.decks(game).filter(pk__in=with_samples.values("deck"))


def _listed_changes(game: Game, deleted: Collection[str], retired: Collection[str]) -> tuple[ListedChange, ...]:
    before = services.existing(game)
    left = {code: each for code, each in before.printings.items() if code not in set(deleted)}
    now, then = State(game, before.printings, before.retired), State(game, left, before.retired | set(retired))
    return listed_changes(lists_that_count(game), now, then)


def remove(game: Game, progress: Progress = no_progress) -> Plan:
    """Remove the samples of a game in one transaction, so that only a person can bring them back; return what was done.

    A game without sample cards is left alone. Raises OnlySamples, Changing, BadSample.
    """
    return retry_if_overtaken(lambda: _attempt(game, progress))


def remove_leftovers(game: Game, progress: Progress = no_progress) -> Plan:
    """Remove the samples whose files come with the game no more, in one transaction; return what was done.

    Raises OnlySamples if the game has no other cards, Changing, BadSample.
    """
    names, codes = samples.gone_names(game), samples.catalog_codes(game)
    return retry_if_overtaken(lambda: _attempt(game, progress, besides=codes, gone_names=names))


def _attempt(game: Game, progress: Progress, besides: Collection[str] = (), gone_names: Collection[str] = ()) -> Plan:
    at, removal = catalog_version(game), plan(game, besides)
    if not removal.anything:
        if gone_names:
            samples.delete_decks(game, gone_names)
        return removal
    if not removal.others:
        raise OnlySamples

    def may_write() -> bool:
        if plan(game, besides) != removal:  # somebody has put one of them into a deck meanwhile
            raise Overtaken
        Deck.objects.filter(pk__in=_sample_decks(game).values("pk")).delete()
        if gone_names:
            samples.delete_decks(game, gone_names)
        else:
            samples.note_removal(game)
        return True

    publishing.publish(game, CatalogChange(retired=removal.retired, deleted=removal.deleted), at, progress, may_write)
    return removal
