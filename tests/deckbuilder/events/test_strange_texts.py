"""What comes with a character no database takes, where forms do not look: it means nobody and nothing."""

import pytest

from tests.deckbuilder.events.base import LEGAL, EventTest

pytestmark = pytest.mark.databases

STRANGE = "a\0b"


class StrangeTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.submit(self.entry(self.cup, self.bob))

    def at(self, path):
        return f"/events/{self.cup.slug}/{path}"

    def test_nobody_is_found_by_it(self):
        page = self.as_alice.get(self.at("checks/"), {"q": STRANGE})
        self.assertContains(page, "Nothing matches “")

    def test_no_key_opens_an_entry(self):
        assert self.as_visitor.get(self.at("with/a%00b/")).status_code == 404

    def test_nobody_is_called_so(self):
        page = self.as_alice.post(self.at("staff/"), {"user": STRANGE, "role": "judge"})
        self.assertContains(page, "There is no user named “", status_code=422)
        answer = self.as_alice.delete("/api/v1" + self.at("roles/a%00b/"))
        assert answer.status_code == 404

    def test_no_deck_has_that_address(self):
        answer = self.as_bob.post(self.at("entries/1/submit/"), {"deck": STRANGE, "action": "check"})
        assert answer.status_code == 404

    def test_nobody_on_the_roster_is_meant_by_it(self):
        page = self.as_judith.get(self.at("roster/"), {"q": STRANGE})
        self.assertContains(page, "0 entries match")

    def test_no_card_is_meant_by_it(self):
        for fields in ({f"card:{STRANGE}": "1"}, {"find": STRANGE}):
            page = self.as_judith.post(self.at("entries/1/check/"), {"action": "find", **fields})
            assert page.status_code == 200
            assert [row.card for row in page.context["typed"].extra] == [None]

    def test_a_list_with_it_is_refused_in_its_line(self):
        answer = self.as_bob.post(self.at("entries/1/submit/"), {"text": f"{LEGAL}\n{STRANGE}", "action": "check"})
        self.assertContains(answer, "U+0000", status_code=422)
