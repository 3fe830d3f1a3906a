"""Card impact: by hand from a small tally, of games told one by one, and that all its intervals hold at once."""

from collections import Counter
from itertools import accumulate, pairwise

import numpy as np
import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import DeckLine
from games.engine.play.figures.estimates import ALPHA, Values, newcombe, welch
from games.engine.play.figures.impact import MIN_GAMES, impact
from games.engine.play.trials.goldfish import ENDED, OPENED
from games.engine.play.trials.runs import Run
from games.engine.play.trials.table import OVER, TURN
from games.engine.play.trials.tallies import empty_impact, merge_impacts, pack_impact, unpack_impact
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import groups, parse
from games.registry import GAMES, get, goldfish
from tests.catalogs import decks_of, load_catalog

CARDS = [DeckLine(Card(name, name, "unit", codes=(f"A-{name}",)), 1) for name in "雪天狐傘"]


def run_of(slug, **options):
    game = get(slug)
    path = min(each for each in decks_of(game).glob("*.txt") if "illegal" not in each.name)
    deck = read(path.read_text(encoding="utf-8"), load_catalog(game), game).deck
    goal = next(text for preset in game.presets if (text := preset.text(deck)))
    return Run(game, goldfish(game), deck, seed=11, goal=parse(goal, game), **options)


# By hand --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small():
    """1,000 games of two turns: the first card was dealt in 400, the second in all, the third in none, the last in 99.

    Of the first card's games 300 were won in turn 1 and 100 not; of the others 300 in turn 2 and 300 not.
    """
    tally = empty_impact(2, 4)
    tally.clocks[0] = 0, 300, 0, 100
    tally.clocks[1] = tally.clocks[4] = 0, 300, 300, 400
    tally.clocks[3] = 0, 99, 0, 0
    tally.goals[0] = 100, 200, -20
    tally.goals[4] = 150, 350, -20
    return tally


def test_a_game_that_is_not_won_counts_for_the_turn_after_the_last(small):
    clock = impact(small, CARDS)["cards"][0]["clock"]
    assert clock["with_card"] == (300 * 1 + 100 * 3) / 400
    assert clock["without"] == (300 * 2 + 300 * 3) / 600
    found = welch(Values(400, 600, 1200), Values(600, 1500, 3900), ALPHA / 4)
    assert (clock["difference"], clock["low"], clock["high"]) == found
    assert clock["clear"]


def test_the_goal_is_met_by_the_turns_changes_added_up(small):
    found = impact(small, CARDS, goal_turn=2)
    goal = found["cards"][0]["goal"]
    assert (goal["with_card"], goal["without"]) == (280 / 400, 200 / 600)
    assert (goal["difference"], goal["low"], goal["high"]) == newcombe((280, 400), (200, 600), ALPHA / 8)
    assert (found["goal_turn"], found["intervals"], found["games"]) == (2, 8, 1000)
    assert impact(small, CARDS, goal_turn=0)["cards"][0]["goal"]["with_card"] == 100 / 400
    assert impact(small, CARDS)["cards"][0]["goal"] is None


def test_a_card_that_cannot_be_compared_says_why_and_comes_last(small):
    found = impact(small, CARDS, goal_turn=2)["cards"]
    assert [each["reason"] for each in found] == ["", "always", "never", "few"]
    assert [each["dealt"] for each in found] == [400, 1000, 0, MIN_GAMES - 1]
    assert all(each["clock"] is each["goal"] is None for each in found[1:])


def test_where_no_game_is_won_only_the_goal_compares():
    tally = empty_impact(2, 2)
    tally.clocks[:, 3] = 400, 500, 1000
    tally.goals[:, 0] = 100, 300, 500
    found = impact(tally, CARDS[:2], goal_turn=0)["cards"]
    assert [each["name"] for each in found] == ["天", "雪"]  # the one that helps the goal comes first
    assert all(each["clock"] is None and each["reason"] == "" for each in found)


def test_no_games_give_no_figures():
    found = impact(empty_impact(2, 4), CARDS, goal_turn=1)
    assert (found["games"], [each["reason"] for each in found["cards"]]) == (0, ["few"] * 4)


# Of games -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_the_tally_is_that_of_the_games_told_one_by_one(slug):
    """Each game is told in words by what a log hears; hands, clocks and goals are then counted in plain Python."""
    run = run_of(slug, turns=5)
    if run.game.opening.mulligan == "once":
        run = run_of(slug, turns=5, keep=run.goal)
    members = groups(run.goal, run.cards)
    games = []

    def meets(seen):
        """The goal by its words: of some clause every condition."""
        holds = []
        for i, condition in enumerate(run.goal.conditions):
            count = sum(int(copies) for copies, member in zip(seen, members, strict=True) if member[i])
            holds.append(condition.low <= count <= (count if condition.high is None else condition.high))
        ends = list(accumulate(map(len, run.goal.clauses), initial=0))
        return any(all(holds[start:end]) for start, end in pairwise(ends))

    def watch(t, event):
        if event == OPENED:
            games.append({"hand": [int(n) for n in t.hand], "goal": [], "clock": run.turns + 1})
        elif event == ENDED:
            if not t.var[OVER]:
                games[-1]["goal"].append(meets(t.seen))
                if run.goldfish.has_won(t):
                    games[-1]["clock"] = int(t.var[TURN])
        elif not games[-1]["goal"]:
            games[-1]["goal"] = [meets(t.seen)]

    tally = run.impact()
    run.play_interpreted(2, 60, watch, tally)
    assert len(games) == tally.games == 60
    for card in range(len(run.cards)):
        dealt = [game for game in games if game["hand"][card]]
        assert Counter(game["clock"] for game in dealt) == nonzero(tally.clocks[card])
    assert Counter(game["clock"] for game in games) == nonzero(tally.clocks[-1])
    for turn in range(run.turns + 1):
        for card in range(len(run.cards)):
            met = sum(game["goal"][min(turn, len(game["goal"]) - 1)] for game in games if game["hand"][card])
            assert met == tally.goals[card, : turn + 1].sum()
    assert {sum(game["hand"]) for game in games} == {run.game.opening.hand}


def nonzero(row):
    return {turn: int(count) for turn, count in enumerate(row) if count}


def test_chunks_add_up_in_any_order_and_what_is_packed_comes_back():
    run = run_of("xing-ling-wang", turns=4)
    size = (4, len(run.cards))
    parts, whole = [run.impact() for _ in range(3)], run.impact()
    for number, part in enumerate(parts):
        run.play_interpreted(number, 30, impact=part)
        run.play_interpreted(number, 30, impact=whole)
    for added in (merge_impacts(parts, *size), merge_impacts(reversed(parts), *size)):
        assert np.array_equal(added.clocks, whole.clocks)
        assert np.array_equal(added.goals, whole.goals)
    again = unpack_impact(pack_impact(whole), *size)
    assert np.array_equal(again.clocks, whole.clocks)
    assert np.array_equal(again.goals, whole.goals)
    with pytest.raises(ValueError, match="are counted"):
        unpack_impact(pack_impact(whole), 5, len(run.cards))


# That they hold -------------------------------------------------------------------------------------------------------


def test_all_intervals_of_a_run_hold_at_once_19_times_in_20():
    """Of cards that change nothing no difference is clear: in hardly any run is there even one of 40 that is."""
    chance, cards = np.random.default_rng(8), CARDS * 5
    runs, wrong = 300, 0
    for _ in range(runs):
        wrong += bool(clear(impact(drawn(chance, cards, 2000), cards, goal_turn=0)))
    assert wrong / runs <= 0.05 + 2.5 * (0.05 * 0.95 / runs) ** 0.5


def test_a_card_that_does_help_is_clear():
    chance = np.random.default_rng(9)
    tally = drawn(chance, CARDS, 4000)
    helped = int(tally.clocks[0, 4])
    tally.clocks[[0, -1], 4] -= helped
    tally.clocks[[0, -1], 2] += helped
    found = impact(tally, CARDS, goal_turn=0)["cards"]
    assert (found[0]["name"], found[0]["clock"]["clear"]) == ("雪", True)
    assert found[0]["clock"]["high"] < 0
    assert not found[0]["goal"]["clear"]


def drawn(chance, cards, games):
    """A tally of games in which each card is dealt now and then, and neither clock nor goal depend on it."""
    clocks, goals = chance.choice(5, games, p=(0, 0.1, 0.2, 0.3, 0.4)), chance.random(games) < 0.3
    tally = empty_impact(3, len(cards))
    for row in range(len(cards) + 1):
        dealt = chance.random(games) < 0.2 if row < len(cards) else np.full(games, True)
        tally.clocks[row] = np.bincount(clocks[dealt], minlength=5)
        tally.goals[row, 0] = goals[dealt].sum()
    return tally


def clear(found):
    return [(each["name"], name) for each in found["cards"] for name in ("clock", "goal") if each[name]["clear"]]
