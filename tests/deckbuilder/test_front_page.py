"""The front page: a stranger sees the product at work, others what they do next."""

from datetime import timedelta
from unittest import mock

import pytest
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.decks import services
from deckbuilder.decks.models import Deck, Favourite, Follow, Visibility
from deckbuilder.events.readiness import judgements
from deckbuilder.events.readiness.agenda import agenda
from deckbuilder.site import samples
from deckbuilder.site.tags import ago
from games.registry import GAMES
from tests.deckbuilder.base import SiteTest
from tests.deckbuilder.events.base import DEADLINE, ILLEGAL, LEGAL, OTHER, EventTest

pytestmark = pytest.mark.databases

PUBLIC = Visibility.PUBLIC
PARADE, CATS, ORCS = (
    f"xing-ling-wang/{name}" for name in ("lantern-parade", "cat-burglar-crew", "illegal-orc-stampede")
)


class StrangerTest(SiteTest):
    def test_a_newcomer_starts_every_game_with_one_button(self) -> None:
        page = self.as_visitor.get("/").content.decode()
        for game in GAMES:
            assert f'name="game" value="{game.slug}"' in page
        assert page.count(f'action="{reverse("decks:create")}"') == len(GAMES)

    def test_it_shows_three_legal_decks_of_different_games_the_most_copied_first(self) -> None:
        parade = self.sample_deck(PARADE, visibility=PUBLIC)
        self.sample_deck(ORCS, visibility=PUBLIC)
        cats = self.sample_deck(CATS, visibility=PUBLIC)
        others = [
            self.sample_deck(path, visibility=PUBLIC)
            for path in ("zero-dimension/last-train-home", "legions/midnight-ferry")
        ]
        services.copy(cats, owner=self.bob)
        week = self.as_visitor.get("/").context["week"]
        assert [tile.deck for tile in week] == [cats, *reversed(others)]
        assert parade not in [tile.deck for tile in week]

    def test_it_counts_the_decks_of_each_game(self) -> None:
        self.deck(visibility=PUBLIC)
        self.deck()
        self.assertContains(self.as_visitor.get("/"), "1 deck</a>", 1)

    def test_it_shows_a_deck_with_a_fault_its_repair_and_an_exact_chance(self) -> None:
        deck = self.sample_deck(ORCS, visibility=PUBLIC)
        with mock.patch.object(samples, "faulty_deck", return_value=deck):
            answer = self.as_visitor.get("/")
        shown = answer.context["demonstration"]
        finding = shown.panel.findings[0]
        self.assertContains(answer, finding.fix)
        self.assertContains(answer, 'class="demo-row is-bad"')
        self.assertContains(answer, shown.odds[1])

    def test_the_fault_comes_from_the_sample_decks_and_may_be_missing_or_broken(self) -> None:
        assert samples.faulty_deck(GAMES[0]) is None
        self.assertNotContains(self.as_visitor.get("/"), 'class="demo"')
        path = next(iter(sorted(GAMES[0].folder.glob("decks/illegal-*.txt"))))
        deck = self.sample_deck(ORCS, owner=samples.owner(), visibility=PUBLIC)
        Deck.objects.filter(pk=deck.pk).update(slug=samples._slug(GAMES[0], path))
        self.assertContains(self.as_visitor.get("/"), 'class="demo"')
        Deck.objects.filter(pk=deck.pk).update(format="gone")
        self.assertNotContains(self.as_visitor.get("/"), 'class="demo"')

    def test_it_works_on_an_empty_site(self) -> None:
        answer = self.as_visitor.get("/")
        assert answer.context["week"] == []
        self.assertNotContains(answer, "Decks worth a look")

    def test_a_visitor_with_drafts_has_a_table_without_events(self) -> None:
        draft = self.deck({"提燈小狐": 1}, owner=None, name="Draft")
        self.hold(self.as_visitor, draft)
        answer = self.as_visitor.get("/")
        self.assertContains(answer, reverse("decks:builder", args=[draft.slug]))
        self.assertNotContains(answer, "Your events")


class TableTest(SiteTest):
    def table(self):
        return self.as_alice.get("/").context["table"]

    def test_it_continues_with_what_was_changed_last(self) -> None:
        decks = [self.deck(name=f"Deck {number}") for number in range(6)]
        Deck.objects.filter(pk=decks[5].pk).update(archived_at=timezone.now())
        answer = self.as_alice.get("/")
        names = [tile.deck.name for tile in answer.context["table"]["recent"]]
        assert names == ["Deck 4", "Deck 3", "Deck 2", "Deck 1"]
        self.assertContains(answer, "All 5 decks")

    def test_verdicts_are_stored_and_not_made_again(self) -> None:
        legal, illegal = self.sample_deck(PARADE), self.sample_deck(ORCS)
        self.sample_deck(CATS, owner=self.bob, visibility=PUBLIC)
        statuses = {tile.deck: tile.status for tile in self.table()["recent"]}
        assert statuses == {legal: "legal", illegal: "illegal"}
        with mock.patch("deckbuilder.decks.library.judgements.verdict_on") as judge:
            self.table()
        judge.assert_not_called()

    def test_it_proposes_decks_of_others_in_the_games_that_are_played(self) -> None:
        self.deck(visibility=PUBLIC)
        cats = self.sample_deck(CATS, owner=self.bob, visibility=PUBLIC)
        self.sample_deck("legions/midnight-ferry", owner=self.bob, visibility=PUBLIC)
        assert [tile.deck for tile in self.table()["week"]] == [cats]

    def test_who_has_no_decks_is_shown_how_to_start_and_decks_of_all_games(self) -> None:
        ferry = self.sample_deck("legions/midnight-ferry", owner=self.bob, visibility=PUBLIC)
        answer = self.as_alice.get("/")
        self.assertContains(answer, "Your decks will be here.")
        self.assertContains(answer, "None yet.")
        assert [tile.deck for tile in answer.context["table"]["week"]] == [ferry]

    def test_favourites_lift_a_deck_unless_authors_have_no_pages(self) -> None:
        cats = self.sample_deck(CATS, owner=self.bob, visibility=PUBLIC)
        parade = self.sample_deck(PARADE, owner=self.bob, visibility=PUBLIC)
        Favourite.objects.create(user=self.alice, deck=cats)
        Follow.objects.create(follower=self.alice, author=self.bob)
        table = self.table()
        assert [tile.deck for tile in table["week"]] == [cats, parade]
        assert [tile.deck for tile in table["followed"]] == [parade, cats]
        with override_settings(PEOPLE=False):
            answer = self.as_alice.get("/")
            table = answer.context["table"]
            assert [tile.deck for tile in table["week"]] == [parade, cats]
            assert table["followed"] == []
            self.assertNotContains(answer, "appreciation")

    def test_it_says_that_an_original_has_changed_as_long_as_it_may_be_read(self) -> None:
        original = self.sample_deck(PARADE, owner=self.bob, visibility=PUBLIC)
        copy = services.copy(original, owner=self.alice)
        services.copy(copy, owner=self.alice)
        assert self.table()["originals"] == []
        services.edit(original, [("rename", {"name": "Night parade"})], author=self.bob)
        services.edit(copy, [("rename", {"name": "Mine"})], author=self.alice)
        answer = self.as_alice.get("/")
        assert answer.context["table"]["originals"] == [copy]
        self.assertContains(answer, f"/d/{copy.slug}/1/with/{original.slug}/1/")
        services.share(original, Visibility.PRIVATE)
        assert self.table()["originals"] == []

    def test_it_says_which_decks_an_announced_list_hits(self) -> None:
        self.sample_deck(PARADE)
        limits = {"提燈小狐": 0}
        day = timezone.localdate() + timedelta(days=9)
        RestrictionList.objects.create(
            game="xing-ling-wang", slug="spring", title="Spring", version="1", effective_from=day, limits=limits
        )
        answer = self.as_alice.get("/")
        self.assertContains(answer, "1 deck is no longer legal from")
        self.assertContains(answer, f"{reverse('decks:mine')}?state=soon")

    def test_broken_rows_are_said_or_left_out(self) -> None:
        own, theirs = self.deck(), self.sample_deck(CATS, owner=self.bob, visibility=PUBLIC)
        other = self.sample_deck(PARADE, owner=self.bob, visibility=PUBLIC)
        Follow.objects.create(follower=self.alice, author=self.bob)
        Deck.objects.filter(pk__in=[own.pk, theirs.pk]).update(declarations={"race": 7})
        answer = self.as_alice.get("/")
        self.assertContains(answer, "This deck cannot be read, so it is not checked.")
        table = answer.context["table"]
        assert [tile.deck for tile in table["week"]] == [other]
        assert [tile.deck for tile in table["followed"]] == [other]


class AgendaTest(EventTest):
    def words(self) -> dict[str, tuple[str, str]]:
        dates = self.as_bob.get("/").context["table"]["dates"]
        return {each.appointment.event.name: (each.words, each.status) for each in dates}

    def test_it_has_the_state_of_the_list_of_each_event(self) -> None:
        cup = self.event()
        entry = self.entry(cup, self.bob)
        assert self.words() == {"Lantern Cup": ("No list submitted", "missing")}
        self.submit(entry, ILLEGAL)
        assert self.words() == {"Lantern Cup": ("List submitted, illegal that day", "illegal")}
        submission = self.submit(entry, LEGAL)
        judgements.judge(cup, judgements.rules_digest(cup), [submission.pk])
        assert self.words() == {"Lantern Cup": ("List submitted, legal", "legal")}
        self.now = DEADLINE
        assert self.words() == {"Lantern Cup": ("List locked, legal", "legal")}

    def test_it_leaves_out_what_is_over_dropped_or_broken(self) -> None:
        cup, late, broken = self.event(), self.event(name="Over"), self.event(name="Broken")
        entries = [self.entry(each, self.bob) for each in (cup, late, broken)]
        self.submit(entries[0], OTHER)
        type(late).objects.filter(pk=late.pk).update(ended_at=self.now)
        type(broken).objects.filter(pk=broken.pk).update(game="gone")
        assert list(self.words()) == ["Lantern Cup"]
        type(entries[0]).objects.filter(pk=entries[0].pk).update(dropped_at=self.now)
        assert self.words() == {}

    def test_staff_see_the_events_that_they_run(self) -> None:
        self.event()
        assert [each.role for each in agenda(self.alice, 3)] == ["organiser"]
        self.assertContains(self.as_alice.get("/"), "You run this event")
        self.assertContains(self.as_judith.get("/"), "You are on its staff")


def test_how_long_ago_something_was():
    now = timezone.now()
    assert ago(now) == "just now"
    assert ago(now - timedelta(hours=2, minutes=5)) == "2\xa0hours ago"
    assert ago(now - timedelta(days=400)).endswith(str((now - timedelta(days=400)).year))
