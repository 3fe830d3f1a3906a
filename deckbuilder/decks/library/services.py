"""Actions on many decks at once, each of which can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.accounts.selectors import suspension_from
from deckbuilder.common.database import get_row
from deckbuilder.common.input import InputError, clean_title
from deckbuilder.decks.changes.drafts import EditError
from deckbuilder.decks.library.reports import Done, Undone
from deckbuilder.decks.library.selectors import tag_counts
from deckbuilder.decks.models import MAX_FOLDER, MAX_TAGS_TEXT, Deck, DeckLine, LibraryChange, Visibility
from deckbuilder.decks.services import COPIED_FIELDS, check_may_publish
from games.engine.reading.decklists.lines import MAX_NAME
from games.engine.texts.writing import fold

MAX_DECKS = 1000
"""Decks per action."""
MAX_TAG = 30
MAX_TAGS = 20
"""Tags of a deck."""

Values = dict[str, Any]
"""Fields of a deck with their values."""

TIMES = ("archived_at", "deleted_at")
FIELDS = ("folder", "tags", "visibility", "shared_revision", *TIMES)
"""The fields that actions change."""


def clean_tag(text: str) -> str:
    """A tag without its #. Raises InputError."""
    tag = clean_title(text.strip().lstrip("#＃"), "tag", MAX_TAG)
    if not tag:
        raise InputError("no-tag", field="tag")
    return tag


def _move(deck: Deck, folder: str) -> Values:
    return {"folder": folder}


def _tag(deck: Deck, tag: str) -> Values:
    if tag in deck.tag_list:
        return {}
    tags = "\n".join([*deck.tag_list, tag])
    if len(deck.tag_list) == MAX_TAGS or len(tags) > MAX_TAGS_TEXT:
        raise EditError("too-many-tags", field="tag", most=MAX_TAGS, name=deck.name)
    return {"tags": tags}


def _untag(deck: Deck, tag: str) -> Values:
    return {"tags": "\n".join(each for each in deck.tag_list if fold(each) != fold(tag))}


def _archive(deck: Deck, value: str) -> Values:
    return {} if deck.archived_at else {"archived_at": timezone.now()}


def _unarchive(deck: Deck, value: str) -> Values:
    return {"archived_at": None}


def _share(deck: Deck, visibility: str) -> Values:
    """As services.share does."""
    if visibility == Visibility.PRIVATE:
        return {"visibility": visibility, "shared_revision": None}
    keeps = deck.visibility != Visibility.PRIVATE and deck.shared_revision is not None
    return {"visibility": visibility, "shared_revision": deck.shared_revision if keeps else deck.revision}


def _delete(deck: Deck, value: str) -> Values:
    return {"deleted_at": timezone.now()}


ACTIONS: dict[str, Callable[[Deck, str], Values]] = {
    "move": _move,
    "tag": _tag,
    "untag": _untag,
    "archive": _archive,
    "unarchive": _unarchive,
    "share": _share,
    "delete": _delete,
}
"""What each action makes of a deck; `duplicate` is done on its own."""


@transaction.atomic
def act(
    library: QuerySet[Deck], decks: QuerySet[Deck], action: str, value: str = "", *, owner: User | None = None
) -> Done:
    """Do an action with all of these decks, or with none.

    `library`: all decks of the person; `decks`: some of these; `value`: a folder, a tag or a visibility. Raises
    InputError.
    """
    if action not in (*ACTIONS, "duplicate"):
        raise InputError("unknown-value", field="do", value=action, choices=[*ACTIONS, "duplicate"])
    rows = _lock(decks)
    if action == "duplicate":
        return _duplicate(rows, owner)
    value = _clean(action, value, library)
    if action == "share" and value == Visibility.PUBLIC:
        for game in {deck.game for deck in rows if deck.visibility != value}:
            check_may_publish(owner, game)
    hidden = [deck.pk for deck in rows if action == "share" and value != Visibility.PRIVATE and deck.hidden_reason]
    before, after = {}, {}
    for deck in (each for each in rows if each.pk not in hidden):
        old = {name: getattr(deck, name) for name in FIELDS}
        if new := {name: each for name, each in ACTIONS[action](deck, value).items() if each != old[name]}:
            before[deck.pk], after[deck.pk] = {name: old[name] for name in new}, new
    _write({deck.pk: deck for deck in rows}, after)
    return Done(len(after), len(hidden), _note(action, owner, before, after), value)


def _clean(action: str, value: str, library: QuerySet[Deck]) -> str:
    """A tag is written as the person's other decks have it."""
    if action == "move":
        return clean_title(value, "folder", MAX_FOLDER)
    if action in ("tag", "untag"):
        tag = clean_tag(value)
        return next((each for each in tag_counts(library) if fold(each) == fold(tag)), tag)
    if action == "share" and value not in Visibility.values:
        raise InputError("unknown-visibility", field="visibility", value=value, choices=Visibility.values)
    return value


def _lock(decks: QuerySet[Deck]) -> list[Deck]:
    """The decks, locked in one order. Raises InputError if there are none, or too many."""
    rows = list(Deck.with_deleted.select_for_update().filter(pk__in=decks.order_by().values("pk")).order_by("pk"))
    if not rows:
        raise InputError("no-decks", field="deck")
    if len(rows) > MAX_DECKS:
        raise InputError("too-many-decks", field="deck", most=MAX_DECKS)
    return rows


def _write(rows: dict[int, Deck], values: dict[int, Values]) -> None:
    """Without `changed_at`, which is about a deck's contents."""
    names = sorted({name for each in values.values() for name in each})
    changed = []
    for number, each in values.items():
        for name, value in each.items():
            setattr(rows[number], name, value)
        changed.append(rows[number])
    if names:
        Deck.with_deleted.bulk_update(changed, names, batch_size=200)


def _note(action: str, owner: User | None, before: dict[int, Values], after: dict[int, Values]) -> str:
    """Record what to undo; the key, or "" if nothing changed."""
    if not after:
        return ""
    return LibraryChange.objects.create(action=action, owner=owner, before=_json(before), after=_json(after)).slug


def _json(values: dict[int, Values]) -> dict[str, Values]:
    return {str(number): {name: _text(value) for name, value in each.items()} for number, each in values.items()}


def _text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _duplicate(rows: Sequence[Deck], owner: User | None) -> Done:
    """Copies beside the originals, in the same folder and with the same tags; to undo it is to delete them."""
    names = (*COPIED_FIELDS, "folder", "tags")
    copies = [
        Deck(
            **{name: getattr(deck, name) for name in names},
            owner=owner,
            copied_from=deck,
            copied_at_revision=deck.revision,
        )
        for deck in rows
    ]
    for each in copies:
        each.name = _copy_name(each.name)
        _first, _line, rest = each.search_text.partition("\n")
        each.search_text = f"{fold(each.name)}\n{rest}" if rest else fold(each.name)
    made = Deck.objects.bulk_create(copies, batch_size=100)
    copy_of = {copy.copied_from_id: copy for copy in made}
    lines = list(DeckLine.objects.filter(deck__in=rows))
    for line in lines:
        line.pk, line.deck = None, copy_of[line.deck_id]
    DeckLine.objects.bulk_create(lines, batch_size=500)
    before = {copy.pk: {"deleted_at": timezone.now()} for copy in made}
    after = {copy.pk: {"deleted_at": None} for copy in made}
    return Done(len(made), undo=_note("duplicate", owner, before, after), made=tuple(made))


def _copy_name(name: str) -> str:
    """A name that tells a copy from its original, where it has one and there is room."""
    new = _("{name} (copy)").format(name=name)
    return new if name and len(new) <= MAX_NAME else name


@transaction.atomic
def undo(slug: str, decks: QuerySet[Deck], *, owner: User | None = None) -> Undone:
    """Undo an action, once. `decks`: all of the person's own, with deleted ones: no others are touched.

    Raises NotFoundError if there is no such action of theirs.
    """
    change = get_row(LibraryChange.objects.select_for_update(), slug=slug, owner=owner)
    numbers = [int(number) for number in change.after]
    rows = {
        deck.pk: deck
        for deck in Deck.with_deleted.select_for_update()
        .filter(pk__in=decks.filter(pk__among=numbers).order_by().values("pk"))
        .order_by("pk")
    }
    as_left = [number for number, deck in rows.items() if _is_as_left(deck, change)]
    _write(rows, {number: _values(change.before[str(number)]) for number in as_left})
    change.delete()
    return Undone(len(as_left), len(numbers) - len(as_left))


def _is_as_left(deck: Deck, change: LibraryChange) -> bool:
    """Whether the action's fields still have its values, and a duplicate its cards."""
    after: Values = change.after[str(deck.pk)]
    untouched = change.action != "duplicate" or deck.revision == 0
    before: Values = change.before[str(deck.pk)]
    if deck.hidden_reason and before.get("visibility", Visibility.PRIVATE) != Visibility.PRIVATE:
        return False  # staff have hidden it since
    if before.get("visibility") == Visibility.PUBLIC and _is_suspended(deck):
        return False
    return untouched and all(_text(getattr(deck, name)) == value for name, value in after.items())


def _is_suspended(deck: Deck) -> bool:
    return suspension_from(Suspension.What.PUBLISHING, deck.owner, deck.game) is not None


def _values(stored: Values) -> Values:
    return {
        name: parse_datetime(value) if name in TIMES and isinstance(value, str) else value
        for name, value in stored.items()
    }
