"""No pilot reads names: renaming or reordering the cards of a deck changes no figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.registry import GAMES, get
from tests.games.test_goldfish import goal_of, random_decks, run_of, same, sample

pytestmark = pytest.mark.slow

each_game = pytest.mark.parametrize("slug", [game.slug for game in GAMES])


def renamed(deck: Deck, names: dict[str, str]) -> Deck:
    """The deck with other names, by the key of a card, and its cards in another order."""

    def card(old: Card) -> Card:
        name = names.get(old.key, old.name)
        return replace(old, key=f"{name}|{old.key}" if old.key in names else old.key, name=name)

    zones = {
        zone: tuple(sorted((replace_card(entry, card(entry.card)) for entry in entries), key=lambda e: e.card.name))
        for zone, entries in deck.zones.items()
    }
    return replace(deck, zones=zones)


def replace_card(entry: DeckLine, card: Card) -> DeckLine:
    return DeckLine(card, entry.count, entry.code)


def keys(deck: Deck) -> list[str]:
    return [entry.card.key for entries in deck.zones.values() for entry in entries]


def backwards(deck: Deck) -> Deck:
    """The names in the opposite order of those they had."""
    ordered = sorted(keys(deck))
    return renamed(deck, {key: f"{len(ordered) - at:04}" for at, key in enumerate(ordered)})


@each_game
def test_renaming_and_reordering_the_cards_of_any_deck_changes_no_figure(slug):
    """To the last count: the order of a run's cards is that of their facts and printings."""

    @settings(max_examples=25)
    @given(random_decks(slug), st.data())
    def holds(deck, data):
        found = keys(deck)
        names = dict(zip(found, data.draw(st.permutations([f"{at:04}" for at in range(len(found))])), strict=True))
        goal = goal_of(slug)
        keep = goal if get(slug).opening.mulligan == "once" else None
        given = {"goal": goal, "keep": keep, "turns": 6}
        one, other = run_of(slug, deck, **given), run_of(slug, renamed(deck, names), **given)
        assert [held.card.codes for held in one.cards] == [held.card.codes for held in other.cards]
        assert same(one.chunk(0, 300), other.chunk(0, 300))

    holds()


@each_game
def test_of_cards_without_printings_names_decide_no_figure_but_which_column_is_whose(slug):
    """What is counted of the game as a whole is the same for any names, also where cards have equal facts."""

    def bare(card: Card) -> Card:
        return replace(card, codes=())

    deck = sample(slug)
    deck = replace(
        deck, zones={zone: tuple(replace_card(e, bare(e.card)) for e in found) for zone, found in deck.zones.items()}
    )
    one, other = run_of(slug, deck).chunk(0, 2000), run_of(slug, backwards(deck)).chunk(0, 2000)
    for name in ("games", "reached", "bins", "sums", "won", "over"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert np.array_equal(one.stuck.sum(axis=1), other.stuck.sum(axis=1))


@each_game
def test_cards_the_pilot_cannot_tell_apart_wait_in_hand_equally_often(slug):
    """A goal may tell them apart, and a table of what is stuck does: neither may show which name came first."""
    one, other = twins(slug)
    deck = sample(slug)
    zone = get(slug).opening.zones[0]
    some = 6 if slug != "asteriated-grail" else 40
    deck = replace(deck, zones={**deck.zones, zone: (*deck.zones[zone], DeckLine(one, some), DeckLine(other, some))})
    run = run_of(slug, deck, turns=4)
    tally = run.chunk(0, 20_000)
    columns = [next(at for at, held in enumerate(run.cards) if held.card == card) for card in (one, other)]
    first, second = (tally.stuck[:, column] for column in columns)
    assert first.sum() > 0
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        assert abs(a - b) < 5 * (6 * (a + b)) ** 0.5 + 1, (first, second)


def twins(slug: str) -> tuple[Card, Card]:
    """Two cards of equal facts and different names, such as are in hand at some ends of turns."""
    facts: dict[str, tuple[str, dict[str, object]]] = {
        "xing-ling-wang": ("unit", {"tribute": 0, "score": 1}),
        "asteriated-grail": ("attack", {"element": "fire", "fate": "skill"}),
        "legions": ("minion", {"cost": 2, "atk": 2, "hp": 1, "wait": 1}),
        "echo-of-legends": ("minion", {"cost": 2, "attack": 2}),
        "zero-dimension": ("character", {"cost": 2, "colour_cost": 0, "attack": 1000}),
    }
    kind, values = facts[slug]
    one, other = (Card(name, name, kind, values, codes=(f"X-{name}",)) for name in ("a", "z"))  # type: ignore[arg-type]
    return one, other
