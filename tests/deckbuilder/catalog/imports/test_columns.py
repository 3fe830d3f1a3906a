"""Staff say what the columns of somebody else's file are, and the next file with these titles is read the same way."""

import json
import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from deckbuilder.catalog.imports import files, services, uploads
from deckbuilder.catalog.models import CatalogImport, ColumnMap, ImportStatus, Printing
from deckbuilder.catalog.to_games import to_printing
from games.registry import GAMES
from tests.deckbuilder.catalog.imports.import_examples import GAME, many
from tests.deckbuilder.catalog.imports.test_views import ImportTest

FAN = json.dumps(
    [
        {"id": "F-1", "name": "渡河狸", "type": "unit", "faction": "中立", "attack": "盾", "score": 2, "tribute": 0,
         "keywords": ["貫穿", "尋找"], "phases": [], "source": {"file": "a.jpg"}},
        {"id": "F-2", "name": "啞鈴聲", "type": "magic", "faction": "中立", "attack": "4", "score": 1, "tribute": 1,
         "keywords": ["橫放，貫穿"], "phases": ["Main"], "source": None},
    ],
    ensure_ascii=False,
)  # fmt: skip
STRANGER = "我的卡;;;;\n編號;名稱;類別;族;戰力;登場日\nS-1;渡河狸;單;中立;3;3/1/2024\nS-2;石門;單;中立;無;5/2/2024\n"


class ColumnsTest(ImportTest):
    def columns(self, upload, browser=None):
        return (browser or self.as_carol).get(reverse("catalog:import_columns", args=[upload.pk]))

    def send(self, upload, do="preview", follow=True, **fields):
        path = reverse("catalog:import_columns", args=[upload.pk])
        return self.as_carol.post(path, {**self.form_of(upload), "do": do, **fields}, follow=follow)

    def form_of(self, upload):
        """What the form of the page would send as it is."""
        return form_of(self.columns(upload).text)

    def latest(self):
        return CatalogImport.objects.latest("pk")

    def printing(self, code):
        return to_printing(Printing.objects.get(code=code))


def form_of(page):
    values = dict(re.findall(r'<input type="hidden" name="((?:text|title_row)[^"]*)" value="([^"]*)"', page))
    for name, body in re.findall(r'<select[^>]* name="([^"]+)">(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected>', body) or re.search(r'<option value="([^"]*)"', body)
        values[name] = chosen[1]
    return values


def name_of(page, title, prefix="column"):
    """The name of a title's select, or with the prefix `value` that of a value."""
    if prefix == "value":
        return re.search(rf'value="{re.escape(title)}">\s*<label for="(value-\d+-\d+)"', page)[1]
    index = re.search(rf"<legend>{re.escape(title)}</legend>.*?name=\"column-(\d+)\"", page, re.DOTALL)[1]
    return f"{prefix}-{index}"


class FanFileTest(ColumnsTest):
    def test_columns_are_proposed_and_values_are_asked_for(self):
        response = self.upload(FAN, "cards.json")
        upload = self.latest()
        assert upload.status == ImportStatus.MAPPING
        assert response.redirect_chain[-1][0] == reverse("catalog:import_columns", args=[upload.pk])
        assert "渡河狸" in response.text
        form = form_of(response.text)
        chosen = {title: form[name_of(response.text, title)] for title in ("id", "name", "type", "faction", "source")}
        assert chosen == {"id": "code", "name": "name", "type": "kind", "faction": "race", "source": "-"}

        asked = self.send(upload)
        assert "Some values are not understood yet" in asked.text
        kind, shield = (name_of(asked.text, each, "value") for each in ("magic", "盾"))
        page = asked.text
        sent = form_of(page) | {kind: "=spell", shield: "=-", name_of(page, "phases"): "-"}
        preview = self.as_carol.post(reverse("catalog:import_columns", args=[upload.pk]), sent, follow=True)
        assert "Apply 2 changes" in preview.text
        assert "The column “source” is left out" in preview.text
        self.act(upload, "apply")
        assert self.printing("F-1").get("attack") == "-"
        assert self.printing("F-2").kind == "spell"

        again = self.upload(FAN, "cards.json")
        assert "The catalog already contains everything in this file." in again.text
        assert "read with a map of columns" in again.text

    def test_the_map_is_a_file_that_can_be_downloaded_and_uploaded(self):
        self.upload(FAN, "cards.json")
        upload = self.latest()
        asked = self.send(upload)
        self.as_carol.post(reverse("catalog:import_columns", args=[upload.pk]), form_of(asked.text))
        document = self.as_carol.get(reverse("catalog:import_map", args=[upload.pk])).json()
        assert (document["columns"]["id"], document["columns"]["source"]) == ("code", None)
        document["columns"]["type"] = {"column": "kind", "values": {"magic": "spell"}}
        document["columns"]["attack"] = {"column": "attack", "values": {"盾": "-"}}
        document["columns"]["phases"] = None
        ColumnMap.objects.all().delete()
        file = SimpleUploadedFile("map.json", json.dumps(document).encode())
        response = self.upload(FAN, "cards.json", map=file)
        assert "Apply 2 changes" in response.text
        file.seek(0)
        response = self.send(upload, "upload", map=file)
        assert "Apply 2 changes" in response.text

    def test_a_map_in_another_encoding_is_refused(self):
        response = self.upload(FAN, "cards.json", map=SimpleUploadedFile("map.json", b"PK\x03\xff"))
        self.assertContains(response, "not in UTF-8: line 1 cannot be read. Save it in UTF-8.", status_code=422)

    def test_a_map_that_cannot_be_used_is_refused_with_the_choices(self):
        file = SimpleUploadedFile("map.json", b'{"version": 1, "columns": {"id": "number"}}')
        response = self.upload(FAN, "cards.json", map=file)
        assert response.status_code == 422
        assert "reads “id” as “number”" in response.text
        assert not CatalogImport.objects.exists()


UNITS = "編號;名稱;;族;\nU-1;渡河狸;甲;中立;3\nU-2;石門;乙;中立;\n"


class FixedAndUntitledTest(ColumnsTest):
    def choose(self, response, **fields):
        path = reverse("catalog:import_columns", args=[self.latest().pk])
        return self.as_carol.post(path, form_of(response.text) | fields, follow=True)

    def test_a_file_of_units_gets_its_kind_and_its_untitled_columns_by_choosing(self):
        response = self.upload(UNITS)
        assert "must name the columns" in response.text
        names = {
            title: name_of(response.text, title) for title in ("族", *map("Column {}, without a title".format, (3, 5)))
        }
        columns = dict(zip(names.values(), ("race", "-", "attack"), strict=True))
        preview = self.choose(
            response, **columns, **{"fixed-kind": "unit", "fixed-column-1": "set", "fixed-text-1": "P1"}
        )
        assert "Apply 2 changes" in preview.text
        assert "The column “#3” is left out" in preview.text
        self.act(self.latest(), "apply")
        first = self.printing("U-1")
        assert (first.kind, first.get("attack"), first.set, first.get("race")) == ("unit", 3, "P1", "中立")
        document = self.as_carol.get(reverse("catalog:import_map", args=[self.latest().pk])).json()
        assert (document["fixed"], document["columns"]["#3"], document["columns"]["#5"]) == (
            {"kind": "unit", "set": "P1"}, None, "attack",
        )  # fmt: skip
        again = self.upload(UNITS.replace("石門", "石橋"))
        assert "Apply 1 change" in again.text
        page = form_of(self.columns(self.latest()).text)
        assert (page["fixed-kind"], page["fixed-column-0"], page[name_of(self.columns(self.latest()).text, "族")]) == (
            "unit", "set", "race",
        )  # fmt: skip

    def test_what_cannot_be_in_every_row_is_refused_and_stays_in_the_form(self):
        response = self.upload("code,name\nU-1,a\n")
        for fields, message in (
            ({"fixed-column-0": "attack", "fixed-text-0": "viel"}, "In every row, Attack: This is not a whole number."),
            ({"fixed-text-0": "P1"}, "Choose the column in which every row has “P1”."),
            ({"fixed-column-0": "set"}, "Say what every row has in the column “Set”."),
            ({"fixed-column-0": "mana", "fixed-text-0": "1", "fixed-column-1": "mana", "fixed-text-1": "2"},
             "The column mana appears twice."),
            ({"column-1": "set", "fixed-column-0": "set", "fixed-text-0": "P1"}, "the column “name” has it"),
        ):  # fmt: skip
            answer = self.choose(response, **{"fixed-kind": "unit"}, **fields)
            assert answer.status_code == 422
            assert message in answer.text
            assert form_of(answer.text)["fixed-kind"] == "unit"
        assert not ColumnMap.objects.exists()

    def test_an_untitled_column_with_texts_far_below_can_be_chosen(self):
        text = "code,name,kind,\n" + "".join(f"U-{n},a{n},unit,{'3' if n == 40 else ''}\n" for n in range(1, 42))
        response = self.upload(text)
        assert "Row 41 has a value in cell 4" in response.text
        preview = self.choose(response, **{name_of(response.text, "Column 4, without a title"): "attack"})
        assert "Apply 41 changes" in preview.text


class StrangersFileTest(ColumnsTest):
    def test_semicolons_chinese_titles_and_days_in_two_orders(self):
        response = self.upload(STRANGER)
        upload, page = self.latest(), response.text
        assert form_of(page)["title_row"] == "2"
        columns = {"族": "race", "戰力": "attack", "類別": "kind", "登場日": "released"}
        asked = self.send(upload, **{name_of(page, title): column for title, column in columns.items()})
        page = asked.text
        answers = {
            name_of(page, "單", "value"): "=unit",
            name_of(page, "無", "value"): "=",
            name_of(page, "登場日", "dates"): "day-first",
        }
        path = reverse("catalog:import_columns", args=[upload.pk])
        preview = self.as_carol.post(path, form_of(page) | answers, follow=True)
        assert "Apply 2 changes" in preview.text
        assert "Above the titles of the columns stands “我的卡”" in preview.text
        assert "title_row" not in ColumnMap.objects.get().document
        self.act(upload, "apply")
        assert str(self.printing("S-1").released) == "2024-01-03"
        assert self.printing("S-2").get("attack") is None

    def test_rows_with_what_is_not_understood_can_be_skipped(self):
        self.upload("code,name,kind,race\nS-1,a,unit,中立\nS-2,b,ghost,中立\n")
        upload = self.latest()
        assert "S-2" in self.page(upload).text
        response = self.act(upload, "skip-bad")
        assert "Apply 1 change" in response.text

    def test_another_row_can_have_the_titles(self):
        self.upload("a,b,c\nn,k,i\nF-1,x,unit\n")
        assert self.send(self.latest(), "titles", title_row="9" * 5000).status_code == 200
        response = self.send(self.latest(), "titles", title_row="2")
        assert "<legend>k</legend>" in response.text

    def test_a_title_chosen_twice_or_a_missing_column_is_said_and_the_choice_is_kept(self):
        response = self.upload("a,b,c\nF-1,x,unit\n")
        upload, page = self.latest(), response.text
        response = self.send(upload, **{name_of(page, "a"): "code", name_of(page, "b"): "name"})
        assert response.status_code == 422
        assert "must name the columns" in response.text
        assert form_of(response.text)[name_of(page, "b")] == "name"
        response = self.send(upload, **{name_of(page, "a"): "code", name_of(page, "b"): "code"})
        assert "reads several titles as the column code: a, b" in response.text

    def test_a_large_file_is_asked_about_after_a_worker_has_looked(self):
        data = many(2500).replace(b"code,", b"nummer,")
        response = self.upload(data)
        upload, page = self.latest(), response.text
        assert upload.status == ImportStatus.MAPPING
        response = self.send(upload, **{name_of(page, "nummer"): "code"})
        assert "Apply 2,500 changes" in response.text


class AccessTest(ColumnsTest):
    def test_only_staff_see_columns_maps_and_templates(self):
        upload = uploads.receive(GAME, STRANGER.encode(), "cards.csv")
        upload.column_map = {"version": 1, "columns": {}}
        upload.save()
        for path in (
            reverse("catalog:import_columns", args=[upload.pk]),
            reverse("catalog:import_map", args=[upload.pk]),
            reverse("catalog:import_template", args=[GAME.slug]),
        ):
            assert self.as_alice.get(path).status_code == 403, path
            assert self.as_carol.get(path).status_code == 200, path

    def test_an_applied_file_has_no_columns_to_set(self):
        self.upload()
        upload = self.latest()
        self.act(upload, "apply")
        assert self.columns(upload).status_code == 302

    def test_a_map_that_does_not_exist_is_not_there(self):
        self.upload()
        assert self.as_carol.get(reverse("catalog:import_map", args=[self.latest().pk])).status_code == 404


class WarningsTest(ColumnsTest):
    def test_a_complete_catalog_that_retires_most_is_warned_about(self):
        self.upload()
        self.act(self.latest(), "apply")
        response = self.upload(
            "code,name\nA-1,雪女\n".replace("name", "name,kind").replace("雪女", "雪女,unit"), complete="on"
        )
        assert "most of the catalog is not in it" in response.text
        assert "2 printings would be retired" in re.sub(r"\s+", " ", response.text)


class TemplateTest(ColumnsTest):
    def test_the_template_of_every_game_has_all_columns_and_an_example_that_is_imported(self):
        for game in GAMES:
            path = reverse("catalog:import_template", args=[game.slug])
            for kind in ("csv", "xlsx"):
                data = self.as_carol.get(path, {"format": kind}).content
                table = files.read(data, f"template.{kind}")
                assert table.rows.columns == tuple(game.fields)
                report = services.preview(game, data, f"template.{kind}")
                assert (report.rows.counts()["created"], report.rows.rejected) == (1, ())
            assert self.as_carol.get(path, {"format": "doc"}).status_code == 404

    def test_the_import_page_lists_the_columns_of_its_game(self):
        page = self.as_carol.get(reverse("catalog:imports", args=["legions"]))
        assert "<code>core_cost</code>" in page.text
        assert "<code>tribute</code>" not in page.text
