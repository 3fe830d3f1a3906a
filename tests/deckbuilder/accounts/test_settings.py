"""What one may change about one's own account."""

from django.urls import reverse
from rest_framework.authtoken.models import Token

from deckbuilder.accounts.models import User
from deckbuilder.common.drawing.themes import Theme
from deckbuilder.decks.models import Deck, DeckLine, Revision
from deckbuilder.decks.services import copy, edit
from tests.deckbuilder.base import PASSWORD, SiteTest

SETTINGS = reverse("accounts:settings")


class AccessTest(SiteTest):
    def test_every_page_of_an_account_asks_visitors_to_sign_in(self):
        for app, name, method in (
            ("accounts", "settings", "get"),
            ("accounts", "settings", "post"),
            ("accounts", "token", "post"),
            ("site", "export", "get"),
            ("accounts", "delete", "post"),
        ):
            with self.subTest(name, method=method):
                url = reverse(f"{app}:{name}")
                answer = getattr(self.as_visitor, method)(url)
                self.assertRedirects(answer, f"{reverse('account_login')}?next={url}", fetch_redirect_response=False)

    def test_what_changes_something_is_not_done_by_a_link(self):
        for name in ("token", "delete"):
            with self.subTest(name):
                assert self.as_alice.get(reverse(f"accounts:{name}")).status_code == 405


class PreferencesTest(SiteTest):
    def save(self, **data):
        return self.as_alice.post(SETTINGS, {"language": "zh-hant", "theme": "dark"} | data)

    def test_language_and_theme_are_kept_with_the_account_and_in_this_browser(self):
        answer = self.save()
        self.assertRedirects(answer, SETTINGS)
        self.alice.refresh_from_db()
        assert (self.alice.language, self.alice.theme) == ("zh-hant", Theme.DARK)
        assert answer.cookies["django_language"].value == "zh-hant"
        assert answer.cookies["theme"].value == "dark"
        assert self.as_alice.get(SETTINGS).headers["Content-Language"] == "zh-hant"

    def test_no_language_of_ones_own_leaves_it_to_the_browser(self):
        self.save()
        answer = self.save(language="")
        assert answer.cookies["django_language"].value == ""
        page = self.as_alice.get(SETTINGS, headers={"accept-language": "zh-hans"})
        assert page.headers["Content-Language"] == "zh-hans"

    def test_a_language_the_site_does_not_speak_is_refused(self):
        self.assertContains(self.save(language="tlh"), "tlh is not one of the available choices")
        self.alice.refresh_from_db()
        assert (self.alice.language, self.alice.theme) == ("", Theme.AUTO)

    def test_the_language_chosen_anywhere_on_the_site_is_kept_too(self):
        self.as_alice.post(reverse("set_language"), {"language": "zh-hans", "next": "/"})
        self.alice.refresh_from_db()
        assert self.alice.language == "zh-hans"
        self.as_alice.post(reverse("set_language"), {"language": "tlh", "next": "/"})
        self.alice.refresh_from_db()
        assert self.alice.language == "zh-hans"

    def test_a_visitor_may_choose_a_language_as_well(self):
        answer = self.as_visitor.post(reverse("set_language"), {"language": "zh-hant", "next": "/"})
        assert answer.cookies["django_language"].value == "zh-hant"


class PasswordTest(SiteTest):
    def change(self, old=PASSWORD, new="eight paper cranes"):
        return self.as_alice.post(
            reverse("account_change_password"), {"oldpassword": old, "password1": new, "password2": new}
        )

    def test_it_is_changed_and_the_browser_stays_signed_in(self):
        self.assertRedirects(self.change(), SETTINGS)
        self.alice.refresh_from_db()
        assert self.alice.check_password("eight paper cranes")

    def test_other_browsers_are_signed_out(self):
        other = self.browser_of(self.alice)
        self.change()
        assert other.get(SETTINGS).status_code == 302

    def test_not_without_the_old_one(self):
        assert self.change(old="wrong").status_code == 200
        self.alice.refresh_from_db()
        assert self.alice.check_password(PASSWORD)


class TokenTest(SiteTest):
    def make(self):
        answer = self.as_alice.post(reverse("accounts:token"), {"do": "create"}, follow=True)
        return answer, Token.objects.get(user=self.alice).key

    def test_it_ends_with_the_password_it_was_made_under(self):
        self.make()
        self.alice.check_password(PASSWORD)  # which writes it down anew
        assert Token.objects.filter(user=self.alice).exists()
        new = "eight paper cranes"
        sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        self.assertRedirects(self.browser_of(self.alice).post(reverse("account_change_password"), sent), SETTINGS)
        assert not Token.objects.filter(user=self.alice).exists()

    def test_it_is_shown_once(self):
        answer, key = self.make()
        self.assertContains(answer, key)
        assert "no-store" in answer.headers["Cache-Control"]
        self.assertNotContains(self.as_alice.get(SETTINGS), key)

    def test_a_new_one_takes_the_place_of_the_old(self):
        _, old = self.make()
        _, new = self.make()
        assert old != new
        assert Token.objects.count() == 1

    def test_one_that_is_revoked_no_longer_works(self):
        _, key = self.make()
        mine = {"authorization": f"Token {key}"}
        assert self.as_visitor.get(reverse("api-decks"), headers=mine).status_code == 200
        self.as_alice.post(reverse("accounts:token"), {"do": "revoke"})
        assert self.as_visitor.get(reverse("api-decks"), headers=mine).status_code == 401

    def test_another_word_does_nothing(self):
        assert self.as_alice.post(reverse("accounts:token"), {"do": "guess"}).status_code == 400
        assert not Token.objects.exists()


class DeleteTest(SiteTest):
    def delete(self, password=PASSWORD):
        return self.as_alice.post(reverse("accounts:delete"), {"password": password}, follow=True)

    def test_the_account_its_decks_and_its_token_are_gone(self):
        deck = edit(self.deck({"提燈小狐": 1}), [("rename", {"name": "Night parade"})], author=self.alice).deck
        Token.objects.create(user=self.alice)
        self.assertRedirects(self.delete(), reverse("site:home"))
        assert not User.objects.filter(username="alice").exists()
        for model in (Deck, DeckLine, Revision, Token):
            assert not model.objects.exists(), model
        assert self.as_visitor.get(reverse("decks:page", args=[deck.slug])).status_code == 404

    def test_the_browser_is_signed_out(self):
        assert not self.delete().context["user"].is_authenticated
        assert self.as_alice.get(SETTINGS).status_code == 302

    def test_copies_that_others_made_stay_theirs(self):
        bobs = copy(self.deck({"提燈小狐": 1}), owner=self.bob)
        self.delete()
        bobs.refresh_from_db()
        assert (bobs.owner, bobs.copied_from, bobs.lines.count()) == (self.bob, None, 1)

    def test_not_with_a_wrong_password(self):
        self.assertContains(self.delete("wrong"), "Wrong password.")
        assert User.objects.filter(username="alice").exists()

    def test_whoever_found_the_browser_open_cannot_guess_on(self):
        for _ in range(5):
            self.delete("wrong")
        self.assertContains(self.delete(), "Too many attempts")
        assert User.objects.filter(username="alice").exists()
