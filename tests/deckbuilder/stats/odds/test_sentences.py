"""Every code has a sentence, every sentence a code, and in English it says what the engine says."""

import pytest
from django.utils.translation import override

from deckbuilder.catalog.search.query_sentences import SENTENCES as QUERY_SENTENCES
from deckbuilder.stats.odds.sentences import GOAL_ERRORS, goal_error, too_large, unreadable
from games.engine.odds.exact import TooLarge, Unreadable
from games.engine.reading.goals import SENTENCES, GoalError

VALUES = {
    **{"found": "<0", "limit": 999, "count": "2", "field": "cost"},
    **{"value": "x", "choices": ("unit", "spell"), "fields": ("cost (c)", "text"), "op": ">"},
}


def test_the_codes_are_the_same():
    assert set(GOAL_ERRORS) == set(SENTENCES)


@pytest.mark.parametrize("code", [*SENTENCES, *QUERY_SENTENCES])
def test_a_sentence_says_all_that_it_is_given(code):
    error = GoalError(code, 0, 1, VALUES)
    with override("en"):
        assert goal_error(error) == str(error)


def test_odds_that_cannot_be_given_say_why():
    with override("en"):
        assert "Nobody, Nothing" in unreadable(Unreadable(("Nobody", "Nothing")))
        told = too_large(TooLarge("states", 123, 45))
    assert "more than 45 steps" in told
    assert "simulation" in told
