"""The invented cards go in one step once a real catalog is in, and stay away; nobody's deck or list loses a card."""

import io

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog import publishing
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.models import Card, Place, Printing, SearchIndex
from deckbuilder.catalog.search.searching import search
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck
from deckbuilder.events.to_games import to_deck
from deckbuilder.site import sample_removal, samples
from deckbuilder.site.sample_removal import OnlySamples
from games.registry import get
from tests.catalogs import invented_cards_shipped
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import EventTest

GAME = get(XLW)
REAL = """code,name,kind,set,race,mana,tribute,attack,score
ALPHA-1,真正的狐狸,unit,ALPHA,妖怪村莊,,0,1,1
ALPHA-2,提燈小狐,unit,ALPHA,妖怪村莊,,0,2,2
BETA-1,沒有系列的狐狸,unit,,妖怪村莊,,0,1,1
"""
FOX, AUNT, WELL, LION = "提燈小狐", "紙傘婆婆", "井邊的濕腳印", "百歲石獅公"


def quiet(done, total):
    pass


def run(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def invented(**asked):
    return Printing.objects.filter(game=XLW, facts__set="SAMPLE", **asked)


class SamplesTest(EventTest):
    def setUp(self):
        super().setUp()
        self.enterContext(invented_cards_shipped())
        samples.load(GAME, quiet)
        self.all = invented().count()
        self.others = Printing.objects.exclude(game=XLW).count()

    def real(self):
        assert imports_services.apply(GAME, REAL.encode(), "real.csv").ok

    def names(self):
        return {card.name for card in search(GAME, size=500, retired=True).cards}


class RemoveSamplesTest(SamplesTest):
    # What goes and what stays

    def test_without_other_cards_nothing_goes(self):
        with pytest.raises(OnlySamples):
            sample_removal.remove(GAME)
        assert invented().count() == self.all
        assert samples.decks(GAME).exists()
        assert not samples.has_removed_samples(GAME)
        with pytest.raises(CommandError, match="xing-ling-wang: This game has only sample cards"):
            run("remove_samples", XLW)

    def test_decks_and_cards_nobody_uses_are_deleted(self):
        self.real()
        decks = samples.decks(GAME).count()
        told = run("remove_samples", XLW)
        assert told == f"{XLW}: {decks} sample decks were deleted. {self.all} sample printings were deleted.\n"
        assert not invented().exists()
        assert not samples.decks(GAME).exists()
        assert self.names() == {"真正的狐狸", FOX, "沒有系列的狐狸"}
        assert set(Card.objects.filter(game=XLW).values_list("name", flat=True)) == self.names()
        assert Printing.objects.exclude(game=XLW).count() == self.others
        fox = search(GAME, f"name={FOX}").cards[0]
        assert (fox.codes, fox.sample) == (("ALPHA-2",), False)

    def test_the_search_index_is_that_of_the_cards_that_are_left(self):
        self.real()
        sample_removal.remove(GAME)
        index = SearchIndex.objects.get(game=XLW)
        assert (index.size, index.current) == (3, True)
        assert Place.objects.filter(card__game=XLW).count() == 3

    def test_what_decks_have_is_retired(self):
        self.real()
        deck = self.deck({AUNT: 2, FOX: 1})
        found = sample_removal.remove(GAME)
        assert set(found.retired) == set(invented().values_list("code", flat=True))
        assert {row.name for row in invented()} == {AUNT, FOX}
        assert set(deck.lines.values_list("printing__name", "count")) == {(AUNT, 2), (FOX, 1)}
        assert Card.objects.get(game=XLW, name=AUNT).retired
        assert not Card.objects.get(game=XLW, name=FOX).retired

    def test_what_a_change_that_can_be_taken_back_has_is_retired(self):
        self.real()
        deck = services.create(GAME, owner=self.alice)
        well = self.printing(WELL).code
        services.edit(deck, [("add", {"code": well})], author=self.alice)
        services.edit(deck, [("remove", {"code": well, "zone": "main"})], author=self.alice)
        assert sample_removal.remove(GAME).retired == (well,)
        assert services.undo(deck, author=self.alice).lines[0].printing.code == well

    def test_what_lists_handed_in_name_is_retired_by_number_or_by_name(self):
        self.real()
        event = self.event()
        well = self.printing(WELL).code
        text = f"game: xing-ling-wang\nrace: 妖怪村莊\n1 {LION}\n1 {WELL} ({well})\n"
        submission = self.submit(self.entry(event, name="Ann"), text)
        found = sample_removal.remove(GAME)
        assert well in found.retired
        assert {row.name for row in invented()} == {WELL, LION}
        assert to_deck(submission, XLW).size("main") == 2

    def test_once_nobody_uses_them_the_retired_go_too(self):
        self.real()
        deck = self.deck({AUNT: 1})
        sample_removal.remove(GAME)
        assert run("remove_samples", XLW) == (
            f"{XLW}: 1 sample printing is retired, since decks or submitted lists have it.\n"
        )
        services.delete(deck)
        assert run("remove_samples", XLW) == f"{XLW}: 1 sample printing was deleted.\n"
        assert run("remove_samples", XLW) == f"{XLW}: There are no sample cards to remove.\n"

    def test_a_game_without_invented_cards_is_left_alone(self):
        grail = get("asteriated-grail")
        samples.load(grail, quiet)
        decks = samples.decks(grail).count()
        assert run("remove_samples", grail.slug) == f"{grail.slug}: There are no sample cards to remove.\n"
        assert samples.decks(grail).count() == decks > 0
        assert not samples.has_removed_samples(grail)

    def test_a_card_that_comes_into_a_deck_meanwhile_is_retired(self):
        self.real()
        deck, make, tries = self.deck(), publishing._make, []

        def slow(*arguments):
            make(*arguments)
            if not tries:
                self.put(deck, AUNT)
            tries.append(1)

        publishing._make = slow
        self.addCleanup(setattr, publishing, "_make", make)
        assert sample_removal.remove(GAME).retired == (self.printing(AUNT).code,)
        assert len(tries) == 2

    def test_the_decks_of_a_person_who_has_that_name_stay(self):
        samples.decks(GAME).delete()
        User.objects.filter(username="samples").update(password="md5$salt$hash")
        mine = self.deck({AUNT: 1}, owner=User.objects.get(username="samples"))
        self.real()
        with pytest.raises(CommandError, match="somebody's own"):
            run("remove_samples", XLW)
        assert Deck.objects.filter(pk=mine.pk).exists()
        assert invented(retired=False).count() == self.all

    # They stay away

    @pytest.mark.slow
    def test_they_come_back_by_name_alone(self):
        self.real()
        deck = self.deck({AUNT: 1})
        sample_removal.remove(GAME)
        assert samples.load(GAME, quiet) == []
        assert f"{XLW}: removed; “load_samples --again {XLW}” brings them back" in run("load_samples")
        assert invented(retired=False).count() == 0
        run("load_samples", "--again", XLW)
        assert invented(retired=False).count() == self.all
        assert samples.decks(GAME).exists()
        assert deck.lines.get().printing.name == AUNT
        assert samples.load(GAME, quiet) == []
        assert not samples.has_removed_samples(GAME)


class GoneSamplesTest(SamplesTest):
    """The game comes with real cards from some version on, and its invented ones with it no more."""

    def ship_real_cards(self):
        for path in (*GAME.folder.glob("catalog/*.csv"), *GAME.folder.glob("decks/*.txt")):
            path.unlink()
        (GAME.folder / "catalog" / "cards.csv").write_text(REAL, encoding="utf-8")
        deck = f"game: {XLW}\nname: Real foxes\nrace: 妖怪村莊\n[main]\n1 真正的狐狸\n"
        (GAME.folder / "decks" / "real-foxes.txt").write_text(deck, encoding="utf-8")

    def test_cards_and_decks_that_come_no_more_go(self):
        self.ship_real_cards()
        told = run("load_samples")
        assert f"{XLW}: 2 files loaded\n" in told
        assert f"{self.all} sample printings were deleted." in told
        assert self.names() == {"真正的狐狸", FOX, "沒有系列的狐狸"}
        assert [deck.name for deck in samples.decks(GAME)] == ["Real foxes"]
        assert XLW not in run("load_samples")
        assert not samples.has_removed_samples(GAME)

    def test_those_that_decks_have_are_retired_and_still_invented(self):
        deck = self.deck({AUNT: 1})
        self.ship_real_cards()
        run("load_samples")
        assert [(row.name, row.retired) for row in invented()] == [(AUNT, True)]
        assert deck.lines.get().printing.name == AUNT

    def test_a_catalog_that_staff_have_imported_is_not_overwritten(self):
        own = REAL.replace("沒有系列的狐狸", "我們自己的狐狸")
        assert imports_services.apply(GAME, own.encode(), "own.csv").ok
        self.ship_real_cards()
        run("load_samples")
        assert self.names() == {"真正的狐狸", FOX, "我們自己的狐狸"}
        path = GAME.folder / "catalog" / "cards.csv"
        path.write_text(REAL + "BETA-2,後來的狐狸,unit,,妖怪村莊,,0,1,1\n", encoding="utf-8")
        run("load_samples")
        assert "後來的狐狸" not in self.names()
        run("load_samples", "--again", XLW)
        assert self.names() == {"真正的狐狸", FOX, "沒有系列的狐狸", "後來的狐狸"}


class PageTest(SamplesTest):
    def setUp(self):
        super().setUp()
        keeper = User.objects.create(username="keeper", is_staff=True)
        keeper.user_permissions.add(Permission.objects.get(codename="add_catalogimport"))
        self.as_keeper = self.browser_of(keeper)
        self.there = reverse("site:remove_samples", args=[XLW])
        self.imports = reverse("catalog:imports", args=[XLW])

    def test_staff_alone_come_here(self):
        assert self.as_visitor.get(self.there).status_code == 302
        assert self.as_alice.get(self.there).status_code == 403
        assert self.as_alice.post(self.there).status_code == 403

    def test_the_page_of_imports_leads_here_while_there_are_any(self):
        self.assertContains(self.as_keeper.get(self.imports), f'href="{self.there}"')
        self.real()
        sample_removal.remove(GAME)
        self.assertNotContains(self.as_keeper.get(self.imports), f'href="{self.there}"')
        self.assertContains(self.as_keeper.get(self.there), "There are no sample cards to remove.")

    def test_it_says_first_what_it_will_do_and_then_does_it(self):
        self.real()
        self.deck({AUNT: 1})
        page = self.as_keeper.get(self.there)
        self.assertContains(page, f"{self.all - 1} unused sample printings will be deleted.")
        self.assertContains(page, "1 sample printing will be retired: decks or submitted lists contain it and keep it.")
        assert invented(retired=False).count() == self.all
        done = self.as_keeper.post(self.there, follow=True)
        self.assertRedirects(done, self.imports)
        self.assertContains(done, f"{self.all - 1} sample printings were deleted.")
        assert invented().count() == 1

    def test_without_other_cards_there_is_nothing_to_confirm(self):
        page = self.as_keeper.get(self.there)
        self.assertContains(
            page, "This game has only sample cards, so they cannot be removed. Import its real catalog first."
        )
        self.assertNotContains(page, "is-danger")
        self.assertContains(
            self.as_keeper.post(self.there, follow=True),
            "This game has only sample cards, so they cannot be removed. Import its real catalog first.",
        )
        assert invented(retired=False).count() == self.all
