"""Staff hide a deck for a reason or delete it. They neither see what is private nor share anything."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.models import Deck, Visibility
from tests.deckbuilder.base import SiteTest

LIST = reverse("admin:decks_deck_changelist")
REASON = "The name insults a player. Choose another one."


class DeckAdminTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.as_carol = self.browser_of(User.objects.create(username="carol", is_staff=True, is_superuser=True))
        self.parade = self.deck(visibility=Visibility.PUBLIC)
        self.path = reverse("admin:decks_deck_change", args=[self.parade.pk])

    def state(self):
        return Deck.objects.values().get(pk=self.parade.pk)

    def test_decks_are_listed_and_opened_without_their_keys(self):
        self.assertContains(self.as_carol.get(LIST + "?q=alice"), "Parade")
        self.assertNotContains(self.as_carol.get(self.path), self.parade.edit_key)

    def test_a_deck_is_hidden_and_nothing_else_is_changed(self):
        before = self.state()
        answer = self.as_carol.post(self.path, {"hidden_reason": REASON, "name": "Mine now", "owner": ""})
        assert answer.status_code == 302
        hidden = {"visibility": "private", "shared_revision": None, "hidden_reason": REASON}
        hidden |= {"hidden_visibility": "public", "hidden_at_revision": 0}
        assert self.state() == before | hidden
        assert self.as_bob.get(self.parade.get_absolute_url()).status_code == 404
        self.assertNotContains(self.as_bob.get(reverse("decks:public")), "Parade")

    def test_what_staff_did_and_why_is_logged(self):
        self.as_carol.post(self.path, {"hidden_reason": REASON})
        self.as_carol.post(self.path, {"hidden_reason": ""})
        messages = [each.get_change_message() for each in LogEntry.objects.order_by("id")]
        assert messages == [f"Hidden because: {REASON}", "No longer hidden."]
        assert {each.user.username for each in LogEntry.objects.all()} == {"carol"}

    def test_staff_never_share_a_deck_or_change_its_visibility(self):
        for visibility in Visibility.values:
            Deck.objects.update(visibility=visibility)
            for other in Visibility.values:
                self.as_carol.post(self.path, {"visibility": other, "hidden_reason": ""})
                assert self.state()["visibility"] == visibility

    def test_no_longer_hidden_a_deck_stays_private_until_its_owner_shares_it(self):
        services.hide(self.parade, REASON)
        self.as_carol.post(self.path, {"hidden_reason": ""})
        assert (self.state()["visibility"], self.state()["hidden_reason"]) == ("private", "")
        self.as_alice.post(reverse("decks:share", args=[self.parade.slug]), {"visibility": "public"})
        assert self.as_bob.get(self.parade.get_absolute_url()).status_code == 200

    def test_private_decks_are_neither_listed_nor_opened(self):
        mine = self.deck(name="Secret plan", notes="Nobody reads this")
        assert self.as_carol.get(reverse("admin:decks_deck_change", args=[mine.pk])).status_code == 302
        for query in ("", "?q=Secret", "?visibility__exact=private", "?hidden_reason__isempty=1"):
            self.assertNotContains(self.as_carol.get(LIST + query), "Secret plan")

    def test_none_is_added(self):
        assert self.as_carol.get(reverse("admin:decks_deck_add")).status_code == 403

    def test_a_hidden_deck_has_no_link_to_its_page(self):
        link = f'href="{self.parade.get_absolute_url()}"'
        self.assertContains(self.as_carol.get(self.path), link)
        services.hide(self.parade, REASON)
        answer = self.as_carol.get(self.path)
        self.assertNotContains(answer, link)
        self.assertNotContains(answer, "View on site")


class HiddenTest(SiteTest):
    """What the owner of a hidden deck reads, and cannot do."""

    def setUp(self):
        super().setUp()
        self.parade = services.hide(self.deck({"提燈小狐": 2}, visibility=Visibility.PUBLIC), REASON)
        self.api = reverse("api-deck", args=[self.parade.slug])

    def assertHidden(self):
        self.parade.refresh_from_db()
        assert (self.parade.visibility, self.parade.hidden_reason) == ("private", REASON)
        assert self.as_bob.get(self.parade.get_absolute_url()).status_code == 404
        assert self.as_bob.get(self.api).status_code == 404

    def test_the_owner_reads_the_reason_wherever_the_deck_is(self):
        for name in ("decks:page", "decks:builder"):
            self.assertContains(self.as_alice.get(reverse(name, args=[self.parade.slug])), REASON)
        self.assertContains(self.as_alice.get(reverse("decks:mine")), "Hidden by staff")
        assert self.as_alice.get(self.api).json()["hidden_reason"] == REASON

    def test_sharing_it_is_refused_by_the_service_that_everything_calls(self):
        with pytest.raises(EditError) as caught:
            services.share(self.parade, "link")
        assert caught.value.code == "hidden-by-staff"

    def test_the_owner_cannot_share_it_on_the_page(self):
        for visibility in ("link", "public"):
            answer = self.as_alice.post(
                reverse("decks:share", args=[self.parade.slug]), {"visibility": visibility}, follow=True
            )
            self.assertContains(answer, "Staff have hidden this deck, so it cannot be shared.")
            self.assertHidden()
        answer = self.as_alice.post(
            reverse("decks:share", args=[self.parade.slug]), {"visibility": "link"}, headers={"HX-Request": "true"}
        )
        self.assertContains(answer, "Staff have hidden this deck", status_code=422)
        self.assertHidden()

    def test_the_owner_cannot_share_it_over_the_api_and_nothing_else_is_changed(self):
        for visibility in ("link", "public"):
            answer = self.as_alice.patch(
                self.api, {"visibility": visibility, "name": "New"}, content_type="application/json"
            )
            assert (answer.status_code, answer.json()["code"]) == (409, "edit.hidden-by-staff")
            assert answer.json()["params"]["reason"] == REASON
            self.assertHidden()
            assert self.parade.name == "Parade"

    def test_it_stays_hidden_whatever_else_is_done(self):
        path = {"slug": self.parade.slug}
        for name, data in (
            ("edit", {"op": "rename", "name": "Better"}),
            ("undo", {}),
            ("redo", {}),
            ("restore", {"number": "0"}),
            ("share", {"visibility": "private"}),
        ):
            self.as_alice.post(reverse(f"decks:{name}", kwargs=path), data)
            self.assertHidden()

    def test_a_copy_of_it_is_hidden_as_well(self):
        self.as_alice.post(reverse("decks:copy", args=[self.parade.slug]))
        assert Deck.objects.latest("id").hidden_reason == REASON

    def test_without_an_owner_it_holds_for_whoever_has_the_key(self):
        deck = services.hide(self.deck(owner=None, visibility=Visibility.LINK), REASON)
        self.hold(self.as_bob, deck)
        self.as_bob.post(reverse("decks:share", args=[deck.slug]), {"visibility": "public"})
        assert Deck.objects.get(pk=deck.pk).visibility == "private"
        services.claim({deck.slug: deck.edit_key}, self.bob)
        self.as_bob.post(reverse("decks:share", args=[deck.slug]), {"visibility": "public"})
        assert Deck.objects.get(pk=deck.pk).visibility == "private"
