"""A game's questions about a deck with their exact answers, for page, API and command."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from deckbuilder.common.labels import read
from deckbuilder.stats.figures import exact
from deckbuilder.stats.throttle import counting
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.model.questions import Question, SimulatedQuestion, Table
from games.engine.odds.seen_cards import SeenCard, SeenError, seen_cards, unseen
from games.registry import get


class AnsweredQuestion(NamedTuple):
    """A question that applies to the deck, with its answer."""

    question: Question
    table: Table


class DeckQuestions(NamedTuple):
    """`cards`: the cards of the deck by name, and how many were seen; empty in games that do not count them."""

    deck: Deck
    game: Game
    seat: Seat
    cards: tuple[SeenCard, ...]
    answered: tuple[AnsweredQuestion, ...]


def deck_questions(deck: Deck, seat: Seat = "first", seen_counts: Mapping[str, int] | None = None) -> DeckQuestions:
    """Exact answers for the deck, without the cards already seen (`seen_counts`, by name) in a game whose players
    share the deck.

    Raises Unreadable, SeenError, Busy.
    """
    game = get(deck.game)
    if seen_counts and not game.seen_cards:
        raise SeenError("not-shared")
    cards: tuple[SeenCard, ...] = ()
    left = deck
    if game.seen_cards:
        cards = seen_cards(deck, game.opening, seen_counts or {})
        left = unseen(deck, game.opening, cards)
    with counting():
        answers = [AnsweredQuestion(question, question.answer(left, seat)) for question in game.questions]
    return DeckQuestions(deck, game, seat, cards, tuple(each for each in answers if each.table.rows))


def questions_json(questions: DeckQuestions) -> dict[str, Any]:
    """The questions as returned by the API and the command, in the active language."""
    return {
        "game": questions.game.slug,
        "fingerprint": questions.deck.fingerprint,
        "seat": questions.seat,
        "seen": [{**card._asdict(), "left": card.left} for card in questions.cards],
        "questions": [_answer_json(each) for each in questions.answered],
        "simulated": [_question_json(each) for each in questions.game.simulated],
    }


def _answer_json(each: AnsweredQuestion) -> dict[str, Any]:
    return {
        **_question_json(each.question),
        "axis": read(each.question.axis),
        "columns": [read(column) for column in each.table.columns],
        "rows": [
            {"label": read(row.label), "values": [_value_json(value) for value in row.values]}
            for row in each.table.rows
        ],
    }


def _question_json(question: Question | SimulatedQuestion) -> dict[str, Any]:
    return {
        "slug": question.slug,
        "label": read(question.label),
        "explanation": read(question.explanation),
        "policy": read(question.policy),
        "rule": question.rule,
        "unit": question.unit,
    }


def _value_json(value: Fraction) -> dict[str, Any]:
    return {"fraction": exact(value), "decimal": float(value)}
