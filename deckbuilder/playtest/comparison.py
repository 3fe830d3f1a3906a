"""Comparing a game with the simulated games of its deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.playtest.models import Playtest
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.selectors import games_of_deck
from deckbuilder.stats.simulations.selectors import merged_tally
from deckbuilder.stats.simulations.specs import SimulationSpec
from deckbuilder.stats.to_games import thaw
from games.engine.play.version import VERSION

if TYPE_CHECKING:
    from games.engine.play.playtest.positions import Position

METRICS = ("available", "plays", "score")


class Percentile(NamedTuple):
    """A counter in this turn: its value, and in how many games out of 100 it is lower, see summary.percentile."""

    name: str
    value: int
    percentile: int


def spec_of(playtest: Playtest) -> SimulationSpec:
    """The input of the simulation to compare a game with, if there is none yet."""
    seat: Any = playtest.seat
    return SimulationSpec(thaw(playtest.game, playtest.cards), seat=seat)


def simulation_of(playtest: Playtest) -> Simulation | None:
    """The last simulation of whole games of the deck with these cards, from this seat."""
    if playtest.deck_id is None:
        return None
    fingerprint = thaw(playtest.game, playtest.cards).fingerprint
    rows = games_of_deck(playtest.deck_id).filter(fingerprint=fingerprint, version=VERSION, error="")
    return rows.filter(seat=playtest.seat).first()


def distributions(simulation: Simulation) -> dict[str, Any]:
    """The distributions of METRICS at the end of each turn, ready to be stored. Loads numpy."""
    from games.engine.play.figures.summary import distribution

    tally = merged_tally(simulation)
    turns = range(1, simulation.turns + 1)
    return {"games": tally.trials, "turns": [[distribution(tally, turn, name) for name in METRICS] for turn in turns]}


def percentiles(playtest: Playtest, position: Position) -> tuple[Percentile, ...]:
    """The percentiles of this turn at its end; empty before, since the simulated turns are finished ones, and without a
    comparison for this turn. A counter that is the same in all games has none."""
    from games.engine.play.figures.summary import percentile
    from games.engine.play.trials.table import AVAILABLE, PLAYS, SCORE, TURN

    turn = position.var[TURN]
    comparison = playtest.comparison
    if position.stage in ("turn", "decision") or not comparison or not 1 <= turn <= len(comparison["turns"]):
        return ()
    values = zip(METRICS, comparison["turns"][turn - 1], (AVAILABLE, PLAYS, SCORE), strict=True)
    return tuple(
        Percentile(name, position.var[index], percentile(counts, position.var[index]))
        for name, counts, index in values
        if len(counts) > 2
    )
