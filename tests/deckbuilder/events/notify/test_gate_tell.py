"""Telling those who are not ready: what each may read, in every language, and e-mail where it is set up."""

from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from unittest import mock

import pytest
from celery.exceptions import Retry
from django.conf import settings
from django.core import mail
from django.test import override_settings
from django.utils import translation
from kombu.exceptions import OperationalError

from deckbuilder.accounts.models import User
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.notify import emails, tasks, texts
from deckbuilder.events.readiness import gate, judging
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, EventTest

LINK = "https://decks.example.org/"
CULPRIT = "石牙鼓手"
"""A card of the illegal deck."""


class TellTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(own_limits={CULPRIT: 0})
        self.bobs, self.anns = self.entry(self.cup, self.bob), self.entry(self.cup, name="Ann")
        self.submit(self.bobs, ILLEGAL)
        self.ready = self.entry(self.cup, self.carol)
        self.submit(self.ready)

    def page(self, browser=None, **words):
        return (browser or self.as_alice).get(f"/events/{self.cup.slug}/tell/", words)

    def one(self, entry):
        return texts.to_one(judging.judge_entry(self.cup, entry), self.cup, LINK)


class TextsTest(TellTest):
    def test_what_all_read_names_those_who_are_not_ready_and_no_card_and_no_key(self):
        text = texts.to_all(self.cup, LINK)
        for part in ("#1 bob – Illegal", "#2 Ann – No list", LINK, "Lantern Cup"):
            assert part in text
        for part in (CULPRIT, self.anns.key):
            assert part not in text

    def test_of_very_many_the_rest_is_counted(self):
        with mock.patch.object(texts, "MAX_NAMED", 1):
            text = texts.to_all(self.cup, LINK)
        assert "#2 Ann" in text
        assert "and 1 other" in text
        assert "bob" not in text

    def test_what_one_reads_has_the_reasons_and_the_link(self):
        text = self.one(self.bobs)
        assert f"- Stonefang Drummer {CULPRIT} is banned by Lantern Cup." in text
        assert f"{LINK}events/{self.cup.slug}/entries/1/" in text

    def test_who_has_no_account_gets_the_link_that_opens_the_entry(self):
        text = self.one(self.anns)
        assert "There is no list yet." in text
        assert f"{LINK}events/{self.cup.slug}/with/{self.anns.key}/" in text

    def test_after_the_deadline_nobody_is_asked_for_a_list(self):
        assert "by 5 March" in self.one(self.bobs)
        self.now = DEADLINE
        assert "The deadline has passed" in self.one(self.bobs)

    def test_the_page_has_the_texts_in_every_language(self):
        for language, _ in settings.LANGUAGES:
            with self.subTest(language):
                page = self.page(lang=language)
                assert page.context["chosen"] == language
                assert [each.readiness.entry for each in page.context["notices"]] == [self.anns, self.bobs]
                with translation.override(language):
                    assert page.context["notices"][1].text == texts.to_one(
                        judging.judge_entry(self.cup, self.bobs), self.cup, "http://testserver/"
                    )

    def test_a_language_there_is_not_is_refused_with_the_choices(self):
        page = self.page(lang="tlh")
        self.assertContains(page, "zh-hant", status_code=422)

    def test_where_everybody_is_ready_there_is_nothing_to_tell(self):
        entry_services.drop(self.bobs, by=self.bob)
        entry_services.drop(self.anns, by=self.alice)
        self.assertContains(self.page(), "All players are ready.")

    def test_only_organisers_see_it(self):
        for browser in (self.as_visitor, self.as_bob, self.as_judith):
            assert self.page(browser).status_code == 404


@override_settings(EMAIL_HOST="mail.example.org")
class PostTest(TellTest):
    def setUp(self):
        super().setUp()
        for user in (self.bob, self.carol):
            User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org")
        send = mock.patch.object(tasks.mail, "delay")
        self.sent = send.start()
        self.addCleanup(send.stop)

    def post(self, nonce="n"):
        return self.as_alice.post(f"/events/{self.cup.slug}/tell/", {"nonce": nonce}, follow=True)

    def anns_address(self):
        """Ann gives it herself, with the key of her entry."""
        entry_services.amend(self.anns, by=None, email="ann@example.org")

    def work(self):
        for call in self.sent.call_args_list:
            tasks.mail(*call.args)


class MailTest(PostTest):
    def test_those_with_an_address_who_are_not_ready_are_written_to(self):
        self.assertContains(self.page(), "1 of them can be notified by e-mail.")
        self.assertContains(self.post(), "1 player will be e-mailed.")
        self.work()
        (letter,) = mail.outbox
        assert letter.to == ["bob@example.org"]
        assert letter.subject == "Your deck list for an event is not ready"
        assert "“Lantern Cup”" in letter.body
        assert f"/events/{self.cup.slug}/entries/1/" in letter.body
        assert CULPRIT not in letter.body
        last = self.cup.log.first()
        assert (last.what, last.by, last.params["entries"]) == ("told", self.alice, [1])

    def test_players_without_an_account_are_written_to_where_they_say(self):
        self.anns_address()
        self.assertContains(self.page(), "2 of them can be notified by e-mail.")
        self.post()
        self.work()
        assert sorted(letter.to[0] for letter in mail.outbox) == ["ann@example.org", "bob@example.org"]

    def test_each_in_their_own_language(self):
        User.objects.filter(pk=self.bob.pk).update(language="zh-hant")
        self.post()
        self.work()
        with translation.override("zh-hant"):
            assert mail.outbox[0].subject == translation.gettext("Your deck list for an event is not ready")

    def test_a_form_sent_twice_writes_once(self):
        self.post()
        self.post()
        self.sent.assert_called_once()
        assert self.logged(self.cup).count("told") == 1
        self.post("another")
        assert self.sent.call_count == 2

    def test_who_is_ready_by_then_is_not_written_to(self):
        self.post()
        overrides.override(self.bobs, by=self.alice, reason="On paper")
        self.work()
        assert mail.outbox == []

    def test_nobody_is_written_to_whose_account_is_closed(self):
        self.post()
        User.objects.filter(pk=self.bob.pk).update(is_active=False)
        self.work()
        assert mail.outbox == []
        self.assertContains(self.post("another"), "Copy the texts", status_code=409)

    def test_after_the_start_no_letter_is_written_whatever_the_catalog_says_by_then(self):
        for entry in (self.bobs, self.anns):
            entry_services.drop(entry, by=self.alice)
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        card = self.printing(FOX).card
        card.facts["released"] = "2100-01-01"
        card.save()
        assert judging.judge_entry(self.cup, self.ready).state == "illegal"
        assert emails.build_email(self.ready.pk, "en", LINK, off=False) is None

    def test_an_address_nobody_answers_at_keeps_no_letter_from_others(self):
        User.objects.filter(pk=self.carol.pk).update(email="carol@example.org")
        self.submit(self.ready, ILLEGAL)
        self.post()
        real, calls = mail.EmailMessage.send, []

        def send(letter, **options):
            calls.append(letter.to[0])
            if letter.to == ["bob@example.org"]:
                raise SMTPRecipientsRefused({})
            return real(letter, **options)

        with mock.patch.object(mail.EmailMessage, "send", send), self.assertLogs("deckbuilder.events.notify.tasks"):
            self.work()
        assert calls == ["bob@example.org", "carol@example.org"]

    def test_a_mail_server_that_fails_is_tried_again_for_the_rest(self):
        self.post()
        failing = mock.patch.object(mail.EmailMessage, "send", side_effect=SMTPException)
        again = mock.patch.object(tasks.mail, "retry", side_effect=Retry)
        with failing, again as retry, pytest.raises(Retry):
            self.work()
        assert retry.call_args.kwargs["args"][0] == [self.bobs.pk]

    def test_a_letter_the_mail_server_refuses_for_good_keeps_no_other_from_going(self):
        self.submit(self.ready, ILLEGAL)
        self.post()
        sent = []

        def send(letter, **options):
            sent.append(letter.to[0])
            if len(sent) == 1:
                raise SMTPDataError(554, b"No")

        with mock.patch.object(mail.EmailMessage, "send", send), self.assertLogs("deckbuilder.events.notify.tasks"):
            self.work()
        assert sent == ["bob@example.org", "carol@example.org"]

    def test_a_queue_that_is_down_is_told_and_nothing_is_logged(self):
        self.sent.side_effect = OperationalError
        with self.assertLogs("deckbuilder.common.jobs.jobs"):
            answer = self.post()
        self.assertContains(answer, "nothing was sent", status_code=409)
        assert "told" not in self.logged(self.cup)

    def test_all_letters_are_one_message_to_the_queue(self):
        self.anns_address()
        with mock.patch.object(tasks, "MAILED", 1):
            self.sent.side_effect = [OperationalError, None, None]
            with self.assertLogs("deckbuilder.common.jobs.jobs"):
                self.assertContains(self.post(), "nothing was sent", status_code=409)
            self.sent.reset_mock()
            self.post()
            self.sent.assert_called_once()
            tasks.mail(*self.sent.call_args.args)
            assert [letter.to for letter in mail.outbox] == [["bob@example.org"]]
            tasks.mail(*self.sent.call_args.args)
        assert [letter.to for letter in mail.outbox] == [["bob@example.org"], ["ann@example.org"]]
        assert self.logged(self.cup).count("told") == 1

    def test_where_the_queue_does_not_take_the_rest_it_is_written_all_the_same(self):
        self.anns_address()
        self.post()
        self.sent.side_effect = OperationalError
        with mock.patch.object(tasks, "MAILED", 1), self.assertLogs("deckbuilder.common.jobs.jobs"):
            tasks.mail(*self.sent.call_args.args)
        assert len(mail.outbox) == 2

    def test_a_worker_waits_until_the_log_says_that_it_was_asked(self):
        self.post()
        entries, *words, log, proof = self.sent.call_args.args
        assert (log, proof) == (self.cup.log.first().pk, self.cup.log.first().params["proof"])
        again = mock.patch.object(tasks.mail, "retry", side_effect=Retry)
        for undone in ((log, "another"), (log + 1, proof)):
            with again as retry, pytest.raises(Retry):
                tasks.mail(entries, *words, *undone)
            assert retry.call_args.kwargs == {"countdown": 2}
        assert mail.outbox == []

    def test_where_nobody_has_an_address_it_says_so(self):
        User.objects.update(email="")
        self.assertContains(self.post(), "Copy the texts", status_code=409)

    def test_after_the_start_nobody_is_told(self):
        for entry in (self.bobs, self.anns):
            entry_services.drop(entry, by=self.alice)
        self.now = DEADLINE
        services.start(self.cup, by=self.alice)
        self.assertContains(self.post(), "The event has started.", status_code=409)


class NoMailTest(TellTest):
    def test_a_site_that_sends_none_does_not_offer_it(self):
        self.assertNotContains(self.page(), "Can be e-mailed.")
        answer = self.as_alice.post(f"/events/{self.cup.slug}/tell/", {"nonce": "n"})
        self.assertContains(answer, "This site does not send e-mail. Copy the texts instead.", status_code=409)


WHY = "The hall is flooded."


class CalledOffTest(PostTest):
    """Everybody who was to play is told, however their lists stand."""

    def call_off(self):
        gone = self.entry(self.cup, name="Gone")
        entry_services.drop(gone, by=self.alice)
        path = f"/events/{self.cup.slug}/"
        self.assertRedirects(self.as_alice.post(f"{path}cancel/", {"reason": WHY}), f"{path}tell/")
        self.cup.refresh_from_db()

    def test_everybody_who_plays_has_a_text_that_says_why(self):
        self.call_off()
        page = self.page()
        assert {each.readiness.entry for each in page.context["notices"]} == {self.anns, self.bobs, self.ready}
        for each in page.context["notices"]:
            assert WHY in each.text
            assert "not ready" not in each.text
        assert "Lantern Cup" in page.context["to_all"]
        assert WHY in page.context["to_all"]
        for words in ("bob", CULPRIT, self.anns.key):
            assert words not in page.context["to_all"]

    def test_everybody_with_an_address_is_written_to_once(self):
        self.call_off()
        self.post()
        self.post()
        self.work()
        assert sorted(letter.to[0] for letter in mail.outbox) == ["bob@example.org", "carol@example.org"]
        assert {letter.subject for letter in mail.outbox} == {"An event you entered was called off"}
        assert not any(WHY in letter.body for letter in mail.outbox)

    def test_those_whose_lists_nobody_has_judged_yet_are_among_them(self):
        with mock.patch.object(gate, "MAX_JUDGED_AT_ONCE", 0):
            self.call_off()
            assert len(texts.recipients(self.cup)) == len(self.page().context["notices"]) == 3
            assert {entry.pk for entry in emails.with_email(self.cup)} == {self.bobs.pk, self.ready.pk}

    def test_where_nobody_was_to_play_there_is_nobody_to_tell(self):
        for entry in (self.anns, self.bobs, self.ready):
            entry_services.drop(entry, by=self.alice)
        path = f"/events/{self.cup.slug}/"
        self.assertRedirects(self.as_alice.post(f"{path}cancel/", {"reason": WHY}), path)
        self.assertContains(self.page(), "There were no players.")
