"""What a preset's sentence claims of a player who misses it, against every way to play the first turns.

The plays here are written from the rulebooks, a few lines for each game, and share nothing with the presets.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.opening import SEATS, Seat
from games.engine.model.presets import goals_of
from games.engine.reading.goals import Goal, parse
from games.engine.reading.search.query import matches
from games.registry import GAMES, get


def is_met(goal: Goal, cards: Sequence[Card]) -> bool:
    return goal.is_met_by([sum(matches(each.query, card) for card in cards) for each in goal.conditions])


def of_seat(slug: str, seat: Seat, deck: Deck) -> dict[str, tuple[Goal, int]]:
    game = get(slug)
    return {each.slug: (parse(text, game), each.turn) for each, text in goals_of(game.presets, deck, seat)}


# 星靈王 ---------------------------------------------------------------------------------------------------------------

UNITS = {
    "free": Card("free", "free", "unit", {"tribute": 0}),
    "one": Card("one", "one", "unit", {"tribute": 1}),
    "two": Card("two", "two", "unit", {"tribute": 2}),
    "three": Card("three", "three", "unit", {"tribute": 3}),
    "blue": Card("blue", "blue", "unit", {"tribute": 0, "condition": "a condition"}),
    "spell": Card("spell", "spell", "spell"),
}
TRIBUTES = {"free": 0, "one": 1, "two": 2, "three": 3}
TRAVELLER = "traveller"

Line = tuple[tuple[int, str], ...]
"""The units that were placed, each with the turn."""


def lines(order: Sequence[str], seat: Seat, turns: int) -> Iterator[Line]:
    """Every way to place units: a summon in every turn, with tributes, and a formation without, which the first player
    does not have in the first turn (二.3, 二.4, 十三.1). A Little Traveller is always there, and a tribute (六.9)."""

    def play(hand: tuple[str, ...], units: int, turn: int, steps: tuple[str, ...], line: Line) -> Iterator[Line]:
        if not steps:
            if turn == turns:
                yield line
                return
            cards = tuple(order[4 + 2 * turn : 6 + 2 * turn])
            steps = ("summon",) if seat == "first" and turn == 0 else ("summon", "formation")
            yield from play(hand + cards, units, turn + 1, steps, line)
            return
        step, *rest = steps
        yield from play(hand, units + 1, turn, tuple(rest), (*line, (turn, TRAVELLER)))
        for name in set(hand) & set(TRIBUTES):
            tributes = TRIBUTES[name]
            if tributes <= units and not (tributes and step == "formation"):
                left = list(hand)
                left.remove(name)
                yield from play(tuple(left), units - tributes + 1, turn, tuple(rest), (*line, (turn, name)))

    yield from play(tuple(order[:4]), 0, 0, (), ())


@settings(max_examples=200)
@given(
    order=st.lists(st.sampled_from(["free", "one", "two", "three", "blue", "spell", "spell"]), min_size=8, max_size=8),
    seat=st.sampled_from(SEATS),
)
def test_units_of_the_first_two_turns_in_xing_ling_wang(order: list[str], seat: Seat) -> None:
    presets = of_seat("xing-ling-wang", seat, Deck("xing-ling-wang"))
    suffix = f"-{seat}"

    def met(slug: str) -> bool:
        goal, turn = presets[slug]
        return is_met(goal, [UNITS[name] for name in order[: 4 + 2 * turn]])

    one_turn, two_turns = list(lines(order, seat, 1)), list(lines(order, seat, 2))
    assert met("tribute-free") == any((1, name) in line for line in one_turn for name in TRIBUTES)
    with_stars = [name for line in two_turns for turn, name in line if TRIBUTES.get(name, 0)]
    assert met(f"first-tribute{suffix}") == bool(with_stars)
    formation = 2 if seat == "first" else 1
    if not met(f"both-places{suffix}"):
        for line in two_turns:
            summon = line[0][1]
            formed = [name for turn, name in line if turn == formation][-1]
            assert TRAVELLER in (summon, formed)


def test_on_the_draw_a_unit_with_two_red_stars_can_be_summoned_in_turn_two_with_two_travellers() -> None:
    """六.9, 十二.3: the goal asked for a unit without tribute as well, and for one red star only."""
    order = ["two", *["spell"] * 7]
    assert any((2, "two") in line for line in lines(order, "second", 2))
    assert not any((2, "two") in line for line in lines(order, "first", 2))
    goal, turn = of_seat("xing-ling-wang", "second", Deck("xing-ling-wang"))["first-tribute-second"]
    assert (is_met(goal, [UNITS[name] for name in order]), turn) == (True, 2)


# Echo of Legends ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat, energy, draws", [("first", 3, 0), ("second", 5, 1)])
@given(costs=st.lists(st.integers(1, 7), min_size=11, max_size=11))
def test_a_minion_woken_in_turn_one_of_echo(seat: Seat, energy: int, draws: int, costs: list[int]) -> None:
    """2.1.2: the first player draws no card and has three energy in the first turn."""
    goal, turn = of_seat("echo-of-legends", seat, Deck("echo-of-legends"))[f"wake-{seat}"]
    seen = get("echo-of-legends").opening.seen_count(30, turn, seat)
    assert seen == 10 + draws
    cards = [Card(str(place), str(place), "minion", {"cost": cost}) for place, cost in enumerate(costs)]
    assert is_met(goal, cards[:seen]) == any(cost <= energy for cost in costs[:seen])


# LEGIONS! and 零次元 ------------------------------------------------------------------------------------------------


def placed(costs: Sequence[int], resources: Callable[[int], int], first: int, turns: int) -> int:
    """The most cards that can be used in the turns together: `first` cards at the start and one more in every turn, and
    in each turn `resources` to pay with."""

    def play(hand: tuple[int, ...], turn: int) -> int:
        if turn > turns:
            return 0
        hand = hand + tuple(costs[first + turn - 1 : first + turn])
        best = play(hand, turn + 1)
        for count in range(1, len(hand) + 1):
            for chosen in combinations(range(len(hand)), count):
                if sum(hand[place] for place in chosen) <= resources(turn):
                    left = tuple(cost for place, cost in enumerate(hand) if place not in chosen)
                    best = max(best, count + play(left, turn + 1))
        return best

    return play(tuple(costs[:first]), 1)


@settings(max_examples=50)
@given(costs=st.lists(st.integers(1, 5), min_size=8, max_size=8), seat=st.sampled_from(SEATS))
def test_cores_of_the_first_turns_of_legions(costs: list[int], seat: Seat) -> None:
    """魔法核階段: one core more in every turn, from either seat until turn 3."""
    presets = of_seat("legions", seat, Deck("legions"))
    cards = [Card(str(place), str(place), "minion", {"cost": cost}) for place, cost in enumerate(costs)]
    goal, turn = presets["first-turn"]
    assert is_met(goal, cards[: 5 + turn]) == bool(placed(costs, lambda now: now, 5, 1))
    goal, turn = presets["two-minions"]
    if not is_met(goal, cards[: 5 + turn]):
        assert placed(costs, lambda now: now, 5, 3) <= 1


@settings(max_examples=50)
@given(costs=st.lists(st.integers(0, 4), min_size=8, max_size=8), seat=st.sampled_from(SEATS))
def test_resources_of_the_first_turns_of_zero_dimension(costs: list[int], seat: Seat) -> None:
    """404: one resource a turn. That the card placed as one is not used only makes it less."""
    presets = of_seat("zero-dimension", seat, Deck("zero-dimension"))
    cards = [Card(str(place), str(place), "character", {"cost": cost}) for place, cost in enumerate(costs)]
    goal, turn = presets["cheap"]
    if not is_met(goal, cards[: 6 + turn]):
        assert placed(costs, lambda now: now, 6, 2) <= 1
    goal, turn = presets["first-character"]
    assert is_met(goal, cards[: 6 + turn]) == bool(placed(costs, lambda now: now, 6, 2))


# All games ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_has_presets_and_no_label_says_its_turn_itself(game, seat: Seat) -> None:  # type: ignore[no-untyped-def]
    """Pages write the turn behind the label."""
    presets = [each for each in game.presets if seat in each.seats]
    assert presets
    assert not [each.slug for each in presets if "by turn" in each.label.en or "回合" in each.label.hant]
