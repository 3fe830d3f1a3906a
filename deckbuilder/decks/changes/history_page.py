"""The history page of a deck: changes by day and session, undo and redo in words, named versions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from deckbuilder.catalog.selectors import printings_by_code
from deckbuilder.common.broken import BrokenRowError, reading, report
from deckbuilder.decks.changes.history import StepLine, is_undo, step_line
from deckbuilder.decks.changes.versions import codes_of_steps
from deckbuilder.decks.models import Deck, Revision, RevisionState, Version
from games.engine.model.cards import Card
from games.engine.model.game import Game

SITTING_GAP = timedelta(hours=1)
"""A longer pause begins another sitting."""


@dataclass(frozen=True)
class Change:
    """A revision in words. `name`: of the version it led to."""

    revision: Revision
    steps: tuple[StepLine, ...]
    words: str
    name: str

    @property
    def number(self) -> int:
        return self.revision.number


@dataclass(frozen=True)
class Sitting:
    """One person's changes without a long pause, latest first."""

    author: str
    changes: tuple[Change, ...]

    @property
    def began(self) -> datetime:
        return self.changes[-1].revision.made_at

    @property
    def end(self) -> datetime:
        return self.changes[0].revision.made_at

    @property
    def ago(self) -> str:
        return ago(self.end)


@dataclass(frozen=True)
class HistoryDay:
    day: date
    label: str
    sittings: tuple[Sitting, ...]


def history_days(
    deck: Deck, game: Game, revisions: Iterable[Revision], names: Mapping[int, str]
) -> tuple[HistoryDay, ...]:
    """`revisions`: latest first, with their authors; `names`: of versions, by number."""
    revisions = list(revisions)
    codes = {code for each in revisions for code in codes_of_steps(each.steps)}
    cards = {code: printing.card for code, printing in printings_by_code(game, codes).items()}
    reversed_numbers = [each.of for each in revisions if each.state == RevisionState.REVERSAL and each.of is not None]
    originals = {each.number: each for each in deck.revisions.filter(number__in=reversed_numbers)}
    changes = [_change(each, game, names, originals, cards) for each in revisions]
    days = groupby(changes, key=lambda change: timezone.localdate(change.revision.made_at))
    return tuple(HistoryDay(day, _day_label(day), tuple(_sittings(day_changes))) for day, day_changes in days)


def _sittings(changes: Iterable[Change]) -> Iterable[Sitting]:
    sitting: list[Change] = []
    for change in changes:
        if sitting and _apart(sitting[-1].revision, change.revision):
            yield _sitting(sitting)
            sitting = []
        sitting.append(change)
    yield _sitting(sitting)


def _apart(later: Revision, earlier: Revision) -> bool:
    return later.author_id != earlier.author_id or later.made_at - earlier.made_at > SITTING_GAP


def _sitting(changes: list[Change]) -> Sitting:
    author = changes[0].revision.author
    return Sitting(author.username if author else "", tuple(changes))


def _change(
    revision: Revision,
    game: Game,
    names: Mapping[int, str],
    originals: Mapping[int, Revision],
    cards: Mapping[str, Card],
) -> Change:
    original, name = originals.get(revision.of) if revision.of else None, names.get(revision.number, "")
    try:
        with reading(revision, "steps"):
            steps = tuple(step_line(step, game, cards) for step in revision.steps)
            return Change(revision, steps, _words(revision, original), name)
    except BrokenRowError as error:
        report(error)
        return Change(revision, (StepLine(_("This change cannot be read.")),), "", name)


def _words(revision: Revision, original: Revision | None) -> str:
    """What happened to a revision, or what it does to another; "" for a plain change."""
    if revision.state in (RevisionState.UNDONE, RevisionState.DROPPED):
        return _("Undone")
    if revision.of is None:
        return ""
    if revision.state == RevisionState.STANDS:
        return _("Restored version {number}").format(number=revision.of)
    if original is None:
        return _("Undo or redo of change {number}").format(number=revision.of)
    words = _("Undo of change {number}") if is_undo(revision, original) else _("Redo of change {number}")
    return words.format(number=revision.of)


@dataclass(frozen=True)
class NamedVersion:
    version: Version
    ago: str


def named_versions(deck: Deck) -> list[NamedVersion]:
    return [NamedVersion(each, ago(each.made_at) if each.made_at else "") for each in deck.versions.defer("content")]


def _day_label(day: date) -> str:
    today = timezone.localdate()
    words = {today: _("Today"), today - timedelta(days=1): _("Yesterday")}
    return words.get(day, date_format(day, "DATE_FORMAT"))


def ago(moment: datetime) -> str:
    """`3 hours ago`."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("{time} ago").format(time=timesince(moment, depth=1))
