"""The exact chance that the cards a deck shows by a turn meet a goal."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckbuilder.decks import lists
from deckbuilder.decks.commands import ListCommand
from deckbuilder.stats.exact_odds import Odds, odds
from deckbuilder.stats.sentences import draws_refused, exchange_refused, goal_error, refusal_code, too_large, unreadable
from deckbuilder.stats.serializers import LAST_TURN, ChanceSerializer
from games.engine.model.opening import Seat
from games.engine.odds.exact import DRAWS, DrawsRefused, Unreadable
from games.engine.reading.decklists import DeckListError
from games.engine.reading.goals import GoalError, parse, unparse
from games.registry import GAMES, get


class Command(ListCommand):
    help = "Print the exact chance of a goal. Exit status: 0 calculated, 2 invalid file or goal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a deck list")
        parser.add_argument("--goal", required=True, help="such as “>=1 of (kind:unit) and <=2 of (kind:spell)”")
        parser.add_argument(
            "--turn", type=_turn, default=0, help="cards seen by that turn (default: 0, the opening hand)"
        )
        parser.add_argument("--second", action="store_true", help="on the draw: the player who goes second")
        parser.add_argument(
            "--draws",
            choices=DRAWS,
            default="none",
            help="which draw effects to count: none (default), all, or free (cards that are always played)",
        )
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="one object")

    def handle(self, **options: Any) -> None:
        try:
            data, told = _counted(options)
        except DeckListError as error:
            self.refuse(options, f"list.{error.code}", lists.list_error(error))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except Unreadable as error:
            self.refuse(options, "odds.unknown-cards", unreadable(error))
        except DrawsRefused as error:
            self.refuse(options, f"odds.{refusal_code(error)}", draws_refused(error))
        except GoalError as error:
            self.refuse(options, f"goal.{error.code}", f"--goal, character {error.position + 1}: {goal_error(error)}")
        else:
            self.stdout.write(json.dumps(data, ensure_ascii=False) if options["json"] else told)


def _turn(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LAST_TURN):
        raise ArgumentTypeError(f"{text} is no turn; write 0 for the opening hand, or 1 to {LAST_TURN}")
    return int(text)


def _counted(options: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The odds as JSON and in words. Raises DeckListError, OSError, GoalError, Unreadable, DrawsRefused."""
    path: Path = options["file"]
    reading = lists.read_file(path, options["game"])
    goal = parse(options["goal"], get(reading.deck.game))
    seat: Seat = "second" if options["second"] else "first"
    found = odds(reading.deck, goal, turn=options["turn"], seat=seat, draws=options["draws"])
    return _as_json(found, str(path), reading.receipt.as_json()), _told(found, str(path))


def _as_json(found: Odds, file: str, receipt: dict[str, Any]) -> dict[str, Any]:
    failure = found.too_large
    return {
        "file": file,
        "game": found.deck.game,
        "fingerprint": found.deck.fingerprint,
        "goal": unparse(found.goal),
        "turn": found.turn,
        "seat": found.seat,
        "draws": found.draws,
        "seen": found.seen,
        "mulligan": found.opening.mulligan,
        "without": _chance(found.without),
        "with": _chance(found.with_mulligan),
        "with_exchange": _chance(found.with_exchange),
        "exchange_refused": exchange_refused(found.exchange_refused) if found.exchange_refused else None,
        "too_large": {"size": failure.size, "bound": failure.bound, "message": too_large(failure)} if failure else None,
        "receipt": receipt,
    }


def _chance(chance: Fraction | None) -> dict[str, Any] | None:
    return None if chance is None else dict(ChanceSerializer(chance).data)


def _told(found: Odds, file: str) -> str:
    when = (
        f"by turn {found.turn} on the {'play' if found.seat == 'first' else 'draw'}" if found.turn else "at the start"
    )
    more = "" if found.draws == "none" else ", and those that they draw"
    lines = [
        f"{file}: {unparse(found.goal)}  ({found.deck.game}, {found.seen} of {found.cards} cards seen {when}{more})",
        f"  without a mulligan: {_percent(found.without)}",
    ]
    if found.opening.mulligan != "none":
        lines.append(f"  with the mulligan:  {_percent(found.with_mulligan)}")
    if found.with_exchange is not None:
        lines.append(f"  with the exchange:  {_percent(found.with_exchange)}")
    if found.exchange_refused:
        lines.append(f"  {exchange_refused(found.exchange_refused)}")
    if found.too_large:
        lines.append(f"  {too_large(found.too_large)}")
    return "\n".join(lines)


def _percent(chance: Fraction | None) -> str:
    return "–" if chance is None else f"{float(chance):.4%} = {chance.numerator}/{chance.denominator}"
