"""Applied imports are kept with their files and undone exactly; any two states of a catalog are compared."""

import random

import pytest
from django.core.management import call_command
from django.urls import reverse

from deckbuilder.catalog.imports import files, services, tasks, uploads
from deckbuilder.catalog.models import (
    Card,
    CatalogFile,
    CatalogImport,
    CatalogState,
    Correction,
    ImportStatus,
    Printing,
)
from deckbuilder.catalog.selectors import sets_of
from deckbuilder.decks import services as deck_services
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.imports.test_views import ImportTest
from tests.deckbuilder.events.base import LEGAL, EventTest

GAME = get(XLW)
HEAD = "code,name,kind,race,tribute,attack,score,set\n"
FIRST = HEAD + "A-1,甲,unit,中立,0,1,1,ONE\nA-2,乙,unit,中立,0,2,2,ONE\n"
SECOND = HEAD + "A-1,甲貓,unit,中立,0,9,1,ONE\nB-1,丙,unit,中立,0,3,3,DEAD\n"


def export():
    return "".join(files.slices(GAME, services.in_print(GAME), "csv"))


def every_row():
    """All of the catalog that an import may touch, retired rows too."""
    rows = Printing.objects.filter(game=XLW).order_by("code")
    cards = Card.objects.in_catalog(XLW).order_by("key").values_list("key", "name", "facts", "retired")
    return list(rows.values_list("code", "name", "facts", "released", "retired", "position")), list(cards)


def take(text, name="cards.csv", **options):
    """Upload a file and apply it."""
    upload = uploads.receive(GAME, text.encode(), name, **options)
    assert uploads.ask_to_apply(upload)
    uploads.apply(upload.pk)
    upload.refresh_from_db()
    assert upload.status == ImportStatus.APPLIED
    return upload


def undo(upload):
    assert uploads.ask_to_undo(upload)
    uploads.undo(upload.pk)
    upload.refresh_from_db()
    return upload.status


class RecordedTest(ImportTest):
    def setUp(self):
        super().setUp()
        self.replace(tasks.undo_upload, "delay", uploads.undo)
        self.first = take(FIRST)


class UndoingTest(RecordedTest):
    def test_it_leaves_nothing_behind_and_can_be_imported_again(self):
        before, text = every_row(), export()
        second = take(SECOND)
        after = every_row()
        assert "DEAD" in sets_of(GAME)
        assert undo(second) == ImportStatus.UNDONE
        assert (every_row(), export()) == (before, text)
        assert "DEAD" not in sets_of(GAME)
        assert self.as_visitor.get(reverse("catalog:card", args=[XLW, "B-1"])).status_code == 404
        assert uploads.read_again(second)
        second.refresh_from_db()
        assert uploads.ask_to_apply(second)
        uploads.apply(second.pk)
        assert [row[:3] for row in every_row()[0]] == [row[:3] for row in after[0]]
        second.refresh_from_db()
        assert undo(second) == ImportStatus.UNDONE
        assert every_row() == before

    def test_a_complete_catalog_that_retired_cards_brings_them_back(self):
        before = every_row()
        second = take(SECOND, complete=True)
        assert Printing.objects.get(code="A-2").retired
        undo(second)
        assert every_row() == before

    def test_cards_that_decks_have_meanwhile_stay_retired(self):
        second = take(SECOND)
        deck = self.deck(name="With it")
        self.put(deck, "丙")
        assert undo(second) == ImportStatus.UNDONE
        assert Printing.objects.get(code="B-1").retired
        assert Printing.objects.get(code="A-1").name == "甲"
        assert self.as_alice.get(deck.get_absolute_url()).status_code == 200
        deck_services.delete(deck)

    def test_what_was_changed_since_is_not_undone_and_the_page_says_what_to_do(self):
        second = take(SECOND)
        third = take(HEAD + "A-1,甲狗,unit,中立,0,9,1,ONE\n")
        before = every_row()
        assert undo(second) == ImportStatus.APPLIED
        assert every_row() == before
        self.assertContains(self.page(second), "changed since: A-1")
        assert undo(third) == ImportStatus.UNDONE
        assert undo(second) == ImportStatus.UNDONE
        assert [row[1] for row in every_row()[0]] == ["甲", "乙"]

    def test_what_staff_settled_of_other_cards_stays(self):
        printing = Printing.objects.get(code="A-2")
        Correction.objects.create(printing=printing, field="attack", value=2, settled=[2], day="2026-01-01")
        undo(take(SECOND))
        assert Correction.objects.count() == 1

    def test_the_page_undoes_by_one_click_and_has_the_file(self):
        second = take(SECOND)
        self.assertContains(self.page(second), "Undo this import")
        self.assertContains(self.act(second, "undo"), "This import was undone.")
        file = self.as_carol.get(reverse("catalog:import_source", args=[second.pk]))
        assert file.content.decode() == SECOND
        self.assertContains(self.act(second, "read-again"), "Apply 2 changes")
        assert self.act(second, "undo").status_code == 200
        second.refresh_from_db()
        assert second.status == ImportStatus.PREVIEW
        assert self.as_alice.get(reverse("catalog:import_source", args=[second.pk])).status_code == 403

    def test_an_import_that_changed_nothing_is_not_undone_for_another(self):
        second = take(SECOND)
        undo(second)
        take(SECOND, "same.csv")
        assert uploads.read_again(second)
        assert uploads.ask_to_apply(CatalogImport.objects.get(pk=second.pk))
        uploads.apply(second.pk)
        assert not uploads.ask_to_undo(CatalogImport.objects.get(pk=second.pk))

    def test_an_import_that_was_undone_is_kept_when_its_preview_is_discarded(self):
        second = take(SECOND)
        undo(second)
        uploads.read_again(second)
        self.act(second, "discard")
        second.refresh_from_db()
        assert second.status == ImportStatus.UNDONE
        assert CatalogFile.objects.filter(upload=second).exists()

    def test_two_deliveries_undo_once(self):
        second = take(SECOND)
        uploads.ask_to_undo(second)
        uploads.undo(second.pk)
        uploads.undo(second.pk)
        assert CatalogState.objects.filter(upload=second).count() == 2

    def test_undoing_in_any_order_that_is_allowed_restores_the_catalog(self):
        chance = random.Random(11)
        for _ in range(4):
            stack = []
            for _ in range(6):
                if stack and chance.random() < 0.4:
                    upload, before = stack.pop()
                    assert undo(upload) == ImportStatus.UNDONE
                    assert (every_row(), export()) == before
                else:
                    before = every_row(), export()
                    stack.append((take(HEAD + "".join(self.rows(chance)), complete=chance.random() < 0.3), before))
            for upload, before in reversed(stack):
                if upload.states.exists():
                    assert undo(upload) == ImportStatus.UNDONE
                assert (every_row(), export()) == before

    def rows(self, chance):
        for number in chance.sample(range(9), 4):
            yield f"A-{number},名{chance.randint(0, 4)},unit,中立,{chance.randint(0, 2)},{chance.randint(0, 99)},1,S\n"


class StatesTest(RecordedTest):
    def difference(self, old, new):
        path = reverse("catalog:states", args=[XLW])
        page = self.as_carol.get(path, {"from": old, "to": new})
        return [(each.outcome, each.code, [change[1:] for change in each.changes]) for each in page.context["page"]]

    def test_any_two_states_are_compared(self):
        second = take(SECOND, complete=True)
        numbers = [0, *CatalogState.objects.values_list("pk", flat=True)]
        told = [("updated", "A-1", [("甲", "甲貓"), ("1", "9")]), ("retired", "A-2", []), ("created", "B-1", [])]
        assert self.difference(*numbers[1:]) == told
        assert self.difference(*reversed(numbers[1:])) == told
        assert self.difference(0, numbers[1]) == [("created", "A-1", []), ("created", "A-2", [])]
        assert self.difference(0, numbers[2]) == [("created", "A-1", []), ("created", "B-1", [])]
        undo(second)
        last = CatalogState.objects.latest("pk").pk
        assert self.difference(numbers[1], last) == []
        assert self.difference(0, numbers[1]) == [("created", "A-1", []), ("created", "A-2", [])]
        path = reverse("catalog:states_file", args=[XLW])
        lines = self.as_carol.get(path, {"from": numbers[1], "to": numbers[2]}).content.decode("utf-8-sig").splitlines()
        assert lines[0] == "outcome,code,name,column,old,new"
        assert len(lines) == 5

    def test_states_that_do_not_exist_and_other_people(self):
        path = reverse("catalog:states", args=[XLW])
        assert self.as_carol.get(path).status_code == 200
        assert self.as_carol.get(path, {"from": "x", "to": "1"}).status_code == 404
        assert self.as_alice.get(path).status_code == 403
        assert self.as_carol.get(reverse("catalog:states", args=["legions"])).status_code == 200


@pytest.mark.django_db
def test_the_command_keeps_its_file_too(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text(HEAD + "Z-1,未,unit,中立,0,1,1,Z\n", encoding="utf-8")
    call_command("import_catalog", XLW, str(path))
    upload = CatalogImport.objects.get(filename="cards.csv")
    assert bytes(CatalogFile.objects.get(upload=upload).data) == path.read_bytes()
    assert undo(upload) == ImportStatus.UNDONE
    assert not Printing.objects.filter(code="Z-1").exists()
    call_command("import_catalog", XLW, str(path), "--dry-run")
    assert CatalogImport.objects.filter(filename="cards.csv").count() == 1


class SubmittedTest(EventTest):
    def test_cards_of_submitted_lists_stay_retired(self):
        upload = take(HEAD + "Z-1,未,unit,中立,0,1,1,Z\n")
        cup = self.event(listed=True)
        self.submit(self.entry(cup, self.bob), LEGAL.replace("[main]", "[main]\n1 未 (Z-1)"))
        assert undo(upload) == ImportStatus.UNDONE
        assert Printing.objects.get(code="Z-1").retired
