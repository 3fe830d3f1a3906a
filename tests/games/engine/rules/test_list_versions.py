"""The versions of a list beside each other: how they stand on a day, what is to come, and what one changed."""

from datetime import date

import pytest

from games.engine.model.lists import RestrictionList
from games.engine.rules.list_versions import LimitChange, announcements, changes, predecessor, successor, version_states
from games.registry import get

GAME = get("zero-dimension")
SPRING, SUMMER, AUTUMN = date(2026, 3, 1), date(2026, 6, 1), date(2026, 9, 1)
ONE_FORMAT = GAME.formats[0].slug


def version(name, day, slug="league", limits=None, **more):
    return RestrictionList(slug, GAME.slug, slug.title(), name, day, limits or {}, **more)


def test_of_a_list_the_newest_that_is_in_effect_is_in_force_and_later_ones_are_announced():
    known = [version("3", AUTUMN), version("1", SPRING), version("2", SUMMER), version("1", SUMMER, "cup")]
    told = [(each.list.slug, each.list.version, each.state) for each in version_states(known, GAME, SUMMER)]
    assert told == [
        ("cup", "1", "in-force"),
        ("league", "3", "announced"),
        ("league", "2", "in-force"),
        ("league", "1", "past"),
    ]


def test_a_version_replaced_in_one_format_alone_stays_in_force_in_the_others():
    known = [version("1", SPRING), version("2", SUMMER, format=ONE_FORMAT)]
    states = {each.list.version: each.state for each in version_states(known, GAME, AUTUMN)}
    assert len(GAME.formats) > 1
    assert states == {"1": "in-force", "2": "in-force"}


def test_what_is_announced_comes_by_its_day():
    known = [version("3", AUTUMN), version("1", SPRING), version("2", SUMMER), version("1", AUTUMN, "cup")]
    coming = announcements(known, GAME.slug, ONE_FORMAT, SPRING)
    told = [(each.day, [(one.slug, one.version) for one in each.lists]) for each in coming]
    assert told == [(SUMMER, [("league", "2")]), (AUTUMN, [("cup", "1"), ("league", "3")])]
    assert not announcements(known, GAME.slug, ONE_FORMAT, AUTUMN)


def test_what_is_announced_for_another_format_or_game_does_not_come():
    other = next(each.slug for each in GAME.formats if each.slug != ONE_FORMAT)
    assert not announcements([version("1", AUTUMN, format=other)], GAME.slug, ONE_FORMAT, SPRING)
    assert not announcements([version("1", AUTUMN)], "another-game", ONE_FORMAT, SPRING)


def test_a_version_follows_the_one_whose_place_it_takes():
    other = next(each.slug for each in GAME.formats if each.slug != ONE_FORMAT)
    first, second = version("1", SPRING), version("2", SUMMER, format=ONE_FORMAT)
    third = version("3", AUTUMN, format=other)
    known = [third, first, second, version("9", SUMMER, "cup")]
    assert [predecessor(each, known) for each in (first, second, third)] == [None, first, first]
    assert [successor(each, known) for each in (first, second, third)] == [second, None, None]


def changes_between(old, new, *, was_pool=False, pool=False):
    before = version("1", SPRING, limits=old, pool=was_pool)
    return [tuple(each)[:4] for each in changes(before, version("2", SUMMER, limits=new, pool=pool))]


def test_changes_are_told_by_kind():
    old = {"kept": 1, "freed": 0, "more": 1, "fewer": 2, "banned": 3, "opened": 2}
    new = {"new": 0, "kept": 1, "more": 2, "fewer": 1, "banned": 0, "opened": None}
    assert changes_between(old, new) == [
        ("added", "new", None, 0),
        ("tightened", "fewer", 2, 1),
        ("tightened", "banned", 3, 0),
        ("loosened", "more", 1, 2),
        ("loosened", "opened", 2, None),
        ("dropped", "freed", 0, None),
    ]


@pytest.mark.parametrize(
    "old, new, change",
    [
        ({}, {"a": None}, ("added", "a", 0, None)),
        ({"a": None}, {}, ("dropped", "a", None, 0)),
        ({"a": None}, {"a": 1}, ("tightened", "a", None, 1)),
    ],
)
def test_in_a_pool_what_is_named_is_allowed(old, new, change):
    assert changes_between(old, new, was_pool=True, pool=True) == [change]


def test_where_a_pool_begins_or_ends_what_became_of_a_card_counts():
    assert changes_between({"a": 1, "b": 1}, {"a": None, "c": 1}, pool=True) == [
        ("tightened", "c", None, 1),
        ("tightened", "b", 1, 0),
        ("loosened", "a", 1, None),
    ]
    assert changes_between({"a": None}, {"b": 1}, was_pool=True) == [("loosened", "b", 0, 1)]


def test_to_name_a_card_without_a_limit_changes_nothing():
    assert changes_between({}, {"a": None}) == []


def test_a_card_that_two_versions_name_differently_is_compared_with_itself():
    before = version("1", SPRING, limits={"雪女": 1, "天狗": 1}).with_codes({"雪女": ["A-1"], "天狗": ["B-1"]})
    after = version("2", SUMMER, limits={"雪姬": 0, "天狗": 1}).with_codes({"雪姬": ["A-1"], "天狗": ["B-1"]})
    assert changes(before, after) == (LimitChange("tightened", "雪姬", 1, 0, "雪女"),)
