"""What holds of every battle, whatever stands there."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine.model.battle import CODES, Battle, Field, Result, answers, option_label
from games.engine.model.battle_situation import Excess, Missing, Situation, Value
from games.engine.model.cards import DASH
from games.engine.reading.battle_reading import read
from games.registry import GAMES, get
from tests.games.battles import battle_of

SLUGS = [game.slug for game in GAMES if game.battle]
RANK = {"defender": 0, "": 1, "attacker": 2}
GAIN = {
    "zero-dimension": ("attacker.attack_change", "attacker"),
    "xing-ling-wang": ("attacker.attack_change", "attacker"),
    "echo-of-legends": ("attacker.more", "attacker"),
    "legions": ("attacker.atk_change", "attacker"),
}
"""By game the number of which the attacker likes to have more."""

UNNEEDED = ("score", "wait", "core_cost")
"""Numbers that a battle does without, mostly."""

each_battle = pytest.mark.parametrize("slug", SLUGS)
each_fight = pytest.mark.parametrize("slug", GAIN)


def values_of(field: Field) -> st.SearchStrategy[Value]:
    if field.type == "options":
        return st.frozensets(st.sampled_from([option.value for option in field.options]))
    if field.type == "choice":
        return st.sampled_from([choice.value for choice in field.choices])
    scale = 500 if field.max > 1000 else 1
    numbers = st.integers(max(-(-field.min // scale), -12), min(field.max // scale, 12)).map(lambda step: step * scale)
    if field.name in UNNEEDED:
        return st.one_of(numbers, st.none())
    return st.one_of(numbers, st.just(DASH)) if field.dash else numbers


@cache
def situations(slug: str) -> st.SearchStrategy[Situation]:
    """Kept by game: a strategy made anew for every draw is also checked anew, which takes longer than the draw."""
    battle = battle_of(slug)
    sides = [side.key for side in battle.sides if side.optional and side.key not in ("defender", "hero")]
    values = st.fixed_dictionaries({name: values_of(field) for name, field in battle.all_fields.items()})
    return st.builds(Situation, values, st.frozensets(st.sampled_from(sides)) if sides else st.just(frozenset()))


def resolved(battle: Battle, situation: Situation) -> Result:
    try:
        return battle.resolve(situation)
    except (Missing, Excess):
        assume(False)
        raise


@pytest.mark.slow
@each_battle
@given(data=st.data())
def test_every_fact_has_a_code_a_paragraph_and_names_that_can_be_read(slug, data):
    battle = battle_of(slug)
    result = resolved(battle, data.draw(situations(slug)))
    for fact in (*result.steps, *result.outcome):
        assert fact.code in CODES
        assert fact.rule
        for value in fact.params.values():
            assert isinstance(value, int) or battle.label(value, get(slug)).en


@pytest.mark.slow
@each_battle
@given(data=st.data())
def test_a_table_answers_as_the_battle_itself_does(slug, data):
    battle = battle_of(slug)
    situation = data.draw(situations(slug))
    for table, cells in answers(battle, situation):
        assert [len(row) for row in cells] == [len(table.columns)] * len(table.rows)
        row, column = data.draw(st.integers(0, len(cells) - 1)), data.draw(st.integers(0, len(table.columns) - 1))
        try:
            alike = battle.resolve(table.columns[column].situation(table.rows[row].situation(situation)))
        except (Missing, Excess):
            alike = None
        assert cells[row][column] == alike


@pytest.mark.slow
@each_fight
@given(data=st.data(), amount=st.integers(1, 20))
def test_more_attack_never_makes_it_worse(slug, data, amount):
    battle, (name, _) = battle_of(slug), GAIN[slug]
    situation = data.draw(situations(slug))
    before = resolved(battle, situation)
    after = battle.resolve(situation.with_changes(situation.more(name, amount)))
    assert RANK[before.favours] <= RANK[after.favours]
    fallen = {side for side in before.sides("falls") if side != "attacker"}
    assert fallen <= {*after.sides("falls"), *after.sides("leaves")}


@pytest.mark.slow
@each_fight
@given(data=st.data())
def test_what_is_said_to_be_lacking_is_just_enough(slug, data):
    """The fact is there until the number is reached, and gone from there on."""
    battle = battle_of(slug)
    situation = data.draw(situations(slug))
    needs = [each for each in resolved(battle, situation).outcome if each.code == "needs"]
    for need in needs:
        name = GAIN[slug][0] if need.params["what"] in ("attack", "atk") else "attacker.defence_change"
        amount = int(need.params["amount"])
        assert amount > 0
        enough = battle.resolve(situation.with_changes(situation.more(name, amount)))
        short = battle.resolve(situation.with_changes(situation.more(name, amount - 1)))
        assert need.params["why"] not in reasons(enough)
        assert need.params["why"] in reasons(short)


def reasons(result: Result) -> set[object]:
    return {each.params["why"] for each in result.outcome if each.code == "needs"}


STANDING = {f"{side}{what}": 0 for side in ("attacker", "defender") for what in (".damage", ".defence_change")}
STANDING |= {f"{side}_gear.defence_bonus": 0 for side in ("attacker", "defender")}

MIRRORED = {
    "zero-dimension": ("state", {"against": "attacked", **STANDING}),
    "echo-of-legends": ("state", {"against": "minion"}),
    "legions": ("lane", {"attacker.role": "minion", "defender.role": "minion", "blockers": frozenset()}),
}
"""Games in which both strike at once, and what of a side is not looked at from the other."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", MIRRORED)
@given(data=st.data())
def test_it_does_not_matter_who_attacks_where_both_strike_at_once(slug, data):
    battle, (own, fixed) = battle_of(slug), MIRRORED[slug]
    situation = data.draw(situations(slug)).with_changes(fixed)
    none = {f"{side}.{own}": "centre" if own == "lane" else frozenset() for side in ("attacker", "defender")}
    if slug == "legions":
        none["attacker.state"] = frozenset()
    plain = situation.with_changes(none)
    swapped = plain.with_changes(
        {other_side(name): value for name, value in plain.values.items() if other_side(name) in plain.values}
    )
    first, second = resolved(battle, plain), resolved(battle, swapped)
    assume(not {"interrupted"} & {each.code for each in (*first.steps, *second.steps)})
    assert {other_side(side) for side in first.sides("falls")} == set(second.sides("falls"))
    assert RANK[first.favours] + RANK[second.favours] == 2


def other_side(name: str) -> str:
    side, dot, rest = name.partition(".")
    for one, other in (("attacker", "defender"), ("defender", "attacker")):
        if side.startswith(one):
            return side.replace(one, other, 1) + dot + rest
    return name


@given(attack=st.integers(0, 99), other=st.integers(0, 99))
def test_the_triangle_of_attributes_goes_round(attack, other):
    """Each beats the next one as the others do, from either side; light and dark beat nothing."""
    battle = battle_of("echo-of-legends")

    def figures(one, two):
        values = {name: field.default for name, field in battle.all_fields.items()}
        values |= {"attacker.attack": attack, "defender.attack": other, "attacker.attribute": one}
        return battle.resolve(Situation({**values, "defender.attribute": two})).figures

    ring = ("fire", "grass", "water")
    assert {figures(ring[at], ring[(at + 1) % 3]) for at in range(3)} == {(2 * attack, other)}
    assert {figures(ring[(at + 1) % 3], ring[at]) for at in range(3)} == {(attack, 2 * other)}
    plain = {figures(one, two) for one in ("light", "dark") for two in (*ring, "light", "dark")}
    plain |= {figures(one, one) for one in ring}
    assert plain == {(attack, other)}


@each_battle
def test_the_example_of_a_game_is_resolved(slug):
    battle = battle_of(slug)
    found = read(get(slug), {name: [value] for name, value in battle.example.items()}, {})
    assert found.mistakes == ()
    assert battle.resolve(found.situation).outcome


@each_battle
def test_names_stand_for_one_thing(slug):
    battle = battle_of(slug)
    names = [*battle.names()]
    assert len(names) == len(set(names))
    keys = [*battle.by_key, *battle.terms]
    assert len(keys) == len(set(keys))
    for side in battle.sides:
        for field in side.fields:
            assert not field.attribute or field.attribute in get(slug).fields
            for option in field.options:
                assert battle.label(option.value, get(slug)).hant


@each_battle
def test_a_name_in_a_fact_can_be_read_in_one_way(slug):
    battle, labels = battle_of(slug), {}
    named = [(side.key, side.label) for side in battle.sides] + [*battle.terms.items()]
    for field in battle.all_fields.values():
        named += [(option.value, option_label(option, get(slug))) for option in field.options]
        named += [(choice.value, choice.label) for choice in field.choices]
    for name, label in named:
        labels.setdefault(name, set()).add(label.en)
    assert {name: found for name, found in labels.items() if len(found) > 1 and name not in battle.by_key} == {}
