"""The best swap as the odds page shows it."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.selectors import pool
from deckbuilder.common.labels import paragraph, with_note
from deckbuilder.common.names import reader_name
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from deckbuilder.stats.figures import percent, points
from games.engine.budget import TooLarge
from games.engine.model.decks import Deck
from games.engine.model.game import Format, Game
from games.engine.model.opening import Seat
from games.engine.odds import best_swap
from games.engine.odds.best_swap import BestChange, Setting
from games.engine.reading.goals import Goal
from games.engine.rules.changes import Slot

MAX_CARDS = 5_000
"""The largest catalog, in cards, that is searched for a swap."""


class SwapSide(NamedTuple):
    """The cards on one side of a swap, as sent by the form, and their names."""

    value: str
    label: str


class SwapPart(NamedTuple):
    """The chance before and after the best swap, the cards that may go out and come in, and the rule that forbids a
    better swap."""

    change: BestChange | None
    outs: tuple[SwapSide, ...] = ()
    ins: tuple[SwapSide, ...] = ()
    refused: str = ""
    failure: str = ""

    @property
    def now(self) -> str:
        return percent(self.change.now) if self.change else ""

    @property
    def then(self) -> str:
        return percent(self.change.best.chance) if self.change and self.change.best else ""

    @property
    def gain(self) -> str:
        return points(self.change.best.chance - self.change.now) if self.change and self.change.best else ""


def rules_of(deck: Deck, game: Game) -> Format:
    """The format a deck is built for."""
    return game.format(deck.format or game.formats[0].slug)


def find(deck: Deck, game: Game, goal: Goal, turn: int, seat: Seat, *, mulligan: bool = True) -> BestChange:
    """The best swap under today's rules; equally good cards are ordered by name. Raises TooLarge, Unreadable."""
    cards = pool(game)
    if len(cards) > MAX_CARDS:
        raise TooLarge("cards", len(cards), MAX_CARDS)
    own = any(entry.card.sample for zone, entry in deck.all_entries())
    candidates = [card for card in cards if own or not card.sample]
    lists, uses = restriction_lists(game), mulligan and game.opening.has_mulligan
    setting = Setting(game, rules_of(deck, game), goal, timezone.localdate(), lists, turn, seat, uses)
    return best_swap.best_swap(deck, candidates, setting)


def swap(deck: Deck, game: Game, goal: Goal, turn: int, seat: Seat) -> SwapPart:
    try:
        change = find(deck, game, goal, turn, seat)
    except TooLarge as error:
        return SwapPart(None, failure=too_large_swap(error))
    return SwapPart(change, _choices(change.outs), _choices(change.ins), _refusal(change, game))


def too_large_swap(error: TooLarge) -> str:
    if error.what == "cards":
        return _("A swap is searched among at most {bound} cards; there are {size}.").format(
            bound=error.bound, size=error.size
        )
    return _("Finding the best swap would take more than {bound} steps. Use a goal with fewer conditions.").format(
        bound=error.bound
    )


def _choices(sides: Sequence[tuple[Slot, ...]]) -> tuple[SwapSide, ...]:
    return tuple(
        SwapSide(json.dumps([[slot.zone, slot.card.key] for slot in each]), names(each)) for each in sides if each
    )


def names(slots: Sequence[Slot]) -> str:
    """`雪女, 提燈小狐`; `2 × 雪女` for a card that goes out or comes in twice."""
    counts = Counter(slot.card for slot in slots)
    names_of_cards = ((reader_name(card), count) for card, count in counts.items())
    return _(", ").join(name if count == 1 else f"{count} × {name}" for name, count in names_of_cards)


def _refusal(change: BestChange, game: Game) -> str:
    if not change.refused:
        return ""
    better, violation = change.refused
    words = _("{swap} would give {chance}, but is not allowed: {reason}")
    reason = message(with_reader_names(violation, {slot.card for slot in (*better.out, *better.into)}), game)
    reason = with_note(reason, paragraph(violation.rule, get_language() or "en")) if violation.rule else reason
    return words.format(swap=sentence(better.out, better.into), chance=percent(better.chance), reason=reason)


def sentence(out: Sequence[Slot], into: Sequence[Slot]) -> str:
    if not out:
        return _("Adding {into}").format(into=names(into))
    return _("Replacing {out} with {into}").format(into=names(into), out=names(out))
