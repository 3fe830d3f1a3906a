"""Telling those who are not ready over the API: texts to pass on in every language, and e-mail sent once."""

from unittest import mock

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from kombu.exceptions import OperationalError

from deckbuilder.accounts.models import User
from deckbuilder.common.http.pagination import Pages
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.gate import services as gate_services
from deckbuilder.events.gate.tasks import judge_event
from deckbuilder.events.notify import tasks, texts
from deckbuilder.events.readiness import gate, judging
from tests.deckbuilder.api import ROOT
from tests.deckbuilder.events.api import EventsApiTest
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL
from tests.deckbuilder.events.notify.test_gate_tell import CULPRIT, TellTest

SITE = "http://testserver/"


class TellApiTest(TellTest, EventsApiTest):
    def setUp(self):
        super().setUp()
        self.there = self.at(self.cup, "tell/")

    def texts(self, by=None, **words):
        return self.get(self.there, words, by=by or self.as_alice)

    def write(self, nonce="n", by=None, **more):
        return self.post(self.there, {"nonce": nonce, **more}, by=by or self.as_alice)


class TextsTest(TellApiTest):
    def test_all_of_them_are_named_and_each_has_a_text_and_a_link(self):
        answer = self.texts()
        assert answer.status == 200
        assert [(each["entry"]["name"], each["state"]) for each in answer.body["results"]] == [
            ("Ann", "missing"),
            ("bob", "illegal"),
        ]
        assert answer.body["text"] == texts.to_all(self.cup, f"{SITE}events/{self.cup.slug}/")
        for each, entry in zip(answer.body["results"], (self.anns, self.bobs), strict=True):
            assert each["text"] == texts.to_one(judging.judge_entry(self.cup, entry), self.cup, SITE)
            assert each["url"] == texts.link_of(entry, self.cup, SITE)
            assert each["url"] in each["text"]

    def test_what_all_may_read_has_no_card_and_no_key(self):
        text = self.texts().body["text"]
        assert "#1 bob" in text
        for part in (CULPRIT, self.anns.key):
            assert part not in text

    def test_the_texts_are_in_the_language_that_is_asked_for(self):
        for language, _ in settings.LANGUAGES:
            told = self.texts(lang=language).body
            with translation.override(language):
                assert told["text"] == texts.to_all(self.cup, f"{SITE}events/{self.cup.slug}/")
                assert told["results"][1]["text"] == texts.to_one(
                    judging.judge_entry(self.cup, self.bobs), self.cup, SITE
                )

    def test_or_else_in_that_of_the_request(self):
        answer = self.get(self.there, by=self.as_alice, headers={"accept-language": "zh-Hant"})
        assert answer.body["text"] == self.texts(lang="zh-hant").body["text"]

    def test_a_language_there_is_not_is_refused(self):
        assert self.texts(lang="tlh").codes == {"lang": "invalid-choice"}
        assert self.write(lang="tlh").codes == {"lang": "invalid-choice"}

    def test_pages_are_turned_and_all_are_told_of_on_each(self):
        with mock.patch.object(Pages, "page_size", 1):
            first = self.texts(lang="zh-hans")
            second = self.get(first.body["next"].partition(ROOT)[2], by=self.as_alice)
        assert [each["entry"]["name"] for each in second.body["results"]] == ["bob"]
        assert second.body["text"] == first.body["text"]

    @pytest.mark.slow
    def test_who_is_told_more_costs_no_more_questions(self):
        """To the database."""
        asked = []
        for name in ("Bea", "Cid", "Dot"):
            self.entry(self.cup, name=name)
            self.texts()
            with CaptureQueriesContext(connection) as queries:
                self.texts()
            asked.append(len(queries))
        assert len(set(asked)) == 1

    def test_where_everybody_is_ready_nobody_is_named(self):
        entry_services.drop(self.bobs, by=self.bob)
        entry_services.drop(self.anns, by=self.alice)
        answer = self.texts()
        assert (answer.body["count"], answer.body["results"]) == (0, [])

    def test_the_lists_of_a_large_event_are_judged_by_a_worker_first(self):
        with (
            mock.patch.object(gate, "MAX_JUDGED_AT_ONCE", 0),
            mock.patch.object(gate_services, "MAX_JUDGED_AT_ONCE", 0),
            mock.patch.object(judge_event, "delay") as judged,
        ):
            answer = self.texts()
        assert (answer.body["waiting"], answer.body["count"]) == (2, 1)
        judged.assert_called_once()

    def test_only_organisers_see_and_send_it(self):
        for browser in (self.as_visitor, self.as_bob, self.as_judith):
            assert self.texts(browser).status == 404
            assert self.write(by=browser).status == 404


@override_settings(EMAIL_HOST="mail.example.org")
class MailTest(TellApiTest):
    def setUp(self):
        super().setUp()
        User.objects.filter(pk__in=(self.bob.pk, self.carol.pk)).update(email="someone@example.org")
        send = mock.patch.object(tasks.mail, "delay")
        self.sent = send.start()
        self.addCleanup(send.stop)

    def work(self):
        for call in self.sent.call_args_list:
            tasks.mail(*call.args)

    def untold(self, answer, code):
        """It is refused for that reason, and nothing is logged."""
        self.refused(answer, 409, f"event.{code}")
        assert "told" not in self.logged(self.cup)

    def test_those_with_an_address_are_written_to_and_it_says_how_many(self):
        assert self.texts().body["reachable"] == 1
        answer = self.write()
        assert (answer.status, answer.body) == (202, {"written": 1})
        self.work()
        (letter,) = mail.outbox
        assert letter.to == ["someone@example.org"]
        assert f"{SITE}events/{self.cup.slug}/entries/1/" in letter.body
        last = self.cup.log.first()
        assert (last.what, last.by, last.params["entries"]) == ("told", self.alice, [1])

    def test_a_request_sent_twice_writes_once(self):
        self.write()
        again = self.write()
        assert (again.status, again.body) == (200, {"written": 0})
        self.sent.assert_called_once()
        assert self.logged(self.cup).count("told") == 1

    def test_what_the_page_has_sent_is_not_sent_again(self):
        self.as_alice.post(f"/events/{self.cup.slug}/tell/", {"nonce": "n"})
        assert self.write("n").body == {"written": 0}

    def test_letters_are_in_the_language_of_their_player_or_that_which_is_asked_for(self):
        self.submit(self.ready, text=ILLEGAL)
        User.objects.filter(pk=self.bob.pk).update(language="zh-hant")
        self.write(lang="zh-hans")
        self.work()
        for letter, language in zip(mail.outbox, ("zh-hant", "zh-hans"), strict=True):
            with translation.override(language):
                assert letter.subject == translation.gettext("Your deck list for an event is not ready")

    def test_a_nonce_is_needed(self):
        assert self.post(self.there, {}, by=self.as_alice).codes == {"nonce": "required"}

    def test_where_nobody_has_an_address_it_says_so(self):
        User.objects.update(email="")
        assert self.texts().body["reachable"] == 0
        self.untold(self.write(), "nobody-to-mail")

    def test_a_queue_that_is_down_is_told_and_nothing_is_logged(self):
        self.sent.side_effect = OperationalError
        with self.assertLogs("deckbuilder.common.jobs.jobs"):
            self.untold(self.write(), "no-queue")

    def test_after_the_start_nobody_is_told(self):
        for entry in (self.bobs, self.anns):
            entry_services.drop(entry, by=self.alice)
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        self.untold(self.write(), "started")


class NoMailTest(TellApiTest):
    def test_a_site_that_sends_none_says_so(self):
        assert self.texts().body["reachable"] is None
        self.refused(self.write(), 409, "event.no-mail")
