"""Public decks: finding them, their authors, favourites and follows."""

from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.common.input import InputError
from deckbuilder.decks import services as deck_services
from deckbuilder.decks.library import judgements
from deckbuilder.decks.models import Deck, DeckVerdict, Favourite, Follow, Visibility
from deckbuilder.decks.public import selectors, services
from deckbuilder.decks.public.filters import MAX_CARDS, ORDERS, STATUSES, Filters, filters_of, leading_zones
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.model.decks import MAYBE
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.deckbuilder.base import ALL, XLW, SiteTest

PUBLIC = Visibility.PUBLIC


class PublicTest(SiteTest):
    """One public deck of each game by Alice, one of 星靈王 by Bob, and one that only Alice sees."""

    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        site = cls()
        cls.decks = {}
        for game in GAMES:
            path = min(decks_of(game).glob("*.txt"))
            cls.decks[game.slug] = site.sample_deck(f"{game.slug}/{path.stem}", owner=cls.alice, visibility=PUBLIC)
        cls.bobs = deck_services.copy(cls.decks[XLW], owner=cls.bob)
        deck_services.share(cls.bobs, PUBLIC)
        cls.private = deck_services.copy(cls.decks[XLW], owner=cls.alice)

    def found(self, **fields: Any) -> set[Deck]:
        return set(self.matching(filters_of(fields)))

    def matching(self, filters: Filters) -> QuerySet[Deck]:
        return selectors.matching_decks(filters, selectors.named_cards(filters))


class FiltersTest(PublicTest):
    def test_each_filter_finds_what_has_it_and_nothing_else(self) -> None:
        """And its complement: with and without a card part the decks."""
        for slug, deck in self.decks.items():
            with self.subTest(game=slug):
                everything = self.found(game=slug)
                assert deck in everything
                line = deck.lines.exclude(printing=None).select_related("printing__card").first()
                for name in (line.printing.card.name, line.printing.code):
                    having, lacking = self.found(game=slug, **{"with": name}), self.found(game=slug, without=name)
                    assert deck in having
                    assert having | lacking == everything
                    assert not having & lacking
                for key, value in deck.declarations.items():
                    assert deck in self.found(game=slug, **{key: value})
                    assert self.found(game=slug, **{key: "nobody's"}) == set()

    def test_leaders_are_those_of_the_decks(self) -> None:
        for game in filter(leading_zones, GAMES):
            filters = Filters(game=game.slug)
            for choice in selectors.leader_choices(filters, {}):
                found = self.found(game=game.slug, leader=choice.value)
                assert len(found) == choice.decks
                assert all(deck.lines.filter(printing__card__key=choice.value).exists() for deck in found)

    def test_counts_are_those_of_the_page_behind_them(self) -> None:
        for query in ("", f"?game={XLW}", f"?game={XLW}&author=bob", "?q=alice", "?author=alice"):
            response = self.client.get(reverse("decks:public") + query)
            for group in response.context["groups"]:
                for option in group.options + group.more:
                    if not option.is_chosen:
                        there = self.client.get(f"{reverse('decks:public')}?{option.query}")
                        assert there.context["page"].paginator.count == option.decks, option

    def test_query_says_what_was_asked(self) -> None:
        name = self.decks[XLW].lines.exclude(printing=None).first().printing.card.name
        filters = filters_of({"game": XLW, "race": ["獸人", "機械"], "with": [name], "order": "copies", "q": "x&y"})
        page = self.client.get(f"{reverse('decks:public')}?{filters.query()}")
        assert page.context["filters"] == filters
        assert filters.toggle("having", name).toggle("having", name) == filters

    def test_words_find_authors(self) -> None:
        assert self.found(q="BOB") == {self.bobs}
        with override_settings(PEOPLE=False):
            assert self.found(q="BOB") == set()

    def test_unknown_card_is_named_with_near_ones(self) -> None:
        name = self.decks[XLW].lines.exclude(printing=None).first().printing.card.name
        response = self.client.get(reverse("decks:public"), {"with": name + "x"})
        self.assertContains(response, name, status_code=422)
        self.assertContains(self.client.get(reverse("decks:public"), {"order": "best"}), "copies", status_code=422)

    def test_ten_cards_take_as_many_queries_as_two(self) -> None:
        lines = self.decks[XLW].lines.exclude(printing=None).select_related("printing__card")
        names = [line.printing.card.name for line in lines[:MAX_CARDS]]
        numbers = []
        for some in (names[:2], names):
            with CaptureQueriesContext(connection) as queries:
                self.client.get(reverse("decks:public"), {"with": some[0], "without": some[1:]})
            numbers.append(len(queries))
        assert numbers[0] == numbers[1]

    def test_what_cannot_be_searched_is_told(self) -> None:
        for error, fields in (
            (InputError("unknown-value", value="best", choices=ORDERS), {"order": "best"}),
            (InputError("no-card-named", name="?"), {"with": "?"}),
            (InputError("too-many-cards", most=MAX_CARDS), {"with": list("abcdefghijk")}),
        ):
            page = self.client.get(reverse("decks:public"), fields)
            assert (page.status_code, page.context["problem"]) == (422, edit_error(error))
        name = self.decks[XLW].lines.exclude(printing=None).first().printing.card.name
        with pytest.raises(InputError) as caught:
            self.found(**{"with": name + "x"})
        assert caught.value.code == "no-such-card"
        assert name in caught.value.params["near"]

    def test_orders(self) -> None:
        services.favour(self.bob, self.decks[ALL[-1]])
        assert self.matching(Filters(order="favourites"))[0] == self.decks[ALL[-1]]
        assert self.matching(Filters(order="copies"))[0] == self.decks[XLW]
        counts = selectors.counts_of(self.decks.values(), self.bob)
        # Alice's own copy does not count.
        assert counts[self.decks[XLW].pk] == (0, 1, False)
        assert counts[self.decks[ALL[-1]].pk] == (1, 0, True)

    def test_copies_of_and_by_visitors_count(self) -> None:
        visitors = self.deck(owner=None, visibility=PUBLIC)
        for owner in (self.alice, None):
            deck_services.copy(visitors, owner=owner)
        assert selectors.counts_of([visitors])[visitors.pk].copies == 2


class LegalityTest(PublicTest):
    """Bob's deck is of cards that a list bans from today on."""

    def setUp(self) -> None:
        super().setUp()
        self.url = reverse("decks:public")
        self.statuses = {deck: tile.status for deck, tile in self.tiles().items()}
        self.legal = self.decks[XLW]

    def tiles(self, **query: str) -> dict[Deck, Any]:
        page = self.client.get(self.url, query)
        return {tile.deck: tile for tile in page.context["tiles"]}

    def ban(self, deck: Deck) -> None:
        name = deck.lines.exclude(printing=None).exclude(zone=MAYBE).first().printing.name
        day = timezone.localdate()
        RestrictionList.objects.create(
            game=deck.game, slug="ban", title="Ban", version="1", effective_from=day, limits={name: 0}
        )

    def test_illegal_decks_come_last_in_every_order(self) -> None:
        newest = deck_services.create(get(XLW), owner=self.bob, name="AAA")
        deck_services.edit(newest, [("add", {"code": "XLW-S001", "count": 5})], author=self.bob)
        deck_services.share(newest, PUBLIC)
        services.favour(self.alice, newest)
        for order in ORDERS:
            tiles = list(self.tiles(order=order).items())
            assert tiles[-1][0] == newest, order
            assert tiles[-1][1].status == "illegal"
        assert list(self.client.get(reverse("decks:author", args=["bob"])).context["tiles"])[-1].deck == newest

    def test_each_status_finds_the_decks_that_are_shown_with_it(self) -> None:
        everything = self.tiles()
        for status in STATUSES:
            tiles = self.tiles(status=status)
            assert set(tiles) == {deck for deck, tile in everything.items() if tile.status == status}
            (group,) = [each for each in self.client.get(self.url).context["groups"] if each.label == "Today"]
            counts = {option.label.lower(): option.decks for option in group.options}
            assert counts[status] == len(tiles)
        assert self.client.get(self.url, {"status": "fine"}).status_code == 422

    def test_a_new_list_and_a_change_are_seen_at_once(self) -> None:
        assert self.tiles()[self.legal].status == "legal"
        self.ban(self.legal)
        assert self.tiles()[self.legal].status == "illegal"
        assert self.tiles()[self.bobs].status == "illegal"
        everything = [
            ("set", {"zone": each.zone, "code": each.printing.code, "count": 0}) for each in self.lines(self.bobs)
        ]
        deck_services.edit(self.bobs, everything, author=self.bob)
        assert self.tiles()[self.bobs].status == "incomplete"

    def lines(self, deck: Deck) -> Any:
        return deck.lines.exclude(printing=None).select_related("printing")

    def test_no_deck_is_judged_twice(self) -> None:
        with patch("deckbuilder.decks.library.judgements.verdict_on") as judging:
            self.tiles()
            self.tiles(game=XLW, status="legal")
        judging.assert_not_called()

    def test_few_are_judged_for_one_page_and_it_says_how_many_are_left(self) -> None:
        DeckVerdict.objects.all().delete()
        with patch.object(judgements.judge_first, "__defaults__", (2,)):
            page = self.client.get(self.url)
        assert page.context["left"] == len(self.statuses) - 2
        self.assertContains(page, "have not been checked")
        assert self.client.get(self.url).context["left"] == 0


class PeopleTest(PublicTest):
    def test_author_page_shows_public_decks_only(self) -> None:
        page = self.client.get(reverse("decks:author", args=["alice"]))
        assert {tile.deck for tile in page.context["tiles"]} == set(self.decks.values())
        User.objects.create(username="carol")
        for name in ("carol", "nobody"):
            assert self.client.get(reverse("decks:author", args=[name])).status_code == 404

    def test_following(self) -> None:
        url = reverse("decks:follow", args=["alice"])
        assert self.client.post(url).status_code == 302
        assert not Follow.objects.exists()
        for _ in range(2):
            self.as_bob.post(url)
        assert selectors.author_of("alice").followers == 1
        page = self.as_bob.get(reverse("decks:following"))
        assert {tile.deck for tile in page.context["tiles"]} == set(self.decks.values())
        self.as_bob.post(url, {"do": "remove"})
        assert not Follow.objects.exists()
        self.as_alice.post(url)
        assert not Follow.objects.exists()
        self.assertContains(self.as_alice.get(reverse("decks:mine")), "follow yourself")

    def test_limits(self) -> None:
        for code, limit, act in (
            ("too-many-favourites", "MAX_FAVOURITES", lambda: services.favour(self.bob, self.decks[XLW])),
            ("too-many-follows", "MAX_FOLLOWS", lambda: services.follow(self.bob, self.alice)),
            ("follow-yourself", "MAX_FOLLOWS", lambda: services.follow(self.bob, self.bob)),
        ):
            with patch(f"deckbuilder.decks.public.services.{limit}", 0), pytest.raises(InputError) as caught:
                act()
            assert caught.value.code == code

    def test_favourites_are_of_decks_that_one_may_read(self) -> None:
        deck = self.decks[XLW]
        assert self.as_bob.post(reverse("decks:favour", args=[self.private.slug])).status_code == 404
        for _ in range(2):
            self.as_bob.post(reverse("decks:favour", args=[deck.slug]))
        assert Favourite.objects.count() == 1
        heart = self.as_bob.post(reverse("decks:favour", args=[deck.slug]), headers={"HX-Request": "true"})
        self.assertContains(heart, 'aria-pressed="true"')
        deck_services.share(deck, Visibility.PRIVATE)
        assert list(selectors.favourites_of(self.bob)) == []
        deck_services.share(deck, PUBLIC)
        assert list(selectors.favourites_of(self.bob)) == [deck]
        self.as_bob.post(reverse("decks:favour", args=[deck.slug]), {"do": "remove"})
        assert not Favourite.objects.exists()
        self.as_bob.post(reverse("decks:favour", args=[deck.slug]), {"do": "hide"})
        assert not Favourite.objects.exists()

    def test_authors_are_linked_where_they_have_a_page(self) -> None:
        link = reverse("decks:author", args=["bob"])
        services.favour(self.alice, self.bobs)
        for visibility in (PUBLIC, Visibility.LINK):
            deck_services.share(self.bobs, visibility)
            pages = self.as_alice.get(reverse("decks:favourites")), self.as_alice.get(self.bobs.get_absolute_url())
            leads = self.as_alice.get(link).status_code == 200
            assert [f'href="{link}"' in page.content.decode() for page in pages] == [leads, leads]
            for page in pages:
                self.assertContains(page, "bob")

    @override_settings(PEOPLE=False)
    def test_operator_may_turn_it_off(self) -> None:
        deck = self.decks[XLW]
        for name, args in (("author", ["alice"]), ("favourites", []), ("following", [])):
            assert self.as_bob.get(reverse(f"decks:{name}", args=args)).status_code == 404
        for name, args in (("favour", [deck.slug]), ("follow", ["alice"])):
            assert self.as_bob.post(reverse(f"decks:{name}", args=args)).status_code == 404
        page = self.as_bob.get(reverse("decks:public"))
        self.assertNotContains(page, "/people/")
        self.assertNotContains(page, "heart")

    def test_page_costs_the_same_for_any_number_of_decks(self) -> None:
        url = reverse("decks:public")
        self.as_alice.get(url)
        with CaptureQueriesContext(connection) as few:
            self.as_alice.get(url)
        for deck in list(self.decks.values()) * 2:
            deck_services.share(deck_services.copy(deck, owner=self.bob), PUBLIC)
        self.as_alice.get(url)  # which judges them
        with CaptureQueriesContext(connection) as many:
            self.as_alice.get(url)
        assert len(many) == len(few)
