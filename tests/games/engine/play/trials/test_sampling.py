"""Sample hands: the same from the same seed, by the game's own mulligan, and no card lost or doubled."""

from collections import Counter
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.cards import Attribute
from games.engine.model.decks import DeckLine
from games.engine.model.opening import SEATS
from games.engine.play.trials.sampling import sample
from games.engine.texts.text import Text
from games.registry import GAMES, get, goldfish
from tests.catalogs import decks_of
from tests.games.test_presets import sample as sample_deck

DECKS = [
    (game.slug, path.stem)
    for game in GAMES
    for path in sorted(decks_of(game).glob("*.txt"))
    if not path.stem.startswith("illegal")
]
rather = settings(max_examples=20)


@pytest.mark.slow
@pytest.mark.parametrize("slug, name", DECKS)
@given(seed=st.integers(0, 2**64), seat=st.sampled_from(SEATS), turns=st.integers(0, 6), data=st.data())
@rather
def test_no_card_is_lost_or_doubled_and_every_draw_is_that_of_the_rules(slug, name, seed, seat, turns, data):
    game, deck = get(slug), sample_deck(slug, name)
    opening = game.opening
    places = st.sets(st.integers(0, opening.hand - 1)) if opening.mulligan == "once" else st.just(set())
    back = data.draw(places)
    found = sample(deck, game, seed, seat=seat, back=back, turns=turns)
    size = sum(deck.size(zone) for zone in opening.zones)
    assert len(found.opened) == opening.hand
    assert len(found.drawn) == len(back)
    assert len(found.hand) == opening.seen_count(size, turns, seat)
    assert len(found.hand) + found.library + opening.life == size
    held = Counter({each.card.key: each.count for zone in opening.zones for each in deck.entries(zone)})
    assert not Counter(card.key for card in found.hand) - held
    assert found == sample(deck, game, seed, seat=seat, back=back, turns=turns)


def test_what_is_put_back_cannot_come_in_the_same_mulligan_but_later():
    """星靈王 一.5."""
    deck, game = sample_deck("xing-ling-wang", "lantern-parade"), get("xing-ling-wang")
    again = 0
    for seed in range(60):
        found = sample(deck, game, seed, back=range(4), turns=4)
        opened = {card.key for card in found.opened}
        assert not opened & {card.key for card in found.drawn}
        again += len(opened & {card.key for turn in found.turns for card in turn.cards})
    assert again > 0


def test_the_first_player_of_echo_draws_nothing_in_the_first_turn():
    """Echo 2.1.2."""
    deck, game = sample_deck("echo-of-legends", "campfire-first-steps"), get("echo-of-legends")
    found = {seat: sample(deck, game, 1, seat=seat, back=(), turns=3).turns for seat in SEATS}
    drawn = {seat: [len(turn.cards) for turn in turns] for seat, turns in found.items()}
    assert drawn == {"first": [0, 1, 1], "second": [1, 1, 1]}


def test_choices_the_game_does_not_give_are_refused():
    grail = sample_deck("asteriated-grail", "first-flight-pair")
    echo = sample_deck("echo-of-legends", "campfire-first-steps")
    with pytest.raises(ValueError, match="without a mulligan"):
        sample(grail, get("asteriated-grail"), 1, back=[0])
    with pytest.raises(ValueError, match="before the mulligan"):
        sample(echo, get("echo-of-legends"), 1, turns=1)
    with pytest.raises(ValueError, match="a hand of 10"):
        sample(echo, get("echo-of-legends"), 1, back=[10])


def test_the_opening_hand_is_that_of_the_first_simulated_game():
    from games.engine.play.trials.goldfish import OPENED
    from games.engine.play.trials.runs import Run

    game, deck = get("xing-ling-wang"), sample_deck("xing-ling-wang", "lantern-parade")
    for seed in range(20):
        run, seen = Run(game, goldfish(game), deck, seed), []

        def watch(t, event, seen=seen):
            if event == OPENED:
                seen.append([int(count) for count in t.hand])

        run.play_interpreted(0, 1, watch)
        found = Counter(card.key for card in sample(deck, game, seed).opened)
        assert {held.card.key: count for held, count in zip(run.cards, seen[0], strict=True) if count} == found


@pytest.mark.parametrize("slug, name", {slug: (slug, name) for slug, name in DECKS}.values())
def test_an_artist_or_a_day_of_release_changes_no_figure(slug, name):
    """Filling in what is only there to be read moves no card, so the same seed plays the same trials."""
    from games.engine.play.trials.runs import Run

    game, deck = get(slug), sample_deck(slug, name)
    game = replace(game, attributes=(Attribute("artist", Text("Artist", "畫師"), "text"), *game.attributes))
    zone = game.opening.zones[0]

    def credited(at: int, line: DeckLine) -> DeckLine:
        card, codes = line.card, line.card.codes
        given = {"image": "https://cards.example/1.png", "released": date(2026, 1, 1 + at % 28), "rarity": f"R{at % 7}"}
        return line._replace(
            card=replace(
                card, values={**card.values, "artist": f"{at * 7 % 5}"}, codes=(f"{codes[0]}-2", *codes), **given
            )
        )

    lines = tuple(credited(at, line) if at % 3 else line for at, line in enumerate(deck.zones[zone]))
    filled = replace(deck, zones={**deck.zones, zone: lines})
    runs = [Run(game, goldfish(game), each, seed=1, turns=3) for each in (deck, filled)]
    before, after = ([held.card.key for held in run.cards] for run in runs)
    assert before == after
    assert all(np.array_equal(*pair) for pair in zip(*(run.play_interpreted(0, 5) for run in runs), strict=True))
