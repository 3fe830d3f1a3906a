"""Staff upload a catalog file, look at what it would change, and apply it."""

import csv
import io
import re
from datetime import timedelta
from unittest import mock

from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape
from kombu.exceptions import OperationalError

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import files, services, tasks, uploads
from deckbuilder.catalog.models import CatalogImport, ImportStatus, Printing
from deckbuilder.catalog.to_games import to_printing
from deckbuilder.common.jobs import jobs
from tests.deckbuilder import samples
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.catalog.imports.import_examples import GAME, THREE, many, rows

HTMX = {"HX-Request": "true"}


class ImportTest(SiteTest):
    """Carol keeps the catalog; tasks are done at once."""

    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        samples.clear()

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True)
        self.carol.user_permissions.add(Permission.objects.get(codename="add_catalogimport"))
        self.as_carol = self.browser_of(self.carol)
        self.sent = []
        for task, work in ((tasks.read_upload, uploads.read), (tasks.apply_upload, uploads.apply)):
            self.replace(task, "delay", work)

    def replace(self, owner, name, value):
        old = getattr(owner, name)
        setattr(owner, name, value)
        self.addCleanup(setattr, owner, name, old)

    def refuse(self, pk):
        raise OperationalError("refused")

    def upload(self, data=THREE, name="cards.csv", browser=None, follow=True, **fields):
        data = data.encode() if isinstance(data, str) else data
        file = SimpleUploadedFile(name, data)
        path = reverse("catalog:imports", args=[GAME.slug])
        return (browser or self.as_carol).post(path, {"file": file, **fields}, follow=follow)

    def act(self, upload, do, browser=None):
        path = reverse("catalog:import_action", args=[upload.pk])
        return (browser or self.as_carol).post(path, {"do": do}, follow=True)

    def page(self, upload, query="", **headers):
        return self.as_carol.get(reverse("catalog:import_page", args=[upload.pk]) + query, headers=headers or None)


class AccessTest(ImportTest):
    def paths(self):
        upload = uploads.receive(GAME, THREE.encode(), "cards.csv")
        yield from (reverse(f"catalog:{name}", args=[upload.pk]) for name in ("import_page", "import_file"))
        yield from (reverse(f"catalog:{name}", args=[GAME.slug]) for name in ("imports", "export"))

    def test_staff_see_every_page(self):
        for path in self.paths():
            assert self.as_carol.get(path).status_code == 200, path

    def test_players_are_told_no(self):
        for path in self.paths():
            assert self.as_alice.get(path).status_code == 403, path

    def test_keepers_see_those_of_their_own_game(self):
        for slug, status in ((GAME.slug, 200), ("legions", 403)):
            keeper = User.objects.create(username=f"keeper-of-{slug}")
            keeper.user_permissions.add(Permission.objects.get(codename=f"keep_{slug}"))
            browser = self.browser_of(keeper)
            for path in self.paths():
                assert browser.get(path).status_code == status, path
            assert browser.get("/imports/0/").status_code == 404

    def test_visitors_are_asked_to_sign_in(self):
        for path in self.paths():
            self.assertRedirects(self.as_visitor.get(path), reverse("account_login") + f"?next={path}")

    def test_players_cannot_upload_or_apply(self):
        assert self.upload(browser=self.as_alice).status_code == 403
        assert not CatalogImport.objects.exists()
        upload = uploads.receive(GAME, THREE.encode(), "cards.csv")
        assert self.act(upload, "apply", self.as_alice).status_code == 403
        assert not Printing.objects.exists()

    def test_there_is_nothing_for_games_that_do_not_exist(self):
        assert self.as_carol.get("/no-such-game/import/").status_code == 404
        assert self.as_carol.get("/no-such-game/export/").status_code == 404
        assert self.as_carol.get("/imports/999/").status_code == 404

    def test_reading_changes_nothing(self):
        path = reverse("catalog:import_action", args=[uploads.receive(GAME, THREE.encode(), "cards.csv").pk])
        assert self.as_carol.get(path).status_code == 405


class StatementTest(ImportTest):
    def test_a_statement_stands_beside_its_sentence(self):
        data = rows(
            "A-1,雪女,unit,妖怪村莊,,1,3,2,played: draw 1",
            header="code,name,kind,race,mana,tribute,attack,score,effects\n",
        )
        page = self.upload(data)
        self.assertContains(page, "<code>played: draw 1</code>", html=True)
        self.assertContains(page, "<p>Immediate: Draw a card.</p>", html=True)

    def test_rows_without_one_have_no_such_cells(self):
        self.assertNotContains(self.upload(), "import-effects")


class UploadTest(ImportTest):
    def test_a_small_file_is_shown_at_once_and_applied_by_a_click(self):
        page = self.upload()
        upload = CatalogImport.objects.get()
        self.assertRedirects(page, reverse("catalog:import_page", args=[upload.pk]))
        self.assertContains(page, "Changes to be made")
        self.assertContains(page, "Apply 3 changes")
        assert upload.created_by == self.carol
        page = self.act(upload, "apply")
        self.assertContains(page, "Applied:")
        self.assertNotContains(page, "Discard")
        assert Printing.objects.count() == 3

    def test_a_change_is_shown_old_to_new(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        page = self.upload(rows("A-1,雪女,unit,妖怪村莊,,2,3,2"))
        self.assertContains(page, "<li>Tribute: <del>1</del> → <ins>2</ins></li>", html=True)
        self.assertContains(page, "Apply 1 change")

    def test_a_rejected_row_is_shown_with_column_value_and_reason(self):
        page = self.upload(THREE + "C-1,雷,unit,中立,,x,3,2\n")
        self.assertContains(page, "Tribute “x”: This is not a whole number.")
        self.assertContains(page, '<td class="is-number">5</td>', html=True)
        self.assertContains(
            page,
            "Nothing can be applied while rows are rejected.",
        )
        self.assertNotContains(page, 'value="apply"')

    def test_wrong_rows_are_left_out_where_that_is_asked(self):
        page = self.upload(THREE + "C-1,雷,unit,中立,,x,3,2\n", skip_bad="on")
        self.assertContains(page, "Apply 3 changes")
        self.act(CatalogImport.objects.get(), "apply")
        assert Printing.objects.count() == 3

    def test_a_complete_file_shows_what_it_retires(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        page = self.upload(rows("A-1,雪女,unit,妖怪村莊,,1,3,2"), complete="on")
        self.assertContains(page, "Apply 2 changes")
        self.act(CatalogImport.objects.get(), "apply")
        assert Printing.objects.filter(retired=True).count() == 2

    def test_a_file_that_says_nothing_new_needs_no_applying(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        page = self.upload()
        self.assertContains(page, "The catalog already contains everything in this file.")
        self.assertNotContains(page, 'value="apply"')

    def test_a_file_that_cannot_be_read_is_refused_with_the_reason(self):
        page = self.upload(THREE.encode("big5"))
        self.assertContains(page, "Big5", status_code=422)
        assert not CatalogImport.objects.exists()

    def test_an_empty_file_is_refused_with_the_same_words(self):
        self.assertContains(self.upload(b""), "The file is empty.", status_code=422)

    def test_no_file_is_a_mistake_in_the_form(self):
        page = self.as_carol.post(reverse("catalog:imports", args=[GAME.slug]), {})
        self.assertContains(page, "This field is required", status_code=422)

    def test_a_file_over_the_limit_is_refused(self):
        with self.settings(CATALOG_FILE_LIMIT=50):
            self.assertContains(self.upload(), "Split it", status_code=422)

    def test_a_file_is_discarded(self):
        self.upload()
        page = self.act(CatalogImport.objects.get(), "discard")
        self.assertContains(page, "discarded")
        self.assertContains(page, "None yet.")

    def test_files_so_far_are_listed(self):
        self.upload()
        page = self.as_carol.get(reverse("catalog:imports", args=[GAME.slug]))
        self.assertContains(page, "cards.csv")
        self.assertContains(page, "preview")
        self.assertContains(page, "carol")

    def test_names_of_cards_are_text_and_nothing_else(self):
        page = self.upload(rows("A-1,<script>x</script>,unit,,,,,"), name="<b>.csv")
        self.assertContains(page, escape("<script>x</script>"))
        self.assertNotContains(page, "<script>x")
        self.assertNotContains(page, "<b>.csv")


class LargeFileTest(ImportTest):
    def hold_tasks(self):
        for task in (tasks.read_upload, tasks.apply_upload):
            self.replace(task, "delay", self.sent.append)

    def test_a_large_file_is_read_by_a_worker_and_its_page_shows_how_far(self):
        self.hold_tasks()
        page = self.upload(many(2500))
        upload = CatalogImport.objects.get()
        assert self.sent == [upload.pk]
        self.assertContains(page, "<progress")
        self.assertContains(page, 'hx-trigger="every 1s"')
        self.assertContains(page, '<noscript><meta http-equiv="refresh"')
        self.replace(jobs, "BEAT_S", 0)
        jobs.Heartbeat(upload)(250, 1000)
        CatalogImport.objects.update(status=ImportStatus.READING)
        page = self.page(upload, **HTMX)
        self.assertContains(page, "25%")
        self.assertNotContains(page, "<html")
        uploads.read(upload.pk)
        assert self.page(upload, **HTMX).headers["HX-Refresh"] == "true"
        self.assertContains(self.page(upload), "Apply 2,500 changes")

    def test_a_worker_that_is_silent_can_be_asked_again(self):
        self.hold_tasks()
        self.upload(many(2500))
        upload = CatalogImport.objects.get()
        self.assertNotContains(self.page(upload), "Restart")
        self.replace(tasks.IMPORTS, "timeout", timedelta(seconds=-1))
        self.assertContains(self.page(upload), "The worker has not responded for a while.")
        self.act(upload, "again")
        assert self.sent == [upload.pk] * 2

    def test_a_queue_that_does_not_answer_is_told_and_the_file_is_kept(self):
        self.replace(tasks.read_upload, "delay", self.refuse)
        page = self.upload(many(2500))
        self.assertContains(page, "Your file is kept")
        self.assertContains(page, "Restart")
        self.replace(tasks.read_upload, "delay", uploads.read)
        page = self.act(CatalogImport.objects.get(), "again")
        self.assertContains(page, "Apply 2,500 changes")

    def test_a_queue_that_does_not_answer_leaves_the_preview_as_it_was(self):
        self.upload()
        self.replace(tasks.apply_upload, "delay", self.refuse)
        page = self.act(CatalogImport.objects.get(), "apply")
        self.assertContains(page, "Your file is kept")
        self.assertContains(page, "Apply 3 changes")
        assert not Printing.objects.exists()

    def test_a_large_file_that_cannot_be_read_is_told_on_its_page(self):
        page = self.upload(many(2500) + b"X,a,unit,,,,,,,one too many\n")
        self.assertContains(page, "Row 2502 has a value in cell 10")
        self.assertContains(page, "Discard")

    def test_a_catalog_that_changed_meanwhile_is_shown_anew(self):
        self.upload()
        services.apply(GAME, rows("A-1,雪女,unit,妖怪村莊,,3,3,2"), "other.csv")
        page = self.act(CatalogImport.objects.get(), "apply")
        self.assertContains(
            page,
            "The catalog changed after the file was read",
        )
        self.assertContains(page, "<del>3</del> → <ins>1</ins>")
        assert Printing.objects.count() == 1


class ReportTest(ImportTest):
    def setUp(self):
        super().setUp()
        services.apply(GAME, THREE.encode(), "cards.csv")
        data = (
            THREE.replace("石牆", "石壁")
            + "B-1,雷,unit,中立,,x,3,2\nC-9,,unit,,,,,\n"
            + many(250).decode().split("\n", 1)[1]
        )
        self.upload(data, skip_bad="on")
        self.import_ = CatalogImport.objects.get()

    def outcomes(self, page):
        return re.findall(r"<tr class=\"is-(\w+)\">", page.content.decode())

    def test_the_worst_comes_first_and_pages_are_turned(self):
        page = self.page(self.import_)
        assert self.outcomes(page)[:3] == ["rejected"] * 3
        self.assertContains(page, "Page 1 of 3")
        self.assertContains(self.page(self.import_, "?page=3"), "unchanged")

    def test_one_outcome_is_shown_alone(self):
        page = self.page(self.import_, "?show=updated")
        assert set(self.outcomes(page)) == {"updated"}
        self.assertContains(page, "石壁")

    def test_lines_are_found_by_number_name_or_value(self):
        page = self.page(self.import_, "?q=t-000200")
        assert len(self.outcomes(page)) == 1
        self.assertContains(self.page(self.import_, "?q=no+such+card"), "None.")

    def test_an_outcome_nobody_knows_shows_everything(self):
        self.assertContains(self.page(self.import_, "?show=nonsense"), "rejected")

    def test_the_whole_report_is_a_file(self):
        response = self.as_carol.get(reverse("catalog:import_file", args=[self.import_.pk]))
        lines = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
        numbered = {int(line["row"]) for line in lines if line["outcome"] not in ("warned", "retired")}
        assert numbered == set(range(2, 257))
        changed = next(line for line in lines if line["outcome"] == "updated")
        told = ("A-2", "Name", "石牆", "石壁")
        assert (changed["code"], changed["column"], changed["old"], changed["new"]) == told
        assert "attachment" in response.headers["Content-Disposition"]

    def test_a_file_that_waits_has_no_report_yet(self):
        CatalogImport.objects.update(report={})
        assert self.as_carol.get(reverse("catalog:import_file", args=[self.import_.pk])).status_code == 404


class ExportTest(ImportTest):
    def test_the_catalog_comes_out_in_every_form(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        for kind in ("csv", "xlsx", "json"):
            response = self.as_carol.get(reverse("catalog:export", args=[GAME.slug]) + f"?format={kind}")
            assert f'filename="xing-ling-wang.{kind}"' in response.headers["Content-Disposition"]
            report = services.preview(GAME, response.getvalue(), f"cards.{kind}")
            assert report.as_json()["counts"]["unchanged"] == 3

    def test_a_large_catalog_is_sent_slice_by_slice_and_never_whole_in_memory(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        url = reverse("catalog:export", args=[GAME.slug])
        for kind in ("csv", "json"):
            whole = self.as_carol.get(url, {"format": kind}).getvalue()
            read = []
            watched = mock.patch.object(
                services, "to_printing", side_effect=lambda row, read=read: read.append(row) or to_printing(row)
            )
            with watched, mock.patch("games.engine.reading.catalogs.files.SLICE", 1):
                parts = []
                for part in self.as_carol.get(url, {"format": kind}):
                    parts.append(part)
                    assert len(read) <= len(parts)
            assert len(read) == 3
            assert b"".join(parts) == whole

    def test_a_workbook_that_takes_long_is_refused_with_the_way_out(self):
        services.apply(GAME, THREE.encode(), "cards.csv")
        url = reverse("catalog:export", args=[GAME.slug])
        with mock.patch.object(files, "MAX_IN_WORKBOOK", 2):
            answer = self.as_carol.get(url, {"format": "xlsx"})
            self.assertContains(answer, "at most 2 printings. Use CSV or JSON", status_code=413)
            assert self.as_carol.get(url, {"format": "csv"}).status_code == 200

    def test_there_is_no_other_form(self):
        assert self.as_carol.get(reverse("catalog:export", args=[GAME.slug]) + "?format=pdf").status_code == 404
