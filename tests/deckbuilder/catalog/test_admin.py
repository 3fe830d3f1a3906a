"""Staff keep restriction lists in the administration and look at what was imported."""

from datetime import date, timedelta

from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Card, CatalogImport, Printing, RestrictionList
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from games.registry import get
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


class SetsTest(CatalogAdminTest):
    """Which sets a list allows is entered as names, one per line, and checked like the names of cards."""

    def test_no_set_is_every_set(self):
        for sets in ("", "\n \n"):
            self.assertRedirects(self.add(f"{self.one} = 0", sets=sets), LISTS)
            assert RestrictionList.objects.get().sets == []
            RestrictionList.objects.all().delete()

    def test_sets_are_kept_as_the_catalog_writes_them(self):
        self.assertRedirects(self.add("", sets="sample\n-\n ＳＡＭＰＬＥ "), LISTS)
        row = RestrictionList.objects.get()
        assert row.sets == ["SAMPLE", ""]
        page = self.as_carol.get(reverse("admin:catalog_restrictionlist_change", args=[row.pk]))
        assert page.context["adminform"].form["sets"].value() == "SAMPLE\n-"

    def test_a_set_that_no_card_is_in_is_refused_with_those_like_it(self):
        said = self.refused("sets", "", sets="SAMPLE\nSAMPEL")
        assert said == "Line 2: No card is in a set “SAMPEL”. Similar: SAMPLE."
        for raw in ('[["SAMPLE"]]', '"SAMPLE"', "null", '{"a": 1}', "[1]"):
            assert "Line 1: " in self.refused("sets", "", sets=raw)

    def test_it_is_kept_if_that_is_wanted(self):
        self.assertRedirects(self.add("", sets="NEXT", unknown="on"), LISTS)
        assert RestrictionList.objects.get().sets == ["NEXT"]


class CorrectionTest(CatalogAdminTest):
    def correct(self, row, limits, **fields):
        path = reverse("admin:catalog_restrictionlist_change", args=[row.pk])
        with self.assertLogs("deckbuilder.catalog.restrictions.list_changes", "WARNING") as logs:
            self.assertRedirects(self.as_carol.post(path, LEAGUE | {"limits": limits} | fields), LISTS)
        return logs.output

    def test_a_correction_of_a_list_in_effect_leaves_a_trace(self):
        self.add(f"{self.one} = 0\n{self.two} = 1")
        row = RestrictionList.objects.get()
        (line,) = self.correct(row, f"{self.one} = 2\n{self.two} = 1", sets="SAMPLE")
        assert "carol" in line
        assert "League 1" in line
        row.refresh_from_db()
        (kept,) = row.corrections
        assert kept == {
            "on": timezone.localdate().isoformat(),
            "by": "carol",
            "changes": {"limits": [{self.one: 0}, {self.one: 2}], "sets": [[], ["SAMPLE"]]},
        }
        page = self.as_visitor.get(row.get_absolute_url())
        self.assertContains(page, "Corrected on")
        self.assertContains(page, "at most 2 copies; previously: banned")
        self.assertNotContains(page, "carol")

    def test_a_list_in_effect_keeps_its_place(self):
        self.add(f"{self.one} = 0")
        row = RestrictionList.objects.get()
        path = reverse("admin:catalog_restrictionlist_change", args=[row.pk])
        for fields in ({"game": "legions"}, {"slug": "cup"}, {"version": "2"}):
            answer = self.as_carol.post(path, LEAGUE | {"limits": ""} | fields)
            assert "keeps its game" in str(answer.context["adminform"].form.errors[next(iter(fields))])
        self.as_carol.post(path, LEAGUE | {"limits": "", "version": "2", "_saveasnew": "1"})
        assert sorted(RestrictionList.objects.values_list("version", flat=True)) == ["1", "2"]

    def test_what_a_withdrawn_list_said_is_logged(self):
        self.add(f"{self.one} = 0")
        path = reverse("admin:catalog_restrictionlist_delete", args=[RestrictionList.objects.get().pk])
        with self.assertLogs("deckbuilder.catalog.restrictions.list_changes", "WARNING") as logs:
            self.assertRedirects(self.as_carol.post(path, {"post": "yes"}), LISTS)
        assert "carol withdrew the restriction list League 1" in logs.output[0]
        assert self.one in logs.output[0]

    def test_a_list_that_is_not_in_effect_yet_changes_without(self):
        later = (timezone.localdate() + timedelta(days=3)).isoformat()
        self.add(f"{self.one} = 0", effective_from=later)
        row = RestrictionList.objects.get()
        path = reverse("admin:catalog_restrictionlist_change", args=[row.pk])
        self.as_carol.post(path, LEAGUE | {"limits": f"{self.one} = 1", "effective_from": later})
        row.refresh_from_db()
        assert (row.limits, row.corrections) == ({self.one: 1}, [])


class RenamedTest(CatalogAdminTest):
    """A card that a list names has another name now."""

    def setUp(self):
        super().setUp()
        self.add(f"{self.one} = 0")
        self.row = RestrictionList.objects.get()
        self.codes = list(Printing.objects.filter(game=XLW, card__name=self.one).values_list("code", flat=True))
        rows = [f"{code},另一個名字,unit" for code in self.codes]
        services.apply(get(XLW), "\n".join(["code,name,kind", *rows]).encode(), "cards.csv")

    def change(self, limits, **fields):
        path = reverse("admin:catalog_restrictionlist_change", args=[self.row.pk])
        return self.as_carol.post(path, LEAGUE | {"limits": limits} | fields)

    def codes_of_list(self):
        return [set(each.entry(key).codes) for each in restriction_lists(get(XLW)) for key in each.limits]

    def test_its_line_may_stay_and_means_the_same_card(self):
        self.assertRedirects(self.change(f"{self.one} = 1"), LISTS)
        assert self.codes_of_list() == [set(self.codes)]

    def test_a_new_list_has_to_use_the_new_name(self):
        said = self.change(f"{self.one} = 1", version="2", _saveasnew="1")
        errors = said.context["adminform"].form.errors["limits"]
        assert errors == [f"Line 1: “{self.one}” is called “另一個名字” now; use that name."]

    def test_a_line_that_is_written_again_means_the_card_of_that_name_today(self):
        self.assertRedirects(self.change(f"{self.two} = 0"), LISTS)
        services.apply(get(XLW), f"code,name,kind\nNEW-1,{self.one},unit".encode(), "cards.csv")
        self.assertRedirects(self.change(f"{self.one} = 0"), LISTS)
        services.apply(get(XLW), b"code,name,kind\nNEW-2,New,unit", "cards.csv")
        assert self.codes_of_list() == [{"NEW-1"}]


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
            row.delete()

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
        row.game = "whist"
        row.save()
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
