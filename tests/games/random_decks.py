"""Decks that nobody built: quite random ones, and example decks with something changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine, Unknown
from games.engine.model.lists import RestrictionList, read_list
from games.registry import get
from tests.games.examples import HERE, TODAY, catalog, example, paths

STRAY = "sideboard"
"""A zone that no game has."""

WORDS = ("", " ", "中立", "妖怪村莊", "妖怪村庄", "獸人", "Ｎｏ ｓｕｃｈ", '"', 'a「b』c"d', "race")
TEXTS = ("沒有這張卡", "没有这张卡", "Ｎｏ card", "no card", "[main]", "雪女 x2")
DAYS = (date(2023, 1, 1), date(2025, 6, 1), TODAY, date(2027, 2, 28), date(2027, 3, 1))


def zones_of(slug: str) -> list[str]:
    return [zone.slug for zone in get(slug).zones]


def lists_of(slug: str) -> tuple[RestrictionList, ...]:
    return tuple(read_list(path, slug, get(slug).counted) for path in sorted((HERE / slug / "lists").glob("*.toml")))


def entries(slug: str) -> st.SearchStrategy[DeckLine]:
    """Any card of the game in any of its printings, now and then with a fact missing."""
    counts = st.one_of(st.integers(1, 4), st.integers(1, 999))
    cards = st.sampled_from(list(catalog(slug).cards.values()))
    return st.builds(
        lambda card, count, code: DeckLine(card, count, card.codes[code % len(card.codes)]),
        cards,
        counts,
        st.integers(0, 3),
    )


@st.composite
def wild(draw: st.DrawFn, slug: str) -> Deck:
    """Any cards in any zones, those the game does not have too, any declarations, and lines that name no card."""
    zones = draw(st.dictionaries(st.sampled_from([*zones_of(slug), STRAY]), st.lists(entries(slug), max_size=8)))
    lines = st.builds(Unknown, st.sampled_from([*zones_of(slug), STRAY]), st.sampled_from(TEXTS), st.integers(1, 60))
    return Deck(
        game=slug,
        zones={zone: tuple(found) for zone, found in zones.items()},
        declarations=draw(st.dictionaries(st.sampled_from(("race", "other")), st.sampled_from(WORDS))),
        unknown=tuple(draw(st.lists(lines, max_size=2))),
    )


@st.composite
def changed(draw: st.DrawFn, slug: str) -> Deck:
    """An example deck with a few cards more, fewer or elsewhere, and perhaps other declarations."""
    deck = example(draw(st.sampled_from(paths(slug)))).deck
    for _ in range(draw(st.integers(0, 3))):
        zone = draw(st.sampled_from([*zones_of(slug), STRAY]))
        deck = with_zone(deck, zone, [*deck.zones.get(zone, ()), draw(entries(slug))])
    if draw(st.booleans()):
        deck = replace(deck, declarations=draw(st.dictionaries(st.just("race"), st.sampled_from(WORDS))))
    return draw(lessened(deck)) if draw(st.booleans()) else deck


def decks(slug: str) -> st.SearchStrategy[Deck]:
    return st.one_of(wild(slug), changed(slug))


@st.composite
def lessened(draw: st.DrawFn, deck: Deck) -> Deck:
    """The deck without some of its copies."""
    for zone, found in deck.zones.items():
        singles = [entry._replace(count=1) for entry in found for _ in range(min(entry.count, 20))]
        if singles:
            most = draw(st.sampled_from((0, 1, 2, len(singles))))
            gone = draw(st.sets(st.integers(0, len(singles) - 1), max_size=min(most, len(singles))))
            deck = with_zone(deck, zone, [entry for place, entry in enumerate(singles) if place not in gone])
    return deck


@st.composite
def legal_so_far(draw: st.DrawFn, slug: str, format: str) -> Deck:
    """An example deck of a format in which nothing is wrong, or only missing, without some of its copies.

    A deck whose cards change from day to day may be illegal on another one.
    """
    shown = [each for each in map(example, paths(slug)) if each.status != "illegal" and each.deck.format == format]
    fine = [each.deck for each in shown if each.on == TODAY or each.deck.on(each.on) is each.deck]
    return draw(lessened(draw(st.sampled_from(fine))))


def with_zone(deck: Deck, zone: str, found: Iterable[DeckLine]) -> Deck:
    return replace(deck, zones={**deck.zones, zone: tuple(found)})


def without_fact(deck: Deck, card: Card, attribute: str) -> Deck:
    """The deck as if the catalog did not say this of the card."""
    values = {name: value for name, value in card.values.items() if name != attribute}
    disputed = {name: each for name, each in card.disputed.items() if name != attribute}
    bare = replace(card, values=values, disputed=disputed, periods=())
    if attribute == "rarity":
        bare = replace(card, rarity="")
    return replace_card(deck, bare)


def replace_card(deck: Deck, card: Card) -> Deck:
    """The deck with this card in the place of the one of its key."""
    zones = {
        zone: tuple(entry._replace(card=card) if entry.card == card else entry for entry in found)
        for zone, found in deck.zones.items()
    }
    return replace(deck, zones=zones)
