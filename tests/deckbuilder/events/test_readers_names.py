"""Pages, texts and e-mail of events call cards by the reader's names, with the printed ones beside.

Those that differ in their script alone stand there once.
"""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.html import strip_tags

from deckbuilder.catalog.models import Card, RestrictionList
from deckbuilder.events.checks import services
from deckbuilder.events.checks.selectors import lines_of
from deckbuilder.events.checks.services import Extra
from deckbuilder.events.models import Outcome
from deckbuilder.events.notify import texts
from deckbuilder.events.readiness import judging
from tests.deckbuilder.events.base import FOX, EventTest

READERS = {"en": "Lantern Kit", "zh-hant": FOX, "zh-hans": "提灯小狐"}
"""What the banned card is called in each language of the site."""

BANNED = {
    "en": f"{READERS['en']} {FOX} is banned by Lantern Cup.",
    "zh-hant": f"「{FOX}」是禁卡（Lantern Cup）。",
    "zh-hans": f"“{READERS['zh-hans']}”是禁卡（Lantern Cup）。",
}


class ReadersNamesTest(EventTest):
    def setUp(self):
        super().setUp()
        self.card = Card.objects.get(name=FOX)
        self.cup = self.event(own_limits={FOX: 0})
        self.bobs = self.entry(self.cup, self.bob)
        self.submit(self.bobs)

    def see(self, path, browser=None, language="en"):
        """The text of a page of the event, with single blanks."""
        headers = {"accept-language": language}
        answer = (browser or self.as_alice).get(f"/events/{self.cup.slug}/{path}", headers=headers)
        return " ".join(strip_tags(answer.content.decode()).split())

    def check(self, counts, *extra):
        given = {"outcome": Outcome.WARNING, "note": "!", "nonce": "n"}
        services.record(self.bobs, by=self.judith, version=1, counts=counts, extra=extra, **given)

    def test_the_pages_of_an_event(self):
        for path in ("", "roster/", "entries/1/", "entries/1/1/", "entries/1/check/", "entries/1/sheet/"):
            browser = self.as_bob if path == "" else self.as_alice
            for language, sentence in BANNED.items():
                with self.subTest(path=path, language=language):
                    assert sentence in self.see(path, browser, language)

    def test_the_printed_name_is_small_and_in_its_language(self):
        page = self.as_alice.get(f"/events/{self.cup.slug}/roster/", headers={"accept-language": "en"})
        self.assertContains(page, f'{READERS["en"]}<small class="printed" lang="zh-Hant"> {FOX}</small> is banned')

    def test_what_a_list_that_became_known_bans(self):
        self.cup = self.event()
        self.submit(self.entry(self.cup, self.bob))
        limits, rest = {FOX: 0}, {"slug": "late", "title": "Late", "version": "1"}
        RestrictionList.objects.create(game=self.cup.game, effective_from=self.cup.day, limits=limits, **rest)
        assert f"{READERS['en']} {FOX} is banned by Late" in self.see("lists/")

    def test_the_text_for_a_player_is_in_their_language(self):
        for language, sentence in BANNED.items():
            with translation.override(language):
                text = texts.to_one(judging.judge_entry(self.cup, self.bobs), self.cup, "https://decks.example.org/")
            assert f"- {sentence}\n" in text

    def test_the_roster_looks_cards_up_once(self):
        self.see("roster/")
        with CaptureQueriesContext(connection) as one:
            self.see("roster/")
        count = len(one)
        for name in ("Ann", "Ben", "Cid"):
            self.submit(self.entry(self.cup, name=name), by=self.alice)
        self.see("roster/")
        with self.assertNumQueries(count):
            self.see("roster/")

    def test_a_recorded_check(self):
        lines = lines_of(self.cup, self.bobs.submissions.get())
        counts = {index: each.listed + (each.name == FOX) for index, each in enumerate(lines)}
        self.check(counts, Extra(self.card.key, f"{FOX} (XLW-S001)", 2), Extra("", "a <token>", 1))
        for path in ("checks/", "entries/1/check/"):
            page = self.see(path)
            assert f"{READERS['en']} {FOX} 1 on the list, 2 found" in page
            assert f"{READERS['en']} (XLW-S001) {FOX} not on the list, 2 found" in page
            assert "a &lt;token&gt; not on the list, 1 found" in page

    def test_a_card_renamed_since_is_called_as_it_was(self):
        self.check({}, Extra(self.card.key, "舊名", 2))
        assert "舊名 not on the list, 2 found" in self.see("checks/")

    def test_what_is_typed_for_a_check_and_what_is_wrong_with_it(self):
        browser, path = self.as_judith, f"/events/{self.cup.slug}/entries/1/check/"
        page = browser.post(path, {"find": FOX, "action": "find"}, headers={"accept-language": "en"})
        self.assertContains(page, f'{READERS["en"]} <small class="printed" lang="zh-Hant">{FOX}</small>')
        form = {f"card:{self.card.key}": "x", "action": "record", "version": "1", "outcome": "warning"}
        page = browser.post(path, form, headers={"accept-language": "en"})
        self.assertContains(page, f"{READERS['en']}: “x” is not a number", status_code=422)
