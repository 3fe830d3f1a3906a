"""What a link or a code that names nothing says: what to do first, in the reader's language."""

import html

from django.urls import reverse
from django.utils.translation import override

from tests.deckbuilder.events.base import EventTest

FIRST = {
    "en": "Scan the code again",
    "zh-hant": "請重新掃描",
    "zh-hans": "请重新扫描",
}


class NotFoundTest(EventTest):
    def setUp(self):
        super().setUp()
        cup = self.event()
        entry = self.entry(cup)
        self.wrong = {
            "event": reverse("events:page", args=["no-such-event"]),
            "entry link": reverse("events:open", args=[cup.slug, f"{entry.key}x"]),
            "entry": reverse("events:entry", args=[cup.slug, 99]),
            "deck check": reverse("events:check", args=[cup.slug, 99]),
            "code that lost its end": f"/events/{cup.slug}/entries/{entry.number}/che",
        }

    def test_it_says_what_to_do_first_in_every_language(self):
        for language, words in FIRST.items():
            self.judith.language = language
            self.judith.save()
            for name, path in self.wrong.items():
                with self.subTest(name=name, language=language), override(language):
                    self.assertContains(self.as_judith.get(path), words, status_code=404)

    def test_who_is_signed_out_may_sign_in_and_come_back(self):
        path = self.wrong["entry"]
        shown = html.unescape(self.client.get(path).content.decode())
        assert f"{reverse('account_login')}?next={path}" in shown

    def test_other_pages_keep_theirs(self):
        for path in ("/d/nothing/", "/no/such/page/", "/..%2f/", "/admin.x/", f"/{'漢' * 200}/"):
            self.assertNotContains(self.as_judith.get(path), FIRST["en"], status_code=404)

    def test_programs_are_told_in_their_own_way(self):
        told = self.client.get("/api/v1/events/no-such-event/").json()
        assert told["code"] == "not-found"
