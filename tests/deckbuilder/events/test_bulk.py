"""Lists of many players at once: read from what people send, looked at, taken once, all or none."""

import csv
import io
import zipfile
from unittest import mock

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from deckbuilder.events import bulk, bulk_files, selectors, services
from deckbuilder.events.bulk_sentences import OUTCOMES, refusal
from deckbuilder.events.gate_models import BulkUpload
from deckbuilder.events.models import Entry, LogEntry, Submission
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER, EventTest


def zipped(files, **options):
    """A ZIP archive of these files, by their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def table(*rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


class BulkTest(EventTest):
    def items(self, name, data):
        return bulk_files.items([(name, data if isinstance(data, bytes) else data.encode())])

    def bring(self, event, files, **options):
        """An upload of these files by their names, not taken yet."""
        found = bulk_files.items([(name, text.encode()) for name, text in files.items()])
        return bulk.receive(event, found, list(files), by=self.alice, **options)

    def outcomes(self, upload):
        return {each["player"]: each["outcome"] for each in upload.plan}

    def errors(self, upload):
        return {each["player"]: each["error"] for each in upload.plan if each["outcome"] == "refused"}

    def assertSame(self, before):
        assert self.rows() == before


class FilesTest(BulkTest):
    def test_a_file_is_the_list_of_the_player_it_is_named_after(self):
        (item,) = self.items("王小明.txt", LEGAL)
        assert (item.player, item.text, item.form, item.error) == ("王小明", LEGAL, "txt", "")

    def test_an_archive_has_such_files_in_any_folders(self):
        data = zipped({"round/": "", "round/Ann.txt": LEGAL, "王小明.json": "{}", "__MACOSX/._Ann.txt": "x"})
        assert [(each.player, each.form, each.place) for each in self.items("all.zip", data)] == [
            ("Ann", "txt", "all.zip: round/Ann.txt"),
            ("王小明", "json", "all.zip: 王小明.json"),
        ]

    def test_a_name_in_an_archive_that_is_not_utf_8_is_not_guessed_at(self):
        data = zipped({"XX.txt": LEGAL}).replace(b"XX.txt", b"\xa4\xfd.txt")
        (item,) = self.items("all.zip", data)
        assert item.error == "name-encoding"

    def test_a_table_has_a_list_in_a_cell(self):
        data = table(["Player", "List"], ["Ann", LEGAL], ["", LEGAL], [], ["Bea", "game: whist"])
        found = self.items("cup.csv", data)
        assert [(each.place, each.player, each.error) for each in found] == [
            ("cup.csv: 2", "Ann", ""), ("cup.csv: 3", "", "no-player"), ("cup.csv: 5", "Bea", ""),
        ]  # fmt: skip
        assert found[0].text == LEGAL.strip()

    def test_or_a_card_in_a_row(self):
        rows = [["player", "zone", "quantity", "name"], ["Ann", "", "", "race: 妖怪村莊"], ["Bea", "main", "2", "雪女"]]
        upload = self.bring(self.event(), {"cup.csv": table(*rows, ["Ann", "main", "1", FOX]).decode()})
        assert [(each["player"], each["place"], each["outcome"]) for each in upload.plan] == [
            ("Ann", "cup.csv: 2", "entered"),
            ("Bea", "cup.csv: 3", "entered"),
        ]
        bulk.apply(upload, by=self.alice)
        deck = Submission.objects.get(entry__name="Ann").deck
        assert deck["declarations"] == {"race": "妖怪村莊"}
        assert [entry[1] for entry in deck["zones"]["main"]] == [1]

    def test_a_csv_file_without_players_is_one_players_list(self):
        (item,) = self.items("Ann.csv", "zone,quantity,name,code\nmain,1,雪女,\n")
        assert (item.player, item.form) == ("Ann", "csv")

    def test_each_file_that_is_no_list_says_why(self):
        wrong = {
            "Ann.pdf": (b"%PDF", "file-type"),
            "Bea.txt": ("雪女".encode("utf-16"), "encoding"),
            "Cid.txt": (b"x" * 70_000, "too-long"),
            "cup.csv": (b"player,score\nAnn,3\n", "csv-header"),
            "cup2.csv": (b'player,list\nAnn,"3\n', "csv-quote"),
            "cup3.csv": (b"player,list\nAnn,a,b\n", "csv-shape"),
            "in.zip.txt": (zipped({"inner.zip": zipped({"Ann.txt": LEGAL})}), "file-type"),
        }
        for name, (data, code) in wrong.items():
            with self.subTest(name):
                (item,) = self.items(name, data)
                assert item.error == code
                assert "{" not in refusal(item.error, item.params)

    def test_hostile_archives_are_refused(self):
        bomb = zipped({"Ann.txt": "0" * 20_000_000})
        locked = bytearray(zipped({"Ann.txt": LEGAL}))
        locked[locked.index(b"PK\x01\x02") + 8] |= 1
        wrong = {
            "archive-damaged": b"PK\x03\x04 and nothing more",
            "archive-locked": bytes(locked),
            "archive-unpacks-too-large": bomb,
            "bulk-empty": zipped({"a/": ""}),
            "bulk-too-many": zipped({f"{number}.txt": "" for number in range(bulk_files.MOST_LISTS + 1)}),
        }
        for code, data in wrong.items():
            with self.subTest(code):
                self.assertRefused(code, self.items, "all.zip", data)

    def test_an_archive_that_lies_about_its_sizes_unpacks_no_further(self):
        data = zipped({"Ann.txt": "0" * 200_000})
        (item,) = self.items("all.zip", data.replace((200_000).to_bytes(4, "little"), (2_000).to_bytes(4, "little")))
        assert item.error in ("part-damaged", "too-long")

    def test_a_damaged_file_in_an_archive_spoils_no_other(self):
        data = bytearray(zipped({"Ann.txt": LEGAL, "Bea.txt": OTHER}))
        start = data.index(b"Ann.txt") + len("Ann.txt")
        data[start + 20 : start + 30] = b"\xff" * 10
        found = self.items("all.zip", bytes(data))
        assert [(each.player, each.error) for each in found] == [("Ann", "part-damaged"), ("Bea", "")]

    def test_more_than_is_read_at_once_is_refused(self):
        with mock.patch.object(bulk_files, "MOST_BYTES", 100):
            self.assertRefused("bulk-too-large", self.items, "Ann.txt", LEGAL)


class PlanTest(BulkTest):
    def test_every_list_says_what_becomes_of_it(self):
        event = self.event()
        self.entry(event, self.bob)
        self.submit(self.entry(event, name="Cid"), LEGAL)
        self.submit(self.entry(event, name="Dot"), OTHER)
        files = {"bob.txt": LEGAL, "Cid.txt": LEGAL, "#3.txt": LEGAL, "Eva.txt": ILLEGAL, "Fay.txt": "game: whist"}
        upload = self.bring(event, files)
        assert self.outcomes(upload) == {
            "bob": "first", "Cid": "unchanged", "#3": "replaced", "Eva": "entered", "Fay": "refused",
        }  # fmt: skip
        assert [each.get("status") for each in upload.plan] == ["legal", "legal", "legal", "illegal", None]

    def test_players_are_found_in_any_writing_of_their_names(self):
        event = self.event()
        self.entry(event, name="龍之介")
        assert self.outcomes(self.bring(event, {"龙之介.txt": LEGAL})) == {"龙之介": "first"}

    def test_it_is_never_guessed_whose_list_it_is(self):
        event = self.event(capacity=4)
        self.entry(event, name="Ann")
        self.entry(event, name="Ann")
        services.drop(self.entry(event, name="Bea"), by=self.alice)
        self.entry(event, name="Cid")
        files = {"Ann.txt": LEGAL, "Bea.txt": LEGAL, "a/Cid.txt": LEGAL, "b/Cid.txt": OTHER, ".txt": LEGAL}
        files |= {"Dot.txt": LEGAL, "Eva.txt": LEGAL, "x" * 81 + ".txt": LEGAL}
        upload = self.bring(event, files)
        assert [each.get("error") for each in upload.plan] == [
            "several-players", "dropped", None, "repeated-player", "file-type", None, "full", "long-player",
        ]  # fmt: skip
        for language in ("en", "zh-hant"):
            with translation.override(language):
                for each in upload.plan:
                    assert each["outcome"] != "refused" or "{" not in refusal(each["error"], each["params"])

    def test_lines_that_name_no_card_are_told(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL + "1 燈籠\n"})
        ((number, text, status, notes, _),) = upload.plan[0]["lines"]
        assert (number, text, status, notes) == (len(LEGAL.splitlines()) + 1, "1 燈籠", "unknown", ["no-card"])

    def test_looking_changes_nothing(self):
        event = self.event()
        before = self.rows()
        self.bring(event, {"Ann.txt": LEGAL})
        self.assertSame(before)

    def test_late_lists_need_a_reason_and_none_comes_after_the_start(self):
        event = self.event()
        self.submit(self.entry(event, self.bob))
        self.now = DEADLINE
        self.assertRefused("no-reason", self.bring, event, {"Ann.txt": LEGAL})
        upload = bulk.apply(self.bring(event, {"Ann.txt": LEGAL}, reason="On paper"), by=self.alice)
        assert upload.applied_at
        assert Submission.objects.get(entry__name="Ann").late == "On paper"
        waiting = self.bring(event, {"Bea.txt": LEGAL}, reason="On paper")
        services.start(event, by=self.alice)
        self.assertRefused("started", bulk.apply, waiting, by=self.alice)
        self.assertRefused("started", self.bring, event, {"Cid.txt": LEGAL})


class TakeTest(BulkTest):
    def test_lists_are_handed_in_as_by_hand(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        upload = bulk.apply(self.bring(event, {"Bob.txt": LEGAL, "Ann.txt": ILLEGAL}), by=self.alice)
        assert upload.applied_at
        assert [each.state for each in selectors.standings(event)] == ["ready", "illegal"]
        assert entry.submissions.get().source == LEGAL
        log = event.log.order_by("number")[3:]
        assert [each.what for each in log] == ["submitted", "entered", "submitted", "brought-in"]
        assert log[3].params == {"taken": 2, "of": 2, "entered": 1}

    def test_the_same_file_twice_adds_nothing(self):
        event = self.event()
        files = {"Bob.txt": LEGAL, "Ann.txt": OTHER}
        bulk.apply(self.bring(event, files), by=self.alice)
        again = self.bring(event, files)
        assert set(self.outcomes(again).values()) == {"unchanged"}
        bulk.apply(again, by=self.alice)
        assert (Entry.objects.count(), Submission.objects.count()) == (2, 2)

    def test_not_even_where_the_player_has_replaced_the_list_since(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        bulk.apply(self.bring(event, {"bob.txt": LEGAL}), by=self.alice)
        self.submit(entry, OTHER)
        assert self.outcomes(self.bring(event, {"bob.txt": LEGAL})) == {"bob": "unchanged"}

    def test_taking_twice_takes_once(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL})
        bulk.apply(upload, by=self.alice)
        before = self.rows()
        bulk.apply(upload, by=self.alice)
        self.assertSame(before)

    def test_what_is_refused_is_left_out(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL, "Bea.pdf": ""})
        bulk.apply(upload, by=self.alice)
        assert [entry.name for entry in Entry.objects.all()] == ["Ann"]

    def test_what_has_changed_since_it_was_shown_is_shown_again_first(self):
        event = self.event()
        upload = self.bring(event, {"Ann.txt": LEGAL})
        self.submit(self.entry(event, name="Ann"), OTHER)
        self.assertRefused("bulk-changed", bulk.apply, upload, by=self.alice)
        upload.refresh_from_db()
        assert self.outcomes(upload) == {"Ann": "replaced"}
        bulk.apply(upload, by=self.alice)
        assert Submission.objects.filter(entry__name="Ann").count() == 2

    def test_an_error_in_the_middle_takes_nothing(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL, "Bea.txt": LEGAL})
        before, real, calls = self.rows(), services.submit_at, []

        def submit(*arguments, **options):
            calls.append(arguments)
            if len(calls) == 2:
                raise ZeroDivisionError
            return real(*arguments, **options)

        with mock.patch.object(services, "submit_at", side_effect=submit), self.assertRaises(ZeroDivisionError):  # noqa: PT027
            bulk.apply(upload, by=self.alice)
        self.assertSame(before)
        assert BulkUpload.objects.get().applied_at is None

    def test_lists_that_were_taken_are_not_discarded(self):
        event = self.event()
        taken = bulk.apply(self.bring(event, {"Ann.txt": LEGAL}), by=self.alice)
        assert not bulk.discard(taken)
        assert bulk.discard(self.bring(event, {"Bea.txt": LEGAL}))
        assert BulkUpload.objects.get() == taken


class PagesTest(BulkTest):
    def send(self, event, browser=None, **files):
        sent = [SimpleUploadedFile(name.replace("_", "."), text.encode()) for name, text in files.items()]
        return (browser or self.as_alice).post(f"/events/{event.slug}/bulk/", {"files": sent})

    def test_files_are_sent_looked_at_and_taken(self):
        event = self.event()
        answer = self.send(event, Ann_txt=LEGAL, Bea_txt=ILLEGAL + "1 nobody knows this\n", Cid_pdf="%PDF")
        page = self.as_alice.get(answer.url)
        self.assertContains(page, "2 lists can be taken. 1 is left out.")
        self.assertContains(page, "nobody knows this")
        self.assertContains(page, "“pdf” is no kind of list")
        for outcome in OUTCOMES:
            assert self.as_alice.get(answer.url, {"show": outcome}).status_code == 200
        done = self.as_alice.post(answer.url, {"do": "apply"}, follow=True)
        self.assertContains(done, "2 lists were taken.")
        self.assertContains(self.as_alice.get(f"/events/{event.slug}/bulk/"), "Ann.txt, Bea.txt, Cid.pdf")
        assert Submission.objects.count() == 2

    def test_what_is_no_list_at_all_is_told_beside_the_form(self):
        event = self.event()
        answer = self.as_alice.post(f"/events/{event.slug}/bulk/", {})
        self.assertContains(answer, "There is no list in this.", status_code=422)
        answer = self.send(event, all_zip="nothing")
        self.assertContains(answer, "is no ZIP archive", status_code=422)

    def test_lists_are_discarded(self):
        event = self.event()
        answer = self.send(event, Ann_txt=LEGAL)
        self.as_alice.post(answer.url, {"do": "discard"})
        assert self.as_alice.get(answer.url).status_code == 404

    def test_an_upload_is_of_its_event_alone(self):
        url = self.send(self.event(), Ann_txt=LEGAL).url
        other = self.event()
        number = url.strip("/").rpartition("/")[2]
        assert self.as_alice.get(f"/events/{other.slug}/bulk/{number}/").status_code == 404

    def test_only_organisers_bring_lists_in(self):
        event = self.event()
        for browser in (self.as_visitor, self.as_bob, self.as_judith):
            assert self.send(event, browser, Ann_txt=LEGAL).status_code == 404
        assert not LogEntry.objects.filter(what="brought-in").exists()
