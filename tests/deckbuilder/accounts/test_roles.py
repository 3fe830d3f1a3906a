"""Administrators give and take roles on a page; every change is logged, and nobody gains more than a role."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.accounts.models import RoleChange, User
from deckbuilder.catalog.access import may_edit_lists, may_keep
from games.registry import GAMES, get
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.languages import LANGUAGES

PAGE, LOG = reverse("site:roles"), reverse("site:role_log")
LEGIONS = get("legions")


class RolesTest(SiteTest):
    """Carol is an administrator, Dave a moderator."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        self.dave = User.objects.create(username="dave", is_staff=True)
        self.dave.groups.set([self.group("Moderator")])
        self.as_carol = self.browser_of(self.carol)

    def group(self, name):
        return Group.objects.get(name=name)

    def tick(self, user, name):
        return f"{user.pk}.{self.group(name).pk}"

    def send(self, now=(), was=(), browser=None, path=PAGE):
        return (browser or self.as_carol).post(path, {"now": list(now), "was": list(was)})

    def logged(self):
        return list(
            RoleChange.objects.order_by("pk").values_list("by__username", "person__username", "group", "is_given")
        )

    def test_a_role_is_given_and_taken_with_staff_status_and_logged(self):
        keeper = self.tick(self.alice, "Keeper of LEGIONS!")
        self.assertContains(self.send([keeper]), "", status_code=302)
        alice = User.objects.get(pk=self.alice.pk)
        assert may_keep(alice, LEGIONS)
        assert may_edit_lists(alice, LEGIONS)
        assert [may_keep(alice, game) for game in GAMES].count(True) == 1
        assert alice.is_staff
        assert self.browser_of(alice).get(reverse("catalog:keeping")).status_code == 200
        self.send([], [keeper])
        alice = User.objects.get(pk=self.alice.pk)
        assert not may_keep(alice, LEGIONS)
        assert not alice.is_staff
        assert self.logged() == [
            ("carol", "alice", "Keeper of LEGIONS!", True), ("carol", "alice", "Keeper of LEGIONS!", False),
        ]  # fmt: skip
        page = self.as_carol.get(LOG)
        self.assertContains(page, "carol gave alice the role Keeper of LEGIONS!")
        self.assertContains(page, "carol took the role Keeper of LEGIONS! from alice")

    def test_many_changes_are_one_form_and_what_is_not_ticked_otherwise_stays(self):
        moderator = self.tick(self.dave, "Moderator")
        new = [self.tick(self.alice, "List editor of LEGIONS!"), self.tick(self.bob, "Keeper of Zero Dimension")]
        page = self.as_carol.post(PAGE, {"now": [*new, moderator], "was": [moderator]}, follow=True)
        self.assertContains(page, "Saved: 2 changes.")
        assert len(self.logged()) == 2
        self.assertContains(page, f'value="{new[0]}" checked')
        self.assertContains(self.send([moderator], [moderator], path=PAGE), "", status_code=302)
        assert len(self.logged()) == 2

    def test_what_another_administrator_did_meanwhile_stays_and_is_logged_once(self):
        role = self.tick(self.alice, "Keeper of LEGIONS!")
        other = self.tick(self.alice, "Moderator")
        self.send([role])
        self.send([other])  # from a page that was opened before
        assert self.alice.groups.count() == 2
        self.send([role, other], [other])
        assert len(self.logged()) == 2

    def test_every_game_has_a_moderator_keeper_and_list_editor_of_its_own(self):
        games = self.as_carol.get(PAGE).context["games"]
        kinds = [[role.kind for role in each.roles] for each in games]
        assert kinds == [["Keeper", "List editor", "Moderator"]] * len(GAMES) + [["Moderator"]]
        self.send([self.tick(self.alice, "Moderator of LEGIONS!")])
        assert User.objects.get(pk=self.alice.pk).has_perm("decks.moderate_legions")

    def test_only_administrators_see_and_change_roles(self):
        keeper = User.objects.create(username="keeper", is_staff=True)
        keeper.user_permissions.set(Permission.objects.all())
        for user in (self.alice, self.dave, keeper):
            browser = self.browser_of(user)
            answers = [browser.get(PAGE), browser.get(LOG), self.send([self.tick(user, "Moderator")], browser=browser)]
            assert [each.status_code for each in answers] == [403, 403, 403]
        assert self.as_visitor.get(PAGE).status_code == 302
        assert not self.logged()

    def test_nothing_but_the_roles_of_the_site_is_given(self):
        """Neither another group, nor a role of nobody, nor what is no tick; then nothing else of the form is done."""
        powers = Group.objects.create(name="Everything")
        good = self.tick(self.alice, "Moderator")
        for bad in (
            f"{self.alice.pk}.{powers.pk}",
            f"987654.{self.group('Moderator').pk}",
            "1",
            "-1.1",
            "1.1e3",
            "²." * 2,
        ):
            answer = self.send([good, bad], path=f"{PAGE}?q=alice")
            self.assertContains(answer, "Nothing was changed", status_code=422)
            self.assertContains(answer, f'value="{good}" checked', status_code=422)
        self.alice.refresh_from_db()
        assert not self.alice.groups.exists()
        assert not self.alice.is_superuser
        assert not self.logged()

    def test_administrators_are_left_as_they_are(self):
        for other in (self.carol, User.objects.create(username="erin", is_superuser=True)):
            answer = self.send([self.tick(other, "Moderator"), self.tick(self.alice, "Moderator")])
            self.assertContains(answer, f"{other.username} is an administrator", status_code=409)
        assert not self.logged()
        self.assertContains(self.as_carol.get(PAGE), "Administrator: has every right", count=2)

    def test_people_with_other_rights_stay_staff(self):
        self.dave.user_permissions.set(Permission.objects.filter(codename="view_event"))
        self.send([], [self.tick(self.dave, "Moderator")])
        self.dave.refresh_from_db()
        assert self.dave.is_staff
        self.assertContains(self.as_carol.get(PAGE), "other rights")

    def test_those_with_rights_are_listed_others_are_looked_for_by_name_and_all_are_paged(self):
        User.objects.bulk_create(User(username=f"player{number:03}") for number in range(60))
        self.assertContains(self.as_carol.get(PAGE), "dave")
        self.assertNotContains(self.as_carol.get(PAGE), "player0")
        assert len(self.as_carol.get(f"{PAGE}?q=PLAYER01").context["page"]) == 10
        assert len(self.as_carol.get(f"{PAGE}?all=1&page=2").context["page"]) == 25
        assert self.as_carol.get(f"{PAGE}?all=1&page=99").status_code == 404
        self.assertContains(self.as_carol.get(f"{PAGE}?q=nobody"), "No account has this name.")
        here = f"{PAGE}?q=player01&page=1"
        assert self.send([self.tick(User.objects.get(username="player012"), "Moderator")], path=here).url == here

    def test_more_people_are_not_more_queries(self):
        def queries():
            with CaptureQueriesContext(
                connection,
            ) as asked:
                self.as_carol.get(f"{PAGE}?all=1")
            return len(asked)

        self.as_carol.get(PAGE)
        few = queries()
        for number in range(20):
            user = User.objects.create(username=f"player{number:03}")
            user.groups.set([self.group("Moderator"), self.group("Keeper of LEGIONS!")])
            self.send([self.tick(user, "List editor of LEGIONS!")])
        assert queries() == few

    def test_every_language_has_names_for_the_roles(self):
        self.send([self.tick(self.alice, "List editor of LEGIONS!")])
        for language in LANGUAGES:
            page = self.as_carol.get(PAGE, headers={"Accept-Language": language}).content.decode()
            for word in ("Keeper of", "List editor"):
                assert (word in page) is (language == "en"), (language, word)

    def test_what_is_changed_in_the_administration_is_logged_as_well(self):
        path = reverse("admin:accounts_user_change", args=[self.alice.pk])
        data = {"username": "alice", "theme": "auto", "language": "", "is_active": "on"}
        assert self.as_carol.post(path, data | {"groups": [self.group("Moderator").pk]}).status_code == 302
        assert self.as_carol.post(path, data).status_code == 302
        assert self.logged() == [("carol", "alice", "Moderator", True), ("carol", "alice", "Moderator", False)]

    def test_a_deleted_account_leaves_its_line_without_its_name(self):
        self.send([self.tick(self.bob, "Moderator")])
        self.bob.delete()
        page = self.as_carol.get(LOG)
        self.assertContains(page, "carol gave a deleted account the role Moderator")
        change = RoleChange.objects.get()
        for attempt in (change.save, change.delete):
            with pytest.raises(TypeError):
                attempt()
