"""Probabilities as text."""

from fractions import Fraction
from math import floor

SMALLEST = Fraction(1, 20_000)
"""0.005 %; a smaller chance would be rounded to zero."""


def percent(chance: Fraction | float) -> str:
    """`84.62%`. Only certain and impossible chances are shown as 100% and 0%; others as `> 99.99%` or `< 0.01%`."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < SMALLEST:
        return "< 0.01%"
    if chance > 1 - SMALLEST:
        return "> 99.99%"
    return f"{_round(100 * Fraction(chance), 2)}%"


def points(change: Fraction | float) -> str:
    """A change of a chance, in percentage points with its sign: `+1.20`, `−0.31`, `±0`."""
    return with_sign(100 * change)


def decimal(number: Fraction | float) -> str:
    """`2.6`, `−0.07`: with at most two decimal places."""
    text = _round(abs(Fraction(number)), 2).rstrip("0").rstrip(".")
    return f"−{text}" if number < 0 and text != "0" else text


def with_sign(number: Fraction | float, places: int = 2) -> str:
    """`+1.20`, `−0.31`. Only 0 is shown as `±0`; other numbers that would be rounded to it as `< +0.01`, `> −0.01`."""
    if not number:
        return "±0"
    sign, size = "+" if number > 0 else "−", _round(abs(Fraction(number)), places)
    if float(size):
        return f"{sign}{size}"
    return f"{'<' if number > 0 else '>'} {sign}{10**-places:.{places}f}"


def exact(chance: Fraction) -> str:
    """`253/323`, in lowest terms."""
    return f"{chance.numerator}/{chance.denominator}"


def _round(number: Fraction, places: int) -> str:
    """A number from 0 on, a tie rounded up as on paper: 0.625 is `0.63`, as 0.875 is `0.88`."""
    digits = str(floor(number * 10**places + Fraction(1, 2))).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"
