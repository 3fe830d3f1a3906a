"""Staff take a deck out of public sight or delete it; what is in it stays its owner's."""

from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.decks.models import Deck, Visibility
from tests.deckbuilder.base import SiteTest


class DeckAdminTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.as_carol = self.browser_of(User.objects.create(username="carol", is_staff=True, is_superuser=True))
        self.parade = self.deck(visibility=Visibility.PUBLIC)
        self.path = reverse("admin:decks_deck_change", args=[self.parade.pk])

    def test_decks_are_listed_and_opened_without_their_keys(self):
        self.assertContains(self.as_carol.get(reverse("admin:decks_deck_changelist") + "?q=alice"), "Parade")
        self.assertNotContains(self.as_carol.get(self.path), self.parade.edit_key)

    def test_a_deck_is_taken_out_of_sight_and_nothing_else_is_changed(self):
        before = Deck.objects.values().get()
        answer = self.as_carol.post(self.path, {"visibility": "private", "name": "Mine now", "owner": ""})
        assert answer.status_code == 302
        assert Deck.objects.values().get() == before | {"visibility": "private"}
        assert self.as_bob.get(self.parade.get_absolute_url()).status_code == 404

    def test_a_visibility_there_is_not_is_refused(self):
        self.assertContains(
            self.as_carol.post(self.path, {"visibility": "secret"}), "secret is not one of the available"
        )

    def test_none_is_added(self):
        assert self.as_carol.get(reverse("admin:decks_deck_add")).status_code == 403

    def test_a_private_deck_has_no_link_to_its_page(self):
        link = f'href="{self.parade.get_absolute_url()}"'
        self.assertContains(self.as_carol.get(self.path), link)
        Deck.objects.update(visibility=Visibility.PRIVATE)
        answer = self.as_carol.get(self.path)
        self.assertNotContains(answer, link)
        self.assertNotContains(answer, "View on site")
