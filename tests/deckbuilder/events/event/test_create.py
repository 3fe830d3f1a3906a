"""Creating and changing events in many tabs: sent twice it is made once, and nobody undoes what they did not see."""

from datetime import timedelta

from django.urls import reverse

from deckbuilder.events.event import services
from deckbuilder.events.models import Event
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, START, EventTest

FORM = {
    "kind": "xing-ling-wang/standard",
    "name": "Lantern Cup",
    "starts_at": "2027-03-06T10:00",
    "deadline": "2027-03-05T20:00",
    "lists_visible": "end",
    "nonce": "n",
}


class CreateTest(EventTest):
    def test_a_form_sent_twice_creates_one_event(self):
        path = reverse("events:create")
        first, second = (self.as_bob.post(path, FORM) for _ in range(2))
        event = Event.objects.get()
        for answer in (first, second):
            self.assertRedirects(answer, event.get_absolute_url())
        assert self.logged(event) == ["created"]

    def test_a_form_that_was_sent_with_something_else_says_so(self):
        path = reverse("events:create")
        self.as_bob.post(path, FORM)
        answer = self.as_bob.post(path, {**FORM, "name": "Fox Cup"})
        self.assertContains(
            answer,
            "This form was already submitted with different content",
            status_code=409,
        )
        assert answer.context["nonce"] != "n"
        self.as_bob.post(path, {**FORM, "name": "Fox Cup", "nonce": answer.context["nonce"]})
        assert Event.objects.count() == 2

    def test_a_year_is_typed_in_four_digits(self):
        page = self.as_bob.get(reverse("events:create"))
        self.assertContains(page, 'min="2000-01-01T00:00" max="2100-12-31T23:59"', count=3)

    def test_every_field_counts(self):
        path = reverse("events:create")
        self.as_bob.post(path, FORM)
        for changed in ({"place": "Tainan"}, {"starts_at": "2027-03-07T10:00"}, {"listed": "on"}):
            assert self.as_bob.post(path, FORM | changed).status_code == 409
        assert Event.objects.count() == 1

    def test_others_may_use_the_same_nonce_and_nobody_needs_one(self):
        given = {"name": "Cup", "starts_at": START, "deadline": DEADLINE}
        for user in (self.alice, self.bob):
            services.create(get(XLW), by=user, nonce="n", **given)
            services.create(get(XLW), by=user, **given)
        assert Event.objects.count() == 4

    def test_the_api_answers_a_retry_with_the_same_event(self):
        told = {
            "game": XLW, "name": "Cup", "starts_at": START.isoformat(), "deadline": DEADLINE.isoformat(), "nonce": "n",
        }  # fmt: skip
        answers = [self.as_bob.post("/api/v1/events/", told, content_type="application/json") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 200]
        assert answers[0].json()["slug"] == answers[1].json()["slug"]


class StaleTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event(place="Taipei", deadline=DEADLINE + timedelta(seconds=30))
        self.path = reverse("events:edit", args=[self.cup.slug])

    def form(self):
        """What a browser would send of the page as it is now."""
        form = self.as_alice.get(self.path).context["form"]
        shown = {bound.html_name: bound.value() for bound in form}
        shown |= {bound.html_initial_name: bound.value() for bound in form}
        return {
            name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value
            for name, value in shown.items()
            if value not in (None, False)
        }

    def test_a_tab_that_was_open_before_undoes_nothing_it_does_not_change(self):
        sent = self.form()
        earlier = DEADLINE - timedelta(hours=5)
        services.change(self.cup, by=self.alice, deadline=earlier, own_limits={FOX: 0}, listed=True)
        self.assertRedirects(self.as_alice.post(self.path, {**sent, "place": "Tainan"}), self.cup.get_absolute_url())
        event = Event.objects.get()
        assert (event.place, event.deadline, event.own_limits, event.listed) == ("Tainan", earlier, {FOX: 0}, True)
        assert [*event.log.first().params["fields"]] == ["place"]

    def test_what_is_sent_as_it_was_shown_is_no_change(self):
        before = self.rows()
        self.as_alice.post(self.path, self.form())
        assert self.rows() == before

    def test_seconds_a_page_does_not_show_are_kept(self):
        self.as_alice.post(self.path, {**self.form(), "place": "Tainan"})
        assert Event.objects.get().deadline == DEADLINE + timedelta(seconds=30)
