"""Telling apart cards of the same name: by attributes of their identity, and by their numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from django.db.models import Count
from django.http import HttpRequest

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import Card as CardRow
from deckbuilder.catalog.models import SearchIndex
from deckbuilder.common.labels import value_label, with_note
from deckbuilder.common.names import card_name
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.texts.writing import fold


class Namesakes:
    """Names shared by several cards of a game's catalog. `differing`: the attributes in which they differ, by folded
    name. `token`: the version of the catalog, "" for an empty one."""

    def __init__(self, game: Game, differing: Mapping[str, tuple[str, ...]], token: str = "") -> None:
        self.game, self._differing, self.token = game, differing, token

    @property
    def names(self) -> Collection[str]:
        """These names, folded."""
        return self._differing.keys()

    def apart(self, card: Card, language: str, code: str = "") -> str:
        """`SR · ECL-012`: distinguishes a card from others of its name; "" if there are none.

        `code`: its printing; the first one by default.
        """
        names = self._differing.get(fold(card.name))
        if names is None:
            return ""
        values = (value_label(self.game.fields[name], card.get(name), language) for name in names)
        return " · ".join(part for part in (*values, code or card.codes[0]) if part)

    def full_name(self, card: Card, language: str, code: str = "") -> str:
        """`沐汐 (SR · ECL-012)` in the reader's language; only the name if no other card has it."""
        name, apart = card_name(card, language), self.apart(card, language, code)
        return with_note(name, apart) if apart else name


def namesakes(game: Game, index: SearchIndex | None = None) -> Namesakes:
    """The namesakes of the current catalog, or of `index`; two queries after every change of the catalog."""
    index = index or newest(game)
    token = index.token if index else ""
    return Namesakes(game, _differing(game.slug, game.identity, token) if token else {}, token)


def of_request(request: HttpRequest, game: Game) -> Namesakes:
    """`namesakes`, looked up once per request."""
    cache: dict[str, Namesakes] = request.__dict__.setdefault("namesakes", {})
    if game.slug not in cache:
        cache[game.slug] = namesakes(game)
    return cache[game.slug]


def keep(request: HttpRequest, names: Namesakes) -> None:
    """Use these namesakes for the rest of a request."""
    request.__dict__.setdefault("namesakes", {})[names.game.slug] = names


@lru_cache(maxsize=16)
def _differing(slug: str, identity: tuple[str, ...], token: str) -> Mapping[str, tuple[str, ...]]:
    """`token`: the version of the catalog, part of the cache key."""
    shared_names = CardRow.objects.filter(game=slug).values("name_key").annotate(cards=Count("id")).filter(cards__gt=1)
    rows = CardRow.objects.in_catalog(slug).filter(name_key__in=shared_names.values("name_key"))
    keys: dict[str, list[str]] = {}
    for name, key in rows.values_list("name_key", "key"):
        keys.setdefault(name, []).append(key)
    return {name: _differences(identity, cards) for name, cards in keys.items() if len(cards) > 1}


def _differences(identity: tuple[str, ...], keys: list[str]) -> tuple[str, ...]:
    """The attributes of a game's identity in which these keys differ, as made by `Game.key`; all of them if that is
    unclear."""
    parts = [key.split("|") for key in keys]
    readable = all(len(each) == len(identity) for each in parts)
    values = zip(*parts, strict=True) if readable else [set(keys)] * len(identity)
    return tuple(name for name, each in zip(identity, values, strict=True) if name != "name" and len(set(each)) > 1)
