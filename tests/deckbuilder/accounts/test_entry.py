"""Signing up, in and out."""

from django.test import override_settings
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.common.drawing.themes import Theme
from deckbuilder.decks.models import Deck
from tests.deckbuilder.base import PASSWORD, SiteTest


class EntryTest(SiteTest):
    def sign_up(self, name="mei", password=PASSWORD, **more):
        data = {"username": name, "password1": password, "password2": password}
        return self.as_visitor.post(reverse("account_signup"), data | more, follow=True)

    def sign_in(self, name="alice", password=PASSWORD, **more):
        return self.as_visitor.post(
            reverse("account_login"), {"login": name, "password": password}, follow=True, **more
        )

    def someone(self):
        """The name of whoever the browser is signed in as."""
        user = self.as_visitor.get(reverse("site:home")).context["user"]
        return user.username if user.is_authenticated else None


class SignUpTest(EntryTest):
    def test_a_name_and_a_password_make_an_account(self):
        self.assertRedirects(self.sign_up(), reverse("decks:mine"))
        assert self.someone() == "mei"

    def test_no_address_is_asked_for(self):
        assert set(self.as_visitor.get(reverse("account_signup")).context["form"].fields) == {
            "username",
            "password1",
            "password2",
        }

    def test_a_weak_password_is_refused(self):
        for password in ("short", "password1", "meimeimei", "7310582946135"):
            with self.subTest(password):
                assert self.sign_up("meimeimei", password).context["form"].errors
        assert not User.objects.filter(username="meimeimei").exists()

    def test_two_different_passwords_are_refused(self):
        assert self.sign_up(password2="other lanterns").context["form"].errors["password2"]

    def test_the_decks_of_this_browser_become_theirs(self):
        decks = [self.deck(owner=None) for _ in range(3)]
        self.hold(self.as_visitor, *decks)
        answer = self.sign_up()
        self.assertContains(answer, "3 decks have been moved to your account.")
        assert set(Deck.objects.filter(owner__username="mei")) == set(decks)
        assert "deck_keys" not in self.as_visitor.session

    def test_the_decks_built_through_the_site_become_theirs(self):
        self.as_visitor.post(reverse("decks:create"), {"game": "xing-ling-wang"})
        self.assertContains(self.sign_up(), "1 deck has been moved to your account.")
        assert Deck.objects.get().owner.username == "mei"

    def test_what_they_chose_before_stays_with_them(self):
        self.as_visitor.cookies["django_language"] = "zh-hans"
        self.as_visitor.cookies["theme"] = "dark"
        self.sign_up()
        mei = User.objects.get(username="mei")
        assert (mei.language, mei.theme) == ("zh-hans", Theme.DARK)

    def test_cookies_that_mean_nothing_choose_nothing(self):
        self.as_visitor.cookies["django_language"] = "tlh"
        self.as_visitor.cookies["theme"] = "glitter"
        self.sign_up()
        mei = User.objects.get(username="mei")
        assert (mei.language, mei.theme) == ("", Theme.AUTO)

    @override_settings(ACCOUNT_RATE_LIMITS={"signup": "2/m/ip"})
    def test_one_address_cannot_make_accounts_without_end(self):
        for name in ("mei", "lin"):
            self.sign_up(name)
            self.as_visitor.logout()
        assert self.sign_up("tao").status_code == 429
        assert not User.objects.filter(username="tao").exists()


class SignInTest(EntryTest):
    def test_name_and_password_open_the_account(self):
        self.assertRedirects(self.sign_in(), reverse("decks:mine"))
        assert self.someone() == "alice"

    def test_the_name_may_be_typed_in_full_width_and_with_blanks(self):
        self.sign_in(" ａｌｉｃｅ ")
        assert self.someone() == "alice"

    def test_a_wrong_password_does_not(self):
        self.assertContains(self.sign_in(password="wrong"), "Wrong username or password.")
        assert self.someone() is None

    def test_the_answer_does_not_tell_whether_there_is_such_a_name(self):
        self.assertContains(self.sign_in("nobody", "wrong"), "Wrong username or password.")

    def test_the_decks_of_this_browser_become_theirs(self):
        deck = self.deck(owner=None)
        self.hold(self.as_visitor, deck)
        self.assertContains(self.sign_in(), "1 deck has been moved to your account.")
        deck.refresh_from_db()
        assert deck.owner == self.alice

    def test_a_key_that_is_not_the_decks_claims_nothing(self):
        deck, bobs = self.deck(owner=None), self.deck(owner=self.bob)
        self.hold(self.as_visitor, deck, bobs)
        session = self.as_visitor.session
        session["deck_keys"] = {deck.slug: "guessed", bobs.slug: bobs.edit_key}
        session.save()
        self.assertNotContains(self.sign_in(), "now yours")
        deck.refresh_from_db()
        bobs.refresh_from_db()
        assert (deck.owner, bobs.owner) == (None, self.bob)

    def test_five_wrong_passwords_close_the_door_for_that_name_even_to_the_right_one(self):
        for _ in range(5):
            self.sign_in(password="wrong")
        self.assertContains(self.sign_in(), "Too many attempts")
        assert self.someone() is None
        self.sign_in(REMOTE_ADDR="192.0.2.7")  # somebody else’s slips, or ill will, do not lock her out
        assert self.someone() == "alice"
        self.as_visitor.logout()
        self.sign_in("bob")
        assert self.someone() == "bob"

    def test_it_goes_back_to_where_they_came_from_but_never_to_another_site(self):
        there = reverse("accounts:settings")
        self.assertRedirects(self.sign_in(QUERY_STRING=f"next={there}"), there)
        self.as_visitor.logout()
        for elsewhere in ("https://elsewhere.example/", "//elsewhere.example/", "%C2%B2", "mine/"):
            address = f"{reverse('account_login')}?next={elsewhere}"
            answer = self.as_visitor.post(address, {"login": "alice", "password": PASSWORD})
            assert answer.url == reverse("decks:mine")
            self.as_visitor.logout()

    def test_their_language_is_spoken_in_a_browser_that_chose_none(self):
        User.objects.filter(pk=self.alice.pk).update(language="zh-hant")
        answer = self.as_alice.get(reverse("site:home"), headers={"accept-language": "en"})
        assert answer.headers["Content-Language"] == "zh-hant"


class SignOutTest(EntryTest):
    def test_it_takes_a_click_and_not_just_a_link(self):
        self.sign_in()
        self.as_visitor.get(reverse("account_logout"))
        assert self.someone() == "alice"
        self.assertRedirects(self.as_visitor.post(reverse("account_logout")), reverse("site:home"))
        assert self.someone() is None


class MailTest(EntryTest):
    def test_there_is_no_page_that_promises_a_mail(self):
        for path in ("password/reset/", "email/", "confirm-email/", "login/code/confirm/"):
            with self.subTest(path):
                assert self.as_alice.get(f"/account/{path}").status_code == 404


class ReturnTest(EntryTest):
    """Signing in and up leads back to the page where somebody was."""

    def links(self, path, **query):
        page = self.as_visitor.get(path, query).text
        names = ("account_login", "account_signup")
        return {name for name in names if f'"{reverse(name)}?next={self.there}"' in page}

    def test_from_a_shared_deck_both_lead_back_to_it(self):
        deck = self.deck(visibility="public")
        self.there = f"%2Fd%2F{deck.slug}%2F%3Fview%3Dpiles"
        both = {"account_login", "account_signup"}
        assert self.links(deck.get_absolute_url(), view="piles") == both
        for name in sorted(both):
            assert self.links(reverse(name), next=f"{deck.get_absolute_url()}?view=piles") == both
        there = f"{deck.get_absolute_url()}?view=piles"
        self.assertRedirects(self.sign_up(next=there), there)

    def test_what_only_takes_a_form_is_not_returned_to(self):
        page = self.as_visitor.post(reverse("account_login"), {"login": "nobody", "password": "wrong"}).text
        assert f'href="{reverse("account_login")}"' in page

    def test_no_page_leads_to_another_site(self):
        answer = self.as_visitor.post(
            reverse("account_login"), {"login": "alice", "password": PASSWORD, "next": "https://example.org/"}
        )
        self.assertRedirects(answer, reverse("decks:mine"))
