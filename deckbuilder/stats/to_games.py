"""The only converter between stored simulations and what the engine plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckbuilder.common.broken import reading, require
from deckbuilder.decks.to_games import SLUGS, freeze_cards, thaw_cards
from deckbuilder.decks.to_games import thaw as thawed_deck
from deckbuilder.stats.models import STUDIES, Simulation
from games.engine.model.decks import Deck
from games.engine.model.opening import SEATS, seat_of
from games.engine.reading import goals
from games.engine.reading.goals import Goal
from games.registry import get, goldfish

if TYPE_CHECKING:
    from games.engine.play.studies.keeping import KeepTrials
    from games.engine.play.trials.runs import Run


def freeze(deck: Deck) -> dict[str, Any]:
    """A deck to be stored: `cards` by key with all their fields, `zones` with [key, copies], and `declarations`.

    The deck's name, its printings and the order of its cards are not stored: figures do not depend on them.
    """
    lines = sorted((zone, entry.card.key, entry.count) for zone, entry in deck.all_entries())
    zones: dict[str, list[list[Any]]] = {}
    for zone, key, count in lines:
        zones.setdefault(zone, []).append([key, count])
    return {
        "declarations": dict(sorted(deck.declarations.items())),
        "zones": zones,
        "cards": freeze_cards(deck),
    }


def thaw(game: str, data: dict[str, Any]) -> Deck:
    """The deck from its frozen form."""
    return thawed_deck(game, data, thaw_cards(data["cards"]))


def check_row(simulation: Simulation) -> None:
    """Raises BrokenRowError unless the row of a simulation can be read."""
    require(simulation, "game", simulation.game in SLUGS)
    require(simulation, "study", simulation.study in STUDIES)
    require(simulation, "seat", simulation.seat in SEATS)
    with reading(simulation, "cards"):
        thaw(simulation.game, simulation.cards)
    for name in ("goal", "keep"):
        with reading(simulation, name):
            _parse_goal(getattr(simulation, name), simulation)


def to_run(simulation: Simulation) -> Run:
    """The trials of a simulation, ready to be played. Loads numpy."""
    from games.engine.play.trials.runs import Run

    game = get(simulation.game)
    return Run(
        game,
        goldfish(game),
        thaw(simulation.game, simulation.cards),
        simulation.seed,
        simulation.turns,
        seat_of(simulation.seat),
        _parse_goal(simulation.goal, simulation),
        _parse_goal(simulation.keep, simulation),
        simulation.keep_turn,
    )


def to_keep_trials(simulation: Simulation) -> KeepTrials:
    """The trials of a study of hands, ready to be played. Raises TooLarge if there are too many choices."""
    from games.engine.play.studies.keeping import KeepTrials, kinds_of

    run = to_run(simulation)
    return KeepTrials(run, kinds_of(run.game, run.deck, run.seat, simulation.goal))


def _parse_goal(text: str, simulation: Simulation) -> Goal | None:
    return goals.parse(text, get(simulation.game)) if text else None
