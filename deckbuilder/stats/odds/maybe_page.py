"""The effect of each card on the maybe-board on a goal's probability, in the builder and on its own page."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.common.labels import with_note
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from deckbuilder.stats.figures import percent, points
from deckbuilder.stats.odds.goals_page import Aim, Mistake, aims_of, goal_in
from deckbuilder.stats.odds.sentences import too_large, when
from deckbuilder.stats.odds.swap_page import rules_of
from deckbuilder.stats.throttle import counting
from games.engine.budget import TooLarge
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.best_swap import Replacement, Setting, replacements
from games.engine.rules.changes import Slot


class Outgoing(NamedTuple):
    """The line of a deck that loses a copy."""

    zone: str
    code: str
    card: Card


class MaybeRow(NamedTuple):
    """A card of the maybe-board in the printing `code`, and the best legal swap with it."""

    card: Card
    code: str
    out: Outgoing | None = None
    """None if there is room for the card."""
    then: str = ""
    change: Fraction | None = None
    """None if there is no swap."""
    why: str = ""
    """Why there is none."""

    @property
    def gain(self) -> str:
        return points(self.change) if self.change is not None else ""


@dataclass(frozen=True)
class MaybePage:
    aims: tuple[Aim, ...]
    goal: str
    turn: int
    seat: Seat
    now: str = ""
    """The chance without a swap."""
    rows: tuple[MaybeRow, ...] = ()
    failure: str = ""
    """Why some or all cards were not counted."""
    mistake: Mistake | None = None

    @property
    def when(self) -> str:
        return when(self.turn)

    @property
    def label(self) -> str:
        """The game's label for the goal; "" for the player's own goal."""
        return next((aim.label for aim in self.aims if aim.is_at(self.goal, self.turn)), "")


def page(deck: Deck, game: Game, text: str, turn: int, seat: Seat) -> MaybePage:
    """As many cards as can be counted within the limit, best first. Raises Unreadable."""
    goal, mistake = goal_in(text, game)
    aims = tuple(aims_of(deck, game, seat))
    if goal is None:
        return MaybePage(aims, text, turn, seat, mistake=mistake)
    uses = game.opening.has_mulligan
    lists = restriction_lists(game)
    setting = Setting(game, rules_of(deck, game), goal, timezone.localdate(), lists, turn, seat, uses)
    lines = {line.card: line for line in reversed(deck.maybe)}
    rows: list[MaybeRow] = []
    now, failure = "", ""
    try:
        with counting():
            chance = setting.chance(deck)
            now = percent(chance)
            for each in replacements(deck, reversed(lines), setting):
                rows.append(_row(each, lines[each.card], deck, game, chance))
    except TooLarge as error:
        failure = too_large(error)
    rows.sort(key=lambda row: (row.change is None, -(row.change or 0)))
    return MaybePage(aims, text, turn, seat, now, tuple(rows), failure)


def _row(replacement: Replacement, line: DeckLine, deck: Deck, game: Game, now: Fraction) -> MaybeRow:
    row = MaybeRow(line.card, line.code or line.card.codes[0])
    if replacement.swap is None:
        return row._replace(why=_why(replacement, game))
    out = next(_lines(deck, replacement.swap.out), None)
    return row._replace(out=out, then=percent(replacement.swap.chance), change=replacement.swap.chance - now)


def _lines(deck: Deck, slots: tuple[Slot, ...]) -> Iterator[Outgoing]:
    """The last printing of each card that is taken out."""
    for zone, card in slots:
        line = next(line for line in reversed(deck.zones[zone]) if line.card == card)
        yield Outgoing(zone, line.code or card.codes[0], card)


def _why(replacement: Replacement, game: Game) -> str:
    if replacement.refused:
        rule = replacement.refused.rule
        reason = message(with_reader_names(replacement.refused, {replacement.card}), game)
        return _("Not allowed: {reason}").format(reason=with_note(reason, rule) if rule else reason)
    if any(game.zone(zone).takes(replacement.card) for zone in game.opening.zones if not game.zone(zone).prefill):
        return _("There is no other card to replace.")
    return _("This card is never drawn.")
