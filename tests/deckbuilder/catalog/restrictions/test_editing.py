"""Staff write restriction lists on pages: drafts, announcements, corrections with a trace, and who is hit."""

import random
from contextlib import suppress
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.models import Card, ListStatus, Printing, RestrictionList
from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.catalog.restrictions.list_changes import ListError
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.traced import SilentChange
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest
from tests.deckbuilder.events.base import EventTest

NEW = reverse("catalog:list_new", args=[XLW])
LISTS = reverse("catalog:lists", args=[XLW])
LEAGUE = {"title": "League", "version": "1", "effective_from": "2024-03-01"}


class EditingTest(SiteTest):
    """Carol writes the lists of 星靈王, by a ready group; three of its cards are `one`, `two` and `three`."""

    def setUp(self):
        super().setUp()
        self.carol = User.objects.create(username="carol")
        self.carol.groups.add(Group.objects.get(name="List editor of Xing Ling Wang"))
        self.as_carol = self.browser_of(self.carol)
        self.one, self.two, self.three = list(dict.fromkeys(self.cards().values_list("name", flat=True)))[:3]

    def cards(self):
        return Printing.objects.filter(game=XLW, card__kind="unit")

    def add(self, limits, do="announce", **fields):
        return self.as_carol.post(NEW, LEAGUE | {"limits": limits, "do": do} | fields)

    def edit(self, row, limits, do="correct", **fields):
        values = {"limits": limits, "do": do, "why": "A slip of the pen", "seen": len(row.corrections)}
        path = reverse("catalog:list_edit", args=[row.pk])
        return self.as_carol.post(path, LEAGUE | {"effective_from": row.effective_from.isoformat()} | values | fields)

    def refused(self, field, limits, **fields):
        """What is said beside that field."""
        answer = self.add(limits, **fields)
        assert answer.status_code == 422
        assert not RestrictionList.objects.exists()
        return "\n".join(answer.context["form"].errors[field])

    def announced(self, limits, days=0, **fields):
        """The list once it is public, with its day so many days from today."""
        day = (timezone.localdate() + timedelta(days=days)).isoformat()
        self.add(limits, effective_from=day, **fields)
        return RestrictionList.objects.get(version=fields.get("version", "1"))


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


class CorrectionTest(EditingTest):
    def test_a_correction_leaves_a_trace_that_players_read(self):
        for days in (-3, 0, 5):
            with self.subTest(days=days):
                row = self.announced(f"{self.one} = 0\n{self.two} = 1", days, version=f"v{days}")
                with self.assertLogs("deckbuilder.catalog.restrictions.list_changes", "WARNING") as logs:
                    self.edit(row, f"{self.one} = 2\n{self.two} = 1 # rare", version=row.version, sets="SAMPLE")
                assert "carol corrected the restriction list League" in logs.output[0]
                row.refresh_from_db()
                (trace,) = row.corrections
                assert trace == {
                    "on": timezone.localdate().isoformat(),
                    "by": "carol",
                    "why": "A slip of the pen",
                    "changes": {
                        "limits": [{self.one: 0}, {self.one: 2}],
                        "sets": [[], ["SAMPLE"]],
                        "notes": [{}, {self.two: "rare"}],
                    },
                }
                page = self.as_visitor.get(row.get_absolute_url())
                for words in ("Corrected on", "A slip of the pen", "at most 2 copies; previously: banned", "→ rare"):
                    self.assertContains(page, words)
                self.assertNotContains(page, "carol")
                self.assertContains(self.as_visitor.get(LISTS), "Corrected")

    def test_a_correction_needs_a_reason_and_a_change(self):
        row = self.announced(f"{self.one} = 0")
        answer = self.edit(row, f"{self.one} = 1", why=" ")
        self.assertContains(answer, "Say why the list is changed", status_code=422)
        self.assertContains(self.edit(row, f"{self.one} = 0"), "Nothing differs", status_code=422)
        assert RestrictionList.objects.get().corrections == []

    def test_of_two_who_correct_at_once_the_second_is_told(self):
        row = self.announced(f"{self.one} = 0")
        self.edit(row, f"{self.one} = 1")
        self.assertContains(self.edit(row, f"{self.one} = 2"), "Open it again", status_code=422)
        assert RestrictionList.objects.get().limits == {self.one: 1}

    def test_a_list_in_force_keeps_its_version_and_is_not_moved_to_the_future(self):
        row = self.announced(f"{self.one} = 0")
        self.edit(row, f"{self.one} = 1", version="7")
        row.refresh_from_db()
        assert row.version == "1"
        later = (timezone.localdate() + timedelta(days=9)).isoformat()
        self.assertContains(self.edit(row, "", effective_from=later), "in force already", status_code=422)

    def test_an_announced_list_is_withdrawn_with_a_reason_and_its_page_stays(self):
        row, deck = self.announced(f"{self.one} = 0", 5), self.deck({self.one: 1})
        path = reverse("catalog:list_edit", args=[row.pk])
        self.as_carol.post(path, {"do": "withdraw"})
        assert RestrictionList.objects.get().status == ListStatus.PUBLIC
        self.assertRedirects(
            self.as_carol.post(path, {"do": "withdraw", "withdrawal": "Too early"}), row.get_absolute_url()
        )
        page = self.as_visitor.get(row.get_absolute_url())
        for words in ("Withdrawn", "Too early"):
            self.assertContains(page, words)
        assert "list.banned" not in [each.code for each in verdict_on(to_deck(deck), on=row.effective_from).violations]
        assert self.edit(row, "").status_code == 422

    def test_a_list_in_force_is_not_withdrawn(self):
        row = self.announced(f"{self.one} = 0")
        path = reverse("catalog:list_edit", args=[row.pk])
        self.as_carol.post(path, {"do": "withdraw", "withdrawal": "No"})
        self.as_carol.post(path, {"do": "delete"})
        assert RestrictionList.objects.get().status == ListStatus.PUBLIC

    def test_the_feed_says_what_was_announced_and_corrected(self):
        row = self.announced(f"{self.one} = 0", 5, reason="Season")
        self.edit(row, f"{self.one} = 1")
        self.add(f"{self.one} = 1", "draft", title="Secret")
        answer = self.as_visitor.get(reverse("catalog:lists_feed", args=[XLW]))
        atom = "{http://www.w3.org/2005/Atom}"
        entries = ElementTree.fromstring(answer.content).findall(f"{atom}entry")
        told = [(entry.find(f"{atom}title").text, entry.find(f"{atom}summary").text) for entry in entries]
        assert ("League 1: corrected", "A slip of the pen") in told
        assert "Season" in dict(told).values()
        assert len(told) == 2


class TraceTest(EditingTest):
    """A public list never changes without a trace, whatever the path."""

    def test_no_path_past_the_traces_changes_or_deletes_a_public_list(self):
        row = self.announced(f"{self.one} = 0")
        before = RestrictionList.objects.values().get()
        lists = RestrictionList.objects

        def save(**fields):
            fresh = lists.get()
            for name, value in fields.items():
                setattr(fresh, name, value)
            fresh.save()

        other = lists.get()
        other.limits = {}
        trace = {"on": "2026-01-01", "by": "", "why": "", "changes": {"title": ["a", "b"]}}
        for path in (
            lambda: lists.all().delete(),
            lambda: lists.get().delete(),
            lambda: lists.filter(pk=row.pk).update(limits={}),
            lambda: lists.bulk_update([other], ["limits"]),
            lambda: lists.update_or_create(pk=row.pk, defaults={"title": "Cup"}),
            lambda: lists.bulk_create(
                [other], update_conflicts=True, unique_fields=["game", "slug", "version"], update_fields=["limits"]
            ),
            lambda: save(limits={}),
            lambda: save(status=ListStatus.DRAFT),
            lambda: save(version="2"),
            lambda: save(limits={}, corrections=[trace]),
            lambda: save(corrections=[trace]),
            lambda: save(reason="Because"),
        ):
            with pytest.raises(SilentChange), transaction.atomic():
                path()
            assert lists.values().get() == before

    def test_traces_lead_back_to_what_was_announced_whatever_was_done(self):
        names = list(dict.fromkeys(self.cards().values_list("name", flat=True)))[:6]
        chance = random.Random(7)
        for number in range(6):
            first = {name: chance.choice((0, 1, None)) for name in chance.sample(names, 3)}
            row = RestrictionList(game=XLW, slug="cup", title="Cup", version=str(number), limits=first)
            row.effective_from = timezone.localdate() + timedelta(days=chance.choice((-5, 0, 5)))
            list_changes.announce(row, by="carol")
            announced = {name: getattr(row, name) for name in RestrictionList.TRACED}
            for _ in range(12):
                self.do_something(chance, row.pk, names)
            assert undone(RestrictionList.objects.get(pk=row.pk)) == announced

    def do_something(self, chance, pk, names):
        row = RestrictionList.objects.get(pk=pk)
        if chance.random() < 0.7:
            row.limits = {name: chance.choice((0, 1, 2, None)) for name in chance.sample(names, chance.randint(0, 4))}
        if chance.random() < 0.3:
            row.notes = {name: chance.choice("abc") for name in chance.sample(list(row.limits), len(row.limits) // 2)}
        if chance.random() < 0.3:
            row.title, row.pool = chance.choice(("Cup", "League")), chance.random() < 0.5
        if chance.random() < 0.2:
            row.effective_from += timedelta(days=chance.choice((-2, 2)))
        ways = (
            lambda: list_changes.correct(row, by="carol", why=chance.choice(("", "Slip"))),
            lambda: list_changes.withdraw(RestrictionList.objects.get(pk=pk), by="carol", why="Off"),
            lambda: list_changes.save_draft(row),
            lambda: list_changes.announce(row, by="carol"),
            lambda: list_changes.delete_draft(row),
            row.save,
            lambda: RestrictionList.objects.filter(pk=pk).update(limits=row.limits),
        )
        with suppress(ListError, SilentChange):
            chance.choices(ways, (8, 0.2, 1, 1, 1, 1, 1))[0]()


def undone(row):
    """The traced fields of a list with all its traces taken back."""
    values = {name: getattr(row, name) for name in RestrictionList.TRACED}
    for trace in reversed(row.corrections):
        for name, (old, new) in trace["changes"].items():
            if name in ("limits", "notes"):
                values[name] = {text: each for text, each in values[name].items() if text not in new} | old
            else:
                values[name] = date.fromisoformat(old) if name == "effective_from" else old
    return values


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


class ImpactTest(EventTest):
    def setUp(self):
        super().setUp()
        self.carol.groups.add(Group.objects.get(name="Keeper of Xing Ling Wang"))

    def preview(self, limits, **fields):
        values = LEAGUE | {"effective_from": timezone.localdate().isoformat(), "limits": limits, "do": "preview"}
        return self.as_carol.post(NEW, values | fields).context["preview"]

    def test_public_decks_and_entries_of_open_events_are_named_and_nothing_is_saved(self):
        name = "魚乾會計"
        shown = self.sample_deck(f"{XLW}/lantern-parade", visibility="public")
        self.sample_deck(f"{XLW}/lantern-parade")
        cup = self.event(listed=True)
        self.submit(self.entry(cup, self.bob))
        cards = [line.printing.name for line in shown.lines.select_related("printing")]
        impact = self.preview(f"{cards[0]} = 0").impact
        assert [hit.deck for hit in impact.decks] == [shown]
        assert (impact.listed, impact.judged) == (1, 1)
        assert [(hit.event, hit.entries) for hit in impact.events] == [(cup, 1)]
        assert not self.preview(f"{name} = any").impact.decks
        assert not RestrictionList.objects.exists()

    def test_an_event_that_is_not_listed_is_counted_and_not_named(self):
        cup = self.event(listed=False)
        self.submit(self.entry(cup, self.bob))
        deck = self.sample_deck(f"{XLW}/lantern-parade")
        name = deck.lines.select_related("printing")[0].printing.name
        impact = self.preview(f"{name} = 0").impact
        assert (impact.events, impact.unlisted_events) == ((), 1)


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
