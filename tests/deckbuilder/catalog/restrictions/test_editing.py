"""Staff write restriction lists on pages: drafts, announcements, corrections with a trace, and who is hit."""

from datetime import date

from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Card, ListStatus, Printing, RestrictionList
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.catalog.restrictions.base import LEAGUE, LISTS, NEW, EditingTest


class ListTest(EditingTest):
    def test_a_list_is_announced_and_judges_decks(self):
        deck = self.deck({self.one: 2})
        answer = self.add(f"{self.one} = 0 # too strong\n\n{self.two}=1\n{self.three} = any\n", reason="Season")
        row = RestrictionList.objects.get()
        self.assertRedirects(answer, row.get_absolute_url())
        assert row.limits == {self.one: 0, self.two: 1, self.three: None}
        assert (row.notes, row.slug, row.status) == ({self.one: "too strong"}, "league", ListStatus.PUBLIC)
        codes = [each.code for each in verdict_on(to_deck(deck), on=date(2024, 3, 1)).violations]
        assert "list.banned" in codes
        codes = [each.code for each in verdict_on(to_deck(deck), on=date(2024, 2, 28)).violations]
        assert "list.banned" not in codes
        page = self.as_visitor.get(row.get_absolute_url())
        for words in ("too strong", "Season", "announced on"):
            self.assertContains(page, words)

    def test_a_draft_is_seen_by_editors_only_and_judges_nothing(self):
        deck = self.deck({self.one: 2})
        self.add(f"{self.one} = 0", do="draft")
        row = RestrictionList.objects.get()
        assert restriction_lists(get(XLW)) == get(XLW).lists
        assert verdict_on(to_deck(deck), on=date(2024, 3, 1)).lists == ()
        for browser, status in ((self.as_visitor, 302), (self.as_alice, 403), (self.as_carol, 200)):
            assert browser.get(reverse("catalog:list_edit", args=[row.pk])).status_code == status
        assert self.as_carol.get(row.get_absolute_url()).status_code == 404
        self.assertNotContains(self.as_visitor.get(LISTS), "League")
        self.assertContains(self.as_carol.get(LISTS), "League 1")
        self.assertRedirects(self.edit(row, f"{self.two} = 1", "draft"), reverse("catalog:list_edit", args=[row.pk]))
        self.assertRedirects(self.edit(row, f"{self.two} = 1", "announce"), row.get_absolute_url())
        assert RestrictionList.objects.get().corrections == []

    def test_a_draft_is_deleted(self):
        self.add(f"{self.one} = 0", do="draft")
        row = RestrictionList.objects.get()
        self.as_carol.post(reverse("catalog:list_edit", args=[row.pk]), {"do": "delete"})
        assert not RestrictionList.objects.exists()

    def test_it_is_opened_as_it_was_written(self):
        self.add(f"{self.one} = 0 # a = b # c\n{self.two} = any")
        row = RestrictionList.objects.get()
        answer = self.as_carol.get(reverse("catalog:list_edit", args=[row.pk]))
        self.assertContains(answer, f"{self.one} = 0 # a = b # c\n{self.two} = any")
        self.assertContains(self.as_visitor.get(row.get_absolute_url()), self.one)

    def test_a_card_is_added_without_a_script_and_nothing_is_lost(self):
        answer = self.add(f"{self.one} = 0", "add", card=self.two, copies="1", note="with care", title="", pool="on")
        form = answer.context["form"]
        assert form["limits"].value() == f"{self.one} = 0\n{self.two} = 1 # with care"
        assert (form["pool"].value(), form["effective_from"].value()) == ("on", "2024-03-01")
        assert not RestrictionList.objects.exists()

    def test_names_are_proposed(self):
        answer = self.as_carol.get(reverse("catalog:suggest", args=[XLW]), {"q": self.one[:2], "as": "names"})
        self.assertContains(answer, f'<option value="{self.one}">')

    def test_the_next_version_begins_as_the_last(self):
        row = self.announced(f"{self.one} = 0 # too strong", pool="on")
        page = self.as_carol.get(NEW, {"list": "league", "version": "1"})
        assert page.context["form"]["limits"].value() == f"{self.one} = 0 # too strong"
        answer = self.as_carol.post(f"{NEW}?list=league&version=1", LEAGUE | {"version": "2", "do": "announce"})
        new = RestrictionList.objects.exclude(pk=row.pk).get()
        self.assertRedirects(answer, new.get_absolute_url())
        assert (new.slug, new.version) == ("league", "2")
        assert self.as_carol.get(NEW, {"list": "league", "version": "9"}).status_code == 404

    def test_the_same_version_twice_is_refused(self):
        self.announced(f"{self.one} = 0")
        answer = self.as_carol.post(f"{NEW}?list=league&version=1", LEAGUE | {"do": "announce"})
        assert RestrictionList.objects.count() == 1
        self.assertContains(answer, "has a version 1 already", status_code=422)

    def test_lists_of_one_title_have_names_of_their_own(self):
        for title in ("League", "League", "月表", "月表"):
            self.add("", title=title)
        slugs = RestrictionList.objects.order_by("pk").values_list("slug", flat=True)
        assert list(slugs) == ["league", "league-2", "list", "list-2"]


class NonsenseTest(EditingTest):
    def test_a_name_no_card_has_is_refused_with_those_like_it(self):
        told = self.refused("limits", f"{self.one} = 0\n{self.two}龘 = 1")
        assert f"Line 2: No card is named “{self.two}龘”. Similar: " in told
        assert self.two in told
        assert "Line 1" not in told

    def test_it_is_taken_where_that_was_asked(self):
        self.add("龘龘龘 = 1", unknown="on")
        row = RestrictionList.objects.get()
        assert row.limits == {"龘龘龘": 1}
        self.assertContains(self.as_carol.get(row.get_absolute_url()), "not in the catalog yet")

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

    def test_a_format_of_another_game_is_refused(self):
        assert "official" in self.refused("format", f"{self.one} = 0", format="official")

    def test_a_pool_of_no_cards_is_refused(self):
        assert "A list of the only cards allowed must name at least one card." in self.refused("limits", "", pool="on")

    def test_a_list_that_lifts_all_limits_is_no_mistake(self):
        assert self.add("").status_code == 302

    def test_a_title_a_day_and_an_address_are_checked(self):
        for field, value in (("title", ""), ("effective_from", "soon"), ("source", "a friend told me")):
            with self.subTest(field=field):
                assert self.refused(field, f"{self.one} = 0", **{field: value})

    def test_a_note_is_not_endless(self):
        assert "at most 500 characters" in self.refused("limits", f"{self.one} = 0 # {'x' * 501}")


class SetsTest(EditingTest):
    """Which sets a list allows is entered as names, one per line, and checked like the names of cards."""

    def test_no_set_is_every_set(self):
        for number, sets in enumerate(("", "\n \n")):
            self.add(f"{self.one} = 0", sets=sets, title=f"League {number}")
            assert RestrictionList.objects.latest("pk").sets == []

    def test_sets_are_kept_as_the_catalog_writes_them(self):
        self.add("", sets="sample\n-\n ＳＡＭＰＬＥ ")
        row = RestrictionList.objects.get()
        assert row.sets == ["SAMPLE", ""]
        page = self.as_carol.get(reverse("catalog:list_edit", args=[row.pk]))
        assert page.context["form"]["sets"].value() == "SAMPLE\n-"

    def test_a_set_that_no_card_is_in_is_refused_with_those_like_it(self):
        said = self.refused("sets", "", sets="SAMPLE\nSAMPEL")
        assert said == "Line 2: No card is in a set “SAMPEL”. Similar: SAMPLE."
        for raw in ('[["SAMPLE"]]', '"SAMPLE"', "null", '{"a": 1}', "[1]"):
            assert "Line 1: " in self.refused("sets", "", sets=raw)

    def test_it_is_kept_if_that_is_wanted(self):
        self.add("", sets="NEXT", unknown="on")
        assert RestrictionList.objects.get().sets == ["NEXT"]


class RightsTest(EditingTest):
    def test_only_those_who_may_write_the_lists_of_the_game(self):
        row = self.announced(f"{self.one} = 0")
        people = {
            "keeper": ("Keeper of Xing Ling Wang", 200),
            "other": ("List editor of LEGIONS!", 403),
            "moderator": ("Moderator", 403),
        }
        paths = (NEW, reverse("catalog:list_edit", args=[row.pk]))
        for name, (group, status) in people.items():
            user = User.objects.create(username=name)
            user.groups.add(Group.objects.get(name=group))
            browser = self.browser_of(user)
            assert [browser.get(path).status_code for path in paths] == [status] * 2, name
            assert ("New list" in browser.get(LISTS).content.decode()) == (status == 200)
        everywhere = User.objects.create(username="everywhere")
        everywhere.user_permissions.add(Permission.objects.get(codename="change_restrictionlist"))
        assert self.browser_of(everywhere).get(reverse("catalog:list_new", args=["legions"])).status_code == 200
        assert [self.as_visitor.get(path).status_code for path in paths] == [302, 302]
        assert self.as_alice.post(paths[1], {"do": "withdraw", "withdrawal": "x"}).status_code == 403


class KeptTest(EditingTest):
    def test_people_see_what_they_look_after_and_others_nothing(self):
        path = reverse("catalog:keeping")
        self.add(f"{self.one} = 0", "draft")
        self.announced(f"{self.one} = 0", 5, version="2")
        page = self.as_carol.get(path)
        assert [(each.game.slug, each.catalog) for each in page.context["kept"]] == [(XLW, None)]
        for words in ("League 1", "League 2", "Draft", "Announced", "New list"):
            self.assertContains(page, words)
        keeper = User.objects.create(username="keeper", is_staff=True)
        keeper.groups.add(
            Group.objects.get(name="Keeper of Xing Ling Wang"), Group.objects.get(name="List editor of LEGIONS!")
        )
        browser = self.browser_of(keeper)
        kept = browser.get(path).context["kept"]
        assert [(each.game.slug, bool(each.catalog)) for each in kept] == [(XLW, True), ("legions", False)]
        assert kept[0].catalog.cards == Card.objects.in_catalog(XLW).filter(retired=False).count()
        self.assertContains(browser.get("/"), f'href="{path}"')
        assert self.as_alice.get(path).status_code == 403
        assert self.as_visitor.get(path).status_code == 302

    def test_a_staff_member_with_no_game_of_their_own_is_told_no(self):
        moderator = User.objects.create(username="moderator", is_staff=True)
        moderator.groups.add(Group.objects.get(name="Moderator"))
        assert self.browser_of(moderator).get(reverse("catalog:keeping")).status_code == 403


class RenamedTest(EditingTest):
    """A card that a list names has another name now."""

    def setUp(self):
        super().setUp()
        self.add(f"{self.one} = 0")
        self.row = RestrictionList.objects.get()
        self.codes = list(Printing.objects.filter(game=XLW, card__name=self.one).values_list("code", flat=True))
        rows = [f"{code},另一個名字,unit" for code in self.codes]
        services.apply(get(XLW), "\n".join(["code,name,kind", *rows]).encode(), "cards.csv")

    def codes_of_list(self):
        return [set(each.entry(key).codes) for each in restriction_lists(get(XLW)) for key in each.limits]

    def test_its_line_may_stay_and_means_the_same_card(self):
        assert self.edit(self.row, f"{self.one} = 1").status_code == 302
        assert self.codes_of_list() == [set(self.codes)]

    def test_a_new_list_has_to_use_the_new_name(self):
        said = self.add(f"{self.one} = 1", version="2").context["form"].errors["limits"]
        assert said == [f"Line 1: “{self.one}” is called “另一個名字” now; use that name."]

    def test_the_next_version_begins_with_the_new_name(self):
        page = self.as_carol.get(NEW, {"list": "league", "version": "1"})
        assert page.context["form"]["limits"].value() == "另一個名字 = 0"

    def test_a_line_that_is_written_again_means_the_card_of_that_name_today(self):
        assert self.edit(self.row, f"{self.two} = 0").status_code == 302
        services.apply(get(XLW), f"code,name,kind\nNEW-1,{self.one},unit".encode(), "cards.csv")
        self.row.refresh_from_db()
        assert self.edit(self.row, f"{self.one} = 0").status_code == 302
        services.apply(get(XLW), b"code,name,kind\nNEW-2,New,unit", "cards.csv")
        assert self.codes_of_list() == [{"NEW-1"}]
