"""The receipt for a deck list: the result of every line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import MAYBE
from games.engine.reading.decklists.match import Candidate

Status = Literal["matched", "ambiguous", "unknown", "ignored"]

NOTES: Mapping[Status, tuple[str, ...]] = {
    "matched": ("moved", "one", "nearest"),
    "ambiguous": (
        *("several", "unknown-number", "number-differs", "joined-count", "detail-differs", "remark", "count-unclear"),
    ),
    "unknown": ("no-card", "bad-count", "not-compared", "count-unclear"),
    "ignored": (
        *("blank", "comment", "header", "zone", "section", "total", "title", "columns", "fact", "label", "token"),
        *(
            "unknown-header",
            "unknown-section",
            "prose",
            "count-differs",
            "dropped",
            "left-out",
            "set-aside",
            "names-card",
        ),
    ),
}
"""Notes on a line besides its status, see docs/deck-lists.md. `count-differs`: the line `said` another
number of cards than were `read`."""

NOTED = frozenset(
    (
        *("moved", "one", "title", "label", "unknown-header", "unknown-section", "prose", "count-differs"),
        *("token", "left-out", "names-card", "nearest"),
    )
)
"""Notes worth showing on a line that is settled."""


class ReceiptLine(NamedTuple):
    """One line and its result.

    `card`: what it was taken for; `code` is "" where the list names no printing. `near`: names that are alike, for the
    first lines that name no card. `counts`: where the quantity is unclear, the numbers it may be. `said` and `read`: a
    total that differs from the number of cards read. A line with several cards occurs several times, each with its part
    of the text.
    """

    line: int
    text: str
    status: Status
    notes: tuple[str, ...] = ()
    zone: str = ""
    quantity: int = 0
    name: str = ""
    code: str = ""
    choices: tuple[Candidate, ...] = ()
    near: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    said: int = 0
    read: int = 0
    card: Card | None = None

    def as_json(self) -> dict[str, Any]:
        """The line with its open questions and notes."""
        line_json: dict[str, Any] = {"line": self.line, "text": self.text, "notes": list(self.notes)}
        if self.zone:
            line_json |= {"zone": self.zone, "quantity": self.quantity}
        if self.name:
            line_json |= {"name": self.name, "code": self.code}
        if self.status == "ambiguous":
            line_json["choices"] = [choice._asdict() for choice in self.choices]
        if self.status == "unknown":
            line_json["near"] = list(self.near)
        if "count-unclear" in self.notes:
            line_json["counts"] = list(self.counts)
        if "count-differs" in self.notes:
            line_json |= {"said": self.said, "read": self.read}
        return line_json


@dataclass(frozen=True)
class Receipt:
    """Every line of the list, and the prefilled zones that it does not mention, with their number of cards.

    `guessed`: what was concluded from its cards: its `game`. `proposed`: declarations it should
    have and does not, with the only value that fits its cards; the deck does not get them.
    """

    lines: tuple[ReceiptLine, ...]
    prefilled: Mapping[str, int] = field(default_factory=dict)
    guessed: Mapping[str, str] = field(default_factory=dict)
    proposed: Mapping[str, str] = field(default_factory=dict)

    def of(self, status: str) -> tuple[ReceiptLine, ...]:
        return tuple(line for line in self.lines if line.status == status)

    @property
    def is_settled(self) -> bool:
        """Whether every line about a card names one."""
        return not any(line.status in ("ambiguous", "unknown") for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        """`matched` and `ignored` count lines, `cards` copies, `maybe` those on the maybe-board; `noted`: lines with
        something to say."""
        return {
            "matched": len(self.of("matched")),
            "cards": sum(line.quantity for line in self.of("matched") if line.zone != MAYBE),
            "maybe": sum(line.quantity for line in self.of("matched") if line.zone == MAYBE),
            "ambiguous": [line.as_json() for line in self.of("ambiguous")],
            "unknown": [line.as_json() for line in self.of("unknown")],
            "ignored": len(self.of("ignored")),
            "noted": [line.as_json() for line in self._noted_lines()],
            "prefilled": dict(self.prefilled),
            "guessed": dict(self.guessed),
            "proposed": dict(self.proposed),
        }

    def _noted_lines(self) -> Iterator[ReceiptLine]:
        return (line for line in self.lines if NOTED & set(line.notes))
