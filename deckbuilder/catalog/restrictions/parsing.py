"""Restriction lists as staff write them, one card per line, and the cards they match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.catalog.models import ListTies, RestrictionList
from deckbuilder.catalog.restrictions.selectors import cards_on, codes_of_entries, with_ties
from deckbuilder.catalog.selectors import Lookup, cards_by_name, names_in_catalog, printings_by_code, sets_of
from deckbuilder.catalog.to_games import to_list
from deckbuilder.common.database import storable
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.lists import Listed, read_entry
from games.engine.texts.near_names import NearNames
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


def read(text: str, game: Game, *, unknown: bool = False, tied: Collection[str] = ()) -> Limits:
    """Copies allowed, by entry: a card's name, perhaps with a value by which the game counts cards.

    `unknown`: keep names that no card has. `tied`: the folded entries that the list had before and that mean a card,
    whatever it is called now. Raises ValidationError listing all errors.
    """
    _check_length(text)
    lines, wrong = _lines(text)
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
    return {line.name: line.limit for line in lines}


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


def hits(row: RestrictionList) -> tuple[Hit, ...]:
    """The list's entries with their limits and cards, in its order."""
    game = get(row.game)
    (each,) = with_ties(game, [to_list(row)])
    cards = cards_on(game, each)
    return tuple(Hit(each.names[key], limit, cards[key]) for key, limit in each.limits.items())
