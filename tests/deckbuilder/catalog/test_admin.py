"""Staff keep restriction lists in the administration and look at what was imported."""

from datetime import date, timedelta

from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Card, CatalogImport, Printing, RestrictionList
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from tests.deckbuilder.base import XLW, SiteTest

ADD = reverse("admin:catalog_restrictionlist_add")
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
    """Carol runs the site; three cards of the sample set are `one`, `two` and `three`."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol", is_staff=True, is_superuser=True)
        self.as_carol = self.browser_of(self.carol)
        names = dict.fromkeys(self.cards().values_list("name", flat=True))
        self.one, self.two, self.three = list(names)[:3]

    def cards(self):
        return Printing.objects.filter(game=XLW, card__kind="unit")

    def add(self, limits, **fields):
        return self.as_carol.post(ADD, LEAGUE | {"limits": limits} | fields)

    def refused(self, field, limits, **fields):
        """What is said beside that field."""
        answer = self.add(limits, **fields)
        assert answer.status_code == 200
        assert not RestrictionList.objects.exists()
        return "\n".join(answer.context["adminform"].form.errors[field])


class ListTest(CatalogAdminTest):
    def test_a_list_is_added_and_judges_decks(self):
        deck = self.deck({self.one: 2})
        answer = self.add(f"{self.one} = 0\n\n{self.two}=1\n{self.three} = any\n")
        self.assertRedirects(answer, LISTS)
        row = RestrictionList.objects.get()
        assert row.limits == {self.one: 0, self.two: 1, self.three: None}
        codes = [each.code for each in verdict_on(to_deck(deck), on=date(2024, 3, 1)).violations]
        assert "list.banned" in codes
        codes = [each.code for each in verdict_on(to_deck(deck), on=date(2024, 2, 28)).violations]
        assert "list.banned" not in codes

    def test_it_is_opened_as_it_was_written(self):
        self.add(f"{self.one} = 0\n{self.two} = any")
        answer = self.as_carol.get(
            reverse("admin:catalog_restrictionlist_change", args=[RestrictionList.objects.get().pk])
        )
        self.assertContains(answer, f"{self.one} = 0\n{self.two} = any")
        self.assertContains(answer, "banned")
        self.assertContains(answer, f"/{XLW}/cards/")
        there = RestrictionList.objects.get().get_absolute_url()
        self.assertContains(self.as_visitor.get(there), self.one)

    def test_saved_as_it_is_it_stays_as_it_is(self):
        self.add(f"{self.one} = 0\n{self.two} = any", pool="on", source="https://example.org/list")
        row = RestrictionList.objects.get()
        before = RestrictionList.objects.values().get()
        path = reverse("admin:catalog_restrictionlist_change", args=[row.pk])
        form = self.as_carol.get(path).context["adminform"].form
        data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
        self.assertRedirects(self.as_carol.post(path, data), LISTS)
        assert RestrictionList.objects.values().get() == before

    def test_lists_are_listed_with_how_they_stand(self):
        today = timezone.localdate()
        for version, days in (("1", -20), ("2", -10), ("3", 10)):
            self.add(f"{self.one} = 0", version=version, effective_from=(today + timedelta(days=days)).isoformat())
        answer = self.as_carol.get(LISTS)
        for words in ("superseded by a later version", "in effect", "not yet in effect"):
            self.assertContains(answer, f"{words}<")


class NonsenseTest(CatalogAdminTest):
    def test_a_name_no_card_has_is_refused_with_those_like_it(self):
        told = self.refused("limits", f"{self.one} = 0\n{self.two}龘 = 1")
        assert f"Line 2: No card is named “{self.two}龘”. Similar: " in told
        assert self.two in told
        assert "Line 1" not in told

    def test_it_is_taken_where_that_was_asked(self):
        self.assertRedirects(self.add("龘龘龘 = 1", unknown="on"), LISTS)
        row = RestrictionList.objects.get()
        assert row.limits == {"龘龘龘": 1}
        self.assertContains(
            self.as_carol.get(reverse("admin:catalog_restrictionlist_change", args=[row.pk])),
            "no card with this name yet",
        )

    def test_another_name_of_a_card_is_refused_with_the_name_lists_ask_for(self):
        card = next(each for each in Card.objects.filter(game=XLW) if each.facts.get("alt_names"))
        other = card.facts["alt_names"][0]
        told = self.refused("limits", f"{other} = 1", unknown="on")
        assert f"“{other}” is another name of {card.name}; use that name." in told

    def test_lines_that_cannot_be_read_are_told_all_at_once(self):
        told = self.refused(
            "limits", f"{self.one}\n{self.two} = two\n{self.three} = -1\n{self.one} = 0\n{self.one} = 1"
        )
        assert told.splitlines() == [
            f"Line 1: “{self.one}” is not of the form “name = number”.",
            "Line 2: “two” is neither a number of copies (0 for banned) nor “any”.",
            "Line 3: “-1” is neither a number of copies (0 for banned) nor “any”.",
            f"Line 5: “{self.one}” is already in line 4.",
        ]

    def test_of_very_many_wrong_lines_the_first_are_told_and_the_others_counted(self):
        told = self.refused("limits", "\n".join(f"龘{n} = 0" for n in range(50))).splitlines()
        assert len(told) == 21
        assert told[-1] == "30 more lines have errors."

    def test_a_format_of_another_game_is_refused_with_the_choices(self):
        told = self.refused("format", f"{self.one} = 0", format="official")
        assert "no format “official”. Choose one of: standard" in told

    def test_a_pool_of_no_cards_is_refused(self):
        assert "A list of the only cards allowed must name at least one card." in self.refused("limits", "", pool="on")

    def test_a_list_that_lifts_all_limits_is_none(self):
        self.assertRedirects(self.add(""), LISTS)

    def test_the_same_version_twice_is_refused(self):
        self.add(f"{self.one} = 0")
        answer = self.add(f"{self.two} = 0")
        assert RestrictionList.objects.count() == 1
        self.assertContains(answer, "already exists")

    def test_a_game_a_day_and_an_address_are_asked_for(self):
        for field, value in (("game", "whist"), ("effective_from", "soon"), ("source", "a friend told me")):
            with self.subTest(field=field):
                assert self.refused(field, f"{self.one} = 0", **{field: value})


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
