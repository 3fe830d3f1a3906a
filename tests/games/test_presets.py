"""The goals that games offer ready made."""

from fractions import Fraction
from math import comb

import pytest

from games.engine.model.decks import Deck
from games.engine.model.presets import Preset
from games.engine.odds.exact import chance
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import GAMES, get
from tests.catalogs import decks_of
from tests.games.examples import catalog

EVERY = [(game.slug, preset) for game in GAMES for preset in game.presets]


def sample(slug: str, name: str) -> Deck:
    game = get(slug)
    text = (decks_of(game) / f"{name}.txt").read_text(encoding="utf-8")
    return read(text, catalog(slug), game).deck


def preset(slug: str, name: str) -> Preset:
    return next(each for each in get(slug).presets if each.slug == name)


def preset_chance(slug: str, name: str, deck: Deck) -> Fraction:
    """The chance of a preset, without the mulligan."""
    game, each = get(slug), preset(slug, name)
    return chance(parse(each.text(deck), game), deck, game.opening, turn=each.turn, seat=each.seats[0])


@pytest.mark.parametrize("slug, each", EVERY, ids=lambda each: each.slug if isinstance(each, Preset) else each)
def test_every_preset_is_a_goal_for_every_sample_deck_and_for_an_empty_one(slug: str, each: Preset) -> None:
    game = get(slug)
    decks = [sample(slug, path.stem) for path in sorted(decks_of(game).glob("*.txt"))]
    texts = [each.text(deck) for deck in (*decks, Deck(slug))]
    assert any(texts)
    for text in filter(None, texts):
        assert parse(text, game).conditions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_names_each_of_its_presets_once(game: object) -> None:
    slugs = [each.slug for each in game.presets]  # type: ignore[attr-defined]
    assert slugs
    assert len(slugs) == len(set(slugs))


def test_a_hand_of_four_holy_lights_is_stuck() -> None:
    """星杯 四.十, of the official 150 cards."""
    deck = sample("asteriated-grail", "first-flight-pair")
    lights = sum(held.count for held in deck.entries("base") if held.card.name == "聖光")
    assert preset_chance("asteriated-grail", "not-stuck", deck) == 1 - Fraction(comb(lights, 4), comb(150, 4))


def test_a_first_turn_of_legions_asks_for_cards_of_the_master_alone() -> None:
    deck = sample("legions", "beacon-beginners")
    text = preset("legions", "first-turn").text(deck)
    (master,) = deck.entries("master")
    for colour in ("black", "red", "white", "green", "blue"):
        assert (f"-colours:{colour}" in text) == (colour not in (master.card.get("colours") or ()))


def test_a_deck_of_one_colour_is_not_asked_for_its_colours() -> None:
    """零次元 404."""
    deck = sample("zero-dimension", "last-train-home")
    colours = {held.card.get("colour") for held in deck.entries("main")}
    text = preset("zero-dimension", "colours").text(deck)
    assert text.count(">=1 of") == (len(colours) if len(colours) > 1 else 0)
    held = tuple(each for each in deck.entries("main") if each.card.get("colour") == min(map(str, colours)))
    assert preset("zero-dimension", "colours").text(Deck("zero-dimension", {"main": held})) == ""


def test_a_unit_with_a_blue_star_does_not_count_as_free_of_tribute() -> None:
    """星靈王 十二.4."""
    deck = sample("xing-ling-wang", "lantern-parade")
    free = sum(
        held.count
        for held in deck.entries("main")
        if held.card.kind == "unit" and held.card.get("tribute") == 0 and not held.card.get("condition")
    )
    size = deck.size("main")
    assert preset_chance("xing-ling-wang", "tribute-free", deck) == 1 - Fraction(comb(size - free, 6), comb(size, 6))
