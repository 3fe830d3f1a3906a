"""Printings that lists of decks show again and again are remembered, until the catalog changes."""

import pytest

from deckbuilder.catalog import selectors
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.selectors import printings_by_id
from tests.deckbuilder.catalog.imports.import_examples import GAME, rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards")]


def bring_in(*lines):
    services.apply(GAME, rows(*lines), "cards.csv")


def ids():
    return list(Printing.objects.filter(game=GAME.slug).values_list("pk", flat=True))


def shown():
    return {each.code: each.card.get("attack") for each in printings_by_id(GAME, ids()).values()}


def test_they_are_asked_for_once(django_assert_num_queries):
    bring_in("A-1,雪女,unit,中立,,1,2,3", "A-2,石牆,unit,中立,,0,4,0")
    wanted = ids()
    assert {each.code for each in printings_by_id(GAME, wanted[:1]).values()} == {"A-1"}
    with django_assert_num_queries(2):
        assert printings_by_id(GAME, wanted).keys() == set(wanted)
    with django_assert_num_queries(1):
        assert printings_by_id(GAME, wanted).keys() == set(wanted)


def test_a_changed_card_is_seen_as_it_is_now():
    bring_in("A-1,雪女,unit,中立,,1,2,3")
    before = shown()
    bring_in("A-1,雪女,unit,中立,,1,7,3")
    assert [before, shown()] == [{"A-1": 2}, {"A-1": 7}]


def test_many_are_not_kept_and_all_are_found(monkeypatch):
    monkeypatch.setattr(selectors, "MAX_REMEMBERED", 1)
    bring_in("A-1,雪女,unit,中立,,1,2,3", "A-2,石牆,unit,中立,,0,4,0")
    printings_by_id(GAME, ids()[:1])
    assert shown() == {"A-1": 2, "A-2": 4}


def test_what_is_no_printing_is_not_there():
    bring_in("A-1,雪女,unit,中立,,1,2,3")
    assert printings_by_id(GAME, [max(ids()) + 1]) == {}
