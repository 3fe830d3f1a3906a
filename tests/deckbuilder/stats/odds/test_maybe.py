"""What swaps with a maybe-board would do to a goal: exact, legal, and made by one click."""

import re
from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deckbuilder.decks import services
from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.models import DeckLine, Visibility
from deckbuilder.decks.selectors import verdict_on
from deckbuilder.stats.figures import percent
from deckbuilder.stats.odds import chosen_goals, maybe_page
from games.registry import get
from tests.deckbuilder.stats.base import PARADE, StatsTest, text_of

GOAL = ">=2 of (kind:spell)"
SPELL = "許願紙鶴"
"""A neutral card that the deck does not have."""
OTHER_RACE = "魚乾會計"
HTMX = {"HX-Request": "true"}


class MaybeTest(StatsTest):
    def setUp(self):
        super().setUp()
        self.shown = self.sample_deck(PARADE)
        self.shown.visibility = Visibility.PUBLIC
        self.shown.save()

    def consider(self, *names):
        for name in names:
            services.edit(self.shown, [("add", {"code": self.printing(name).code, "zone": "maybe"})])

    def page_of(self, **query):
        return text_of(self.see(self.shown, "maybe", goal=GOAL, **query))

    def test_a_card_shows_the_chance_before_and_after(self):
        self.consider(SPELL)
        page = self.page_of()
        now, then = re.search(r'maybe-chance">\s*(\S+%) → (\S+%)', page).groups()
        assert now == percent(self.chance(self.shown, GOAL, mulligan=True))
        form = re.search(r'<form method="post" action="[^"]*/do/".*?</form>', page, re.S)[0]
        fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form))
        answer = self.as_alice.post(reverse("decks:edit", args=[self.shown.slug]), fields)
        assert answer.url == fields["next"]
        assert verdict_on(to_deck(self.shown)).status == "legal"
        assert percent(self.chance(self.shown, GOAL, mulligan=True)) == then
        assert self.shown.revisions.count() == 2
        services.undo(self.shown)
        assert percent(self.chance(self.shown, GOAL, mulligan=True)) == now

    def test_a_card_that_no_swap_makes_legal_says_why(self):
        self.consider(OTHER_RACE)
        page = self.page_of()
        assert "Not allowed:" in page
        assert "/do/" not in page

    def test_a_card_that_is_not_drawn_says_so(self):
        deck = self.sample_deck("legions/beacon-beginners")
        services.edit(deck, [("add", {"code": "LGN-S003", "zone": "maybe"})])
        assert "This card is never drawn." in text_of(self.see(deck, "maybe"))

    def test_into_a_deck_with_room_a_card_is_only_added(self):
        services.edit(self.shown, [("empty", {"zone": "main"})])
        self.consider(SPELL)
        page = self.page_of()
        fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', page[page.index("/do/") :]))
        self.as_alice.post(reverse("decks:edit", args=[self.shown.slug]), fields)
        assert get(self.shown.game).size(to_deck(self.shown)) == 1

    def test_readers_see_it_and_change_nothing(self):
        self.consider(SPELL)
        page = text_of(self.see(self.shown, "maybe", browser=self.as_bob, goal=GOAL))
        assert "maybe-chance" in page
        assert "/do/" not in page

    def test_the_builder_gets_the_part_alone_for_the_goal_that_was_chosen(self):
        self.consider(SPELL)
        self.see(self.shown, goal=GOAL, turn=2, seat="second")
        address = reverse("stats:maybe", args=[self.shown.slug])
        part = text_of(self.as_alice.get(address, headers=HTMX))
        assert "<html" not in part
        assert f"<code>{GOAL}</code> · by turn 2" in part
        assert percent(self.chance(self.shown, GOAL, turn=2, seat="second", mulligan=True)) in part
        other = text_of(self.as_bob.get(address, headers=HTMX))
        assert GOAL not in re.sub("<a .*?</a>", "", other, flags=re.S)

    def test_a_mistake_in_a_goal_is_said_where_it_is(self):
        self.see(self.shown, "maybe", goal=">=2 of (kind:", status=422)

    def test_what_cannot_be_counted_is_said(self):
        self.consider(SPELL)
        with mock.patch("deckbuilder.stats.throttle.MAX_STEPS", 1):
            found = maybe_page.page(to_deck(self.shown), get(self.shown.game), GOAL, 0, "first")
        assert found.failure
        assert not found.rows
        DeckLine.objects.create(deck=self.shown, zone="main", text="No such card", count=1, position=99)
        assert "notice is-warning" in self.page_of()

    def test_more_cards_take_no_more_queries(self):
        self.consider(SPELL)
        self.page_of()
        with CaptureQueriesContext(connection) as made:
            self.page_of()
        count = len(made)
        self.consider("提燈小狐", "紙傘婆婆", OTHER_RACE)
        self.page_of()  # the cards are kept in memory from then on
        with self.assertNumQueries(count):
            self.page_of()


def test_goals_of_the_last_decks_are_remembered():
    session = {}
    for number in range(chosen_goals.MAX_DECKS + 1):
        chosen_goals.save_goal(session, f"deck-{number}", GOAL, number, "first")
    assert chosen_goals.saved_goal(session, "deck-0") == {}
    assert chosen_goals.saved_goal(session, "deck-1") == {"goal": GOAL, "turn": "1", "seat": "first"}
    chosen_goals.save_goal(session, "deck-2", "x" * 2000, 0, "first")
    assert chosen_goals.saved_goal(session, "deck-2")["goal"] == GOAL
