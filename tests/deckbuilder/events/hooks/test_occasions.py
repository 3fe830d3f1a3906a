"""A deck judged for an event, on its page and in the builder: by the event's day, format and lists, whoever looks."""

import json
from datetime import timedelta

from django.utils import formats

from deckbuilder.decks.models import Visibility
from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import FOX, START, EventTest

DAY = timedelta(days=1)
LEGIONS = get("legions")


class OccasionTest(EventTest):
    """`parade` is Carol's, and legal; it has the FOX."""

    def setUp(self):
        super().setUp()
        self.parade = self.sample_deck(f"{XLW}/lantern-parade", owner=self.carol, visibility=Visibility.LINK)

    def page(self, event, browser=None, **asked):
        on = {"on": f"event-{event.slug}"} if event else {}
        return (browser or self.as_carol).get(f"/d/{self.parade.slug}/", on | asked)

    def builder(self, event=None, **asked):
        on = {"on": f"event-{event.slug}"} if event else {}
        return self.as_carol.get(f"/d/{self.parade.slug}/edit/", on | asked)

    def status(self, answer):
        assert answer.status_code == 200
        return answer.context["panel"].verdict.status

    def names(self, browser):
        return [each.name for each in self.page(None, browser).context["occasions"]()]


class JudgedTest(OccasionTest):
    def test_the_lists_pinned_to_the_event_judge_not_those_announced_since(self):
        before = self.event(name="Before")
        self.ban(FOX)
        after = self.event(name="After")
        for ask in (self.page, self.builder):
            assert [self.status(ask(each)) for each in (None, before, after)] == ["legal", "legal", "illegal"]
        assert self.status(self.page(None, on=f"{START:%Y-%m-%d}")) == "illegal"

    def test_the_organisers_own_list_judges_too(self):
        event = self.event(own_limits={FOX: 0})
        assert self.status(self.page(event)) == "illegal"
        self.assertContains(self.builder(event), "is banned by Lantern Cup")

    def test_the_format_is_that_of_the_event(self):
        deck = self.deck(owner=self.carol, game="legions", format="standard")
        event = services.create(LEGIONS, by=self.alice, name="Mini", format="mini", starts_at=START, deadline=START)
        answer = self.as_carol.get(f"/d/{deck.slug}/edit/", {"on": f"event-{event.slug}"})
        panel = answer.context["panel"]
        assert (panel.verdict.format, deck.format) == ("mini", "standard")
        label = LEGIONS.format("mini").label.read("en")
        self.assertContains(answer, f"Checked for Mini, {formats.date_format(START)} · {label}")
        assert (panel.need.least, self.as_carol.get(f"/d/{deck.slug}/edit/").context["panel"].need.least) == (25, 40)

    def test_it_says_which_event_and_leads_there(self):
        event = self.event()
        words = f"Lantern Cup, {formats.date_format(START)}"
        self.assertContains(self.page(event), f'<a href="/events/{event.slug}/">{words}</a>')
        self.assertContains(self.builder(event), f"Checked for {words}")

    def test_a_click_is_answered_for_the_event(self):
        self.ban(FOX)
        event = self.event()
        path = f"/d/{self.parade.slug}/repair/?on=event-{event.slug}"
        key = self.builder(event).context["panel"].findings[0].keys[0]
        finding = json.dumps(["list.banned", "main", key])
        answer = self.as_carol.post(path, {"finding": finding}, headers={"HX-Request": "true"})
        assert self.status(answer) == "incomplete"
        assert not self.parade.lines.filter(printing__name=FOX).exists()

    def test_whoever_has_the_link_of_an_event_may_judge_for_it(self):
        event = self.event(listed=False)
        assert self.status(self.page(event, self.as_visitor)) == "legal"

    def test_an_event_of_another_game_is_none(self):
        event = self.event()
        Event.objects.filter(pk=event.pk).update(game="legions")
        for ask in (self.page, self.builder):
            answer = ask(event)
            assert answer.status_code == 422
            assert f"“event-{event.slug}” is not an event of this game." in answer.context["problem"]

    def test_an_event_that_is_gone_loses_no_click(self):
        path = f"/d/{self.parade.slug}/do/?on=event-gone"
        answer = self.as_carol.post(path, {"op": "rename", "name": "Kept"}, headers={"HX-Request": "true"})
        self.assertContains(answer, "“event-gone” is not an event of this game.", status_code=422)
        self.parade.refresh_from_db()
        assert self.parade.name == "Kept"


class OfferedTest(OccasionTest):
    def test_those_one_runs_or_plays_are_offered(self):
        self.entry(self.event(name="Played"), self.carol)
        self.event(name="Others")
        assert self.names(self.as_carol) == ["Played"]
        assert self.names(self.as_judith) == self.names(self.as_alice) == ["Played", "Others"]
        assert self.names(self.as_visitor) == self.names(self.as_bob) == []
        self.assertContains(self.builder(), f"{formats.date_format(START)} · Played</a>")

    def test_those_that_this_browser_plays_without_an_account_are_offered(self):
        entry = self.entry(self.event(name="Held"), name="Ann")
        self.as_visitor.get(f"/events/{entry.event.slug}/with/{entry.key}/")
        assert self.names(self.as_visitor) == ["Held"]

    def test_those_of_the_day_are_offered_until_they_end_and_none_of_days_past(self):
        event = self.event()
        for now, names in ((START, ["Lantern Cup"]), (START + DAY, [])):
            self.now = now
            assert self.names(self.as_alice) == names
        self.now = START
        Event.objects.filter(pk=event.pk).update(ended_at=START)
        assert self.names(self.as_alice) == []
        assert self.status(self.page(event)) == "legal"

    def test_the_next_one_comes_first_and_other_games_are_left_out(self):
        self.event(name="Later", starts_at=START + DAY)
        self.event(name="Sooner")
        services.create(LEGIONS, by=self.alice, name="Legions", starts_at=START, deadline=START)
        assert self.names(self.as_alice) == ["Sooner", "Later"]

    def test_the_chosen_one_is_marked(self):
        event = self.event()
        on = f"event-{event.slug}"
        answer = self.as_alice.get(f"/d/{self.parade.slug}/", {"on": on})
        self.assertContains(answer, f'data-on="{on}" href="?on={on}" aria-current="true"')

    def test_a_click_does_not_ask_for_them_again(self):
        self.entry(self.event(name="Played"), self.carol)
        path = f"/d/{self.parade.slug}/do/"
        answer = self.as_carol.post(path, {"op": "rename", "name": "Kept"}, headers={"HX-Request": "true"})
        self.assertContains(answer, '<span class="chips" id="occasions" hx-preserve></span>')
