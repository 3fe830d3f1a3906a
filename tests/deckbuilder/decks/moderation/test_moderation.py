"""Reports, and what moderators do about decks, comments and people, see and cannot see."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts import services as account_services
from deckbuilder.accounts.models import Suspension, User
from deckbuilder.common.input import InputError
from deckbuilder.decks import services as deck_services
from deckbuilder.decks.comments import services as comment_services
from deckbuilder.decks.library import services as library_services
from deckbuilder.decks.models import Comment, Deck, ModerationEntry, Report, UnchangeableError, Visibility
from deckbuilder.decks.moderation import services
from deckbuilder.decks.retention import old_reports
from deckbuilder.site import exports
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

PUBLIC, PRIVATE = Visibility.PUBLIC, Visibility.PRIVATE
GAMES = (get(XLW),)


class ModerationTest(SiteTest):
    """A public deck of Alice's with a comment of Bob's; Mo moderates 星靈王, Max another game."""

    def setUp(self) -> None:
        super().setUp()
        self.parade = self.deck({"提燈小狐": 2}, visibility=PUBLIC, name="Rude parade", notes="Rude notes")
        self.comment = comment_services.post(self.parade, self.bob, "Rude words")
        self.mo, self.max = (User.objects.create(username=name) for name in ("mo", "max"))
        self.mo.groups.add(Group.objects.get(name="Moderator of Xing Ling Wang"))
        self.max.groups.add(Group.objects.get(name="Moderator of LEGIONS!"))
        self.as_mo, self.as_max = self.browser_of(self.mo), self.browser_of(self.max)
        self.queue = reverse("decks:moderation")

    def report(self, browser: Any, thing: Deck | Comment | None = None, **data: str) -> Any:
        thing = thing or self.parade
        name, key = ("report_comment", thing.pk) if isinstance(thing, Comment) else ("report", thing.slug)
        return browser.post(reverse(f"decks:{name}", args=[key]), {"reason": "abuse"} | data)

    def decide(self, do: str, thing: Deck | Comment | None = None, browser: Any = None, **data: str) -> Any:
        thing = thing or self.parade
        which = {"comment": thing.pk} if isinstance(thing, Comment) else {"deck": thing.slug}
        fields = {"do": do, "reason": "abuse"} | which | data
        return (browser or self.as_mo).post(self.queue, fields, follow=True)

    def person(self, do: str, name: str = "alice", browser: Any = None, **data: str) -> Any:
        url = reverse("decks:moderation_person", args=[name])
        return (browser or self.as_mo).post(url, {"do": do, "reason": "abuse"} | data, follow=True)

    def now(self, deck: Deck | None = None) -> Deck:
        return Deck.objects.get(pk=(deck or self.parade).pk)

    def code(self, act: Any, *args: Any, **more: Any) -> str:
        with pytest.raises(InputError) as caught:
            act(*args, **more)
        return caught.value.code


class ReportingTest(ModerationTest):
    def test_visitors_are_asked_to_sign_in_and_come_back(self) -> None:
        url = reverse("decks:report", args=[self.parade.slug])
        self.assertContains(self.as_visitor.get(url), f"{reverse('account_login')}?next={url}")
        assert self.report(self.as_visitor).status_code == 403
        assert not Report.objects.exists()

    def test_links_lead_to_the_forms_but_not_for_ones_own(self) -> None:
        deck, comment = f"/d/{self.parade.slug}/report/", f"/comments/{self.comment.pk}/report/"
        for browser, links in ((self.as_alice, [comment]), (self.as_bob, [deck]), (self.as_visitor, [deck, comment])):
            page = browser.get(self.parade.get_absolute_url()).content.decode()
            assert [each for each in (deck, comment) if each in page] == links

    @override_settings(CREATIONS_PER_HOUR=settings.CREATIONS_PER_HOUR | {"report": 2})
    def test_a_thing_is_reported_once_by_each_person_and_not_without_end(self) -> None:
        assert self.report(self.as_bob).status_code == 302
        answer = self.report(self.as_bob, words="Again")
        self.assertContains(answer, "already reported", status_code=422)
        self.assertContains(answer, "Again", status_code=422)
        assert self.code(services.report_deck, self.parade, self.bob, "abuse") == "reported-already"
        assert self.report(self.as_alice, self.comment).status_code == 302
        others = [self.deck(visibility=PUBLIC) for _ in range(2)]
        assert [self.report(self.as_bob, each).status_code for each in others] == [302, 429]

    def test_what_cannot_be_reported(self) -> None:
        assert self.report(self.as_bob, self.comment).status_code == 404
        assert self.report(self.as_alice).status_code == 422
        for act, thing, author in (
            (services.report_deck, self.parade, self.alice),
            (services.report_comment, self.comment, self.bob),
        ):
            assert self.code(act, thing, author, "abuse") == "report-own"
        assert self.report(self.as_bob, reason="ugly").status_code == 422
        assert self.report(self.as_bob, words="x" * 501).status_code == 422
        deck_services.share(self.parade, PRIVATE)
        assert self.report(self.as_bob).status_code == 404
        assert self.report(self.as_mo, self.comment).status_code == 404
        assert not Report.objects.exists()


class QueueTest(ModerationTest):
    def cases(self, browser: Any = None) -> list[Any]:
        cases: list[Any] = (browser or self.as_mo).get(self.queue).context["cases"]
        return cases

    def test_moderators_of_a_game_see_its_reports_by_thing_and_nobody_else_does(self) -> None:
        for browser in (self.as_bob, self.as_max):
            self.report(browser)
        self.report(self.as_alice, self.comment, reason="spam")
        assert [(case.comment, len(case.reports)) for case in self.cases()] == [(None, 2), (self.comment, 1)]
        assert self.cases(self.as_max) == []
        everything = User.objects.create(username="root", is_superuser=True)
        assert len(self.cases(self.browser_of(everything))) == 2
        for name, args in (("moderation", []), ("moderation_log", []), ("moderation_person", ["bob"])):
            url = reverse(f"decks:{name}", args=args)
            assert self.as_alice.get(url).status_code == 403
            assert self.as_alice.post(self.queue, {"do": "hide", "deck": self.parade.slug}).status_code == 403
            assert self.as_visitor.get(url).status_code == 302

    def test_the_text_is_that_of_when_it_was_reported(self) -> None:
        self.report(self.as_bob)
        self.report(self.as_alice, self.comment)
        edits = [("rename", {"name": "Kind parade"}), ("notes", {"notes": "Kind notes"})]
        deck_services.edit(self.parade, edits, author=self.alice)
        comment_services.edit(self.comment, "Kind words")
        page = self.as_mo.get(self.queue)
        for words in ("Rude parade", "Rude notes", "Rude words"):
            self.assertContains(page, words)

    def test_a_deck_is_hidden_with_one_click_and_its_owner_reads_why(self) -> None:
        self.report(self.as_bob, words="Look")
        self.assertContains(self.decide("hide", words="See the name"), "The deck is hidden")
        assert self.as_bob.get(self.parade.get_absolute_url()).status_code == 404
        self.assertContains(self.as_alice.get(self.parade.get_absolute_url()), "Insults or harassment – See the name")
        assert self.cases() == []
        assert Report.objects.get().outcome == "action"
        entry = ModerationEntry.objects.get()
        assert (entry.actor, entry.person, entry.action, entry.title) == (self.mo, self.alice, "hide", "Rude parade")
        self.assertContains(self.as_mo.get(reverse("decks:moderation_log")), "See the name")

    def test_a_reason_is_in_the_language_of_its_reader(self) -> None:
        self.alice.language = "zh-hant"
        assert services.reason_text("spam", "", self.alice) == "廣告或洗版"
        assert services.reason_text("other", "Own words", None) == "Own words"
        assert self.code(services.reason_text, "other", " ", None) == "reason-missing"
        self.assertContains(self.decide("hide", reason="other"), "Say in a few words")
        assert self.now().visibility == PUBLIC

    def test_a_comment_is_removed_and_its_author_reads_why(self) -> None:
        self.report(self.as_alice, self.comment)
        self.decide("remove", self.comment, reason="spam")
        self.assertNotContains(self.as_alice.get(self.parade.get_absolute_url()), "Rude words")
        self.assertContains(self.as_bob.get(self.parade.get_absolute_url()), "The reason: Advertising or spam")
        assert self.cases() == []
        self.decide("restore", self.comment)
        self.assertContains(self.as_alice.get(self.parade.get_absolute_url()), "Rude words")

    def test_reports_are_dismissed(self) -> None:
        self.report(self.as_bob)
        self.report(self.as_alice, self.comment)
        self.decide("dismiss")
        self.decide("dismiss")
        assert [case.comment for case in self.cases()] == [self.comment]
        self.decide("dismiss", self.comment)
        assert self.cases() == []
        assert list(ModerationEntry.objects.values_list("action", flat=True)) == ["dismiss", "dismiss"]
        assert self.now().visibility == PUBLIC

    def test_what_no_form_sends_is_refused(self) -> None:
        self.assertContains(self.decide("burn"), "is not one of")
        for data in ({"deck": "nowhere"}, {"comment": "x"}, {"comment": "9" * 30}, {}):
            assert self.as_mo.post(self.queue, {"do": "dismiss"} | data).status_code == 404
        assert self.decide("hide", browser=self.as_max).status_code == 404
        assert self.person("suspend", browser=self.as_max).status_code == 404
        assert not ModerationEntry.objects.exists()

    def test_the_page_costs_the_same_for_any_number_of_reports(self) -> None:
        self.report(self.as_bob)
        self.as_mo.get(self.queue)
        with CaptureQueriesContext(connection) as few:
            self.as_mo.get(self.queue)
        for number in range(4):
            services.report_deck(self.deck(visibility=PUBLIC, name=str(number)), self.bob, "spam")
            services.report_comment(comment_services.post(self.parade, self.bob, str(number)), self.alice, "spam")
        with CaptureQueriesContext(connection) as many:
            self.as_mo.get(self.queue)
        assert len(few) == len(many)


class HiddenTest(ModerationTest):
    def test_a_hidden_deck_is_shared_again_on_no_way(self) -> None:
        self.decide("hide")
        slug = self.parade.slug
        self.as_alice.post(reverse("decks:share", args=[slug]), {"visibility": "public"})
        api = self.as_alice.patch(f"/api/v1/decks/{slug}/", {"visibility": "public"}, content_type="application/json")
        assert (api.status_code, api.json()["code"]) == (409, "edit.hidden-by-staff")
        self.as_alice.post(reverse("decks:bulk"), {"do": "share", "deck": slug, "visibility": "public"})
        self.as_alice.post(reverse("decks:copy", args=[slug]))
        copy = Deck.objects.latest("pk")
        assert copy.copied_from == self.parade
        self.as_alice.post(reverse("decks:share", args=[copy.slug]), {"visibility": "public"})
        assert {each.visibility for each in (self.now(), self.now(copy))} == {PRIVATE}

    def test_it_is_restored_as_it_was_unless_it_has_changed_since(self) -> None:
        self.decide("hide")
        self.decide("hide", reason="spam")
        self.assertContains(self.decide("restore"), "what it was before")
        assert (self.now().visibility, self.now().hidden_reason) == (PUBLIC, "")
        self.decide("hide")
        deck_services.edit(self.parade, [("notes", {"notes": "For me alone"})], author=self.alice)
        self.assertContains(self.decide("restore"), "may share the deck again")
        assert (self.now().visibility, self.now().hidden_reason) == (PRIVATE, "")
        deck_services.reinstate(self.now())
        assert deck_services.share(self.now(), PUBLIC).visibility == PUBLIC

    def test_what_its_owner_had_made_private_stays_so(self) -> None:
        self.report(self.as_bob)
        deck_services.share(self.parade, PRIVATE)
        self.decide("hide")
        self.decide("restore")
        assert self.now().visibility == PRIVATE


class PersonTest(ModerationTest):
    def test_all_public_decks_of_the_game_are_hidden_and_restored(self) -> None:
        second = self.deck(visibility=PUBLIC)
        link, private = self.deck(visibility=Visibility.LINK), self.deck()
        other = self.deck(game="legions", visibility=PUBLIC)
        self.assertContains(self.person("hide-all", words="Spam everywhere"), "2 decks are hidden")
        assert {self.now(each).visibility for each in (self.parade, second)} == {PRIVATE}
        assert [self.now(each).visibility for each in (link, private, other)] == [Visibility.LINK, PRIVATE, PUBLIC]
        self.assertContains(self.as_alice.get(second.get_absolute_url()), "Spam everywhere")
        self.assertContains(self.person("restore-all"), "2 decks are restored")
        assert {self.now(each).visibility for each in (self.parade, second)} == {PUBLIC}
        assert ModerationEntry.objects.count() == 4

    def test_somebody_is_kept_from_comments_for_a_time_and_reads_why(self) -> None:
        self.person("suspend", "bob", what="comments", days="7", words="Enough")
        suspension = Suspension.objects.get()
        assert suspension.until is not None
        assert timedelta(days=6) < suspension.until - timezone.now() < timedelta(days=8)
        for url in (self.parade.get_absolute_url(), reverse("accounts:settings")):
            self.assertContains(self.as_bob.get(url), "Insults or harassment – Enough")
        url = reverse("decks:comments", args=[self.parade.slug])
        assert self.as_bob.post(url, {"text": "More"}).status_code == 403
        self.person("suspend", "bob", what="comments", days="")
        assert Suspension.objects.get().until is None
        self.person("lift", "bob", suspension=str(Suspension.objects.get().pk))
        assert self.as_bob.post(url, {"text": "More"}).status_code == 302

    def test_somebody_is_kept_from_publishing_on_every_way(self) -> None:
        deck, other = self.deck(), self.deck(game="legions")
        self.person("suspend", what="publishing", days="")
        self.as_alice.post(reverse("decks:share", args=[deck.slug]), {"visibility": "public"})
        self.as_alice.post(reverse("decks:bulk"), {"do": "share", "deck": deck.slug, "visibility": "public"})
        as_json = {"content_type": "application/json"}
        patch = self.as_alice.patch(f"/api/v1/decks/{deck.slug}/", {"visibility": "public"}, **as_json)
        assert (patch.status_code, patch.json()["code"]) == (403, "edit.suspended-publishing")
        for body in ({"game": XLW}, {"game": XLW, "list": "提燈小狐"}):
            answer = self.as_alice.post("/api/v1/decks/", body | {"visibility": "public"}, **as_json)
            assert (answer.status_code, answer.json()["code"]) == (403, "edit.suspended-publishing")
        assert self.code(deck_services.share, deck, PUBLIC) == "suspended-publishing"
        assert list(Deck.objects.filter(visibility=PUBLIC)) == [self.parade]
        deck_services.share(deck, Visibility.LINK)
        deck_services.share(self.parade, PUBLIC)  # already is
        assert deck_services.share(other, PUBLIC).visibility == PUBLIC

    def test_undoing_a_bulk_action_publishes_nothing_of_theirs(self) -> None:
        own = Deck.objects.filter(owner=self.alice)
        done = library_services.act(own, own, "share", PRIVATE, owner=self.alice)
        services.suspend(self.alice, GAMES, what="publishing", days="", by=self.mo, reason="spam")
        assert library_services.undo(done.undo, own, owner=self.alice).restored == 0
        assert self.now().visibility == PRIVATE

    def test_values_that_no_form_sends(self) -> None:
        for data in ({"what": "breathing", "days": ""}, {"what": "comments", "days": "2"}):
            self.assertContains(self.person("suspend", **data), "is not one of")
        for number in ("x", "", "９", "9" * 18, "9" * 5000):
            assert self.person("lift", suspension=number).status_code == 404
        assert not Suspension.objects.exists()

    def test_nobody_decides_about_themselves_or_about_staff(self) -> None:
        own = self.deck(owner=self.mo, visibility=PUBLIC)
        assert self.code(services.hide_deck, own, by=self.mo, reason="spam") == "own-matter"
        self.assertContains(self.decide("hide", own), "Another moderator")
        colleague = User.objects.create(username="colleague", is_staff=True)
        theirs = self.deck(owner=colleague, visibility=PUBLIC)
        assert self.code(services.hide_all, colleague, GAMES, by=self.mo, reason="spam") == "staff-matter"
        root = User.objects.create(username="root", is_superuser=True)
        services.hide_deck(theirs, by=root, reason="spam")
        assert self.now(own).visibility == PUBLIC
        assert self.now(theirs).visibility == PRIVATE


class PrivacyTest(ModerationTest):
    def test_moderators_see_nothing_that_is_private(self) -> None:
        self.alice.email = "alice@example.org"
        self.alice.save()
        token = account_services.new_token(self.alice)
        secret = self.deck(name="Secret plan", notes="Secret notes")
        self.report(self.as_bob)
        deck_services.edit(self.parade, [("rename", {"name": "Secret name"})], author=self.alice)
        deck_services.share(self.parade, PRIVATE)
        urls = [self.queue, reverse("decks:moderation_log"), reverse("decks:moderation_person", args=["alice"])]
        pages = [self.as_mo.get(url).content.decode() for url in urls]
        self.decide("hide")
        deck_services.edit(self.parade, [("notes", {"notes": "Secret wish"})], author=self.alice)
        pages += [self.as_mo.get(url).content.decode() for url in urls]
        for word in ("Secret", "alice@example.org", token, self.parade.edit_key):
            assert not any(word in page for page in pages), word
        assert self.as_mo.get(self.parade.get_absolute_url()).status_code == 404
        assert self.as_mo.get(secret.get_absolute_url()).status_code == 404
        for do in ("hide", "restore", "dismiss"):
            assert self.decide(do, secret).status_code == 404

    def test_comments_under_decks_that_became_private_are_not_shown(self) -> None:
        deck_services.share(self.parade, PRIVATE)
        assert self.as_mo.get(reverse("decks:moderation_person", args=["bob"])).status_code == 404
        assert self.decide("remove", self.comment).status_code == 404

    def test_people_without_anything_to_see_do_not_exist(self) -> None:
        for name in ("mo", "nobody"):
            assert self.as_mo.get(reverse("decks:moderation_person", args=[name])).status_code == 404

    def test_what_is_reported_is_shown_as_text(self) -> None:
        deck = self.deck(
            visibility=PUBLIC, name="<b>x", notes="![x](https://evil.example/x.png) <script>alert(1)</script>"
        )
        services.report_deck(deck, self.bob, "other", "<i>y")
        page = self.as_mo.get(self.queue).content.decode()
        assert not any(each in page for each in ("<b>x", "<i>y", "<script>alert", 'evil.example/x.png"'))

    @override_settings(PEOPLE=False)
    def test_operators_turn_it_off(self) -> None:
        assert self.report(self.as_bob).status_code == 404
        for name, args in (("moderation", []), ("moderation_log", []), ("moderation_person", ["alice"])):
            assert self.as_mo.get(reverse(f"decks:{name}", args=args)).status_code == 404


class LastingTest(ModerationTest):
    def test_the_log_is_written_once(self) -> None:
        self.decide("hide")
        entry = ModerationEntry.objects.get()
        entry.reason = "Something nicer"
        with pytest.raises(UnchangeableError):
            entry.save()
        with pytest.raises(UnchangeableError):
            entry.delete()
        for url in (reverse("decks:moderation_log"), reverse("decks:moderation_person", args=["alice"])):
            assert self.as_mo.get(url).status_code == 200
        assert ModerationEntry.objects.get().reason == "Insults or harassment"

    def test_accounts_are_deleted_and_leave_the_log_without_names(self) -> None:
        self.report(self.as_bob)
        self.decide("hide")
        self.person("suspend", what="comments", days="")
        account_services.delete(self.alice)
        account_services.delete(self.mo)
        assert set(ModerationEntry.objects.values_list("actor", "person", "deck")) == {(None, None, None)}
        assert not Report.objects.exists()
        assert not Suspension.objects.exists()
        root = User.objects.create(username="root", is_superuser=True)
        self.assertContains(self.browser_of(root).get(reverse("decks:moderation_log")), "a deleted account")

    def test_reports_are_in_the_download_of_who_sent_them(self) -> None:
        self.report(self.as_bob, words="Look")
        services.suspend(self.alice, GAMES, what="comments", days="", by=self.mo, reason="spam")
        assert [each["words"] for each in exports._account(self.bob)["reports"]] == ["Look"]
        account = exports._account(self.alice)
        assert account["reports"] == []
        assert [each["reason"] for each in account["suspensions"]] == ["Advertising or spam"]

    def test_reports_are_removed_a_year_after_the_decision(self) -> None:
        self.report(self.as_bob)
        self.report(self.as_alice, self.comment)
        self.decide("dismiss")
        now = timezone.now()
        assert not old_reports(now).exists()
        assert [each.comment for each in old_reports(now + timedelta(days=366))] == [None]

    def test_staff_have_a_link_in_their_menu(self) -> None:
        for person, has_link in ((self.mo, True), (self.bob, False)):
            User.objects.filter(pk=person.pk).update(is_staff=True)
            page = self.browser_of(User.objects.get(pk=person.pk)).get("/about/").content.decode()
            assert (self.queue in page) == has_link
