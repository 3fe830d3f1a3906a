"""The exact probability that the cards seen by a turn meet a goal."""

from argparse import ArgumentParser, ArgumentTypeError
from fractions import Fraction
from typing import Any

from deckbuilder.catalog.search.exact_names import parse_goal
from deckbuilder.common.labels import read
from deckbuilder.decks.lists import codec
from deckbuilder.stats.commands import DeckFileCommand
from deckbuilder.stats.odds.exact_odds import Odds, odds
from deckbuilder.stats.odds.sentences import (
    choices_sentence,
    draws_left_out,
    exchange_refusal,
    too_large,
)
from deckbuilder.stats.odds.serializers import LAST_TURN, ChanceSerializer
from games.engine.odds.exact import DRAWS
from games.engine.reading.goals import unparse
from games.registry import get


class Command(DeckFileCommand):
    help = "Print the exact chance of a goal. Exit status: 0 calculated, 2 invalid file or goal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--goal", required=True, help="such as “>=1 of (kind:unit) and <=2 of (kind:spell)”")
        parser.add_argument(
            "--turn", type=_turn, default=0, help="cards seen by that turn (default: 0, the opening hand)"
        )
        parser.add_argument(
            "--draws",
            choices=DRAWS,
            default="none",
            help="which draws and searches of cards to count: none (default), all, or free (those that are no choice)",
        )

    def answer(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        file = str(options["file"])
        reading = codec.read_file(options["file"], options["game"])
        goal = parse_goal(options["goal"], get(reading.deck.game))
        chances = odds(reading.deck, goal, turn=options["turn"], seat=options["seat"], draws=options["draws"])
        return _as_json(chances, file, reading.receipt.as_json()), _report(chances, file)


def _turn(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LAST_TURN):
        raise ArgumentTypeError(f"{text} is no turn; write 0 for the opening hand, or 1 to {LAST_TURN}")
    return int(text)


def _as_json(answer: Odds, file: str, receipt: dict[str, Any]) -> dict[str, Any]:
    failure = answer.too_large
    return {
        "file": file,
        "game": answer.deck.game,
        "fingerprint": answer.deck.fingerprint,
        "goal": unparse(answer.goal),
        "turn": answer.turn,
        "seat": answer.seat,
        "draws": answer.draws,
        "left_out": [{"card": card.name, "reason": read(why)} for card, why in answer.left_out],
        "seen": answer.seen,
        "mulligan": answer.opening.mulligan,
        "without": _chance(answer.without_mulligan),
        "with": _chance(answer.with_mulligan),
        "with_exchange": _chance(answer.with_exchange),
        "exchange_refused": exchange_refusal(answer.exchange_refused) if answer.exchange_refused else None,
        "too_large": {"size": failure.size, "bound": failure.bound, "message": too_large(failure)} if failure else None,
        "receipt": receipt,
    }


def _chance(chance: Fraction | None) -> dict[str, Any] | None:
    return None if chance is None else dict(ChanceSerializer(chance).data)


def _report(answer: Odds, file: str) -> list[str]:
    when = (
        f"by turn {answer.turn} on the {'play' if answer.seat == 'first' else 'draw'}"
        if answer.turn
        else "at the start"
    )
    more = "" if answer.draws == "none" else ", and those that they draw or find"
    seen_line = f"{answer.seen} of {answer.cards} cards seen {when}{more}"
    lines = [
        f"{file}: {unparse(answer.goal)}  ({answer.deck.game}, {seen_line})",
        f"  without a mulligan: {_percent(answer.without_mulligan)}",
    ]
    if answer.opening.has_mulligan:
        lines.append(f"  with the mulligan:  {_percent(answer.with_mulligan)}")
    if answer.left_out:
        lines.append("  " + draws_left_out(choices_sentence(answer.left_out)))
    if answer.with_exchange is not None:
        lines.append(f"  with the exchange:  {_percent(answer.with_exchange)}")
    if answer.exchange_refused:
        lines.append(f"  {exchange_refusal(answer.exchange_refused)}")
    if answer.too_large:
        lines.append(f"  {too_large(answer.too_large)}")
    return lines


def _percent(chance: Fraction | None) -> str:
    return "–" if chance is None else f"{float(chance):.4%} = {chance.numerator}/{chance.denominator}"
