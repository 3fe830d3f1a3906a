"""Search texts of decks: the names of a deck and its cards in every language, stored with it so that searches need not
read its lines."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.decks.loading import search_text, to_decks
from deckbuilder.decks.models import Deck, DeckLine, Renaming
from games.engine.model.game import Game


def refresh(decks: Iterable[int]) -> None:
    """Update the search texts of these decks, by id, a few hundred per transaction."""
    for batch in batches(decks):
        with transaction.atomic():
            rows = list(Deck.with_deleted.select_for_update().filter(pk__in=batch).order_by("pk"))
            engine_decks = to_decks(rows)
            stale = []
            for deck in (each for each in rows if each.pk in engine_decks):
                text = search_text(deck.name, (entry.card.names for _, entry in engine_decks[deck.pk].all_entries()))
                if text != deck.search_text:
                    deck.search_text = text
                    stale.append(deck)
            Deck.with_deleted.bulk_update(stale, ["search_text"])


def note(game: Game, codes: Sequence[str], **facts: Any) -> None:
    """Record the decks to update, in the transaction that renames the cards of these printings."""
    Renaming.objects.create(game=game.slug, codes=list(codes))


def follow_catalog(**facts: Any) -> None:
    """Update the recorded decks. Repeating it, or running it twice at once, is harmless."""
    for each in Renaming.objects.order_by("pk"):
        for batch in batches(each.codes):
            lines = DeckLine.objects.filter(printing__game=each.game, printing__code__in=batch)
            refresh(list(lines.order_by().values_list("deck", flat=True).distinct()))
        Renaming.objects.filter(pk=each.pk).delete()


def is_behind() -> bool:
    """Whether decks have yet to be updated after a change of a catalog."""
    return Renaming.objects.exists()
