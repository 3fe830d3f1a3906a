"""Exact odds of goals for a deck."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.cache import cache

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.stats.throttle import counting
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Opening, Seat
from games.engine.model.presets import Preset, goals_of
from games.engine.odds.exact import (
    Drawing,
    Draws,
    ExchangeRefused,
    TooLarge,
    Unreadable,
    chance,
    chance_with_exchange,
    distribution,
    drawn_from,
    draws_in,
    left_out,
)
from games.engine.reading.goals import Condition, Goal, GoalError, count_text, parse, unparse
from games.engine.reading.search.query import matches
from games.engine.texts.text import Text
from games.registry import get

MAX_OPENING_GOALS = 3
"""The most figures shown below a deck in the builder."""

OPENING_KEPT_S = 60 * 60


class Group(NamedTuple):
    """A condition of the goal: how many cards count for it, and the chance of 0, 1, 2 … of them without a mulligan."""

    condition: Condition
    cards: int
    counts: tuple[Fraction, ...]

    @property
    def text(self) -> str:
        return f"{count_text(self.condition)} of ({self.condition.text})"


class Odds(NamedTuple):
    """The exact odds of a goal for a deck."""

    deck: Deck
    goal: Goal
    turn: int
    seat: Seat
    draws: Draws
    """The draws and searches of cards that the chances include; the groups do not include any."""
    opening: Opening
    cards: int
    """How many cards are drawn from."""
    seen: int
    """How many of them are seen by that turn."""
    without_mulligan: Fraction | None
    """None if `too_large` is set."""
    with_mulligan: Fraction | None
    """None if `too_large` is set, or if the game has no mulligan."""
    too_large: TooLarge | None
    groups: tuple[Group, ...]
    left_out: tuple[tuple[Card, Text], ...] = ()
    """With `free`, the cards whose draws or searches are not counted, and why."""
    with_exchange: Fraction | None = None
    """With a card exchanged for another every turn; None if the game has no exchange, or if `exchange_refused` says why
    not."""
    exchange_refused: ExchangeRefused | None = None


def odds(deck: Deck, goal: Goal, *, turn: int = 0, seat: Seat = "first", draws: Draws = "none") -> Odds:
    """The odds that the cards seen by that turn meet the goal (0: the opening hand).

    Raises Unreadable, DrawsRefused.
    """
    opening = get(deck.game).opening
    cards = sum(entry.count for entry in drawn_from(deck, opening))
    when: Mapping[str, Any] = {"turn": turn, "seat": seat, "draws": draws}
    with_mulligan = None
    with counting():
        without_mulligan, failure = _or_too_large(lambda: chance(goal, deck, opening, **when))
        if opening.has_mulligan:
            with_mulligan, other = _or_too_large(lambda: chance(goal, deck, opening, **when, mulligan=True))
            failure = failure or other
    groups = tuple(_group(condition, deck, opening, turn, seat) for condition in goal.conditions)
    seen_count = opening.seen_count(cards, turn, seat)
    not_counted = draws_in(deck, opening).choices + left_out(goal, deck, opening) if draws == "free" else ()
    answer = Odds(
        deck,
        goal,
        turn,
        seat,
        draws,
        opening,
        cards,
        seen_count,
        without_mulligan,
        with_mulligan,
        failure,
        groups,
        not_counted,
    )
    return _add_exchange(answer) if draws == "none" else answer


def _add_exchange(answer: Odds) -> Odds:
    """Add the chance with the exchange every turn, which is counted only without draw effects."""
    try:
        with counting():
            when: Mapping[str, Any] = {"turn": answer.turn, "seat": answer.seat}
            return answer._replace(with_exchange=chance_with_exchange(answer.goal, answer.deck, answer.opening, **when))
    except ExchangeRefused as error:
        return answer._replace(exchange_refused=error)
    except TooLarge as error:
        return answer._replace(too_large=answer.too_large or error)


def default_goal(deck: Deck, game: Game, seat: Seat = "first") -> str:
    """The default goal of a deck's pages: the preset whose chance is nearest to one half; "" if there is none.

    Counted with the game's mulligan. Ties go to the first preset, and chances that cannot be counted
    come last.
    """
    presets = goals_of(game.presets, deck, seat)

    def distance(asked_goal: tuple[Preset, str]) -> Fraction:
        preset, text = asked_goal
        goal, mulligan = parse(text, game), game.opening.has_mulligan
        probability, _ = _or_too_large(
            lambda: chance(goal, deck, game.opening, turn=preset.turn, seat=seat, mulligan=mulligan)
        )
        return Fraction(1) if probability is None else abs(probability - Fraction(1, 2))

    try:
        with counting():
            return min(presets, key=distance)[1] if presets else ""
    except Unreadable:
        return presets[0][1] if presets else ""


class OpeningOdds(NamedTuple):
    """A preset with its goal for a deck, and its chance with the game's mulligan; None if that is too complex to
    count."""

    preset: Preset
    goal: str
    chance: Fraction | None


def opening_odds(deck: Deck, game: Game) -> tuple[OpeningOdds, ...]:
    """The odds of the game's first presets that apply to a deck on the play, cached. Raises Unreadable and Busy."""
    presets = goals_of(game.presets, deck, "first")[:MAX_OPENING_GOALS]
    index = newest(game)
    goals = [(each.turn, text) for each, text in presets]
    about = f"{game.ruleset} {index.token if index else ''} {deck.fingerprint} {goals}"
    key = f"opening-{game.slug}-{sha256(about.encode()).hexdigest()}"
    chances = cache.get(key)
    if chances is None:
        with counting():
            chances = [_preset_chance(each, text, deck, game) for each, text in presets]
        cache.set(key, chances, OPENING_KEPT_S)
    return tuple(OpeningOdds(*pair, chance) for pair, chance in zip(presets, chances, strict=True))


def _preset_chance(preset: Preset, goal: str, deck: Deck, game: Game) -> Fraction | None:
    when: Mapping[str, Any] = {"turn": preset.turn, "seat": "first"}
    mulligan = game.opening.has_mulligan
    return _or_too_large(lambda: chance(parse(goal, game), deck, game.opening, mulligan=mulligan, **when))[0]


def drawing(deck: Deck, game: Game) -> Drawing:
    """The cards that draw or search; none if the deck has unrecognized lines."""
    try:
        return draws_in(deck, game.opening)
    except Unreadable:
        return Drawing((), ())


def default_turn(goal: str, deck: Deck, game: Game, seat: Seat) -> int:
    """The default turn of a goal: that of the seat's preset with this goal, otherwise 0."""
    turns = [(text, preset.turn) for preset, text in goals_of(game.presets, deck, seat)]
    try:
        sought = parse(goal, game)
    except GoalError:
        return 0
    return next((turn for text, turn in turns if unparse(parse(text, game)) == unparse(sought)), 0)


def _or_too_large(count: Callable[[], Fraction]) -> tuple[Fraction | None, TooLarge | None]:
    try:
        return count(), None
    except TooLarge as error:
        return None, error


def _group(condition: Condition, deck: Deck, opening: Opening, turn: int, seat: Seat) -> Group:
    counts = distribution(condition.query, deck, opening, turn=turn, seat=seat)
    return Group(condition, cards_in(condition, deck, opening), counts)


def cards_in(condition: Condition, deck: Deck, opening: Opening) -> int:
    """How many cards of the deck count for a condition."""
    return sum(entry.count for entry in drawn_from(deck, opening) if matches(condition.query, entry.card))
