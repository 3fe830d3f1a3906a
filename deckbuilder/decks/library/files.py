"""Many decks as one file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from functools import cache
from tempfile import SpooledTemporaryFile
from typing import IO

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.common.http.file_names import file_name
from deckbuilder.decks.lists import codec
from deckbuilder.decks.loading import to_decks
from deckbuilder.decks.models import Deck
from games.registry import get

IN_MEMORY = 4 * 1024 * 1024
DECKS_AT_ONCE = 50
MAX_NAME_BYTES = 120


def archive_of(decks: Sequence[Deck]) -> IO[bytes]:
    """A ZIP file, at its beginning, with the list of each deck as text; one that the site cannot read as its lines are
    stored."""
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  (the sender closes it)
    index_of = cache(lambda slug: newest(get(slug)))
    shared_names = cache(lambda slug: namesakes(get(slug), index_of(slug)).names)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for start in range(0, len(decks), DECKS_AT_ONCE):
            batch = decks[start : start + DECKS_AT_ONCE]
            engine_decks = to_decks(batch, index_of)
            for deck in batch:
                if engine_deck := engine_decks.get(deck.pk):
                    text = codec.write(engine_deck, "txt", shared_names(deck.game))
                    bundle.writestr(_name(deck, "txt"), text)
                else:
                    lines = list(deck.lines.values("zone", "count", "text", "printing__code"))
                    bundle.writestr(_name(deck, "json"), json.dumps(lines, ensure_ascii=False, indent=2))
    file.seek(0)
    return file


def _name(deck: Deck, ending: str) -> str:
    """With the slug: two decks may have the same name."""
    name = deck.name.encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    return file_name(f"{name} {deck.slug}", deck.slug, ending)
