"""Comments on public decks: who writes, edits, deletes and sees them, and what nobody can do with them."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts import services as account_services
from deckbuilder.accounts.models import Block, Suspension, User
from deckbuilder.common.input import InputError
from deckbuilder.decks import services as deck_services
from deckbuilder.decks.comments import page, services
from deckbuilder.decks.models import MAX_COMMENT, Comment, Deck, Visibility
from deckbuilder.decks.notes import MAX_COMMENT_CARD_LINKS, comments_html
from deckbuilder.site import exports
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest
from tests.deckbuilder.decks.test_notes import ATTACKS, read

HTMX = {"HX-Request": "true"}


class CommentsTest(SiteTest):
    """A public deck of Alice's, on which Bob comments; Carol is somebody else."""

    def setUp(self) -> None:
        super().setUp()
        self.parade = self.deck({"提燈小狐": 2}, visibility=Visibility.PUBLIC)
        self.url = reverse("decks:comments", args=[self.parade.slug])
        self.carol = User.objects.create(username="carol")

    def say(self, text: str = "Nice foxes", browser: Any = None, **more: Any) -> Any:
        return (browser or self.as_bob).post(self.url, {"text": text}, **more)

    def comment(self, text: str = "Nice foxes", author: User | None = None) -> Comment:
        return services.post(self.parade, author or self.bob, text)

    def texts(self, browser: Any = None) -> list[str]:
        comments = (browser or self.as_visitor).get(self.parade.get_absolute_url()).context["comments"]
        return [line.comment.text for line in comments.lines]

    def change(self, comment: Comment, browser: Any, **data: str) -> Any:
        return browser.post(reverse("decks:comment", args=[comment.pk]), data)

    def close(self, browser: Any, do: str = "close") -> Any:
        return browser.post(reverse("decks:close_comments", args=[self.parade.slug]), {"do": do})


class WritingTest(CommentsTest):
    def test_a_comment_stands_on_the_decks_page_the_newest_last(self) -> None:
        answer = self.say("First")
        self.assertRedirects(answer, f"{self.parade.get_absolute_url()}#comment-{Comment.objects.get().pk}")
        self.say("Second", self.as_alice)
        assert self.texts() == ["First", "Second"]

    def test_htmx_gets_the_part_with_the_comments_also_when_something_is_wrong(self) -> None:
        answer = self.say(headers=HTMX)
        self.assertContains(answer, "Nice foxes")
        self.assertNotContains(answer, "<html")
        answer = self.say("", headers=HTMX)
        self.assertContains(answer, 'id="comments"', status_code=422)

    def test_visitors_are_led_to_the_entrance_and_back(self) -> None:
        page = self.as_visitor.get(self.parade.get_absolute_url())
        self.assertContains(page, f"{reverse('account_login')}?next={self.url}")
        self.assertRedirects(self.say(browser=self.as_visitor), f"{reverse('account_login')}?next={self.url}")
        assert not Comment.objects.exists()

    def test_what_is_wrong_is_said_and_nothing_is_lost(self) -> None:
        self.say("Once")
        for code, text in (
            ("comment-empty", " \n\u200b"),
            ("too-long", "x" * (MAX_COMMENT + 1)),
            ("unprintable", "a\u202eb"),
            ("comment-twice", "Once "),
        ):
            with self.subTest(code):
                answer = self.say(text)
                assert answer.status_code == 422
                self.assertContains(answer, text.strip() or "Your comment", status_code=422)
                with pytest.raises(InputError) as caught:
                    self.comment(text)
                assert caught.value.code == code
        assert Comment.objects.count() == 1

    @override_settings(CREATIONS_PER_HOUR=settings.CREATIONS_PER_HOUR | {"comment": 2})
    def test_somebody_who_writes_without_end_is_stopped_and_keeps_the_text(self) -> None:
        assert [self.say(f"Buy {number}").status_code for number in range(3)] == [302, 302, 429]
        answer = self.say("Buy this")
        self.assertContains(answer, "Buy this", status_code=429)
        assert int(answer["Retry-After"]) > 0
        assert self.change(Comment.objects.first(), self.as_bob, text="Buy that").status_code == 429  # type: ignore[arg-type]
        assert Comment.objects.count() == 2
        assert self.say("Mine", self.as_alice).status_code == 302

    def test_markdown_is_that_of_notes_without_headings_and_pictures(self) -> None:
        html = comments_html(["# Big\n\n---\n\n![x](https://a.example/b.png) [a](https://a.example)"], get(XLW))
        (text,) = html.values()
        assert "<h" not in text
        assert "<img" not in text
        assert 'rel="nofollow noopener ugc"' in text

    def test_nothing_but_markdown_comes_out_whatever_somebody_writes(self) -> None:
        texts = [text[:MAX_COMMENT] for text in ATTACKS]
        for text, html in comments_html(texts, get(XLW)).items():
            with self.subTest(text[:40]):
                read(html)

    def test_cards_are_looked_up_together_and_not_without_end(self) -> None:
        texts = [f"[[提燈小狐]] {number}" for number in range(9)]
        html = comments_html(texts, get(XLW))
        assert all("XLW-S001" in each for each in html.values())
        comments_html([], get(XLW))
        with CaptureQueriesContext(connection) as few:
            comments_html(["[[提燈小狐]] a"], get(XLW))
        with CaptureQueriesContext(connection) as many:
            comments_html([f"[[提燈小狐]] b{number}" for number in range(20)], get(XLW))
        assert len(few) == len(many)
        names = "".join(f"[[{number}]]" for number in range(MAX_COMMENT_CARD_LINKS))
        (text,) = comments_html([f"{names}[[提燈小狐]]"], get(XLW)).values()
        assert "XLW-S001" not in text


class PagesTest(CommentsTest):
    def test_the_last_page_stands_on_the_decks_page_and_links_lead_to_the_others(self) -> None:
        with mock.patch.object(page, "PAGE", 2):
            for number in range(5):
                self.comment(str(number))
            assert self.texts() == ["4"]
            self.assertContains(self.client.get(self.parade.get_absolute_url()), f"{self.url}?page=2")
            answer = self.client.get(f"{self.url}?page=2")
            assert [each.comment.text for each in answer.context["comments"].lines] == ["2", "3"]
            assert self.client.get(f"{self.url}?page=4").status_code == 404

    def test_the_page_costs_the_same_for_any_number_of_comments(self) -> None:
        self.comment("one")
        self.as_bob.get(self.url)
        with CaptureQueriesContext(connection) as few:
            self.as_bob.get(self.url)
        for number in range(6):
            self.comment(f"[[提燈小狐]] {number}", self.carol)
        self.as_bob.get(self.url)
        with CaptureQueriesContext(connection) as many:
            self.as_bob.get(self.url)
        assert len(few) == len(many)

    def test_only_authors_with_public_decks_have_a_page_to_link_to(self) -> None:
        self.comment()
        self.comment("Thanks", self.alice)
        answer = self.client.get(self.url)
        self.assertContains(answer, reverse("decks:author", args=["alice"]))
        self.assertNotContains(answer, reverse("decks:author", args=["bob"]))


class RightsTest(CommentsTest):
    """Reader, author, owner and others."""

    def test_decks_that_are_not_public_have_none_and_nobody_sees_those_that_were_written(self) -> None:
        self.comment()
        for visibility in (Visibility.LINK, Visibility.PRIVATE):
            deck_services.share(self.parade, visibility)
            for browser in (self.as_alice, self.as_bob, self.as_visitor):
                assert browser.get(self.url).status_code == 404
                assert self.say("More", browser=browser).status_code == 404
            self.assertNotContains(self.as_alice.get(self.parade.get_absolute_url()), "Nice foxes")
        deck_services.share(self.parade, Visibility.PUBLIC)
        assert self.texts() == ["Nice foxes"]

    def test_authors_edit_and_the_comment_says_so(self) -> None:
        comment = self.comment()
        self.assertNotContains(self.client.get(self.url), "edited")
        assert self.change(comment, self.as_bob, do="save", text="Fine foxes").status_code == 302
        self.assertContains(self.client.get(self.url), "Fine foxes")
        self.assertContains(self.client.get(self.url), "edited")
        answer = self.change(comment, self.as_bob, do="save", text="")
        assert answer.status_code == 422
        assert self.change(comment, self.as_bob, do="shout").status_code == 422
        comment.refresh_from_db()
        assert comment.text == "Fine foxes"

    def test_authors_and_the_decks_owner_delete_and_nobody_else(self) -> None:
        for browser, status in ((self.as_bob, 302), (self.as_alice, 302), (self.browser_of(self.carol), 404)):
            comment = self.comment()
            assert browser.get(reverse("decks:comment", args=[comment.pk])).status_code == (
                200 if status == 302 else 404
            )
            assert self.change(comment, browser, do="delete").status_code == status
            assert Comment.objects.exists() == (status == 404)

    def test_the_owner_cannot_write_in_anothers_name(self) -> None:
        comment = self.comment()
        assert self.change(comment, self.as_alice, do="save", text="I love it").status_code == 200
        comment.refresh_from_db()
        assert comment.text == "Nice foxes"

    def test_visitors_are_sent_to_the_entrance(self) -> None:
        comment = self.comment()
        assert self.change(comment, self.as_visitor, do="delete").status_code == 302
        assert Comment.objects.exists()

    def test_an_author_may_still_take_back_what_stands_under_a_deck_that_became_private(self) -> None:
        comment = self.comment()
        deck_services.share(self.parade, Visibility.PRIVATE)
        answer = self.as_bob.get(reverse("decks:comment", args=[comment.pk]))
        self.assertNotContains(answer, self.parade.name)
        self.assertRedirects(self.change(comment, self.as_bob, do="delete"), reverse("decks:mine"))
        self.parade.deleted_at = timezone.now()
        self.parade.save()

    def test_the_owner_closes_and_opens_comments(self) -> None:
        for browser in (self.as_bob, self.as_visitor):
            assert self.close(browser).status_code == 404
        self.comment()
        assert self.close(self.as_alice).status_code == 302
        assert self.say("More").status_code == 403
        self.assertContains(self.as_bob.get(self.parade.get_absolute_url()), "takes no more comments")
        with pytest.raises(InputError) as caught:
            services.post(Deck.objects.get(), self.bob, "More")
        assert caught.value.code == "comments-closed"
        self.close(self.as_alice, "shut")
        assert self.texts() == ["Nice foxes"]
        self.close(self.as_alice, "open")
        assert self.say("More").status_code == 302

    @override_settings(PEOPLE=False)
    def test_operators_turn_them_off(self) -> None:
        comment = Comment.objects.create(deck=self.parade, author=self.bob, text="Nice foxes")
        self.assertNotContains(self.as_bob.get(self.parade.get_absolute_url()), "omment")
        assert self.say().status_code == 404
        assert self.change(comment, self.as_bob, do="delete").status_code == 404
        assert self.close(self.as_alice).status_code == 404
        assert self.as_bob.post(reverse("decks:block", args=["alice"])).status_code == 404


class BlockTest(CommentsTest):
    def block(self, browser: Any, name: str, **data: str) -> Any:
        return browser.post(reverse("decks:block", args=[name]), data)

    def test_a_blocked_person_is_not_shown_and_cannot_comment_on_the_others_decks(self) -> None:
        self.comment()
        for _ in range(2):
            self.block(self.as_alice, "bob")
        assert Block.objects.count() == 1
        assert self.texts(self.as_alice) == []
        assert self.texts(self.browser_of(self.carol)) == ["Nice foxes"]
        answer = self.say("More")
        self.assertContains(answer, "does not take comments from you", status_code=403)
        with pytest.raises(InputError) as caught:
            self.comment("More")
        assert caught.value.code == "blocked-by-owner"
        comment = Comment.objects.get()
        assert self.change(comment, self.as_bob, do="save", text="Worse").status_code == 403
        self.assertContains(self.as_alice.get(reverse("accounts:settings")), "Unblock")
        self.block(self.as_alice, "bob", do="remove")
        assert self.say("More").status_code == 302

    def test_a_block_does_not_work_the_other_way(self) -> None:
        self.block(self.as_bob, "alice")
        assert self.say().status_code == 302

    def test_nobody_blocks_themselves_nobody_and_everybody(self) -> None:
        assert self.block(self.as_alice, "nobody").status_code == 404
        assert self.block(self.as_visitor, "bob").status_code == 302
        with pytest.raises(InputError) as caught:
            account_services.block(self.alice, self.alice)
        assert caught.value.code == "block-yourself"
        with mock.patch.object(account_services, "MAX_BLOCKS", 0), pytest.raises(InputError) as caught:
            account_services.block(self.alice, self.bob)
        assert caught.value.code == "too-many-blocks"
        assert not Block.objects.exists()

    def test_the_button_stands_on_an_authors_page(self) -> None:
        answer = self.as_bob.get(reverse("decks:author", args=["alice"]))
        self.assertContains(answer, reverse("decks:block", args=["alice"]))
        self.assertNotContains(self.as_alice.get(reverse("decks:author", args=["alice"])), "/block/")


class StaffTest(CommentsTest):
    def test_what_staff_have_removed_is_shown_to_its_author_with_the_reason(self) -> None:
        comment = self.comment()
        Comment.objects.update(removed_reason="Insult")
        assert self.texts() == self.texts(self.as_alice) == []
        self.assertContains(self.as_bob.get(self.url), "The reason: Insult")
        comment.refresh_from_db()
        with pytest.raises(InputError) as caught:
            services.edit(comment, "Sorry")
        assert caught.value.code == "comment-removed"
        assert self.change(comment, self.as_bob, do="save", text="Sorry").status_code == 403

    def test_somebody_who_is_suspended_reads_why_and_only_in_that_game_and_time(self) -> None:
        suspension = Suspension.objects.create(user=self.bob, game=XLW, what="comments", reason="Spam")
        self.assertContains(self.as_bob.get(self.url), "The reason: Spam")
        assert self.say().status_code == 403
        with pytest.raises(InputError) as caught:
            self.comment()
        assert caught.value.code == "suspended-comments"
        suspension.until = timezone.now() - timedelta(minutes=1)
        suspension.save()
        assert self.say().status_code == 302
        Suspension.objects.update(game="legions", until=None)
        assert self.say("More").status_code == 302

    def test_comments_of_accounts_that_are_not_active_are_not_shown(self) -> None:
        self.comment()
        User.objects.filter(pk=self.bob.pk).update(is_active=False)
        assert self.texts() == []


class DataTest(CommentsTest):
    def test_comments_are_in_the_download_of_their_author_alone(self) -> None:
        self.comment()
        account_services.block(self.bob, self.alice)
        account = exports._account(self.bob)
        assert [(each["deck__slug"], each["text"]) for each in account["comments"]] == [
            (self.parade.slug, "Nice foxes")
        ]
        assert [each["blocked__username"] for each in account["blocks"]] == ["alice"]
        assert exports._account(self.alice)["comments"] == []

    def test_they_go_with_the_account_and_with_the_deck(self) -> None:
        self.comment()
        self.comment("Thanks", self.alice)
        account_services.delete(self.bob)
        assert [each.author for each in Comment.objects.all()] == [self.alice]
        deck_services.delete(self.parade)
        assert not Comment.objects.exists()

    def test_a_copy_begins_without_comments(self) -> None:
        self.comment()
        services.close(self.parade, True)
        copy = deck_services.copy(self.parade, owner=self.bob)
        assert not copy.comments.exists()
        assert not copy.comments_closed
