"""Examples of searches in a game, made from its catalog, each with the number of cards it finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.search.searching import counts, search
from deckbuilder.catalog.selectors import Counted, all_value_counts
from deckbuilder.common.labels import keyword_label
from games.engine.model.cards import SAMPLE, Attribute, Card
from games.engine.model.game import Game
from games.engine.reading.search.query import parse, quote
from games.registry import get

Values = Mapping[str, Sequence[Counted]]
"""How many cards have each value, by the attribute's name."""


class Example(NamedTuple):
    """A search, its meaning in words, and the number of cards it finds."""

    query: str
    meaning: str
    cards: int


def examples(game: Game) -> tuple[Example, ...]:
    """The examples that find cards, cached until the catalog changes."""
    index = newest(game)
    return _examples(index.token, game.slug, get_language() or "en") if index else ()


@lru_cache(maxsize=64)
def _examples(token: str, slug: str, language: str) -> tuple[Example, ...]:
    """`token`: the version of the catalog, part of the cache key."""
    game = get(slug)
    searches = list(_searches(game, language))
    numbers = counts(game, [parse(query, game) for query, _meaning in searches])
    examples = (Example(*each, cards) for each, cards in zip(searches, numbers, strict=True))
    return tuple(each for each in examples if each.cards)


def _searches(game: Game, language: str) -> Iterator[tuple[str, str]]:
    card = next(iter(search(game, f"-set:{SAMPLE}", size=1).cards or search(game, size=1).cards), None)
    if card is None:
        return
    values = all_value_counts(game)
    yield from _words(game, card, values, language)
    word, number = _field(game, values, "choice", "list"), _field(game, values, "integer")
    if word:
        attribute, value = word
        label, field = attribute.label.read(language), _alias(attribute)
        value_label = attribute.label_of(value, language)
        one = f"{field}:{quote(value)}"
        yield one, _("{field}: {value}").format(field=label, value=value_label)
        yield f"-{one}", _("all cards except these")
        yield f"{one} or t:{game.kinds[0].value}", _("either of the two")
    if number:
        attribute, value = number
        label, field = attribute.label.read(language), _alias(attribute)
        yield f"{field}>={value}", _("{field} {value} or more").format(field=label, value=value)
        yield f"{field}:1..3", _("{field} from {low} to {high}").format(field=label, low=1, high=3)
        yield f"-{field}:*", _("cards without {field}").format(field=label)


def _words(game: Game, card: Card, values: Values, language: str) -> Iterator[tuple[str, str]]:
    yield quote(card.name), _("a card by its name")
    for name in card.alt_names[:1]:
        yield quote(name), _("a card by another of its names")
    kind = game.kinds[0]
    yield quote(kind.label.read(language)), _("anything printed on the card, in any language of the site")
    keyword = next(iter(values.get("keywords", ())), None)
    if keyword:
        label = keyword_label(game, keyword.value, language)
        yield f"k:{quote(keyword.value)}", _("cards with the keyword {keyword}").format(keyword=label)


def _field(game: Game, values: Values, *types: str) -> tuple[Attribute, str] | None:
    """One of the game's own fields of these types, with a value that many of its cards have."""
    for attribute in game.attributes:
        if attribute.type in types and len(values.get(attribute.name, ())) > 1:
            return attribute, max(values[attribute.name], key=lambda each: each.cards).value
    return None


def _alias(attribute: Attribute) -> str:
    return attribute.aliases[0] if attribute.aliases else attribute.name
