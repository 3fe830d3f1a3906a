"""Searching in the database finds what the rules say a search means."""

from contextlib import contextmanager
from datetime import date
from unittest.mock import patch

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.index import index_queries, index_schema
from deckbuilder.catalog.models import Card, Printing
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.catalog.to_games import facts_of, to_card
from games.engine.model.cards import DASH
from games.engine.model.cards import Printing as EnginePrinting
from games.engine.reading.search.query import (
    And,
    Everything,
    Given,
    Is,
    Not,
    Or,
    QueryError,
    Word,
    matches,
    parse,
    word_of,
)
from games.engine.texts.writing import fold
from tests.deckbuilder.bare_cards import ensure_cards
from tests.games.engine.reading.search.test_query_properties import searches
from tests.games.engine.small_game import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards"), pytest.mark.databases]

SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
LETTERS = "ab龍龙雪1%_\\-" + '" '
texts = st.text("ab", max_size=8) | st.text("ab龍", max_size=6) | st.text(LETTERS, max_size=9)
SPOKEN = ("红", "re", "red", "単", "うに", "ユ", "pier", "兽", "人", "b 龙", "aか", "ア")
names = texts.filter(fold) | st.sampled_from(("かなア", "ア か", "red b", "a-b 龍"))
folded = names.map(fold)


# Cards and searches ---------------------------------------------------------------------------------------------------


def value(attribute):
    """Values of an attribute, given or not."""
    if attribute.type == "list":
        given_values = st.lists(names | _choices(attribute), max_size=3, unique=True).map(tuple)
    elif attribute.numeric:
        given_values = st.integers(-3, 12) if attribute.type == "integer" else st.integers(0, 9).map(lambda n: n / 4)
        given_values |= st.just(DASH) if attribute.dash else st.nothing()
    elif attribute.type == "date":
        given_values = st.dates(date(2023, 12, 1), date(2024, 2, 3))
    else:
        given_values = names | _choices(attribute)
    return st.none() | given_values


def _choices(attribute):
    return st.sampled_from([choice.value for choice in attribute.choices] or ["獸人", "main"])


@st.composite
def printings(draw):
    """Printings of a few cards, some of them with one name."""
    made = []
    for number in range(draw(st.integers(0, 9))):
        values = {each.name: draw(value(each)) for each in GAME.attributes}
        lists = {name: draw(value(GAME.fields[name])) or () for name in ("keywords", "alt_names", "effects")}
        lists["effects"] += draw(st.sampled_from(((), ("nothing",), ("draw:2", "end: may draw 1 or destroy self"))))
        words = {name: draw(texts) for name in ("rarity", "set", "text", "image", "zone")}
        made.append(
            EnginePrinting(
                code=f"{draw(texts)}{number}",
                name=draw(names),
                kind=draw(_choices(GAME.fields["kind"])),
                values={name: each for name, each in values.items() if each is not None},
                released=draw(value(GAME.fields["released"])),
                **lists,
                **words,
            )
        )
    return made


def condition(attribute):
    """What a search may ask of an attribute."""
    ordered = st.sampled_from(("=", "!=", "<", "<=", ">", ">="))
    same = st.sampled_from(("=", "!="))
    asked = st.builds(Given, st.just(attribute.name))
    if attribute.numeric:
        numbers = st.integers(-3, 12) | st.integers(0, 9).map(lambda n: n / 4)
        asked |= st.builds(Is, st.just(attribute.name), ordered, numbers)
        return asked | st.builds(Is, st.just(attribute.name), same, st.just(DASH)) if attribute.dash else asked
    if attribute.type == "date":
        days = st.dates(date(2023, 12, 1), date(2024, 2, 3))
        return asked | st.builds(Is, st.just(attribute.name), ordered, days)
    if attribute.type == "text":
        return asked | st.builds(Is, st.just(attribute.name), st.sampled_from((":", "=", "!=")), folded)
    words = st.frozensets(folded | _choices(attribute).map(fold), min_size=1, max_size=3)
    return asked | st.builds(Is, st.just(attribute.name), same, words)


words = st.builds(Word, folded) | st.builds(word_of, folded | st.sampled_from(SPOKEN).map(fold), st.just(GAME))
nodes = st.recursive(
    st.one_of(words, st.builds(Everything), *(condition(each) for each in GAME.search_fields.values())),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(tuple).map(And),
        st.lists(inner, min_size=2, max_size=3).map(tuple).map(Or),
    ),
    max_leaves=6,
)


def put(made):
    """Printings into the database, and the cards they make."""
    ids = ensure_cards(GAME, made)
    Printing.objects.bulk_create(
        Printing(
            game=GAME.slug,
            code=each.code,
            name=each.name,
            card_id=ids[GAME.key(each)],
            facts=facts_of(each),
            released=each.released,
            position=place,
        )
        for place, each in enumerate(made)
    )
    rebuild_cards(GAME)


@contextmanager
def only_for_now():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def keys(found):
    return sorted(card.key for card in found.cards)


# The laws -------------------------------------------------------------------------------------------------------------


def agrees(made, asked):
    with only_for_now():
        put(made)
        cards = [to_card(row) for row in Card.objects.filter(game=GAME.slug)]
        for node in asked:
            found = search(GAME, node, size=100)
            assert keys(found) == sorted(card.key for card in cards if matches(node, card)), node
            assert found.total == len(found.cards)


@pytest.mark.slow
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(printings(), st.lists(nodes, min_size=1, max_size=12))
def test_the_database_and_the_rules_agree(made, asked):
    agrees(made, asked)


@pytest.mark.slow
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(printings(), st.lists(nodes, min_size=1, max_size=12))
def test_they_agree_in_a_catalog_too_large_for_short_ways(made, asked):
    """Few values are countable, every pair of characters is common, and what is looked at is kept."""
    small = patch.multiple(index_schema, COUNTABLE=1, COMMON=1, LONGEST=4, LONGEST_WIDE=3, CHAINS=2)
    with small, patch.multiple(index_queries, MAX_IN_QUERY=1, DOUBTFUL_BATCH=2, BATCH=2):
        agrees(made, asked)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(printings(), st.lists(searches, min_size=1, max_size=6))
def test_they_agree_on_what_is_typed(made, typed):
    asked = []
    for text in typed:
        try:
            asked.append(parse(text, GAME))
        except QueryError:
            continue
    agrees(made, asked)
