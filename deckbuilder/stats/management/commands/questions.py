"""A game's questions about a deck, answered exactly."""

from argparse import ArgumentParser
from typing import Any

from deckbuilder.common.labels import read
from deckbuilder.stats.commands import DeckFileCommand, read_deck
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.questions.deck_questions import AnsweredQuestion, DeckQuestions, deck_questions, questions_json
from games.engine.odds.seen_cards import read_seen_cards


class Command(DeckFileCommand):
    help = "Answer a game's own questions about a deck. Exit status: 0 answered, 2 invalid file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--seen", default="", metavar="CARDS", help="of a deck that all players share, such as “3 風神斬, 1 聖光”"
        )

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        questions = deck_questions(read_deck(options), options["seat"], read_seen_cards(options["seen"]))
        file = str(options["file"])
        return {"file": file, **questions_json(questions)}, _report(file, questions)


def _report(file: str, questions: DeckQuestions) -> list[str]:
    seat = "play" if questions.seat == "first" else "draw"
    lines = [f"{file}: {questions.game.slug}, {questions.deck.fingerprint}, on the {seat}"]
    if any(card.seen for card in questions.cards):
        lines.append("seen: " + ", ".join(f"{card.seen} {card.name}" for card in questions.cards if card.seen))
    for each in questions.answered:
        lines += ["", *_table(each)]
    for question in questions.game.simulated:
        lines += ["", f"{read(question.label)}: simulate, see `goldfish`  ({question.rule})"]
    return lines


def _table(each: AnsweredQuestion) -> list[str]:
    """The answer as columns of equal width."""
    question, table = each
    write = percent if question.unit == "chance" else decimal
    rows = [
        [read(question.axis), *(read(column) for column in table.columns)],
        *([read(row.label), *(write(value) for value in row.values)] for row in table.rows),
    ]
    first = max(len(row[0]) for row in rows)
    wide = max(len(cell) for row in rows for cell in row[1:])
    lines = [f"{read(question.label)}  ({question.rule})", f"  {read(question.explanation)}"]
    lines += ["  " + "  ".join([row[0].ljust(first), *(cell.rjust(wide) for cell in row[1:])]) for row in rows]
    return [*lines, f"  {read(question.policy)}"] if question.policy else lines
