"""A change of the catalog says which cards on restriction lists it renames, splits, merges, retires or deletes."""

from datetime import date

from games.engine.model.cards import Printing
from games.engine.model.lists import RestrictionList, entries
from games.engine.rules.listed_changes import ListedChange, State, listed_changes
from games.registry import get

GAME = get("xing-ling-wang")
BEFORE = {"A-1": "雪女", "A-2": "雪女", "B-1": "天狗", "C-1": "河童"}


def league(table, codes=None, title="League", counted=None):
    listing = entries(table, counted)._asdict()
    return RestrictionList("league", GAME.slug, title, "1", date(2026, 3, 1), **listing).with_codes(codes or {})


def state(names, retired=(), game=GAME, **values):
    return State(game, {code: Printing(code, name, "unit", values) for code, name in names.items()}, retired)


def changes(after, *lists, retired=(), before=()):
    lists = lists or (league({"雪女": 0, "天狗": 1}),)
    return [change[:2] + change[4:] for change in listed_changes(lists, state(BEFORE, before), state(after, retired))]


def test_a_catalog_that_stays_says_nothing():
    assert changes(BEFORE) == []
    assert changes(BEFORE | {"C-1": "座敷童子", "D-1": "雪女"}) == []


def test_a_new_name_is_reported():
    assert changes(BEFORE | {"A-1": "雪姬", "A-2": "雪姬"}) == [("listed-renamed", "雪女", ("雪姬",))]


def test_a_spelling_that_means_the_same_is_no_new_name():
    assert changes(BEFORE | {"B-1": "天狗 "}) == []


def test_a_new_name_for_some_printings_is_a_split():
    assert changes(BEFORE | {"A-2": "雪姬"}) == [("listed-split", "雪女", ("雪女", "雪姬"))]


def test_a_card_that_takes_the_name_of_another_is_merged_with_it():
    assert changes(BEFORE | {"B-1": "河童"}) == [
        ("listed-renamed", "天狗", ("河童",)),
        ("listed-merged", "天狗", ("河童",)),
    ]
    assert changes(BEFORE | {"C-1": "天狗"}) == [("listed-merged", "天狗", ("河童",))]


def test_a_card_without_a_printing_in_print_is_retired():
    assert changes(BEFORE, retired=["A-1"]) == []
    assert changes(BEFORE, retired=["A-1", "A-2"]) == [("listed-retired", "雪女", ())]
    assert changes(BEFORE, retired=["A-1", "A-2"], before=["A-1", "A-2"]) == []


def test_a_card_without_a_printing_is_deleted():
    assert changes({"A-2": "雪女", "C-1": "河童"}) == [("listed-deleted", "天狗", ())]


def test_an_entry_is_followed_by_its_printings():
    tied = league({"雪女": 0}, {"雪女": ["B-1"]})
    assert changes(BEFORE | {"A-1": "雪姬", "A-2": "雪姬"}, tied) == []
    assert changes(BEFORE | {"B-1": "大天狗"}, tied) == [("listed-renamed", "雪女", ("大天狗",))]


def test_a_change_is_reported_once_with_all_its_lists():
    lists = league({"雪女": 0}), league({"雪女": 1}, title="Cup")
    (change,) = listed_changes(lists, state(BEFORE), state(BEFORE | {"A-1": "雪姬", "A-2": "雪姬"}))
    assert change == ListedChange("listed-renamed", "雪女", ("League 1", "Cup 1"), ("A-1", "A-2"), ("雪姬",))


def test_an_entry_of_one_colour_says_nothing_of_another():
    game = get("zero-dimension")
    red = league({"信使 [red]": 1}, counted=game.counted)
    for colour, expected in (("red", ["listed-renamed"]), ("blue", [])):
        before, after = (
            state({"A-1": "信使"}, game=game, colour=colour),
            state({"A-1": "使者"}, game=game, colour=colour),
        )
        assert [each.kind for each in listed_changes([red], before, after)] == expected
