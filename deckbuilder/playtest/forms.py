"""What the form of a table sends, as an operation: the button pressed is its name, what it needs is in the fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import QueryDict

Fields = dict[str, Any]


def operation_of(sent: QueryDict) -> Fields:
    """The operation that the button `do` stands for: a name, and words that say more."""
    op, *words = sent.get("do", "").split(" ")
    return READERS.get(op, _plain)(op, words, sent)


def _plain(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op}


def _keep(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": "mulligan", "cards": []}


def _mulligan(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "cards": _numbers(sent, "cards")}


def _play(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    card = {"card": _number(words[1])} if len(words) > 1 else {}
    return {"op": op, "verb": _word(words), **card, **_chosen(sent)}


def _end(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, **_chosen(sent)}


def _pilot(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "until": _word(words)}


def _move(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    slot = {"slot": _number(str(sent["slot"]))} if sent.get("slot") else {}
    depth = {"depth": sent.get("depth") or "top"}
    return {"op": op, "cards": _numbers(sent, "cards"), "to": sent.get("to", ""), **depth, **slot}


def _token(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "name": sent.get("token", ""), "to": sent.get("to", "")}


def _mark(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    card = next(iter(_numbers(sent, "cards")), None)
    return {"op": op, "card": card, "name": sent.get("mark", ""), "by": _signed(_word(words))}


def _face(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "cards": _numbers(sent, "cards"), "face": _word(words)}


def _count(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "counter": _word(words), "by": _signed(_word(words[1:]))}


def _look(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "count": _number(sent.get("count", ""))}


def _roll(op: str, words: Sequence[str], sent: QueryDict) -> Fields:
    return {"op": op, "sides": _number(_word(words) or sent.get("sides", ""))}


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


def _numbers(sent: QueryDict, key: str) -> list[int | str]:
    return [_number(str(each)) for each in sent.getlist(key)]


def _chosen(sent: QueryDict) -> Fields:
    """The cards that a rule asked for, where it did."""
    chosen = _numbers(sent, "chosen")
    return {"chosen": chosen} if chosen else {}


def _number(text: str) -> int | str:
    """A whole number; anything else stays as it was sent, for the message."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _signed(text: str) -> int | str:
    number = _number(text.lstrip("+-"))
    return -number if isinstance(number, int) and text.startswith("-") else number
