"""Cards without anything derived, for catalogs that tests and benchmarks make themselves."""

from collections.abc import Iterable

from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.models import Card
from games.engine.model import cards
from games.engine.model.game import Game
from games.engine.texts.writing import fold


def ensure_cards(game: Game, printings: Iterable[cards.Printing]) -> dict[str, int]:
    """The ids of these printings' cards by key; missing cards are created, bare until rebuild_cards is called."""
    bare = {
        key: Card(game=game.slug, key=key, name=each.name, name_key=fold(each.name), kind=each.kind)
        for each in printings
        for key in (game.key(each),)
    }
    ids: dict[str, int] = {}
    for batch in batches(bare.values()):
        Card.objects.bulk_create(batch, ignore_conflicts=True)
        keys = [each.key for each in batch]
        ids |= Card.objects.filter(game=game.slug, key__in=keys).values_list("key", "id")
    return ids
