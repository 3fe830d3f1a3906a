"""What a catalog file changes in the database: all of it or nothing, and nothing the second time."""

import pytest

from deckbuilder.catalog import publishing
from deckbuilder.catalog.imports import files, services
from deckbuilder.catalog.models import Card, Printing, SearchIndex
from deckbuilder.catalog.services import Changing
from deckbuilder.decks.models import Deck, DeckLine
from games import registry
from tests.catalogs import samples_of
from tests.deckbuilder.catalog.imports.import_examples import GAME, HEADER, THREE, many, rows, workbook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards"), pytest.mark.databases]


def bring_in(data, filename="cards.csv", **options):
    data = data.encode() if isinstance(data, str) else data
    return services.apply(GAME, data, filename, **options)


def counts(report):
    return {name: count for name, count in report.as_json()["counts"].items() if count}


def state():
    """All there is of the catalog."""
    printings = Printing.objects.order_by("code").values_list(
        "code", "name", "card__key", "facts", "position", "retired"
    )
    cards = Card.objects.order_by("key").values_list("key", "name", "facts", "haystack", "retired")
    return list(printings), list(cards)


def test_printings_of_one_name_become_one_card():
    report = bring_in(THREE + "A-1-2,雪女,unit,妖怪村莊,,1,3,2\n")
    assert counts(report) == {"rows": 4, "created": 4}
    snow = Card.objects.get(name="雪女")
    assert [printing.code for printing in snow.printings.all()] == ["A-1", "A-1-2"]
    assert Card.objects.count() == 3


def test_the_same_file_again_changes_nothing():
    bring_in(THREE)
    before, index = state(), SearchIndex.objects.get(game=GAME.slug).token
    report = bring_in(THREE)
    assert counts(report) == {"rows": 3, "unchanged": 3}
    assert not report.changes_anything
    assert state() == before
    assert SearchIndex.objects.get(game=GAME.slug).token == index


def test_a_change_is_told_field_by_field():
    bring_in(THREE)
    report = bring_in(rows("A-1,雪女,unit,妖怪村莊,,2,,2"))
    assert report.as_json()["updated"] == [
        {
            "row": 2,
            "code": "A-1",
            "name": "雪女",
            "changes": [{"field": "tribute", "old": "1", "new": "2"}, {"field": "attack", "old": "3", "new": ""}],
        }
    ]
    assert Printing.objects.get(code="A-1").facts["values"] == {"race": "妖怪村莊", "tribute": 2, "score": 2}
    assert Card.objects.get(name="雪女").facts["values"]["tribute"] == 2


def test_a_printing_that_gets_another_name_moves_to_that_card():
    bring_in(THREE)
    bring_in(rows("A-1,雪女郎,unit,妖怪村莊,,1,3,2"))
    assert Printing.objects.get(code="A-1").card.name == "雪女郎"
    assert not Card.objects.filter(name="雪女").exists()


def test_one_bad_row_keeps_all_out():
    report = bring_in(THREE + "C-1,雷,unit,中立,,x,3,2\n")
    assert counts(report) == {"rows": 4, "created": 3, "rejected": 1}
    assert not report.ok
    assert Printing.objects.count() == Card.objects.count() == SearchIndex.objects.count() == 0


def test_bad_rows_can_be_left_out():
    report = bring_in(THREE + "C-1,雷,unit,中立,,x,3,2\n", skip_bad=True)
    assert report.ok
    assert set(Printing.objects.values_list("code", flat=True)) == {"A-1", "A-2", "B-1"}


def test_a_preview_changes_nothing():
    report = services.preview(GAME, THREE.encode(), "cards.csv")
    assert counts(report) == {"rows": 3, "created": 3}
    assert not Printing.objects.exists()


def test_a_formula_in_a_workbook_rejects_its_row():
    header = HEADER.strip().split(",")
    good = ["A-2", "b", "unit", "中立", None, 0, 1, 1, "=A1"]
    book = workbook([[*header, "notes"], ["A-1", "a", "unit", "中立", None, "=0+1", 1, 1], good])
    report = bring_in(book, "cards.xlsx", skip_bad=True)
    found = [(each.row, each.column, each.value, each.code) for each in report.rows.rejected]
    assert found == [(2, "tribute", "=0+1", "formula")]
    assert counts(report) == {"rows": 2, "created": 1, "rejected": 1, "warned": 1}


def test_every_row_of_a_file_is_accounted_for():
    bring_in(THREE)
    data = rows(
        "A-1,雪女,unit,妖怪村莊,,1,3,2",
        "",
        "A-2,石牆,unit,中立,,1,-,0",
        "A-2,x,unit,,,,,",
        "C-1,新,unit,,,,,",
        ",,,,,,9,",
    )
    found = bring_in(data, skip_bad=True).as_json()
    told = [each["row"] for kind in ("created", "updated", "unchanged", "rejected") for each in found[kind]]
    assert sorted({*told, *found["blank"]}) == [2, 3, 4, 5, 6, 7]
    total = sum(found["counts"][kind] for kind in ("created", "updated", "unchanged", "rejected"))
    assert total == found["counts"]["rows"] == 5


def test_the_complete_catalog_retires_what_it_does_not_name():
    bring_in(THREE)
    report = bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,2", "A-2,石牆,unit,中立,,x,-,0"), complete=True, skip_bad=True)
    assert [each.code for each in report.retired] == ["B-1"]
    assert list(Printing.objects.filter(retired=True).values_list("code", flat=True)) == ["B-1"]
    assert Card.objects.get(name="魔法反制").retired
    assert not Card.objects.get(name="石牆").retired


def test_a_file_that_is_not_complete_retires_nothing():
    bring_in(THREE)
    bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"))
    assert not Printing.objects.filter(retired=True).exists()


def test_a_retired_card_stays_in_the_decks_that_use_it():
    bring_in(THREE)
    deck = Deck.objects.create(game=GAME.slug, format="standard")
    line = DeckLine.objects.create(
        deck=deck, zone="main", printing=Printing.objects.get(code="B-1"), count=1, position=1
    )
    bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"), complete=True)
    line.refresh_from_db()
    assert line.printing.retired
    assert line.printing.card.retired


def test_a_retired_printing_comes_back_with_a_file_that_has_it():
    bring_in(THREE)
    before = state()
    bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"), complete=True)
    report = bring_in(THREE)
    assert [(each["code"], each["changes"]) for each in report.as_json()["updated"]] == [
        ("A-2", [{"field": "retired", "old": "yes", "new": ""}]),
        ("B-1", [{"field": "retired", "old": "yes", "new": ""}]),
    ]
    assert state() == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", files.KINDS)
def test_an_export_imports_to_the_same_catalog(kind):
    game = registry.get("zero-dimension")
    sample = (samples_of(game) / "catalog" / "sample.csv").read_bytes()
    services.apply(game, sample, "sample.csv")
    before = state()
    data = files.write(game, services.in_print(game), kind)
    assert not services.apply(game, data, f"cards.{kind}", complete=True).changes_anything
    Printing.objects.all().delete()
    Card.objects.all().delete()
    services.apply(game, data, f"cards.{kind}")
    assert state() == before


def test_what_is_retired_is_not_exported():
    bring_in(THREE)
    bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"), complete=True)
    assert [each.code for each in services.in_print(GAME)] == ["A-1"]


def test_new_printings_stand_after_those_there_are():
    bring_in(THREE)
    bring_in(rows("C-1,新,unit,,,,,", "A-2,石牆,unit,中立,,1,-,0"))
    assert list(Printing.objects.values_list("code", flat=True)) == ["A-1", "A-2", "B-1", "C-1"]


def test_games_do_not_meddle_with_each_other():
    bring_in(THREE)
    legions = registry.get("legions")
    services.apply(legions, rows("A-1,灯台守,master", header="code,name,kind\n"), "l.csv", complete=True)
    assert Printing.objects.filter(code="A-1", retired=False).count() == 2


def test_progress_only_goes_up_and_reaches_the_end():
    seen = []
    bring_in(many(1500), progress=lambda done, total: seen.append(done / total))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(seen) > 5


def test_a_catalog_that_changes_while_the_file_is_planned_is_looked_at_again(monkeypatch):
    planned = services.plan
    calls = []

    def plan_while_others_import(*args, **options):
        calls.append(args)
        if len(calls) == 1:
            monkeypatch.setattr(services, "plan", planned)
            bring_in(rows("A-1,雪女,unit,妖怪村莊,,1,3,9"))
            monkeypatch.setattr(services, "plan", plan_while_others_import)
        return planned(*args, **options)

    monkeypatch.setattr(services, "plan", plan_while_others_import)
    report = bring_in(THREE)
    assert len(calls) == 2
    assert counts(report) == {"rows": 3, "created": 2, "updated": 1}


def test_a_catalog_that_never_stands_still_is_left_alone(monkeypatch):
    versions = iter(range(100))
    monkeypatch.setattr(publishing, "_locked_version", lambda game: 1 + next(versions))
    with pytest.raises(Changing):
        bring_in(THREE)
    assert not Printing.objects.exists()


def test_an_error_in_the_middle_leaves_nothing_half_done(monkeypatch):
    bring_in(THREE)
    before = state()

    def fail(*args):
        raise RuntimeError("power cut")

    monkeypatch.setattr(publishing.SearchIndex.objects, "select_for_update", fail)
    with pytest.raises(RuntimeError):
        bring_in(rows("A-1,雪女,unit,妖怪村莊,,2,3,2", "C-1,新,unit,,,,,"), complete=True)
    assert state() == before


PAIR = HEADER + "A-1,雪女,unit,妖怪村莊,,1,3,2\nA-2,雪女,unit,妖怪村莊,,1,3,2\n"


def test_a_card_of_which_one_printing_is_renamed_is_to_review():
    bring_in(PAIR)
    (warned,) = services.preview(GAME, f"{HEADER}A-2,大雪女,unit,妖怪村莊,,1,3,2\n".encode(), "b.csv").further
    assert (warned.code, warned.name, warned.rows) == ("split", "雪女", (2,))
    assert dict(warned.values) == {"雪女": ("A-1",), "大雪女": ("A-2",)}


def test_a_card_that_is_renamed_as_a_whole_or_keeps_its_name_is_not():
    bring_in(PAIR)
    for changed in (PAIR.replace("雪女", "大雪女"), PAIR.replace(",3,2", ",3,3")):
        assert services.preview(GAME, changed.encode(), "b.csv").further == ()
