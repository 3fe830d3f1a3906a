"""docs/odds.md tells what is counted: its goals are read, its tables are those of the code."""

import re
from pathlib import Path

import pytest

from games.engine.odds import chains, hands, mulligan
from games.engine.reading import goals
from games.registry import GAMES, get

TEXT = (Path(__file__).parents[4] / "docs" / "odds.md").read_text(encoding="utf-8")


def rows(heading):
    """The rows of the first table after a line that begins so, a list of cells each."""
    table = TEXT[TEXT.index(heading) :].partition("|---")[2].partition("\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]


@pytest.mark.parametrize("text", [row[0].strip("| `") for row in rows("| Type | Meaning |")])
def test_every_goal_is_understood(text):
    goal = goals.parse(text, get("xing-ling-wang"))
    assert goals.parse(goals.unparse(goal), get("xing-ling-wang")) == goal


def test_the_chinese_example_is_the_same_goal():
    text = rows("| Type | Meaning |")[-1][0].strip("| `")
    told = ">=1 of (kind:unit) and <=2 of (kind:spell)"
    assert goals.unparse(goals.parse(text, get("xing-ling-wang"))) == told


def test_every_code_is_told():
    assert {row[0].strip("| `") for row in rows("| Code | Means |")} == set(goals.SENTENCES)
    assert f"more than {goals.MAX_LENGTH} characters" in TEXT
    assert f"above {goals.MAX_COUNT}" in TEXT


def test_the_openings_are_those_of_the_games():
    told = [[cell.strip("| `") for cell in row] for row in rows("| Game | Hand |")]
    assert told == [[game.slug, *map(str, opening(game.opening)), game.opening.rule] for game in GAMES]


def opening(each):
    return each.hand, each.mulligan, each.draw, each.draws(1, "first"), each.life


def test_the_bounds_are_those_of_the_code():
    told = [re.match(r"\d+", row[0].strip("| "))[0] for row in rows("| Bound | For |")]
    assert told == [
        str(hands.MAX_STATES),
        str(mulligan.MAX_STATES),
        str(chains.MAX_STEPS),
        str(hands.MAX_STATE_BITS),
    ]
