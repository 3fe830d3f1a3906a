"""Who may see and change which deck: a table of rights that every address of decks stands in."""

from typing import NamedTuple
from unittest import mock

import pytest
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.decks import services
from deckbuilder.decks.exports import views
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from deckbuilder.decks.urls import urlpatterns
from tests.deckbuilder.base import PASSWORD, SiteTest

pytestmark = pytest.mark.databases

FOX = "XLW-S001"


class Right(NamedTuple):
    """Who may do what an address does, and what the answer is then. For anybody else there is nothing there (404)."""

    who: str  # anybody, reader or editor
    method: str
    status: int
    data: dict[str, str] = {}
    more: dict[str, str] = {}  # what stands in the address besides the slug
    reader: int = 404  # the answer to those who may read the deck and no more


RIGHTS = {
    "mine": Right("anybody", "get", 200),
    "bulk": Right("anybody", "post", 302),  # of decks that are theirs, see test_library
    "undo_bulk": Right("anybody", "post", 302, more={"change": "unknown"}),
    "coming": Right("anybody", "get", 200),
    "public": Right("anybody", "get", 200),
    "author": Right("anybody", "get", 200, more={"name": "alice"}),  # see test_public, as the next four
    "favourites": Right("anybody", "get", 200),
    "following": Right("anybody", "get", 200),
    "follow": Right("anybody", "post", 302, more={"name": "alice"}),
    "block": Right("anybody", "post", 302, more={"name": "alice"}),  # see comments/test_comments, as the next three
    "comments": Right("anybody", "get", 404, more={"slug": "nowhere"}),
    "comment": Right("anybody", "get", 404, more={"pk": "1"}),
    "close_comments": Right("editor", "post", 302),
    "report": Right("anybody", "get", 404, more={"slug": "nowhere"}),  # see moderation/test_moderation, as the next
    "report_comment": Right("anybody", "get", 404, more={"pk": "1"}),
    "moderation": Right("anybody", "get", 403),  # moderators of a game, as the next two
    "moderation_log": Right("anybody", "get", 403),
    "moderation_person": Right("anybody", "get", 403, more={"name": "alice"}),
    "favour": Right("anybody", "post", 302),
    "create": Right("anybody", "get", 200),
    "import": Right("anybody", "get", 200),
    "photos": Right("anybody", "post", 422),
    "photo": Right("anybody", "get", 404, more={"key": "unknown"}),  # who has the key, see photos/test_photos
    "put": Right("anybody", "post", 302, more={"game": "xing-ling-wang", "code": FOX}),  # see test_put
    "page": Right("reader", "get", 200),
    "copy": Right("reader", "post", 302),
    "export": Right("reader", "get", 200, more={"form": "txt"}),
    "picture": Right("reader", "get", 200),
    "qr": Right("reader", "get", 200),
    "playtest_cards": Right("reader", "get", 200),
    "tabletop": Right("reader", "get", 200),
    "sheet": Right("anybody", "get", 200, more={"code": "D2", "language": "en", "number": "1"}),  # see test_tabletop
    "card_back": Right("anybody", "get", 200, more={"game": "xing-ling-wang", "language": "en"}),
    "delete": Right("editor", "post", 302),
    "history": Right("editor", "get", 200),
    "notes": Right("editor", "get", 200),
    "restore": Right("editor", "post", 302, {"number": "0"}),
    "name_version": Right("editor", "post", 302, {"number": "0", "name": "Before the tournament"}),
    "builder": Right("editor", "get", 200, reader=302),
    "edit": Right("editor", "post", 302, {"op": "add", "code": FOX}),
    "repair": Right("editor", "post", 302),
    "undo": Right("editor", "post", 302),
    "redo": Right("editor", "post", 302),
    "look": Right("editor", "post", 302, {"by": "kind"}),
    "share": Right("editor", "post", 302, {"visibility": "public"}),
    "enter": Right("anybody", "get", 302, more={"key": "key"}),  # see EditLinkTest
}
OF_A_DECK = {name: right for name, right in RIGHTS.items() if right.who != "anybody"}


def test_every_address_of_decks_stands_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)


class RightsTest(SiteTest):
    def setUp(self):
        super().setUp()
        # Who may see a drawing depends neither on how it is drawn nor on the fonts of the machine.
        for name, value in {"can_draw": True, "draw": b"drawn", "draw_back": b"drawn"}.items():
            self.enterContext(mock.patch.object(views, name, return_value=value))

    def ask(self, browser, name, deck=None, **headers):
        right = RIGHTS[name]
        path = reverse(f"decks:{name}", kwargs={**({"slug": deck.slug} if deck else {}), **right.more})
        return getattr(browser, right.method)(path, right.data, headers=headers)

    def assertRights(self, make, browser, *, may_read, may_change, **headers):
        """For a deck that `make` makes, each address answers as its right says."""
        for name, right in OF_A_DECK.items():
            deck = make()
            before = self.state(deck)
            allowed = may_change if right.who == "editor" else may_read
            otherwise = right.reader if may_read else 404
            with self.subTest(name):
                answer = self.ask(browser, name, deck, **headers)
                assert answer.status_code == (right.status if allowed else otherwise)
                if not may_change:
                    assert self.state(deck) == before
                if not allowed:
                    assert deck.name not in answer.content.decode()

    def state(self, deck):
        lines = DeckLine.objects.filter(deck=deck).values("zone", "printing", "text", "count")
        return list(Deck.objects.filter(pk=deck.pk).values()), list(lines)

    def test_the_owner_may_do_everything(self):
        self.assertRights(lambda: self.deck({"提燈小狐": 2}), self.as_alice, may_read=True, may_change=True)

    def test_others_and_visitors_may_read_what_is_shared_and_change_nothing(self):
        self.assertStrangersRights("as_bob", {"提燈小狐": 2})

    def test_a_deck_without_an_owner_is_its_key_holders(self):
        def make():
            deck = self.deck({"提燈小狐": 2}, owner=None)
            self.hold(self.as_visitor, deck)
            return deck

        self.assertRights(make, self.as_visitor, may_read=True, may_change=True)

    def test_a_deck_without_an_owner_is_nobody_elses(self):
        self.assertStrangersRights("as_alice", owner=None)

    def assertStrangersRights(self, person, *deck, **fields):
        """A person who is signed in and a visitor, each with a private deck and with one of the two ways to share."""
        for browser, visibility in (
            (person, Visibility.PRIVATE),
            (person, Visibility.LINK),
            ("as_visitor", Visibility.PRIVATE),
            ("as_visitor", Visibility.PUBLIC),
        ):
            with self.subTest(browser, visibility=visibility):
                make = lambda visibility=visibility: self.deck(*deck, visibility=visibility, **fields)  # noqa: E731
                shared = visibility != Visibility.PRIVATE
                self.assertRights(make, getattr(self, browser), may_read=shared, may_change=False)

    def test_the_key_opens_it_for_programs_too(self):
        for key, right in (("key", True), ("kez", False), ("", False), ("ключ", False)):
            with self.subTest(key):
                make = lambda: self.deck(owner=None, edit_key="key")  # noqa: E731
                self.assertRights(make, self.as_visitor, may_read=right, may_change=right, **{"X-Edit-Key": key})

    def test_a_key_opens_no_deck_that_has_an_owner(self):
        def make():
            deck = self.deck(edit_key="key")
            self.hold(self.as_bob, deck)
            return deck

        self.assertRights(make, self.as_bob, may_read=False, may_change=False, **{"X-Edit-Key": "key"})

    def test_a_key_of_another_deck_opens_nothing(self):
        def make():
            deck, other = self.deck(owner=None), self.deck(owner=None)
            session = self.as_visitor.session
            session["deck_keys"] = {deck.slug: other.edit_key, other.slug: deck.edit_key}
            session.save()
            return deck

        self.assertRights(make, self.as_visitor, may_read=False, may_change=False)

    def test_the_builders_address_leads_readers_to_the_page_of_the_deck(self):
        deck = self.deck(visibility=Visibility.LINK)
        answer = self.as_bob.get(reverse("decks:builder", args=[deck.slug]))
        self.assertRedirects(answer, reverse("decks:page", args=[deck.slug]))

    def test_pages_of_no_deck_are_everybodys(self):
        for name in ("mine", "public", "create", "import"):
            for browser in (self.as_alice, self.as_bob, self.as_visitor):
                assert self.ask(browser, name).status_code == 200

    def test_a_deck_there_is_not_is_not_found(self):
        nowhere = Deck(slug="nowhere")
        for name in OF_A_DECK:
            assert self.ask(self.as_alice, name, nowhere).status_code == 404

    def test_nothing_is_changed_by_following_a_link(self):
        deck = self.deck({"提燈小狐": 2})
        before = self.state(deck)
        for name, right in OF_A_DECK.items():
            if right.method == "post":
                answer = self.as_alice.get(reverse(f"decks:{name}", args=[deck.slug]), right.data)
                assert answer.status_code == (200 if name == "delete" else 405), name
        assert self.state(deck) == before

    def test_pages_can_be_asked_for_their_head(self):
        deck = self.deck(visibility="public")
        for name, right in RIGHTS.items():
            if right.method == "get" and right.status == 200 and name != "sheet":  # which is of a code that nothing has
                args = [*([deck.slug] if right.who != "anybody" else ()), *right.more.values()]
                assert self.as_alice.head(reverse(f"decks:{name}", args=args)).status_code == 200, name

    def test_a_stranger_to_the_form_cannot_send_it(self):
        deck = self.deck()
        self.as_alice.handler.enforce_csrf_checks = True
        for name, right in OF_A_DECK.items():
            if right.method == "post":
                assert self.ask(self.as_alice, name, deck).status_code == 403


class EditLinkTest(SiteTest):
    def enter(self, browser, deck, key=None):
        return browser.get(reverse("decks:enter", args=[deck.slug, key or deck.edit_key]))

    def test_whoever_opens_it_may_change_the_deck_from_then_on(self):
        deck = self.deck(owner=None)
        for browser in (self.as_visitor, self.as_bob):
            self.assertRedirects(self.enter(browser, deck), reverse("decks:builder", args=[deck.slug]))

    def test_a_wrong_key_opens_nothing(self):
        deck = self.deck(owner=None)
        for key in ("x", deck.edit_key[:-1], deck.edit_key.swapcase(), "ключ"):
            assert self.enter(self.as_visitor, deck, key).status_code == 404
        assert self.as_visitor.get(reverse("decks:builder", args=[deck.slug])).status_code == 404

    def test_it_opens_nothing_once_the_deck_has_an_owner(self):
        deck = self.deck()
        assert self.enter(self.as_bob, deck).status_code == 302
        assert self.as_bob.get(reverse("decks:builder", args=[deck.slug])).status_code == 404

    def test_the_builder_shows_it_while_the_deck_has_no_owner(self):
        deck = self.deck(owner=None)
        self.enter(self.as_visitor, deck)
        path = reverse("decks:builder", args=[deck.slug])
        self.assertContains(self.as_visitor.get(path), reverse("decks:enter", args=[deck.slug, deck.edit_key]))
        owned = self.deck()
        shown = self.as_alice.get(reverse("decks:builder", args=[owned.slug]))
        self.assertNotContains(shown, owned.edit_key)

    def test_nobody_else_ever_sees_the_key(self):
        deck = self.deck(owner=None, visibility="public")
        for name, right in OF_A_DECK.items():
            if right.who == "reader" and right.method == "get":
                path = reverse(f"decks:{name}", kwargs={"slug": deck.slug, **right.more})
                assert deck.edit_key.encode() not in self.as_bob.get(path).content


class ClaimTest(SiteTest):
    def test_what_a_visitor_built_is_theirs_when_they_sign_in(self):
        self.as_visitor.post(reverse("decks:create"), {"game": "xing-ling-wang"})
        deck = Deck.objects.get()
        self.as_visitor.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
        deck.refresh_from_db()
        assert deck.owner == self.alice
        assert self.as_visitor.get(reverse("decks:builder", args=[deck.slug])).status_code == 200

    def test_only_with_its_key(self):
        deck, other = self.deck(owner=None), self.deck(owner=None)
        keys = {deck.slug: "wrong", other.slug: other.edit_key, "nowhere": "x"}
        assert services.claim(keys, self.bob) == 1
        assert list(Deck.objects.filter(owner=self.bob)) == [other]

    def test_never_from_somebody(self):
        deck = self.deck()
        assert services.claim({deck.slug: deck.edit_key}, self.bob) == 0
        assert Deck.objects.get().owner == self.alice

    def test_a_browser_two_people_use_gives_each_their_own(self):
        self.as_visitor.post(reverse("decks:create"), {"game": "xing-ling-wang"})
        self.as_visitor.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
        self.as_visitor.post(reverse("account_logout"))
        self.as_visitor.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})
        assert Deck.objects.get().owner == self.alice

    def test_a_deck_goes_with_its_owner_and_stays_without_one(self):
        kept = self.deck(owner=None)
        self.deck()
        User.objects.get(username="alice").delete()
        assert list(Deck.objects.all()) == [kept]
