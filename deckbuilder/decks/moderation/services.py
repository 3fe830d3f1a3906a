"""Reports, and what staff do about decks, comments and people. All that staff do is logged in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, override

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.common.input import InputError, clean_line
from deckbuilder.decks.models import (
    MAX_REPORT,
    MAX_TITLE,
    Comment,
    Deck,
    ModerationEntry,
    Reason,
    Report,
)
from deckbuilder.decks.moderation import selectors
from deckbuilder.decks.services import hide, reinstate
from games.engine.model.game import Game

Action = ModerationEntry.Action

DAYS = (1, 7, 30, 365)
"""How long a suspension may last, besides for good."""

MAX_WORDS = 400
"""Characters that staff add to a reason."""


# Reports --------------------------------------------------------------------------------------------------------------


def report_deck(deck: Deck, reporter: User, reason: str, words: str = "") -> Report:
    """Raises InputError for one's own deck, an unknown reason, overlong words, and a second report."""
    if deck.owner_id == reporter.pk:
        raise InputError("report-own")
    return _report(deck, None, reporter, reason, words, title=deck.name, text=deck.notes)


def report_comment(comment: Comment, reporter: User, reason: str, words: str = "") -> Report:
    """Raises InputError as report_deck does."""
    if comment.author_id == reporter.pk:
        raise InputError("report-own")
    return _report(comment.deck, comment, reporter, reason, words, title=comment.deck.name, text=comment.text)


def _report(
    deck: Deck, comment: Comment | None, reporter: User, reason: str, words: str, *, title: str, text: str
) -> Report:
    _check_reason(reason)
    words = clean_line(words, "words", MAX_REPORT)
    facts = {"game": deck.game, "reason": reason, "words": words, "title": title[:MAX_TITLE], "text": text}
    try:
        with transaction.atomic():
            return Report.objects.create(deck=deck, comment=comment, reporter=reporter, **facts)
    except IntegrityError:
        raise InputError("reported-already") from None


def _check_reason(reason: str) -> None:
    if reason not in Reason.values:
        raise InputError("unknown-value", field="reason", value=reason, choices=Reason.values)


# Decisions ------------------------------------------------------------------------------------------------------------


def reason_text(reason: str, words: str, reader: User | None) -> str:
    """A reason as its reader reads it, in their language. Raises InputError."""
    _check_reason(reason)
    words = clean_line(words, "words", MAX_WORDS)
    if reason == Reason.OTHER and not words:
        raise InputError("reason-missing", field="words")
    if reason == Reason.OTHER:
        return words
    with override((reader and reader.language) or get_language()):
        label = str(Reason(reason).label)
    return f"{label} – {words}" if words else label


@transaction.atomic
def hide_deck(deck: Deck, *, by: User, reason: str, words: str = "") -> Deck:
    """Hide a deck from everybody but its owner, who reads the reason, and close its reports. Raises InputError."""
    _check_rights(by, deck.owner)
    return _hide(deck, by, reason_text(reason, words, deck.owner))


def _hide(deck: Deck, by: User, text: str) -> Deck:
    title = selectors.shown_title(deck)
    deck = hide(deck, text)
    _close(deck.reports.filter(comment=None), Report.Outcome.ACTION)
    _log(Action.HIDE, deck.game, by=by, person=deck.owner, deck=deck, title=title, reason=text)
    return deck


@transaction.atomic
def restore_deck(deck: Deck, *, by: User) -> Deck:
    """Undo the hiding of a deck. Raises InputError."""
    _check_rights(by, deck.owner)
    title = selectors.shown_title(deck)
    deck = reinstate(deck)
    _log(Action.RESTORE, deck.game, by=by, person=deck.owner, deck=deck, title=title)
    return deck


@transaction.atomic
def remove_comment(comment: Comment, *, by: User, reason: str, words: str = "") -> Comment:
    """Remove a comment from everybody but its author, who reads the reason, and close its reports. Raises
    InputError."""
    _check_rights(by, comment.author)
    comment.removed_reason = reason_text(reason, words, comment.author)
    comment.save(update_fields=["removed_reason"])
    _close(comment.reports.all(), Report.Outcome.ACTION)
    _log_comment(Action.REMOVE, comment, by, comment.removed_reason)
    return comment


@transaction.atomic
def restore_comment(comment: Comment, *, by: User) -> Comment:
    _check_rights(by, comment.author)
    comment.removed_reason = ""
    comment.save(update_fields=["removed_reason"])
    _log_comment(Action.RESTORE_COMMENT, comment, by)
    return comment


def _log_comment(action: str, comment: Comment, by: User, reason: str = "") -> None:
    deck = comment.deck
    _log(action, deck.game, by=by, person=comment.author, deck=deck, title=comment.text, reason=reason)


@transaction.atomic
def dismiss(thing: Deck | Comment, *, by: User) -> None:
    """Close the open reports of a deck or a comment: nothing is wrong with it. Raises InputError."""
    deck, person, reports = (
        (thing.deck, thing.author, thing.reports.all())
        if isinstance(thing, Comment)
        else (thing, thing.owner, thing.reports.filter(comment=None))
    )
    _check_rights(by, person)
    first = reports.filter(outcome="").first()
    if first is None:
        return
    _close(reports, Report.Outcome.DISMISSAL)
    title = first.title if first.comment_id is None else first.text
    _log(Action.DISMISS, deck.game, by=by, person=person, deck=deck, title=title)


@transaction.atomic
def hide_all(person: User, games: Iterable[Game], *, by: User, reason: str, words: str = "") -> int:
    """Hide all public decks of a person in these games; how many. Raises InputError."""
    _check_rights(by, person)
    text = reason_text(reason, words, person)
    decks = list(selectors.public_decks_of(person, games))
    for deck in decks:
        _hide(deck, by, text)
    return len(decks)


@transaction.atomic
def restore_all(person: User, games: Iterable[Game], *, by: User) -> int:
    """Restore all hidden decks of a person in these games; how many. Raises InputError."""
    _check_rights(by, person)
    decks = list(selectors.hidden_decks_of(person, games))
    for deck in decks:
        restore_deck(deck, by=by)
    return len(decks)


@transaction.atomic
def suspend(
    person: User, games: Iterable[Game], *, what: str, days: str, by: User, reason: str, words: str = ""
) -> None:
    """Keep a person from comments or publishing in these games for some days, or with `days` "" for good; in place of
    what holds already. Raises InputError."""
    _check_rights(by, person)
    if what not in Suspension.What.values:
        raise InputError("unknown-value", field="what", value=what, choices=Suspension.What.values)
    choices = ["", *map(str, DAYS)]
    if days not in choices:
        raise InputError("unknown-value", field="days", value=days, choices=choices)
    text = reason_text(reason, words, person)
    until = timezone.now() + timedelta(days=int(days)) if days else None
    for game in games:
        facts = {"reason": text, "until": until}
        Suspension.objects.update_or_create(user=person, game=game.slug, what=what, defaults=facts)
        _log(Action.SUSPEND, game.slug, by=by, person=person, title=what, reason=text)


@transaction.atomic
def lift(suspension: Suspension, *, by: User) -> None:
    """End a suspension. Raises InputError."""
    _check_rights(by, suspension.user)
    suspension.delete()
    _log(Action.LIFT, suspension.game, by=by, person=suspension.user, title=suspension.what)


def _check_rights(by: User, person: User | None) -> None:
    """Raises InputError where a moderator would decide about themselves, or about others with powers; superusers
    may."""
    if by.is_superuser or person is None:
        return
    if person == by:
        raise InputError("own-matter")
    if person.is_staff or person.is_superuser or person.groups.exists() or person.user_permissions.exists():
        raise InputError("staff-matter")


def _close(reports: QuerySet[Report], outcome: str) -> None:
    reports.filter(outcome="").update(outcome=outcome, closed_at=timezone.now())


def _log(
    action: str,
    game: str,
    *,
    by: User,
    person: User | None,
    deck: Deck | None = None,
    title: str = "",
    reason: str = "",
) -> None:
    title = " ".join(title.split())[:MAX_TITLE]
    ModerationEntry.objects.create(
        action=action, game=game, actor=by, person=person, deck=deck, title=title, reason=reason
    )
