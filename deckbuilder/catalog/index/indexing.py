"""Builds a game's search index from its cards."""

from __future__ import annotations

import secrets
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from deckbuilder.catalog.index import index_schema
from deckbuilder.catalog.index.index_queries import batches
from deckbuilder.catalog.index.index_schema import Fact
from deckbuilder.catalog.index.postings import numbers, pack
from deckbuilder.catalog.index.upserts import insert
from deckbuilder.catalog.models import Place, Posting, SearchIndex
from games.engine.model.cards import DASH, Attribute, Card, Value
from games.engine.model.game import Game
from games.engine.texts.writing import fold, pinyin

Progress = Callable[[int, int], None]
Terms = dict[str, "array[int]"]
Left = list[tuple[int, Collection[str]]]


def no_progress(done: int, total: int) -> None:
    """A progress callback that does nothing."""


def build(
    game: Game, cards: Iterable[tuple[int, Card]], made: list[SearchIndex], progress: Progress = no_progress
) -> None:
    """Index these cards, each given with its id. The new index, not yet current, is added to `made` before it is
    filled.

    `progress` counts cards.
    """
    day = timezone.localdate()
    rows = sorted((sort_key(card, game), pk, card) for pk, card in cards)
    in_order = [card for *_, card in rows]
    terms, values = _terms(game, in_order, progress)
    terms["order:name"] = numbers(array("I", sorted(range(len(rows)), key=lambda position: rows[position][0][-2])))
    index = SearchIndex.objects.create(
        game=game.slug,
        token=secrets.token_hex(16),
        definition=index_schema.definition(game),
        size=len(in_order),
        live=sum(not card.retired for card in in_order),
        values=values,
        day=day,
    )
    made.append(index)
    places = ((index.pk, position, pk) for position, (_, pk, _) in enumerate(rows))
    _insert(Place, ("index", "position", "card"), places)
    _insert(Posting, ("index", "term", "data"), ((index.pk, term, data) for term, data in terms.items()))


def _insert(model: type[Model], names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert in short transactions, so that others can write in between."""
    for batch in batches(rows):
        with transaction.atomic():
            insert(model, names, batch)


def delete_index(index: SearchIndex) -> None:
    """Delete an index in short steps."""
    for model in (Place, Posting):
        for batch in batches(list(model._default_manager.filter(index=index).values_list("pk", flat=True))):
            model._default_manager.filter(pk__in=batch).delete()
    index.delete()


# The order of cards ---------------------------------------------------------------------------------------------------


def sort_key(card: Card, game: Game) -> tuple[tuple[int, float, str], ...]:
    """The card's sort key within its game: by the game's order, then by name."""
    ranks = [_rank(card.get(name), game.fields[name]) for name in game.order]
    return (*ranks, (0, 0, sort_name(card.name)), (0, 0, card.key))


def _rank(value: Value, attribute: Attribute) -> tuple[int, float, str]:
    """A value's sort key: numbers first, then declared choices in their order, other words, a dash, and no value."""
    if isinstance(value, (int, float)):
        return 0, value, ""
    if isinstance(value, tuple):
        value = value[0] if len(value) == 1 else "|".join(value)
    if not value:
        return 4, 0, ""
    if value == DASH and attribute.dash:
        return 3, 0, ""
    choices = [choice.value for choice in attribute.choices]
    return (1, choices.index(str(value)), "") if value in choices else (2, 0, str(index_schema.fact(value)))


def sort_name(name: str) -> str:
    """The text by which lists sort a name: pinyin for Chinese."""
    return pinyin(name)[0] or fold(name)


# Terms ----------------------------------------------------------------------------------------------------------------


def _terms(game: Game, cards: Sequence[Card], progress: Progress) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The postings by term, and the `values` of the index."""
    postings: Terms = defaultdict(lambda: array("I"))
    postings["live"] = array("I", (position for position, card in enumerate(cards) if not card.retired))
    values: dict[str, Any] = {}
    for position, card in enumerate(cards):
        for term in index_schema.names(card):
            postings[term].append(position)
    words = [index_schema.lines(card) for card in cards]
    steps = len(game.search_fields) + len(index_schema.WORDS)
    for step, where in enumerate(index_schema.WORDS):
        _add_texts(postings, where, [lines[where] for lines in words])
        progress((step + 1) * len(cards) // steps, len(cards))
    for step, attribute in enumerate(game.search_fields.values(), len(index_schema.WORDS)):
        facts = [index_schema.facts(card, attribute) for card in cards]
        postings[f"{attribute.name}?"] = array(
            "I", (position for position, raw_values in enumerate(facts) if raw_values)
        )
        if attribute.name not in index_schema.SPELLED:
            _add_facts(postings, values, attribute, facts, cards)
        progress((step + 1) * len(cards) // steps, len(cards))
    return {term: _pack_term(term, positions, len(cards)) for term, positions in postings.items() if positions}, values


def _pack_term(term: str, positions: array[int], size: int) -> bytes:
    return numbers(positions) if term.startswith("order:") else pack(positions, size)


def _add_texts(terms: Terms, where: str, texts: Sequence[Collection[str]]) -> None:
    """Add the grams of every card's texts, with longer ones where the shorter ones are common."""
    enough = index_schema.common(len(texts))
    left = list(enumerate(texts))
    grams_of: Callable[[Collection[str]], set[str]] = index_schema.grams
    for length in range(2, index_schema.LONGEST + 1):
        grams, left = _gather(left, grams_of)
        terms |= {f"{where}~{gram}": positions for gram, positions in grams.items()}
        common = {
            gram
            for gram, positions in grams.items()
            if len(gram) == length and len(positions) > enough and index_schema.grows(gram)
        }
        grams_of = partial(index_schema.longer, length=length + 1, common=common)


def _gather(texts: Left, grams_of: Callable[[Collection[str]], set[str]]) -> tuple[Terms, Left]:
    """The positions by gram, and the texts that have any."""
    grams: Terms = defaultdict(lambda: array("I"))
    left = []
    for position, each in texts:
        parts = grams_of(each)
        for gram in parts:
            grams[gram].append(position)
        if parts:
            left.append((position, each))
    return grams, left


def _add_facts(
    terms: Terms,
    values: dict[str, Any],
    attribute: Attribute,
    facts: Sequence[Mapping[Fact, str]],
    cards: Sequence[Card],
) -> None:
    """Add the attribute's values as terms, as an order or by their characters, depending on how many there are."""
    name = attribute.name
    counts = Counter(fact for raw_values in facts for fact in raw_values)
    if index_schema.is_ordered(attribute):
        terms[f"order:{name}"] = array("I", sorted(range(len(facts)), key=lambda at: _worth(facts[at])))
    elif len(counts) > index_schema.COUNTABLE:
        _add_texts(
            terms,
            name,
            [[index_schema.index_text(str(fact), attribute) for fact in raw_values] for raw_values in facts],
        )
        return
    value_rows = _value_counts(attribute, counts, facts, cards)
    values[name] = value_rows
    if len(value_rows) <= index_schema.COUNTABLE:
        number_of = {fact: number for number, (fact, *_) in enumerate(value_rows)}
        for position, raw_values in enumerate(facts):
            for fact in raw_values:
                terms[f"{name}={number_of[fact]}"].append(position)


def _worth(raw_values: Mapping[Fact, str]) -> tuple[bool, bool, Fact]:
    """A sort key: numbers and dates in their order, then dashes, then cards without a value."""
    fact = next(iter(raw_values), None)
    return (fact is None, fact == DASH, 0 if fact in (None, DASH) else fact)


def _value_counts(
    attribute: Attribute, counts: Counter[Fact], facts: Sequence[Mapping[Fact, str]], cards: Sequence[Card]
) -> list[tuple[Fact, str, int, int]]:
    """`(value, value as printed, cards in print, all cards)` in the order filters show them."""
    raw_by_fact: dict[Fact, str] = {}
    live: Counter[Fact] = Counter()
    for raw_values, card in zip(facts, cards, strict=True):
        for fact, raw in raw_values.items():
            raw_by_fact.setdefault(fact, raw)
            live[fact] += not card.retired
    choices = {index_schema.fact(choice.value): rank for rank, choice in enumerate(attribute.choices)}

    def sort_key(fact: Fact) -> tuple[Any, ...]:
        if index_schema.is_ordered(attribute):
            return _worth({fact: ""})
        return choices.get(fact, len(choices)), -live[fact], fact

    return [(fact, raw_by_fact[fact], live[fact], counts[fact]) for fact in sorted(counts, key=sort_key)]
