"""Restriction lists as staff write them, one card per line, and the cards they match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.models import RestrictionList
from deckbuilder.catalog.selectors import Lookup, cards_named, names_held
from deckbuilder.common.database import storable
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold
from games.registry import get

ANY = "any"
SHOWN = 20
"""So many wrong lines are told one by one."""

MAX_COPIES = 1_000
"""No list allows more copies of a card; who wants no limit says so."""

MAX_LINES = 5_000
MAX_LETTERS = 200_000

Limits = dict[str, int | None]


class LimitLine(NamedTuple):
    number: int
    name: str
    limit: int | None


class Hit(NamedTuple):
    """A name on a list, how many copies it allows (None: no limit), and the cards that have it."""

    name: str
    limit: int | None
    cards: tuple[Card, ...]


def limits_text(limits: Mapping[str, int | None]) -> str:
    """`雪女 = 0`, a line a card, as `read` reads it."""
    return "\n".join(f"{name} = {ANY if limit is None else limit}" for name, limit in limits.items())


def read(text: str, game: Game, *, unknown: bool = False) -> Limits:
    """Copies by card name. `unknown`: names no card has are kept. Raises ValidationError with all that is wrong."""
    _bounded(text)
    lines, wrong = _lines(text)
    wrong += _repeated(lines)
    known = names_held(game, (fold(line.name) for line in lines))
    strange = [line for line in lines if fold(line.name) not in known]
    lookup = Lookup(game)
    lookup.prefetch([line.name for line in (strange if unknown else strange[:SHOWN])], ())
    if unknown:
        strange = [line for line in strange if lookup.find(line.name)]
    wrong += [(line.number, _strange(line, lookup, game)) for line in strange[:SHOWN]]
    if wrong:
        raise ValidationError(list(_failure_lines(sorted(wrong), len(wrong) + len(strange[SHOWN:]))))
    return {line.name: line.limit for line in lines}


def _bounded(text: str) -> None:
    """Raises ValidationError for more than a list of cards can be."""
    if len(text) > MAX_LETTERS:
        raise ValidationError(_("A list can have at most {most} characters.").format(most=MAX_LETTERS), "too-long")
    if text.count("\n") >= MAX_LINES:
        raise ValidationError(_("A list can have at most {most} lines.").format(most=MAX_LINES), "too-many-lines")


Wrong = list[tuple[int, str]]


def _lines(text: str) -> tuple[list[LimitLine], Wrong]:
    """The lines that can be read, and what is wrong with the others."""
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


def _repeated(lines: Sequence[LimitLine]) -> Wrong:
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
    """What the list says of which cards, in its order."""
    by_name = cards_named(get(row.game), map(fold, row.limits))
    return tuple(Hit(name, limit, by_name.get(fold(name), ())) for name, limit in row.limits.items())
