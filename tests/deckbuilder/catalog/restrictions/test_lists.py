"""Restriction lists as players see them: all of a game, one version with what it changed, and on a card's page."""

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.models import Card, RestrictionList
from deckbuilder.catalog.restrictions.pages import MAX_FACES
from tests.deckbuilder.base import XLW, SiteTest

FOX, AUNT, LION = "提燈小狐", "紙傘婆婆", "百歲石獅公"


class ListsTest(SiteTest):
    def keep(self, version="1", days=-10, limits=None, **more: Any) -> RestrictionList:
        """A version of the list `league` that came into effect so many days from today."""
        day = timezone.localdate() + timedelta(days=days)
        told = {"game": XLW, "slug": "league", "title": "League", "version": version, "effective_from": day}
        return RestrictionList.objects.create(limits=limits or {}, **told | more)

    def page(self, version="1", slug="league", game=XLW):
        return self.client.get(reverse("catalog:list", args=[game, slug, version]))

    def groups(self, of):
        page = self.page("2").context["page"]
        found = page.comparison.changes if of == "changes" else page.groups
        return {group.label: [(entry.name, entry.words) for entry in group.entries] for group in found}


class OverviewTest(ListsTest):
    def overview(self, game=XLW):
        return self.client.get(reverse("catalog:lists", args=[game]))

    def test_every_version_stands_there_with_how_it_stands_today(self):
        for version, days in (("1", -20), ("2", 0), ("3", 1)):
            self.keep(version, days, {FOX: 1})
        self.keep("1", slug="cup", title="Cup")
        told = [
            (shelf.slug, [(each.list.version, each.state_words) for each in shelf.versions])
            for shelf in self.overview().context["shelves"]
        ]
        assert told == [
            ("cup", [("1", "In force")]),
            ("league", [("3", "Announced"), ("2", "In force"), ("1", "Past")]),
        ]
        self.assertContains(self.overview(), f'href="/{XLW}/lists/league/3/"')

    def test_a_game_without_lists_says_so(self):
        self.assertContains(self.overview(), "This game has no restriction lists: only the rules apply.")

    def test_a_game_there_is_not_is_not_found(self):
        assert self.overview("whist").status_code == 404

    def test_a_format_is_named_where_there_are_several(self):
        self.keep(game="zero-dimension", format="official")
        self.assertContains(self.overview("zero-dimension"), "Official")
        self.keep("2", game="zero-dimension")
        self.assertContains(self.overview("zero-dimension"), "every format")

    def test_the_page_of_the_game_leads_to_those_that_count_or_will(self):
        for version, days in (("1", -20), ("2", -1), ("3", 1)):
            self.keep(version, days)
        answer = self.client.get(reverse("catalog:game", args=[XLW]))
        assert [each.list.version for each in answer.context["lists"]] == ["3", "2"]
        self.assertContains(answer, f'href="/{XLW}/lists/"')


class VersionTest(ListsTest):
    def test_cards_stand_under_what_the_list_says_of_them(self):
        self.keep("2", limits={AUNT: 1, FOX: 0, LION: None})
        assert self.groups("groups") == {
            "Banned": [(FOX, "")],
            "At most 1 copy": [(AUNT, "")],
            "As many copies as the rules allow": [(LION, "")],
        }
        self.assertContains(self.page("2"), f'href="/{XLW}/cards/XLW-S002/"')

    def test_a_name_that_no_card_has_yet_stands_as_it_was_written(self):
        self.keep(limits={"還沒有的妖怪": 0})
        self.assertContains(self.page(), "還沒有的妖怪")
        self.assertContains(self.page(), "not in the catalog yet")

    def test_names_are_found_in_any_writing_and_told_as_the_card_has_them(self):
        self.keep(limits={"提灯小狐": 0})
        self.assertContains(self.page(), FOX)

    def test_a_long_list_is_lines(self):
        names = list(dict.fromkeys(Card.objects.filter(game=XLW).values_list("name", flat=True)))
        self.keep("1", limits=dict.fromkeys(names[:MAX_FACES], 1))
        self.keep("2", limits=dict.fromkeys(names[: MAX_FACES + 1], 1))
        self.assertContains(self.page("1"), 'class="face kind', count=MAX_FACES)
        self.assertNotContains(self.page("2"), 'class="face kind')
        self.assertContains(self.page("2"), names[MAX_FACES])

    def test_it_asks_as_often_however_long_it_is(self):
        names = Card.objects.filter(game=XLW).values_list("name", flat=True)
        self.keep("1", limits={FOX: 1})
        self.keep("2", limits=dict.fromkeys(names, 1))
        self.page("1")
        with self.assertNumQueries(5):  # its faces are told from others of their names
            self.page("1")
        with self.assertNumQueries(5):
            self.page("2")

    def test_it_says_what_it_changed(self):
        self.keep("1", -20, {FOX: 1, AUNT: 0, LION: 2})
        self.keep("2", -10, {FOX: 0, LION: 3, "還沒有的妖怪": 0})
        assert self.groups("changes") == {
            "Added": [("還沒有的妖怪", "banned")],
            "Fewer copies": [(FOX, "banned; previously: at most 1 copy")],
            "More copies": [(LION, "at most 3 copies; previously: at most 2 copies")],
            "Removed": [(AUNT, "no longer limited; previously: banned")],
        }
        self.assertContains(self.page("2"), f'href="/{XLW}/lists/league/1/"')
        self.assertContains(self.page("1"), f'href="/{XLW}/lists/league/2/"')

    def test_it_says_when_nothing_changed_and_nothing_where_it_is_the_first(self):
        self.keep("1", -20, {FOX: 1})
        self.keep("2", -10, {FOX: 1})
        self.assertContains(self.page("2"), "No changes: the limits are the same.")
        self.assertNotContains(self.page("1"), "What changed")

    def test_it_says_when_it_begins_to_allow_its_own_cards_alone_and_when_it_ends_that(self):
        self.keep("1", -20, {FOX: 1})
        self.keep("2", -10, {AUNT: None}, pool=True)
        self.keep("3", 10, {FOX: 1})
        assert self.groups("changes") == {
            "Fewer copies": [(FOX, "no longer allowed; previously: at most 1 copy")],
        }
        self.assertContains(self.page("2"), "Only the cards on the list are allowed now.")
        self.assertContains(self.page("3"), "Cards that are not on the list are allowed again.")

    def test_its_source_is_a_link_where_it_is_an_address(self):
        self.keep("1", source="https://example.org/league")
        self.assertContains(self.page("1"), 'href="https://example.org/league"')

    def test_a_version_may_be_named_as_people_name_things(self):
        self.keep("March 2026 / 二版?")
        self.assertContains(self.page("March 2026 / 二版?"), "March 2026 / 二版?")

    def test_a_version_there_is_not_is_not_found(self):
        self.keep("1")
        for asked in ({"version": "2"}, {"slug": "cup"}, {"game": "zero-dimension"}, {"game": "whist"}):
            with self.subTest(asked):
                assert self.page(**asked).status_code == 404


class CardPageTest(ListsTest):
    def card(self, code="XLW-S001"):
        return self.client.get(reverse("catalog:card", args=[XLW, code]))

    def test_it_names_the_lists_that_count_or_will(self):
        self.keep("1", -20, {FOX: 3})
        self.keep("2", -10, {FOX: 1})
        self.keep("3", 10, {FOX: 0})
        self.keep("1", -10, {AUNT: 0}, slug="cup", title="Cup")
        told = [(each.list.version, each.words) for each in self.card().context["shown"].lists]
        assert told == [("3", "banned"), ("2", "at most 1 copy")]
        self.assertContains(self.card(), f'href="/{XLW}/lists/league/3/"')

    def test_it_tells_what_a_pool_has_from_what_it_has_not(self):
        self.keep("1", -10, {FOX: None}, pool=True)
        assert [each.words for each in self.card().context["shown"].lists] == ["as many copies as the rules allow"]
        other = self.card("XLW-S002").context["shown"].lists
        assert [each.words for each in other] == ["not allowed (not on the list)"]
