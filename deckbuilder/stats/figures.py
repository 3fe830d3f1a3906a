"""Probabilities as text."""

from fractions import Fraction

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
    return f"{100 * float(chance):.2f}%"


def points(change: Fraction) -> str:
    """A change in percentage points with its sign: `+1.20`, `−0.31`, `±0`."""
    if not change:
        return "±0"
    sign = "+" if change > 0 else "−"
    size = abs(change)
    return f"{sign}{100 * float(size):.2f}" if size >= SMALLEST else f"< {sign}0.01" if change > 0 else f"> {sign}0.01"


def decimal(number: Fraction | float) -> str:
    """`2.6`, with at most two decimal places."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def with_sign(number: float, places: int = 2) -> str:
    """`+1.20`, `−0.31`."""
    return f"{number:+.{places}f}".replace("-", "−")


def exact(chance: Fraction) -> str:
    """`253/323`, in lowest terms."""
    return f"{chance.numerator}/{chance.denominator}"
