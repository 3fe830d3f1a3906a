"""Numbers as text: rounded as on paper, and never rounded to something they are not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.stats.figures import decimal, percent, points, with_sign


@pytest.mark.parametrize(
    "number, text",
    [
        (Fraction(5, 8), "0.63"),
        (Fraction(7, 8), "0.88"),
        (2.5, "2.5"),
        (-0.07, "−0.07"),
        (-0.001, "0"),
        (3, "3"),
        (0, "0"),
    ],
)
def test_decimals(number: Fraction | float, text: str) -> None:
    assert decimal(number) == text


@pytest.mark.parametrize(
    "number, text",
    [(0.0, "±0"), (1.2, "+1.20"), (-0.31, "−0.31"), (0.003, "< +0.01"), (-0.004, "> −0.01"), (-0.005, "−0.01")],
)
def test_changes_have_a_sign_and_only_none_is_shown_as_none(number: float, text: str) -> None:
    assert with_sign(number) == text


def test_percentage_points() -> None:
    assert points(Fraction(-1, 40_000)) == "> −0.01"
    assert points(Fraction(1, 3)) == "+33.33"
    assert percent(Fraction(1, 16)) == "6.25%"


@given(number=st.fractions(-100, 100))
def test_a_rounded_number_is_within_half_a_place(number: Fraction) -> None:
    text = decimal(number).replace("−", "-")
    assert abs(Fraction(text) - number) <= Fraction(1, 200)
    assert text != "-0"
