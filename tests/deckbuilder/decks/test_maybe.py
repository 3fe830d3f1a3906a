"""The maybe-board of a deck: kept, changed and shown with it, and counted nowhere."""

import re

import pytest
from django.urls import reverse

from deckbuilder.catalog.models import Printing
from deckbuilder.decks import selectors, services
from deckbuilder.decks.builder.panel import builder_panel
from deckbuilder.decks.builder.views import line_edits
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.search_texts import refresh
from games.registry import GAMES
from tests.deckbuilder.api import ApiTest
from tests.deckbuilder.decks.edits import FOX, MIORI, SELKA, UMBRELLA, EditTest

pytestmark = pytest.mark.databases


class EditMaybeTest(EditTest):
    def test_a_card_is_put_there(self):
        deck = self.do(self.deck(), "add", code=FOX, zone="maybe", count=2)
        assert self.lines(deck) == [("maybe", FOX, 2)]

    def test_there_may_be_many_where_a_zone_has_room_for_one(self):
        deck = self.deck(game="legions")
        for code in (MIORI, SELKA):
            self.do(deck, "add", code=code, zone="maybe")
        assert self.lines(deck) == [("maybe", MIORI, 1), ("maybe", SELKA, 1)]

    def test_some_copies_move_or_all(self):
        deck = self.deck({"提燈小狐": 3})
        self.do(deck, "move", code=FOX, zone="main", to="maybe", count=1)
        assert self.lines(deck) == [("main", FOX, 2), ("maybe", FOX, 1)]
        self.do(deck, "move", code=FOX, zone="main", to="maybe")
        assert self.lines(deck) == [("maybe", FOX, 3)]

    def test_a_card_goes_back_to_where_it_belongs(self):
        deck = self.deck()
        self.do(deck, "add", code=FOX, zone="maybe", count=2)
        self.do(deck, "move", code=FOX, zone="maybe", count=1)
        assert self.lines(deck) == [("maybe", FOX, 1), ("main", FOX, 1)]

    def test_more_copies_than_there_are_cannot_move(self):
        deck = self.deck({"提燈小狐": 2})
        self.assertRefused(deck, "count-range", "move", code=FOX, zone="main", to="maybe", count=3)

    def test_what_led_the_deck_makes_room_for_a_card_from_there_and_goes_there(self):
        deck = self.deck(game="legions")
        services.edit(deck, [("add", {"code": MIORI}), ("add", {"code": SELKA, "zone": "maybe"})])
        self.do(deck, "move", code=SELKA, zone="maybe")
        assert sorted(self.lines(deck)) == [("master", SELKA, 1), ("maybe", MIORI, 1)]

    def test_a_swap_is_one_change(self):
        deck = self.deck({"提燈小狐": 2})
        self.do(deck, "add", code=UMBRELLA, zone="maybe")
        before = self.lines(deck)
        swapped = self.do(deck, "swap", code=FOX, zone="main", to=UMBRELLA)
        assert sorted(self.lines(deck)) == [("main", FOX, 1), ("main", UMBRELLA, 1), ("maybe", FOX, 1)]
        assert swapped.revision == 2
        services.undo(deck)
        assert self.lines(deck) == before
        services.redo(deck)
        assert sorted(self.lines(deck)) == [("main", FOX, 1), ("main", UMBRELLA, 1), ("maybe", FOX, 1)]

    def test_leaders_swap_too(self):
        deck = self.deck(game="legions")
        services.edit(deck, [("add", {"code": MIORI}), ("add", {"code": SELKA, "zone": "maybe"})])
        self.do(deck, "swap", code=MIORI, zone="master", to=SELKA)
        assert sorted(self.lines(deck)) == [("master", SELKA, 1), ("maybe", MIORI, 1)]

    def test_cards_that_are_not_there_cannot_be_swapped(self):
        deck = self.deck({"提燈小狐": 1})
        self.assertRefused(deck, "not-in-deck", "swap", code=FOX, zone="main", to=UMBRELLA)
        self.put(deck, "紙傘婆婆", zone="maybe")
        self.assertRefused(deck, "not-in-deck", "swap", code=UMBRELLA, zone="main", to=UMBRELLA)
        self.assertRefused(deck, "not-in-deck", "swap", code=UMBRELLA, zone="maybe", to=UMBRELLA)

    def test_the_buttons_of_rows_move_one_copy(self):
        place = {"zone": "maybe", "code": FOX}
        assert line_edits({"do": f"move> maybe {FOX}"}) == [("move", place | {"to": "", "count": "1"})]
        taken = {"zone": "main", "code": FOX, "to": "maybe", "count": "1"}
        assert line_edits({"do": f"remove main {FOX}", "aside": "on"}) == [("move", taken)]
        assert line_edits({"do": f"remove maybe {FOX}", "aside": "on"}) == [("remove", place)]


class KeepMaybeTest(EditTest):
    def considering(self, **fields):
        """A deck of one fox; an umbrella and a line that names no card are considered."""
        deck = self.deck({"提燈小狐": 1}, **fields)
        self.put(deck, "紙傘婆婆", 2, zone="maybe")
        self.lost(deck, "雪孃", 3, zone="maybe")
        refresh([deck.pk])
        deck.refresh_from_db()
        return deck

    def test_it_is_counted_and_judged_nowhere(self):
        deck, bare = self.considering(), self.deck({"提燈小狐": 1})
        shown, plain = builder_panel(deck), builder_panel(bare)
        assert shown.verdict == plain.verdict
        assert (shown.meters, shown.charts, shown.size, shown.counts, shown.sample_count, shown.need) == (
            plain.meters, plain.charts, plain.size, plain.counts, plain.sample_count, plain.need
        )  # fmt: skip
        assert (shown.maybe.count, plain.maybe.count) == (5, 0)
        told, other = selectors.tiles([deck, bare])
        assert (told.size, told.cover, told.status) == (other.size, other.cover, other.status)

    def test_decks_are_not_found_by_it(self):
        deck = self.considering(visibility=Visibility.PUBLIC)
        assert not selectors.public_decks(words="紙傘婆婆")
        assert not selectors.using(deck.game, [UMBRELLA])
        assert list(selectors.using(deck.game, [FOX])) == [deck]
        holdings = selectors.holdings(selectors.decks_of(self.alice), deck.game, [UMBRELLA])
        assert [each.copies for each in holdings] == [0]
        self.do(deck, "move", code=UMBRELLA, zone="maybe")
        assert list(selectors.public_decks(words="紙傘婆婆")) == [deck]

    def test_cards_on_it_stay_in_the_catalog(self):
        deck = self.considering()
        assert UMBRELLA in selectors.codes_in_use(deck.game, selectors.public_decks())

    def test_a_copy_has_it(self):
        deck = self.considering()
        assert self.lines(services.copy(deck)) == self.lines(deck)

    def test_a_list_brings_it_along_in_every_form(self):
        deck = self.considering()
        for form in codec.FORMS:
            text = codec.write(to_deck(deck), form)
            again = services.create_from_reading(codec.parse(codec.ListInput(text, form, None)))
            assert self.lines(again) == self.lines(deck), form
            assert again.search_text == deck.search_text, form

    def test_the_history_names_it(self):
        deck = self.do(self.deck(), "add", code=FOX, zone="maybe")
        page = self.as_alice.get(reverse("decks:history", args=[deck.slug])).content.decode()
        assert re.search(r"提燈小狐.*Maybe.*0.*1", page, re.S)

    def test_readers_see_it_behind_the_deck(self):
        deck = self.considering(visibility=Visibility.LINK)
        page = self.as_visitor.get(deck.get_absolute_url()).content.decode()
        assert page.index("提燈小狐") < page.index('<section class="maybe') < page.index("紙傘婆婆")
        assert (
            '<section class="maybe'
            not in self.as_visitor.get(self.deck(visibility=Visibility.LINK).get_absolute_url()).content.decode()
        )

    def test_every_game_builds_with_it(self):
        for game in GAMES:
            deck = self.deck(game=game.slug)
            code = Printing.objects.filter(game=game.slug).values_list("code", flat=True)[0]
            self.do(deck, "add", code=code, zone="maybe")
            page = self.as_alice.get(reverse("decks:builder", args=[deck.slug])).content.decode()
            maybe = page[page.index('<section class="zone maybe"') :]
            assert f'value="move&gt; maybe {code}"' in maybe[: maybe.index("</section>")]

    def test_rows_work_without_a_script(self):
        deck = self.considering()
        edit = reverse("decks:edit", args=[deck.slug])
        self.as_alice.post(edit, {"do": f"move> maybe {UMBRELLA}"})
        self.as_alice.post(edit, {"do": f"remove main {FOX}", "aside": "on"})
        assert sorted(self.lines(deck))[:3] == [("main", UMBRELLA, 1), ("maybe", FOX, 1), ("maybe", UMBRELLA, 1)]


class ApiMaybeTest(ApiTest):
    def test_a_deck_shows_it_apart(self):
        wanted = {"list": f"game: xing-ling-wang\n1x ({FOX})\n[Considering]\n2x ({UMBRELLA})\n1x 無此卡"}
        made = self.post("decks/", wanted, by=self.as_alice).body
        assert [(card["zone"], card["code"]) for card in made["cards"]] == [("main", FOX)]
        assert [(card["zone"], card["code"], card["count"]) for card in made["maybe"]] == [("maybe", UMBRELLA, 2)]
        assert (made["unknown"], [line["text"] for line in made["maybe_unknown"]]) == ([], ["無此卡"])
        assert (made["receipt"]["cards"], made["receipt"]["maybe"]) == (1, 2)

    def test_it_is_edited_like_a_zone(self):
        slug = self.post("decks/", {"game": "xing-ling-wang"}, by=self.as_alice).body["slug"]
        edits = [
            {"op": "add", "code": FOX},
            {"op": "add", "code": UMBRELLA, "zone": "maybe"},
            {"op": "swap", "zone": "main", "code": FOX, "to": UMBRELLA},
            {"op": "move", "zone": "maybe", "code": FOX, "count": 1},
        ]
        body = self.post(f"decks/{slug}/edits/", {"edits": edits}, by=self.as_alice).body
        assert ({card["code"] for card in body["cards"]}, body["maybe"]) == ({FOX, UMBRELLA}, [])
