"""What the trials are measured beside is the same job."""

import pytest

from games.engine.bench import peer
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import SEATS
from games.engine.play.runs import Run
from games.engine.reading.catalogs import load_catalog
from games.engine.reading.goals import parse
from games.registry import get, goldfish


def mixed_run(**given) -> Run:
    """A deck of 星靈王 with every fact the loop in C knows: tributes, rewards, draws, spells, blue stars."""
    game = get("xing-ling-wang")
    cards = sorted(load_catalog(game).cards.values(), key=lambda card: (not card.effects, card.codes))[:30]
    deck = Deck(game.slug, {"main": tuple(DeckLine(card, 1 + number % 2) for number, card in enumerate(cards))})
    return Run(game, goldfish(game), deck, seed=5, **given)


@pytest.mark.slow
def test_the_job_in_c_is_the_same_job():
    goal = parse(">=1 of (kind:unit tribute:0) and <=1 of (kind:spell) or >=3 of (race:中立)", get("xing-ling-wang"))
    if peer.compiler() is None:
        with pytest.raises(OSError, match="no C compiler"):
            peer.build("hands")
        return
    for seat in SEATS:
        dealt = mixed_run(goal=goal, keep=goal, turns=4, seat=seat)
        assert peer.equal(peer.hands(dealt)(3, 5000), dealt.hands(3, 5000))
        played = mixed_run(turns=12, seat=seat)
        assert peer.equal(peer.trials(played)(3, 5000), played.chunk(3, 5000))
