"""Restriction lists are kept with events in one form, whatever their fields are called in the code."""

from datetime import date

from deckbuilder.events.to_games import freeze_list, thaw_list
from games.engine.model.lists import RestrictionList, entries

CUP = RestrictionList(
    "cup",
    "xing-ling-wang",
    "Cup",
    "1",
    date(2026, 3, 1),
    display_name="Spring cup",
    **entries({"雪女": 1})._asdict(),
)


def test_a_frozen_list_thaws_to_the_same_list():
    assert thaw_list(freeze_list(CUP), CUP.game) == CUP


def test_the_stored_form_does_not_change():
    assert freeze_list(CUP) == {
        "slug": "cup",
        "game": "xing-ling-wang",
        "title": "Cup",
        "version": "1",
        "effective_from": "2026-03-01",
        "limits": {"雪女": 1},
        "format": "",
        "pool": False,
        "source": "",
        "written": {"雪女": "雪女"},
        "called": "Spring cup",
    }
