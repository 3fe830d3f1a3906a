"""The effect of announced restriction lists on decks, in words."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.models import Printing
from deckbuilder.decks.models import Deck, DeckLine
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from games.engine.model import decks
from games.engine.model.cards import Card
from games.engine.model.lists import RestrictionList
from games.engine.rules import coming
from games.registry import get

MAX_LISTED = 500
"""For lists with more entries than this, decks are not filtered by a query."""


def with_listed_cards(lists: Sequence[RestrictionList]) -> Q:
    """Decks with a card that one of these versions names; all decks if there are too many, or if cards that are not
    named are restricted as well."""
    listed = [each.entry(key) for each in lists for key in each.limits]
    names = {entry.name for entry in listed if not entry.codes}
    codes = {code for entry in listed for code in entry.codes}
    if len(names) + len(codes) > MAX_LISTED or any(each.pool or each.sets for each in lists):
        return Q()
    lines = DeckLine.objects.filter(deck=OuterRef("pk"))
    tied = Printing.objects.filter(game=lists[0].game, code__in=sorted(codes)).values("card") if codes else ()
    return Q(Exists(lines.filter(Q(printing__card__name_key__in=sorted(names)) | Q(printing__card__in=tied))))


class Effect(NamedTuple):
    """What lists change about the verdict on a deck from a day on: its statuses without and with them."""

    day: date
    before: str
    after: str
    worse: bool
    over: int
    """By how many copies they change the excess."""

    @classmethod
    def of(cls, hit: coming.Hit) -> "Effect":
        return cls(hit.day, hit.before.status, hit.after.status, hit.worse, hit.over)

    @property
    def words(self) -> str:
        return hit_words(self)


class Notice(NamedTuple):
    """A day from which the verdict on a deck changes: the sentences, and the URL of the deck judged for that day."""

    deck: Deck
    hit: coming.Hit
    words: str
    address: str
    cards: frozenset[Card] = frozenset()

    @property
    def messages(self) -> list[str]:
        """The violations that appear or disappear."""
        return [message(with_reader_names(each, self.cards), get(self.deck.game)) for each in self.hit.violations]


def notices(deck: Deck, engine_deck: decks.Deck, lists: Sequence[RestrictionList]) -> tuple[Notice, ...]:
    """`engine_deck`: the deck as judged today; `lists`: all of its game."""
    game = get(engine_deck.game)
    hits = coming.hits(engine_deck, game, game.format(engine_deck.format), lists, timezone.localdate())
    cards = frozenset(entry.card for _zone, entry in engine_deck.all_entries())
    return tuple(Notice(deck, each, hit_words(Effect.of(each)), status_on(deck, each.day), cards) for each in hits)


def status_on(deck: Deck, day: date) -> str:
    """The URL of a deck judged for a day."""
    return f"{reverse('decks:page', args=[deck.slug])}?on={day.isoformat()}"


def hit_words(hit: Effect) -> str:
    """What lists change about a verdict."""
    values = {"day": formats.date_format(hit.day), "count": hit.over}
    if hit.worse and hit.before == "illegal":
        return ngettext(
            "From {day}: {count} more card over the limit", "From {day}: {count} more cards over the limit", hit.over
        ).format(**values)
    if hit.worse:
        return ngettext(
            "From {day}: {count} card over the limit", "From {day}: {count} cards over the limit", hit.over
        ).format(**values)
    if hit.after == "illegal":
        return ngettext(
            "From {day}: {count} card fewer over the limit, still illegal",
            "From {day}: {count} cards fewer over the limit, still illegal",
            hit.over,
        ).format(**values)
    return (_("From {day}: legal") if hit.after == "legal" else _("From {day}: incomplete, no longer illegal")).format(
        **values
    )
