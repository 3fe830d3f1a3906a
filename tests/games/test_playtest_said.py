"""Nothing happens at the table that the log does not say, and nothing a player did is undone."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.play.playtest.boards import GONE
from games.engine.play.playtest.operations import OperationError, Undecided
from games.engine.play.playtest.positions import Position, restore
from games.engine.play.playtest.session import Outcome, Session
from games.engine.play.trials.table import TOP
from games.legions.goldfish import AWAKE
from games.registry import GAMES, board, get
from tests.games.test_goldfish import each_game, run_of
from tests.games.test_playtest import XLW, random_operation
from tests.games.test_playtest_operations import at, first_turn

LEGIONS, ECHO, ZERO = "legions", "echo-of-legends", "zero-dimension"
FREE = ("move", "token", "mark", "face", "look", "shuffle", "roll")

each_fighting_game = pytest.mark.parametrize("slug", [game.slug for game in GAMES if board(game).attackers])
seeds = given(st.integers(0, 2**32))
few = settings(max_examples=12, deadline=None)


def counts_of(game: Session, position: Position) -> dict[str, int]:
    return {each.slug: position.var[each.index] for each in game.board.counters}


def decided(game: Session, position: Position, operation: dict[str, object], chance: random.Random) -> Outcome:
    """Do an operation, with any of the cards it asks for."""
    while True:
        try:
            return game.do(position, operation)
        except Undecided as question:
            picked = chance.choice(question.options)
            operation = {**operation, "chosen": [*operation.get("chosen", []), picked]}


def positions(slug: str, seed: int, length: int = 25):
    """Positions on a random way through a game, each with the outcome that follows it."""
    chance = random.Random(seed)
    game = Session(run_of(slug), board(get(slug)), seed % 97)
    position = game.start().position
    for _ in range(length):
        if position.stage == "over":
            return
        if position.stage in ("opening", "setup", "between") and chance.random() < 0.7:
            operation = {"op": "pilot", "until": chance.choice(["step", "turn"])}
        else:
            operation = random_operation(game, position, chance)
        try:
            outcome = decided(game, position, operation, chance)
        except OperationError:
            continue
        yield game, position, outcome, chance
        position = outcome.position


# What the log says --------------------------------------------------------------------------------------------------


@each_game
@few
@seeds
def test_every_counter_that_changes_is_in_the_log(slug, seed):
    for game, before, outcome, _chance in positions(slug, seed):
        counters = counts_of(game, before)
        for record in outcome.records:
            for name, old, new in record.counters:
                assert counters[name] == old != new
                counters[name] = new
        assert counters == counts_of(game, outcome.position)


@each_game
@few
@seeds
def test_every_card_that_moves_or_turns_is_in_the_log(slug, seed):
    for game, before, outcome, _chance in positions(slug, seed):
        hands = game.board.passing.places if game.board.passing else ()  # no card moves when another player acts
        cards = [(each.place, each.face) for each in before.instances]
        cards += [(GONE, "")] * (len(outcome.position.instances) - len(cards))
        places = [place for place, _face in cards]
        turned = set()
        for record in outcome.records:
            for move in record.moves:
                assert places[move.number] == move.source or {places[move.number], move.source} <= {*hands}
                places[move.number] = move.target
                turned.add(move.number)
            if record.op in ("face", "begin") or (record.op == "play" and record.verb == "exchange"):
                turned.update(record.cards)
        for place, each in zip(places, outcome.position.instances, strict=True):
            assert place == each.place or {place, each.place} <= {*hands}
        changed = {number for number, each in enumerate(outcome.position.instances) if cards[number][1] != each.face}
        assert changed <= turned


@each_game
@few
@seeds
def test_the_end_of_a_game_is_in_the_log(slug, seed):
    for _game, before, outcome, _chance in positions(slug, seed):
        endings = [record.name for record in outcome.records if record.op in ("begin", "play", "end", "ready")]
        assert ("won" in endings) == (outcome.position.clock != before.clock)
        assert ("over" in endings) == (outcome.position.stage == "over")


# What a player did ---------------------------------------------------------------------------------------------------


@each_game
@few
@seeds
def test_a_counter_changed_by_hand_stays_changed_whatever_is_moved(slug, seed):
    for game, _before, outcome, chance in positions(slug, seed):
        position, counter = outcome.position, chance.choice(game.board.counters)
        by = chance.choice([-2, -1, 1, 2])
        try:
            changed = game.do(position, {"op": "count", "counter": counter.slug, "by": by}).position
        except OperationError:
            continue
        assert counts_of(game, changed)[counter.slug] == counts_of(game, position)[counter.slug] + by
        operation = random_operation(game, position, chance) | {"op": chance.choice(FREE)}
        try:
            without, with_it = game.do(position, operation).position, game.do(changed, operation).position
        except OperationError:
            continue
        assert counts_of(game, with_it)[counter.slug] == counts_of(game, without)[counter.slug] + by


def test_a_corrected_score_lasts_through_every_step():
    for seed in range(8):
        game, position = first_turn(XLW, seed)
        corrected = game.do(position, {"op": "count", "counter": "score", "by": 7}).position
        for _ in range(30):
            if position.stage == "over":
                break
            step = {"op": "pilot", "until": "step"}
            position, corrected = game.do(position, step).position, game.do(corrected, step).position
            assert counts_of(game, corrected) == counts_of(game, position) | {
                "score": counts_of(game, position)["score"] + 7
            }


@pytest.mark.parametrize(
    ("slug", "counter", "by"),
    [(XLW, "rewards", -1), (LEGIONS, "awakened", 2), (ZERO, "lives", 8), ("asteriated-grail", "gems", -1)],
)
def test_a_counter_is_set_to_nothing_that_the_rules_would_set_back(slug, counter, by):
    game, position = first_turn(slug)
    with pytest.raises(OperationError) as refused:
        game.do(position, {"op": "count", "counter": counter, "by": by})
    assert refused.value.code == "number-range"


def test_more_stones_than_fit_stay_with_the_team():
    game, position = first_turn("asteriated-grail")
    position = game.do(position, {"op": "count", "counter": "gems", "by": 8}).position
    attack = next(number for verb, number in game.actions(position) if verb.slug == "play" and number is not None)
    assert counts_of(game, game.do(position, {"op": "play", "verb": "play", "card": attack}).position)["gems"] >= 8


# Shuffling -----------------------------------------------------------------------------------------------------------


def drawn(game: Session, position: Position) -> tuple[int, ...]:
    position = game.do(game.do(position, {"op": "end"}).position, {"op": "begin"}).position
    return tuple(at(position, "hand"))


def test_a_shuffle_changes_what_is_drawn_by_the_chance_of_its_position():
    different = 0
    for seed in range(20):
        game, position = first_turn(XLW, seed)
        shuffled = game.do(position, {"op": "shuffle"}).position
        assert shuffled == game.do(position, {"op": "shuffle"}).position
        top = position.var[TOP]
        assert sorted(shuffled.order[top:]) == sorted(position.order[top:])
        assert shuffled.order[:top] == position.order[:top]
        again = game.do(shuffled, {"op": "shuffle"}).position
        different += len({drawn(game, each) for each in (position, shuffled, again)}) > 1
    assert different >= 15


def test_what_was_known_of_the_library_is_shuffled_away():
    game, position = first_turn(XLW)
    position = game.do(position, {"op": "look", "count": 3}).position
    assert game.do(position, {"op": "shuffle"}).position.top == ()


# Attacks -------------------------------------------------------------------------------------------------------------


def fighting(slug: str, seed: int) -> tuple[Session, Position] | None:
    """A turn of a game in which somebody attacks."""
    game = Session(run_of(slug), board(get(slug)), seed)
    position = game.start().position
    for _ in range(80):
        if game.attacking(position):
            return game, position
        if position.stage == "over":
            return None
        position = game.do(position, {"op": "pilot", "until": "step"}).position
    return None


@each_fighting_game
def test_those_that_attack_are_those_of_the_simulations(slug):
    """As many copies of each card as the goldfish counts, where all lie upright."""
    count, seen = get_attackers(slug), 0
    for seed in range(20):
        game = Session(run_of(slug), board(get(slug)), seed)
        position = game.start().position
        for _ in range(40):
            if position.stage == "over":
                break
            attacking = [position.instances[number].card for number in game.attacking(position)]
            restore(game.t, game.fish, position)
            if position.stage == "turn":
                strength = getattr(game.t, {LEGIONS: "atk", ECHO: "attack", ZERO: "attacks"}[slug])
                for c in range(len(game.cards)):
                    if strength[c]:
                        assert attacking.count(c) == count(game.t, c)
                        seen += count(game.t, c)
            position = game.do(position, {"op": "pilot", "until": "step"}).position
    assert seen > 100


def get_attackers(slug):
    return get_steps(slug)["attackers"]


def get_steps(slug):
    return Session(run_of(slug), board(get(slug))).fish.end_turn.__globals__


@each_fighting_game
@pytest.mark.parametrize("op", [{"op": "end"}, {"op": "pilot", "until": "step"}])
def test_a_card_that_lies_sideways_does_not_attack_and_the_log_says_who_does(slug, op):
    counter = {LEGIONS: "damage", ECHO: "damage", ZERO: "lives"}[slug]
    tried = 0
    for seed in range(12):
        found = fighting(slug, seed)
        if found is None:
            continue
        game, position = found
        attacking = game.attacking(position)
        for face in ("turned", "down"):
            resting = game.do(position, {"op": "face", "cards": list(attacking[:1]), "face": face}).position
            assert game.attacking(resting) == attacking[1:]
            all_rest = game.do(position, {"op": "face", "cards": list(attacking), "face": face}).position
            ended = decided(game, all_rest, {"op": "end"}, random.Random(1))
            assert ended.records[-1].cards == ()
            assert counts_of(game, ended.position)[counter] == counts_of(game, position)[counter]
        ended = decided(game, position, {"op": "end"}, random.Random(1))
        assert ended.records[-1].cards == attacking
        before, after = counts_of(game, position)[counter], counts_of(game, ended.position)[counter]
        assert (counter, before, after) in ended.records[-1].counters
        tried += after > before
    assert tried > 3


def test_cards_turn_upright_as_the_rules_say_and_the_log_names_them():
    for slug, stays in ((LEGIONS, False), (ZERO, False), (ECHO, True)):
        found = next(filter(None, (fighting(slug, seed) for seed in range(12))))
        game, position = found
        number = game.attacking(position)[0]
        position = game.do(position, {"op": "face", "cards": [number], "face": "turned"}).position
        position = decided(game, position, {"op": "end"}, random.Random(1)).position
        begun = game.do(position, {"op": "begin"})
        assert (begun.position.instances[number].face == "turned") is stays
        assert (number in begun.records[0].cards) is not stays


# The master of LEGIONS! ----------------------------------------------------------------------------------------------


def awakened() -> tuple[Session, Position]:
    game, position = first_turn(LEGIONS)
    return game, game.do(position, {"op": "count", "counter": "awakened", "by": 1}).position


def test_an_awakened_master_is_left_to_the_player():
    game, position = awakened()
    cores = counts_of(game, position)["master-cores"]
    assert counts_of(game, game.do(position, {"op": "end"}).position)["master-cores"] == cores
    assert "exhaust" in [verb.slug for verb, _number in game.actions(position)]
    outcome = game.do(position, {"op": "play", "verb": "exhaust"})
    assert outcome.records[0].counters == (("master-cores", cores, cores + 1),)
    with pytest.raises(OperationError, match="not-allowed"):
        game.do(outcome.position, {"op": "play", "verb": "exhaust"})
    assert "exhaust" not in [verb.slug for verb, _number in game.actions(outcome.position)]
    ended = game.do(outcome.position, {"op": "end"}).position
    assert counts_of(game, ended)["master-cores"] == cores + 1
    begun = game.do(ended, {"op": "begin"}).position
    assert begun.var[AWAKE] == 1
    assert "exhaust" in [verb.slug for verb, _number in game.actions(begun)]


def test_the_pilot_exhausts_it_once_and_the_log_says_so():
    game, position = awakened()
    cores = counts_of(game, position)["master-cores"]
    by_hand = game.do(position, {"op": "play", "verb": "exhaust"}).position
    for start in (position, by_hand):
        outcome = game.do(start, {"op": "pilot", "until": "turn"})
        assert counts_of(game, outcome.position)["master-cores"] == cores + 1
    ending = game.do(position, {"op": "pilot", "until": "turn"}).records[-1]
    assert ("master-cores", cores, cores + 1) in ending.counters


def test_a_master_that_sleeps_is_not_exhausted():
    game, position = first_turn(LEGIONS)
    assert "exhaust" not in [verb.slug for verb, _number in game.actions(position)]
    with np.errstate(over="ignore"), pytest.raises(OperationError, match="not-allowed"):
        game.do(position, {"op": "play", "verb": "exhaust"})
