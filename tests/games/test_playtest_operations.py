"""What is done by hand at the table, what is refused, and what spectators see of it."""

from __future__ import annotations

from collections import Counter
from importlib import import_module

import pytest

from games.engine.play.playtest.boards import LIBRARY
from games.engine.play.playtest.operations import OperationError, Undecided
from games.engine.play.playtest.positions import Position, visible
from games.engine.play.playtest.session import Session
from games.registry import GAMES
from tests.games.test_playtest import XLW, playtest


def first_turn(slug: str = XLW, number: int = 0) -> tuple[Session, Position]:
    """A game in its first turn."""
    game = playtest(slug, number)
    position = game.start().position
    if position.stage == "opening":
        position = game.do(position, {"op": "mulligan", "cards": []}).position
    return game, game.do(position, {"op": "begin"}).position


def in_play(slug: str) -> tuple[Session, Position]:
    """A game in its first turn, or at its start if cards must be chosen for its setup before that."""
    game = playtest(slug)
    return (game, game.start().position) if game.board.setup else first_turn(slug)


def at(position: Position, place: str) -> list[int]:
    return [number for number, each in enumerate(position.instances) if each.place == place]


def test_what_is_put_back_does_not_come_in_the_same_mulligan():
    game = playtest(XLW)
    dealt = game.start().position
    position = game.do(dealt, {"op": "mulligan", "cards": at(dealt, "hand")}).position
    assert len(at(position, "hand")) == 4
    assert not {*at(position, "hand")} & {*at(dealt, "hand")}


def test_cards_that_were_looked_at_come_in_that_order():
    game, position = first_turn()
    outcome = game.do(position, {"op": "look", "count": 3})
    top = outcome.records[0].cards
    assert outcome.position.top == top
    position = game.do(outcome.position, {"op": "end"}).position
    position = game.do(position, {"op": "begin"}).position
    assert [position.instances[number].place for number in top] == ["hand", "hand", LIBRARY]
    assert position.top == top[2:]


def test_a_card_laid_on_top_is_drawn_next_and_one_at_the_bottom_last():
    game, position = first_turn()
    first, last = at(position, "hand")[:2]
    position = game.do(position, {"op": "move", "cards": [last], "to": LIBRARY, "depth": "bottom"}).position
    position = game.do(position, {"op": "move", "cards": [first], "to": LIBRARY, "depth": "top"}).position
    position = game.do(game.do(position, {"op": "end"}).position, {"op": "begin"}).position
    assert position.instances[first].place == "hand"
    others = [number for number in at(position, LIBRARY) if number != last]
    position = game.do(position, {"op": "move", "cards": others[2:], "to": "grave"}).position
    position = game.do(game.do(position, {"op": "end"}).position, {"op": "begin"}).position
    assert position.bottom == tuple(at(position, LIBRARY)) == (last,)


def test_other_copies_than_the_one_known_at_the_bottom_are_drawn():
    game = playtest("legions")
    position = game.start().position
    twice = Counter(each.card for each in position.instances if each.place == LIBRARY)
    first = next(n for n in at(position, LIBRARY) if twice[position.instances[n].card] > 1)
    position = game.do(position, {"op": "move", "cards": [first], "to": LIBRARY, "depth": "bottom"}).position
    copies = [n for n in at(position, LIBRARY) if position.instances[n].card == position.instances[first].card]
    rest = [n for n in at(position, LIBRARY) if n not in copies]
    position = game.do(position, {"op": "move", "cards": rest, "to": "removed"}).position
    assert first == copies[0]
    while len(at(position, LIBRARY)) > 1:
        position = game.do(game.do(position, {"op": "begin"}).position, {"op": "end"}).position
    assert at(position, LIBRARY) == [first]


def test_a_token_in_the_hand_is_not_put_back():
    game = playtest(XLW)
    dealt = game.start().position
    position = game.do(dealt, {"op": "token", "name": "Goblin", "to": "hand"}).position
    token = len(position.instances) - 1
    with pytest.raises(OperationError, match="not-a-choice"):
        game.do(position, {"op": "mulligan", "cards": [token]})


def test_the_same_die_falls_again_after_it_was_taken_back():
    game, position = first_turn()
    shown = [game.do(position, {"op": "roll", "sides": 1000}).records[0].number for _ in range(3)]
    assert len({*shown}) == 1
    again = game.do(game.do(position, {"op": "roll", "sides": 1000}).position, {"op": "roll", "sides": 1000})
    assert again.records[0].number != shown[0]


def test_who_ends_a_turn_with_too_many_cards_chooses_which_go():
    game, position = first_turn()
    drawn = at(position, LIBRARY)[:8]
    position = game.do(position, {"op": "move", "cards": drawn, "to": "hand"}).position
    with pytest.raises(Undecided) as question:
        game.do(position, {"op": "end"})
    assert question.value.choice.rule == "十四.2"
    over = len(at(position, "hand")) - 10
    mine = at(position, "hand")[-over:]
    position = game.do(position, {"op": "end", "chosen": mine}).position
    assert at(position, "removed") == mine


def test_a_chosen_card_must_be_one_of_the_choices():
    game, position = first_turn()
    with pytest.raises(OperationError, match="too-many-chosen"):
        game.do(position, {"op": "end", "chosen": at(position, "hand")[:1]})


def test_what_the_rules_do_not_allow_is_no_step_of_theirs_but_a_free_move():
    game, position = first_turn()
    allowed = {(verb.slug, number) for verb, number in game.actions(position)}
    hand = [number for number in at(position, "hand") if ("play", number) not in allowed]
    if hand:
        with pytest.raises(OperationError) as refused:
            game.do(position, {"op": "play", "verb": "play", "card": hand[0]})
        assert refused.value.code == "not-allowed"
        assert refused.value.params["rule"] == "二.3, 二.4"
    outcome = game.do(position, {"op": "move", "cards": at(position, "hand")[:1], "to": "board"})
    assert outcome.records[0].free


def test_a_zone_with_more_than_fits_is_named():
    game, position = first_turn()
    outcome = game.do(position, {"op": "move", "cards": at(position, LIBRARY)[:11], "to": "board"})
    assert outcome.records[0].over == ("board",)


def test_a_zone_with_more_than_fits_is_named_once():
    game, position = first_turn()
    position = game.do(position, {"op": "move", "cards": [*range(11)], "to": "board"}).position
    assert game.do(position, {"op": "mark", "card": 0, "name": "poison", "by": 1}).records[0].over == ()


def test_when_the_next_player_acts_no_card_moves_and_marks_stay():
    game, position = first_turn("asteriated-grail")
    for _ in range(game.t.team[0]):
        (verb, number), hands = next(game.actions(position)), {}
        for each in ("hand", "next1", "next2", "next3"):
            hands[each] = [card for card in at(position, each) if card != number]
        kept = hands["next1"][0]
        position = game.do(position, {"op": "mark", "card": kept, "name": "seen", "by": 1}).position
        outcome = game.do(position, {"op": "play", "verb": verb.slug, "card": number})
        position = outcome.position
        assert [(move.number, move.source, move.target) for move in outcome.records[0].moves] == [
            (number, "hand", "discarded")
        ]
        assert at(position, "hand") == hands["next1"]
        assert ("seen", 1) in position.instances[kept].marks


def test_a_card_that_draws_its_own_copy_is_played_itself():
    game, position = first_turn("legions")
    draws = next(c for c, held in enumerate(game.run.cards) if held.card.kind == "skill" and held.card.effect("draw"))
    one, other = [number for number, each in enumerate(position.instances) if each.card == draws]
    for operation in (
        {"op": "move", "cards": [one], "to": "hand"},
        {"op": "move", "cards": [other], "to": "library"},
        {"op": "count", "counter": "cores", "by": 9},
        {"op": "end"},
        {"op": "begin"},
        {"op": "play", "verb": "unlock", "card": one},
    ):
        position = game.do(position, operation).position
    assert position.instances[one].place.startswith("wait")
    assert position.instances[other].place == "hand"


def numbers_of(cards):
    return [card.number for card in cards]


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_token_lies_in_view_wherever_it_is_put(slug):
    game, position = in_play(slug)
    for zone in game.board.zones:
        if zone.slug != LIBRARY:
            position = game.do(position, {"op": "token", "name": "Goblin", "to": zone.slug}).position
            there = visible(position, game.board, [card.kind for card in game.cards], spectator=False)
            last = len(position.instances) - 1
            assert any(zone.hidden or last in numbers_of(cards) for cards in there.values()), zone.slug


def test_the_table_counts_what_was_moved_by_hand():
    game = playtest("legions")
    position = game.start().position
    minion = next(n for n in at(position, LIBRARY) if game.cards[position.instances[n].card].kind == "minion")
    position = game.do(position, {"op": "move", "cards": [minion], "to": "minions"}).position
    placed = import_module("games.legions.goldfish").PLACED
    assert position.var[placed] == 1
    position = game.do(position, {"op": "move", "cards": [minion], "to": "hand"}).position
    assert position.var[placed] == 0


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ({"op": "fly"}, "unknown-operation"),
        ({}, "unknown-operation"),
        ({"op": ["move"]}, "unknown-operation"),
        ({"op": "ready"}, "wrong-stage"),
        ({"op": "mulligan"}, "wrong-stage"),
        ({"op": "move", "cards": [], "to": "hand"}, "no-cards"),
        ({"op": "move", "cards": [0], "to": "moon"}, "unknown-value"),
        ({"op": "move", "cards": [0, 0], "to": "hand"}, "card-twice"),
        ({"op": "move", "cards": [True], "to": "hand"}, "unknown-card"),
        ({"op": "move", "cards": [10**9], "to": "hand"}, "unknown-card"),
        ({"op": "move", "cards": "all", "to": "hand"}, "unknown-card"),
        ({"op": "roll", "sides": 1}, "number-range"),
        ({"op": "look", "count": 10_000}, "number-range"),
        ({"op": "count", "counter": "luck", "by": 1}, "unknown-value"),
        ({"op": "mark", "card": 0, "name": "x" * 41, "by": 1}, "text-length"),
        ({"op": "mark", "card": 0, "name": "a\nb", "by": 1}, "text-length"),
        ({"op": "token", "name": "", "to": "board"}, "text-length"),
        ({"op": "token", "name": "Goblin", "to": LIBRARY}, "no-token-there"),
        ({"op": "play", "verb": "win"}, "unknown-value"),
        ({"op": "pilot", "until": "tomorrow"}, "unknown-value"),
    ],
)
def test_what_cannot_be_done_says_why(operation, code):
    game, position = first_turn()
    with pytest.raises(OperationError) as refused:
        game.do(position, operation)
    assert refused.value.code == code


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_spectator_is_not_told_the_numbers_of_hidden_cards(slug):
    game, position = in_play(slug)
    kinds = [card.kind for card in game.cards]
    mine = visible(position, game.board, kinds, spectator=False)
    theirs = visible(position, game.board, kinds, spectator=True)
    assert numbers_of(mine["hand"]) == at(position, "hand")
    assert numbers_of(theirs["hand"]) == [None] * len(mine["hand"])
    assert numbers_of(theirs[LIBRARY]) == numbers_of(mine[LIBRARY]) == [None] * len(at(position, LIBRARY))
    assert {slug: len(zone) for slug, zone in theirs.items()} == {slug: len(zone) for slug, zone in mine.items()}


def seen_by_spectators(game, position, slug):
    there = visible(position, game.board, [card.kind for card in game.cards], spectator=True)
    return numbers_of(there[slug])


def test_a_sleeping_minion_is_seen_by_spectators_once_it_wakes():
    game = playtest("echo-of-legends")
    position = game.do(game.start().position, {"op": "mulligan"}).position
    number = next(number for verb, number in game.actions(position) if verb.slug == "place")
    position = game.do(position, {"op": "play", "verb": "place", "card": number}).position
    assert seen_by_spectators(game, position, "minions") == [None]
    position = game.do(position, {"op": "move", "cards": [number], "to": "minions", "place": "awake"}).position
    assert seen_by_spectators(game, position, "minions") == [number]


def test_a_card_discarded_face_down_stays_hidden_from_spectators_until_it_is_turned_up():
    game, position = first_turn("legions")
    number = next(number for verb, number in game.actions(position) if verb.slug == "exchange")
    outcome = game.do(position, {"op": "play", "verb": "exchange", "card": number})
    assert outcome.position.instances[number].face == "down"
    assert seen_by_spectators(game, outcome.position, "removed") == [None]
    outcome = game.do(outcome.position, {"op": "face", "cards": [number], "face": ""})
    assert outcome.records[0].down == (number,)
    assert seen_by_spectators(game, outcome.position, "removed") == [number]
