"""How cards are derived from printings, ordered, indexed and listed."""

from datetime import date

import pytest
from django.core.management import call_command

from deckbuilder.catalog.index.postings import (
    bits_of,
    members,
    members_of_page,
    most_common_positions,
    pack,
    union,
    unpack,
)
from deckbuilder.catalog.models import Card, Place, Posting, Printing, SearchIndex
from deckbuilder.catalog.search import searching
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Counted, value_counts, values_of
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.catalog.to_games import facts_of, to_card, to_printing
from games.engine.model import cards
from games.engine.model.cards import DASH
from games.engine.model.game import Admission, Selection
from games.registry import get
from tests.deckbuilder.bare_cards import ensure_cards

pytestmark = pytest.mark.databases

GAME = get("xing-ling-wang")


def unit(code, name, tribute=0, attack=1, **more):
    values = {"tribute": tribute, "attack": attack, **more.pop("values", {})}
    return cards.Printing(code, name, more.pop("kind", "unit"), values, **more)


def put(*made):
    ids = ensure_cards(GAME, made)
    for place, each in enumerate(made):
        Printing.objects.create(
            game=GAME.slug,
            code=each.code,
            name=each.name,
            card_id=ids[GAME.key(each)],
            facts=facts_of(each),
            position=place,
        )
    rebuild_cards(GAME)


def names(**asked):
    return [card.name for card in search(GAME, **asked).cards]


# Sets -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 64, 1000])
@pytest.mark.parametrize("step", [1, 2, 50, 400])
def test_a_set_is_unpacked_as_it_was_packed(size, step):
    from array import array

    positions = array("I", range(0, size, step))
    assert list(members(unpack(pack(positions, size), size), size)) == list(positions)


def test_sets_are_united_however_they_were_packed():
    from array import array

    sets = [array("I", range(start, 900, step)) for start, step in ((0, 2), (5, 100), (7, 90), (899, 1))]
    united = union([pack(each, 900) for each in sets], 900)
    assert list(members(united, 900)) == sorted({position for each in sets for position in each})
    assert union([], 900) == 0


def test_a_page_is_taken_in_an_order():
    held = bits_of([0, 2, 3, 5], 6)
    assert members_of_page(held, 6, 1, 2) == [2, 3]
    assert members_of_page(held, 6, 1, 2, [5, 4, 3, 2, 1, 0]) == [3, 2]
    assert members_of_page(held, 6, 4, 2) == []


def test_positions_come_by_how_many_sets_they_are_in():
    sets = [bits_of(each, 9) for each in ([1, 2, 3, 8], [2, 3], [3, 4, 8], [3])]
    assert most_common_positions(sets, 9, 9) == [3, 2, 8, 1, 4]
    assert most_common_positions(sets, 9, 2) == [3, 2]
    assert most_common_positions([], 9, 2) == []


# Cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_rows_give_back_what_was_put_in():
    made = unit(
        "A-1", "雪女", attack=DASH, released=date(2024, 1, 2), keywords=("立即",), values={"day": date(2020, 2, 29)}
    )
    put(made)
    assert to_printing(Printing.objects.get()) == made
    card = to_card(Card.objects.get())
    assert (card.values, card.released, card.codes) == (made.values, made.released, ("A-1",))
    assert "xuenv" in card.haystack


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_printing_with_another_name_goes_over_to_the_other_card():
    put(unit("A-1", "雪女"), unit("A-2", "天狗"))
    moved = Printing.objects.get(code="A-2")
    moved.facts = facts_of(unit("A-2", "雪女"))
    moved.save()
    rebuild_cards(GAME, [moved.card.key])
    assert list(Card.objects.values_list("name", flat=True)) == ["雪女"]
    assert to_card(Card.objects.get()).codes == ("A-1", "A-2")


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_card_is_retired_when_all_its_printings_are():
    put(unit("A-1", "雪女"), unit("A-2", "雪女"), unit("A-3", "天狗"))
    Printing.objects.filter(code__in=("A-1", "A-3")).update(retired=True)
    rebuild_cards(GAME)
    assert names() == ["雪女"]
    assert sorted(card.name for card in search(GAME, retired=True).cards) == ["天狗", "雪女"]
    assert value_counts(GAME, "kind") == (Counted("unit", 1),)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_progress_counts_up_to_the_end():
    seen = []
    put(*(unit(f"A-{n}", f"雪女{n}") for n in range(5)))
    rebuild_cards(GAME, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (10, 10)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_game_without_cards_is_searched_and_indexed_too():
    assert search(GAME, "雪").total == 0
    rebuild_cards(GAME)
    assert search(GAME, "雪", order="-attack").total == 0
    assert values_of(GAME, "kind") == ()


# Order and filters ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_cards_stand_in_the_games_order_and_in_others():
    put(
        unit("A-1", "雪女", tribute=1, attack=3),
        unit("A-2", "天狗", tribute=0, attack=DASH),
        unit("A-3", "河童", tribute=None, attack=None),
        unit("A-4", "阿婆", tribute=0, attack=-2, released=date(2024, 5, 1)),
        unit("B-1", "魔法反制", kind="spell", values={"mana": 2}),
    )
    assert names() == ["阿婆", "天狗", "雪女", "河童", "魔法反制"]
    assert names(order="name") == ["阿婆", "河童", "魔法反制", "天狗", "雪女"]
    assert names(order="-name")[:2] == ["雪女", "天狗"]
    assert names(order="attack") == ["阿婆", "魔法反制", "雪女", "天狗", "河童"]
    assert names(order="-attack") == ["雪女", "魔法反制", "阿婆", "天狗", "河童"]
    assert names(order="-released")[0] == "阿婆"


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
@pytest.mark.parametrize("order", ["race", "text", "nothing", "--attack"])
def test_there_is_no_order_by_what_has_none(order):
    put(unit("A-1", "雪女"))
    with pytest.raises(KeyError):
        search(GAME, order=order)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_pages_follow_each_other():
    put(*(unit(f"A-{n}", f"雪女{n}") for n in range(7)))
    first, last = search(GAME, size=3), search(GAME, size=3, page=3)
    assert (first.total, first.pages, first.more, last.more) == (7, 3, 2, None)
    assert [card.name for card in last.cards] == ["雪女6"]
    assert search(GAME, size=3, page=4).cards == ()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_an_admission_leaves_out_what_it_does_not_let_in():
    put(unit("A-1", "雪女"), unit("A-2", "天狗"), unit("A-3", "河童"), unit("B-1", "反制", kind="spell"))
    put(unit("C-1", "反制"), unit("C-2", "天狗", kind="spell"))
    put(unit("D-1", "姑獲鳥"), unit("D-2", "姑獲鳥"))
    not_spells = Selection(frozenset(["天狗", "反制"]), which=lambda card: card.kind != "spell")
    without = (Selection(frozenset(["河童"])), not_spells, Selection(codes=frozenset(["D-2"])))
    admission = Admission("-kind:unit or 天狗 or 雪女 or 反制 or 河童 or 姑獲鳥", without)
    assert sorted(names(admission=admission)) == sorted(["雪女", "天狗", "反制"])
    only = (Selection(frozenset(["雪女"]), codes=frozenset(["B-1", "D-1"])), Selection(codes=frozenset(["A-1", "D-2"])))
    assert sorted(names(admission=Admission(only=only))) == sorted(["雪女", "姑獲鳥"])


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_filters_count_cards_in_print():
    put(
        unit("A-1", "雪女", values={"race": "妖怪村莊", "subtypes": ("人型", "水族")}),
        unit("A-2", "天狗", tribute=2, values={"race": "妖怪村莊", "subtypes": ("人型",)}),
        unit("A-3", "河童", tribute=10, values={"race": "中立"}),
    )
    assert value_counts(GAME, "race") == (Counted("妖怪村莊", 2), Counted("中立", 1))
    assert value_counts(GAME, "subtypes") == (Counted("人型", 2), Counted("水族", 1))
    assert values_of(GAME, "tribute") == ("0", "2", "10")
    assert values_of(GAME, "text") == ()


# Renewal --------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_an_index_takes_the_place_of_the_one_before():
    put(unit("A-1", "雪女"))
    before = SearchIndex.objects.get()
    rebuild_cards(GAME)
    after = SearchIndex.objects.get()
    assert after.token != before.token
    assert set(Posting.objects.values_list("index", flat=True)) == {after.pk}
    assert set(Place.objects.values_list("index", flat=True)) == {after.pk}


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_search_begins_again_when_the_catalog_changes_under_it(monkeypatch):
    put(unit("A-1", "雪女"))
    found, meanwhile = searching._search, [lambda: put(unit("A-2", "雪人"))]

    def interrupted(*asked):
        if meanwhile:
            meanwhile.pop()()
        return found(*asked)

    monkeypatch.setattr(searching, "_search", interrupted)
    assert search(GAME, "雪").total == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
def test_a_game_defined_anew_is_indexed_anew_after_a_migration():
    put(unit("A-1", "雪女"))
    kept = SearchIndex.objects.get().token
    call_command("migrate", verbosity=0)
    assert SearchIndex.objects.get().token == kept
    SearchIndex.objects.update(definition="of another version")
    call_command("migrate", verbosity=0)
    assert SearchIndex.objects.get().token != kept
    assert names() == ["雪女"]
