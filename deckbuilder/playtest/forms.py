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
    if op == "keep":
        return {"op": "mulligan", "cards": []}
    return {"op": op, **READERS.get(op, _no_fields)(words, data)}


def _no_fields(words: Sequence[str], data: QueryDict) -> Fields:
    return {}


READERS: dict[str, Callable[[Sequence[str], QueryDict], Fields]] = {
    "mulligan": lambda words, data: {"cards": _numbers(data, "cards")},
    "play": lambda words, data: {
        "verb": _word(words),
        **({"card": _number(words[1])} if len(words) > 1 else {}),
        **_choice_fields(data),
    },
    "end": lambda words, data: _choice_fields(data),
    "decide": lambda words, data: {"choice": _word(words), **_choice_fields(data)},
    "pilot": lambda words, data: {"until": _word(words)},
    "move": lambda words, data: {
        "cards": _numbers(data, "cards"),
        "to": data.get("to", ""),
        "depth": data.get("depth") or "top",
        **({"slot": _number(str(data["slot"]))} if data.get("slot") else {}),
    },
    "token": lambda words, data: {"name": data.get("token", ""), "to": data.get("to", "")},
    "mark": lambda words, data: {
        "card": next(iter(_numbers(data, "cards")), None),
        "name": data.get("mark", ""),
        "by": _signed_number(_word(words)),
    },
    "face": lambda words, data: {"cards": _numbers(data, "cards"), "face": _word(words)},
    "count": lambda words, data: {"counter": _word(words), "by": _signed_number(_word(words[1:]))},
    "look": lambda words, data: {"count": _number(data.get("count", ""))},
    "roll": lambda words, data: {"sides": _number(_word(words) or data.get("sides", ""))},
}
"""The fields of each operation that has any, from the words after its name and the form."""


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
