"""The page of a game's questions about a deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from django.urls import reverse

from deckbuilder.common.labels import read
from deckbuilder.common.names import reader_name
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.questions.deck_questions import AnsweredQuestion, deck_questions
from deckbuilder.stats.selectors import last_of_cards
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.model.questions import Question, SimulatedQuestion
from games.engine.odds.seen_cards import SeenCard
from games.registry import get


class Cell(NamedTuple):
    """`width`: the width of its bar, from 0 to 100."""

    shown: str
    width: float


class QuestionLine(NamedTuple):
    label: str
    cells: tuple[Cell, ...]


class Answer(NamedTuple):
    question: Question
    heads: tuple[str, ...]
    lines: tuple[QuestionLine, ...]


class SimulatedLink(NamedTuple):
    """A question that a simulation answers."""

    question: SimulatedQuestion
    url: str
    """Of its chart in the last simulation of these cards; "" if there is none."""


@dataclass(frozen=True)
class QuestionsPage:
    answers: tuple[Answer, ...]
    simulated: tuple[SimulatedLink, ...]
    cards: tuple[SeenCard, ...]
    """The cards seen and those left of a deck that all players share; empty in other games."""
    cards_by_name: Mapping[str, Card]
    """The deck's cards by their printed names."""

    @property
    def seen_count(self) -> int:
        return sum(card.seen for card in self.cards)

    @property
    def left(self) -> int:
        return sum(card.left for card in self.cards)


def page(deck: Deck, seat: Seat, seen_counts: Mapping[str, int], key: int) -> QuestionsPage:
    """The questions that apply to the deck; `key`: its primary key. Raises Unreadable, SeenError, Busy."""
    questions = deck_questions(deck, seat, seen_counts)
    by_name = {entry.card.name: entry.card for _zone, entry in deck.all_entries()}
    return QuestionsPage(tuple(map(_answer, questions.answered)), _links(deck, key), questions.cards, by_name)


def _links(deck: Deck, key: int) -> tuple[SimulatedLink, ...]:
    questions = get(deck.game).simulated
    last = last_of_cards(key, deck.fingerprint) if questions else None
    url = reverse("stats:simulation", args=[last.slug]) if last else ""
    return tuple(SimulatedLink(each, f"{url}#chart-{each.slug}" if url else "") for each in questions)


def _answer(answer: AnsweredQuestion) -> Answer:
    question, table = answer
    most = max((value for row in table.rows for value in row.values), default=Fraction(0))
    top = Fraction(1) if question.unit == "chance" else most or Fraction(1)
    lines = (
        QuestionLine(
            reader_name(row.card) if row.card else read(row.label),
            tuple(_cell(value, question.unit, top) for value in row.values),
        )
        for row in table.rows
    )
    return Answer(question, tuple(map(read, table.columns)), tuple(lines))


def _cell(value: Fraction, unit: Literal["chance", "number"], top: Fraction) -> Cell:
    return Cell(percent(value) if unit == "chance" else decimal(value), round(100 * float(value / top), 2))
