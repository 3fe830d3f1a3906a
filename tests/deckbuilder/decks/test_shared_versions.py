"""Versions of a deck from before it was shared are for its editors only, and so are its simulations from then."""

import pytest
from django.urls import reverse

from deckbuilder.decks import services
from deckbuilder.decks.changes.versions import shared_since
from deckbuilder.decks.models import Deck
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations.services import start
from deckbuilder.stats.simulations.specs import SimulationSpec
from tests.deckbuilder.base import XLW
from tests.deckbuilder.decks.edits import FOX, UMBRELLA, EditTest

pytestmark = pytest.mark.databases

SECRET = "Our plan against Bob"


class SharedVersionsTest(EditTest):
    """A deck with a secret note and a card under consideration, both removed before it was shared at version 4."""

    def setUp(self):
        super().setUp()
        deck = self.do(self.deck(), "notes", notes=SECRET)
        deck = self.do(deck, "add", code=UMBRELLA, zone="maybe")
        deck = self.do(deck, "notes", notes="")
        self.made = self.do(deck, "set", code=UMBRELLA, zone="maybe", count="0")
        services.share(self.made, "link")
        self.made.refresh_from_db()

    def version(self, browser, number):
        return browser.get(reverse("api-version", args=[self.made.slug, number]))

    def statuses(self, browser):
        """Of every version on each page and operation that shows one."""
        slug, last = self.made.slug, self.made.revision
        api = reverse("api-compare", args=[slug])
        return [
            {
                self.version(browser, number).status_code,
                browser.get(api, {"number": number, "at": last}).status_code,
                browser.get(api, {"number": last, "at": number}).status_code,
                browser.get(reverse("stats:versions", args=[slug, number, slug, last])).status_code,
                browser.get(reverse("stats:versions", args=[slug, last, slug, number])).status_code,
            }
            for number in range(last + 1)
        ]

    def test_others_see_the_versions_since_the_deck_was_shared(self):
        self.do(self.made, "add", code=FOX)
        self.made.refresh_from_db()
        for browser in (self.as_bob, self.as_visitor):
            assert self.statuses(browser) == [{404}] * 4 + [{200}] * 2
        assert self.statuses(self.as_alice) == [{200}] * 6
        assert self.version(self.as_alice, 1).json()["notes"] == SECRET

    def test_named_versions_are_no_exception(self):
        services.name_version(self.made, 1, "The plan")
        assert self.statuses(self.as_bob)[1] == {404}

    def test_shared_again_a_deck_begins_again(self):
        services.share(self.made, "private")
        self.do(self.made, "add", code=FOX)
        services.share(Deck.objects.get(pk=self.made.pk), "public")
        self.made.refresh_from_db()
        assert self.statuses(self.as_bob) == [{404}] * 5 + [{200}]

    def test_wider_sharing_changes_nothing(self):
        self.do(self.made, "add", code=FOX)
        services.share(Deck.objects.get(pk=self.made.pk), "public")
        self.made.refresh_from_db()
        assert self.made.shared_revision == 4

    def test_of_a_deck_shared_before_this_was_noted_others_see_it_as_it_is(self):
        Deck.objects.filter(pk=self.made.pk).update(shared_revision=None)
        self.made.refresh_from_db()
        assert self.statuses(self.as_bob) == [{404}] * 4 + [{200}]

    def test_since_a_day_leads_others_to_the_first_version_they_may_see(self):
        self.do(self.made, "add", code=FOX)
        there = reverse("stats:choose_versions", args=[self.made.slug])
        answer = self.as_bob.get(there, {"since": "2020-01-01"}, follow=True)
        assert answer.redirect_chain[-1][0] == reverse("stats:versions", args=[self.made.slug, 4, self.made.slug, 5])
        self.assertContains(answer, "This is the earliest version you can see.")

    def test_a_copy_does_not_link_to_a_version_that_its_owner_may_no_longer_see(self):
        copied = services.copy(self.made, owner=self.bob)
        services.share(self.made, "private")
        self.do(self.made, "add", code=FOX)
        services.share(Deck.objects.get(pk=self.made.pk), "public")
        self.assertNotContains(self.as_bob.get(copied.get_absolute_url()), "What has changed since the copy")
        assert self.as_bob.get(reverse("api-deck", args=[copied.slug])).json()["copied_from"]["number"] is None


class SharedSimulationsTest(EditTest):
    def setUp(self):
        super().setUp()
        self.made = self.sample_deck(f"{XLW}/lantern-parade")
        old = self.simulate(5)
        self.do(self.made, "add", code=FOX)
        self.made.refresh_from_db()
        since, fresh = self.simulate(6), self.simulate(7, user=self.bob)
        services.share(self.made, "public")
        self.made.refresh_from_db()
        Simulation.objects.filter(pk__in=(old.pk, fresh.pk)).update(asked_at=self.made.created_at)
        self.old, self.since, self.bobs = old, since, fresh

    def simulate(self, turns, user=None):
        from deckbuilder.decks.loading import to_deck

        spec = SimulationSpec(to_deck(self.made), trials=100, turns=turns)
        return start(spec, deck=self.made, user=user or self.alice, asker=f"test {turns}")

    def test_others_see_those_of_the_shared_versions_and_their_own(self):
        assert shared_since(self.made) > self.made.created_at
        page = reverse("stats:simulations", args=[self.made.slug])
        for browser, hidden in (
            (self.as_alice, ()),
            (self.as_bob, (self.old,)),
            (self.as_visitor, (self.old, self.bobs)),
        ):
            listed = browser.get(page).content.decode()
            for each in (self.old, self.since, self.bobs):
                status = 404 if each in hidden else 200
                there = reverse("stats:simulation", args=[each.slug])
                assert browser.get(there).status_code == status
                assert browser.get(reverse("api-simulation-json", args=[each.slug])).status_code == status
                assert (there in listed) is (each not in hidden)
