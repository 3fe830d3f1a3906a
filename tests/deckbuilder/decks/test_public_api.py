"""Public decks, favourites, follows and comments in the API."""

from typing import Any

from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from deckbuilder.accounts import services as account_services
from deckbuilder.decks import services as deck_services
from deckbuilder.decks.comments import services as comment_services
from deckbuilder.decks.models import Comment, Deck, Favourite, Follow, Visibility
from deckbuilder.decks.public import services
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.base import XLW

OFF = override_settings(PEOPLE=False)


class PublicApiTest(ApiTest):
    def setUp(self) -> None:
        super().setUp()
        self.parade = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        self.crew = self.sample_deck("xing-ling-wang/cat-burglar-crew", owner=self.bob, visibility=Visibility.PUBLIC)

    def slugs(self, path: str = "decks/", by: Any = None, **query: Any) -> list[str]:
        answer = self.get(path, query, by=by)
        assert answer.status == 200, answer.body
        return [each["slug"] for each in answer.body["results"]]


class FiltersTest(PublicApiTest):
    def test_each_filter_finds_what_the_page_finds(self) -> None:
        card = self.parade.lines.exclude(printing=None).select_related("printing__card").first().printing
        fields: tuple[dict[str, Any], ...] = (
            {"game": XLW, "race": list(self.parade.declarations.values())},
            {"with": card.name},
            {"with": [card.name, card.code]},
            {"without": card.code},
            {"author": "bob"},
            {"status": "legal"},
            {"status": "illegal"},
            *({"order": order} for order in ("new", "copies", "favourites", "name")),
        )
        for query in fields:
            with self.subTest(query):
                page = self.client.get(reverse("decks:public"), query)
                assert self.slugs(public=1, **query) == [tile.deck.slug for tile in page.context["tiles"]]

    def test_what_cannot_be_searched_is_told(self) -> None:
        for query, code in (
            ({"status": "fine"}, {"status": "invalid-choice"}),
            ({"order": "best"}, {"order": "invalid-choice"}),
            ({"tribe": "x"}, {"tribe": "unknown-field"}),
            ({"with": "提燈小狐狸狸"}, {"with": "no-such-card"}),
        ):
            answer = self.get("decks/", {"public": 1} | query)
            assert (answer.status, answer.codes) == (400, code)
        answer = self.get("decks/", {"author": "bob", "race": "x"}, by=self.as_alice)
        assert (answer.status, answer.codes) == (400, {"author": "public-only", "race": "public-only"})


class PeopleApiTest(PublicApiTest):
    def test_favourites(self) -> None:
        path = f"decks/{self.parade.slug}/favourite/"
        for _ in range(2):
            assert self.ask("put", path, by=self.as_bob).status == 204
        assert self.slugs("favourites/", by=self.as_bob) == [self.parade.slug]
        assert self.slugs("favourites/", by=self.as_alice) == []
        assert self.delete(path, by=self.as_bob).status == 204
        assert not Favourite.objects.exists()
        private = self.deck()
        assert self.ask("put", f"decks/{private.slug}/favourite/", by=self.as_bob).status == 404

    def test_follows(self) -> None:
        for _ in range(2):
            assert self.ask("put", "people/alice/follow/", by=self.as_bob).status == 204
        assert self.get("following/", by=self.as_bob).body["results"] == [{"name": "alice"}]
        assert self.slugs("following/decks/", by=self.as_bob) == [self.parade.slug]
        assert self.delete("people/alice/follow/", by=self.as_bob).status == 204
        assert not Follow.objects.exists()
        answer = self.ask("put", "people/alice/follow/", by=self.as_alice)
        assert (answer.status, answer.body["code"]) == (400, "edit.follow-yourself")
        assert self.ask("put", "people/nobody/follow/", by=self.as_bob).status == 404

    def test_comments(self) -> None:
        path = f"decks/{self.parade.slug}/comments/"
        made = self.post(path, {"text": "Nice [[提燈小狐]]"}, by=self.as_bob)
        assert (made.status, made.body["author"], made.body["may_edit"]) == (201, "bob", True)
        one = f"comments/{made.body['id']}/"
        assert self.patch(one, {"text": "Fine"}, by=self.as_alice).status == 404
        edited = self.patch(one, {"text": "Fine"}, by=self.as_bob)
        assert edited.body["edited_at"]
        for by, may_edit in ((None, False), (self.as_alice, False), (self.as_bob, True)):
            (row,) = self.get(path, by=by).body["results"]
            assert (row["text"], row["may_edit"]) == ("Fine", may_edit)
        assert self.post(path, {"text": " "}, by=self.as_bob).codes == {"text": "comment-empty"}
        assert self.delete(one, by=self.as_alice).status == 204
        assert not Comment.objects.exists()

    def test_comments_that_may_not_be_written(self) -> None:
        path = f"decks/{self.parade.slug}/comments/"
        account_services.block(self.alice, self.bob)
        answer = self.post(path, {"text": "Hi"}, by=self.as_bob)
        assert (answer.status, answer.body["code"]) == (403, "edit.blocked-by-owner")
        with override_settings(CREATIONS_PER_HOUR=settings.CREATIONS_PER_HOUR | {"comment": 1}):
            assert [self.post(path, {"text": each}, by=self.as_alice).status for each in "ab"] == [201, 429]
        deck_services.share(self.parade, Visibility.LINK)
        assert self.get(path).status == self.post(path, {"text": "Hi"}, by=self.as_alice).status == 404

    def requests(self) -> list[tuple[str, str]]:
        comment = comment_services.post(self.parade, self.bob, "Nice")
        services.favour(self.bob, self.parade)
        deck = Deck.objects.get(pk=self.parade.pk).slug
        return [
            *((method, f"decks/{deck}/favourite/") for method in ("put", "delete")),
            *((method, "people/alice/follow/") for method in ("put", "delete")),
            *(("get", f"{name}/") for name in ("favourites", "following", "following/decks")),
            ("delete", f"comments/{comment.pk}/"),
        ]

    def test_visitors_are_refused_and_operators_turn_all_of_it_off(self) -> None:
        for method, path in self.requests():
            assert self.ask(method, path).status == 401, path
            with OFF:
                assert self.ask(method, path, by=self.as_bob).status == 404, path
        with OFF:
            assert self.get(f"decks/{self.parade.slug}/comments/").status == 404
        assert Comment.objects.count() == Favourite.objects.count() == 1
