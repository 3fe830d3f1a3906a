"""Entering many players at once from a roster."""

from django.core.files.uploadedfile import SimpleUploadedFile

from deckbuilder.accounts.models import User
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry
from deckbuilder.events.roster import services as roster_services
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE
from tests.deckbuilder.events.pages import PagesTest

ROSTER = "Ann,ann@example.org\nBen,ben@example.org,vegan\n王小明\n"


class ImportTest(PagesTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()

    def take(self, text, **options):
        return roster_services.import_players(self.cup, text, by=self.judith, **options)

    def outcomes(self, text):
        return [each.outcome for each in roster_services.preview(self.cup, text).lines]

    def roster(self):
        return list(Entry.objects.values_list("name", "email", "answer"))

    def start(self):
        self.submit(self.entry(self.cup, name="First"), by=self.alice)
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)


class TakeTest(ImportTest):
    def test_looking_changes_nothing(self):
        before = self.rows()
        assert self.outcomes(ROSTER) == ["new"] * 3
        assert self.rows() == before

    def test_everybody_new_is_entered_with_a_link_and_a_log_entry(self):
        plan = self.take(ROSTER)
        assert [each.number for each in plan.entered] == [1, 2, 3]
        assert self.roster() == [
            ("Ann", "ann@example.org", ""),
            ("Ben", "ben@example.org", "vegan"),
            ("王小明", "", ""),
        ]
        assert len(set(Entry.objects.values_list("key", flat=True))) == 3
        assert self.logged(self.cup)[-4:] == ["entered", "entered", "entered", "imported"]
        assert log_sentence(self.cup.log.first()) == "3 players entered from a pasted roster."

    def test_sent_again_it_enters_nobody(self):
        seen = roster_services.preview(self.cup, ROSTER).digest
        self.take(ROSTER, seen=seen)
        before = self.rows()
        assert self.take(ROSTER, seen=seen).entered == []
        assert self.rows() == before

    def test_nor_where_a_name_was_corrected_since(self):
        self.take(ROSTER)
        entry_services.amend(Entry.objects.get(name="Ann"), by=self.judith, name="Anna", email="other@example.org")
        assert self.outcomes(ROSTER) == ["known"] * 3

    def test_another_plan_than_the_one_that_was_shown_is_shown_first(self):
        seen = roster_services.preview(self.cup, ROSTER).digest
        self.entry(self.cup, name="Ben")
        self.assertRefused("roster-changed", self.take, ROSTER, seen=seen)
        assert [each.name for each in self.take(ROSTER).entered] == ["Ann", "王小明"]

    def test_after_the_start_it_takes_a_reason(self):
        self.start()
        self.assertRefused("no-reason", self.take, ROSTER)
        self.take(ROSTER, reason="Second bus")
        late = self.cup.log.filter(what="entered-late").first()
        assert log_sentence(late) == "Entered by staff after the start: Second bus"

    def test_not_after_the_end(self):
        services.cancel(self.cup, by=self.alice, reason="Flood")
        self.assertRefused("cancelled", self.take, ROSTER)
        self.assertRefused("cancelled", roster_services.preview, self.cup, ROSTER)


class PlanTest(ImportTest):
    def test_who_is_on_the_roster_is_found_by_name(self):
        self.entry(self.cup, self.bob)
        Entry.objects.update(name="Bob the Brave")
        found = roster_services.preview(self.cup, "ＢＯＢ\nbob  the brave\nAnn").lines
        assert [(each.outcome, each.number) for each in found] == [("known", 1), ("known", 1), ("new", 0)]

    def test_two_addresses_tell_two_of_one_name_apart(self):
        text = "王小明,one@example.org\n王小明,two@example.org\n"
        assert len(self.take(text).entered) == 2
        assert self.outcomes(text) == ["known", "known"]
        assert self.outcomes("王小明,three@example.org\n") == ["new"]
        assert self.outcomes("王小明,TWO@example.org\n") == ["known"]

    def test_two_may_share_an_address(self):
        assert self.outcomes("Ann,parents@example.org\nBen,parents@example.org\n") == ["new", "new"]

    def test_nobody_learns_the_address_of_an_account(self):
        User.objects.filter(pk=self.bob.pk).update(email="account@example.org")
        self.entry(self.cup, self.bob)
        assert self.outcomes("Somebody,account@example.org\n") == ["new"]

    def test_a_player_who_stands_there_twice_is_taken_once(self):
        found = roster_services.preview(self.cup, "Ann\nBen\nann\n").lines
        assert [(each.outcome, each.before) for each in found] == [("new", 0), ("new", 0), ("repeated", 1)]

    def test_what_is_wrong_with_a_line_is_said_and_the_others_are_taken(self):
        text = f"name,email\n,ann@example.org\nBen,nowhere\n{'x' * 81},\na\u202eb,\nCy,,L\nDan,dan@example.org\n"
        plan = self.take(text)
        codes = [each.error.code if each.error else "" for each in plan.lines]
        assert codes == ["no-name", "bad-email", "too-long", "unprintable", "roster-shape", ""]
        assert [each.name for each in plan.entered] == ["Dan"]

    def test_who_left_is_not_entered_again(self):
        entry_services.drop(self.entry(self.cup), by=self.alice)
        found = roster_services.preview(self.cup, "Ann").lines[0]
        assert (found.outcome, found.number, found.error.code) == ("refused", 1, "dropped")

    def test_no_more_than_there_are_places(self):
        self.cup = services.change(self.cup, by=self.alice, capacity=2)
        self.entry(self.cup, name="Ben")
        plan = self.take(ROSTER)
        assert [each.outcome for each in plan.lines] == ["new", "known", "refused"]
        assert plan.lines[2].error.params == {"places": 2}
        assert Entry.objects.count() == 2

    def test_two_thousand_are_read_at_once(self):
        text = "".join(f"Player {number},p{number}@example.org\n" for number in range(2_000))
        assert len(self.take(text).entered) == 2_000


class PageTest(ImportTest):
    def setUp(self):
        super().setUp()
        self.there = self.path("import", self.cup.slug)

    def test_a_roster_is_looked_at_and_then_taken(self):
        page = self.as_judith.post(self.there, {"roster": f"{ROSTER}Eve,nowhere\n", "do": "look"})
        self.assertContains(page, "3 players can be entered. 1 line is skipped.")
        self.assertContains(page, "“nowhere” is not an e-mail address.")
        sent = {"roster": page.context["text"], "seen": page.context["plan"].digest, "do": "take"}
        for told in ("3 players entered.", "All of these players are already on the roster."):
            answer = self.as_judith.post(self.there, sent, follow=True)
            self.assertRedirects(answer, self.path("roster", self.cup.slug))
            self.assertContains(answer, told)
        assert Entry.objects.count() == 3

    def test_a_file_is_looked_at_too(self):
        file = SimpleUploadedFile("roster.csv", "\ufeff姓名,電子郵件\n王小明,wang@example.org\n".encode())
        page = self.as_judith.post(self.there, {"file": file, "do": "look"})
        self.assertContains(page, "1 player can be entered.")
        assert "wang@example.org" in page.context["text"]

    def test_a_file_in_the_encodings_of_spreadsheets_is_read(self):
        text = "姓名\t電子郵件\n王小明\twang@example.org\n陳大文\t\n"
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "big5"):
            file = SimpleUploadedFile("roster.txt", text.encode(encoding))
            page = self.as_judith.post(self.there, {"file": file, "do": "look"})
            assert [each.line.row.name for each in page.context["lines"]] == ["王小明", "陳大文"]

    def test_a_file_that_cannot_be_read_is_refused(self):
        for data, told in ((b"\xff\xfe\x00", "cannot be read"), (b"a" * 1_100_000, "more than 1 MB")):
            file = SimpleUploadedFile("roster.csv", data)
            page = self.as_judith.post(self.there, {"file": file, "do": "look"})
            self.assertContains(page, told, status_code=422)

    def test_what_changed_meanwhile_is_shown(self):
        page = self.as_judith.post(self.there, {"roster": ROSTER, "do": "look"})
        self.entry(self.cup, name="Ben")
        sent = {"roster": ROSTER, "seen": page.context["plan"].digest, "do": "take"}
        refused = self.as_judith.post(self.there, sent)
        self.assertContains(
            refused, "The roster has changed since this preview. This is the new preview.", status_code=409
        )
        self.assertContains(refused, "2 players can be entered. 1 is already on the roster.", status_code=409)

    def test_after_the_start_it_asks_why(self):
        self.start()
        page = self.as_judith.post(self.there, {"roster": ROSTER, "do": "look"})
        self.assertContains(page, "Reason for entering after the start")
        sent = {"roster": ROSTER, "do": "take"}
        self.assertContains(self.as_judith.post(self.there, sent), "Give a reason", status_code=422)
        self.assertRedirects(
            self.as_judith.post(self.there, {**sent, "reason": "Bus"}), self.path("roster", self.cup.slug)
        )

    def test_nothing_that_was_pasted_is_lost(self):
        page = self.as_judith.post(self.there, {"roster": "email\nann@example.org\n", "do": "look"})
        self.assertContains(page, "Title that column “name”; found: email.", status_code=422)
        self.assertContains(page, "ann@example.org", status_code=422)

    def test_lines_that_name_nobody_are_shown(self):
        page = self.as_judith.post(self.there, {"roster": "#接龍\nFriday\n1. Ann\n2.\n3. Ben\n", "do": "look"})
        self.assertContains(page, "Above the list, ignored: line 1 “#接龍”, line 2 “Friday”")
        self.assertContains(page, "1 empty slot, ignored.")
        self.assertContains(page, "2 players can be entered.")

    def test_what_commas_separate_is_asked(self):
        page = self.as_judith.post(self.there, {"roster": "Lee, Ann\nKim, Bob", "do": "look"})
        self.assertContains(page, "Is “Lee, Ann” one name, or a player and a note?", status_code=422)
        for titles, label, row in (
            ("family,given", "Surname and given name", ("Ann Lee", "")),
            ("name,answer", "A player and a note", ("Lee", "Ann")),
        ):
            self.assertContains(page, label, status_code=422)
            preview = self.as_judith.post(self.there, {"roster": page.context["text"], "columns": titles})
            assert preview.context["plan"].lines[0].row[1::2] == row
            assert preview.context["text"].startswith(titles)


class ImportApiTest(EventsApiTest):
    def test_programs_look_and_take(self):
        cup, sent = self.event(), {"roster": f"phone,name\n1,Ann\n2,Ann\n3,{'x' * 81}\n"}
        seen = self.post(self.at(cup, "import/"), sent, by=self.as_judith).body
        assert seen["counts"] == {"refused": 1, "new": 1, "known": 0, "repeated": 1}
        assert (seen["unread"], seen["entered"]) == (["phone"], [])
        assert [(each["line"], each["outcome"], each["before"], each["code"]) for each in seen["lines"]] == [
            (2, "new", None, ""),
            (3, "repeated", 2, ""),
            (4, "refused", None, "too-long"),
        ]
        for entered in ([1], []):
            took = self.post(self.at(cup, "import/"), {**sent, "take": True, "seen": seen["seen"]}, by=self.as_judith)
            assert (took.status, took.body["entered"]) == (200, entered)
        stale = {"roster": "Ben", "take": True, "seen": seen["seen"]}
        self.refused(self.post(self.at(cup, "import/"), stale, by=self.as_judith), 409, "event.roster-changed")

    def test_what_is_no_roster_is_refused(self):
        answer = self.post(self.at(self.event(), "import/"), {"roster": "email\na@example.org"}, by=self.as_judith)
        self.refused(answer, 400, "event.roster-header", roster="roster-header")

    def test_lines_that_name_nobody_are_in_the_answer(self):
        sent = {"roster": "#接龍\n1. Ann\n2.\n3. Ben"}
        answer = self.post(self.at(self.event(), "import/"), sent, by=self.as_judith).body
        assert (answer["above"], answer["empty"]) == ([{"line": 1, "text": "#接龍"}], [{"line": 3, "text": "2."}])
        assert [each["name"] for each in answer["lines"]] == ["Ann", "Ben"]
