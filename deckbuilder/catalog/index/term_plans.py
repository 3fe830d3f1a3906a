"""Translates one condition of a search into the index terms that answer it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import accumulate
from typing import Any, NamedTuple

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_schema import Fact
from deckbuilder.catalog.models import SearchIndex
from games.engine.model.cards import COMMON_NAMES, DASH, Attribute, Card
from games.engine.model.game import Game
from games.engine.reading.search.query import And, Everything, Given, Is, Node, Not, Or, Word, matches


class Run(NamedTuple):
    """The cards from `start` up to but not including `stop` in an order."""

    term: str
    start: int
    stop: int


class Spelled(NamedTuple):
    """The cards that have this text in one of their texts; `where`: see index_schema."""

    where: str
    text: str


class Leaf(NamedTuple):
    """The cards that have one of these."""

    terms: tuple[str, ...] = ()
    run: Run | None = None
    texts: tuple[Spelled, ...] = ()
    """For a word, these are searched for in the haystack."""

    whole: bool = False
    """Whether a text must match as a whole."""

    values: tuple[Spelled, ...] = ()
    """For a word, these are searched for in attributes."""


class Order(NamedTuple):
    """An order's term; `down`: its first `ranked` cards are reversed."""

    term: str
    ranked: int
    down: bool


def parts_of(node: Node) -> Iterator[Word | Given | Is]:
    """The single conditions in a node."""
    if isinstance(node, Not):
        yield from parts_of(node.part)
    elif isinstance(node, (And, Or)):
        for part in node.parts:
            yield from parts_of(part)
    elif not isinstance(node, Everything):
        yield node


def plain(node: Node) -> Node:
    """The same node without `!=`, which becomes: given and not equal."""
    if isinstance(node, Is) and node.op == "!=":
        return And((Given(node.attribute), Not(replace(node, op="="))))
    if isinstance(node, Not):
        return Not(plain(node.part))
    if isinstance(node, And):
        return And(tuple(map(plain, node.parts)))
    return Or(tuple(map(plain, node.parts))) if isinstance(node, Or) else node


def leaf_of(node: Word | Given | Is, game: Game, index: SearchIndex) -> Leaf:
    if isinstance(node, Word):
        return _word_leaf(node, game, index)
    if isinstance(node, Given):
        return Leaf((f"{node.attribute}?",))
    if node.attribute in index.values:
        return _value_leaf(node, game.search_fields[node.attribute], index.values[node.attribute])
    attribute = game.search_fields[node.attribute]
    values = sorted(node.value) if isinstance(node.value, frozenset) else [str(node.value)]
    texts = [index_schema.index_text(value, attribute) for value in values]
    where = index_schema.WORDS if node.attribute == "alt_names" else (node.attribute,)
    return _text_leaf(where, texts, whole=node.op == "=")


def _word_leaf(word: Word, game: Game, index: SearchIndex) -> Leaf:
    """A word is found in the haystack or by the values it stands for."""
    terms: list[str] = []
    values: list[Spelled] = []
    for name in (*word.fields, *word.texts):
        values_of_field = index.values.get(name)
        if values_of_field is None:
            values += _in_values(word, game.fields[name])
        else:
            terms += (
                f"{name}={number}" for number, (fact, *_) in enumerate(values_of_field) if word.means(name, str(fact))
            )
    texts = tuple(Spelled(where, text) for where in index_schema.WORDS for text in word.spellings)
    values += (Spelled(where, word.kana) for where in index_schema.NAMES if word.kana)
    return Leaf(tuple(terms), None, texts, values=tuple(values))


def _in_values(word: Word, attribute: Attribute) -> Iterator[Spelled]:
    """The word in an attribute with too many values to list."""
    texts = (word.text, *sorted(value for name, value in word.labels if name == attribute.name))
    return (Spelled(attribute.name, index_schema.index_text(text, attribute)) for text in texts)


def _text_leaf(where: tuple[str, ...], texts: list[str], *, whole: bool = False) -> Leaf:
    return Leaf(texts=tuple(Spelled(each, text) for text in texts for each in where), whole=whole)


def _value_leaf(node: Is, attribute: Attribute, values: list[tuple[Fact, str, int, int]]) -> Leaf:
    """A condition is answered by the values that match it; if there are too many for terms, they are ordered, and the
    matching ones are adjacent."""
    matching = [number for number, (fact, raw, *_) in enumerate(values) if matches(node, _having(attribute, fact, raw))]
    if len(values) <= index_schema.COUNTABLE:
        return Leaf(tuple(f"{attribute.name}={number}" for number in matching))
    stops = list(accumulate(cards for *_, cards in values))
    starts = [stop - cards for stop, (*_, cards) in zip(stops, values, strict=True)]
    return Leaf(run=Run(f"order:{attribute.name}", starts[matching[0]], stops[matching[-1]])) if matching else Leaf()


def _having(attribute: Attribute, fact: Fact, raw: str) -> Card:
    """A card with only this value."""
    value: Any = fact if isinstance(fact, (int, float)) else raw
    if attribute.type == "date":
        value = date.fromisoformat(str(fact))
    if attribute.type == "list":
        value = (value,)
    card = Card("", "", "")
    if attribute.name == "code":
        return replace(card, codes=(value,))
    return replace(
        card, **({attribute.name: value} if attribute.name in COMMON_NAMES else {"values": {attribute.name: value}})
    )


def order_of(name: str, game: Game, index: SearchIndex) -> Order:
    """The order of that name: "name" or an ordered attribute, with "-" in front for descending. Raises KeyError."""
    plain, down = name.removeprefix("-"), name.startswith("-")
    if plain == "name":
        return Order("order:name", index.size, down)
    if not index_schema.is_ordered(game.fields[plain]):
        raise KeyError(name)
    with_value = sum(cards for fact, _, _, cards in index.values[plain] if fact != DASH)
    return Order(f"order:{plain}", with_value, down)
