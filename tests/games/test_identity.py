"""Cards of one name and different kinds are different cards, and count together where the rules count names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Catalog
from games.engine.reading.decklists.parsing import read, read_csv, read_json, write_csv, write_json, write_text
from games.engine.reading.search.query import matches, parse
from games.engine.rules.legality import fits, judge
from games.registry import GAMES, get
from tests.games.examples import TODAY, catalog

NEW = "NEW-001"
FORMS = [(write_text, read), (write_csv, read_csv), (write_json, read_json)]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def twins(game: Game) -> Iterator[tuple[Card, Catalog]]:
    """Of each kind of card one with a namesake of every other kind, and the catalog with both."""
    for card in {each.kind: each for each in catalog(game.slug).cards.values()}.values():
        for choice in game.kinds:
            if choice.value != card.kind:
                yield card, with_namesake(game, card, kind=choice.value)


def with_namesake(game: Game, card: Card, **facts: object) -> Catalog:
    """The samples and a printing like the card's first one but for these facts."""
    printings = catalog(game.slug).printings
    made = replace(printings[card.codes[0]], code=NEW, zone="", **facts)
    return Catalog(game, [*printings.values(), made])


def codes(deck: Deck, game: Game) -> set[str]:
    return {each.code for each in judge(deck, game, game.formats[0], on=TODAY).violations}


@each_game
def test_a_namesake_of_another_kind_is_another_card(game):
    for card, cards in twins(game):
        new = cards.by_code(NEW)
        assert new.key != card.key
        assert new.kind != card.kind == cards.by_key(card.key).kind
        assert set(cards.find(card.name)) >= {card, new}


@each_game
def test_a_deck_with_namesakes_reads_back_as_the_same_deck(game):
    for card, cards in twins(game):
        entries = (DeckLine(card, 1), DeckLine(cards.by_code(NEW), 2))
        deck = Deck(game.slug, {game.zones[0].slug: entries}, format=game.formats[0].slug)
        for write, again in FORMS:
            back = again(write(deck, game, cards.shared_names), cards, game)
            assert back.deck.fingerprint == deck.fingerprint, write(deck, game, cards.shared_names)


@pytest.mark.parametrize(
    "slug, kinds, most",
    [
        ("xing-ling-wang", ("unit", "spell"), 1),
        ("legions", ("minion", "skill"), 3),
        ("echo-of-legends", ("minion", "item"), 3),
        ("zero-dimension", ("character", "event"), 4),
    ],
)
def test_copies_are_counted_by_name_whatever_the_kind(slug, kinds, most):
    game, (kind, other) = get(slug), kinds
    alone = (each for each in catalog(slug).cards.values() if each.kind == kind)
    card = next(each for each in alone if not each.zone and each.name not in catalog(slug).shared_names)
    cards = with_namesake(game, card, kind=other)
    new = cards.by_code(NEW)
    full = Deck(slug, {"main": (DeckLine(card, most),)})
    both = Deck(slug, {"main": (DeckLine(card, most), DeckLine(new, 1))})
    assert "copies" not in codes(full, game)
    assert "copies" in codes(both, game)
    (found,) = (each for each in judge(both, game, game.formats[0], on=TODAY).violations if each.code == "copies")
    assert {each.key for each in found.cards} == {card.key, new.key}
    assert (found.have, found.max) == (most + 1, most)
    admission = fits(full, game, game.formats[0], "main", on=TODAY)
    assert not (matches(parse(admission.query, game), new) and admission.open_to(new))


def test_a_spell_named_like_a_unit_is_judged_as_a_spell():
    game = get("xing-ling-wang")
    unit = next(each for each in catalog(game.slug).cards.values() if each.kind == "unit" and not each.zone)
    cards = with_namesake(game, unit, kind="spell", values={"race": unit.values["race"], "mana": 21})
    assert "sum.mana" in codes(Deck(game.slug, {"main": (DeckLine(cards.by_code(NEW), 1),)}), game)
    assert "sum.mana" not in codes(Deck(game.slug, {"main": (DeckLine(unit, 1),)}), game)


def test_an_ultra_rare_card_counts_by_name():
    game = get("echo-of-legends")
    rare = next(each for each in catalog(game.slug).cards.values() if each.kind == "minion" and each.rarity == "UR")
    new = with_namesake(game, rare, kind="item").by_code(NEW)
    found = judge(
        Deck(game.slug, {"main": (DeckLine(rare, 1), DeckLine(new, 1))}), game, game.formats[0], on=TODAY
    ).violations
    assert [(each.have, each.max) for each in found if each.code == "copies"] == [(2, 1)]


@pytest.mark.parametrize(
    "slug, zone, leader, other",
    [("legions", "master", "master", "lord"), ("echo-of-legends", "hero", "hero", "minion")],
)
def test_a_list_says_by_its_zones_which_of_two_namesakes_it_means(slug, zone, leader, other):
    game = get(slug)
    card = next(each for each in catalog(slug).cards.values() if each.kind == leader)
    cards = with_namesake(game, card, kind=other)
    new = cards.by_code(NEW)
    deck = read(f"[{zone}]\n1 {card.name}\n[main]\n2 {card.name}\n", cards, game).deck
    assert deck.zones[zone][0].card == card
    assert deck.zones["main"][0].card == new
    assert "zone.kind" not in codes(deck, game)
    assert read(f"1 {card.name}\n", cards, game).receipt.lines[0].notes == ("several",)


def test_a_list_says_by_its_titles_which_of_two_namesakes_it_means():
    game = get("xing-ling-wang")
    unit = next(each for each in catalog(game.slug).cards.values() if each.kind == "unit" and not each.zone)
    cards = with_namesake(game, unit, kind="spell")
    deck = read(f"【魔法】\n1 {unit.name}\n", cards, game).deck
    assert deck.zones["main"][0].card == cards.by_code(NEW)


def test_without_zones_and_titles_somebody_has_to_say_which_of_two_namesakes_is_meant():
    game = get("xing-ling-wang")
    unit = next(each for each in catalog(game.slug).cards.values() if each.kind == "unit" and not each.zone)
    cards = with_namesake(game, unit, kind="spell")
    found = read(f"1 {unit.name}\n1 {unit.name} ({NEW})\n", cards, game)
    assert [line.status for line in found.receipt.lines[:2]] == ["ambiguous", "matched"]
    assert {choice.code for choice in found.receipt.lines[0].choices} == {unit.codes[0], NEW}
    assert [line.card for line in found.deck.zones["main"]] == [cards.by_code(NEW)]
