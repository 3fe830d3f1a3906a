"""The page of a game's own questions about a deck."""

from deckbuilder.decks.to_games import to_deck
from deckbuilder.stats.figures import decimal, percent
from games.registry import GAMES
from tests.deckbuilder.stats.test_views import PARADE, StatsTest, text_of


class QuestionsTests(StatsTest):
    def test_every_game_shows_its_questions_with_sentence_paragraph_and_values(self):
        for game in GAMES:
            path = min(each.stem for each in (game.folder / "decks").glob("*.txt") if "illegal" not in each.stem)
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
