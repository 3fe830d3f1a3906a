"""The sample catalogs in the database: imported from their files once, and put back where a test flushed them."""

from copy import copy
from typing import NamedTuple, TypeVar
from uuid import uuid4

from django.db import connection
from django.db.models import Model

from deckbuilder.catalog.models import Card, CodeEdition, CodeWord, Place, Posting, Printing, SearchIndex
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.catalog.to_games import facts_of
from games.engine.model.game import Game
from games.registry import GAMES
from tests.catalogs import load_catalog
from tests.deckbuilder.bare_cards import ensure_cards

M = TypeVar("M", bound=Model)


class Kept(NamedTuple):
    """The rows of a game's catalog as they were when it had just been imported."""

    cards: list[Card]
    printings: list[Printing]
    index: SearchIndex
    postings: list[Posting]
    places: list[Place]
    editions: list[CodeEdition]
    words: list[CodeWord]


_kept: dict[str, Kept] = {}


def load() -> None:
    """See that the sample cards of every game are in the database."""
    present = set(Card.objects.values_list("game", flat=True).distinct())
    for game in GAMES:
        if game.slug in present:
            continue
        if game.slug in _kept:
            _put_back(_kept[game.slug])
        else:
            _import(game)
            _kept[game.slug] = _read(game)


def clear() -> None:
    """Remove all cards, for a test of what brings them in."""
    with connection.cursor() as cursor:
        for model in (Posting, Place, SearchIndex, Printing, Card, CodeEdition, CodeWord):
            cursor.execute(f"DELETE FROM {model._meta.db_table}")


def _import(game: Game) -> None:
    catalog = load_catalog(game)
    ids = ensure_cards(game, catalog.printings.values())
    Printing.objects.bulk_create(
        Printing(
            game=game.slug,
            code=printing.code,
            card_id=ids[game.key(printing)],
            name=printing.name,
            facts=facts_of(printing),
            released=printing.released,
            position=position,
        )
        for position, printing in enumerate(catalog.printings.values())
    )
    rebuild_cards(game)


def _read(game: Game) -> Kept:
    index = SearchIndex.objects.get(game=game.slug)
    return Kept(
        list(Card.objects.filter(game=game.slug)),
        list(Printing.objects.filter(game=game.slug)),
        index,
        list(Posting.objects.filter(index=index)),
        list(Place.objects.filter(index=index)),
        list(CodeEdition.objects.filter(game=game.slug)),
        list(CodeWord.objects.filter(game=game.slug)),
    )


def _put_back(kept: Kept) -> None:
    """Write the rows anew, with whatever numbers the database gives them now."""
    cards = {old.pk: new for old, new in zip(kept.cards, _written(Card, kept.cards), strict=True)}
    _written(Printing, kept.printings, {"card_id": lambda row: cards[row.card_id].pk})
    index = _written(SearchIndex, [kept.index], {"token": lambda row: uuid4().hex})[0]
    _written(Posting, kept.postings, {"index_id": lambda row: index.pk})
    _written(Place, kept.places, {"index_id": lambda row: index.pk, "card_id": lambda row: cards[row.card_id].pk})
    _written(CodeEdition, kept.editions)
    _written(CodeWord, kept.words)


def _written(model, rows, changed=None):
    fresh = []
    for row in rows:
        new = copy(row)
        new.pk, new._state = None, type(row._state)()
        for name, value in (changed or {}).items():
            setattr(new, name, value(row))
        fresh.append(new)
    return model._default_manager.bulk_create(fresh)
