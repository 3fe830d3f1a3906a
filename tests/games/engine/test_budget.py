"""How much is counted in all for one question."""

import pytest

from games.engine.budget import TooLarge, budget, spend
from games.engine.odds.exact import chance, what_if
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import get
from tests.catalogs import decks_of, load_catalog

ECHO = get("echo-of-legends")


@pytest.fixture(scope="module")
def deck():
    path = min(decks_of(ECHO).glob("*.txt"))
    return read(path.read_text(encoding="utf-8"), load_catalog(ECHO), ECHO).deck


def test_without_one_nothing_is_bounded():
    spend(10**12)


def test_all_that_is_counted_inside_comes_out_of_it():
    with budget(250):
        spend(100)
        spend(100)
        with pytest.raises(TooLarge) as caught:
            spend(100)
    assert (caught.value.what, caught.value.size, caught.value.bound) == ("steps", 300, 250)
    with budget(250):
        spend(250)


def test_what_comes_after_it_is_spent_is_not_even_begun():
    with budget(10):
        for _ in range(3):
            with pytest.raises(TooLarge):
                spend(11)


def test_one_within_another_has_its_own():
    with budget(10):
        with budget(100):
            spend(50)
        spend(10)


def test_odds_are_the_same_with_one_that_suffices_and_none_come_out_of_a_small_one(deck):
    goal = parse(">=2 of (kind:minion) and <=3 of (kind:item)", ECHO)
    for count in (chance, what_if):
        free = count(goal, deck, ECHO.opening, mulligan=True)
        with budget(10**7):
            assert count(goal, deck, ECHO.opening, mulligan=True) == free
        with pytest.raises(TooLarge), budget(100):
            count(goal, deck, ECHO.opening, mulligan=True)
