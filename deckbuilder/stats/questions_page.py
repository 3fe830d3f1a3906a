"""A game's own questions about a deck, answered for people to read."""

from fractions import Fraction
from typing import Literal, NamedTuple

from deckbuilder.stats.counting import counting
from deckbuilder.stats.figures import decimal, percent
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.model.questions import Question
from games.engine.texts.text import Text


class Cell(NamedTuple):
    """`width`: how far its bar goes, from 0 to 100."""

    shown: str
    width: float


class QuestionLine(NamedTuple):
    label: str
    cells: tuple[Cell, ...]


class Answer(NamedTuple):
    """`policy`: what is assumed of the player's choices; "" where nothing is."""

    slug: str
    label: str
    explanation: str
    policy: str
    rule: str
    axis: str
    heads: tuple[str, ...]
    lines: tuple[QuestionLine, ...]


def answers(deck: Deck, game: Game, seat: Seat, language: str) -> list[Answer]:
    """The game's questions that arise with the deck. Raises Unreadable."""
    with counting():
        found = [_answer(question, deck, seat, language) for question in game.questions]
    return [each for each in found if each.lines]


def _answer(question: Question, deck: Deck, seat: Seat, language: str) -> Answer:
    def read(text: Text | None) -> str:
        return text.read(language) if text else ""

    table = question.answer(deck, seat)
    most = max((value for row in table.rows for value in row.values), default=Fraction(0))
    top = Fraction(1) if question.unit == "chance" else most or Fraction(1)
    lines = (
        QuestionLine(read(row.label), tuple(_cell(value, question.unit, top) for value in row.values))
        for row in table.rows
    )
    return Answer(
        question.slug,
        read(question.label),
        read(question.explanation),
        read(question.policy),
        question.rule,
        read(question.axis),
        tuple(read(head) for head in table.columns),
        tuple(lines),
    )


def _cell(value: Fraction, unit: Literal["chance", "number"], top: Fraction) -> Cell:
    return Cell(percent(value) if unit == "chance" else decimal(value), round(100 * float(value / top), 2))
