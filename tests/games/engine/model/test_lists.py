"""Restriction lists: how a file is read, and which version counts on a day."""

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.lists import RestrictionList, age, entries, in_force, read_entry, read_list
from games.registry import GAMES, get

LIST = """
title = "League"
version = "1"
effective_from = 2026-03-01

[limits]
"雪女" = 0
"天狗" = 1
"河童" = "any"
"""


def card(name, *codes, **values):
    return Card(key=f"{name}|unit", name=name, kind="unit", codes=codes, values=values)


def write_list(tmp_path, text):
    path = tmp_path / "league.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_is_read_from_its_file(tmp_path):
    league = read_list(write_list(tmp_path, LIST), "some-game")
    assert (league.slug, league.game, league.title, league.version) == ("league", "some-game", "League", "1")
    assert (league.effective_from, league.format, league.pool, league.source) == (date(2026, 3, 1), "", False, "")
    assert [league.limit(card(name)) for name in ("雪女", "天狗", "河童", "土地")] == [0, 1, None, None]
    assert list(league.names.values()) == ["雪女", "天狗", "河童"]


def test_a_pool_allows_nothing_but_what_it_names(tmp_path):
    league = read_list(write_list(tmp_path, "pool = true\n" + LIST), "some-game")
    assert [league.limit(card(name)) for name in ("雪女", "天狗", "河童", "土地")] == [0, 1, None, 0]


def test_a_list_may_say_everything_there_is(tmp_path):
    head = 'slug = "other"\nformat = "mini"\nsource = "https://example.org/list"\npool = false\n'
    league = read_list(write_list(tmp_path, head + LIST), "some-game")
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
    path = write_list(tmp_path, LIST.replace(old, new))
    with pytest.raises(ValueError, match=f"league.toml: .*{why}"):
        read_list(path, "some-game")


def test_limits_must_be_a_table(tmp_path):
    text = 'title = "x"\nversion = "1"\neffective_from = 2026-03-01\nlimits = 3\n'
    with pytest.raises(ValueError, match="limits is a table"):
        read_list(write_list(tmp_path, text), "some-game")


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


def league(table, **more):
    """A list of entries as texts; `codes`: the printings they are tied to."""
    found, codes = entries(table, more.pop("counted", None)), more.pop("codes", {})
    read = RestrictionList("league", "some-game", "League", "1", date(2026, 3, 1), **found._asdict(), **more)
    return read.with_codes(codes)


def test_an_entry_that_is_tied_to_printings_means_their_cards_whatever_their_names():
    tied = league({"雪女": 0}, codes={"雪女": ["A-1", "A-2"]})
    assert tied.limit(card("雪姬", "A-2", "B-7")) == 0
    assert tied.limit(card("雪女", "C-1")) is None
    assert league({"雪女": 0}).limit(card("雪女", "C-1")) == 0


def test_a_card_that_several_entries_mean_is_allowed_what_the_strictest_says():
    tied = league({"雪女": 2, "天狗": 1, "河童": None}, codes={"雪女": ["A-1"], "天狗": ["A-2"], "河童": ["A-3"]})
    assert tied.limit(card("雪女", "A-1", "A-2", "A-3")) == 1
    assert tied.limit(card("雪女", "A-1", "A-3")) == 2


def test_in_a_pool_a_new_card_with_the_old_name_of_a_listed_one_is_not_on_the_list():
    pool = league({"雪女": None}, codes={"雪女": ["A-1"]}, pool=True)
    assert (pool.limit(card("雪姬", "A-1")), pool.limit(card("雪女", "B-1"))) == (None, 0)


ZERO, ECHO = get("zero-dimension").counted, get("echo-of-legends").counted


@pytest.mark.parametrize("text", ["信使 [red]", "信使[紅]", "信使【红】", "信使 ［Red］", "信使 [赤]"])
def test_an_entry_may_add_the_colour_by_which_a_game_counts(text):
    colours = league({text: 1, "影": 0}, counted=ZERO)
    assert list(colours.limits) == ["信使 [red]", "影"]
    assert [colours.limit(card("信使", "A-1", colour=each)) for each in ("red", "blue")] == [1, None]
    assert colours.limit(card("影", "A-3", colour="blue")) == 0


def test_an_entry_may_add_the_rarity_by_which_a_game_counts():
    ultra = league({"未央 [ur]": 0}, counted=ECHO)
    cards = [replace(card("未央", each), rarity=each) for each in ("UR", "SR")]
    assert [ultra.limit(each) for each in cards] == [0, None]


@pytest.mark.parametrize("text", ["信使 [SR]", "[red]", "信使 [red] 二", "信使 []", "信使 red"])
def test_what_is_no_value_of_the_game_is_part_of_the_name(text):
    assert read_entry(text, ZERO).attribute == ""
    assert read_entry("信使 [red]").attribute == ""


def test_one_entry_in_two_spellings_is_listed_twice():
    with pytest.raises(ValueError, match="listed twice"):
        league({"信使 [red]": 1, "信使[赤]": 0}, counted=ZERO)
