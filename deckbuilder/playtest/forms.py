"""Reads an operation from the form of a table: the pressed button gives its name, the fields its arguments."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from deckbuilder.stats.models import MAX_SEED
from games.engine.model.opening import SEATS, seat_of

Fields = dict[str, Any]

COPIES = "copies:"
"""The prefix of fields named after a card's number; they say how many copies of it the opening hand must have."""


class StartForm:
    """How a game starts: seat, seed, and copies of cards for the opening hand. `problem`: the error, "" if it is
    valid."""

    def __init__(self, data: QueryDict) -> None:
        self.sent = data
        self.seat = seat_of(data.get("seat"))
        text = data.get("seed", "").strip() or "0"
        self.chosen = {
            name.removeprefix(COPIES): str(count)
            for name, count in data.items()
            if name.startswith(COPIES) and count not in ("", "0")
        }
        self.chooses_hand = any(name.startswith(COPIES) for name in data)
        self.problem = ""
        if data.get("seat", "first") not in SEATS:
            self.problem = _("A seat is one of: {choices}.").format(choices=_(", ").join(SEATS))
        elif not (text.isascii() and text.isdigit() and int(text) <= MAX_SEED):
            self.problem = _("A seed is a whole number from 0 to {most}.").format(most=MAX_SEED)
        elif wrong := next((each for each in self.chosen.values() if not isinstance(_copies(each), int)), None):
            self.problem = _("{value} is not a number of copies.").format(value=wrong)

    @property
    def seed(self) -> int:
        return int(self.sent.get("seed", "").strip() or secrets.randbelow(MAX_SEED + 1))

    @property
    def hand(self) -> list[str]:
        """The numbers of the cards for the opening hand, one for each copy."""
        return [code for code, count in self.chosen.items() for _copy in range(int(count))]


def _copies(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None


def operation_of(data: QueryDict) -> Fields:
    """The operation of the pressed button: the value of `do` is the operation's name, followed by its arguments."""
    op, *words = data.get("do", "").split(" ")
    return READERS.get(op, _plain)(op, words, data)


def _plain(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op}


def _keep(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": "mulligan", "cards": []}


def _mulligan(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "cards": _numbers(data, "cards")}


def _play(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    card = {"card": _number(words[1])} if len(words) > 1 else {}
    return {"op": op, "verb": _word(words), **card, **_choice_fields(data)}


def _end(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, **_choice_fields(data)}


def _pilot(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "until": _word(words)}


def _move(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    slot = {"slot": _number(str(data["slot"]))} if data.get("slot") else {}
    depth = {"depth": data.get("depth") or "top"}
    return {"op": op, "cards": _numbers(data, "cards"), "to": data.get("to", ""), **depth, **slot}


def _token(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "name": data.get("token", ""), "to": data.get("to", "")}


def _mark(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    card = next(iter(_numbers(data, "cards")), None)
    return {"op": op, "card": card, "name": data.get("mark", ""), "by": _signed_number(_word(words))}


def _face(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "cards": _numbers(data, "cards"), "face": _word(words)}


def _count(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "counter": _word(words), "by": _signed_number(_word(words[1:]))}


def _look(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "count": _number(data.get("count", ""))}


def _roll(op: str, words: Sequence[str], data: QueryDict) -> Fields:
    return {"op": op, "sides": _number(_word(words) or data.get("sides", ""))}


READERS: dict[str, Callable[[str, Sequence[str], QueryDict], Fields]] = {
    "keep": _keep,
    "mulligan": _mulligan,
    "play": _play,
    "end": _end,
    "pilot": _pilot,
    "move": _move,
    "token": _token,
    "mark": _mark,
    "face": _face,
    "count": _count,
    "look": _look,
    "roll": _roll,
}


def _word(words: Sequence[str]) -> str:
    return words[0] if words else ""


def _numbers(data: QueryDict, key: str) -> list[int | str]:
    return [_number(str(each)) for each in data.getlist(key)]


def _choice_fields(data: QueryDict) -> Fields:
    """The cards chosen for a rule that asks for a choice, if any."""
    numbers = _numbers(data, "chosen")
    return {"chosen": numbers} if numbers else {}


def _number(text: str) -> int | str:
    """A whole number; anything else is returned as sent, for the error message."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _signed_number(text: str) -> int | str:
    number = _number(text.lstrip("+-"))
    return -number if isinstance(number, int) and text.startswith("-") else number
