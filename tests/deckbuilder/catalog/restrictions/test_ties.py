"""A restriction list means cards, not spellings: what it forbids survives every change of the catalog."""

from datetime import date

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog import publishing
from deckbuilder.catalog.imports import services
from deckbuilder.catalog.imports.lines import as_csv, as_text
from deckbuilder.catalog.models import Card, ListTies, Printing, RestrictionList
from deckbuilder.catalog.publishing import CatalogChange
from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.catalog.restrictions.selectors import cards_on, restriction_lists
from deckbuilder.catalog.selectors import catalog_version
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.selectors import verdict_on
from deckbuilder.site import sample_removal
from deckbuilder.site.sample_texts import removal_preview
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest

GAME = get(XLW)
DAY = date(2024, 3, 1)
FOX, IMP, SHADOW, AUNT = "提燈小狐", "敲碗小鬼", "借走名字的影子", "紙傘婆婆"


def write_list(**fields) -> RestrictionList:
    given = {"game": XLW, "slug": "league", "title": "League", "version": "1", "effective_from": DAY} | fields
    return RestrictionList.objects.create(**given)


def take(*lines: str, header: str = "code,name,kind") -> None:
    """Import a file of these lines."""
    report = services.apply(GAME, "\n".join((header, *lines)).encode(), "cards.csv")
    assert report.ok, report.as_json()


def league():
    return next(each for each in restriction_lists(GAME) if each.slug == "league")


def forbidden() -> set[str]:
    """The numbers of the printings whose cards the list limits."""
    lists = league()
    codes = Printing.objects.filter(game=XLW).values_list("code", "card__facts")
    limited = {code for each in lists.limits for card in cards_on(GAME, lists)[each] for code in card.codes}
    return {code for code, _ in codes if code in limited}


class RenamedTest(SiteTest):
    """A file corrects the names of banned cards."""

    def setUp(self):
        super().setUp()
        write_list(limits={FOX: 0, IMP: 0, SHADOW: 0, AUNT: 0})
        self.lists = [self.deck({name: 1}) for name in (FOX, IMP, SHADOW, AUNT)]

    def banned(self):
        verdicts = [verdict_on(to_deck(deck), on=DAY) for deck in self.lists]
        return [sum(each.code == "list.banned" for each in verdict.violations) for verdict in verdicts]

    def test_the_ban_stays_on_the_card(self):
        assert self.banned() == [1, 1, 1, 1]
        take("XLW-S001,提燈小狐狸,unit", "XLW-S097,提燈小狐狸,unit", "XLW-S006,借走名字的影子（修正）,unit")
        take("XLW-S005,敲碗的小鬼,unit,敲碗小鬼|Bowl-Tapping Imp", header="code,name,kind,alt_names")
        take("XLW-S002,紙傘 婆婆,unit")
        assert self.banned() == [1, 1, 1, 1]
        page = self.client.get(reverse("catalog:list", args=[XLW, "league", "1"]))
        self.assertContains(page, "提燈小狐狸")
        self.assertNotContains(page, "not in the catalog yet")
        assert "League" in self.client.get(reverse("catalog:card", args=[XLW, "XLW-S005"])).content.decode()

    def test_only_one_of_two_printings_is_renamed_and_both_stay_banned(self):
        take("XLW-S097,提燈小狐狸,unit")
        assert forbidden() >= {"XLW-S001", "XLW-S097"}
        take("XLW-S001,提燈狐,unit")
        assert forbidden() >= {"XLW-S001", "XLW-S097"}

    def test_another_card_that_gets_the_old_name_is_not_banned(self):
        take("XLW-S005,敲碗的小鬼,unit")
        take("NEW-1,敲碗小鬼,unit")
        assert "XLW-S005" in forbidden()
        assert "NEW-1" not in forbidden()

    def test_a_later_printing_is_banned_with_its_card_and_stays_so(self):
        take("NEW-1,提燈小狐,unit")
        take("XLW-S001,其他狐,unit", "XLW-S097,其他狐,unit")
        assert forbidden() >= {"NEW-1", "XLW-S001", "XLW-S097"}

    def test_a_card_merged_by_mistake_is_free_again_when_it_is_parted(self):
        before = forbidden()
        other = Printing.objects.filter(game=XLW, card__kind="unit").exclude(code__in=before).first()
        take(f"XLW-S005,{other.name},unit")
        assert other.code in forbidden()
        take(f"NEW-1,{other.name},unit")
        take("XLW-S005,敲碗小鬼,unit")
        assert forbidden() == before


class PreviewTest(SiteTest):
    """Before a file is applied, the report says what it does to cards on lists."""

    def report(self, *lines, header="code,name,kind", **options):
        return services.preview(GAME, "\n".join((header, *lines)).encode(), "cards.csv", **options).as_json()

    def test_a_listed_card_that_gets_another_name_is_reported_with_its_lists(self):
        write_list(limits={FOX: 0, AUNT: 1})
        write_list(limits={FOX: 0}, version="0", effective_from=date(2023, 3, 1))
        report = self.report("XLW-S005,敲碗的小鬼,unit", "XLW-S001,提燈小狐狸,unit", "XLW-S097,提燈小狐狸,unit")
        (warning,) = [each for each in report["warned"] if each["code"].startswith("listed-")]
        assert (warning["code"], warning["name"], warning["lists"]) == ("listed-renamed", FOX, ["League 1"])
        assert warning["rows"] == [3, 4]
        assert report["counts"]["warned"] == len(report["warned"])
        text = "\n".join(as_text(report, GAME))
        assert f"row 3–4: {FOX} is on League 1 and gets the name 提燈小狐狸." in text
        assert "League 1" in as_csv(report, GAME).decode()

    def test_a_complete_catalog_that_retires_it_is_too(self):
        write_list(limits={FOX: 0})
        report = self.report("XLW-S005,敲碗小鬼,unit", complete=True)
        assert [each["code"] for each in report["warned"] if each["code"].startswith("listed-")] == ["listed-retired"]

    def test_removing_the_samples_says_which_lists_lose_a_card(self):
        write_list(limits={FOX: 0})
        take("NEW-1,新妖怪,unit")
        sentences = removal_preview(sample_removal.plan(GAME))
        assert f"{FOX} is on League 1 and is deleted. The list then names no card here." in sentences


class TiedTest(SiteTest):
    def test_a_deleted_card_leaves_an_entry_that_goes_by_its_name(self):
        write_list(limits={IMP: 0})
        change = CatalogChange(deleted=["XLW-S005"])
        publishing.publish(GAME, change, catalog_version(GAME), lambda done, total: None, lambda: True)
        assert cards_on(GAME, league())["敲碗小鬼"] == ()
        take("NEW-1,敲碗小鬼,unit")
        assert "NEW-1" in forbidden()

    def test_a_name_that_no_card_has_yet_means_the_card_that_comes(self):
        write_list(limits={"新妖怪": 1})
        take("NEW-1,新妖怪,unit")
        take("NEW-1,新的妖怪,unit")
        assert forbidden() == {"NEW-1"}

    def test_a_name_of_two_kinds_means_both_and_no_third_that_comes(self):
        write_list(limits={FOX: 1})
        take("NEW-1,提燈小狐,spell")
        assert "NEW-1" not in forbidden()
        write_list(limits={FOX: 1}, version="2", effective_from=date(2024, 4, 1))
        take("XLW-S001,提燈小狐狸,unit", "XLW-S097,提燈小狐狸,unit")
        lists = {each.version: each for each in restriction_lists(GAME)}
        codes = {version: set(each.entry(*each.limits).codes) for version, each in lists.items()}
        assert codes["1"] == {"XLW-S001", "XLW-S097"}
        assert codes["2"] == {"XLW-S001", "XLW-S097", "NEW-1"}

    def test_of_two_names_that_simplified_writing_joins_it_means_the_printed_one(self):
        take("NEW-1,麵粉妖,unit", "NEW-2,面粉妖,unit")
        row = write_list(limits={}, status="draft")
        row.limits = {"麵粉妖": 0}
        list_changes.announce(row, by="carol")
        assert forbidden() == {"NEW-1"}
        take("NEW-2,面粉小妖,unit")
        assert forbidden() == {"NEW-1"}

    def test_ties_that_cannot_be_read_are_as_none(self):
        write_list(limits={FOX: 0})
        for codes in (None, [], {FOX: None}, {FOX: [1]}, {FOX: "XLW-S001"}, {"": [[]]}):
            ListTies.objects.update_or_create(game=XLW, slug="league", version="1", defaults={"codes": codes or 0})
            assert forbidden() == {"XLW-S001", "XLW-S097"}
            take("XLW-S002,紙傘婆婆,unit")


NAMES = ("雪女", "天狗", "河童")


def files(*codes: str) -> st.SearchStrategy[list[list[tuple[str, str]]]]:
    """A few files that give some of these printings other names, in any order."""
    rows = st.lists(st.tuples(st.sampled_from(codes), st.sampled_from(NAMES)), max_size=4, unique_by=lambda row: row[0])
    return st.lists(rows.filter(bool), min_size=1, max_size=3)


def take_rows(rows: list[tuple[str, str]]) -> None:
    take(*(f"{code},{name},unit" for code, name in rows))


BEFORE = [("A-0", "雪女"), ("A-1", "雪女"), ("A-2", "天狗")]
few = settings(max_examples=10)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cards")
class TestLaws:
    """Whatever is renamed, in whatever order of rows and files: the list forbids the cards it named."""

    @staticmethod
    def begin():
        for model in (Printing, Card, ListTies, RestrictionList):
            QuerySet(model).delete()
        rebuild_cards(GAME)
        take_rows(BEFORE)
        write_list(limits={"雪女": 0})

    @given(files("A-0", "A-1", "A-2", "A-3", "A-4"))
    @few
    def test_no_file_frees_a_card(self, taken):
        with transaction.atomic():
            self.begin()
            for rows in taken:
                take_rows(rows)
                assert forbidden() >= {"A-0", "A-1"}

    @given(files("A-0", "A-1", "A-2"), st.permutations(BEFORE))
    @few
    def test_names_that_are_restored_restore_what_is_forbidden(self, taken, before):
        with transaction.atomic():
            self.begin()
            for rows in taken:
                take_rows(rows)
            take_rows(before)
            assert forbidden() == {"A-0", "A-1"}

    @given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3))
    @few
    def test_a_later_printing_is_forbidden_just_as_its_card_is(self, names):
        with transaction.atomic():
            self.begin()
            for number, name in enumerate(names):
                take_rows([(f"B-{number}", name)])
            assert forbidden() == {"A-0", "A-1", *(f"B-{n}" for n, name in enumerate(names) if name == "雪女")}
