"""What simulations must come to, played by one process that nobody disturbs."""

from __future__ import annotations

from typing import Any

from deckbuilder.catalog.models import Printing
from deckbuilder.decks.lists.codec import ListInput, parse
from deckbuilder.stats.simulations import specs
from deckbuilder.stats.to_games import to_run
from games.engine.play.figures import summary
from games.engine.play.trials import tallies
from games.engine.play.trials.goldfish import CHUNK, chunk_sizes
from tests.site import ROOT

GAME = "xing-ling-wang"
TEXT = (ROOT / "tests/games/xing-ling-wang/invented/decks/lantern-parade.txt").read_text(encoding="utf-8")
TRIALS = 5 * CHUNK + 1000
ASKED = {"list": TEXT, "trials": TRIALS, "turns": 12}


def of(seed: int) -> dict[str, Any]:
    """The summary of a simulation as the API gives it."""
    deck = parse(ListInput(TEXT)).deck
    run = to_run(specs.validate(specs.SimulationSpec(deck, trials=TRIALS, turns=ASKED["turns"], seed=seed)))
    parts = [run.chunk(number, trials) for number, trials in enumerate(chunk_sizes(TRIALS))]
    return summary.summary(tallies.merge(parts, run.turns, len(run.cards)), run.cards, goal=False, keep=False)


def cards() -> list[str]:
    """Numbers of cards to build with."""
    return list(Printing.objects.filter(game=GAME, retired=False).values_list("code", flat=True)[:40])
