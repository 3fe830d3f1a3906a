"""What is kept for a stated time only is removed after it, and nothing else is."""

from datetime import timedelta
from io import StringIO
from unittest import mock

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deckbuilder.catalog.imports import uploads
from deckbuilder.catalog.models import CatalogFile, CatalogImport, ImportStatus
from deckbuilder.common.operations import tidying
from deckbuilder.decks import services
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, Revision, RevisionState, Visibility
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.models import LetterOrder, LogEntry, Submission
from deckbuilder.stats.models import Simulation, SimulationChunk
from deckbuilder.stats.simulations import services as stats
from deckbuilder.stats.simulations import specs
from games.registry import get
from tests.deckbuilder.base import XLW, SiteTest
from tests.deckbuilder.events.base import EventTest

pytestmark = pytest.mark.databases


def tidy(*options):
    """What the command says of each kind of rows."""
    out = StringIO()
    call_command("tidy", *options, stdout=out)
    return {name: int(number) for name, number in (line.rsplit(": ", 1) for line in out.getvalue().splitlines())}


class TidyTest(SiteTest):
    def after(self, **period):
        """So much later."""
        clock = mock.patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(**period))
        clock.start()
        self.addCleanup(clock.stop)


class DecksTest(TidyTest):
    def setUp(self):
        super().setUp()
        self.visitors = self.deck({"提燈小狐": 1}, owner=None)
        self.hold(self.as_visitor, self.visitors)

    def test_a_deck_without_an_owner_goes_a_year_after_it_was_last_opened(self):
        self.after(days=364)
        assert self.as_visitor.get(f"/d/{self.visitors.slug}/").status_code == 200
        self.after(days=364)
        assert tidy()["decks without an owner"] == 0
        self.after(days=3)
        assert tidy()["decks without an owner"] == 1
        assert not Deck.objects.filter(pk=self.visitors.pk).exists()

    def test_every_way_to_it_counts_as_opening_and_is_written_once_a_day(self):
        slug, key = self.visitors.slug, {"X-Edit-Key": self.visitors.edit_key}
        for path in (f"/d/{slug}/edit/", f"/d/{slug}/odds/", f"/api/v1/decks/{slug}/", f"/d/{slug}/simulations/"):
            self.after(days=2)
            with self.subTest(path), CaptureQueriesContext(connection) as queries:
                for _ in range(2):
                    assert self.as_visitor.get(path, headers=key).status_code == 200
            written = [each["sql"] for each in queries if each["sql"].startswith("UPDATE")]
            assert [sql.count("opened_on") for sql in written] == [1]

    def test_decks_of_accounts_and_those_that_others_may_see_stay(self):
        mine = self.deck()
        for visibility in (Visibility.LINK, Visibility.PUBLIC):
            services.share(self.deck(owner=None), visibility)
        self.after(days=4000)
        assert tidy()["decks without an owner"] == 1
        assert Deck.objects.filter(pk=mine.pk).exists()
        assert Deck.objects.filter(owner=None).count() == 2

    def test_a_trial_says_as_much_and_removes_nothing(self):
        self.after(days=366)
        assert tidy("--dry-run")["decks without an owner"] == 1
        assert tidy()["decks without an owner"] == 1

    def test_many_go_in_batches(self):
        for _ in range(4):
            self.deck(owner=None)
        self.after(days=366)
        with mock.patch.object(tidying, "BATCH", 2):
            assert tidy()["decks without an owner"] == 5

    def test_the_page_of_the_deck_says_so_where_the_visitor_keeps_the_link(self):
        self.assertContains(self.as_visitor.get(f"/d/{self.visitors.slug}/edit/"), "nobody opens it for 365 days")
        self.assertNotContains(self.as_alice.get(f"/d/{self.deck().slug}/edit/"), "nobody opens it")
        self.assertContains(self.as_visitor.get("/about/"), "for 365 days")


class HandedInTest(TidyTest, EventTest):
    def test_what_was_handed_in_and_what_was_logged_stay_for_ever(self):
        event = self.event()
        deck = self.sample_deck("xing-ling-wang/lantern-parade", owner=None)
        made = entry_services.submit(self.entry(event), to_deck(deck), by=self.alice, nonce="n")
        LetterOrder.objects.create(event=event, ordered_by=self.alice, ordered_at=timezone.now(), count=1)
        before = [list(model.objects.values()) for model in (Submission, LogEntry)]
        self.after(days=4000)
        assert tidy()["decks without an owner"] == 1
        assert [list(model.objects.values()) for model in (Submission, LogEntry)] == before
        self.assertContains(
            self.browser_of(self.judith).get(f"/events/{event.slug}/entries/1/{made.version}/"), "提燈小狐"
        )
        assert not LetterOrder.objects.exists()


@override_settings(REVISIONS_KEPT=3)
class RevisionsTest(TidyTest):
    def setUp(self):
        super().setUp()
        self.made = self.deck()
        for number in range(6):
            services.edit(self.made, [("rename", {"name": f"Name {number}"})])

    def numbers(self):
        return sorted(self.made.revisions.values_list("number", flat=True))

    def undo(self, times):
        for _ in range(times):
            services.undo(self.made)

    def test_the_last_ones_can_be_taken_back_and_no_others(self):
        assert tidy()["changes of decks"] == 3
        assert self.numbers() == [4, 5, 6]
        self.undo(3)
        with pytest.raises(EditError, match="nothing-to-undo"):
            services.undo(self.made)
        self.made.refresh_from_db()
        assert self.made.name == "Name 2"

    def test_what_was_taken_back_can_all_be_brought_back(self):
        self.undo(5)
        tidy()
        for number in range(1, 6):
            assert services.redo(self.made).deck.name == f"Name {number}"

    def test_changes_that_count_no_longer_go_however_often_somebody_turns_them(self):
        for _ in range(9):
            services.undo(self.made)
            services.redo(self.made)
        tidy()
        assert self.made.revisions.filter(state=RevisionState.STANDS).count() == 3
        assert self.made.revisions.filter(state=RevisionState.REVERSAL).count() == 3

    def test_decks_with_few_changes_keep_all(self):
        few = self.deck()
        for number in range(3):
            services.edit(few, [("rename", {"name": f"Few {number}"})])
        tidy()
        assert few.revisions.count() == 3

    def test_the_history_says_how_many_are_kept(self):
        self.assertContains(self.as_alice.get(f"/d/{self.made.slug}/history/"), "The last 3 changes are kept")


class SimulationsTest(TidyTest):
    def setUp(self):
        super().setUp()
        deck = to_deck(self.sample_deck("xing-ling-wang/lantern-parade"))
        self.visitors = stats.start(specs.SimulationSpec(deck, trials=100, turns=1))
        self.alices = stats.start(specs.SimulationSpec(deck, trials=100, turns=1), user=self.alice)
        stats.take(self.visitors)

    def left(self):
        return set(Simulation.objects.values_list("pk", flat=True))

    def test_those_of_visitors_go_after_a_month_and_of_accounts_after_a_year(self):
        self.after(days=29)
        assert tidy()["simulations"] == 0
        self.after(days=3)
        assert tidy()["simulations"] == 1
        assert self.left() == {self.alices.pk}
        assert not SimulationChunk.objects.filter(simulation=self.visitors.pk).exists()
        self.after(days=335)
        assert tidy()["simulations"] == 1

    def test_one_that_is_looked_at_stays(self):
        for path in (f"/s/{self.visitors.slug}/", f"/api/v1/simulations/{self.visitors.slug}/csv/"):
            self.after(days=29)
            with mock.patch("deckbuilder.stats.tasks.SIMULATIONS.start"):
                assert self.as_bob.get(path).status_code == 200
            assert tidy()["simulations"] == 0


class UploadsTest(TidyTest):
    def upload(self, status, **fields):
        made = uploads.receive(get(XLW), "code,name,kind,race\nA-1,雪女,unit,中立\n".encode(), "cards.csv")
        CatalogImport.objects.filter(pk=made.pk).update(status=status, **fields)
        return made

    def test_files_that_were_never_applied_go_after_a_month_and_never_before_a_worker_is_done(self):
        now = timezone.now()
        for status in (ImportStatus.FAILED, ImportStatus.PREVIEW):
            self.upload(status)
        kept = [self.upload(each) for each in uploads.WAITS_FOR_WORKER]
        kept += [self.upload(each, applied_at=now) for each in (ImportStatus.APPLIED, ImportStatus.UNDONE)]
        self.after(days=31)
        assert tidy()["catalog uploads"] == 2
        assert set(CatalogImport.objects.filter(file__isnull=False)) == set(kept)
        assert set(CatalogFile.objects.values_list("upload", flat=True)) == {each.pk for each in kept}

    def test_what_is_noted_of_the_samples_stays(self):
        noted = CatalogImport.objects.create(game=XLW, status=ImportStatus.APPLIED, applied_at=timezone.now())
        self.after(days=999)
        tidy()
        assert CatalogImport.objects.filter(pk=noted.pk).exists()


class SessionsTest(TidyTest):
    def test_a_visitor_who_only_looks_has_none(self):
        public = self.deck({"提燈小狐": 1}, visibility=Visibility.PUBLIC)
        for path in (
            "/", "/about/", "/decks/", "/decks/public/", "/decks/new/", "/decks/import/", "/events/", f"/{XLW}/",
            f"/{XLW}/cards/", "/account/login/", "/account/signup/", f"/d/{public.slug}/", f"/d/{public.slug}/odds/",
            f"/d/{public.slug}/hands/", "/nowhere/", "/api/v1/games/",
        ):  # fmt: skip
            self.as_visitor.get(path, follow=True)
        self.as_visitor.post("/decks/new/", {"game": "none"})
        self.as_visitor.post("/account/login/", {"login": "nobody", "password": "wrong"})
        assert "sessionid" not in self.as_visitor.cookies
        assert not Session.objects.exists()

    def test_one_with_decks_lasts_a_year_and_goes_then(self):
        self.as_visitor.post("/decks/new/", {"game": XLW})
        self.after(days=364)
        assert tidy()["sessions"] == 0
        assert len(self.as_visitor.get("/decks/").context["tiles"]) == 1
        self.after(days=2)
        assert tidy()["sessions"] == 1


def test_no_rule_touches_what_events_are_made_of():
    from deckbuilder.site.management.commands.tidy import RULES

    removed = {rule.expired(timezone.now()).model for rule in RULES}
    assert {each.__name__ for each in removed if each._meta.app_label == "events"} == {"LetterOrder"}
    assert removed >= {Deck, Revision, Simulation, CatalogImport, Session}
