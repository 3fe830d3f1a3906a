"""The simulation agrees with players written a second time from RULES.md, in every metric of every turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any

import pytest

from games.engine.effects.understanding import played_texts
from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.play.trials.runs import PLAYED_OUT, Run
from games.engine.play.trials.tallies import METRICS as TALLIED
from games.engine.play.trials.tallies import Tally
from games.engine.reading.decklists.parsing import read
from games.registry import get, goldfish
from tests.catalogs import decks_of
from tests.games.examples import catalog
from tests.independent.play import METRICS, Counts, Facts, Player, count

pytestmark = [pytest.mark.slow]

SIGMAS = 4
TURNS = 10
DECKS: tuple[tuple[str, str, Seat], ...] = (
    ("xing-ling-wang", "cat-burglar-crew", "first"),
    ("xing-ling-wang", "lantern-parade", "second"),
    ("xing-ling-wang", "thunder-ranch", "first"),
    ("asteriated-grail", "first-flight-pair", "first"),
    ("asteriated-grail", "night-market-trio", "first"),
    ("asteriated-grail", "four-winds-council", "second"),
    ("legions", "beacon-beginners", "first"),
    ("legions", "firework-festival", "second"),
    ("legions", "midnight-ferry", "first"),
    ("echo-of-legends", "campfire-first-steps", "first"),
    ("echo-of-legends", "night-market-hush", "second"),
    ("echo-of-legends", "tide-and-moss-almanac", "first"),
    ("zero-dimension", "beyond-the-lighthouse", "first"),
    ("zero-dimension", "crucible-exam-week", "second"),
    ("zero-dimension", "last-train-home", "first"),
)

each_deck = pytest.mark.parametrize(("slug", "name", "seat"), DECKS)


def facts(game: Game, card: Card, copies: int) -> Facts:
    """A card as a plain dict."""
    effects = {name: card.effect(name) for name in ("draw", "resource", "score")}
    own = {each.name: card.values.get(each.name) for each in game.attributes}
    return own | {
        "name": card.name,
        "kind": card.kind,
        "count": copies,
        "keywords": card.keywords,
        "text": card.text,
        "effects": effects,
        "clauses": played_texts(card.effects, game.effects),
    }


def sample(slug: str, name: str) -> Deck:
    game = get(slug)
    text = (decks_of(game) / f"{name}.txt").read_text(encoding="utf-8")
    return read(text, catalog(slug), game).deck


FORCE = {"xing-ling-wang": "score", "legions": "atk", "echo-of-legends": "attack", "zero-dimension": "attack"}
"""What wins games."""


def weak(slug: str, name: str, *, single: bool) -> Deck:
    """A sample deck with hardly any force: its games are long. `single`: one copy of each card, so that it runs out."""
    deck, force = sample(slug, name), FORCE[slug]

    def weaker(line: DeckLine) -> DeckLine:
        value = line.card.values.get(force)
        values = {**line.card.values, force: value // 4} if isinstance(value, int) else line.card.values
        return line._replace(card=replace(line.card, values=values), count=1 if single else line.count)

    return replace(deck, zones={zone: tuple(weaker(line) for line in lines) for zone, lines in deck.zones.items()})


def player(run: Run) -> Player:
    module: Any = import_module(f"tests.independent.{run.game.slug.replace('-', '_')}")
    others = {
        zone: [facts(run.game, held.card, held.count) for held in run.deck.entries(zone)]
        for zone in run.deck.zones
        if zone not in run.game.opening.zones
    }
    made: Player = module.player(
        [facts(run.game, held.card, held.count) for held in run.cards], others, run.seat == "second"
    )
    return made


def apart(one: int, other: int, games: int, others: int) -> float:
    """How many standard deviations two counts of games are apart, if the same chance is behind both."""
    share = (one + other) / (games + others)
    spread = sqrt(share * (1 - share) * (1 / games + 1 / others))
    return abs(one / games - other / others) / spread if spread else 0.0


def means_apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The same of two means, each from a number of values, their sum and the sum of their squares.

    The variance is that of both together, so that what is rare and was seen on one side only counts with its error.
    """
    (n, total, squares), (m, sum_, squared) = one, other
    if min(n, m) < 100:
        return 0.0  # too few for the normal distribution
    middle = (total + sum_) / (n + m)
    variance = max((squares + squared) / (n + m) - middle * middle, 0.0)
    error = sqrt(variance * (1 / n + 1 / m))
    return abs(total / n - sum_ / m) / error if error > 1e-9 else 0.0


def distances(tally: Tally, counts: Counts) -> Iterator[tuple[str, int, float]]:
    """What is compared, the turn, and how far apart it is."""
    trials = tally.trials
    for turn in range(tally.turns + 1):
        for ending in ("won", "over"):
            theirs = int(getattr(tally, ending)[turn])
            yield ending, turn, apart(theirs, counts.endings[ending, turn], trials, counts.games)
    for turn in range(1, tally.turns + 1):
        reached = int(tally.reached[turn - 1])
        yield "reached", turn, apart(reached, counts.reached[turn], trials, counts.games)
        for name in METRICS:
            sums = tally.measured_sums if name == "measure" else tally.sums[TALLIED.index(name)]
            total, squares = sums[turn - 1].tolist()
            own = counts.reached[turn], counts.sums[name, turn], counts.squares[name, turn]
            yield name, turn, means_apart((reached, total, squares), own)


def differences(slug: str, deck: Deck, seat: Seat, games: int, turns: int = TURNS) -> list[tuple[str, int, float]]:
    """Where the simulation and the independent player are further apart than chance explains."""
    run = Run(get(slug), goldfish(get(slug)), deck, seed=7, turns=turns, seat=seat)
    counts = count(player(run), games, turns, seed=11)
    found = distances(run.chunk(0, games), counts)
    return [(what, turn, round(sigmas, 1)) for what, turn, sigmas in found if sigmas > SIGMAS]


@each_deck
def test_the_simulation_agrees_with_an_independent_player(slug: str, name: str, seat: Seat) -> None:
    assert not differences(slug, sample(slug, name), seat, 2_000)


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize(("slug", "name", "seat"), [each for each in DECKS if each[0] in FORCE])
def test_the_simulation_agrees_with_an_independent_player_of_long_games(
    slug: str, name: str, seat: Seat, single: bool
) -> None:
    assert not differences(slug, weak(slug, name, single=single), seat, 500, turns=30)


@pytest.mark.parametrize(("name", "seat"), [each[1:] for each in DECKS if each[0] == "xing-ling-wang"])
def test_games_that_are_played_out_agree_with_an_independent_player(
    name: str, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who never has the points to finish early plays to the end of the countdown."""
    monkeypatch.setattr("tests.independent.xing_ling_wang.GOAL", 10**6)
    slug = "xing-ling-wang"
    run = Run(get(slug), goldfish(get(slug)), sample(slug, name), seed=7, turns=1, seat=seat)
    tally = run.chunk(0, 1_000 * PLAYED_OUT)
    play, random = player(run), Random(11)
    games = [play(random, 40) for _ in range(1_000)]
    assert {game.ending for game in games} == {"over"}
    finals = [game.rows[-1][METRICS.index("score")] for game in games]
    own = len(finals), sum(finals), sum(each * each for each in finals)
    assert int(tally.final_bins.sum()) == 1_000
    assert means_apart((1_000, *tally.final_sums.tolist()), own) < SIGMAS


@pytest.mark.exhaustive
@each_deck
def test_the_simulation_agrees_with_an_independent_player_over_many_games(slug: str, name: str, seat: Seat) -> None:
    assert not differences(slug, sample(slug, name), seat, 100_000)
