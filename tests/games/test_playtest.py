"""A game played by hand: the same steps as in a simulation, any card anywhere, and no card lost on the way."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib import import_module

import numpy as np
import pytest

from games.engine.model.opening import SEATS
from games.engine.play.playtest.boards import GONE, LIBRARY
from games.engine.play.playtest.operations import OperationError, Undecided
from games.engine.play.playtest.positions import Position, arrays, from_plain, in_library, restore, to_plain
from games.engine.play.playtest.session import OPERATIONS, Session
from games.engine.play.trials.goldfish import BEGUN, ENDED, watched_loop
from games.engine.play.trials.table import COUNTERS, TOP
from games.registry import board, get, goldfish
from tests.games.test_goldfish import each_game, each_seat, goal_of, run_of

XLW = "xing-ling-wang"
TURNS = 8


def playtest(slug: str, number: int = 0, **input) -> Session:
    return Session(run_of(slug, **input), board(get(slug)), number)


# Boards -----------------------------------------------------------------------------------------------------------


@each_game
def test_every_card_lies_in_a_zone_wherever_the_table_counts_it(slug):
    game, table, fish = get(slug), board(get(slug)), goldfish(get(slug))
    kinds = {held.card.kind for held in run_of(slug).cards}
    for place in {*fish.places, LIBRARY} - {"aside"}:
        for kind in kinds:
            assert table.zone_of(place, kind), (place, kind)
    assert {place for zone in table.zones for place in zone.places} <= {*fish.places, LIBRARY}
    assert len({zone.slug for zone in table.zones}) == len(table.zones)
    assert {kind for zone in table.zones for kind in zone.kinds} <= {each.value for each in game.kinds}


@each_game
def test_a_board_names_what_the_goldfish_has(slug):
    table, fish = board(get(slug)), goldfish(get(slug))
    assert tuple(verb.slug for verb in table.verbs) == fish.verbs
    assert all(verb.place in ("", *fish.places) and verb.rule and verb.label.en for verb in table.verbs)
    steps = vars(import_module(f"games.{get(slug).folder.name}.goldfish"))
    assert {each.step for each in table.choices} | {*table.unaided} <= {*steps}
    for choice in table.choices:
        assert {choice.source, choice.target} <= {*fish.places}
        assert choice.token in ("", *(token.slug for token in table.tokens))
    assert all(0 <= each.index < COUNTERS for each in (*table.counters, *table.tokens))
    assert {*table.setup} <= {*fish.verbs}
    assert {place for pair in table.advance for place in pair} <= {*fish.places}


# The pilot --------------------------------------------------------------------------------------------------------


def in_statistics(slug: str, number: int, **input) -> list[tuple[int, tuple[object, ...]]]:
    """What the trial loop's table is after every event of a turn, in the first game of a chunk."""
    run, states = run_of(slug, turns=TURNS, **input), []

    def watch(t, event):
        if event >= 0 or event in (BEGUN, ENDED):
            states.append((event, state(t, run.goldfish)))

    with np.errstate(over="ignore"):
        watched_loop(run.goldfish, watch)(run.table(number), run.tally(), run.impact(), 1, TURNS, False)
    return states


def state(t, fish) -> tuple[object, ...]:
    counts = tuple(tuple(int(each) for each in getattr(t, name)) for name in arrays(fish))
    return tuple(map(int, t.var)), counts, tuple(map(int, t.order)), tuple(map(int, t.rng))


def on_the_page(slug: str, number: int, **input) -> list[tuple[int, tuple[object, ...]]]:
    """The same of a playtest whose pilot goes on step by step."""
    game, states = playtest(slug, number, turns=TURNS, **input), []
    position = game.start().position
    while position.stage != "over" and not position.clock:
        turn = position.var[1]
        if position.stage == "between" and turn == TURNS:
            break
        outcome = game.do(position, {"op": "pilot", "until": "step"})
        position = outcome.position
        for record in outcome.records:
            event = {"begin": BEGUN, "end": ENDED}.get(record.op)
            if record.op == "play":
                verb = game.fish.verbs.index(record.verb)
                event = verb * len(game.cards) + (position.instances[record.cards[0]].card if record.cards else 0)
            if event is not None:
                states.append((event, (position.var, position.counts, position.order, position.rng)))
        if position.stage == "over" and outcome.records[-1].op != "end":
            states.append((ENDED, states[-1][1]))  # the loop hears of the end of a turn that ends the game midway, too
    return states


def assert_the_same_games(slug: str, seat: str, numbers: range) -> None:
    keep = goal_of(slug) if get(slug).opening.mulligan == "once" else None
    for number in numbers:
        mine = on_the_page(slug, number, seat=seat, keep=keep)
        assert mine == in_statistics(slug, number, seat=seat, keep=keep), number
        assert mine or board(get(slug)).setup  # which the player may have no card for


@each_game
@each_seat
def test_the_pilot_plays_as_in_statistics_to_the_bit(slug, seat):
    assert_the_same_games(slug, seat, range(12))


@pytest.mark.exhaustive
@each_game
@each_seat
def test_the_pilot_plays_a_thousand_games_as_in_statistics(slug, seat):
    assert_the_same_games(slug, seat, range(500))


@each_game
def test_any_game_of_a_chunk_is_played_again(slug):
    run = run_of(slug, turns=TURNS)
    with np.errstate(over="ignore"):
        whole = run.play_interpreted(0, 6)
    played = list(run.games(0, 6))
    clocks = Counter(each.clock for each in played if each.clock is not None)
    assert [clocks[turn] for turn in range(TURNS + 1)] == whole.won.tolist()
    for each in played:
        game = Session(run, board(get(slug)), shuffle=each.shuffle)
        position = game.start().position
        while (
            not position.clock and position.stage != "over" and (position.stage == "opening" or position.var[1] < TURNS)
        ):
            position = game.do(position, {"op": "pilot", "until": "turn"}).position
        assert (position.clock or None) == each.clock, each.trial


# A chosen hand ----------------------------------------------------------------------------------------------------


@each_game
def test_a_chosen_hand_is_dealt_and_nothing_is_lost(slug):
    run = run_of(slug)
    size = sum(each.place == "hand" for each in playtest(slug).start().position.instances)
    types = [c for c, held in enumerate(run.cards) for _ in range(held.count)]
    for seed in range(20):
        hand = random.Random(seed).sample(types, seed % (size + 1))
        game = Session(run, board(get(slug)), seed, hand=hand)
        position = game.start().position
        assert_whole(game, position)
        held = Counter(each.card for each in position.instances if each.place == "hand")
        assert Counter(hand) <= held
        assert held.total() == size
    with pytest.raises(OperationError, match="hand-too-large"):
        Session(run, board(get(slug)), hand=types[: size + 1]).start()


def test_of_a_chosen_hand_there_must_be_as_many_copies():
    with pytest.raises(OperationError, match="too-few-copies"):
        Session(run_of(XLW), board(get(XLW)), hand=[0, 0]).start()


# Any operation ----------------------------------------------------------------------------------------------------


def assert_whole(game: Session, position: Position) -> None:
    """The cards and the table say the same, and no card is lost or there twice."""
    deck = Counter({c: held.count for c, held in enumerate(game.run.cards)})
    assert Counter(each.card for each in position.instances if each.card >= 0) == deck
    restore(game.t, game.fish, position)
    here = {place: list(getattr(game.t, place)) for place in game.fish.places} | {LIBRARY: in_library(game.t)}
    for place, counts in here.items():
        there = Counter(each.card for each in position.instances if each.place == place and each.card >= 0)
        assert [there[c] for c in range(len(counts))] == counts, place
    for token in game.board.tokens:
        there = sum(each.name == token.slug and each.place == token.place for each in position.instances)
        assert there == position.var[token.index]
    library = [number for number, each in enumerate(position.instances) if each.place == LIBRARY]
    known = [*position.top, *position.bottom]
    assert {*known} <= {*library}
    assert len(known) == len({*known})
    start, end = position.var[TOP], len(position.order)
    assert [position.instances[n].card for n in position.top] == list(position.order[start : start + len(position.top)])
    assert [position.instances[n].card for n in position.bottom] == list(position.order[end - len(position.bottom) :])


def random_operation(game: Session, position: Position, chance: random.Random) -> dict[str, object]:
    """Any operation with any plausible values, of which some cannot be done."""
    op = chance.choice([*OPERATIONS, "play", "play", "play", "end", "begin", "begin", "move", "move"])
    cards = [number for number, each in enumerate(position.instances) if each.place != GONE]
    some = chance.sample(cards, min(len(cards), chance.choice([1, 1, 2, 3])))
    found: dict[str, object] = {"op": op, "cards": some, "card": some[0], "name": "poison", "by": chance.randint(-3, 3)}
    found |= {"to": chance.choice(game.board.zones).slug, "depth": chance.choice(["top", "bottom", "shuffled"])}
    found |= {"count": chance.randint(1, 4), "sides": chance.choice([2, 6, 20]), "face": chance.choice(["", "down"])}
    found |= {"until": chance.choice(["step", "step", "turn"])}
    if op == "count":
        found["counter"] = chance.choice(game.board.counters).slug
    if op == "mulligan":
        hand = [number for number in cards if position.instances[number].place == "hand"]
        found["cards"] = chance.sample(hand, chance.randint(0, len(hand)))
    if op == "play":
        actions = list(game.actions(position))
        if actions:
            verb, number = chance.choice(actions)
            found |= {"verb": verb.slug, "card": number}
    return found


def chosen(game: Session, position: Position, operation: dict[str, object], chance: random.Random):
    """Do an operation, with any of the cards that it asks for."""
    while True:
        try:
            return game.do(position, operation).position, operation
        except Undecided as question:
            assert_whole_choice(question)
            picked = chance.choice(question.options)
            operation = {**operation, "chosen": [*operation.get("chosen", []), picked]}


def assert_whole_choice(question: Undecided) -> None:
    assert question.options
    for number in question.options:
        card = question.position.instances[number]
        assert card.place == question.choice.source or card.name == question.choice.token


def walk(slug: str, seed: int, length: int) -> None:
    chance = random.Random(seed)
    game = playtest(slug, seed, seat=chance.choice(SEATS))
    position, done = game.start().position, []
    for _ in range(length):
        if position.stage == "over" and chance.random() < 0.2:  # play on from some position before
            done = done[: chance.randint(0, len(done))]
            position = game.replay(done)
        before = position
        try:
            position, operation = chosen(game, position, random_operation(game, position, chance), chance)
        except OperationError:
            if chance.random() < 0.05:
                assert game.replay(done) == before
            continue
        done.append(operation)
        assert_whole(game, position)
        if chance.random() < 0.05:
            assert from_plain(json.loads(json.dumps(to_plain(position)))) == position
            assert game.do(before, operation).position == position  # taken back and done again
    assert game.replay(done) == position
    assert playtest(slug, seed, seat=game.run.seat).replay(json.loads(json.dumps(done))) == position


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_no_operation_loses_or_doubles_a_card_and_all_replay(slug, seed):
    walk(slug, seed, 120)


@pytest.mark.exhaustive
@each_game
def test_ten_thousand_operations_of_each_game(slug):
    for seed in range(20):
        walk(slug, seed, 500)


# Single operations --------------------------------------------------------------------------------------------------
