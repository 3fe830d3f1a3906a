"""The builder on another day: every click keeps what is chosen, all that is shown follows it, no deck knows of it."""

import json
import re

import pytest
from django.utils import formats, timezone

from deckbuilder.decks import services
from tests.deckbuilder.decks.test_days import DaysTest

HTMX = {"HX-Request": "true"}


class BuilderDaysTest(DaysTest):
    """A list bans `first` from five days on."""

    def setUp(self):
        super().setUp()
        self.keep(5, {self.first: 0}, title="Autumn")
        self.on = f"on={self.day(5)}"
        self.told = formats.date_format(self.day(5))

    def address(self, name="edit", query=""):
        return f"/d/{self.parade.slug}/{name}/{'?' if query else ''}{query}"

    def builder(self, query="", **options):
        return self.as_alice.get(self.address(query=query), **options)

    def click(self, where, query="", *, headers=HTMX, **data):
        return self.as_alice.post(self.address(where, query), data, headers=headers)

    def forms(self, answer):
        """Where the forms of a page post to."""
        return set(re.findall(r'<form[^>]* method="post"[^>]* action="(/d/[^"]*)"', answer.content.decode()))


class ChoosingTest(BuilderDaysTest):
    def test_without_a_choice_it_judges_for_today_and_offers_the_days_to_come(self):
        answer = self.builder(query="q=貓")
        assert answer.context["panel"].verdict.on == timezone.localdate()
        self.assertContains(answer, "Checked for today")
        self.assertNotContains(answer, "Back to today")
        self.assertContains(answer, f'href="?q=%E8%B2%93&amp;{self.on}#judged"')
        self.assertContains(answer, '<input type="hidden" name="q" value="貓">')

    def test_it_says_for_which_day_it_judges_and_leads_back_to_today(self):
        answer = self.builder(query=f"{self.on}&q=貓")
        assert answer.context["panel"].verdict.status == "illegal"
        self.assertContains(answer, f"Checked for {self.told}")
        self.assertContains(answer, f"on {self.told}")
        self.assertContains(answer, 'href="?q=%E8%B2%93#judged">Back to today</a>')
        assert answer.context["notices"] == ()

    def test_the_way_back_leaves_the_day_behind(self):
        self.assertContains(self.builder(query=self.on), 'href="?#judged">Back to today</a>')

    def test_any_day_can_be_chosen(self):
        assert self.builder(query=f"on={self.day(4)}").context["panel"].verdict.legal

    def test_the_notice_of_a_change_leads_to_the_builder_on_that_day(self):
        self.assertContains(self.builder(), f'href="?{self.on}#judged">From {self.told}: 1 card over the limit</a>')

    @pytest.mark.slow
    def test_what_is_no_day_is_told_and_it_is_judged_for_today(self):
        for text in ("soon", "2026-02-30", "event-", "event-none", "event-\0", "event-" + "x" * 500, "\0"):
            with self.subTest(text):
                answer = self.as_alice.get(self.address(), {"on": text})
                assert answer.status_code == 422
                assert "2026-12-01" in answer.context["problem"]
                assert answer.context["panel"].verdict.on == timezone.localdate()
                assert self.forms(answer) == self.forms(self.builder())

    def test_who_may_only_read_is_led_to_the_deck_on_that_day(self):
        answer = self.as_bob.get(self.address(query=self.on))
        self.assertRedirects(answer, f"/d/{self.parade.slug}/?{self.on}")

    def test_builder_and_page_lead_to_each_other_on_the_same_day(self):
        self.assertContains(self.builder(query=self.on), f'href="/d/{self.parade.slug}/?{self.on}"')
        page = self.as_alice.get(self.parade.get_absolute_url(), {"on": str(self.day(5))})
        self.assertContains(page, f'href="{self.address(query=self.on)}"')


class KeepingTest(BuilderDaysTest):
    def test_every_form_and_search_of_the_builder_keeps_the_day(self):
        answer = self.builder(query=self.on)
        assert len(self.forms(answer)) == 6
        assert all(address.endswith(f"/?{self.on}") for address in self.forms(answer))
        self.assertContains(answer, f'<input type="hidden" name="on" value="{self.day(5)}">')
        for name in ("edit", "undo", "redo"):
            path = self.address("do" if name == "edit" else name, self.on)
            self.assertContains(answer, f'data-{name}="{path}"')

    def test_a_click_answers_for_the_day_and_with_forms_that_keep_it(self):
        for where, data in (
            ("do", {"op": "rename", "name": "Lanterns"}),
            ("undo", {}),
            ("redo", {}),
            ("share", {"visibility": "link"}),
        ):
            with self.subTest(where):
                answer = self.click(where, self.on, **data)
                self.assertContains(answer, f"Checked for {self.told}")
                assert f"Checked for {self.told}: 20 cards. Not legal." in answer.context["announce"]
                assert all(address.endswith(f"/?{self.on}") for address in self.forms(answer))

    def test_a_click_without_a_day_answers_for_today(self):
        answer = self.click("do", op="rename", name="Lanterns")
        assert answer.context["panel"].verdict.legal
        assert answer.context["announce"] == "20 cards. The deck is legal. "

    def test_without_a_script_a_click_comes_back_to_the_day(self):
        there = f"{self.address(query=self.on)}#deck"
        self.assertContains(self.builder(query=self.on), f'name="next" value="{there}"')
        for sent in ({"next": there}, {}):
            answer = self.click("do", self.on, headers={}, op="rename", name="Lanterns", **sent)
            assert answer["Location"].split("#")[0] == self.address(query=self.on)

    def test_a_click_for_what_is_no_day_is_made_and_told(self):
        answer = self.click("do", "on=soon", op="rename", name="Lanterns")
        self.assertContains(answer, "“soon” is not a date", status_code=422)
        assert answer.context["panel"].verdict.on == timezone.localdate()
        self.parade.refresh_from_db()
        assert self.parade.name == "Lanterns"

    def test_the_day_is_not_kept_in_the_deck(self):
        self.click("do", self.on, op="rename", name="Lanterns")
        steps = str(list(self.parade.revisions.values_list("steps", flat=True)))
        assert str(self.day(5)) not in steps
        assert self.page().context["panel"].verdict.legal
        assert self.builder().context["panel"].verdict.legal


class MendingTest(BuilderDaysTest):
    def mend(self, query):
        key = next(each for each in self.banned())
        return self.click("repair", query, finding=json.dumps(["list.banned", "main", key]))

    def banned(self):
        found = self.builder(query=self.on).context["panel"].findings
        return [key for each in found for key in each.keys]

    def test_what_the_day_forbids_is_mended_on_that_day_alone(self):
        self.assertContains(self.mend(""), "This is already resolved.", status_code=422)
        assert "soon" in self.mend("on=soon").context["problem"]
        assert self.parade.lines.filter(printing__name=self.first).exists()
        answer = self.mend(self.on)
        assert answer.status_code == 200
        assert not self.parade.lines.filter(printing__name=self.first).exists()

    def test_a_search_for_what_is_missing_keeps_the_day(self):
        self.mend(self.on)
        (missing,) = [each.find for each in self.builder(query=self.on).context["panel"].findings if each.find]
        assert f"{self.on}#pool" in missing

    def test_cards_that_fit_are_those_of_the_day(self):
        line = self.parade.lines.select_related("printing").get(printing__name=self.first)
        services.edit(self.parade, [("remove", {"code": line.printing.code, "zone": "main"})])
        assert self.first in self.fitting("")
        assert self.first not in self.fitting(f"&{self.on}")

    def fitting(self, query):
        answer = self.builder(query=f"fits=main&q={self.first}{query}")
        return [card.name for card in answer.context["results"].cards]

    def test_cards_in_the_catalog_are_marked_for_the_day(self):
        marked = {day: self.builder(query=day).context["panel"].marks for day in ("", self.on)}
        assert marked[""] == {}
        assert list(marked[self.on].values()) == ["illegal"]
        self.assertContains(self.builder(query=f"{self.on}&q={self.first}"), 'class="count is-illegal"')
