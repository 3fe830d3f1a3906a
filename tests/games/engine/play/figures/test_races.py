"""Two simulations against each other: the mean winning turn, and the turn by which they differ most."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.play.figures.races import Clocks, race

COUNTS = st.lists(st.integers(0, 50), min_size=5, max_size=5)


def mean_clock(clocks: Clocks) -> float:
    """Of every game, one that is not won counting one turn more than were played."""
    turns = [turn for turn, games in enumerate(clocks.won, 1) for _ in range(games)]
    late = [len(clocks.won) + 1] * (clocks.games - len(turns))
    return sum(turns + late) / clocks.games


@given(one=COUNTS, other=COUNTS, rest=st.integers(1, 20))
def test_means_are_those_of_all_games_and_the_turn_is_that_of_the_largest_difference(
    one: list[int], other: list[int], rest: int
) -> None:
    first, second = (Clocks(won, sum(won) + rest) for won in (one, other))
    result = race(first, second)
    assert result.mean.estimate == pytest.approx(mean_clock(first) - mean_clock(second))
    assert result.mean.low <= result.mean.estimate + 1e-9
    assert result.mean.estimate <= result.mean.high + 1e-9
    differences = [a / first.games - b / second.games for a, b in zip(first.won_by, second.won_by, strict=True)]
    assert abs(result.won.estimate) == max(map(abs, differences))
    assert result.won.estimate == differences[result.turn - 1]


@given(one=COUNTS, other=COUNTS)
def test_the_other_way_round_only_the_signs_change(one: list[int], other: list[int]) -> None:
    first, second = (Clocks(won, sum(won) + 1) for won in (one, other))
    forward, back = race(first, second), race(second, first)
    assert forward.turn == back.turn
    for there, here in ((forward.mean, back.mean), (forward.won, back.won)):
        assert (there.estimate, there.low, there.high) == pytest.approx((-here.estimate, -here.high, -here.low))


def test_decks_that_always_win_in_the_end_differ_by_their_speed() -> None:
    """All games of both are won by the last turn: the share won by then says nothing."""
    slow, fast = Clocks([0, 0, 0, 770, 230, 0], 1_000), Clocks([0, 0, 430, 480, 90, 0], 1_000)
    result = race(slow, fast)
    assert result.mean.estimate == pytest.approx(4.23 - 3.66)
    assert result.mean.low > 0
    assert result.turn == 3
    assert result.won.high < 0


def test_where_nothing_differs_the_turn_is_the_one_in_which_half_the_games_are_won() -> None:
    same = Clocks([0, 10, 30, 60, 0], 100)
    assert race(same, same).turn == 3
    assert race(same, same).mean.low < 0 < race(same, same).mean.high


def test_one_deck_against_itself_is_significant_at_most_one_time_in_twenty_at_any_look() -> None:
    """Both intervals together, at eleven looks while games are played."""
    rng, misses, repeats = random.Random(7), 0, 200
    for _ in range(repeats):
        sides = [[0] * 6, [0] * 6]
        for look in range(1, 12):
            for won in sides:
                for turn in rng.choices(range(6), (1, 3, 5, 3, 2, 1), k=20 * look):
                    won[turn] += 1
            result = race(*(Clocks(won[:5], sum(won)) for won in sides))
            if any(each.low > 0 or each.high < 0 for each in (result.mean, result.won)):
                misses += 1
                break
    assert misses <= repeats / 20


def test_no_games_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="no games"):
        race(Clocks([0], 0), Clocks([1], 1))
