"""What announced lists make of a deck: only what they themselves change is told."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from games.engine.model.lists import RestrictionList
from games.engine.reading.decklists.parsing import read
from games.engine.rules.coming import hits
from games.engine.rules.legality import judge
from games.engine.texts.writing import fold
from games.registry import get
from tests.catalogs import decks_of, load_catalog

GAME = get("xing-ling-wang")
FORMAT = GAME.formats[0]
TODAY = date(2026, 11, 21)


@cache
def parade():
    text = (decks_of(GAME) / "lantern-parade.txt").read_text(encoding="utf-8")
    return read(text, load_catalog(GAME), GAME).deck


FIRST, SECOND = (held.card.name for held in parade().entries("main")[:2])


def list_from_today(limits, days, version="1", **more):
    folded = {fold(name): limit for name, limit in limits.items()}
    return RestrictionList("league", GAME.slug, "League", version, TODAY + timedelta(days=days), folded, **more)


def statuses_by_day(*lists, deck=None):
    """By day from today how the deck stands without the new lists and with them."""
    found = hits(deck or parade(), GAME, FORMAT, lists, TODAY)
    return {(each.day - TODAY).days: (each.before.status, each.after.status) for each in found}


def test_a_ban_to_come_is_told_and_one_that_holds_already_is_not():
    assert statuses_by_day(list_from_today({FIRST: 0}, 3)) == {3: ("legal", "illegal")}
    assert statuses_by_day(list_from_today({FIRST: 0}, 0)) == {}


def test_a_day_counts_against_the_day_before_it():
    assert statuses_by_day(
        list_from_today({FIRST: 0}, 3), list_from_today({SECOND: 0}, 5, "2"), list_from_today({}, 9, "3")
    ) == {
        3: ("legal", "illegal"),
        5: ("illegal", "illegal"),
        9: ("illegal", "legal"),
    }


def test_what_does_not_touch_the_deck_is_not_told():
    assert statuses_by_day(list_from_today({"none such": 0, FIRST: 1}, 3)) == {}


def test_a_card_that_comes_out_on_that_day_is_no_doing_of_the_lists():
    late = parade().entries("main")[0]
    card = replace(late.card, released=TODAY + timedelta(days=3))
    main = (late._replace(card=card), *parade().entries("main")[1:])
    deck = replace(parade(), zones={**parade().zones, "main": main})
    assert statuses_by_day(list_from_today({}, 3), deck=deck) == {}


def test_the_copies_that_are_too_many_are_counted_once_however_many_lists_name_them():
    cup = replace(list_from_today({FIRST: 0}, 3), slug="cup")
    (hit,) = hits(parade(), GAME, FORMAT, (list_from_today({FIRST: 0, SECOND: 0}, 3), cup), TODAY)
    assert (hit.worse, hit.over, len(hit.violations)) == (True, 2, 3)
    assert [each.slug for each in hit.announcement.lists] == ["cup", "league"]


def hit_of(*lists, deck):
    (hit,) = hits(deck, GAME, FORMAT, lists, TODAY)
    assert (hit.before.status, hit.after.status) == ("illegal", "illegal")
    return hit.worse, hit.over, [each.code for each in hit.violations]


def crowded(copies):
    """The parade with so many copies of its first card: more than the rules allow."""
    first, *others = parade().entries("main")
    return replace(parade(), zones={**parade().zones, "main": (first._replace(count=copies), *others)})


def test_a_deck_that_is_illegal_anyway_is_told_what_lists_forbid_besides():
    assert hit_of(list_from_today({SECOND: 0}, 3), deck=crowded(4)) == (True, 1, ["list.banned"])


def test_copies_that_were_too_many_already_are_not_counted_again():
    (copies,) = (each.max for each in judge(crowded(6), GAME, FORMAT, on=TODAY).violations if each.code == "copies")
    assert hit_of(list_from_today({FIRST: 0}, 3), deck=crowded(6)) == (True, copies, ["list.banned"])


def test_a_deck_that_stays_illegal_is_told_what_lists_allow_again():
    lists = list_from_today({FIRST: 0, SECOND: 0}, -3), list_from_today({FIRST: 0}, 3, "2")
    assert hit_of(*lists, deck=parade()) == (False, 1, ["list.banned"])


def test_another_version_that_says_the_same_changes_nothing():
    assert statuses_by_day(list_from_today({FIRST: 0}, -3), list_from_today({FIRST: 0, "none such": 0}, 3, "2")) == {}
    assert statuses_by_day(list_from_today({FIRST: 9}, 3), deck=crowded(4)) == {}


def test_what_is_forbidden_anew_is_told_where_something_else_is_allowed():
    assert hit_of(list_from_today({FIRST: 0}, -3), list_from_today({SECOND: 0}, 3, "2"), deck=parade()) == (
        True,
        1,
        ["list.banned"],
    )
