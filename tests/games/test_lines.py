"""The pilot against the best line of play found for the same order of the deck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.model.decks import Deck
from games.engine.play.studies.best_lines import LineOfPlay, compare, replay
from games.engine.play.trials.runs import Run
from games.engine.reading.decklists.parsing import read
from games.registry import GAMES, get, goldfish
from tests.catalogs import decks_of, load_catalog
from tests.games.alone import card, pile

FIXED = [game for game in GAMES if not goldfish(game).reshuffles]
ECHO = get("echo-of-legends")


def sample(game):
    path = next(each for each in sorted(decks_of(game).glob("*.txt")) if "illegal" not in each.name)
    return Run(game, goldfish(game), read(path.read_text(encoding="utf-8"), load_catalog(game), game).deck, 1, 20)


def echo(hp, *copies, turns=10):
    zones = {"hero": pile((card("hero", "hero", hp=hp), 1)), "main": pile(*copies)}
    return Run(ECHO, goldfish(ECHO), Deck(ECHO.slug, zones), 1, turns)


def greedy():
    """The pilot wakes the minion of attack 5 for all three energy of turn 1; three of attack 2 hit for 6 at once."""
    return echo(6, (card("giant", "minion", cost=3, attack=5), 2), (card("imp", "minion", cost=1, attack=2), 8))


@pytest.mark.slow
@pytest.mark.parametrize("game", FIXED, ids=lambda game: game.slug)
def test_the_best_line_is_legal_has_its_clock_and_is_never_later_than_the_pilots(game):
    run = sample(game)
    for number in range(3):
        found = compare(run, number, budget=500)
        assert replay(run, number, found.pilot) == found.pilot.clock
        assert replay(run, number, found.best) == found.best.clock
        assert found.best.clock <= found.pilot.clock
        assert found.turns_missed == found.pilot.clock - found.best.clock


def test_a_pilot_that_wakes_the_hardest_hitter_misses_a_turn():
    found = compare(greedy(), 0)
    assert (found.pilot.clock, found.best.clock, found.turns_missed) == (3, 2, 1)


def test_a_search_to_the_end_says_so():
    run = echo(4, (card("imp", "minion", cost=5, attack=2), 12))
    found = compare(run, 0)
    assert found.complete
    assert found.turns_missed == 0


def test_a_deck_that_searches_has_no_fixed_order():
    game = get("xing-ling-wang")
    searcher = card("seeker", "unit", tribute=0, score=1, effects=("played: search 1 (kind=unit)",))
    deck = Deck(game.slug, {"main": pile((searcher, 1), (card("plain", "unit", tribute=0, score=1), 9))})
    with pytest.raises(ValueError, match="not fixed"):
        compare(Run(game, goldfish(game), deck, 1, 5), 0)


def test_a_search_without_a_budget_is_partial_and_has_the_pilots_line():
    found = compare(greedy(), 0, budget=0)
    assert not found.complete
    assert found.best == found.pilot


def test_a_game_that_is_not_won_counts_as_won_after_its_last_turn():
    run = replace(greedy(), turns=2)
    found = compare(run, 0)
    assert (found.pilot.clock, found.best.clock, found.turns_missed) == (None, 2, 1)


def test_the_same_game_is_compared_alike_every_time():
    assert compare(greedy(), 4) == compare(greedy(), 4)


def test_an_action_that_is_not_legal_is_refused_when_a_line_is_played_again():
    run = echo(4, (card("imp", "minion", cost=5, attack=2), 12))
    wake = 2  # of the only card type; two of them cost more than the energy of a turn
    with pytest.raises(ValueError, match="turn 2"):
        replay(run, 0, LineOfPlay(((), (wake, wake)), None))


def test_a_game_whose_cards_return_to_the_library_is_refused():
    with pytest.raises(ValueError, match="library"):
        compare(sample(get("asteriated-grail")), 0)
