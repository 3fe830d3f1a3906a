"""A deck to read: as a list and as pictures, in several groups, its link as a code; and the list of public decks."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from deckbuilder.common.drawing.charts import charts_of
from deckbuilder.decks.builder.looks import Look, groupings
from deckbuilder.decks.builder.panel import panel
from deckbuilder.decks.exports.pictures import qr
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, DeckLine, Visibility
from games.engine.model.decks import DeckEntry
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.base import SiteTest


class ReadingTest(SiteTest):
    def page(self, deck, **asked):
        return self.as_alice.get(deck.get_absolute_url(), asked)

    def groups(self, deck, by):
        zones = self.page(deck, by=by).context["panel"].zones
        return [(group.label, group.count) for zone in zones if zone.zone.judged for group in zone.groups]


class SettlingTest(ReadingTest):
    def test_a_line_that_names_no_card_asks_those_who_may_change_the_deck(self):
        deck = self.deck({"提燈小狐": 1}, visibility=Visibility.PUBLIC)
        DeckLine.objects.create(deck=deck, zone="main", text="紙傘婆", count=2, position=9)
        address = f"{deck.get_absolute_url()}?by=mana"
        page = self.as_alice.get(address)
        self.assertContains(page, '<option value="XLW-S002">')
        self.assertContains(page, f'<input type="hidden" name="next" value="{address}">')
        for reader in (self.as_bob, self.client):
            self.assertNotContains(reader.get(address), "Which one?")
        sent = {"op": "resolve", "zone": "main", "text": "紙傘婆", "code": "XLW-S002", "next": address}
        self.assertRedirects(self.as_alice.post(reverse("decks:edit", args=[deck.slug]), sent), address)
        assert sorted(line.printing.name for line in deck.lines.all()) == ["提燈小狐", "紙傘婆婆"]


class GroupsTest(ReadingTest):
    def test_by_a_number_and_what_has_none_by_kind(self):
        deck = self.deck({"提燈小狐": 2, "紙傘婆婆": 1, "河燈擺渡人": 1, "百盞無主燈籠": 1})
        assert self.groups(deck, "tribute") == [("Tribute 0", 3), ("Tribute 1", 1), ("Spell", 1)]
        assert self.groups(deck, "mana") == [("Mana 2", 1), ("Unit", 4)]

    def test_by_several_colours_in_the_games_order(self):
        deck = self.sample_deck("legions/illegal-two-crowns")
        masters = [("Black · Red", 1), ("Red · White", 1)]
        main = [("Black", 22), ("Black · Red", 2), ("Black · White", 1), ("Red", 18)]
        assert self.groups(deck, "colours") == masters + main

    def test_a_line_that_names_no_card_comes_first_whatever_the_groups(self):
        deck = self.deck({"提燈小狐": 1})
        DeckLine.objects.create(deck=deck, zone="main", text="雪孃", count=2, position=9)
        for by in ("kind", "tribute"):
            assert self.groups(deck, by)[0] == ("", 2)
        for view in ("list", "pictures"):
            self.assertContains(self.page(deck, view=view), "雪孃")

    def test_every_grouping_of_every_game_has_all_cards_once_and_agrees_with_the_chart(self):
        for game in GAMES:
            path = min(path.stem for path in decks_of(game).glob("*.txt"))
            deck = self.sample_deck(f"{game.slug}/{path}")
            whole = panel(deck)
            for each in groupings(game):
                zones = panel(deck, look=Look(by=each.name)).zones
                for zone, before in zip(zones, whole.zones, strict=True):
                    rows = [row.line.pk for group in zone.groups for row in group.rows]
                    assert sorted(rows) == sorted(row.line.pk for group in before.groups for row in group.rows)
                    if each.numeric and each.chart:
                        assert self.bars(game, each, zone) == {
                            group.label: group.count
                            for group in zone.groups
                            if group.label.startswith(f"{each.label.en} ")
                        }

    def bars(self, game, attribute, zone):
        held = [
            DeckEntry(row.card, row.line.count, row.code) for group in zone.groups for row in group.rows if row.card
        ]
        charts = [chart for chart in charts_of(game, held, "en") if chart.name == attribute.name]
        return {f"{attribute.label.en} {bar.label}": bar.count for chart in charts for bar in chart.bars if bar.count}

    def test_a_group_or_a_view_there_is_not_is_told_with_the_choices(self):
        deck = self.deck({"提燈小狐": 1})
        for asked, told in (
            ({"by": "whiskers"}, "“whiskers” is not one of kind, "),
            ({"view": "film"}, "“film” is not one of list, piles, table, pictures."),
        ):
            answer = self.page(deck, **asked)
            self.assertContains(answer, told, status_code=422)
            self.assertContains(answer, "提燈小狐", status_code=422)


class PicturesTest(ReadingTest):
    def test_it_has_every_card_with_its_copies(self):
        deck = self.deck({"提燈小狐": 2, "紙傘婆婆": 1})
        answer = self.page(deck, view="pictures")
        self.assertContains(answer, '<span class="count">2</span>', count=1)
        self.assertContains(answer, '<span class="count">1</span>', count=1)
        self.assertContains(answer, "About Granny Paper Parasol")
        self.assertNotContains(self.page(deck), 'class="face')

    def test_the_link_to_pass_on_is_the_decks_own(self):
        deck = self.deck(visibility=Visibility.LINK)
        answer = self.page(deck, view="pictures")
        self.assertContains(answer, f'data-share="http://testserver/d/{deck.slug}/"')

    def test_it_costs_no_more_queries_than_the_list(self):
        deck = self.sample_deck("xing-ling-wang/cat-burglar-crew")
        self.page(deck)  # what is kept in memory is there from then on
        with self.assertNumQueries(14):
            self.page(deck)
        with self.assertNumQueries(14):
            self.page(deck, view="pictures", by="tribute")


class CodeTest(ReadingTest):
    def test_it_is_the_decks_link_as_a_picture(self):
        deck = self.deck(visibility=Visibility.LINK)
        code = codec.deck_code(to_deck(deck)).code
        answer = self.as_visitor.get(f"/d/{deck.slug}/qr.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content == qr(f"http://testserver/d/{deck.slug}/#{code}")
        assert answer.content != qr(f"http://testserver/d/{deck.slug}x/#{code}")

    def test_a_private_deck_has_none_for_others_and_its_page_offers_none(self):
        deck = self.deck()
        assert self.as_bob.get(f"/d/{deck.slug}/qr.svg").status_code == 404
        self.assertNotContains(self.page(deck), "qr.svg")


class PublicTest(ReadingTest):
    def setUp(self):
        super().setUp()
        now = timezone.now()
        for number, name in enumerate(("Beta", "", "alpha", "Gamma")):
            deck = self.deck(name=name, visibility=Visibility.PUBLIC)
            created, changed = now - timedelta(days=number), now - timedelta(hours=(number * 7) % 4)
            Deck.objects.filter(pk=deck.pk).update(created_at=created, changed_at=changed)

    def names(self, **asked):
        return [tile.deck.name for tile in self.as_visitor.get("/decks/public/", asked).context["tiles"]]

    def test_they_come_last_changed_first_newest_first_or_by_name(self):
        assert self.names() == self.names(order="changed") == ["Beta", "Gamma", "alpha", ""]
        assert self.names(order="new") == ["Beta", "", "alpha", "Gamma"]
        assert self.names(order="name") == ["alpha", "Beta", "Gamma", ""]

    def test_they_count_the_cards_that_are_drawn(self):
        Deck.objects.all().delete()
        paths = ("asteriated-grail/first-flight-pair", "legions/beacon-beginners", "xing-ling-wang/lantern-parade")
        for path in paths:
            self.sample_deck(path, visibility=Visibility.PUBLIC)
        tiles = self.as_visitor.get("/decks/public/").context["tiles"]
        assert {tile.game.slug: tile.size for tile in tiles} == {
            "asteriated-grail": 150,
            "legions": 25,
            "xing-ling-wang": 20,
        }

    def test_an_order_there_is_not_is_told_with_the_choices(self):
        answer = self.as_visitor.get("/decks/public/", {"order": "size"})
        self.assertContains(answer, "“size” is not one of changed, new, copies, favourites, name.", status_code=422)

    def test_pages_keep_game_words_and_order_and_have_every_deck_once(self):
        for number in range(63):
            self.deck(name=f"Cats {number:02}", visibility=Visibility.PUBLIC)
        asked = {"game": "xing-ling-wang", "q": "cats", "order": "name"}
        seen = [name for number in (1, 2, 3) for name in self.names(page=number, **asked)]
        assert seen == [f"Cats {number:02}" for number in range(63)]
        middle = self.as_visitor.get("/decks/public/", {**asked, "page": 2})
        self.assertContains(middle, "Page 2 of 3")
        for number in (1, 3):
            self.assertContains(middle, f'href="?game=xing-ling-wang&amp;q=cats&amp;order=name&amp;page={number}"')


class NeedTest(ReadingTest):
    def test_the_tab_of_the_deck_says_how_many_of_how_many(self):
        for deck, told in (
            (self.deck({"提燈小狐": 2}), (2, "20")),
            (self.deck(game="legions"), (0, "40")),
            (self.deck(game="legions", format="mini"), (0, "25")),
            (self.deck(game="asteriated-grail", format="competition"), (0, "3")),
            (self.deck(game="asteriated-grail"), (0, "2–4")),
            (self.deck(game="zero-dimension"), (0, "50")),
        ):
            answer = self.as_alice.get(f"/d/{deck.slug}/edit/")
            need = answer.context["panel"].need
            assert (need.have, need.text) == told
            self.assertContains(answer, f'<span id="tab-size">{told[0]}</span><small>/{told[1]}</small>')


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_can_be_grouped_by_kind_first(game):
    names = [each.name for each in groupings(game)]
    assert names[0] == "kind"
    assert len(names) > 1
