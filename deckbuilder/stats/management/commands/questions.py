"""A game's questions about a deck, answered exactly."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from deckbuilder.common.labels import read
from deckbuilder.decks.commands import ListCommand
from deckbuilder.decks.lists import codec
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.odds.sentences import unreadable
from deckbuilder.stats.questions.deck_questions import Answered, DeckQuestions, deck_questions, questions_json
from deckbuilder.stats.questions.sentences import seen_error
from games.engine.model.opening import Seat
from games.engine.odds.exact import Unreadable
from games.engine.odds.seen_cards import SeenError, read_seen_cards
from games.engine.reading.decklists import DeckListError
from games.registry import GAMES


class Command(ListCommand):
    help = "Answer a game's own questions about a deck. Exit status: 0 answered, 2 invalid file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument(
            "--seen", default="", metavar="CARDS", help="of a deck that all players share, such as “3 風神斬, 1 聖光”"
        )
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        seat: Seat = "second" if options["second"] else "first"
        try:
            deck = codec.read_file(options["file"], options["game"]).deck
            questions = deck_questions(deck, seat, read_seen_cards(options["seen"]))
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", codec.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except Unreadable as error:
            self.refuse(options, "odds.unknown-cards", unreadable(error))
        except SeenError as error:
            self.refuse(options, f"seen.{error.code}", f"--seen: {seen_error(error)}")
        else:
            data = {"file": str(options["file"]), **questions_json(questions)}
            text = (
                json.dumps(data, ensure_ascii=False) if options["json"] else "\n".join(_report(data["file"], questions))
            )
            self.stdout.write(text)


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


def _table(each: Answered) -> list[str]:
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
