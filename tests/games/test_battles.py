"""Battles as the rulebooks have them: their own examples, and every sentence of them that a result depends on.

The tables are tests/games/<game>/battles.txt. A line: the paragraph and what it says | a situation | what is told of
it, or after `not` the beginning of what is not. `usual` are the values of all situations that do not say others.
"""

import pytest

from games.engine.model.battle_situation import Excess
from tests.games.battles import outcomes, resolve, rows


@pytest.mark.parametrize("slug, situation, says", [pytest.param(*row[:3], id=row.name) for row in rows()])
def test_the_rulebook_says(slug, situation, says):
    found = outcomes(resolve(slug, situation))
    if says.startswith("not "):
        assert [each for each in found if each.startswith(says.removeprefix("not "))] == []
    else:
        assert says in found


def test_a_role_has_at_most_two_healing_unless_a_skill_says_otherwise():
    """星杯 四.六."""
    with pytest.raises(Excess) as error:
        resolve("asteriated-grail", "target.hand=4 target.healing=3")
    assert (error.value.name, error.value.most) == ("target.healing", 2)
