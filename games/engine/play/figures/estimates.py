"""What counts say about chances and averages: estimates with the interval that holds them.

An `Interval` is good for one look at the end; a sequence's holds at every look while trials still run. Counts are whole
numbers, so that the same counts give the same figures to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: 95 % lie within as many standard deviations on both sides."""

ALPHA = 0.05
"""How often an interval may miss: 1 in 20."""

STEPS = 200
"""Halvings of an interval when a bound is searched for; a double has fewer digits than that."""


class Interval(NamedTuple):
    """An estimate, and from where to where it may be off."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


# One look -------------------------------------------------------------------------------------------------------------


def wilson(hits: int, trials: int, z: float = Z95) -> Interval:
    """The share of hits with its score interval; 0 to 1 where there are no trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    Raises ValueError where there are not from 0 to `trials` hits.
    """
    _check_counts(hits, trials)
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    share = hits / trials
    spread = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / spread
    reach = z / spread * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if hits == 0 else max(middle - reach, 0.0)
    high = 1.0 if hits == trials else min(middle + reach, 1.0)
    return Interval(share, low, high)


def wilson_trials(share: float, half_width: float, z: float = Z95) -> int:
    """About how many trials it takes until Wilson's interval of such a share is no wider.

    From its half width, w = z / (n + z²) · √(n·p·(1 − p) + z²/4), solved for n. Raises ValueError for a width of 0.
    """
    if half_width <= 0:
        raise ValueError(f"a half width of {half_width}")
    variance, scaled = share * (1 - share), (half_width / z) ** 2
    b, c = 2 * scaled * z * z - variance, scaled * z**4 - z * z / 4
    return max(round((-b + sqrt(max(b * b - 4 * scaled * c, 0.0))) / (2 * scaled)), 0)


def mean(count: int, total: int, squares: int, z: float = Z95) -> Interval:
    """The mean of `count` values that add up to `total`, their squares to `squares`, with its normal interval.

    Good for many values, by the central limit theorem. Raises ValueError where there are none.
    """
    if count < 1:
        raise ValueError("a mean of no values")
    middle = total / count
    if count == 1:
        return Interval(middle, -inf, inf)
    reach = z * sqrt(variance(count, total, squares) / count)
    return Interval(middle, middle - reach, middle + reach)


def variance(count: int, total: int, squares: int) -> float:
    """The sample variance, of whole numbers without rounding on the way. Raises ValueError for less than two values."""
    if count < 2:
        raise ValueError(f"a variance of {count} values")
    return (count * squares - total * total) / (count * (count - 1))


class Values(NamedTuple):
    """`count` whole numbers by their sum and that of their squares."""

    count: int  # type: ignore[assignment]  # instead of the method of tuples
    total: int
    squares: int


def welch(first: Values, second: Values, alpha: float = ALPHA) -> Interval:
    """How much larger the mean of the first values is, with the interval of Welch's t: both may vary differently.

    Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are
    involved" (1947). Raises ValueError for less than two values.
    """
    middle = first.total / first.count - second.total / second.count
    one, other = (variance(*each) / each.count for each in (first, second))
    if one + other == 0:
        return Interval(middle, middle, middle)
    freedom = (one + other) ** 2 / (one**2 / (first.count - 1) + other**2 / (second.count - 1))
    reach = student_point(alpha, freedom) * sqrt(one + other)
    return Interval(middle, middle - reach, middle + reach)


def newcombe(first: tuple[int, int], second: tuple[int, int], alpha: float = ALPHA) -> Interval:
    """How much larger the first share is, each (hits, trials), with the interval made of Wilson's of both.

    Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of
    eleven methods" (1998), method 10. Raises ValueError where there are not from 0 to `trials` hits.
    """
    one, other = (wilson(*each, normal_point(alpha)) for each in (first, second))
    middle = one.estimate - other.estimate
    low = middle - sqrt((one.estimate - one.low) ** 2 + (other.high - other.estimate) ** 2)
    high = middle + sqrt((one.high - one.estimate) ** 2 + (other.estimate - other.low) ** 2)
    return Interval(middle, low, high)


def normal_point(alpha: float) -> float:
    """Standard deviations to both sides that all but a share of `alpha` lie within."""
    return NormalDist().inv_cdf(1 - alpha / 2)


def student_point(alpha: float, freedom: float) -> float:
    """The same of Student's t. Good to 1 in 1,000 from 20 degrees of freedom on, for alpha down to one in a million.

    Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
    """
    z = normal_point(alpha)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def quantile(counts: Sequence[int], share: float, lowest: int = 0) -> int:
    """The smallest value that at least this share of values does not exceed; `counts[k]` values are `lowest` + k.

    Raises ValueError where there are no values, or for a share that is none.
    """
    size = sum(counts)
    if size == 0 or not 0 <= share <= 1:
        raise ValueError(f"the quantile {share} of {size} values")
    below = 0
    for index, count in enumerate(counts):
        below += count
        if count and below >= share * size:
            return lowest + index
    raise AssertionError(counts)


# Every look -----------------------------------------------------------------------------------------------------------


def proportion_sequence(hits: int, trials: int, alpha: float = ALPHA) -> Interval:
    """The share of hits with an interval that holds at every look, however often one looks and whenever one stops.

    With chance 1 - alpha the true share is in the intervals of all numbers of trials at once: all shares p are kept for
    which the uniform prior's mixture of likelihoods is not 1/alpha times the likelihood of p, which is a martingale
    (Ville's inequality). Exact for any number of trials. Sources: H. Robbins, "Statistical methods related to the law
    of the iterated logarithm" (1970); I. Waudby-Smith, A. Ramdas, "Confidence sequences for sampling without
    replacement" (2020), section 2.
    """
    _check_counts(hits, trials)
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    misses = trials - hits
    mixture = lgamma(hits + 1) + lgamma(misses + 1) - lgamma(trials + 2)

    def is_plausible(share: float) -> bool:
        return mixture - _power(share, hits) - _power(1 - share, misses) < -log(alpha)

    share = hits / trials
    return Interval(share, _edge(is_plausible, share, 0.0), _edge(is_plausible, share, 1.0))


def difference(first: Callable[[float], Interval], second: Callable[[float], Interval]) -> Interval:
    """How much the first is larger than the second; each is an interval for a given alpha.

    Each may miss half as often, so that both together hold 95 times in 100: by Bonferroni, whether or not the two were
    drawn independently (two decks played from the same seed are not), and at every look if both are sequences.
    """
    one, other = first(ALPHA / 2), second(ALPHA / 2)
    return Interval(one.estimate - other.estimate, one.low - other.high, one.high - other.low)


def proportion_difference(first: tuple[int, int], second: tuple[int, int]) -> Interval:
    """The difference of two shares, each (hits, trials), with an interval that holds at every look."""
    return difference(
        lambda alpha: proportion_sequence(*first, alpha), lambda alpha: proportion_sequence(*second, alpha)
    )


def _check_counts(hits: int, trials: int) -> None:
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits} hits in {trials} trials")


def _power(share: float, times: int) -> float:
    """The logarithm of a share to the power of `times`."""
    if times == 0:
        return 0.0
    return times * log(share) if share > 0 else -inf


def _edge(is_plausible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where, between a share that is kept and the end of the scale, shares are kept no longer."""
    if is_plausible(outside):
        return outside
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if is_plausible(middle):
            inside = middle
        else:
            outside = middle
    return outside
