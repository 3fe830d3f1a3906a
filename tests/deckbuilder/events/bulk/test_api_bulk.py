"""Lists of many players over the API: sent, looked at, taken once or discarded, by organisers alone."""

from unittest import mock

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from rest_framework.authtoken.models import Token

from deckbuilder.common.http.pagination import Pages
from deckbuilder.decks.lists.codec import ENDINGS
from deckbuilder.events.bulk import files as bulk_files
from deckbuilder.events.event import services
from deckbuilder.events.models import BulkUpload, Entry, LogEntry, Submission
from tests.deckbuilder.api import ROOT
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, OTHER, read
from tests.deckbuilder.events.bulk.base import table, zipped


class UploadTest(EventsApiTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.there = self.at(self.cup, "uploads/")

    def send(self, files, by=None, **fields):
        """Send these files by their names."""
        sent = [SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode()) for name, data in files]
        return self.ask("post", self.there, by=by or self.as_alice, data={"files": sent, **fields})

    def sent(self, **files):
        """The address of an upload of these lists, by their players, who are confirmed."""
        upload = self.send([(f"{player}.txt", text) for player, text in files.items()])
        path = f"{self.there}{upload.body['id']}/"
        unsure = [each for each in upload.body["results"] if each["outcome"] == "unsure"]
        players = [{"item": each["item"], "player": each["player"]} for each in unsure]
        assert not players or self.name(path, players).status == 200
        return path

    def name(self, path, players, by=None):
        return self.post(f"{path}players/", {"players": players}, by=by or self.as_alice)

    def look(self, path, by=None, **words):
        return self.get(path, words, by=by or self.as_alice)

    def take(self, path, by=None, **fields):
        return self.post(f"{path}apply/", fields, by=by or self.as_alice)

    def discard(self, path, by=None):
        return self.delete(path, by=by or self.as_alice)

    def outcomes(self, answer):
        return {each["player"]: each["outcome"] for each in answer.body["results"]}


class SendTest(UploadTest):
    def test_the_answer_says_what_would_become_of_each_list(self):
        self.submit(self.entry(self.cup, self.bob), OTHER)
        self.entry(self.cup, name="Cid")
        files = [("bob.txt", LEGAL), ("#2.txt", ILLEGAL), ("Dot.txt", LEGAL), ("Eva.pdf", "%PDF")]
        answer = self.send(files)
        assert answer.status == 201
        assert self.outcomes(answer) == {"bob": "replaced", "#2": "first", "Dot": "unsure", "Eva": "refused"}
        counts = {"refused": 1, "unsure": 1, "entered": 0, "first": 1, "replaced": 1, "unchanged": 0}
        assert answer.body["counts"] == counts
        assert [each["item"] for each in answer.body["results"]] == [0, 1, 2, 3]
        assert [each["number"] for each in answer.body["results"]] == [1, 2, None, None]
        assert [each["status"] for each in answer.body["results"]] == ["legal", "illegal", "legal", None]
        fingerprints = [each["fingerprint"] for each in answer.body["results"]]
        assert fingerprints == [read(LEGAL).fingerprint, read(ILLEGAL).fingerprint, read(LEGAL).fingerprint, None]

    def test_nothing_is_taken_by_it(self):
        before = self.rows()
        self.send([("Ann.txt", LEGAL)])
        assert self.rows() == before

    def test_a_list_that_is_refused_says_why_to_programs_and_people(self):
        answer = self.send([("Eva.pdf", "%PDF")])
        assert answer.body["results"][0]["refusal"] == {
            "code": "file-type",
            "message": f"“pdf” is not a supported list format. Supported: {', '.join(ENDINGS)}.",
            "params": {"value": "pdf", "choices": [*ENDINGS]},
        }
        assert answer.body["results"][0]["fingerprint"] is None

    def test_lines_that_name_no_card_are_told_with_what_they_may_mean(self):
        answer = self.send([("Ann.txt", LEGAL.replace(FOX, f"{FOX}貍"))])
        (line,) = answer.body["results"][0]["lines"]
        assert (line["text"], line["notes"], line["message"]) == (f"1 {FOX}貍", ["no-card"], "no card has this name")
        assert LEGAL.splitlines()[line["line"] - 1] == f"1 {FOX}"
        assert FOX in line["choices"]

    def test_archives_and_tables_are_read_too(self):
        files = [("all.zip", zipped({"Ann.txt": LEGAL})), ("cup.csv", table(["player", "list"], ["Bea", OTHER]))]
        answer = self.send(files)
        assert [(each["place"], each["outcome"]) for each in answer.body["results"]] == [
            ("all.zip: Ann.txt", "unsure"),
            ("cup.csv: 2", "entered"),
        ]

    def test_what_is_no_list_at_all_is_refused_with_the_place(self):
        for files, code in (
            ([("all.zip", "nothing")], "archive-damaged"),
            ([("all.zip", zipped({"a/": ""}))], "bulk-empty"),
        ):
            self.refused(self.send(files), 400, f"event.{code}", files=code)

    def test_what_does_not_say_what_it_is_is_refused(self):
        assert self.send([]).codes == {"files": "required"}
        assert self.ask("post", self.there, by=self.as_alice, data={"files": "1 card"}).codes == {"files.0": "invalid"}
        assert self.send([("Ann.txt", LEGAL)], reasn="So").codes == {"reasn": "unknown-field"}

    def test_a_body_that_is_no_form_is_refused(self):
        self.refused(self.post(self.there, {"files": []}, by=self.as_alice), 415, "unsupported-media-type")

    def test_an_empty_file_is_refused_as_a_list(self):
        answer = self.send([("Ann.txt", ""), ("Bea.txt", LEGAL)])
        assert [(each.get("refusal") or {}).get("code") for each in answer.body["results"]] == ["no-cards", None]

    def test_characters_that_are_none_spoil_no_other_list(self):
        answer = self.send([("Ann.txt", "1 a\x00b"), ("Bea.txt", LEGAL)])
        assert self.outcomes(answer) == {"Ann": "refused", "Bea": "unsure"}

    def test_late_lists_need_a_reason_and_none_comes_after_the_start(self):
        self.submit(self.entry(self.cup, self.bob))
        self.now = DEADLINE
        assert self.send([("Ann.txt", LEGAL)]).codes == {"reason": "no-reason"}
        answer = self.send([("Ann.txt", LEGAL)], reason="On paper")
        assert (answer.status, answer.body["reason"]) == (201, "On paper")
        services.start(self.cup, by=self.alice)
        self.refused(self.send([("Ann.txt", LEGAL)], reason="On paper"), 409, "event.started")

    def test_it_is_sent_with_a_token_as_programs_do(self):
        token = Token.objects.create(user=self.alice).key
        sent = {"files": [SimpleUploadedFile("Ann.txt", LEGAL.encode())]}
        headers = {"authorization": f"Token {token}"}
        answer = self.ask("post", self.there, by=Client(enforce_csrf_checks=True), headers=headers, data=sent)
        assert answer.status == 201
        assert BulkUpload.objects.get().sent_by == self.alice

    def test_a_browser_sends_the_token_of_its_session_along(self):
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(self.alice)
        assert self.send([("Ann.txt", LEGAL)], browser).body["code"] == "permission-denied"
        browser.get(f"/events/{self.cup.slug}/bulk/")
        sent = {"files": [SimpleUploadedFile("Ann.txt", LEGAL.encode())]}
        headers = {"x-csrftoken": browser.cookies["csrftoken"].value}
        answer = self.ask("post", self.there, by=browser, data=sent, headers=headers)
        assert self.outcomes(answer) == {"Ann": "unsure"}


class NameTest(UploadTest):
    def test_whose_list_a_file_is_is_said_once(self):
        self.entry(self.cup, name="王小明")
        answer = self.send([("deck-final.txt", LEGAL), ("Bea (1).txt", OTHER), ("王小明 - 複本.txt", LEGAL)])
        path = f"{self.there}{answer.body['id']}/"
        assert [(each["player"], each["outcome"]) for each in answer.body["results"]] == [
            ("deck-final", "unsure"), ("Bea", "unsure"), ("王小明", "first"),
        ]  # fmt: skip
        named = self.name(path, [{"item": 0, "player": "Ann"}])
        assert self.outcomes(named) == {"Ann": "entered", "Bea": "unsure", "王小明": "first"}
        self.take(path)
        assert sorted(Entry.objects.values_list("name", flat=True)) == ["Ann", "王小明"]

    def test_an_existing_player_may_be_meant(self):
        self.entry(self.cup, name="Ann")
        path = f"{self.there}{self.send([('A.txt', LEGAL)]).body['id']}/"
        for player in ("#1", "ann"):
            path = f"{self.there}{self.send([('A.txt', LEGAL)]).body['id']}/"
            assert self.outcomes(self.name(path, [{"item": 0, "player": player}])) == {player: "first"}

    def test_what_is_no_answer_is_refused(self):
        path = f"{self.there}{self.send([('Ann.txt', LEGAL), ('B.pdf', '')]).body['id']}/"
        assert self.name(path, []).codes == {"players": "empty"}
        assert self.name(path, [{"item": 0, "player": "x" * 81}]).codes == {"players.0.player": "max-length"}
        for item in (1, 2):
            self.refused(self.name(path, [{"item": item, "player": "Ann"}]), 409, "event.bulk-changed")
        assert self.name(path, [{"item": 0, "player": "Ann"}]).status == 200
        self.refused(self.name(path, [{"item": 0, "player": "Ben"}]), 409, "event.bulk-changed")
        self.take(path)
        self.refused(self.name(path, [{"item": 0, "player": "Ben"}]), 409, "event.bulk-taken")


class LimitTest(UploadTest):
    @override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
    def test_files_may_be_larger_than_other_bodies(self):
        assert self.send([("Ann.txt", f"{LEGAL}# {'x' * 2_000}\n")]).status == 201

    def test_more_than_is_read_at_once_is_refused(self):
        with mock.patch.object(bulk_files, "MAX_UPLOAD_BYTES", 100):
            answer = self.send([("Ann.txt", LEGAL)])
        assert (answer.status, answer.codes) == (400, {"files": "bulk-too-large"})

    def test_far_more_is_not_even_read(self):
        length = bulk_files.MAX_UPLOAD_BYTES * 2
        answer = self.ask(
            "post", self.there, by=self.as_alice, data={"files": "x"}, headers={"content-length": str(length)}
        )
        assert (answer.status, answer.body["code"]) == (413, "too-large")

    def test_more_files_than_a_request_may_have_are_refused_with_the_way_out(self):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        answer = self.send([(f"{number}.txt", "") for number in range(most + 1)])
        assert (answer.status, answer.body["code"]) == (413, "too-many-files")
        assert answer.body["params"] == {"limit": most}
        assert "ZIP" in answer.body["message"]


class LookTest(UploadTest):
    def test_everything_that_was_sent_is_listed_the_last_first(self):
        self.take(self.sent(Ann=LEGAL))
        self.send([("Bea.txt", LEGAL), ("Cid.txt", OTHER)])
        found = self.look(self.there).body["results"]
        assert [(each["names"], bool(each["applied_at"])) for each in found] == [
            ("Bea.txt, Cid.txt", False),
            ("Ann.txt", True),
        ]
        assert (found[0]["sent_by"], found[0]["reason"]) == ("alice", "")
        assert self.as_alice.get(found[0]["url"]).status_code == 200

    def test_those_of_one_outcome_are_asked_for(self):
        path = self.sent(Ann=LEGAL, Bea="game: whist")
        found = self.look(path, outcome="refused")
        assert self.outcomes(found) == {"Bea": "refused"}
        assert (found.body["count"], found.body["counts"]["entered"]) == (1, 1)
        assert self.look(path, outcome="lost").codes == {"outcome": "invalid-choice"}

    def test_pages_are_turned_from_the_first_answer_on(self):
        with mock.patch.object(Pages, "page_size", 2):
            first = self.send([(f"Player {number}.txt", LEGAL) for number in range(3)])
            assert (first.body["count"], len(first.body["results"])) == (3, 2)
            second = self.look(first.body["next"].partition(ROOT)[2])
        assert self.outcomes(second) == {"Player 2": "unsure"}
        assert first.raw.headers["Location"] == f"{ROOT}{self.there}{first.body['id']}/"


class TakeTest(UploadTest):
    def test_lists_are_taken_as_they_were_shown(self):
        answer = self.take(self.sent(Ann=LEGAL, Bea=ILLEGAL, Cid="game: whist"))
        assert answer.status == 200
        assert answer.body["applied_at"]
        assert self.outcomes(answer) == {"Ann": "entered", "Bea": "entered", "Cid": "refused"}
        assert [(each.entry.name, each.submitted_by) for each in Submission.objects.order_by("pk")] == [
            ("Ann", self.alice),
            ("Bea", self.alice),
        ]
        last = self.cup.log.first()
        assert (last.what, last.by, last.params) == ("brought-in", self.alice, {"taken": 2, "of": 3, "entered": 2})

    def test_a_request_sent_twice_takes_once_and_is_answered_alike(self):
        path = self.sent(Ann=LEGAL)
        first = self.take(path)
        before = self.rows()
        again = self.take(path)
        assert (again.status, again.body) == (200, first.body)
        assert self.rows() == before

    def test_what_has_changed_since_is_refused_and_shown_by_the_next_look(self):
        path = self.sent(Ann=LEGAL)
        self.submit(self.entry(self.cup, name="Ann"), OTHER)
        before = self.rows()
        self.refused(self.take(path), 409, "event.bulk-changed")
        assert self.rows() == before
        assert self.outcomes(self.look(path)) == {"Ann": "replaced"}
        assert self.take(path).status == 200
        assert Submission.objects.filter(entry__name="Ann").count() == 2

    def test_lists_sent_in_time_and_taken_late_need_a_reason_then(self):
        path = self.sent(Ann=LEGAL)
        self.now = DEADLINE
        assert self.take(path).codes == {"reason": "no-reason"}
        assert self.take(path, reasn="So").codes == {"reasn": "unknown-field"}
        answer = self.take(path, reason="The network was down")
        assert (answer.status, answer.body["reason"]) == (200, "The network was down")
        assert Submission.objects.get().late == "The network was down"

    def test_a_program_that_has_nothing_to_say_sends_no_body_or_any_empty_one(self):
        path, form = self.sent(Ann=LEGAL), "application/x-www-form-urlencoded"
        for how in ({}, {"data": {}}, {"data": "", "content_type": form}):
            assert self.ask("post", f"{path}apply/", by=self.as_alice, **how).status == 200

    def test_a_reason_may_stand_in_a_form_as_when_lists_are_sent(self):
        path = self.sent(Ann=LEGAL)
        self.now = DEADLINE
        answer = self.ask("post", f"{path}apply/", by=self.as_alice, data={"reason": "The network was down"})
        assert (answer.status, answer.body["reason"]) == (200, "The network was down")

    def test_after_the_start_nothing_is_taken(self):
        self.submit(self.entry(self.cup, self.bob))
        path = self.sent(Ann=LEGAL)
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        self.refused(self.take(path), 409, "event.started")

    def test_lists_are_discarded_until_they_are_taken(self):
        path = self.sent(Ann=LEGAL)
        assert self.discard(path).status == 204
        for answer in (self.look(path), self.take(path), self.discard(path)):
            assert answer.status == 404
        assert not Entry.objects.exists()
        taken = self.sent(Ann=LEGAL)
        self.take(taken)
        self.refused(self.discard(taken), 409, "event.bulk-taken")
        assert self.look(taken).status == 200


class WhoTest(UploadTest):
    def test_organisers_alone_bring_lists_in(self):
        path = self.sent(Ann=LEGAL)
        before = self.rows()
        for browser in (self.as_visitor, self.as_bob, self.as_judith):
            answers = [self.send([("Bea.txt", LEGAL)], browser), self.look(self.there, browser)]
            answers += [self.look(path, browser), self.take(path, browser), self.discard(path, browser)]
            answers += [self.name(path, [{"item": 0, "player": "Ann"}], browser)]
            assert [each.status for each in answers] == [404] * 6
        assert BulkUpload.objects.count() == 1
        assert self.rows() == before

    def test_an_upload_is_of_its_event_alone(self):
        path = self.sent(Ann=LEGAL)
        elsewhere = path.replace(self.cup.slug, self.event().slug)
        for answer in (self.look(elsewhere), self.take(elsewhere), self.discard(elsewhere)):
            assert answer.status == 404
        assert BulkUpload.objects.exists()
        assert not LogEntry.objects.filter(what="brought-in").exists()

    def test_pages_and_api_see_the_same_uploads(self):
        self.as_alice.post(f"/events/{self.cup.slug}/bulk/", {"files": SimpleUploadedFile("Ann.txt", LEGAL.encode())})
        (found,) = self.look(self.there).body["results"]
        self.take(f"{self.there}{found['id']}/")
        self.assertContains(self.as_alice.get(found["url"]), "Go to the roster")
