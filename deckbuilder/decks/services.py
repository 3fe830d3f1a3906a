"""Changes to decks."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from deckbuilder.accounts.models import Suspension, User
from deckbuilder.accounts.selectors import suspension_from
from deckbuilder.common.database import get_row
from deckbuilder.common.input import InputError, clean_line, clean_title
from deckbuilder.decks import selectors
from deckbuilder.decks.changes import edits, versions
from deckbuilder.decks.changes.differences import differences
from deckbuilder.decks.changes.drafts import Draft, EditError, LineKey
from deckbuilder.decks.changes.versions import DeckVersion
from deckbuilder.decks.loading import search_text, to_deck
from deckbuilder.decks.models import Deck, DeckLine, Revision, RevisionState, Version, Visibility
from deckbuilder.decks.verdicts.occasions import TODAY, Occasion
from deckbuilder.decks.verdicts.sentences import message
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.violations import DeckChange
from games.engine.reading.decklists.lines import MAX_NAME
from games.engine.reading.decklists.parsing import Reading
from games.engine.rules.changes import worse
from games.registry import get


class Replacement(NamedTuple):
    """A card in a zone for one, and the card that took its place."""

    old: Card
    new: Card


class Changed(NamedTuple):
    """A deck after a change."""

    deck: Deck
    lines: list[DeckLine]
    """Its lines, as from loading.lines_of."""
    undo_states: frozenset[str] | None = None
    """As from selectors.undo_states; None if not known."""
    replacement: Replacement | None = None
    """What the change replaced, unless it was an undo or redo."""


@transaction.atomic
def create(game: Game, *, owner: User | None = None, format: str = "", name: str = "") -> Deck:
    """Create an empty deck; prefilled zones are filled. Raises InputError for an invalid name."""
    name = clean_title(name, "name", MAX_NAME)
    deck = Deck(game=game.slug, format=format or game.formats[0].slug, name=name, owner=owner)
    deck.search_text = search_text(name, ())
    deck.save()
    for zone in game.zones:
        if zone.prefill:
            _fill(deck, zone.slug, zone.prefill())
    return deck


def _fill(deck: Deck, zone: str, counts: Mapping[str, int]) -> None:
    """A card that the catalog lacks becomes an unrecognized line."""
    draft = Draft(deck)
    printings = draft.printings_of(counts)
    for key, count in counts.items():
        line = LineKey(zone, printings[key].code) if key in printings else LineKey(zone, text=key)
        draft.put(line, count)
    draft.save()
    deck.save(update_fields=["search_text"])


@transaction.atomic
def create_with(game: Game, code: str, *, owner: User | None = None) -> Changed:
    """Create a deck with one copy of a printing. Raises InputError for an unknown number; then no deck is created."""
    return edit(create(game, owner=owner), [("add", {"code": code})], author=owner)


@transaction.atomic
def create_from_reading(reading: Reading, *, owner: User | None = None, visibility: str = Visibility.PRIVATE) -> Deck:
    """Create a deck from a list, with its unrecognized lines. Raises InputError, also if it is too large."""
    read = reading.deck
    game = get(read.game)
    if visibility == Visibility.PUBLIC:
        check_may_publish(owner, game.slug)
    deck = Deck(game=read.game, format=read.format or game.formats[0].slug, owner=owner, visibility=visibility)
    deck.name = clean_title(read.name, "name", MAX_NAME)
    deck.shared_revision = None if visibility == Visibility.PRIVATE else 0
    deck.declarations = {key: clean_line(value, key) for key, value in read.declarations.items() if value}
    entries = [entry for lines in read.sections.values() for entry in lines]
    deck.search_text = search_text(deck.name, (entry.card.names for lines in read.zones.values() for entry in lines))
    deck.save()
    draft = Draft(deck)
    draft.fetch(entry.code or entry.card.codes[0] for entry in entries)
    for zone, lines in read.sections.items():
        for entry in lines:
            draft.add(LineKey(zone, entry.code or entry.card.codes[0]), entry.count)
    for line in read.all_unknown:
        draft.add(LineKey(line.zone, text=line.text), line.count)
    draft.save()
    return deck


@transaction.atomic
def edit(deck: Deck, operations: Sequence[tuple[str, Mapping[str, Any]]], *, author: User | None = None) -> Changed:
    """Apply operations as one revision. Raises InputError, and then changes nothing."""
    draft = _open(deck)
    for number, (op, params) in enumerate(operations):
        try:
            _do(draft, op, params)
        except InputError as error:
            error.number = number
            raise
    return _close(draft, author)


def _do(draft: Draft, op: str, params: Mapping[str, Any]) -> None:
    if op not in edits.OPS:
        raise InputError("unknown-op", op=op, choices=sorted(edits.OPS))
    edits.OPS[op](draft, params)


@transaction.atomic
def repair(
    deck: Deck,
    code: str,
    zone: str = "",
    keys: Iterable[str] = (),
    *,
    occasion: Occasion = TODAY,
    author: User | None = None,
) -> Changed:
    """Apply the repair of the violation with that code about those cards, for an occasion. Raises EditError if it is
    gone."""
    draft = _open(deck)
    target = code, zone, tuple(keys)
    for violation in selectors.verdict_for(to_deck(draft.deck, draft.lines), occasion).violations:
        keys = tuple(card.key or card.name for card in violation.cards)
        same = (violation.code, violation.zone, keys) == target
        if same and violation.repair and violation.repair.changes:
            for change in violation.repair.changes:
                edits.change(draft, change)
            return _close(draft, author)
    raise EditError("nothing-to-repair", code=code)


@transaction.atomic
def swap(
    deck: Deck,
    out: Iterable[tuple[str, str]],
    into: Iterable[tuple[str, str]],
    *,
    author: User | None = None,
) -> Changed:
    """Swap cards, one copy for each zone and card key, as one revision.

    Raises EditError if a card is missing, or if a rule is broken that was not broken before.
    """
    draft = _open(deck)
    before = selectors.verdict_for(to_deck(draft.deck, draft.lines), TODAY)
    for (zone, key), copies in Counter(out).items():
        if (have := draft.copies(draft.zone(zone), key)) < copies:
            raise EditError("not-in-deck", name=draft.printing_of(key).name)
        edits.change(draft, DeckChange("set", zone, key, have - copies))
    for (zone, key), copies in Counter(into).items():
        edits.change(draft, DeckChange("set", zone, key, draft.copies(draft.zone(zone), key) + copies))
    change = _close(draft, author)
    if violation := worse(before, selectors.verdict_for(to_deck(change.deck, change.lines), TODAY)):
        raise EditError("swap-refused", reason=message(violation, draft.game))
    return change


@transaction.atomic
def undo(deck: Deck, *, author: User | None = None) -> Changed:
    """Undo the last change. Raises EditError if there is none, or if changes of others conflict."""
    draft = _open(deck)
    last = draft.deck.revisions.filter(state=RevisionState.STANDS).first()
    if last is None:
        raise EditError("nothing-to-undo")
    return _reverse(draft, last, RevisionState.UNDONE, author)


@transaction.atomic
def redo(deck: Deck, *, author: User | None = None) -> Changed:
    """Redo the last undone change. Raises EditError if there is none."""
    draft = _open(deck)
    last = draft.deck.revisions.filter(state=RevisionState.UNDONE).order_by("number").first()
    if last is None:
        raise EditError("nothing-to-redo")
    return _reverse(draft, last, RevisionState.STANDS, author)


def _reverse(draft: Draft, revision: Revision, state: str, author: User | None) -> Changed:
    if state == RevisionState.STANDS:
        versions.repeat(draft, revision)
    else:
        versions.rewind(draft, [revision])
    revision.state = state
    revision.save(update_fields=["state"])
    return _close(draft, author, reverted=revision.number)


@transaction.atomic
def restore(deck: Deck, number: int, *, author: User | None = None) -> Changed:
    """Restore cards, declarations and format of a version as one revision; name and notes stay. Raises EditError."""
    draft = _open(deck)
    version = versions.version_of(draft.deck, number)
    draft.become(version.lines, version.deck.declarations, version.deck.format)
    return _close(draft, author, restored_number=number)


@transaction.atomic
def take_over(
    deck: Deck, revision: int, source: DeckVersion, ids: Collection[str] | None, *, author: User | None = None
) -> Changed:
    """Apply differences from another deck or version as one revision: those with these ids between the version
    `revision` and the source, or all.

    Raises EditError if the deck has changed in one of them, and then changes nothing.
    """
    draft = _open(deck)
    by_id = {each.id: each for each in differences(versions.version_of(draft.deck, revision), source).all}
    for each in by_id if ids is None else ids:
        if each not in by_id:
            raise EditError("no-such-difference")
        edits.take_over(draft, by_id[each])
    return _close(draft, author)


MAX_VERSIONS = 50
"""Named versions of a deck; each is stored whole."""
MAX_VERSION_NAME = 80


@transaction.atomic
def name_version(deck: Deck, number: int, name: str) -> Version:
    """Name a version, or rename it. Raises InputError."""
    deck = _lock_deck(deck)
    name = clean_title(name, "name", MAX_VERSION_NAME)
    if not name:
        raise InputError("nameless")
    version = deck.versions.filter(number=number).first()
    if version:
        version.name = name
        version.save(update_fields=["name"])
        return version
    if deck.versions.count() >= MAX_VERSIONS:
        raise EditError("too-many-versions", most=MAX_VERSIONS)
    content = versions.content_of(versions.version_of(deck, number))
    return deck.versions.create(number=number, name=name, content=content, made_at=versions.made_at(deck, number))


@transaction.atomic
def unname_version(deck: Deck, number: int) -> None:
    """Remove a version's name. Raises EditError if it has none."""
    count, _rows = _lock_deck(deck).versions.filter(number=number).delete()
    if not count:
        raise EditError("not-named", number=number)


def _lock_deck(deck: Deck) -> Deck:
    """The deck, locked until the transaction ends. Raises NotFoundError once it is deleted."""
    return get_row(Deck.objects.select_for_update(), pk=deck.pk)


def _open(deck: Deck) -> Draft:
    """A draft of the deck as stored, locked until the transaction ends."""
    return Draft(_lock_deck(deck))


def _close(
    draft: Draft, author: User | None, *, reverted: int | None = None, restored_number: int | None = None
) -> Changed:
    """Save and record a change. Unless it is an undo or redo, nothing can be redone after it."""
    deck = draft.deck
    if not draft.steps:
        return Changed(deck, draft.lines)
    draft.save()
    deck.revision += 1
    deck.save(update_fields=["revision", "changed_at", "search_text", *draft.changed_fields])
    if reverted is None:
        deck.revisions.filter(state=RevisionState.UNDONE).update(state=RevisionState.DROPPED)
    state, of = (RevisionState.STANDS, restored_number) if reverted is None else (RevisionState.REVERSAL, reverted)
    Revision.objects.create(deck=deck, number=deck.revision, steps=draft.steps, state=state, of=of, author=author)
    if reverted is not None:
        return Changed(deck, draft.lines)
    return Changed(deck, draft.lines, frozenset([RevisionState.STANDS]), _replacement(draft))


def _replacement(draft: Draft) -> Replacement | None:
    singles = [zone.slug for zone in draft.game.zones if zone.single]
    steps = [step for step in draft.steps if step.get("zone") in singles and "code" in step]
    old, new = ([step["code"] for step in steps if not step[end]] for end in ("to", "from"))
    return Replacement(draft.printing(old[0]).card, draft.printing(new[0]).card) if old and new else None


COPIED_FIELDS = ("game", "format", "name", "notes", "declarations", "cover", "search_text", "hidden_reason")


@transaction.atomic
def copy(deck: Deck, *, owner: User | None = None) -> Deck:
    """Create a deck of the caller's with the same cards. A copy of a hidden deck is hidden as well."""
    deck = _lock_deck(deck)
    lines = list(deck.lines.all())
    same = {name: getattr(deck, name) for name in COPIED_FIELDS}
    new = Deck.objects.create(**same, owner=owner, copied_from=deck, copied_at_revision=deck.revision)
    for line in lines:
        line.pk, line.deck = None, new
    DeckLine.objects.bulk_create(lines)
    return new


@transaction.atomic
def delete(deck: Deck) -> None:
    """Delete a deck with its history; copies of it stay."""
    _lock_deck(deck).delete()


@transaction.atomic
def share(deck: Deck, visibility: str) -> Deck:
    """Set who may see the deck. Raises InputError, and EditError for a deck that staff have hidden."""
    if visibility not in Visibility.values:
        raise InputError("unknown-visibility", value=visibility, choices=Visibility.values)
    deck = _lock_deck(deck)
    if visibility == Visibility.PUBLIC != deck.visibility:
        check_may_publish(deck.owner, deck.game)
    if visibility == Visibility.PRIVATE:
        deck.shared_revision = None
    elif deck.hidden_reason:
        raise EditError("hidden-by-staff", field="visibility", reason=deck.hidden_reason)
    elif deck.visibility == Visibility.PRIVATE or deck.shared_revision is None:
        deck.shared_revision = deck.revision
    deck.visibility = visibility
    _save_sharing(deck)
    return deck


@transaction.atomic
def hide(deck: Deck, reason: str) -> Deck:
    """Hide a deck from everybody but its owner, who reads the reason, until staff unhide it."""
    deck = _lock_deck(deck)
    if not deck.hidden_reason:
        deck.hidden_visibility, deck.hidden_at_revision = deck.visibility, deck.revision
    deck.visibility, deck.shared_revision, deck.hidden_reason = Visibility.PRIVATE, None, reason
    _save_sharing(deck)
    return deck


@transaction.atomic
def reinstate(deck: Deck) -> Deck:
    """Unhide a deck, and share it as its owner had done when it was hidden, if it has not changed since: what they did
    while only they saw it is theirs to share."""
    deck = _lock_deck(deck)
    if not deck.hidden_reason:
        return deck
    was_shared = deck.hidden_visibility in (Visibility.LINK, Visibility.PUBLIC)
    is_suspended = suspension_from(Suspension.What.PUBLISHING, deck.owner, deck.game) is not None
    if was_shared and deck.hidden_at_revision == deck.revision and not is_suspended:
        deck.visibility, deck.shared_revision = deck.hidden_visibility, deck.revision
    deck.hidden_reason, deck.hidden_visibility, deck.hidden_at_revision = "", "", None
    _save_sharing(deck)
    return deck


def check_may_publish(owner: User | None, game: str) -> None:
    """Raises EditError if staff keep somebody from making decks of a game public."""
    if suspension := suspension_from(Suspension.What.PUBLISHING, owner, game):
        raise EditError("suspended-publishing", field="visibility", reason=suspension.reason)


@transaction.atomic
def unhide(deck: Deck) -> Deck:
    """Let a deck be shared again; only its owner can do that."""
    deck = _lock_deck(deck)
    deck.hidden_reason = ""
    _save_sharing(deck)
    return deck


def _save_sharing(deck: Deck) -> None:
    """Without `changed_at`, which is about the deck's contents."""
    names = ("visibility", "shared_revision", "hidden_reason", "hidden_visibility", "hidden_at_revision")
    Deck.objects.filter(pk=deck.pk).update(**{name: getattr(deck, name) for name in names})


def claim(keys: Mapping[str, str], owner: User) -> int:
    """Give the decks a visitor built (slug to edit key) to the account they signed in with."""
    return selectors.by_edit_keys(keys).filter(owner=None).update(owner=owner)
