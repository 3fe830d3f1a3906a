"""What cards do, as the simulation plays it, agrees with a player written a second time from the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.effects.understanding import played_texts
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.play.trials.runs import Run
from games.engine.play.trials.tallies import METRICS as TALLIED
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.registry import get, goldfish
from tests.independent.effect_decks import DECKS, FORCED
from tests.independent.notation import read_clause
from tests.independent.play import METRICS, count
from tests.independent.test_independent import SIGMAS, distances, player

pytestmark = [pytest.mark.slow]

GAME = get("xing-ling-wang")
REAL = (
    "artwork-precon",
    "ashes-and-ale",
    "cat-burglars",
    "graveyard-parade",
    "happy-island",
    "orc-precon",
    "power-grid",
)
SEATS: tuple[Seat, ...] = ("first", "second")
TURNS = 10


def real(name: str) -> Deck:
    """A deck that comes with the game, of real cards."""
    text = (GAME.folder / "decks" / f"{name}.txt").read_text(encoding="utf-8")
    return read(text, load_catalog(GAME, GAME.folder / "catalog"), GAME).deck


def run_of(deck: Deck, seat: Seat, turns: int = TURNS) -> Run:
    return Run(GAME, goldfish(GAME), deck, seed=7, turns=turns, seat=seat)


def differences(deck: Deck, seat: Seat, games: int, own: int) -> list[tuple[str, int, float]]:
    """Where `games` of the simulation and `own` of the independent player are further apart than chance explains."""
    run = run_of(deck, seat)
    found = distances(run.chunk(0, games), count(player(run), own, TURNS, seed=11))
    return [(what, turn, round(sigmas, 1)) for what, turn, sigmas in found if sigmas > SIGMAS]


each_deck = pytest.mark.parametrize("name", [*REAL, *DECKS])


def deck_of(name: str) -> tuple[Deck, Seat]:
    names = [*REAL, *DECKS]
    return DECKS[name] if name in DECKS else real(name), SEATS[names.index(name) % 2]


@each_deck
def test_the_simulation_agrees_with_an_independent_player(name: str) -> None:
    assert not differences(*deck_of(name), 500, 500)


@pytest.mark.exhaustive
@each_deck
def test_the_simulation_agrees_with_an_independent_player_over_many_games(name: str) -> None:
    assert not differences(*deck_of(name), 100_000, 20_000)


@pytest.mark.parametrize("deck", FORCED)
@pytest.mark.parametrize("seat", SEATS)
def test_games_of_forced_draws_are_the_same(deck: Deck, seat: Seat) -> None:
    games, turns = 64, 6
    run = run_of(deck, seat, turns)
    tally, play = run.chunk(0, games), player(run)
    played = [play(Random(seed), turns) for seed in range(4)]
    assert all(each == played[0] for each in played), "chance decided"
    for turn, row in enumerate(played[0].rows, 1):
        assert tally.reached[turn - 1] == games
        for name in METRICS[:-1]:
            value = row[METRICS.index(name)]
            sums = tally.sums[TALLIED.index(name)][turn - 1].tolist()
            assert sums == [games * value, games * value * value], (name, turn, value)
    ended = played[0].ending, played[0].turn
    assert ended == ("", 0) or getattr(tally, ended[0])[ended[1]] == games


def test_every_played_clause_of_the_decks_can_be_read() -> None:
    cards = [held.card for name in [*REAL, *DECKS] for held in run_of(*deck_of(name)).cards]
    texts = [text for card in cards for text in played_texts(card.effects, GAME.effects)]
    assert all(read_clause(text).trigger for text in texts)
