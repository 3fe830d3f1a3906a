"""Rows that the site cannot read, such as a deck of a game or format that it no longer has.

Whatever reads a row checks it first. The row's own page says what is wrong with it (409); lists of rows show it as
broken; and neither keeps a page about other rows from being shown.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db.models import Model
from django.utils.translation import gettext as _

from deckbuilder.common.database import NotFoundError

log = logging.getLogger(__name__)

Row = TypeVar("Row", bound=Model)

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a value fails with that is not as expected."""

MAX_SHOWN = 60


class BrokenRowError(Exception):
    """A row whose value of a column cannot be read. `repair`: what the page about it offers to those who may repair it,
    for templates/broken.html."""

    def __init__(self, row: Model, field: str) -> None:
        self.row, self.field, self.value = row, field, str(getattr(row, field))[:MAX_SHOWN]
        self.repair: dict[str, object] = {}
        super().__init__(f"{row._meta.label} {row.pk}: {field} is {self.value!r}")

    @property
    def words(self) -> str:
        """What is wrong, in the active language."""
        meta = self.row._meta
        sentence = _("This {kind} cannot be read: the site does not know its {field} “{value}”.")
        label = str(getattr(meta.get_field(self.field), "verbose_name", self.field))
        return sentence.format(kind=meta.verbose_name, field=label, value=self.value)


def require(row: Model, field: str, is_sound: bool) -> None:
    """Raises BrokenRowError unless the value of the column is sound."""
    if not is_sound:
        raise BrokenRowError(row, field)


@contextmanager
def reading(row: Model, field: str) -> Iterator[None]:
    """Raise BrokenRowError if a value of the row cannot be read in the block, which does nothing else."""
    try:
        yield
    except NotFoundError:
        raise
    except UNREADABLE as error:
        raise BrokenRowError(row, field) from error


def report(error: BrokenRowError) -> None:
    log.error("A row cannot be read: %s", error)


def is_texts(value: object) -> bool:
    """Whether a JSON value is an object of texts."""
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


def is_numbers(value: object) -> bool:
    """Whether a JSON value is an object of whole numbers and nulls."""
    return isinstance(value, dict) and all(each is None or isinstance(each, int) for each in value.values())


def is_list_of_texts(value: object) -> bool:
    """Whether a JSON value is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def sound_rows(rows: Iterable[Row], check: Callable[[Row], None]) -> list[Row]:
    """The rows that the check finds sound. The others are logged."""
    sound = []
    for row in rows:
        try:
            check(row)
        except BrokenRowError as error:
            report(error)
        else:
            sound.append(row)
    return sound
