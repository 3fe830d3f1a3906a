"""Exact names and numbers of cards in searches and goals: they go before every other reading of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_queries import Sets, by_token, newest
from deckbuilder.catalog.models import Card, Printing
from deckbuilder.catalog.selectors import Lookup
from deckbuilder.catalog.to_games import to_card
from deckbuilder.common.database import storable
from games.engine.model.cards import Card as EngineCard
from games.engine.model.game import Game
from games.engine.reading import goals
from games.engine.reading.catalogs.catalog import exact_matches
from games.engine.reading.goals import Goal
from games.engine.reading.search.query import (
    MARKS,
    And,
    Is,
    Node,
    QueryError,
    Word,
    all_of,
    any_of,
    parse,
    quote,
    strip_quotes,
)
from games.engine.texts.writing import fold, letters
from games.registry import get

MAX_NAME = 200
"""The most characters of a name."""

MIN_LETTERS = 2
"""Shorter texts are words."""

NEAREST = 20
"""Among so many similar names is one that differs in blanks and punctuation alone."""

MAX_ALIKE = 2_000
"""How many numbers with the same digits are compared."""

_DIGITS = re.compile("[0-9]+")

_MARK = re.compile(r'["「」『』():=<>≤≥≠!*]|(?:^|\s)(?:-|(?:or|或)(?=$|\s))', re.IGNORECASE)
"""What makes a text more than words: the marks of the search language."""


def literal(text: str, game: Game) -> str:
    """A search as typed; in quotes if it is a card's whole name or number, and would be read as more than words."""
    text = text.strip()
    if not _MARK.search(text.translate(MARKS)):
        return text
    exact = exact_nodes(game, (text, strip_quotes(text)))
    return next((quote(each) for each in (text, strip_quotes(text)) if each in exact), text)


def readings(text: str, game: Game) -> Iterator[str]:
    """The searches that a text may mean: as it was typed, and, should that find nothing, the name or number that it is
    apart from blanks and punctuation. Where the first cannot be parsed, the second comes alone, if there is one."""
    typed = literal(text, game)
    try:
        node = parse(typed, game)
    except QueryError:
        name = literal_of(text, game)
        yield quote(name) if name else typed
        return
    yield typed
    if _is_words(node) and (name := literal_of(text, game)):
        yield quote(name)


def parse_cards(text: str, game: Game) -> Node:
    """The cards that a text means in a deck: those of exactly that name or number, also without its blanks and
    punctuation, or those that the search finds. Raises QueryError.
    """
    exact = exact_or_alike(game, (text.strip(), strip_quotes(text)))
    return next(iter(exact.values()), None) or parse(text, game)


def parse_goal(text: str, game: Game) -> Goal:
    """The goal that a player typed; an exact name in its brackets, also without its blanks and punctuation, means the
    cards of that name. Raises GoalError."""
    return goals.parse(text, game, exact=partial(exact_or_alike, game))


def exact_or_alike(game: Game, texts: Collection[str]) -> Mapping[str, Node]:
    """The same as `exact_nodes`; if none of these texts is exactly a name or number, those that are one apart from
    blanks and punctuation, and no conditions of a search."""
    if exact := exact_nodes(game, texts):
        return exact
    alike = {text: literal_of(text, game) for text in texts if not _has_conditions(text, game)}
    names = exact_nodes(game, tuple(filter(None, alike.values())))
    return {text: names[name] for text, name in alike.items() if name in names}


def _has_conditions(text: str, game: Game) -> bool:
    """Whether a text can be read as a search for more than words."""
    try:
        return not _is_words(parse(text, game))
    except QueryError:
        return False


def _is_words(node: Node) -> bool:
    return all(map(_is_words, node.parts)) if isinstance(node, And) else isinstance(node, Word)


def literal_of(text: str, game: Game) -> str:
    """The name or number of a card in print that a text is apart from blanks and punctuation; "" if it is none, or
    that of several."""
    sought = letters(text)
    if not MIN_LETTERS <= len(sought) <= MAX_NAME or not storable(text):
        return ""
    index = newest(game)
    return _literal_of(index.token, game.slug, sought, fold(text)) if index else ""


@lru_cache(maxsize=4096)
def _literal_of(token: str, slug: str, sought: str, folded: str) -> str:
    """`token`: the version of the catalog, part of the cache key."""
    game = get(slug)
    lookup = Lookup(game)
    names = lookup.near(folded, NEAREST)
    lookup.prefetch(names, ())
    cards = {card.key: card for name in names for card in lookup.find(name)}
    printed = {fold(card.name): card.name for card in cards.values() if sought in map(letters, card.names)}
    if not printed:
        printed = {code: code for code in _codes_of(game, sought)}
    return next(iter(printed.values())) if len(printed) == 1 else ""


def _codes_of(game: Game, sought: str) -> Iterator[str]:
    """The numbers of cards that are this apart from punctuation."""
    digits = _DIGITS.findall(sought)
    if not (sought.isascii() and digits):
        return
    rows = Printing.objects.filter(game=game.slug, code__istartswith=sought[0])
    for run in digits:
        rows = rows.filter(code__icontains=run)
    for code in rows.values_list("code", flat=True)[:MAX_ALIKE]:
        if letters(code) == sought:
            yield code


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
