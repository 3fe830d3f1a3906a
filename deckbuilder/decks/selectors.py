"""Queries on decks."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet, Sum, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.restrictions.selectors import lists_by_game, restriction_lists
from deckbuilder.common.drawing.covers import DeckCover, cover_of
from deckbuilder.common.input import InputError, clean_line
from deckbuilder.common.labels import read
from deckbuilder.decks.changes.versions import codes_of, codes_of_steps
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck, DeckLine, Revision, RevisionState, Version, Visibility
from deckbuilder.decks.to_games import SLUGS
from deckbuilder.decks.verdicts.coming import Effect
from deckbuilder.decks.verdicts.occasions import TODAY, Occasion
from games.engine.model.decks import MAYBE
from games.engine.model.decks import Deck as EngineDeck
from games.engine.model.game import Admission, Game
from games.engine.model.lists import RestrictionList
from games.engine.rules.legality import Verdict, fits, judge
from games.engine.texts.writing import fold
from games.registry import GAMES, get

FORMATS = frozenset(format.slug for game in GAMES for format in game.formats)


def verdict_on(
    deck: EngineDeck, *, format: str = "", on: date | None = None, lists: Iterable[RestrictionList] | None = None
) -> Verdict:
    """The verdict on a deck that need not be stored. `lists`: those of its game, where they are at hand."""
    game = get(deck.game)
    rules = game.format(format or deck.format or game.formats[0].slug)
    all_lists = restriction_lists(game) if lists is None else lists
    return judge(deck, game, rules, on=on or timezone.localdate(), lists=all_lists)


def verdict_for(deck: EngineDeck, occasion: Occasion, lists: Iterable[RestrictionList] | None = None) -> Verdict:
    """The verdict on a deck for an occasion. `lists`: those of its game, where they are at hand."""
    all_lists = lists if occasion.lists is None else occasion.lists
    return verdict_on(deck, format=occasion.format, on=occasion.on, lists=all_lists)


def fitting(deck: EngineDeck, zone: str, occasion: Occasion = TODAY) -> Admission:
    """The cards that could still go into a zone. Raises KeyError for a zone the game does not have."""
    game = get(deck.game)
    rules = game.format(occasion.format or deck.format)
    lists = restriction_lists(game) if occasion.lists is None else occasion.lists
    return fits(deck, game, rules, zone, on=occasion.on or timezone.localdate(), lists=lists)


MAX_WORDS = 10
"""Words in a search for decks: each takes a pass over the search texts."""


OF_OPEN_ACCOUNTS = ~Q(owner__is_active=False)
"""Of accounts that staff have not closed: the decks of others are shown to nobody."""


def public_decks(game: str = "", format: str = "", words: str = "") -> QuerySet[Deck]:
    """Public decks, last changed first, without those of closed accounts; words may be in an author's name, too. Raises
    InputError for unsearchable words."""
    decks = Deck.objects.filter(OF_OPEN_ACCOUNTS, visibility=Visibility.PUBLIC)
    decks = decks.select_related("owner").order_by("-changed_at", "-id")
    return matching(decks, game, format, words, authors=settings.PEOPLE)


def matching(
    decks: QuerySet[Deck], game: str = "", format: str = "", words: str = "", *, authors: bool = False
) -> QuerySet[Deck]:
    """The decks of a game and format with every word in their name or a name of one of their cards, in any language.
    `authors`: or in their author's name.

    Raises InputError for words that cannot be searched for, and for more than MAX_WORDS.
    """
    if game:
        decks = decks.filter(game=game) if game in SLUGS else decks.none()
    if format:
        decks = decks.filter(format=format) if format in FORMATS else decks.none()
    terms = dict.fromkeys(filter(None, map(fold, clean_line(words, "q").split())))
    if len(terms) > MAX_WORDS:
        raise InputError("too-many-words", most=MAX_WORDS)
    for word in terms:
        is_in: Q | GreaterThan = GreaterThan(StrIndex(F("search_text"), Value(word)), 0)
        decks = decks.filter(is_in | Q(owner__username__icontains=word) if authors else is_in)
    return decks


def using(game: str, codes: Iterable[str]) -> QuerySet[Deck]:
    """Public decks with a card, in any printing, last changed first."""
    lines = DeckLine.objects.exclude(zone=MAYBE).filter(printing__game=game, printing__code__in=list(codes))
    return public_decks(game).filter(pk__in=lines.values("deck"))


def codes_in_use(game: str, besides: QuerySet[Deck]) -> set[str]:
    """The numbers of the printings in decks and in their named versions."""
    others = Deck.with_deleted.filter(game=game).exclude(pk__in=besides.values("pk"))
    lines = DeckLine.objects.filter(deck__in=others, printing__isnull=False)
    codes = set(lines.values_list("printing__code", flat=True))
    changes = Revision.objects.filter(deck__in=others).values_list("steps", flat=True)
    for steps in changes.iterator(chunk_size=1000):
        codes |= codes_of_steps(steps)
    contents = Version.objects.filter(deck__in=others).values_list("content", flat=True)
    for content in contents.iterator(chunk_size=100):
        codes |= codes_of(content)
    return codes


def decks_of(user: User, *, deleted: bool = False) -> QuerySet[Deck]:
    """The decks of an account. `deleted`: also those that can be restored."""
    decks = Deck.with_deleted.all() if deleted else Deck.objects.all()
    return decks.filter(owner=user).select_related("owner").order_by("-changed_at", "-id")


def undo_states(deck: Deck) -> frozenset[str]:
    """Whether there are changes to undo and to redo, in one query."""
    there = deck.revisions.filter(state__in=(RevisionState.STANDS, RevisionState.UNDONE)).order_by()
    return frozenset(there.values_list("state", flat=True).distinct())


def by_edit_keys(keys: Mapping[str, str], *, deleted: bool = False) -> QuerySet[Deck]:
    """The decks without an owner whose edit keys a browser holds. `deleted`: also those that can be restored."""
    decks = Deck.with_deleted.all() if deleted else Deck.objects.all()
    ids = [deck.pk for deck in decks.filter(slug__in=keys, owner=None) if keys[deck.slug] == deck.edit_key]
    return decks.filter(pk__in=ids).order_by("-changed_at", "-id")


class Holding(NamedTuple):
    """A deck with its copies of a card, over all printings and zones."""

    deck: Deck
    copies: int


def holdings(decks: QuerySet[Deck], game: str, codes: Iterable[str]) -> list[Holding]:
    """The decks of a game, each with its number of copies of the card of these printings."""
    inside = Q(lines__printing__code__in=list(codes)) & ~Q(lines__zone=MAYBE)
    card_count = Sum("lines__count", filter=inside, default=0)
    return [Holding(deck, deck.card_count) for deck in decks.filter(game=game).annotate(card_count=card_count)]


class Tile(NamedTuple):
    """A deck in a list."""

    deck: Deck
    game: Game
    format: str
    status: str
    """Of its verdict today."""
    size: int
    cover: DeckCover
    sample: bool = False
    """Whether it has invented cards."""
    notices: tuple[Effect, ...] = ()
    """What announced lists change about its verdict."""
    is_broken: bool = False


class BrokenTile(NamedTuple):
    """A deck in a list that cannot be read. Its status is incomplete, since nothing in it can be judged."""

    deck: Deck
    is_broken: bool = True
    status: str = "incomplete"


class Judged(NamedTuple):
    """A stored verdict: its status, and what announced lists change about it."""

    status: str
    effects: tuple[Effect, ...] = ()


def tiles(decks: Iterable[Deck], verdicts: Mapping[int, Judged] | None = None) -> list[Tile | BrokenTile]:
    """In a few queries for any number of decks. `verdicts`: those that are stored, by id; then no deck is judged, and
    one without has the status ""."""
    decks = list(decks)
    engine_decks = to_decks(decks)
    if verdicts is None:
        lists = lists_by_game(get(slug) for slug in {deck.game for deck in engine_decks.values()})
        verdicts = {
            number: Judged(verdict_on(each, lists=lists[each.game]).status) for number, each in engine_decks.items()
        }
    return [
        _tile(deck, engine_decks[deck.pk], verdicts.get(deck.pk, Judged("")))
        if deck.pk in engine_decks
        else BrokenTile(deck)
        for deck in decks
    ]


def _tile(deck: Deck, engine_deck: EngineDeck, judged: Judged) -> Tile:
    game = get(deck.game)
    sample = any(entry.card.sample for entry in game.own_entries(engine_deck))
    cover, label = cover_of(game, engine_deck, deck.cover), read(game.format(deck.format).label)
    return Tile(deck, game, label, judged.status, game.size(engine_deck), cover, sample, judged.effects)
