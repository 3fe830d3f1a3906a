"""Which draw effects are counted in each game; and the odds with them beside games played alone."""

import pytest

from games.engine.model.decks import Deck, DeckLine
from games.engine.odds.exact import chance, draws_in, left_out
from games.engine.play.trials.runs import Run
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import GAMES, get, goldfish
from tests.games.examples import catalog

XLW = "xing-ling-wang"
TRIALS, TURNS = 4000, 3


def every_card_that_draws(slug):
    (zone,) = get(slug).opening.zones
    cards = [card for card in catalog(slug).cards.values() if card.effect("draw")]
    return Deck(slug, {zone: tuple(DeckLine(card, 1) for card in cards)})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_cards_that_draw_are_counted_or_it_is_said_why_not(game):
    deck = every_card_that_draws(game.slug)
    free, choices, _ = draws_in(deck, game.opening)
    assert {card.kind for card in free} == ({"spell"} if game.slug == XLW else set())
    for _, why in choices:
        assert all(why.read(language) for language in ("en", "zh-hant", "zh-hans", "ja"))


@pytest.mark.parametrize(
    ("slug", "kind", "values"),
    [("echo-of-legends", "item", {}), ("legions", "skill", {"core_cost": 0}), ("zero-dimension", "tactic", {})],
)
def test_where_cards_are_paid_for_those_without_a_cost_are_counted(slug, kind, values):
    """A LEGIONS! skill off the master's colours costs one core more."""
    game = get(slug)
    found = next(card for card in catalog(slug).cards.values() if card.kind == kind and card.effect("draw"))
    free = type(found)("free", "free", kind, {**found.values, **values, "cost": 0}, effects=("draw:1",))
    zones = {zone.slug: (DeckLine(free, 1),) for zone in game.zones if zone.slug == game.opening.zones[0]}
    if slug == "legions":
        masters = [card for card in catalog(slug).cards.values() if card.kind == "master"]
        own, other = (
            next(each for each in masters if (set(free.get("colours")) <= set(each.get("colours"))) is same)
            for same in (True, False)
        )
        assert not draws_in(Deck(slug, zones | {"master": (DeckLine(other, 1),)}), game.opening).free
        zones["master"] = (DeckLine(own, 1),)
    assert draws_in(Deck(slug, zones), game.opening)[:2] == ((free,), ())


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize(
    "text", [">=1 of (kind:unit)", ">=2 of (kind:unit) and >=1 of (tribute:2)", ">=4 of (kind:spell)"]
)
def test_odds_with_draws_are_those_of_games_whose_pilot_plays_spells_at_once(text, seat):
    game, cards = get(XLW), list(catalog(XLW).cards.values())
    spells = [card for card in cards if card.kind == "spell" and not card.effect("score")]
    tributes = [card for card in cards if card.kind == "unit" and card.number("tribute") == 2]
    others = [card for card in spells if not card.effect("draw")]
    drawing = [card for card in spells if card.effect("draw")]
    chosen = [*drawing[:4], *others[:11], *tributes[:3]]
    deck = Deck(XLW, {"main": (*(DeckLine(card, 1) for card in chosen), DeckLine(tributes[3], 2))})
    goal = parse(text, game)
    tally = Run(game, goldfish(game), deck, 7, TURNS, seat, goal).chunk(0, TRIALS)
    for turn in range(TURNS + 1):
        exact = float(chance(goal, deck, game.opening, turn=turn, seat=seat, draws="all"))
        plain = float(chance(goal, deck, game.opening, turn=turn, seat=seat))
        assert plain <= exact
        assert abs(int(tally.goal[turn]) / TRIALS - exact) <= 4 * (exact * (1 - exact) / TRIALS) ** 0.5


REAL_GOALS = {
    ">=1 of (kind:unit tribute=1)": ((), ()),
    ">=2 of (kind:unit tribute=0)": (("捕喵網",), ("課金",)),
    ">=2 of (kind:spell)": ((), ("課金",)),
}
"""By goal, the searches that are a choice in the deck of 捕喵網, which takes a cat, and in that of 課金, which takes
any card of its own race."""


@pytest.mark.parametrize("text", REAL_GOALS)
@pytest.mark.parametrize(("number", "name"), [(0, "cat-burglars"), (1, "ashes-and-ale")])
def test_searches_of_real_cards_are_counted_where_they_are_forced(text, number, name):
    game = get(XLW)
    deck = read(
        (game.folder / "decks" / f"{name}.txt").read_text(), load_catalog(game, game.folder / "catalog"), game
    ).deck
    goal, choices = parse(text, game), REAL_GOALS[text][number]
    assert tuple(card.name for card, _ in left_out(goal, deck, game.opening)) == choices
    plain, counted = (
        chance(goal, deck, game.opening, turn=2, mulligan=True, draws=draws) for draws in ("none", "free")
    )
    assert (plain < counted) is not bool(choices)
