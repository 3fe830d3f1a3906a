"""The input of a simulation, and what makes it valid."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckbuilder.catalog.search.exact_names import parse_goal
from deckbuilder.common.labels import read
from deckbuilder.decks import models
from deckbuilder.stats.models import MAX_SEED, STUDIES, Simulation
from deckbuilder.stats.to_games import freeze, thaw, to_keep_trials, to_run
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat, seat_of
from games.engine.play.limits import MAX_CARDS, MAX_TURNS
from games.engine.play.version import VERSION
from games.engine.reading import goals
from games.engine.reading.goals import GoalError
from games.registry import GAMES, get, goldfish

MAX_TRIALS = 10_000_000
TRIAL_BOUNDS = {"games": (1, MAX_TRIALS), "pilot": (1, 1_000), "hands": (1_000, MAX_TRIALS)}
"""The fewest and the most trials, by study."""

DEFAULT_TRIALS: Mapping[str, int] = {"games": 100_000, "pilot": 30, "hands": 200_000}
"""The default number of trials, by study."""

UNUSED_FIELDS: Mapping[str, tuple[str, ...]] = {"pilot": ("goal", "keep", "precision"), "hands": ("precision",)}
"""The fields that a study does not use."""


MIN_PRECISION = 0.0001
"""A narrower interval takes more trials than MAX_TRIALS, unless the chance is close to zero."""


class SimulationError(ValueError):
    """A simulation that cannot be started. `field`: the part of the input at fault; `params`: the values for the
    message."""

    def __init__(self, code: str, field: str, **params: Any) -> None:
        super().__init__(code, field, params)
        self.code, self.field, self.params = code, field, params


class KeepError(GoalError):
    """An invalid goal in `keep`, the text that says which hands are kept."""


@dataclass(frozen=True)
class SimulationSpec:
    """The input of a simulation, see games.engine.play.trials.runs.Run."""

    deck: Deck
    trials: int = 100_000
    turns: int = 10
    seat: Seat = "first"
    seed: int = 1
    goal: str = ""
    """The goal as text, "" for none. A study of hands distinguishes cards by its conditions, or by those of all preset
    goals of the game."""
    keep: str = ""
    """The goal of the mulligan, "" if every hand is kept. A study of hands compares it with the best choices."""
    precision: float | None = None
    """The simulation stops once the 95 % interval of the goal (at every turn that at least half of the games reach), or
    of the win rate if there is no goal, is this narrow on both sides."""
    keep_turn: int = 0
    study: str = "games"
    """One of STUDIES."""


def validate(spec: SimulationSpec) -> Simulation:
    """A playable simulation, not saved. Raises SimulationError, GoalError, KeepError."""
    _check_study(spec)
    _check_range("trials", spec.trials, *TRIAL_BOUNDS[spec.study])
    _check_range("turns", spec.turns, 1, MAX_TURNS)
    _check_range("seed", spec.seed, 0, MAX_SEED)
    _check_range("keep_turn", spec.keep_turn, 0, MAX_TURNS)
    if spec.precision is not None:
        _check_range("precision", spec.precision, MIN_PRECISION, 0.5)
    _check_complete(spec)
    simulation = Simulation(
        game=spec.deck.game,
        cards=freeze(spec.deck),
        fingerprint=spec.deck.fingerprint,
        study=spec.study,
        goal=_normalized_goal("goal", spec),
        keep=_normalized_goal("keep", spec),
        keep_turn=spec.keep_turn if spec.keep.strip() else 0,
        turns=spec.turns,
        seat=spec.seat,
        seed=spec.seed,
        trials=spec.trials,
        precision=spec.precision,
        version=VERSION,
    )
    _check_playable(simulation)
    simulation.digest = _digest(simulation)
    return simulation


def _check_playable(simulation: Simulation) -> None:
    """Raise SimulationError if the game cannot play the deck alone, for example without its hero."""
    from games.engine.budget import TooLarge
    from games.engine.play.trials.table import Unplayable

    try:
        to_run(simulation).table(0)
        if simulation.study == "hands":
            to_keep_trials(simulation)
    except TooLarge as error:
        if error.what == "choices":
            raise SimulationError("too-many-choices", "goal", size=error.size, max=error.bound) from None
        raise SimulationError("mulligan-too-large", "keep", size=error.size, max=error.bound) from None
    except Unplayable as error:
        reason = read(error.reason)
        raise SimulationError("unplayable", "list", reason=reason) from None


def _check_study(spec: SimulationSpec) -> None:
    """Raise SimulationError if the game does not support the study, or the study does not use a given field."""
    if spec.study not in STUDIES:
        raise SimulationError("unknown-study", "study", value=spec.study, choices=STUDIES)
    if spec.study == "pilot" and goldfish(get(spec.deck.game)).reshuffles:
        possible = tuple(each.slug for each in GAMES if each.has_pilot and not goldfish(each).reshuffles)
        raise SimulationError("reshuffles", "study", game=spec.deck.game, choices=possible)
    if spec.study == "pilot" and (cards := goldfish(get(spec.deck.game)).moving_in_library(spec.deck)):
        raise SimulationError("searches", "study", choices=tuple(card.name for card in cards))
    if spec.study == "pilot" and (count := _drawn_from(spec.deck)) > MAX_CARDS:
        raise SimulationError("too-many-cards", "list", count=count, max=MAX_CARDS)
    if spec.study == "hands" and not get(spec.deck.game).opening.has_mulligan:
        raise SimulationError("no-mulligan", "study")
    for field in UNUSED_FIELDS.get(spec.study, ()):
        if getattr(spec, field):
            raise SimulationError("not-in-study", field, study=spec.study)


def _drawn_from(deck: Deck) -> int:
    """How many cards are drawn from."""
    return sum(entry.count for zone in get(deck.game).opening.zones for entry in deck.entries(zone))


def _check_range(field: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise SimulationError("out-of-range", field, value=str(value), min=low, max=high)


def _check_complete(spec: SimulationSpec) -> None:
    """Raise SimulationError if there is nothing to draw, or if a line is unrecognized."""
    if lines := [line.text for line in spec.deck.unknown]:
        raise SimulationError("unknown-cards", "list", lines=lines)
    if not any(spec.deck.entries(zone) for zone in get(spec.deck.game).opening.zones):
        raise SimulationError("no-cards", "list")


def _normalized_goal(field: str, spec: SimulationSpec) -> str:
    """The goal as parsed and written again, "" for none. Raises SimulationError, GoalError, KeepError."""
    from games.engine.play.trials.table import MAX_CONDITIONS

    text = getattr(spec, field).strip()
    game = get(spec.deck.game)
    if not text:
        return ""
    if field == "keep" and not game.opening.has_mulligan:
        raise SimulationError("no-mulligan", field)
    try:
        goal = parse_goal(text, game)
    except GoalError as error:
        if field == "keep":
            raise KeepError(error.code, error.position, error.length, error.params) from None
        raise
    if len(goal.conditions) > MAX_CONDITIONS:
        raise SimulationError("too-many-conditions", field, value=len(goal.conditions), max=MAX_CONDITIONS)
    return goals.unparse(goal)


FIELDS = ("study", "goal", "keep", "keep_turn", "turns", "seat", "seed", "trials", "precision", "version")
"""The input of a simulation beside its deck."""

DIGEST_FIELDS = ("game", "cards", *FIELDS)
"""Everything the figures of a simulation depend on."""

CONDITIONS = ("game", "study", "goal", "keep", "keep_turn", "turns", "seat", "version")
"""What the true figures of a deck depend on. The others, seed, number of games and precision, are chance, which an
interval allows for."""


def _digest(simulation: Simulation) -> str:
    facts = {name: getattr(simulation, name) for name in DIGEST_FIELDS}
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def unequal_conditions(first: Simulation, second: Simulation) -> tuple[str, ...]:
    """The conditions in which two simulations differ. Only if there are none, a difference of their figures is due to
    the decks."""
    return tuple(name for name in CONDITIONS if getattr(first, name) != getattr(second, name))


def equal_specs(first: Simulation, second: Simulation) -> list[tuple[SimulationSpec, models.Deck | None]]:
    """The input that simulates the decks of both under the conditions of the first, by the current pilots."""
    names = ("trials", "turns", "seed", "goal", "keep", "precision", "keep_turn", "study")
    conditions = {name: getattr(first, name) for name in names}
    conditions["seat"] = seat_of(first.seat)
    return [(SimulationSpec(thaw(each.game, each.cards), **conditions), each.deck) for each in (first, second)]
