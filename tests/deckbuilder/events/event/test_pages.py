"""The pages of events: what people see there and what their forms do."""

from datetime import timedelta
from unittest import mock

from django.urls import reverse

from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.events import selectors
from deckbuilder.events.access import SESSION_KEY
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, Submission
from tests.deckbuilder.base import PASSWORD
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, START
from tests.deckbuilder.events.pages import FORM, PagesTest


class CreateTest(PagesTest):
    def create(self, **fields):
        return self.as_alice.post(self.path("create"), FORM | fields)

    def test_a_form_makes_an_event_in_the_sites_time(self):
        answer = self.create(own_limits=f"{FOX} = 1", listed="on")
        event = Event.objects.get()
        self.assertRedirects(answer, event.get_absolute_url())
        assert (event.starts_at, event.deadline) == (START, DEADLINE)
        assert (event.own_limits, event.listed, event.lists_visible) == ({FOX: 1}, True, "end")

    def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(self):
        wrong = {
            "kind": {"kind": "whist/standard"},
            "name": {"name": ""},
            "starts_at": {"starts_at": "tomorrow"},
            "deadline": {"deadline": "2027-03-06T10:01"},
            "capacity": {"capacity": "0"},
            "own_limits": {"own_limits": "Nobody = 0"},
            "own_pool": {"own_pool": "on"},
        }
        for field, fields in wrong.items():
            with self.subTest(field):
                answer = self.create(**fields)
                assert answer.status_code == 422
                assert field in answer.context["form"].errors
                self.assertContains(answer, "Taipei", status_code=422)
        assert not Event.objects.exists()

    def test_a_visitor_signs_in_first(self):
        answer = self.as_visitor.get(self.path("create"))
        self.assertRedirects(answer, f"{reverse('account_login')}?next={self.path('create')}")

    def test_a_form_changes_an_event_and_shows_what_it_is(self):
        event = self.event(own_limits={FOX: 0}, place="Taipei")
        shown = self.as_alice.get(self.path("edit", event.slug))
        self.assertContains(shown, "2027-03-06T10:00")
        self.assertContains(shown, f"{FOX} = 0")
        emptied = {"own_limits": "", "initial-own_limits": f"{FOX} = 0"}
        self.as_alice.post(self.path("edit", event.slug), FORM | emptied | {"name": "Fox Cup"})
        event.refresh_from_db()
        assert (event.name, event.own_limits) == ("Fox Cup", {})

    def test_the_form_of_a_started_event_changes_what_judges_nothing(self):
        event = self.event()
        self.submit(self.entry(event, self.bob))
        self.now = DEADLINE
        services.start(event, by=self.alice)
        answer = self.as_alice.post(self.path("edit", event.slug), FORM | {"name": "Fox Cup"})
        assert answer.status_code == 302
        event.refresh_from_db()
        assert (event.name, event.lists_visible) == ("Fox Cup", "end")


class EventsTest(PagesTest):
    def test_only_announced_events_are_on_the_page_of_events(self):
        self.event(name="Open Cup", listed=True)
        self.event(name="Closed Circle")
        for browser in (self.as_visitor, self.as_bob):
            answer = browser.get(self.path("list"))
            self.assertContains(answer, "Open Cup")
            self.assertNotContains(answer, "Closed Circle")

    def test_what_nobody_ended_makes_room_for_what_comes(self):
        event = self.event(name="Open Cup", listed=True)
        self.now = START + timedelta(days=2)
        assert event in selectors.upcoming()
        self.now = START + timedelta(days=3)
        assert event not in selectors.upcoming()

    def test_all_of_them_can_be_reached(self):
        with mock.patch("deckbuilder.events.event.views.SHOWN", 2):
            for number in range(5):
                self.event(name=f"Cup {number}", listed=True)
            told = [self.as_bob.get(self.path("list"), {"page": page}).context["others"] for page in (1, 2, 3)]
            assert [[tile.event.name for tile in page] for page in told] == [
                ["Cup 0", "Cup 1"], ["Cup 2", "Cup 3"], ["Cup 4"],
            ]  # fmt: skip
            first = self.as_alice.get(self.path("list"))
            assert (len(first.context["mine"]), first.context["more"]) == (2, True)
            third = self.as_alice.get(self.path("list"), {"mine": "1", "page": "3"})
            assert [tile.event.name for tile in third.context["others"]] == ["Cup 0"]

    def test_ones_own_are_there_too_and_once(self):
        self.event(name="Open Cup", listed=True)
        circle = self.event(name="Closed Circle")
        self.entry(circle, self.bob)
        assert [tile.event.name for tile in self.as_bob.get(self.path("list")).context["mine"]] == ["Closed Circle"]
        for browser in (self.as_alice, self.as_judith):
            answer = browser.get(self.path("list"))
            assert len(answer.context["mine"]) == 2
            assert answer.context["others"] == []

    def test_the_list_takes_as_many_queries_for_many_as_for_one(self):
        self.event(listed=True)
        self.as_visitor.get(self.path("list"))
        with self.assertNumQueries(4):
            self.as_visitor.get(self.path("list"))
        for _ in range(4):
            self.event(listed=True)
        with self.assertNumQueries(4):
            self.as_visitor.get(self.path("list"))

    def shelf(self, name, **asked):
        return [tile.event.name for tile in self.as_visitor.get(self.path("list"), asked).context[name]]

    def test_an_event_under_way_is_told_from_one_to_come_and_one_that_is_over(self):
        cups = [self.event(name=name, listed=True) for name in ("To come", "Under way", "Over", "Called off")]
        for cup in cups[1:3]:
            self.submit(self.entry(cup, self.bob))
        services.cancel(cups[3], by=self.alice, reason="Storm")
        self.now = DEADLINE
        for cup in cups[1:3]:
            services.start(cup, by=self.alice)
        services.end(cups[2], by=self.alice)
        shelves = {"others": ["To come", "Called off"], "under_way": ["Under way"], "over": ["Over"]}
        assert {name: self.shelf(name) for name in shelves} == shelves

    def test_they_can_be_asked_for_by_game(self):
        self.event(name="Lantern Cup", listed=True)
        assert self.shelf("others", game="xing-ling-wang") == ["Lantern Cup"]
        assert self.shelf("others", game="legions") == []
        answer = self.as_visitor.get(self.path("list"), {"game": "whist"})
        self.assertContains(answer, "There is no game “whist”", status_code=422)

    def test_a_tile_says_how_many_places_are_taken(self):
        event = self.event(listed=True, capacity=8)
        self.entry(event, self.bob)
        entry_services.drop(self.entry(event, self.carol), by=self.carol)
        self.assertContains(self.as_visitor.get(self.path("list")), "1 of 8 places taken")

    def test_the_code_leads_to_the_event(self):
        answer = self.as_visitor.get(self.path("qr", self.event().slug))
        assert answer["Content-Type"] == "image/svg+xml"
        assert b"<svg" in answer.content

    def test_an_event_says_by_what_it_judges(self):
        self.ban(FOX)
        answer = self.as_visitor.get(self.event(own_limits={FOX: 1}).get_absolute_url())
        self.assertContains(answer, "Spring list 1")
        self.assertContains(answer, "the organiser’s own restriction list")
        self.assertContains(answer, "/xing-ling-wang/lists/ban/1/")

    def test_a_list_that_is_gone_from_the_site_is_named_without_a_link(self):
        kept = self.ban(FOX)
        event = self.event()
        list_changes.withdraw(kept, by="carol", why="Too early")
        answer = self.as_visitor.get(event.get_absolute_url())
        self.assertContains(answer, "Spring list 1")
        self.assertNotContains(answer, "/lists/ban/1/")

    def test_everybody_reads_what_the_organisers_own_list_says(self):
        event = self.event(own_limits={FOX: None, "雪女": 0}, own_pool=True)
        answer = self.as_visitor.get(event.get_absolute_url())
        told = [(group.label, [entry.name for entry in group.entries]) for group in answer.context["own_rules"]]
        assert told == [("Banned", ["雪女"]), ("As many copies as the rules allow", [FOX])]
        self.assertContains(answer, "Only cards on it are allowed.")
        self.assertContains(answer, f"/xing-ling-wang/cards/{self.printing(FOX).code}/")

    def test_a_player_reads_there_why_their_list_cannot_play(self):
        event = self.event()
        self.submit(self.entry(event, self.bob), ILLEGAL)
        self.assertContains(self.as_bob.get(event.get_absolute_url()), "22 cards, exactly 20 required")


class TakingPartTest(PagesTest):
    def test_a_player_registers_with_a_name_and_an_answer(self):
        event = self.event(roster_notes="Which number?")
        self.assertContains(self.as_bob.get(event.get_absolute_url()), "Which number?")
        answer = self.as_bob.post(self.path("register", event.slug), {"name": "Bob", "answer": "4711"})
        entry = Entry.objects.get()
        self.assertRedirects(answer, self.path("entry", event.slug, entry.number))
        assert (entry.user, entry.name, entry.answer) == (self.bob, "Bob", "4711")

    def test_a_visitor_signs_in_and_comes_back(self):
        event = self.event()
        answer = self.as_visitor.post(self.path("register", event.slug), {"name": "Bob"})
        self.assertRedirects(answer, f"{reverse('account_login')}?next={event.get_absolute_url()}")
        answer = self.as_visitor.post(answer["Location"], {"login": "bob", "password": PASSWORD})
        self.assertRedirects(answer, event.get_absolute_url())

    def test_a_full_or_closed_event_says_so_in_place_of_the_form(self):
        event = self.event(capacity=1)
        self.entry(event, self.carol)
        action = self.path("register", event.slug)
        self.assertNotContains(self.as_bob.get(event.get_absolute_url()), action)
        answer = self.as_bob.post(action, {"name": "Bob"}, follow=True)
        self.assertContains(answer, "The event is full (1 players).", status_code=409)
        services.change(event, by=self.alice, capacity=None)
        self.now = DEADLINE
        self.assertNotContains(self.as_bob.get(event.get_absolute_url()), action)
        answer = self.as_bob.post(action, {"name": "Bob"}, follow=True)
        self.assertContains(answer, "The deadline has passed.", status_code=409)
        assert Entry.objects.count() == 1

    def test_a_player_without_an_account_hands_in_by_their_link(self):
        event = self.event()
        self.as_judith.post(self.path("enter", event.slug), {"name": "Ann", "nonce": "n"})
        ann = Entry.objects.get()
        self.assertRedirects(
            self.as_visitor.get(self.path("open", event.slug, ann.key)), self.path("entry", event.slug, ann.number)
        )
        self.assertContains(self.as_visitor.get(event.get_absolute_url()), "#1 Ann")
        sent = {"text": LEGAL, "nonce": "n", "action": "submit"}
        self.as_visitor.post(self.path("submit", event.slug, ann.number), sent)
        assert Submission.objects.get().submitted_by is None

    def test_what_a_browser_holds_opens_entries_without_an_account_by_their_own_keys(self):
        event = self.event()
        bob, ann = self.entry(event, self.bob), self.entry(event)
        session = self.as_visitor.session
        for entry, key, status in ((ann, ann.key, 200), (ann, bob.key, 404), (bob, bob.key, 404)):
            session[SESSION_KEY] = {str(entry.pk): key}
            session.save()
            path = self.path("entry", event.slug, entry.number)
            assert self.as_visitor.get(path).status_code == status

    def test_a_nameless_player_is_refused_on_the_roster(self):
        event = self.event()
        answer = self.as_judith.post(self.path("enter", event.slug), {"name": " ", "nonce": "n"})
        assert answer.status_code == 422
        assert not Entry.objects.exists()
