"""Staff look after accounts in the administration, and nobody gives powers to themselves."""

from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.accounts.services import new_token
from tests.deckbuilder.base import PASSWORD, SiteTest

ADD = reverse("admin:accounts_user_add")
SECRET = "forty two lanterns"


class UserAdminTest(SiteTest):
    """Carol is a superuser, Dave may change accounts."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        self.dave = User.objects.create(username="dave", is_staff=True)
        self.dave.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
        self.as_carol, self.as_dave = self.browser_of(self.carol), self.browser_of(self.dave)

    def path(self, user):
        return reverse("admin:accounts_user_change", args=[user.pk])

    def save(self, browser, user, **fields):
        data = {"username": user.username, "theme": "auto", "language": "", "is_active": "on"} | fields
        return browser.post(self.path(user), data)

    def test_accounts_are_listed_and_opened(self):
        self.assertContains(self.as_carol.get(reverse("admin:accounts_user_changelist")), "alice")
        self.assertContains(self.as_carol.get(self.path(self.alice)), "alice")

    def test_an_account_is_added_and_can_sign_in(self):
        answer = self.as_carol.post(
            ADD, {"username": "雪女", "usable_password": "true", "password1": SECRET, "password2": SECRET}
        )
        assert answer.status_code == 302
        assert self.as_visitor.login(username="雪女", password=SECRET)

    def test_names_are_held_to_what_signing_up_holds_them_to(self):
        for name, told in (
            ("a b", "Usernames can contain letters and digits, with “.”, “-” or “_” between them, but no spaces."),
            ("ALICE", "already"),
            ("samples", "This username is reserved."),
            ("x" * 31, "30"),
        ):
            with self.subTest(name=name):
                answer = self.as_carol.post(
                    ADD, {"username": name, "usable_password": "true", "password1": SECRET, "password2": SECRET}
                )
                self.assertContains(answer, told)
        assert "already" in self.save(self.as_carol, self.alice, username="bob").content.decode()
        self.alice.refresh_from_db()
        assert self.alice.username == "alice"

    def test_an_account_is_closed_and_opened_again(self):
        assert self.save(self.as_dave, self.alice, is_active="").status_code == 302
        assert not self.as_visitor.login(username="alice", password=PASSWORD)
        self.save(self.as_dave, self.alice)
        assert self.as_visitor.login(username="alice", password=PASSWORD)

    def test_a_language_the_site_does_not_speak_is_refused(self):
        self.assertContains(self.save(self.as_carol, self.alice, language="tlh"), "tlh is not one of the available")

    def test_only_a_superuser_hands_out_powers(self):
        self.save(self.as_dave, self.dave, is_superuser="on", is_staff="on")
        self.dave.refresh_from_db()
        assert not self.dave.is_superuser
        self.save(self.as_dave, self.alice, is_staff="on")
        self.alice.refresh_from_db()
        assert not self.alice.is_staff
        self.save(self.as_carol, self.alice, is_staff="on")
        self.alice.refresh_from_db()
        assert self.alice.is_staff

    def test_only_superusers_change_accounts_that_have_powers(self):
        """A moderator could otherwise set the password of somebody who has more rights, and sign in as that person."""
        keeper = User.objects.create(username="keeper", is_staff=True)
        importer = User.objects.create(username="importer")
        importer.user_permissions.set(Permission.objects.filter(codename="add_catalogimport"))
        member = User.objects.create(username="member")
        member.groups.set([Group.objects.create(name="Keepers")])
        for user in (self.carol, self.dave, keeper, importer, member):
            for name in ("auth_user_password_change", "accounts_user_change", "accounts_user_delete"):
                with self.subTest(user=user, page=name):
                    path = reverse(f"admin:{name}", args=[user.pk])
                    data = {"password1": SECRET, "password2": SECRET, "username": "mine", "post": "yes"}
                    assert self.as_dave.post(path, data).status_code == 403
            self.as_dave.post(
                reverse("admin:accounts_user_changelist"),
                {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"},
            )
            before = user.username
            user.refresh_from_db()
            assert (user.username, user.check_password(SECRET)) == (before, False)

    def test_no_link_leads_a_moderator_to_a_password_that_they_may_not_set(self):
        keeper = User.objects.create(username="keeper", is_staff=True)
        pages = [
            self.as_dave.get(reverse("admin:accounts_user_change", args=[each.pk])) for each in (keeper, self.alice)
        ]
        for page, linked in zip(pages, (False, True), strict=True):
            assert page.status_code == 200
            assert ("/password/" in page.content.decode()) == linked

    def test_a_moderator_sets_the_password_of_a_player(self):
        path = reverse("admin:auth_user_password_change", args=[self.alice.pk])
        assert self.as_dave.post(path, {"password1": SECRET, "password2": SECRET}).status_code == 302
        self.alice.refresh_from_db()
        assert self.alice.check_password(SECRET)

    def test_only_superusers_change_groups(self):
        group = Group.objects.create(name="Moderators")
        self.dave.user_permissions.add(*Permission.objects.filter(content_type__model="group"))
        self.dave.groups.add(group)
        for browser, status in ((self.as_dave, 403), (self.as_carol, 302)):
            path = reverse("admin:auth_group_change", args=[group.pk])
            assert browser.post(path, {"name": "Rulers"}).status_code == status

    def test_tokens_and_decks_are_counted_and_never_shown_before_a_deletion(self):
        token = new_token(self.alice)
        deck = self.deck({"提燈小狐": 2}, name="Secret plan")
        pages = [
            self.as_carol.get(reverse("admin:accounts_user_delete", args=[self.alice.pk])),
            self.as_carol.post(
                reverse("admin:accounts_user_changelist"),
                {"action": "delete_selected", "_selected_action": [self.alice.pk]},
            ),
        ]
        for page in pages:
            self.assertContains(page, "Tokens: 1")
            self.assertContains(page, "Decks: 1")
            for secret in (token, "Secret plan", deck.slug, deck.edit_key):
                self.assertNotContains(page, secret)

    def test_keys_of_people_are_nowhere(self):
        page = self.as_carol.get(reverse("admin:index")).content.decode()
        assert "authtoken" not in page
        assert "emailaddress" not in page

    def test_what_goes_with_an_account_is_listed_in_as_many_queries_however_much_it_is(self):
        asked = []
        for path in ("xing-ling-wang/lantern-parade", "legions/midnight-ferry"):
            self.sample_deck(path)
            with CaptureQueriesContext(connection) as queries:
                self.as_carol.get(reverse("admin:accounts_user_delete", args=[self.alice.pk]))
            asked.append(len(queries))
        assert asked[0] == asked[1] < 35
