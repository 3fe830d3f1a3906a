"""Restriction lists as staff write them, one card per line, and the cards they match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.catalog.selectors import Lookup, cards_by_name, names_in_catalog
from deckbuilder.common.database import storable
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold
from games.registry import get

ANY = "any"
SHOWN = 20
"""The most errors reported one by one."""

MAX_COPIES = 1_000
"""The most copies a list can allow; "any" means no limit."""

MAX_LINES = 5_000
MAX_LETTERS = 200_000

Limits = dict[str, int | None]


class LimitLine(NamedTuple):
    number: int
    name: str
    limit: int | None


class Hit(NamedTuple):
    """A name on a list, the copies it allows (None: no limit), and the cards of that name."""

    name: str
    limit: int | None
    cards: tuple[Card, ...]


def limits_text(limits: Mapping[str, int | None]) -> str:
    """`雪女 = 0`, one line per card, in the form that `read` accepts."""
    return "\n".join(f"{name} = {ANY if limit is None else limit}" for name, limit in limits.items())


def read(text: str, game: Game, *, unknown: bool = False) -> Limits:
    """Copies allowed, by card name. `unknown`: keep names that no card has. Raises ValidationError listing all
    errors."""
    _check_length(text)
    lines, wrong = _lines(text)
    wrong += _duplicates(lines)
    card_names = names_in_catalog(game, (fold(line.name) for line in lines))
    strange = [line for line in lines if fold(line.name) not in card_names]
    lookup = Lookup(game)
    lookup.prefetch([line.name for line in (strange if unknown else strange[:SHOWN])], ())
    if unknown:
        strange = [line for line in strange if lookup.find(line.name)]
    wrong += [(line.number, _strange(line, lookup, game)) for line in strange[:SHOWN]]
    if wrong:
        raise ValidationError(list(_failure_lines(sorted(wrong), len(wrong) + len(strange[SHOWN:]))))
    return {line.name: line.limit for line in lines}


def _check_length(text: str) -> None:
    """Raise ValidationError if the text is too long for a list."""
    if len(text) > MAX_LETTERS:
        raise ValidationError(_("A list can have at most {most} characters.").format(most=MAX_LETTERS), "too-long")
    if text.count("\n") >= MAX_LINES:
        raise ValidationError(_("A list can have at most {most} lines.").format(most=MAX_LINES), "too-many-lines")


Wrong = list[tuple[int, str]]


def _lines(text: str) -> tuple[list[LimitLine], Wrong]:
    """The lines that can be read, and the errors in the others."""
    lines, wrong = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        name, sign, copies = (part.strip() for part in line.rpartition("="))
        if not line.strip():
            continue
        if not storable(line):
            wrong.append((number, _("The text contains an unprintable character.")))
        elif not sign or not name:
            wrong.append((number, _("“{line}” is not of the form “name = number”.").format(line=line.strip())))
        elif copies != ANY and not (copies.isascii() and copies.isdigit()):
            reason = _("“{copies}” is neither a number of copies (0 for banned) nor “{any}”.")
            wrong.append((number, reason.format(copies=copies, any=ANY)))
        elif copies != ANY and (len(copies) > len(str(MAX_COPIES)) or int(copies) > MAX_COPIES):
            reason = _("At most {most} copies can be set; “{any}” means no limit.")
            wrong.append((number, reason.format(most=MAX_COPIES, any=ANY)))
        else:
            lines.append(LimitLine(number, name, None if copies == ANY else int(copies)))
    return lines, wrong


def _duplicates(lines: Sequence[LimitLine]) -> Wrong:
    first: dict[str, int] = {}
    return [
        (line.number, _("“{name}” is already in line {first}.").format(name=line.name, first=at))
        for line in lines
        if (at := first.setdefault(fold(line.name), line.number)) != line.number
    ]


def _strange(line: LimitLine, lookup: Lookup, game: Game) -> str:
    if cards := lookup.find(line.name):
        names = _(", ").join(sorted({card.name for card in cards}))
        return _("“{name}” is another name of {names}; use that name.").format(name=line.name, names=names)
    near = lookup.near(line.name, 3)
    if not near:
        return _("No card is named “{name}”.").format(name=line.name)
    return _("No card is named “{name}”. Similar: {near}.").format(name=line.name, near=_(", ").join(near))


def _failure_lines(wrong: Sequence[tuple[int, str]], total: int) -> Iterator[str]:
    for number, reason in wrong[:SHOWN]:
        yield _("Line {number}: {reason}").format(number=number, reason=reason)
    if rest := total - len(wrong[:SHOWN]):
        yield ngettext("{rest} more line has an error.", "{rest} more lines have errors.", rest).format(rest=rest)


def hits(row: RestrictionList) -> tuple[Hit, ...]:
    """The list's names with their limits and cards, in its order."""
    by_name = cards_by_name(get(row.game), map(fold, row.limits))
    return tuple(Hit(name, limit, by_name.get(fold(name), ())) for name, limit in row.limits.items())
