"""What the trials are measured beside is the same job."""

import numpy as np
import pytest

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.game import Game
from games.engine.model.opening import SEATS
from games.engine.play.trials.goldfish import interpreted_loop
from games.engine.play.trials.runs import Run
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import parse
from games.registry import GAMES, get, goldfish
from tests.bench import peer
from tests.bench.c_source import Untranslatable, c_source
from tests.catalogs import decks_of, load_catalog


def mixed_run(**given) -> Run:
    """A deck of 星靈王 with every fact the loop in C knows: tributes, rewards, draws, spells, blue stars."""
    game = get("xing-ling-wang")
    cards = sorted(load_catalog(game).cards.values(), key=lambda card: (not card.effects, card.codes))[:30]
    deck = Deck(game.slug, {"main": tuple(DeckLine(card, 1 + number % 2) for number, card in enumerate(cards))})
    return Run(game, goldfish(game), deck, seed=5, **given)


def equal(one: tuple, other: tuple) -> bool:
    return all(np.array_equal(*pair) for pair in zip(one, other, strict=True))


@pytest.mark.slow
def test_the_job_in_c_is_the_same_job():
    goal = parse(">=1 of (kind:unit tribute:0) and <=1 of (kind:spell) or >=3 of (race:中立)", get("xing-ling-wang"))
    run = mixed_run(goal=goal, keep=goal, turns=4, seat="second")
    if peer.compiler() is None:
        with pytest.raises(OSError, match="no C compiler"):
            run.hands(3, 100, speed=peer.native)
        return
    assert equal(run.hands(3, 500, speed=peer.native), run.hands(3, 500, speed=interpreted_loop))


@pytest.mark.exhaustive
@pytest.mark.skipif(peer.compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_is_the_same_in_c(game: Game):
    path = min(path for path in decks_of(game).glob("*.txt") if "illegal" not in path.name)
    deck = read(path.read_text(encoding="utf-8"), load_catalog(game), game).deck
    for seat in SEATS:
        run = Run(game, goldfish(game), deck, seed=5, turns=12, seat=seat)
        impacts = run.impact(), run.impact()
        assert equal(run.chunk(3, 5000, impacts[0], speed=peer.native), run.chunk(3, 5000, impacts[1]))
        assert equal(*impacts)


def test_what_has_no_translation_is_refused():
    def loop(t, count):
        return {each for each in t if each < count}

    with pytest.raises(Untranslatable, match=r"SetComp.* in loop"):
        c_source(loop, {}, {"t": np.zeros(3, np.int64), "count": 1})
