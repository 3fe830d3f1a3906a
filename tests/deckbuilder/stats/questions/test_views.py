"""The page of a game's own questions about a deck."""

import pytest

from deckbuilder.decks.loading import to_deck
from deckbuilder.decks.services import edit
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.questions.deck_questions import deck_questions
from deckbuilder.stats.simulations.services import start
from deckbuilder.stats.simulations.specs import SimulationSpec
from games.registry import GAMES
from tests.catalogs import decks_of
from tests.deckbuilder.stats.base import PARADE, StatsTest, text_of

TRIO = "asteriated-grail/night-market-trio"


class QuestionsTests(StatsTest):
    @pytest.mark.slow
    def test_every_game_shows_its_questions_with_sentence_paragraph_and_values(self):
        for game in GAMES:
            path = min(each.stem for each in decks_of(game).glob("*.txt") if "illegal" not in each.stem)
            deck = self.sample_deck(f"{game.slug}/{path}")
            for seat in ("first", "second"):
                shown = text_of(self.see(deck, "questions", seat=seat))
                for question in game.questions:
                    if rows := question.answer(to_deck(deck), seat).rows:
                        assert question.explanation.en in shown
                        assert f"({question.rule})" in shown
                        write = percent if question.unit == "chance" else decimal
                        assert all(write(value) in shown for row in rows for value in row.values)

    def test_a_seat_that_is_none_is_refused_with_the_choices(self):
        shown = text_of(self.see(self.sample_deck(PARADE), "questions", seat="third", status=422))
        assert "“third”" in shown
        assert "“second”" in shown

    def test_a_deck_that_players_share_has_cards_seen(self):
        deck = self.sample_deck(TRIO)
        shown = text_of(self.see(deck, "questions", **{"seen:風神斬": "3", "seen:聖光": ""}))
        assert 'name="seen:風神斬"' in shown
        assert '<td class="is-number">18</td>' in shown
        assert '<td class="is-number">147</td>' in shown
        found = deck_questions(to_deck(deck), "first", {"風神斬": 3})
        assert all(percent(value) in shown for row in found.answered[0].table.rows for value in row.values)
        assert "seen:" not in text_of(self.see(self.sample_deck(PARADE), "questions"))

    def test_cards_that_cannot_have_been_seen_are_told_and_the_page_stays(self):
        deck = self.sample_deck(TRIO)
        for name, count, told in (
            ("風神斬", "22", "風神斬: you cannot have seen 22, because the deck has 21 copies."),
            ("風神斬", "-1", "“-1 風神斬” is not a number of cards and a name"),
            ("風斬", "1", "No card in this deck is called “風斬”. Choose among: 風神斬, "),
        ):
            shown = text_of(self.see(deck, "questions", status=422, **{f"seen:{name}": count}))
            assert told in shown
            assert 'id="answer"' in shown
        shown = text_of(self.see(self.sample_deck(PARADE), "questions", status=422, **{"seen:雪女": "1"}))
        assert "do not share a deck" in shown

    def test_simulated_questions_lead_to_the_chart_of_the_last_simulation_of_these_cards(self):
        deck = self.sample_deck(PARADE)
        assert "See the last simulation" not in text_of(self.see(deck, "questions"))
        simulation = start(SimulationSpec(to_deck(deck), trials=1), deck=deck)
        assert f'href="/s/{simulation.slug}/#chart-final-score"' in text_of(self.see(deck, "questions"))
        edit(deck, [("remove", {"code": to_deck(deck).zones["main"][0].code})])
        deck.refresh_from_db()
        shown = text_of(self.see(deck, "questions"))
        assert simulation.slug not in shown
        assert "Score at the end of the countdown" in shown

    def test_the_deck_leads_to_its_questions(self):
        deck = self.sample_deck(PARADE)
        assert f'href="/d/{deck.slug}/questions/"' in text_of(self.as_alice.get(f"/d/{deck.slug}/"))
