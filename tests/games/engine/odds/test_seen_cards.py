"""Cards seen of a shared deck: taken off it, or refused with what is wrong."""

from fractions import Fraction
from itertools import combinations

import pytest

from games.asteriated_grail.questions import QUESTIONS
from games.asteriated_grail.rules import OPENING
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine, Unknown
from games.engine.odds.exact import Unreadable
from games.engine.odds.seen_cards import MAX_SEEN_TEXT, SeenError, read_seen_cards, seen_cards, unseen

WIND = Card("w", "風神斬", "attack", {"element": "wind", "fate": "skill"})
OTHER_WIND = Card("v", "風神斬", "attack", {"element": "wind", "fate": "holy"})
LIGHT = Card("l", "聖光", "magic", {"element": "light"})
DECK = Deck("asteriated-grail", {"base": (DeckLine(WIND, 2), DeckLine(LIGHT, 3), DeckLine(OTHER_WIND, 1))})


def code_of(error: pytest.ExceptionInfo[SeenError]) -> str:
    return error.value.code


def test_copies_of_a_name_are_counted_together_in_any_spelling() -> None:
    assert [tuple(each) for each in seen_cards(DECK, OPENING, {"风神斩": 1, "風神斬": 1})] == [
        ("風神斬", 3, 2),
        ("聖光", 3, 0),
    ]


def test_what_is_left_lacks_the_cards_seen() -> None:
    left = unseen(DECK, OPENING, seen_cards(DECK, OPENING, {"風神斬": 2, "聖光": 1}))
    assert [(each.card.key, each.count) for each in left.entries("base")] == [("l", 2), ("v", 1)]
    assert unseen(DECK, OPENING, seen_cards(DECK, OPENING, {})) == DECK


def test_answers_count_the_hands_of_the_cards_left() -> None:
    left = unseen(DECK, OPENING, seen_cards(DECK, OPENING, {"風神斬": 1}))
    answer = next(each for each in QUESTIONS if each.slug == "answer").answer(left, "first")
    hands = list(combinations(("wind", "wind", "light", "light", "light"), 2))
    assert answer.rows[0].values[1] == Fraction(sum("wind" in hand for hand in hands), len(hands))


def test_a_deck_that_was_seen_whole_has_nothing_left_to_ask_of() -> None:
    left = unseen(DECK, OPENING, seen_cards(DECK, OPENING, {"風神斬": 3, "聖光": 3}))
    assert left.size("base") == 0
    assert {each.slug for each in QUESTIONS if each.answer(left, "first").rows} == {"overflow"}


def test_more_than_all_copies_cannot_be_seen() -> None:
    with pytest.raises(SeenError) as error:
        seen_cards(DECK, OPENING, {"聖光": 4})
    assert (code_of(error), error.value.params) == ("more-than-copies", {"name": "聖光", "count": 4, "copies": 3})


def test_a_card_that_is_not_in_the_deck_cannot_be_seen() -> None:
    with pytest.raises(SeenError) as error:
        seen_cards(DECK, OPENING, {"魔彈": 1})
    assert (code_of(error), error.value.params["choices"]) == ("not-in-deck", ("風神斬", "聖光"))


def test_a_deck_with_lines_that_name_no_card_cannot_be_counted() -> None:
    deck = Deck("asteriated-grail", DECK.zones, unknown=(Unknown("base", "?", 1),))
    with pytest.raises(Unreadable):
        seen_cards(deck, OPENING, {})


@pytest.mark.parametrize("text", ["3 風神斬, 1 聖光", "3x 風神斬\n1 聖光", "1 風神斬、2 風神斬；1 聖光,"])
def test_a_text_of_cards_seen_has_counts_and_names(text: str) -> None:
    assert read_seen_cards(text) == {"風神斬": 3, "聖光": 1}
    assert read_seen_cards(" ") == {}


@pytest.mark.parametrize("text", ["風神斬", "3", "-1 聖光", "1000 聖光", "３ 聖光"])
def test_what_is_no_count_and_name_is_refused(text: str) -> None:
    with pytest.raises(SeenError) as error:
        read_seen_cards(f"1 聖光, {text}")
    assert (code_of(error), error.value.params["text"]) == ("not-seen-cards", text)


def test_a_text_has_a_bound() -> None:
    with pytest.raises(SeenError) as error:
        read_seen_cards("1" * (MAX_SEEN_TEXT + 1))
    assert code_of(error) == "seen-too-long"
