"""Which hands to keep for the clock: games in which hands make each of their choices by chance, and what these tell.

Hands are told apart by the kinds of their cards. The chance of every hand is exact; the turn in which a hand wins after
each choice is estimated. There is one mulligan, so the best policy is one step back from these estimates: of every hand
the choice with the earliest mean turn, where it is earlier than that of keeping by more than chance explains. So many
choices are tried that some look earlier by chance alone, therefore each must be clear beyond what all of them together
explain (Bonferroni). It is made on one half of the games and valued on the other, so that a choice that was lucky once
is not praised for its luck; one that is no earlier there is not made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from math import comb, prod, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from games.engine.budget import TooLarge
from games.engine.model.decks import Deck, DeckEntry
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.model.presets import goals_of
from games.engine.odds.choices import states, vectors
from games.engine.odds.split import Signature, split
from games.engine.play.figures.estimates import ALPHA, Interval, Values, mean, student_point, variance
from games.engine.play.trials.goldfish import CHUNK, Loop, interpreted_loop, machine_loop, take_turn
from games.engine.play.trials.runs import Run
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import OVER, Plan, clear, common, hand_number, ints, put_back, zeros
from games.engine.play.trials.tallies import Tally, merge, pack, unpack
from games.engine.reading.goals import Goal, groups, parse

if TYPE_CHECKING:  # in the loop below these are the steps of the game it is bound to

    def open_table(t: Any) -> None: ...
    def ready(t: Any) -> None: ...
    def has_won(t: Any) -> bool: ...


MAX_CHOICES = 10_000
"""Pairs of a hand, or a part of one, and what it puts back: with more of them each is tried too seldom."""

MIN_GAMES = 30
"""A choice that was tried less often is not made: its mean says too little."""

Counts = tuple[int, ...]
"""Cards by kind."""


class ChoiceTally(NamedTuple):
    """`first`: by hand the number of its first choice, (hands + 1,). By choice: `games`, the `sums` of the turns in
    which they were won (one more than there are turns for those that were not), and of their `squares`, (choices,)."""

    first: Any
    games: Any
    sums: Any
    squares: Any


def choice_trials(t: Any, tally: ChoiceTally, count: int, turns: int) -> None:
    """Play `count` games of at most `turns` turns, each after a choice that chance makes; count when they are won."""
    for _ in range(count):
        clear(t)
        open_table(t)
        hand = hand_number(t)
        choice = tally.first[hand] + below(t.rng, tally.first[hand + 1] - tally.first[hand])
        put_back(t, choice)
        ready(t)
        clock = turns + 1
        for turn in range(turns):
            if t.var[OVER] != 0:
                break
            take_turn(t)
            if t.var[OVER] == 0 and has_won(t):
                clock = turn + 1
                break
        tally.games[choice] += 1
        tally.sums[choice] += clock
        tally.squares[choice] += clock * clock


class HandClock(NamedTuple):
    """An opening hand. `counts`: its cards by kind; `dealt`: the chance of it; `back`: what the best choice puts back;
    `kept`, `best`: the mean turn of the win if it is kept and after that choice, None where too few games tell."""

    counts: Counts
    dealt: Fraction
    back: Counts
    kept: Interval | None
    best: Interval | None

    @property
    def keeps(self) -> bool:
        return not any(self.back)


@dataclass(frozen=True)
class KeepTrials:
    """Games of a run, from its seed on, in which hands make their choices by chance instead of by its `keep`.

    `kinds`: cards that count for the same conditions of it are one kind. Raises TooLarge for too many choices.
    """

    run: Run
    kinds: Goal

    def __post_init__(self) -> None:
        choices = states(self.hand_size, self._caps)
        if choices > MAX_CHOICES:
            raise TooLarge("choices", choices, MAX_CHOICES)

    @cached_property
    def _split(self) -> tuple[tuple[Signature, ...], Counts, tuple[Signature, ...]]:
        """The kinds, the cards of each in the deck, and the kind of each card type."""
        deck_split, signatures = split(self.kinds, self.run.cards)
        kinds = tuple(sorted(deck_split.sizes, key=lambda kind: (not kind, sorted(kind))))
        return kinds, tuple(deck_split.sizes[kind] for kind in kinds), signatures

    @property
    def sizes(self) -> Counts:
        """The cards of each kind in the deck."""
        return self._split[1]

    @property
    def conditions(self) -> tuple[Counts, ...]:
        """For each kind the places of the conditions of the goal that its cards count for."""
        rows = dict(zip(self._split[2], groups(self.kinds, self.run.cards), strict=True))
        return tuple(tuple(index for index, counts in enumerate(rows[kind]) if counts) for kind in self._split[0])

    @property
    def cards(self) -> tuple[tuple[DeckEntry, ...], ...]:
        """The cards of each kind."""
        kinds, _, signatures = self._split
        pairs = list(zip(self.run.cards, signatures, strict=True))
        return tuple(tuple(entry for entry, signature in pairs if signature == kind) for kind in kinds)

    @property
    def hand_size(self) -> int:
        """The cards of a hand."""
        opening = self.run.game.opening
        return opening.seen_count(sum(self.sizes), 0, self.run.seat)

    @cached_property
    def _hands(self) -> Any:
        return vectors(self.hand_size, self._caps)

    @property
    def _caps(self) -> Counts:
        """How many cards of each kind a hand may have."""
        return tuple(min(size, self.hand_size) for size in self.sizes)

    @cached_property
    def choices(self) -> Mapping[int, Sequence[Counts]]:
        """By the number of a hand, what may be put back of it by kind: nothing first."""
        options_by_hand = {}
        for hand in self._hands.levels[-1].tolist():
            options = product(*(range(count + 1) for count in self._hands.counts[:, hand].tolist()))
            options_by_hand[hand] = sorted(options, key=sum)
        return options_by_hand

    @cached_property
    def _first(self) -> Any:
        hands = self._hands.counts.shape[1]
        return ints(accumulate((len(self.choices.get(hand, ())) for hand in range(hands)), initial=0))

    @cached_property
    def _plan(self) -> Plan:
        kinds, _, signatures = self._split
        size = self.hand_size
        steps = np.zeros((len(kinds), size + 1, size + 1), np.int64)
        for table, before in zip(steps, self._hands.before, strict=True):
            table[:, : before.shape[1]] = before[:, : size + 1]
        back = (count for hand in sorted(self.choices) for option in self.choices[hand] for count in option)
        kind = ints(kinds.index(signature) for signature in signatures)
        return Plan(kind, zeros(len(kinds)), steps.ravel(), ints(back))

    def empty(self) -> ChoiceTally:
        """The tally of no games."""
        return ChoiceTally(self._first, *(zeros(int(self._first[-1])) for _ in range(3)))

    def chunk(self, number: int, count: int = CHUNK) -> ChoiceTally:
        """The games of a chunk, compiled."""
        return self._play(machine_loop(self.run.goldfish, choice_trials), number, count)

    def play_interpreted(self, number: int, count: int) -> ChoiceTally:
        """The same games step by step."""
        return self._play(interpreted_loop(self.run.goldfish, choice_trials), number, count)

    def _play(self, loop: Loop, number: int, count: int) -> ChoiceTally:
        run, tally = self.run, self.empty()
        own = common([entry.count for entry in run.cards], run.seed, number, run.seat == "second")
        own["keep"] = self._plan
        table = run.goldfish.table([entry.card for entry in run.cards], run.deck, own)
        with np.errstate(over="ignore"):  # the words of the random numbers wrap around
            loop(table, tally, count, run.turns)
        return tally

    def hands(self, first: ChoiceTally, second: ChoiceTally) -> list[HandClock]:
        """Every hand, those dealt most often first: its choice made by the first tally and valued by the second."""
        ways = comb(sum(self.sizes), self.hand_size)
        alpha = ALPHA / max(sum(games >= MIN_GAMES for games in first.games.tolist()) - len(self.choices), 1)
        clocks = []
        for hand, options in self.choices.items():
            counts = tuple(self._hands.counts[:, hand].tolist())
            dealt = prod(comb(size, count) for size, count in zip(self.sizes, counts, strict=True))
            numbers = range(int(self._first[hand]), int(self._first[hand + 1]))
            kept, best_number = clock_of(second, numbers[0]), _best(first, numbers, alpha)
            best = clock_of(second, best_number)
            if best is None or kept is None or best.estimate >= kept.estimate:
                best_number, best = numbers[0], kept
            clocks.append(HandClock(counts, Fraction(dealt, ways), options[best_number - numbers[0]], kept, best))
        return sorted(clocks, key=lambda each: -each.dealt)


def _best(tally: ChoiceTally, choices: range, alpha: float) -> int:
    """The choice with the earliest mean turn; the first of all, to keep, unless the other is clearly earlier.

    `alpha`: how often a choice that is no earlier may look so.
    """
    played = {number: _values(tally, number) for number in choices if tally.games[number] >= MIN_GAMES}
    if choices[0] not in played:
        return choices[0]
    best = min(played, key=lambda number: played[number].total / played[number].count)
    return best if _is_earlier(played[best], played[choices[0]], alpha) else choices[0]


def _is_earlier(choice: Values, kept: Values, alpha: float) -> bool:
    """Whether turns of the win are earlier after a choice, by a test of Student's t.

    Both are taken to vary as the one that varies more: thirty games that were all won in one turn would otherwise seem
    to have no spread at all.
    """
    error = sqrt(max(variance(*choice), variance(*kept)) * (1 / choice.count + 1 / kept.count))
    gain = kept.total / kept.count - choice.total / choice.count
    return gain > student_point(2 * alpha, min(choice.count, kept.count) - 1) * error


def _values(tally: ChoiceTally, choice: int) -> Values:
    return Values(int(tally.games[choice]), int(tally.sums[choice]), int(tally.squares[choice]))


def clock_of(tally: ChoiceTally, choice: int) -> Interval | None:
    """The mean turn of the win after a choice; None for less than two games."""
    values = _values(tally, choice)
    return mean(*values) if values.count >= 2 else None


def clock_of_run(tally: Tally) -> Interval:
    """The same of trials with one rule for the mulligan. Raises ValueError where there are none."""
    won = tally.won.tolist()
    clocks = [*enumerate(won), (tally.turns + 1, tally.trials - sum(won))]
    total, squares = (sum(games * turn**power for turn, games in clocks) for power in (1, 2))
    return mean(tally.trials, total, squares)


class KeepTally(NamedTuple):
    """Games in which hands made their choices by chance, in two halves, and as many with the mulligan of the run."""

    first: ChoiceTally
    second: ChoiceTally
    rule: Tally


def play_chunk(trials: KeepTrials, number: int, count: int, *, compiled: bool = True) -> KeepTally:
    """The games of a chunk: one half will choose, and the other value the choices. Not `compiled`: step by step."""
    run = trials.run
    choices, rule = (trials.chunk, run.chunk) if compiled else (trials.play_interpreted, run.play_interpreted)
    half = count // 2
    return KeepTally(choices(2 * number, count - half), choices(2 * number + 1, half), rule(number, count))


def pack_tally(tally: KeepTally) -> bytes:
    """A tally for keeping."""
    return pack((*tally.first[1:], *tally.second[1:], *tally.rule))


def unpack_tally(data: bytes, trials: KeepTrials) -> KeepTally:
    """What was packed. Raises ValueError where it is not of this size."""
    none, rule = trials.empty(), trials.run.tally()
    arrays = unpack(data, (*none[1:], *none[1:], *rule))
    return KeepTally(ChoiceTally(none.first, *arrays[:3]), ChoiceTally(none.first, *arrays[3:6]), Tally(*arrays[6:]))


class KeepOutcome(NamedTuple):
    """What games say of hands. `best`, `rule`: the mean turn of the win with the best choices, and with the mulligan of
    the run; `share`: of the hands that the first is of. None where too few games tell."""

    hands: list[HandClock]
    best: Interval | None
    rule: Interval | None
    share: Fraction


def outcome(trials: KeepTrials, tallies: Iterable[KeepTally]) -> KeepOutcome:
    """What the games of some chunks say together."""
    run = trials.run
    first, second, rule = trials.empty(), trials.empty(), run.tally()
    for tally in tallies:  # one after the other: together they are large
        first, second = merge_choices((first, tally.first)), merge_choices((second, tally.second))
        rule = merge((rule, tally.rule), run.turns, len(run.cards))
    hands = trials.hands(first, second)
    best, share = policy_clock(hands)
    return KeepOutcome(hands, best, clock_of_run(rule) if rule.trials > 1 else None, share)


def merge_choices(tallies: Sequence[ChoiceTally]) -> ChoiceTally:
    """All games together."""
    games, sums, squares = (sum(column) for column in list(zip(*tallies, strict=True))[1:])
    return ChoiceTally(tallies[0].first, games, sums, squares)


def kinds_of(game: Game, deck: Deck, seat: Seat, text: str) -> Goal:
    """The conditions that tell cards apart: those of the goal in `text`, else those of all goals the game offers from
    the seat.

    Raises GoalError.
    """
    texts = [text] if text else [goal for _preset, goal in goals_of(game.presets, deck, seat)]
    return Goal(tuple(clause for each in texts for clause in parse(each, game).clauses))


def policy_clock(hands: Sequence[HandClock]) -> tuple[Interval | None, Fraction]:
    """The mean turn of the win with the best choices, None without any estimate, and the share of hands that have one.

    Hands are weighed by their exact chances.
    """
    estimates = [(each.dealt, each.best) for each in hands if each.best]
    share = sum((dealt for dealt, _ in estimates), Fraction(0))
    if not estimates:
        return None, share
    middle = sum(float(dealt / share) * best.estimate for dealt, best in estimates)
    reach = sqrt(sum((float(dealt / share) * best.half_width) ** 2 for dealt, best in estimates))
    return Interval(middle, middle - reach, middle + reach), share
