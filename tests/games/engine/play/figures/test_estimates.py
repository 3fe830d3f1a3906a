"""Intervals: the published figures, and that they hold as often as they say."""

from math import inf

import numpy as np
import pytest

from games.engine.play.figures.estimates import (
    Interval,
    Values,
    mean,
    newcombe,
    proportion_difference,
    proportion_sequence,
    quantile,
    student_point,
    variance,
    welch,
    wilson,
    wilson_trials,
)

LOOKS = [*range(1, 10), *range(10, 100, 10), *range(100, 2001, 100)]
REPEATS = 300


# One look -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hits, trials, low, high",
    # R. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_the_published_one(hits, trials, low, high):
    found = wilson(hits, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.estimate == hits / trials


def test_wilsons_interval_never_leaves_the_scale():
    assert wilson(0, 7).low == 0
    assert wilson(7, 7).high == 1
    assert wilson(0, 0) == Interval(0.5, 0.0, 1.0)


@pytest.mark.parametrize("hits, trials", [(-1, 5), (6, 5)])
@pytest.mark.parametrize("interval", [wilson, proportion_sequence])
def test_hits_that_cannot_be_are_refused(interval, hits, trials):
    with pytest.raises(ValueError, match="hits in 5 trials"):
        interval(hits, trials)


@pytest.mark.parametrize("share", [0.5, 0.1, 0.01, 0.0])
@pytest.mark.parametrize("half_width", [0.003, 0.001, 0.0001])
def test_the_trials_a_precision_takes_are_foretold(share, half_width):
    trials = wilson_trials(share, half_width)
    hits = round(share * trials)
    assert wilson(hits, trials).half_width == pytest.approx(half_width, rel=0.02)


def test_no_number_of_trials_gives_no_width():
    with pytest.raises(ValueError, match="half width of 0"):
        wilson_trials(0.5, 0)


def test_wilsons_interval_holds_95_times_in_100():
    chance = np.random.default_rng(1)
    for share in (0.02, 0.3, 0.5):
        hits = chance.binomial(500, share, 4000)
        held = np.mean([(found := wilson(int(each), 500)).low <= share <= found.high for each in hits])
        assert 0.93 <= held <= 0.97, share


def test_mean_and_variance_are_those_of_the_values():
    values = [3, 1, 4, 1, 5, 9, 2, 6, -5]
    found = mean(len(values), sum(values), sum(value * value for value in values))
    assert found.estimate == pytest.approx(np.mean(values))
    assert variance(len(values), sum(values), sum(v * v for v in values)) == pytest.approx(np.var(values, ddof=1))
    assert found.high - found.estimate == pytest.approx(1.959964 * np.std(values, ddof=1) / 3)


def test_the_variance_of_large_sums_does_not_cancel_out():
    values = [10**9, 10**9 + 1] * 1000
    assert variance(2000, sum(values), sum(v * v for v in values)) == pytest.approx(0.25 * 2000 / 1999)


def test_a_single_value_has_a_mean_that_says_nothing():
    assert mean(1, 4, 16) == Interval(4.0, -inf, inf)
    with pytest.raises(ValueError, match="no values"):
        mean(0, 0, 0)
    with pytest.raises(ValueError, match="1 values"):
        variance(1, 4, 16)


def test_the_means_interval_holds_95_times_in_100():
    chance = np.random.default_rng(2)
    held = 0
    for values in chance.geometric(0.2, (3000, 400)):
        found = mean(400, int(values.sum()), int((values * values).sum()))
        held += found.low <= 5 <= found.high
    assert 0.93 <= held / 3000 <= 0.97


@pytest.mark.parametrize(
    "first, second, low, high",
    # R. Newcombe, "Interval estimation for the difference between independent proportions" (1998), table II, method 10
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
    ],
)
def test_the_interval_of_a_difference_of_shares_is_the_published_one(first, second, low, high):
    found = newcombe(first, second)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.estimate == pytest.approx(first[0] / first[1] - second[0] / second[1])


@pytest.mark.parametrize(
    "alpha, freedom, point",  # from the tables of Student's t
    [(0.05, 20, 2.0860), (0.01, 30, 2.7500), (0.001, 30, 3.6460), (0.001, 120, 3.3735), (0.05, 1000, 1.9623)],
)
def test_students_points_are_those_of_the_tables(alpha, freedom, point):
    assert student_point(alpha, freedom) == pytest.approx(point, abs=0.0006)


def values(numbers):
    return Values(len(numbers), sum(numbers), sum(number * number for number in numbers))


def test_the_interval_of_a_difference_of_means_is_welchs():
    first, second = [3, 5, 4, 6, 2, 4, 5, 3, 4, 4, 6, 2] * 3, [1, 9, 2, 8, 5, 7, 1, 9, 0, 6] * 3
    parts = [np.var(each, ddof=1) / len(each) for each in (first, second)]
    error = np.sqrt(sum(parts))
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / 35 + parts[1] ** 2 / 29)
    found = welch(values(first), values(second))
    assert found.estimate == pytest.approx(np.mean(first) - np.mean(second))
    assert 30 < freedom < 40  # whose points lie between 2.0423 and 2.0211 in the tables
    assert 2.0211 * error < found.half_width < 2.0423 * error
    assert welch(values([4] * 9), values([6] * 5)) == Interval(-2.0, -2.0, -2.0)


@pytest.mark.parametrize("share, value", [(0, -16), (0.5, -15), (0.51, -13), (1, -13)])
def test_a_quantile_is_the_smallest_value_not_exceeded_by_so_many(share, value):
    assert quantile([2, 3, 0, 5, 0], share, -16) == value


def test_quantiles_of_nothing_are_refused():
    with pytest.raises(ValueError, match="0 values"):
        quantile([0, 0], 0.5)
    with pytest.raises(ValueError, match=r"1\.5"):
        quantile([1], 1.5)


# Every look -----------------------------------------------------------------------------------------------------------


def paths(share, seed):
    """Hits up to each look, in REPEATS runs."""
    draws = np.random.default_rng(seed).random((REPEATS, LOOKS[-1])) < share
    return np.cumsum(draws, axis=1)[:, [look - 1 for look in LOOKS]]


def missed(share, seed, interval):
    """In how many runs some look's interval misses the share."""
    return sum(
        any(
            not (found := interval(int(hits), look)).low <= share <= found.high
            for hits, look in zip(run, LOOKS, strict=True)
        )
        for run in paths(share, seed)
    )


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.5, 0.8])
def test_a_sequence_holds_at_all_looks_together(share):
    assert missed(share, 3, proportion_sequence) <= 0.05 * REPEATS


def test_a_repeated_interval_for_one_look_does_not():
    assert missed(0.5, 3, wilson) > 0.2 * REPEATS


@pytest.mark.slow
def test_the_sequence_of_differences_holds_also_for_two_decks_of_one_seed():
    one, other = paths(0.5, 5), paths(0.45, 5)
    misses = 0
    for first, second in zip(one, other, strict=True):
        looks = [(int(a), int(b), look) for a, b, look in zip(first, second, LOOKS, strict=True)]
        found = [proportion_difference((a, look), (b, look)) for a, b, look in looks]
        misses += any(not each.low <= 0.05 <= each.high for each in found)
    assert misses <= 0.05 * REPEATS


def test_a_sequence_is_not_much_wider_than_an_interval():
    for hits, trials in ((500_000, 1_000_000), (1000, 1_000_000), (33_000, 65_536)):
        ratio = proportion_sequence(hits, trials).half_width / wilson(hits, trials).half_width
        assert 1 < ratio < 2.6


def test_a_sequence_begins_with_all_there_is():
    assert proportion_sequence(0, 0) == Interval(0.5, 0.0, 1.0)


def test_a_sequence_keeps_none_or_all():
    none, every = proportion_sequence(0, 1000), proportion_sequence(1000, 1000)
    assert none.low == 0
    assert every.high == 1
    assert none.high == pytest.approx(1 - every.low)
    # the mixture of n misses is 1 / (n + 1): (1 - p) ** 1000 = 0.05 / 1001
    assert (1 - none.high) ** 1000 == pytest.approx(0.05 / 1001)


def test_a_difference_is_known_once_it_is_clear():
    found = proportion_difference((510_000, 1_000_000), (500_000, 1_000_000))
    assert 0 < found.low < found.estimate == pytest.approx(0.01)
    assert found.estimate < found.high < 0.02
