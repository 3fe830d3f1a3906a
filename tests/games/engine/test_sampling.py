"""Sample hands: the same from the same seed, by the game's own mulligan, and no card lost or doubled."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.opening import SEATS
from games.engine.play.sampling import sample
from games.registry import GAMES, get
from tests.games.test_presets import sample as sample_deck

DECKS = [
    (game.slug, path.stem)
    for game in GAMES
    for path in sorted((game.folder / "decks").glob("*.txt"))
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
    found = sample(deck, opening, seed, seat=seat, back=back, turns=turns)
    size = sum(deck.size(zone) for zone in opening.zones)
    assert len(found.opened) == opening.hand
    assert len(found.drawn) == len(back)
    assert len(found.hand) == opening.seen(size, turns, seat)
    assert len(found.hand) + found.library + opening.life == size
    held = Counter({each.card.key: each.count for zone in opening.zones for each in deck.entries(zone)})
    assert not Counter(card.key for card in found.hand) - held
    assert found == sample(deck, opening, seed, seat=seat, back=back, turns=turns)


def test_what_is_put_back_cannot_come_in_the_same_mulligan_but_later():
    """星靈王 一.5."""
    deck, opening = sample_deck("xing-ling-wang", "lantern-parade"), get("xing-ling-wang").opening
    again = 0
    for seed in range(60):
        found = sample(deck, opening, seed, back=range(4), turns=4)
        opened = {card.key for card in found.opened}
        assert not opened & {card.key for card in found.drawn}
        again += len(opened & {card.key for turn in found.turns for card in turn.cards})
    assert again > 0


def test_the_first_player_of_echo_draws_nothing_in_the_first_turn():
    """Echo 2.1.2."""
    deck, opening = sample_deck("echo-of-legends", "campfire-first-steps"), get("echo-of-legends").opening
    found = {seat: sample(deck, opening, 1, seat=seat, back=(), turns=3).turns for seat in SEATS}
    drawn = {seat: [len(turn.cards) for turn in turns] for seat, turns in found.items()}
    assert drawn == {"first": [0, 1, 1], "second": [1, 1, 1]}


def test_choices_the_game_does_not_give_are_refused():
    grail = sample_deck("asteriated-grail", "first-flight-pair")
    echo = sample_deck("echo-of-legends", "campfire-first-steps")
    with pytest.raises(ValueError, match="without a mulligan"):
        sample(grail, get("asteriated-grail").opening, 1, back=[0])
    with pytest.raises(ValueError, match="before the mulligan"):
        sample(echo, get("echo-of-legends").opening, 1, turns=1)
    with pytest.raises(ValueError, match="a hand of 10"):
        sample(echo, get("echo-of-legends").opening, 1, back=[10])


def test_the_opening_hand_is_that_of_the_first_simulated_game():
    from games.engine.play.goldfish import OPENED
    from games.engine.play.runs import Run
    from games.registry import goldfish

    game, deck = get("xing-ling-wang"), sample_deck("xing-ling-wang", "lantern-parade")
    for seed in range(20):
        run, seen = Run(game, goldfish(game), deck, seed), []

        def watch(t, event, seen=seen):
            if event == OPENED:
                seen.append([int(count) for count in t.hand])

        run.play_interpreted(0, 1, watch)
        found = Counter(card.key for card in sample(deck, game.opening, seed).opened)
        assert {held.card.key: count for held, count in zip(run.cards, seen[0], strict=True) if count} == found
