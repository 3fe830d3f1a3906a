"""Staff look at lists and imports in the administration, and a list that cannot be read harms no page."""

from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Card, CatalogImport, Printing, RestrictionList
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

LISTS = reverse("admin:catalog_restrictionlist_changelist")
LEAGUE = {
    "game": XLW,
    "format": "",
    "slug": "league",
    "title": "League",
    "version": "1",
    "effective_from": "2024-03-01",
    "source": "",
}


class CatalogAdminTest(SiteTest):
    """Carol runs the site; two cards of the sample set are `one` and `two`."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        self.as_carol = self.browser_of(self.carol)
        names = dict.fromkeys(Printing.objects.filter(game=XLW, card__kind="unit").values_list("name", flat=True))
        self.one, self.two = list(names)[:2]


class ListTest(CatalogAdminTest):
    def test_lists_are_looked_at_and_not_touched(self):
        row = RestrictionList.objects.create(**LEAGUE | {"limits": {self.one: 0}})
        path = reverse("admin:catalog_restrictionlist_change", args=[row.pk])
        self.assertContains(self.as_carol.get(LISTS), "League")
        self.assertContains(self.as_carol.get(path), "announced or in force")
        assert self.as_carol.post(path, LEAGUE | {"limits": ""}).status_code == 403
        assert self.as_carol.get(reverse("admin:catalog_restrictionlist_add")).status_code == 403
        delete = reverse("admin:catalog_restrictionlist_delete", args=[row.pk])
        assert self.as_carol.post(delete, {"post": "yes"}).status_code == 403
        many = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
        self.as_carol.post(LISTS, many)
        assert RestrictionList.objects.get().limits == {self.one: 0}


class ImportTest(CatalogAdminTest):
    def test_imports_are_looked_at_and_not_touched(self):
        row = CatalogImport.objects.create(game=XLW, filename="cards.csv", created_by=self.carol)
        path = reverse("admin:catalog_catalogimport_change", args=[row.pk])
        self.assertContains(self.as_carol.get(reverse("admin:catalog_catalogimport_changelist")), "cards.csv")
        self.assertContains(self.as_carol.get(path), "waiting")
        assert self.as_carol.post(path, {"status": "applied"}).status_code == 403
        assert self.as_carol.get(reverse("admin:catalog_catalogimport_add")).status_code == 403
        delete = reverse("admin:catalog_catalogimport_delete", args=[row.pk])
        assert self.as_carol.post(delete, {"post": "yes"}).status_code == 403


class BrokenRowTest(CatalogAdminTest):
    """A row that nobody can read is shown as broken, and harms no page about others."""

    def broken_rows(self):
        for fields in (
            {"sets": [["SAMPLE"]]},
            {"sets": "SAMPLE"},
            {"sets": {"a": 1}},
            {"sets": [None]},
            {"limits": [1]},
            {"limits": {self.one: "none"}},
            {"limits": {self.one: [0], self.two: 0}},
            {"limits": {self.one: -1}},
            {"limits": "x", "sets": 3, "format": "whist"},
            {"format": "whist"},
        ):
            row = RestrictionList.objects.create(
                **LEAGUE | {"game": XLW, "effective_from": date(2024, 3, 1), "limits": {}} | fields
            )
            yield row
            QuerySet(RestrictionList).delete()

    def test_verdicts_are_incomplete_and_every_page_answers(self):
        deck = self.deck({self.one: 1})
        public = self.deck({self.two: 1}, name="Public")
        for row in self.broken_rows():
            with self.subTest(limits=row.limits, sets=row.sets, format=row.format):
                codes = [each.code for each in verdict_on(to_deck(deck), on=date(2024, 3, 1)).violations]
                assert "list.broken" in codes
                card = Card.objects.get(game=XLW, name=self.one).facts["codes"][0]
                for path in (
                    deck.get_absolute_url(),
                    public.get_absolute_url(),
                    reverse("decks:public"),
                    reverse("decks:coming"),
                    reverse("catalog:card", args=[XLW, card]),
                    reverse("catalog:game", args=[XLW]),
                    reverse("catalog:lists", args=[XLW]),
                    row.get_absolute_url(),
                    f"/api/v1/games/{XLW}/",
                    f"/api/v1/games/{XLW}/lists/",
                ):
                    assert self.as_alice.get(path).status_code == 200, path
                self.assertContains(self.as_alice.get(row.get_absolute_url()), "cannot be read")
                for path in (LISTS, reverse("admin:catalog_restrictionlist_change", args=[row.pk])):
                    assert self.as_carol.get(path).status_code == 200, path

    def test_what_can_be_read_of_it_holds(self):
        row = RestrictionList.objects.create(
            **LEAGUE | {"effective_from": date(2024, 3, 1), "limits": {self.one: 0, self.two: "x"}}
        )
        codes = [each.code for each in verdict_on(to_deck(self.deck({self.one: 1})), on=date(2024, 3, 1)).violations]
        assert {"list.banned", "list.broken"} <= set(codes)
        QuerySet(RestrictionList).filter(pk=row.pk).update(game="whist")
        assert self.as_carol.get(LISTS).status_code == 200
        assert self.as_carol.get(reverse("admin:catalog_restrictionlist_change", args=[row.pk])).status_code == 200

    def test_a_list_of_an_unknown_format_forbids_nothing_but_leaves_verdicts_open(self):
        RestrictionList.objects.create(
            **LEAGUE | {"effective_from": date(2024, 3, 1), "limits": {self.one: 0}, "format": "whist", "pool": True}
        )
        codes = [each.code for each in verdict_on(to_deck(self.deck({self.one: 1})), on=date(2024, 3, 1)).violations]
        assert [each for each in codes if each.startswith("list.")] == ["list.broken"]

    def test_it_is_logged_once(self):
        RestrictionList.objects.create(**LEAGUE | {"version": "logged", "limits": {}, "sets": 3})
        with self.assertLogs("deckbuilder.catalog.to_games", "ERROR") as logs:
            restriction_lists(get(XLW))
            restriction_lists(get(XLW))
        (line,) = logs.output
        assert "league logged of xing-ling-wang" in line
