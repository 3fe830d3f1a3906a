"""What is said of a tally: by hand from a small one, and of games that were really played."""

import numpy as np
import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import DeckLine
from games.engine.model.questions import SimulatedLine, SimulatedQuestion
from games.engine.play.figures.estimates import wilson
from games.engine.play.figures.summary import simulated_answers, summary
from games.engine.play.trials.runs import Run
from games.engine.play.trials.tallies import LOWEST, METRICS, empty, merge
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.engine.texts.text import Text
from games.registry import get, goldfish
from tests.catalogs import decks_of, load_catalog

GAME = get("xing-ling-wang")
CARDS = [DeckLine(Card("雪女", "雪女", "unit", codes=("A-1", "A-2")), 2), DeckLine(Card("天狗", "天狗", "unit"), 1)]


@pytest.fixture
def small():
    """Four games over two turns: one was won in the first turn, one ended in the second, two went on."""
    tally = empty(2, 2)
    tally.games[:] = 4, 3
    tally.reached[:] = 4, 3
    tally.won[:] = 0, 1, 0
    tally.over[:] = 0, 0, 1
    tally.goal[:] = 1, 2, 3
    tally.stuck[:] = [[4, 2], [3, 0]]
    tally.opened[:] = 6, 1
    for value, games in ((1, 3), (3, 1)):
        count(tally, "used", 0, value, games)
    count(tally, "used", 1, 2, 3)
    for name in set(METRICS) - {"used"}:
        count(tally, name, 0, 0, 4)
        count(tally, name, 1, -20, 3)
    return tally


def count(tally, name, turn, value, games):
    metric = METRICS.index(name)
    tally.bins[metric, turn, max(value - LOWEST, 0)] += games
    tally.sums[metric, turn] += value * games, value * value * games


def test_keep_rate_and_win_rate_are_shares_of_all_games(small):
    found = summary(small, CARDS)
    assert found["trials"] == 4
    assert found["keep"]["estimate"] == 0.75
    assert (found["win"]["hits"], found["win"]["trials"]) == (1, 4)
    assert 0 < found["win"]["low"] < 0.25 < found["win"]["high"] < 1


def test_means_are_of_the_games_that_came_to_a_turn(small):
    first, second = summary(small, CARDS)["turns"]
    assert (first["turn"], first["reached"], second["reached"]) == (1, 4, 3)
    assert (first["used"]["mean"], first["used"]["median"], first["used"]["ninetieth"]) == (1.5, 1, 3)
    assert (second["used"]["mean"], second["used"]["low"], second["used"]["high"]) == (2, 2, 2)


def test_a_value_below_the_bins_counts_whole_in_the_mean(small):
    second = summary(small, CARDS)["turns"][1]
    assert (second["score"]["mean"], second["score"]["median"]) == (-20, LOWEST)


def test_the_clock_accounts_for_every_game(small):
    clock = summary(small, CARDS)["clock"]
    assert [(each["won"], each["over"]) for each in clock["turns"]] == [(0, 0), (1, 0), (0, 1)]
    assert clock["unfinished"] == 2
    assert (clock["mean"], clock["median"]) == (1, 1)


def test_the_goal_is_counted_over_those_who_came_so_far(small):
    goal = summary(small, CARDS)["goal"]
    assert [(each["turn"], each["hits"], each["trials"]) for each in goal] == [(0, 1, 4), (1, 2, 4), (2, 3, 3)]
    assert goal[1]["estimate"] == 0.5
    assert summary(small, CARDS, goal=False)["goal"] is None


def test_a_stuck_card_is_told_by_its_mean_copies(small):
    snow, other = summary(small, CARDS)["stuck"]
    assert snow == {"card": "雪女", "name": "雪女", "code": "A-1", "copies": 2, "opened": 1.5, "turns": [1, 1]}
    assert (other["code"], other["turns"]) == ("", [0.5, 0])


def test_no_trials_give_no_figures():
    found = summary(empty(2, 2), CARDS)
    assert found["keep"] == {"hits": 0, "trials": 0, "estimate": None, "low": None, "high": None}
    assert found["turns"][0]["used"] is None
    assert found["clock"]["mean"] is found["clock"]["median"] is None
    assert found["stuck"][0]["turns"] == [None, None]


def test_a_real_tally_is_told_as_numpy_would():
    text = (decks_of(GAME) / "lantern-parade.txt").read_text(encoding="utf-8")
    deck = read(text, load_catalog(GAME), GAME).deck
    run = Run(GAME, goldfish(GAME), deck, seed=5, turns=6, goal=parse(">=1 of (tribute:0)", GAME))
    hands = [[] for _ in range(run.turns)]

    def watch(table, event):
        if event == -5 and table.var[7] == 0:
            hands[int(table.var[1]) - 1].append(int(sum(table.hand)))

    tally = merge([run.play_interpreted(0, 40, watch), run.play_interpreted(1, 20, watch)], run.turns, len(run.cards))
    found = summary(tally, run.cards)
    assert found["trials"] == 60
    for turn, held in zip(found["turns"], hands, strict=True):
        assert turn["reached"] == len(held)
        if held:
            assert turn["hand"]["mean"] == pytest.approx(np.mean(held))
            assert turn["hand"]["median"] == sorted(held)[(len(held) - 1) // 2]
    copies = sum(each["turns"][0] for each in found["stuck"])
    assert copies == pytest.approx(found["turns"][0]["hand"]["mean"])
    assert sum(each["opened"] for each in found["stuck"]) == pytest.approx(4)


# Simulated questions --------------------------------------------------------------------------------------------------

WHAT = Text("What", "什麼")


def question(unit, counts, *values):
    return SimulatedQuestion(
        "what", WHAT, WHAT, unit, counts, tuple(SimulatedLine(WHAT, each) for each in values), "1", WHAT
    )


def test_a_mean_of_what_a_metric_is_worth_has_its_interval():
    """Hands of 4, 6 and 6 that take damage 2 and lose 0, 2 and 2."""
    tally = empty(1, 2)
    tally.reached[:] = 3
    count(tally, "hand", 0, 4, 1)
    count(tally, "hand", 0, 6, 2)
    (found,) = simulated_answers(tally, [question("number", "hand", lambda hand: max(hand - 4, 0))])
    (value,) = found["lines"][0]
    assert (value["turn"], value["games"], value["estimate"]) == (1, 3, pytest.approx(4 / 3))
    assert value["high"] - value["estimate"] == pytest.approx(1.959964 * np.std([0, 2, 2], ddof=1) / 3**0.5)
    assert found["distribution"] == []


def test_a_chance_has_the_interval_of_a_share():
    tally = empty(1, 2)
    tally.measured_bins[0, 1 - LOWEST], tally.measured_bins[0, 3 - LOWEST] = 3, 1
    tally.measured_sums[0] = 6, 12
    once, twice = simulated_answers(
        tally, [question("chance", "measure", lambda n: int(n >= 1), lambda n: int(n >= 2))]
    )[0]["lines"]
    assert (once[0]["estimate"], once[0]["games"]) == (1, 4)
    assert (twice[0]["estimate"], twice[0]["low"], twice[0]["high"]) == wilson(1, 4)


def test_what_is_counted_once_a_game_has_a_distribution_without_gaps():
    tally = empty(3, 2)
    for score in (-2, 1, 1):
        tally.final_bins[score - LOWEST] += 1
        tally.final_sums[:] += score, score * score
    (found,) = simulated_answers(tally, [question("number", "final", None)])
    assert [(value["turn"], value["games"], value["estimate"]) for value in found["lines"][0]] == [(None, 3, 0)]
    assert [(each["value"], each["games"]) for each in found["distribution"]] == [(-2, 1), (-1, 0), (0, 0), (1, 2)]


def test_a_score_beyond_the_bins_counts_whole_in_the_mean():
    tally = empty(1, 2)
    tally.final_bins[-1] += 2
    tally.final_sums[:] += 200, 20_000
    (found,) = simulated_answers(tally, [question("number", "final", None)])
    assert found["lines"][0][0]["estimate"] == 100


def test_without_games_a_simulated_question_has_no_figures():
    found = simulated_answers(empty(1, 2), [question("number", "measure", None), question("number", "final", None)])
    for each in found:
        assert [value["estimate"] for value in each["lines"][0]] == [None]
        assert each["distribution"] == []
