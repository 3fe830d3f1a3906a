"""A deck judged for another day: one chosen on its page, or one from which announced lists change how it stands."""

from datetime import date, timedelta
from typing import Any

from django.utils import formats, timezone

from deckbuilder.catalog.models import Card, RestrictionList
from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.names import reader_name
from deckbuilder.decks.models import Visibility
from tests.deckbuilder.base import XLW, SiteTest


class DaysTest(SiteTest):
    """`parade` is legal today and has one copy of each of its cards; `first` and `second` are among them."""

    def setUp(self):
        super().setUp()
        self.parade = self.sample_deck(f"{XLW}/lantern-parade", visibility=Visibility.LINK)
        lines = self.parade.lines.filter(zone="main").select_related("printing").order_by("position")
        self.first, self.second = (line.printing.name for line in lines[:2])
        self.first_called, self.second_called = (reader_name(to_card(line.printing.card)) for line in lines[:2])

    def day(self, days):
        return timezone.localdate() + timedelta(days=days)

    def keep(self, days, limits, version="1", **more: Any):
        """A list that comes into effect so many days from today."""
        told = {"game": XLW, "slug": "league", "title": "League", "effective_from": self.day(days), "limits": limits}
        return RestrictionList.objects.create(version=version, **told | more)

    def page(self, on="", **asked):
        return self.client.get(self.parade.get_absolute_url(), ({"on": str(on)} if on else {}) | asked)

    def status(self, on=""):
        return self.page(on).context["panel"].verdict.status

    def words(self, answer):
        return [each.words for each in answer.context["notices"]]


class LegalOnTest(DaysTest):
    def test_without_a_day_it_is_judged_for_today(self):
        assert self.page().context["panel"].verdict.on == timezone.localdate()
        self.assertContains(self.page(), f'value="{timezone.localdate()}"')

    def test_lists_in_force_on_the_day_judge_it(self):
        self.keep(5, {self.first: 0})
        assert [self.status(each) for each in ("", self.day(4), self.day(5))] == ["legal", "legal", "illegal"]
        answer = self.page(self.day(5))
        self.assertContains(answer, f"on {formats.date_format(self.day(5))}")
        self.assertContains(answer, f'value="{self.day(5)}"')

    def test_a_card_counts_from_the_day_it_is_out(self):
        card = Card.objects.get(game=XLW, name="還沒出獄的二當家")
        self.put(self.parade, card.name)
        out = date.fromisoformat(card.facts["released"])
        for day, there in ((out - timedelta(days=1), True), (out, False)):
            codes = {each.code for each in self.page(day).context["panel"].verdict.violations}
            assert ("card.unreleased" in codes) == there

    def test_the_days_of_announced_lists_are_offered(self):
        self.assertNotContains(self.page(), "Today</a>")
        self.keep(5, {self.first: 0}, title="Autumn")
        self.keep(9, {}, version="2", title="Winter")
        self.keep(-9, {}, version="0", title="Summer")
        answer = self.page(self.day(5), by="tribute")
        assert [(each.day, each.lists) for each in answer.context["days"]] == [
            (self.day(5), "Autumn 1"),
            (self.day(9), "Winter 2"),
        ]
        self.assertContains(answer, f'href="?on={self.day(9)}&amp;by=tribute"')
        self.assertContains(answer, 'href="?by=tribute"')

    def test_what_is_no_day_is_told_and_it_is_judged_for_today(self):
        for text in ("soon", "2026-02-30", "20261201", "01.12.2026", "2026-13-01", "2026-12-01T00:00", "<b>"):
            with self.subTest(text):
                answer = self.page(text)
                assert answer.status_code == 422
                assert answer.context["problem"] == f"“{text}” is not a date. Write it like 2026-12-01."
                assert answer.context["panel"].verdict.on == timezone.localdate()
                self.assertNotContains(answer, "“<b>”", status_code=422)

    def test_the_first_and_the_last_day_there_is_are_days(self):
        for day in (date.min, date.max):
            assert self.page(day.isoformat()).status_code == 200

    def test_a_sentence_leads_to_the_list_it_names(self):
        self.keep(-5, {self.first: 0})
        self.assertContains(self.page(), f'<a class="source" href="/{XLW}/lists/league/1/">League 1</a>')


class NoticeTest(DaysTest):
    def test_a_deck_that_lists_will_forbid_says_from_when_and_by_how_many_cards(self):
        self.keep(5, {self.first: 0, self.second: 0})
        told = f"From {formats.date_format(self.day(5))}: 2 cards over the limit"
        assert self.words(self.page()) == [told]
        self.assertContains(self.page(), f'href="/d/{self.parade.slug}/?on={self.day(5)}"')
        self.assertContains(self.as_alice.get("/decks/"), told)
        self.assertContains(self.as_alice.get(f"/d/{self.parade.slug}/edit/"), told)

    def test_a_card_that_two_lists_name_counts_once(self):
        self.keep(5, {self.first: 0})
        self.keep(5, {self.first: 0}, slug="cup", title="Cup")
        assert self.words(self.page()) == [f"From {formats.date_format(self.day(5))}: 1 card over the limit"]

    def test_a_deck_that_lists_will_allow_again_says_so(self):
        self.keep(-5, {self.first: 0})
        self.keep(5, {self.first: 1}, version="2")
        assert self.words(self.page()) == [f"From {formats.date_format(self.day(5))}: legal"]

    def test_its_page_says_what_each_list_forbids_and_allows(self):
        self.keep(5, {self.first: 0})
        self.keep(9, {}, version="2", title="Winter")
        self.assertContains(self.page(), f"<li>{self.first_called} is banned by League 1.</li>")
        self.assertContains(self.page(), f"<li>Resolved: {self.first_called} is banned by League 1.</li>")
        self.assertContains(self.page(), "<small>Winter 2</small>")

    def test_a_deck_that_is_illegal_today_says_what_lists_will_forbid_besides(self):
        self.parade.lines.filter(printing__name=self.first).update(count=4)
        self.keep(5, {self.second: 0})
        told = f"From {formats.date_format(self.day(5))}: 1 more card over the limit"
        assert (self.status(), self.words(self.page())) == ("illegal", [told])
        self.assertContains(self.page(), f"<li>{self.second_called} is banned by League 1.</li>")
        for address in ("/decks/", "/decks/coming/", f"/d/{self.parade.slug}/edit/"):
            self.assertContains(self.as_alice.get(address), told)

    def test_a_deck_that_stays_illegal_says_what_lists_will_allow_again(self):
        self.parade.lines.filter(printing__name=self.first).update(count=4)
        self.keep(-5, {self.second: 0})
        self.keep(5, {}, version="2")
        told = f"From {formats.date_format(self.day(5))}: 1 card fewer over the limit, still illegal"
        assert self.words(self.page()) == [told]
        self.assertContains(self.as_alice.get("/decks/"), told)

    def test_every_day_that_changes_something_is_told(self):
        self.keep(5, {self.first: 0})
        self.keep(7, {self.first: 0, self.second: 1}, version="2")
        self.keep(9, {}, version="3")
        assert [each.hit.day for each in self.page().context["notices"]] == [self.day(5), self.day(9)]

    def test_a_deck_that_lists_do_not_touch_says_nothing(self):
        self.keep(5, {"貓妖": 0, self.first: 1})
        self.keep(5, {self.first: 0}, game="legions", slug="other")
        assert self.words(self.page()) == []
        assert not self.as_alice.get("/decks/").context["tiles"][0].notices

    def test_a_card_that_comes_out_meanwhile_is_no_matter_of_lists(self):
        card = Card.objects.get(game=XLW, name="還沒出獄的二當家")
        late = self.deck({card.name: 1}, visibility=Visibility.LINK)
        out = date.fromisoformat(card.facts["released"])
        RestrictionList.objects.create(
            game=XLW, slug="later", title="Later", version="1", effective_from=out + timedelta(days=1), limits={}
        )
        assert self.client.get(late.get_absolute_url()).context["notices"] == ()

    def test_where_another_day_was_chosen_there_is_no_notice(self):
        self.keep(5, {self.first: 0})
        assert self.words(self.page(self.day(1))) == []

    def test_others_lists_of_decks_have_no_notices(self):
        self.keep(5, {self.first: 0})
        self.parade.visibility = Visibility.PUBLIC
        self.parade.save()
        self.assertNotContains(self.as_bob.get("/decks/public/"), "too many")
