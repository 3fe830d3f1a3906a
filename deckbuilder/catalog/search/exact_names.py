"""Exact names and numbers of cards in searches and goals: they go before every other reading of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_queries import Sets, by_token, newest
from deckbuilder.catalog.models import Card, Printing
from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.database import storable
from games.engine.model.cards import Card as EngineCard
from games.engine.model.game import Game
from games.engine.reading import goals
from games.engine.reading.catalogs.catalog import exact_matches
from games.engine.reading.goals import Goal
from games.engine.reading.search.query import MARKS, Is, Node, all_of, any_of, parse, quote, strip_quotes
from games.engine.texts.writing import fold
from games.registry import get

MAX_NAME = 200
"""The most characters of a name."""

_MARK = re.compile(r'["「」『』():=<>≤≥≠!*]|(?:^|\s)(?:-|(?:or|或)(?=$|\s))', re.IGNORECASE)
"""What makes a text more than words: the marks of the search language."""


def literal(text: str, game: Game) -> str:
    """A search as typed; in quotes if it is a card's whole name or number, and would be read as more than words."""
    text = text.strip()
    if not _MARK.search(text.translate(MARKS)):
        return text
    exact = exact_nodes(game, (text, strip_quotes(text)))
    return next((quote(each) for each in (text, strip_quotes(text)) if each in exact), text)


def parse_cards(text: str, game: Game) -> Node:
    """The cards that a text means in a deck: those of exactly that name or number, or those that the search finds.

    Raises QueryError.
    """
    exact = exact_nodes(game, (text.strip(), strip_quotes(text)))
    return next(iter(exact.values()), None) or parse(text, game)


def parse_goal(text: str, game: Game) -> Goal:
    """The goal that a player typed; an exact name in its brackets means the cards of that name. Raises GoalError."""
    return goals.parse(text, game, exact=partial(exact_nodes, game))


def exact_nodes(game: Game, texts: Collection[str]) -> Mapping[str, Node]:
    """Of these texts, those that are exactly a card's name, or else another name, or else a number, in this order, with
    the search for exactly these cards."""
    may_be_names = (text for text in texts if fold(text) and len(text) <= MAX_NAME and storable(text))
    sought = tuple(dict.fromkeys(may_be_names))
    index = newest(game) if sought else None
    return _exact_nodes(index.token, game.slug, sought) if index else {}


@lru_cache(maxsize=4096)
def _exact_nodes(token: str, slug: str, texts: Sequence[str]) -> Mapping[str, Node]:
    """`token`: the version of the catalog, part of the cache key."""
    game, folded = get(slug), {text: fold(text) for text in texts}
    by_name: dict[str, list[EngineCard]] = {}
    for row in Card.objects.filter(game=slug, name_key__among=sorted(set(folded.values()))).order_by("id"):
        by_name.setdefault(row.name_key, []).append(to_card(row))
    nodes = {text: _node_of_name(text, by_name[key]) for text, key in folded.items() if key in by_name}
    sets = Sets(game, by_token(token))
    aliases = {text: index_schema.alias(key) for text, key in folded.items() if text not in nodes}
    sets.fetch(aliases.values())
    nodes |= {
        text: Is("alt_names", "=", frozenset((folded[text],))) for text, term in aliases.items() if sets.term(term)
    }
    rest = {text: _spellings(text) for text in texts if text not in nodes}
    wanted_codes = sorted({spelling for spellings in rest.values() for spelling in spellings})
    codes = set(Printing.objects.filter(game=slug, code__in=wanted_codes).values_list("code", flat=True))
    nodes |= {text: Is("code", "=", folded[text]) for text, spellings in rest.items() if spellings & codes}
    return {text: nodes[text] for text in texts if text in nodes}


def _node_of_name(text: str, cards: Sequence[EngineCard]) -> Node:
    """The search for the cards of that name; by their numbers, too, if another name is only written alike."""
    by_name = Is("name", "=", fold(text))
    exact = exact_matches(cards, text)
    if len(exact) == len(cards):
        return by_name
    return all_of((by_name, any_of(Is("code", "=", fold(code)) for card in exact for code in card.codes)))


def _spellings(code: str) -> set[str]:
    """The number as the catalog may have it: numbers are mostly in capitals and half width."""
    plain = unicodedata.normalize("NFKC", code)
    return {code, plain, plain.upper(), plain.lower()}
