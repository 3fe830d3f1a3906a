"""Battles as the rulebooks have them: their own examples, and every sentence of them that a result depends on.

The tables are tests/games/<game>/battles.txt. A line: the paragraph and what it says | a situation | what is told of
it, or after `not` the beginning of what is not. `usual` are the values of all situations that do not say others.
"""

import pytest

from games.registry import GAMES
from tests.games.battles import resolve, told
from tests.games.examples import HERE


def rows():
    for game in GAMES:
        if not game.battle:
            continue
        first, *lines = (HERE / game.slug / "battles.txt").read_text(encoding="utf-8").splitlines()
        usual = first.removeprefix("usual:").strip()
        for line in lines:
            name, situation, says = map(str.strip, line.split("|"))
            yield pytest.param(game.slug, f"{usual} {situation}", says, id=f"{game.slug} {name}")


@pytest.mark.parametrize("slug, situation, says", [*rows()])
def test_the_rulebook_says(slug, situation, says):
    found = told(resolve(slug, situation))
    if says.startswith("not "):
        assert [each for each in found if each.startswith(says.removeprefix("not "))] == []
    else:
        assert says in found
