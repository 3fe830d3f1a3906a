"""Lists of many players at once: read from what people send, looked at, taken once, all or none."""

import json
from unittest import mock

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from deckbuilder.common.database import NotFoundError
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.bulk.sentences import OUTCOMES, refusal
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import BulkUpload, Entry, LogEntry, Submission
from deckbuilder.events.readiness import judging
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, OTHER
from tests.deckbuilder.events.bulk.base import BulkTest


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
        entry_services.drop(self.entry(event, name="Bea"), by=self.alice)
        self.entry(event, name="Cid")
        files = {"Ann.txt": LEGAL, "Bea.txt": LEGAL, "a/Cid.txt": LEGAL, "b/Cid.txt": OTHER, ".txt": LEGAL}
        files |= {"Dot.txt": LEGAL, "Eva.txt": LEGAL}
        upload = self.bring(event, files)
        assert self.outcomes(self.receive(event, {"x" * 81 + ".txt": LEGAL})) == {"x" * 81: "unsure"}
        assert [each.get("error") for each in upload.plan] == [
            "several-players", "dropped", None, "repeated-player", "file-type", None, "full",
        ]  # fmt: skip
        for language in ("en", "zh-hant"):
            with translation.override(language):
                for each in upload.plan:
                    assert each["outcome"] != "refused" or "{" not in refusal(each["error"], each["params"])

    def test_whatever_characters_a_list_has_can_be_kept(self):
        wrong = ("\x00", "\ud800", "\x07", "\uffff")
        names = [json.dumps(f"a{each}b") for each in wrong]
        deck = '{{"game": "{}", "name": {}, "zones": {{"main": [{{"quantity": 1, "name": {}}}]}}}}'
        named = {f"{number}.json": deck.format(XLW, name, '"x"') for number, name in enumerate(names)}
        cards = {f"{number} too.json": deck.format(XLW, '"x"', name) for number, name in enumerate(names)}
        self.bring(self.event(), named | cards)
        assert [each.get("error", "") for each in BulkUpload.objects.get().plan] == [*["unprintable"] * 3, ""] * 2

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
        upload = bulk_services.apply(self.bring(event, {"Ann.txt": LEGAL}, reason="On paper"), by=self.alice)
        assert upload.applied_at
        assert Submission.objects.get(entry__name="Ann").late == "On paper"
        waiting = [self.bring(event, files, reason="On paper") for files in ({"Bea.txt": LEGAL}, {"Bea.pdf": ""})]
        services.start(event, by=self.alice)
        for each in waiting:
            self.assertRefused("started", bulk_services.apply, each, by=self.alice)
        self.assertRefused("started", self.bring, event, {"Cid.txt": LEGAL})

    def test_lists_sent_in_time_and_taken_late_need_a_reason_then(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL})
        self.now = DEADLINE
        self.assertRefused("no-reason", bulk_services.apply, upload, by=self.alice)
        self.assertRefused("too-long", bulk_services.apply, upload, by=self.alice, reason="x" * 301)
        assert (
            bulk_services.apply(upload, by=self.alice, reason="The network was down").reason == "The network was down"
        )
        assert BulkUpload.objects.get().reason == Submission.objects.get().late == "The network was down"

    def test_a_reason_is_kept_where_the_lists_have_to_be_looked_at_again(self):
        event = self.event()
        upload = self.bring(event, {"Ann.txt": LEGAL})
        self.submit(self.entry(event, name="Ann"), OTHER)
        self.now = DEADLINE
        self.assertRefused("bulk-changed", bulk_services.apply, upload, by=self.alice, reason="On paper")
        assert bulk_services.apply(upload, by=self.alice).reason == "On paper"

    def test_a_list_that_a_player_replaced_since_the_preview_is_not_replaced_unseen(self):
        event = self.event()
        entry = self.entry(event, name="Ann")
        self.submit(entry, ILLEGAL)
        upload = self.bring(event, {"Ann.txt": LEGAL})
        self.submit(entry, OTHER)
        self.assertRefused("bulk-changed", bulk_services.apply, upload, by=self.alice)
        bulk_services.apply(upload, by=self.alice)
        assert entry.submissions.first().source == LEGAL


class TakeTest(BulkTest):
    def test_lists_are_handed_in_as_by_hand(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        upload = bulk_services.apply(self.bring(event, {"Bob.txt": LEGAL, "Ann.txt": ILLEGAL}), by=self.alice)
        assert upload.applied_at
        assert [each.state for each in judging.judge_entries(event)] == ["ready", "illegal"]
        assert entry.submissions.get().source == LEGAL
        log = event.log.order_by("number")[3:]
        assert [each.what for each in log] == ["submitted", "entered", "submitted", "brought-in"]
        assert log[3].params == {"taken": 2, "of": 2, "entered": 1}

    def test_the_same_file_twice_adds_nothing(self):
        event = self.event()
        files = {"Bob.txt": LEGAL, "Ann.txt": OTHER}
        bulk_services.apply(self.bring(event, files), by=self.alice)
        again = self.bring(event, files)
        assert set(self.outcomes(again).values()) == {"unchanged"}
        bulk_services.apply(again, by=self.alice)
        assert (Entry.objects.count(), Submission.objects.count()) == (2, 2)

    def test_a_file_brought_again_finds_a_player_who_was_renamed(self):
        event = self.event()
        bulk_services.apply(self.bring(event, {"Ann.txt": LEGAL}), by=self.alice)
        entry_services.amend(event.entries.get(), by=self.alice, name="Anna")
        again = self.bring(event, {"Ann.txt": LEGAL})
        assert self.outcomes(again) == {"Ann": "unchanged"}
        bulk_services.apply(again, by=self.alice)
        assert event.entries.count() == 1

    def test_not_even_where_the_player_has_replaced_the_list_since(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        bulk_services.apply(self.bring(event, {"bob.txt": LEGAL}), by=self.alice)
        self.submit(entry, OTHER)
        assert self.outcomes(self.bring(event, {"bob.txt": LEGAL})) == {"bob": "unchanged"}

    def test_taking_twice_takes_once(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL})
        bulk_services.apply(upload, by=self.alice)
        before = self.rows()
        bulk_services.apply(upload, by=self.alice)
        self.assertSame(before)

    def test_what_is_refused_is_left_out(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL, "Bea.pdf": ""})
        bulk_services.apply(upload, by=self.alice)
        assert [entry.name for entry in Entry.objects.all()] == ["Ann"]

    def test_what_has_changed_since_it_was_shown_is_shown_again_first(self):
        event = self.event()
        upload = self.bring(event, {"Ann.txt": LEGAL})
        self.submit(self.entry(event, name="Ann"), OTHER)
        self.assertRefused("bulk-changed", bulk_services.apply, upload, by=self.alice)
        upload.refresh_from_db()
        assert self.outcomes(upload) == {"Ann": "replaced"}
        bulk_services.apply(upload, by=self.alice)
        assert Submission.objects.filter(entry__name="Ann").count() == 2

    def test_an_error_in_the_middle_takes_nothing(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL, "Bea.txt": LEGAL})
        before, real, calls = self.rows(), entry_services.build_submission, []

        def submit(*arguments, **options):
            calls.append(arguments)
            if len(calls) == 2:
                raise ZeroDivisionError
            return real(*arguments, **options)

        with (
            mock.patch.object(entry_services, "build_submission", side_effect=submit),
            self.assertRaises(ZeroDivisionError),  # noqa: PT027
        ):
            bulk_services.apply(upload, by=self.alice)
        self.assertSame(before)
        assert BulkUpload.objects.get().applied_at is None

    def test_lists_that_were_taken_are_not_discarded(self):
        event = self.event()
        taken = bulk_services.apply(self.bring(event, {"Ann.txt": LEGAL}), by=self.alice)
        self.assertRefused("bulk-taken", bulk_services.discard, taken)
        bulk_services.discard(self.bring(event, {"Bea.txt": LEGAL}))
        assert BulkUpload.objects.get() == taken

    def test_of_those_that_were_not_taken_the_last_ones_of_an_event_are_kept(self):
        event, elsewhere = self.event(), self.bring(self.event(), {"Ann.txt": LEGAL})
        taken = bulk_services.apply(self.bring(event, {"Ann.txt": LEGAL}), by=self.alice)
        with mock.patch.object(bulk_services, "MAX_WAITING", 2):
            oldest, *kept = [self.bring(event, {f"Bea {number}.txt": LEGAL}) for number in range(3)]
        assert set(BulkUpload.objects.all()) == {elsewhere, taken, *kept}
        page = self.as_alice.get(f"/events/{event.slug}/bulk/")
        self.assertContains(page, f"The last {bulk_services.MAX_WAITING} unapplied uploads are kept.")
        assert self.as_alice.get(f"/events/{event.slug}/bulk/{oldest.pk}/").status_code == 404

    def test_lists_that_somebody_has_discarded_meanwhile_are_not_there(self):
        upload = self.bring(self.event(), {"Ann.txt": LEGAL})
        bulk_services.discard(BulkUpload.objects.get())
        before = self.rows()
        for work in (lambda: bulk_services.apply(upload, by=self.alice), lambda: bulk_services.discard(upload)):
            with pytest.raises(NotFoundError):
                work()
        self.assertSame(before)


class PagesTest(BulkTest):
    def send(self, event, browser=None, **files):
        sent = [SimpleUploadedFile(name.replace("_", "."), text.encode()) for name, text in files.items()]
        return (browser or self.as_alice).post(f"/events/{event.slug}/bulk/", {"files": sent})

    def test_files_are_sent_looked_at_and_taken(self):
        event = self.event()
        answer = self.send(event, Ann_txt=LEGAL, Bea_txt=ILLEGAL + "1 nobody knows this\n", Cid_pdf="%PDF")
        page = self.as_alice.get(answer.url)
        self.assertContains(page, "2 files are named after nobody on the roster: say whose lists they are.")
        self.assertNotContains(page, 'value="apply"')
        page = self.as_alice.post(answer.url, {"do": "players", "player-0": "Ann", "player-1": "Bea"}, follow=True)
        self.assertContains(page, "2 lists can be imported. 1 is skipped.")
        self.assertContains(page, "nobody knows this")
        self.assertContains(page, "“pdf” is not a supported list format")
        shown = {each: self.as_alice.get(answer.url, {"show": each}).context["lines"] for each in OUTCOMES}
        players = {outcome: [line.kept["player"] for line in lines] for outcome, lines in shown.items()}
        assert players == {outcome: [] for outcome in OUTCOMES} | {"entered": ["Ann", "Bea"], "refused": ["Cid"]}
        done = self.as_alice.post(answer.url, {"do": "apply"}, follow=True)
        self.assertContains(done, "2 lists imported.")
        self.assertContains(self.as_alice.get(f"/events/{event.slug}/bulk/"), "Ann.txt, Bea.txt, Cid.pdf")
        assert Submission.objects.count() == 2

    def test_what_is_no_list_at_all_is_told_beside_the_form(self):
        event = self.event()
        answer = self.as_alice.post(f"/events/{event.slug}/bulk/", {})
        self.assertContains(answer, "No lists found.", status_code=422)
        answer = self.send(event, all_zip="nothing")
        self.assertContains(answer, "” is damaged or not a ZIP archive.", status_code=422)

    def test_more_files_than_a_request_may_have_are_refused_with_the_way_out(self):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        answer = self.send(self.event(), **{f"{number}_txt": "" for number in range(most + 1)})
        self.assertContains(answer, f"at most {most} files at once. Send them as a ZIP", status_code=413)
        self.assertContains(answer, "Too large", status_code=413)
        assert not BulkUpload.objects.exists()

    def test_the_form_says_beforehand_how_many_files_it_takes(self):
        page = self.as_alice.get(f"/events/{self.event().slug}/bulk/")
        self.assertContains(page, f"Send more than {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files as one archive.")

    def test_lists_are_discarded(self):
        event = self.event()
        answer = self.send(event, Ann_txt=LEGAL)
        self.as_alice.post(answer.url, {"do": "discard"})
        assert self.as_alice.get(answer.url).status_code == 404

    def test_a_file_that_is_named_after_nobody_enters_nobody(self):
        event = self.event()
        self.entry(event, name="Ann")
        answer = self.send(event, **{"Ann (1)_txt": LEGAL, "Seat 3 Ann_txt": LEGAL, "final_txt": OTHER})
        page = self.as_alice.get(answer.url)
        self.assertContains(page, "1 list can be imported. 2 files are named after nobody on the roster")
        self.assertContains(page, 'name="player-1" value="Ann"')
        self.assertContains(page, 'name="player-2" value="final"')
        self.assertContains(page, '<option value="Ann"></option>')
        self.as_alice.post(answer.url, {"do": "apply"})
        assert [entry.name for entry in Entry.objects.all()] == ["Ann"]
        self.assertNotContains(self.as_alice.get(answer.url), 'name="player-1"')

    def test_saying_nothing_changes_nothing(self):
        answer = self.send(self.event(), Ann_txt=LEGAL)
        page = self.as_alice.post(answer.url, {"do": "players", "player-0": " "}, follow=True)
        self.assertContains(page, "Enter the player of at least one list.")
        page = self.as_alice.post(answer.url, {"do": "players", "player-0": "x" * 81})
        self.assertContains(page, "80", status_code=422)
        assert self.outcomes(BulkUpload.objects.get()) == {"Ann": "unsure"}

    def test_the_page_asks_why_lists_are_late_once_they_are(self):
        event = self.event()
        self.entry(event, name="Ann")
        answer = self.send(event, Ann_txt=LEGAL)
        self.assertNotContains(self.as_alice.get(answer.url), 'name="reason"')
        self.now = DEADLINE
        refused = self.as_alice.post(answer.url, {"do": "apply"})
        self.assertContains(refused, "Give a reason", status_code=422)
        self.assertContains(refused, 'name="reason" value="" required', status_code=422)
        self.as_alice.post(answer.url, {"do": "apply", "reason": "The network was down"})
        assert Submission.objects.get().late == "The network was down"

    def test_lists_that_were_taken_stay(self):
        answer = self.send(self.event(), Ann_txt=LEGAL)
        self.as_alice.post(answer.url, {"do": "all-players"})
        self.as_alice.post(answer.url, {"do": "apply"})
        again = self.as_alice.post(answer.url, {"do": "discard"})
        self.assertContains(again, "These lists have been imported", status_code=409)

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
