"""The page that shows which hands to keep: each mulligan rule with its value, and each hand."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count
from string import ascii_uppercase
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.labels import with_note
from deckbuilder.common.names import reader_name
from deckbuilder.stats.figures import exact, percent, points
from deckbuilder.stats.hands.keep_odds import MAX_HANDS_SHOWN, KeepRule, KeepValues, keep_values
from deckbuilder.stats.odds.goals_page import Aim, Mistake, aims_of, goal_in
from deckbuilder.stats.odds.sentences import too_large, when
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.odds.keep_policy import HandKind, HandValue
from games.engine.reading.goals import Goal

OTHER = "–"
"""Stands for a card that no condition names."""


class KeepQuery(NamedTuple):
    """The query of a page."""

    seat: Seat = "first"
    turn: int = 0
    goal: str = ""
    shown_goal: str = ""
    """The goal shown, even if `goal` is empty."""
    rule: str = ""
    """The goal of the player's own rule."""
    rule_turn: int = 0


class KindRow(NamedTuple):
    """Cards that the goal does not distinguish: their letter, the conditions they count for, and their names."""

    letter: str
    label: str
    copies: int
    names: tuple[str, ...]


class HandRow(NamedTuple):
    """A hand with its figures."""

    hand: tuple[tuple[str, int], ...]
    """Letters with the number of cards of each."""
    back: tuple[tuple[str, int], ...]
    dealt: str
    kept: str
    best: str
    gain: str
    width: float
    """The width of the first part of its bar, from 0 to 100; `more` is that of the second."""
    more: float


class RuleRow(NamedTuple):
    """A mulligan rule and the chance of the goal under it; `cost`: the difference from the best, in percentage
    points."""

    label: str
    detail: str
    chance: str
    fraction: str
    cost: str
    best: bool


@dataclass(frozen=True)
class KeepPage:
    query: KeepQuery
    aims: tuple[Aim, ...]
    kinds: tuple[KindRow, ...] = ()
    hands: tuple[HandRow, ...] = ()
    rules: tuple[RuleRow, ...] = ()
    total: int = 0
    share: str = ""
    failure: str = ""
    mistake: Mistake | None = None
    rule_mistake: Mistake | None = None

    @property
    def when(self) -> str:
        return when(self.query.turn)


def page(deck: Deck, game: Game, query: KeepQuery) -> KeepPage:
    """The whole page, as far as it can be counted within the limit. Raises Unreadable."""
    aims = tuple(aims_of(deck, game, query.seat))
    goal, mistake = goal_in(query.shown_goal, game)
    rule, rule_mistake = goal_in(query.rule, game)
    without_answer = KeepPage(query, aims, mistake=mistake, rule_mistake=rule_mistake)
    if goal is None:
        return without_answer
    own = KeepRule(rule, query.rule_turn) if rule else None
    values = keep_values(deck, goal, turn=query.turn, seat=query.seat, rule=own)
    failure = too_large(values.too_large) if values.too_large else ""
    if values.policy is None:
        return replace(without_answer, failure=failure)
    hands = values.policy.frequent(MAX_HANDS_SHOWN)
    letters = letters_of(kind.conditions for kind in values.policy.kinds)
    return replace(
        without_answer,
        kinds=tuple(_kind(*each, goal) for each in zip(letters, values.policy.kinds, strict=True)),
        hands=tuple(_hand(each, letters) for each in hands),
        rules=tuple(_rules(values, query)),
        total=values.policy.hands,
        share=percent(sum((each.dealt for each in hands), Fraction(0))),
        failure=failure,
    )


def letters_of(kinds: Iterable[Collection[int]]) -> tuple[str, ...]:
    """A letter for each kind of card, a number if there are not enough letters, OTHER for cards no condition names.

    `kinds`: the conditions that each kind counts for.
    """
    number = chain(ascii_uppercase, map(str, count(1)))
    return tuple(next(number) if conditions else OTHER for conditions in kinds)


def label_of(conditions: Iterable[int], goal: Goal) -> str:
    """The searches that a kind of card counts for, without duplicates."""
    texts = dict.fromkeys(goal.conditions[number].text for number in sorted(conditions))
    return " + ".join(text or "*" for text in texts)


def _kind(letter: str, kind: HandKind, goal: Goal) -> KindRow:
    names = tuple(dict.fromkeys(reader_name(line.card) for line in kind.cards))
    return KindRow(letter, label_of(kind.conditions, goal), kind.copies, names)


def _hand(value: HandValue, letters: Sequence[str]) -> HandRow:
    return HandRow(
        hand=by_letter(value.counts, letters),
        back=by_letter(value.back, letters),
        dealt=percent(value.dealt),
        kept=percent(value.kept),
        best=percent(value.best),
        gain=points(value.gain),
        width=round(100 * float(value.kept), 2),
        more=round(100 * float(value.gain), 2),
    )


def by_letter(counts: Sequence[int], letters: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The letters of the kinds that have cards, with their counts."""
    return tuple((letter, count) for letter, count in zip(letters, counts, strict=True) if count)


def _rules(values: KeepValues, query: KeepQuery) -> Iterable[RuleRow]:
    best = values.best
    rule = with_note(query.rule, when(query.rule_turn))
    rules = (
        (_("The best choice for every hand"), "", best),
        (_("Your rule"), rule, values.own),
        (_("Put back every card that no condition names"), "", values.named),
        (_("Keep every hand"), "", values.dealt),
    )
    for label, detail, chance in rules:
        if chance is not None and best is not None:
            cost = points(chance - best) if chance != best else ""
            yield RuleRow(label, detail, percent(chance), exact(chance), cost, chance == best)
