"""Operations of a playtest: parsing them, and why one is not possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from games.engine.play.playtest.boards import GONE, Board, BoardZone, PlayerChoice

if TYPE_CHECKING:  # loads numpy
    from games.engine.play.playtest.positions import Instance, Position

Operation = Mapping[str, Any]
"""As JSON: `op` names it, the rest is what it takes."""

FIELDS = (
    "op",
    "by",
    "card",
    "cards",
    "choice",
    "chosen",
    "count",
    "counter",
    "depth",
    "effects",
    "face",
    "name",
    "place",
    "sides",
    "slot",
    "to",
    "until",
    "verb",
)
MAX_TOKENS = 60
MAX_MARKS = 12
MAX_MARK = 999
MAX_NAME = 40
MAX_SIDES = 1000


class OperationError(ValueError):
    """An operation that cannot be done: `code`, and what a sentence about it needs."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code, self.params = code, params


class Undecided(OperationError):
    """A step that the player must first choose cards for: done again with their numbers as `chosen`, it goes on.

    `options`: the numbers of the cards there are; `position`: where the step has come, cards that were drawn included.
    """

    def __init__(self, choice: PlayerChoice, options: Sequence[int], position: Position) -> None:
        super().__init__("undecided", choice=choice.step, rule=choice.rule, options=list(options))
        self.choice, self.options, self.position = choice, tuple(options), position


class Slugged(Protocol):
    @property
    def slug(self) -> str: ...


Named = TypeVar("Named", bound=Slugged)


class Fields:
    """The fields of an operation, checked as they are read: on a board, with these cards. Raises OperationError.

    `read`: those that were read, which are all that the operation depends on.
    """

    def __init__(self, operation: Operation, board: Board, cards: Sequence[Instance]) -> None:
        strange = next((each for each in operation if each not in FIELDS), None)
        if strange is not None:
            raise OperationError("unknown-field", field=str(strange)[:MAX_NAME], choices=list(FIELDS))
        self.operation, self.board, self.cards = operation, board, cards
        self.read: dict[str, Any] = {}

    def _get(self, key: str, default: Any = None) -> Any:
        if key in self.operation:
            self.read[key] = self.operation[key]
        return self.operation.get(key, default)

    def integer(self, key: str, low: int, high: int, *, default: int | None = None) -> int:
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise OperationError("number-range", field=key, value=value, low=low, high=high)
        return value

    def number(self, key: str) -> int:
        """The number of a card on the table."""
        return self._card_number(key, self._get(key))

    def numbers(self, key: str, *, at: str = "") -> list[int]:
        """The numbers of different cards; `at`: a place where all of them must lie."""
        values = self._get(key, [])
        if not isinstance(values, list) or len(values) > len(self.cards):
            raise OperationError("unknown-card", field=key, value=values)
        numbers = [self._card_number(key, value) for value in values]
        if len(set(numbers)) < len(numbers):
            raise OperationError("card-twice", field=key)
        for number in numbers:
            if at and self.cards[number].place != at:
                raise OperationError("not-there", number=number, place=at)
        return numbers

    def _card_number(self, key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(self.cards):
            raise OperationError("unknown-card", field=key, value=value)
        if self.cards[value].place == GONE:
            raise OperationError("unknown-card", field=key, value=value)
        return value

    def one_of(self, key: str, choices: Sequence[str]) -> str:
        """One of the choices; the first where none is named."""
        value = self._get(key, choices[0])
        if not isinstance(value, str) or value not in choices:
            raise OperationError("unknown-value", field=key, value=value, choices=list(choices))
        return value

    def one_of_slugs(self, key: str, choices: Sequence[Named]) -> Named:
        """The same of what has slugs."""
        slug = self.one_of(key, [each.slug for each in choices])
        return next(each for each in choices if each.slug == slug)

    def zone(self) -> BoardZone:
        """The zone `to`, which must be named."""
        slug = self.answer("to", [each.slug for each in self.board.zones if not each.is_transient])
        return next(each for each in self.board.zones if each.slug == slug)

    def answer(self, key: str, choices: Sequence[str]) -> str:
        """One of the choices, which must be named."""
        if key not in self.operation:
            raise OperationError("unknown-value", field=key, value=None, choices=list(choices))
        return self.one_of(key, choices)

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME or not value.isprintable():
            raise OperationError("text-length", field=key, most=MAX_NAME)
        return value.strip()
