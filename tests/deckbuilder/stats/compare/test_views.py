"""Two decks or versions side by side: found, compared, taken over from, by those who may."""

import re
from datetime import timedelta
from html import escape, unescape
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.names import reader_name
from deckbuilder.decks import services
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import Deck, Revision
from deckbuilder.decks.verdicts.sentences import EDIT_ERRORS
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services as simulations
from deckbuilder.stats.simulations.specs import SimulationSpec
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.decks.edits import FOX, UMBRELLA, EditTest

pytestmark = pytest.mark.databases


class CompareTest(EditTest):
    """Alice's deck, and Bob's copy of it with a fox more and an umbrella in the place of another card."""

    def setUp(self):
        super().setUp()
        self.mine = self.sample_deck("xing-ling-wang/lantern-parade", visibility="link")
        self.theirs = services.copy(self.mine, owner=self.bob)
        services.share(self.theirs, "link")
        self.gone = self.theirs.lines.exclude(printing__code__in=[FOX, UMBRELLA]).first().printing
        self.gone_name = reader_name(to_card(self.gone.card))
        code = self.gone.code
        edits = [("add", {"code": FOX}), ("remove", {"code": code, "zone": "main"}), ("add", {"code": "XLW-S052"})]
        self.theirs = services.edit(self.theirs, edits).deck

    def address(self, view="versions", first=None, second=None, numbers=None):
        first, second = first or self.mine, second or self.theirs
        one, other = numbers or (first.revision, second.revision)
        return reverse(f"stats:{view}", args=[first.slug, one, second.slug, other])

    def see(self, address, browser=None, status=200, **query):
        answer = (browser or self.as_alice).get(f"{address}?{urlencode(query)}" if query else address)
        assert answer.status_code == status
        return answer

    def rows(self, answer):
        """What differs, by the group it stands in."""
        groups = answer.context["page"].groups
        return {group.title: [(row.label, row.first, row.second) for row in group.rows] for group in groups}

    def choose(self, browser=None, **query):
        return (browser or self.as_alice).get(reverse("stats:choose_versions", args=[self.mine.slug]), query)


class PageTest(CompareTest):
    def test_what_differs_stands_by_where_it_is(self):
        answer = self.see(self.address())
        rows = self.rows(answer)
        assert rows["Only in A"] == [(self.gone_name, "1", "0")]
        assert ("Lantern Kit", "1", "2") in rows["Different numbers of copies"] or ("Lantern Kit", "0", "1") in rows[
            "Only in B"
        ]
        assert answer.context["page"].copies_in_common >= 15
        turned = self.see(self.address(first=self.theirs, second=self.mine))
        assert self.rows(turned)["Only in B"] == [(self.gone_name, "0", "1")]

    def test_each_goal_of_the_game_has_its_odds_in_both_and_the_difference(self):
        page = self.see(self.address())
        odds = page.context["page"].odds
        assert odds
        for row in odds:
            self.assertContains(page, escape(row.first))
            self.assertContains(page, escape(row.second))
        same = self.see(self.address(second=self.mine)).context["page"].odds
        assert {row.points for row in same} == {"±0"}

    def test_every_game_can_be_compared(self):
        for game in GAMES:
            path = min(each.stem for each in decks_of(game).glob("*.txt") if "illegal" not in each.stem)
            deck, empty = self.sample_deck(f"{game.slug}/{path}"), self.deck(game=game.slug)
            with self.subTest(game.slug):
                self.see(self.address(first=deck, second=empty))

    def test_versions_of_one_deck(self):
        answer = self.see(self.address(first=self.theirs, numbers=(0, 1)), self.as_bob)
        assert self.rows(answer)["Only in A"] == [(self.gone_name, "1", "0")]
        self.assertContains(answer, "Restore this version")
        equal = self.see(self.address(first=self.theirs, numbers=(1, 1)), self.as_bob)
        self.assertContains(equal, "No differences")

    def test_a_link_stays_true_when_the_deck_changes(self):
        address = self.address()
        before = self.rows(self.see(address))
        self.do(self.mine, "empty", zone="main")
        assert self.rows(self.see(address)) == before

    def test_declarations_and_format_differ_too(self):
        other = self.do(self.theirs, "declare", key="race", value="喵喵賊")
        rows = self.rows(self.see(self.address(second=other)))
        assert rows["Declarations and format"] == [("Race", self.mine.declarations["race"], "喵喵賊")]

    def test_a_version_that_is_gone_is_told_in_words(self):
        self.theirs = self.do(self.theirs, "add", code=UMBRELLA)
        Revision.objects.filter(deck=self.theirs, number=1).delete()
        gone = self.see(self.address(first=self.theirs, numbers=(0, 2)), self.as_bob, 404)
        self.assertContains(gone, "Version 0 is no longer kept", status_code=404)
        nowhere = self.see(self.address(first=self.theirs, numbers=(1, 9)), self.as_bob, 404)
        self.assertContains(nowhere, "Versions go from 0 to 2", status_code=404)

    def test_who_may_read_one_of_them_only_sees_nothing(self):
        services.share(self.theirs, "private")
        for address in (self.address(), self.address(first=self.theirs, second=self.mine)):
            self.see(address, status=404)
            self.see(address, self.as_bob)
            self.see(address, self.as_visitor, 404)

    def test_decks_of_two_games_are_not_compared(self):
        self.see(self.address(second=self.deck(game="legions")), status=404)

    def test_as_many_queries_for_long_decks_as_for_short_ones(self):
        short = [self.deck({"提燈小狐": 1}) for _ in range(2)]
        queries = []
        for pair in (short, (self.mine, self.theirs)):
            address = self.address(first=pair[0], second=pair[1])
            self.see(address)
            with CaptureQueriesContext(connection) as count:
                self.see(address)
            queries.append(len(count))
        assert queries[0] == queries[1]

    def test_names_of_versions_are_for_those_who_may_edit(self):
        services.name_version(self.mine, self.mine.revision, "Before the cup")
        self.assertContains(self.see(self.address()), "Before the cup")
        self.assertNotContains(self.see(self.address(), self.as_bob), "Before the cup")


class ChooseTest(CompareTest):
    def changed(self):
        """The deck with changes of nine days ago, of three and of today."""
        for number, days in enumerate((9, 3, 0), 1):
            self.mine = self.do(self.mine, "set", code=FOX, zone="main", count=number + 1)
            moment = timezone.now() - timedelta(days=days)
            Revision.objects.filter(deck=self.mine, number=number).update(made_at=moment)
        Deck.objects.filter(pk=self.mine.pk).update(created_at=timezone.now() - timedelta(days=20))

    def test_since_a_day_is_one_click_from_the_history(self):
        self.changed()
        history = self.as_alice.get(reverse("decks:history", args=[self.mine.slug])).content.decode()
        for label, number in (("Since yesterday", 2), ("Since last week", 1)):
            link = unescape(re.search(rf'href="([^"]+)">\s*{label}', history)[1])
            answer = self.as_alice.get(link, follow=True)
            assert answer.redirect_chain[-1][0] == self.address(second=self.mine, numbers=(number, 3))

    def test_days_without_a_version_are_told(self):
        self.changed()
        day = lambda days: (timezone.localdate() - timedelta(days=days)).isoformat()  # noqa: E731
        for since, words in ((day(30), "This is its first version"), (day(0), "Nothing has changed since")):
            answer = self.as_alice.get(
                reverse("stats:choose_versions", args=[self.mine.slug]), {"since": since}, follow=True
            )
            self.assertContains(answer, words)
        Revision.objects.filter(deck=self.mine, number=2).delete()
        answer = self.as_alice.get(
            reverse("stats:choose_versions", args=[self.mine.slug]), {"since": day(7)}, follow=True
        )
        self.assertContains(answer, "is no longer kept")
        assert answer.redirect_chain[-1][0] == self.address(second=self.mine, numbers=(2, 3))

    def test_another_deck_by_its_link(self):
        for link in (self.theirs.slug, f"https://example.org/d/{self.theirs.slug}/", f"/d/{self.theirs.slug}/edit/#x"):
            self.assertRedirects(self.choose(**{"with": link}), self.address(), fetch_redirect_response=False)

    def test_what_cannot_be_compared_is_told(self):
        other = self.deck(game="legions")
        private = self.deck(owner=self.bob)
        for query, words in (
            ({"since": "2026-02-30"}, "is not a date"),
            ({"since": "9999-12-31"}, "is not a date"),
            ({"number": "x"}, "not a whole number"),
            ({"with": "nowhere"}, "no deck with that link"),
            ({"with": "a\0b"}, "no deck with that link"),
            ({"with": private.slug}, "no deck with that link"),
            ({"with": other.slug}, "another game"),
        ):
            with self.subTest(query):
                self.assertContains(self.choose(**query), words, status_code=422)

    def test_the_form_offers_versions_and_decks_of_the_reader(self):
        services.name_version(self.mine, 0, "Before the cup")
        other = self.deck(name="Moon market")
        page = self.choose()
        self.assertContains(page, "Before the cup")
        self.assertContains(page, f"?with={other.slug}")
        theirs = self.choose(self.as_bob)
        self.assertNotContains(theirs, "Before the cup")
        self.assertNotContains(theirs, "Moon market")


class MaybeBoardTest(CompareTest):
    def test_cards_under_consideration_are_compared_apart_and_taken_over(self):
        self.do(self.theirs, "add", code="XLW-S097", zone="maybe")
        self.theirs.refresh_from_db()
        rows = [row for group in self.see(self.address()).context["page"].groups for row in group.rows]
        row = next(row for row in rows if getattr(row.difference, "zone", "") == "maybe")
        assert "(Maybe" in row.label


class TakeOverTest(CompareTest):
    def take(self, browser=None, address=None, **data):
        return (browser or self.as_alice).post(address or self.address("take_over"), data, follow=True)

    def test_one_change_is_one_revision_that_can_be_undone(self):
        before = self.lines(self.mine)
        row = next(row for group in self.see(self.address()).context["page"].groups for row in group.rows)
        answer = self.take(change=row.difference.id)
        self.assertContains(answer, "Applied to")
        assert self.mine.revisions.count() == 1
        assert row.difference.id not in str(self.rows(answer))
        services.undo(self.mine)
        assert self.lines(self.mine) == before

    def test_all_of_them_make_the_decks_the_same(self):
        answer = self.take(all="1")
        self.assertContains(answer, "No differences")
        assert self.mine.revisions.count() == 1

    def test_twice_the_same_button_changes_nothing_the_second_time(self):
        change = f"main/{self.gone.card.key}"
        self.take(change=change)
        answer = self.take(change=change)
        self.assertContains(answer, "Nothing was left")
        assert self.mine.revisions.count() == 1

    def test_what_changed_otherwise_meanwhile_is_not_overwritten(self):
        address, change = self.address("take_over"), f"main/{self.gone.card.key}"
        self.do(self.mine, "set", code=self.gone.code, zone="main", count=3)
        self.assertContains(
            self.take(address=address, change=change), str(EDIT_ERRORS["changed-since"]).partition("}")[2][1:]
        )
        assert self.mine.revisions.count() == 1

    def test_what_does_not_differ_cannot_be_taken(self):
        self.assertContains(self.take(change="main/nonsense"), EDIT_ERRORS["no-such-difference"])
        assert not self.mine.revisions.exists()

    def test_nobody_takes_into_decks_of_others(self):
        assert self.take(self.as_visitor, all="1").status_code == 404
        self.take(self.as_bob, into="a", all="1")
        assert not self.mine.revisions.exists()
        assert sorted(self.lines(self.theirs)) == sorted(self.lines(self.mine))

    def test_of_two_decks_of_ones_own_either_can_take(self):
        other = self.deck({"提燈小狐": 3})
        address = self.address("take_over", second=other)
        self.take(address=address, into="b", all="1")
        assert {line[1:] for line in self.lines(other)} == {line[1:] for line in self.lines(self.mine)}

    def test_from_an_older_version_changes_come_back(self):
        answer = self.take(self.as_bob, self.address("take_over", first=self.theirs, numbers=(0, 1)), all="1")
        self.assertContains(answer, "No differences")
        assert self.theirs.revisions.count() == 2

    def test_printings_come_along(self):
        other = self.deck(owner=self.bob, visibility="link")
        self.do(other, "add", code="XLW-S097")
        other.refresh_from_db()
        mine = self.deck()
        self.take(address=self.address("take_over", first=mine, second=other), all="1")
        assert self.lines(mine) == [("main", "XLW-S097", 1)]


class SimulateTest(CompareTest):
    def test_both_are_started_and_shown_side_by_side(self):
        answer = self.as_alice.post(self.address("simulate_both"))
        assert answer.status_code == 302
        first, second = Simulation.objects.order_by("id")
        assert answer["Location"] == reverse("stats:pair", args=[first.slug, second.slug])
        assert (first.deck, second.deck, first.seed) == (self.mine, self.theirs, second.seed)
        self.assertContains(self.see(self.address()), answer["Location"])

    def test_only_simulations_under_equal_conditions_are_compared(self):
        """One deck with the best mulligan for a goal, the other with every hand kept."""
        goal = ">=1 of (kind:unit tribute:0)"
        specs = (
            (self.mine, {"goal": goal, "keep": goal}),
            (self.theirs, {"goal": goal}),
            (self.theirs, {"goal": goal, "keep": goal, "seat": "second"}),
            (self.theirs, {"goal": goal, "keep": goal, "keep_turn": 1}),
            (self.theirs, {"goal": goal, "keep": goal, "turns": 9}),
            (self.theirs, {"goal": ">=2 of (kind:unit)", "keep": goal}),
        )
        for deck, conditions in specs:
            simulations.start(SimulationSpec(to_deck(deck), trials=100, **conditions), deck=deck)
        page = self.see(self.address())
        assert page.context["page"].runs is None
        self.assertContains(page, "Simulate both")
        equal = {"goal": goal, "keep": goal, "seed": 2}  # another seed is chance, which the interval allows for
        simulation = simulations.start(SimulationSpec(to_deck(self.theirs), trials=200, **equal), deck=self.theirs)
        assert self.see(self.address()).context["page"].runs[1] == simulation

    def test_what_cannot_be_played_is_told(self):
        empty = self.deck()
        answer = self.as_alice.post(self.address("simulate_both", second=empty), follow=True)
        assert answer.redirect_chain[-1][0] == self.address(second=empty)
        assert not Simulation.objects.filter(deck=empty).exists()
