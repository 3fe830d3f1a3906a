"""Restriction lists: how a file is read, and which version counts on a day."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.lists import RestrictionList, age, in_force, read_list
from games.registry import GAMES

LIST = """
title = "League"
version = "1"
effective_from = 2026-03-01

[limits]
"雪女" = 0
"天狗" = 1
"河童" = "any"
"""


def written(tmp_path, text):
    path = tmp_path / "league.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_is_read_from_its_file(tmp_path):
    league = read_list(written(tmp_path, LIST), "some-game")
    assert (league.slug, league.game, league.title, league.version) == ("league", "some-game", "League", "1")
    assert (league.effective_from, league.format, league.pool, league.source) == (date(2026, 3, 1), "", False, "")
    assert [league.limit(name) for name in ("雪女", "天狗", "河童", "土地")] == [0, 1, None, None]
    assert list(league.names.values()) == ["雪女", "天狗", "河童"]


def test_a_pool_allows_nothing_but_what_it_names(tmp_path):
    league = read_list(written(tmp_path, "pool = true\n" + LIST), "some-game")
    assert [league.limit(name) for name in ("雪女", "天狗", "河童", "土地")] == [0, 1, None, 0]


def test_a_list_may_say_everything_there_is(tmp_path):
    head = 'slug = "other"\nformat = "mini"\nsource = "https://example.org/list"\npool = false\n'
    league = read_list(written(tmp_path, head + LIST), "some-game")
    assert (league.slug, league.format, league.source) == ("other", "mini", "https://example.org/list")


@pytest.mark.parametrize(
    "old, new, why",
    [
        ('title = "League"', "", "title is missing"),
        ("effective_from = 2026-03-01", "", "effective_from is missing"),
        ("effective_from = 2026-03-01", 'effective_from = "soon"', "effective_from is a day"),
        ("effective_from = 2026-03-01", "effective_from = 2026-03-01T10:00:00", "effective_from is a day"),
        ('"雪女" = 0', '"雪女" = -1', "雪女 is allowed a number of copies"),
        ('"雪女" = 0', '"雪女" = true', "雪女 is allowed a number of copies"),
        ('"雪女" = 0', '"雪女" = "none"', "雪女 is allowed a number of copies"),
        ('"雪女" = 0', '"雪女" = 0\n"雪女 " = 1', "雪女  is listed twice"),
        ("[limits]", "[limit]", "limits is missing"),
        ('version = "1"', 'version = " "', "version is empty"),
        ('version = "1"', 'version = "1"\nslug = "a/b"', "slug stands in addresses"),
        ('version = "1"', 'version = "1"\npool = "yes"', "pool is true or false"),
        ("[limits]", "[limits", "Expected"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path, old, new, why):
    path = written(tmp_path, LIST.replace(old, new))
    with pytest.raises(ValueError, match=f"league.toml: .*{why}"):
        read_list(path, "some-game")


def test_limits_must_be_a_table(tmp_path):
    text = 'title = "x"\nversion = "1"\neffective_from = 2026-03-01\nlimits = 3\n'
    with pytest.raises(ValueError, match="limits is a table"):
        read_list(written(tmp_path, text), "some-game")


def version(number, day, slug="league", format="", game="some-game"):
    return RestrictionList(slug, game, "League", number, day, {}, format)


FIRST = version("1", date(2026, 3, 1))
SECOND = version("2", date(2026, 6, 1))
MINI = version("1", date(2026, 1, 1), "mini-league", "mini")
OTHER = version("1", date(2026, 1, 1), "other", game="other-game")
ALL = (SECOND, MINI, OTHER, FIRST)


@pytest.mark.parametrize(
    "on, format, standing",
    [
        (date(2026, 2, 28), "standard", ()),
        (date(2026, 3, 1), "standard", (FIRST,)),
        (date(2026, 5, 31), "standard", (FIRST,)),
        (date(2026, 6, 1), "standard", (SECOND,)),
        (date(2026, 6, 1), "mini", (SECOND, MINI)),
        (date(2026, 1, 1), "mini", (MINI,)),
    ],
)
def test_the_newest_version_in_effect_counts(on, format, standing):
    assert in_force(ALL, "some-game", format, on) == standing
    assert in_force(reversed(ALL), "some-game", format, on) == standing


def test_of_two_versions_of_one_day_the_higher_counts():
    later = version("1.1", date(2026, 3, 1))
    assert in_force((later, FIRST), "some-game", "standard", date(2026, 4, 1)) == (later,)


def test_numbers_in_versions_count_as_numbers():
    names = ("1", "2", "2026.9", "2026.10", "2026.10b", "2026.010c", "2026.11", "v9", "v10", f"v{'9' * 5000}")
    for earlier, later in pairwise(version(name, date(2026, 3, 1)) for name in names):
        assert age(earlier) < age(later)
        assert in_force((later, earlier), "some-game", "standard", date(2026, 4, 1)) == (later,)


NAMES = st.text("0019.²٣ab-年", max_size=8)


@given(
    st.lists(NAMES, max_size=6, unique=True).flatmap(lambda names: st.tuples(st.just(names), st.permutations(names)))
)
def test_every_two_versions_are_in_one_order_wherever_they_stand(both):
    one, other = (sorted(age(version(name, date(2026, 3, 1))) for name in names) for names in both)
    assert one == other
    assert all(earlier < later for earlier, later in pairwise(one))


@given(
    st.lists(st.integers(0, 10**20), min_size=1, max_size=4), st.lists(st.integers(0, 10**20), min_size=1, max_size=4)
)
def test_dotted_numbers_are_ordered_as_their_numbers(one, other):
    ages = [age(version(".".join(map(str, numbers)), date(2026, 3, 1))) for numbers in (one, other)]
    assert (ages[0] < ages[1]) == (one < other)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_lists_that_come_with_a_game_can_be_read(game):
    formats = {"", *(each.slug for each in game.formats)}
    assert all(each.game == game.slug and each.format in formats for each in game.lists)
