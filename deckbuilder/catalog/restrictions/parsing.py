"""Restriction lists as staff write them, one card per line, and the cards they match."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.models import ListTies
from deckbuilder.catalog.restrictions.selectors import codes_of_entries
from deckbuilder.catalog.selectors import Lookup, cards_by_name, names_in_catalog, printings_by_code, sets_of
from deckbuilder.common.database import storable
from games.engine.model.game import Game
from games.engine.model.lists import Listed, read_entry
from games.engine.texts.near_names import NearNames
from games.engine.texts.writing import fold

ANY = "any"
SHOWN = 20
"""The most errors reported one by one."""

MAX_COPIES = 1_000
"""The most copies a list can allow; "any" means no limit."""

MAX_NOTE = 500
MAX_LINES = 5_000
MAX_LETTERS = 200_000

Limits = dict[str, int | None]


class LimitLine(NamedTuple):
    number: int
    name: str
    limit: int | None
    note: str = ""


def limits_text(limits: Mapping[str, int | None], notes: Mapping[str, str] | None = None) -> str:
    """`雪女 = 0 # note`, one line per card, in the form that `read` accepts."""
    return "\n".join(write_line(name, limit, (notes or {}).get(name, "")) for name, limit in limits.items())


def write_line(name: str, limit: int | None, note: str = "") -> str:
    """A line of a list."""
    return f"{name} = {ANY if limit is None else limit}{f' # {note}' if note else ''}"


class ListText(NamedTuple):
    """What the lines of a list say: copies allowed by entry, and the notes that some entries have."""

    limits: Limits
    notes: dict[str, str]


def read(text: str, game: Game, *, tied: Collection[str] = ()) -> Limits:
    """The copies allowed by entry, from a text without notes. `tied`: as for read_text. Raises ValidationError listing
    all errors."""
    return read_text(text, game, tied=tied, with_notes=False).limits


def read_text(
    text: str, game: Game, *, unknown: bool = False, tied: Collection[str] = (), with_notes: bool = True
) -> ListText:
    """An entry is a card's name, perhaps with a value by which the game counts cards.

    `unknown`: keep names that no card has. `tied`: the folded entries that the list had before and that mean a card,
    whatever it is called now. Raises ValidationError listing all errors.
    """
    _check_length(text)
    lines, wrong = _lines(text, _LINE if with_notes else _PLAIN_LINE)
    wrong += _duplicates(lines, game)
    strange = _without_card([line for line in lines if fold(line.name) not in tied], game)
    lookup = Lookup(game)
    lookup.prefetch([_entry(line, game).name for line in (strange if unknown else strange[:SHOWN])], ())
    if unknown:
        strange = [line for line in strange if lookup.find(_entry(line, game).name)]
    former_names = _former_names(game) if strange else {}
    wrong += [(line.number, _strange(line, lookup, game, former_names)) for line in strange[:SHOWN]]
    if wrong:
        raise ValidationError(list(_failure_lines(sorted(wrong), len(wrong) + len(strange[SHOWN:]))))
    notes = {line.name: line.note for line in lines if line.note}
    return ListText({line.name: line.limit for line in lines}, notes)


def names_with_ties(game: Game, slug: str, version: str) -> set[str]:
    """The folded entries of a list that are tied to printings."""
    return set(map(fold, codes_of_entries(game, {slug}).get((slug, version), {})))


def sets_text(sets: Sequence[str]) -> str:
    """One set per line, in the form that `read_sets` accepts."""
    return "\n".join(each or NO_SET for each in sets)


def read_sets(text: str, game: Game, *, unknown: bool = False) -> list[str]:
    """The sets of a list, one per line, as the catalog writes them. `unknown`: keep sets that no card has. Raises
    ValidationError listing all errors."""
    _check_length(text)
    known_sets = {fold(each): each for each in sets_of(game)}
    near = NearNames((each, each) for each in known_sets.values())
    sets: dict[str, None] = {}
    wrong: Wrong = []
    for number, line in enumerate(text.splitlines(), start=1):
        name = line.strip()
        if not name:
            continue
        if not storable(name):
            wrong.append((number, _("The text contains an unprintable character.")))
        elif name != NO_SET and fold(name) not in known_sets and not unknown:
            wrong.append((number, _strange_set(name, near.near(name, 3))))
        else:
            sets["" if name == NO_SET else known_sets.get(fold(name), name)] = None
    if wrong:
        raise ValidationError(list(_failure_lines(wrong, len(wrong))))
    return list(sets)


NO_SET = "-"
"""What stands for cards without a set."""


def _strange_set(name: str, near: Sequence[str]) -> str:
    if not near:
        return _("No card is in a set “{name}”.").format(name=name)
    return _("No card is in a set “{name}”. Similar: {near}.").format(name=name, near=_(", ").join(near))


def _check_length(text: str) -> None:
    """Raise ValidationError if the text is too long for a list."""
    if len(text) > MAX_LETTERS:
        raise ValidationError(_("A list can have at most {most} characters.").format(most=MAX_LETTERS), "too-long")
    if text.count("\n") >= MAX_LINES:
        raise ValidationError(_("A list can have at most {most} lines.").format(most=MAX_LINES), "too-many-lines")


_LINE = re.compile(r"(.*?)=([^=#]*)(?:#(.*))?")
"""A name, copies and perhaps a note. A name may have a sign of equality, and so may a note."""

_PLAIN_LINE = re.compile(r"(.*)=([^=]*)()")

Wrong = list[tuple[int, str]]


def _lines(text: str, form: re.Pattern[str]) -> tuple[list[LimitLine], Wrong]:
    """The lines that can be read, and the errors in the others."""
    lines, wrong = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        match = form.fullmatch(line)
        name, copies, note = (part.strip() for part in match.groups("")) if match else ("", "", "")
        if not storable(line):
            wrong.append((number, _("The text contains an unprintable character.")))
        elif not name:
            wrong.append((number, _("“{line}” is not of the form “name = number”.").format(line=line.strip())))
        elif copies != ANY and not (copies.isascii() and copies.isdigit()):
            reason = _("“{copies}” is neither a number of copies (0 for banned) nor “{any}”.")
            wrong.append((number, reason.format(copies=copies, any=ANY)))
        elif copies != ANY and (len(copies) > len(str(MAX_COPIES)) or int(copies) > MAX_COPIES):
            reason = _("At most {most} copies can be set; “{any}” means no limit.")
            wrong.append((number, reason.format(most=MAX_COPIES, any=ANY)))
        elif len(note) > MAX_NOTE:
            wrong.append((number, _("A note can have at most {most} characters.").format(most=MAX_NOTE)))
        else:
            lines.append(LimitLine(number, name, None if copies == ANY else int(copies), note))
    return lines, wrong


def _entry(line: LimitLine, game: Game) -> Listed:
    return read_entry(line.name, game.counted)


def _without_card(lines: Sequence[LimitLine], game: Game) -> list[LimitLine]:
    """The lines that name no card."""
    entries = [(line, _entry(line, game)) for line in lines]
    names = names_in_catalog(game, (entry.name for line, entry in entries if not entry.attribute))
    cards = cards_by_name(game, {entry.name for line, entry in entries if entry.attribute})
    return [
        line
        for line, entry in entries
        if not (any(map(entry.is_named, cards.get(entry.name, ()))) if entry.attribute else entry.name in names)
    ]


def _former_names(game: Game) -> dict[str, str]:
    """By the folded name that a list uses, what its card is called now."""
    codes = codes_of_entries(game, set(ListTies.objects.filter(game=game.slug).values_list("slug", flat=True)))
    names = {fold(text): each[0] for by_text in codes.values() for text, each in by_text.items() if each}
    cards = printings_by_code(game, names.values())
    return {name: cards[code].card.name for name, code in names.items() if code in cards}


def _duplicates(lines: Sequence[LimitLine], game: Game) -> Wrong:
    first: dict[str, int] = {}
    return [
        (line.number, _("“{name}” is already in line {first}.").format(name=line.name, first=at))
        for line in lines
        if (at := first.setdefault(_entry(line, game).key, line.number)) != line.number
    ]


def _strange(line: LimitLine, lookup: Lookup, game: Game, former_names: Mapping[str, str]) -> str:
    entry = _entry(line, game)
    if (name := former_names.get(fold(line.name))) and fold(name) != entry.name:
        return _("“{name}” is called “{now}” now; use that name.").format(name=line.name, now=name)
    cards = lookup.find(entry.name)
    if entry.attribute and any(fold(card.name) == entry.name for card in cards):
        return _("No card named “{name}” has this value.").format(name=line.name)
    if cards:
        names = _(", ").join(sorted({card.name for card in cards}))
        return _("“{name}” is another name of {names}; use that name.").format(name=line.name, names=names)
    near = lookup.near(entry.name, 3)
    if not near:
        return _("No card is named “{name}”.").format(name=line.name)
    return _("No card is named “{name}”. Similar: {near}.").format(name=line.name, near=_(", ").join(near))


def _failure_lines(wrong: Sequence[tuple[int, str]], total: int) -> Iterator[str]:
    for number, reason in wrong[:SHOWN]:
        yield _("Line {number}: {reason}").format(number=number, reason=reason)
    if rest := total - len(wrong[:SHOWN]):
        yield ngettext("{rest} more line has an error.", "{rest} more lines have errors.", rest).format(rest=rest)
