"""A person's data as one file."""

import json
import zipfile
from collections.abc import Collection, Iterator
from functools import cache
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.db.models import Prefetch
from django.utils import timezone

from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import token_made_at
from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck, LibraryChange, Revision
from deckbuilder.events.hooks.exports import events_of
from games.engine.model.decks import Deck as EngineDeck
from games.registry import get

IN_MEMORY = 4 * 1024 * 1024
DECKS_AT_ONCE = 20


def export_of(user: User) -> tuple[str, IO[bytes]]:
    """A file name such as `deckbuilder-alice-2026-11-21.zip`, and the file, at its beginning."""
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  (the sender closes it)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in _files(user):
            bundle.writestr(name, content)
    file.seek(0)
    return f"deckbuilder-{user.username}-{timezone.localdate().isoformat()}.zip", file


def _files(user: User) -> Iterator[tuple[str, str]]:
    yield "account.json", _json(_account(user))
    parts = Prefetch("revisions", Revision.objects.order_by("number")), "versions"
    index_of = cache(lambda slug: newest(get(slug)))
    shared_names = cache(lambda slug: namesakes(get(slug), index_of(slug)).names)
    decks, last = Deck.with_deleted.filter(owner=user).order_by("id").prefetch_related(*parts), 0
    while batch := list(decks.filter(pk__gt=last)[:DECKS_AT_ONCE]):
        engine_decks, last = to_decks(batch, index_of), batch[-1].pk
        for deck in batch:
            engine_deck = engine_decks.get(deck.pk)
            shared = shared_names(deck.game) if engine_deck else ()
            yield f"decks/{deck.slug}.json", _json(_deck(deck, engine_deck, shared, user))
            if engine_deck:
                yield f"decks/{deck.slug}.txt", codec.write(engine_deck, "txt", shared)
    for slug, event in events_of(user):
        yield f"events/{slug}.json", _json(event)


def _account(user: User) -> dict[str, Any]:
    imports = CatalogImport.objects.filter(created_by=user).order_by("id")
    return {
        "name": user.username,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "language": user.language,
        "theme": user.theme,
        "saved_searches": user.searches,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "api_token_made": token_made_at(user),
        "favourites": list(user.favourites.order_by("id").values("deck__slug", "made_at")),
        "follows": list(user.follows.order_by("id").values("author__username", "made_at")),
        "blocks": list(user.blocks.order_by("id").values("blocked__username", "made_at")),
        "comments": list(
            user.comments.order_by("id").values("deck__slug", "text", "made_at", "edited_at", "removed_reason")
        ),
        "reports": list(
            user.reports_made.order_by("id").values("deck__slug", "comment", "reason", "words", "made_at", "outcome")
        ),
        "suspensions": list(user.suspensions.order_by("id").values("game", "what", "reason", "until", "made_at")),
        "bulk_actions_on_decks": list(
            LibraryChange.objects.filter(owner=user).order_by("id").values("action", "before", "after", "made_at")
        ),
        "catalog_imports": list(imports.values("game", "filename", "status", "created_at", "applied_at")),
    }


def _deck(deck: Deck, engine_deck: EngineDeck | None, shared_names: Collection[str], user: User) -> dict[str, Any]:
    """`engine_deck`: None if the site cannot read the deck's list; its lines are then as stored."""
    lines = deck.lines.values("zone", "count", "text", "printing__code")
    return {
        "id": deck.slug,
        "name": deck.name,
        "game": deck.game,
        "format": deck.format,
        "notes": deck.notes,
        "cover": deck.cover,
        "declarations": deck.declarations,
        "visibility": deck.visibility,
        "hidden_because": deck.hidden_reason,
        "folder": deck.folder,
        "tags": deck.tag_list,
        "archived": deck.archived_at,
        "deleted": deck.deleted_at,
        "revision": deck.revision,
        "created": deck.created_at,
        "changed": deck.changed_at,
        "list": json.loads(codec.write(engine_deck, "json", shared_names)) if engine_deck else list(lines),
        "revisions": [_revision(each, user) for each in deck.revisions.all()],
        "versions": [
            {"number": each.number, "name": each.name, "made": each.made_at, "content": each.content}
            for each in deck.versions.all()
        ],
    }


def _revision(revision: Revision, user: User) -> dict[str, Any]:
    """A change; its author only as whether it was this person."""
    return {
        "number": revision.number,
        "made": revision.made_at,
        "mine": revision.author_id == user.pk,
        "state": revision.state,
        "of": revision.of,
        "steps": revision.steps,
    }


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2, default=lambda time: time.isoformat()) + "\n"
