"""What holds of every game played alone: the same at both speeds, no card lost, no hand of more than one truth."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import SEATS, Seat
from games.engine.model.questions import FURTHER_MEASURES
from games.engine.odds.adviser import advise
from games.engine.play.figures.summary import simulated_answers
from games.engine.play.trials.goldfish import Goldfish, watched_loop
from games.engine.play.trials.runs import PLAYED_OUT, Run
from games.engine.play.trials.table import OVER, mulligan, redraw, set_aside
from games.engine.play.trials.tallies import LATER, empty, merge, pack_tally, unpack_tally
from games.engine.reading.decklists.parsing import read
from games.engine.reading.goals import Goal, parse
from games.engine.reading.search.query import quote
from games.registry import GAMES, get, goldfish
from tests.catalogs import decks_of
from tests.games.alone import whereabouts
from tests.games.examples import catalog

pytestmark = [pytest.mark.slow]

SLUGS = [game.slug for game in GAMES]

each_game = pytest.mark.parametrize("slug", SLUGS)
each_seat = pytest.mark.parametrize("seat", SEATS)
often = settings(max_examples=60)


def sample(slug: str) -> Deck:
    """A legal deck that comes with the game."""
    game = get(slug)
    path = next(path for path in sorted(decks_of(game).glob("*.txt")) if "illegal" not in path.name)
    return read(path.read_text(encoding="utf-8"), catalog(slug), game).deck


def goal_of(slug: str) -> Goal:
    """Something that some hands of the sample deck have and others lack: of the fact that parts its cards best."""
    game = get(slug)
    cards = [held for zone in game.opening.zones for held in sample(slug).entries(zone)]
    size = sum(held.count for held in cards)
    facts = Counter[tuple[str, object]]()
    for field, attribute in game.fields.items():
        for held in cards:
            if attribute.type in ("choice", "integer") and isinstance(value := held.card.get(field), (str, int)):
                facts[field, value] += held.count
    field, value = min(facts, key=lambda fact: abs(facts[fact] - size / 2))
    middle = round(game.opening.hand * facts[field, value] / size)
    which = f"({field}:{quote(str(value))})"
    return parse(f">={max(middle, 1)} of {which} and <={middle + 2} of {which} or =0 of {which}", game)


def run_of(slug: str, deck: Deck | None = None, **input) -> Run:
    game = get(slug)
    return Run(game, goldfish(game), deck or sample(slug), **{"seed": 1, **input})


def same(one, other) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@each_game
@each_seat
def test_a_compiled_chunk_is_the_chunk_walked_step_by_step_to_the_bit(slug, seat):
    """One stream of trials, each going on where the one before ended."""
    run = counted_run(slug, seat)
    compiled, walked = run.impact(), run.impact()
    assert same(run.chunk(3, 500, compiled), run.play_interpreted(3, 500, impact=walked))
    assert same(compiled, walked)
    assert compiled.games == 500
    assert not same(run.chunk(3, 500), run.chunk(4, 500))


@each_game
@each_seat
def test_compiled_and_interpreted_trials_agree_from_many_seeds(slug, seat):
    assert different_chunks(counted_run(slug, seat), range(200)) == []


@pytest.mark.exhaustive
@each_game
@each_seat
def test_compiled_and_interpreted_trials_agree_ten_thousand_times(slug, seat):
    """Ten trials from each seed: most of the time of one alone goes into laying the table."""
    assert different_chunks(counted_run(slug, seat), range(1_000), trials=10) == []


def counted_run(slug: str, seat: Seat) -> Run:
    """A run in which everything that a tally can count is counted."""
    goal = goal_of(slug)
    return run_of(slug, goal=goal, keep=goal if get(slug).opening.mulligan == "once" else None, seat=seat, turns=6)


def different_chunks(run: Run, chunks: Iterable[int], trials: int = 1) -> list[int]:
    """The chunks whose first trials differ between the two speeds."""
    return [chunk for chunk in chunks if not same(run.chunk(chunk, trials), run.play_interpreted(chunk, trials))]


# Cards --------------------------------------------------------------------------------------------------------------


@st.composite
def random_decks(draw, slug: str) -> Deck:
    """The sample deck with any cards of the catalog in its library instead."""
    game, deck = get(slug), sample(slug)
    cards = [card for card in catalog(slug).cards.values() if game.zone_of(card).slug in game.opening.zones]
    chosen = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=25, unique_by=lambda card: card.key))
    counts = [draw(st.integers(1, 5)) for _ in chosen]
    entries = tuple(DeckLine(card, count) for card, count in zip(chosen, counts, strict=True))
    return replace(deck, zones={**deck.zones, game.opening.zones[0]: entries})


class Bookkeeping:
    """Plays any legal move, whatever the pilot would do, and looks after every step where all cards are."""

    def __init__(self, fish: Goldfish, run: Run, seed: int) -> None:
        self.fish, self.chance = fish, random.Random(seed)
        self.counts = [held.count for held in run.cards]
        self.looked = 0

    def choose(self, t) -> int:
        self.look(t)
        actions = [a for a in range(len(self.fish.verbs) * len(t.hand)) if self.fish.can_play(t, a)]
        return self.chance.choice([-1, *actions]) if actions else -1

    def look(self, t, event: int = 0) -> None:
        places = whereabouts(t, self.fish.places)
        assert [sum(each) for each in zip(*places.values(), strict=True)] == self.counts, (event, places)
        assert all(count >= 0 for place in places.values() for count in place)
        self.looked += 1


@each_game
def test_no_card_is_lost_or_doubled_by_any_legal_play(slug):
    @often
    @given(random_decks(slug), st.sampled_from(SEATS), st.integers(0, 1000))
    def plays(deck, seat, seed):
        run = run_of(slug, deck, seat=seat, seed=seed, turns=12)
        book = Bookkeeping(run.goldfish, run, seed)
        loop = watched_loop(replace(run.goldfish, choose=book.choose), book.look)
        with np.errstate(over="ignore"):
            loop(run.table(0), run.tally(), run.impact(), 2, 12, False)
        assert book.looked > 2

    plays()


@each_game
def test_the_pilot_only_does_what_is_allowed_and_comes_to_an_end(slug):
    run = run_of(slug, turns=10)
    fish, t = run.goldfish, run.table(0)
    done = []

    def allowed(t, action):
        assert fish.can_play(t, action)
        done.append(action)
        assert len(done) < 100_000
        fish.play(t, action)

    with np.errstate(over="ignore"):
        watched_loop(replace(fish, play=allowed), lambda t, event: None)(t, run.tally(), run.impact(), 50, 10, False)
    assert len(done) > 50


@each_game
def test_any_number_may_be_asked_whether_it_can_be_played(slug):
    run = run_of(slug)
    t = run.table(0)
    with np.errstate(over="ignore"):
        run.goldfish.open_table(t)
    assert {bool(run.goldfish.can_play(t, a)) for a in range(len(run.goldfish.verbs) * len(t.hand))} <= {True, False}


# Mulligans ----------------------------------------------------------------------------------------------------------

with_mulligan = pytest.mark.parametrize("slug", [game.slug for game in GAMES if game.opening.mulligan == "once"])


@with_mulligan
@often
@given(seed=st.integers(0, 10_000))
def test_what_was_put_back_cannot_come_in_the_same_mulligan(slug, seed):
    run = run_of(slug, seed=seed)
    t = run.table(0)
    with np.errstate(over="ignore"):
        run.goldfish.open_table(t)
        before = [int(count) for count in t.hand]
        for c, count in enumerate(before):
            for _ in range(count):
                set_aside(t, c)
        redraw(t)
    left = [held.count - count for held, count in zip(run.cards, before, strict=True)]
    assert sum(t.hand) == sum(before)
    assert all(drawn <= most for drawn, most in zip(t.hand, left, strict=True))
    assert sum(t.aside) == 0
    assert list(t.seen) == list(t.hand)


@with_mulligan
def test_of_each_kind_is_put_back_what_the_best_choice_puts_back(slug):
    run = run_of(slug, goal=goal_of(slug), keep=goal_of(slug))
    changed = set()
    for chunk in range(200):
        t = run.table(chunk)
        with np.errstate(over="ignore"):
            run.goldfish.open_table(t)
            hand = [held.card for held, count in zip(run.cards, t.hand, strict=True) for _ in range(int(count))]
            best = advise(run.keep, hand, run.deck, run.game.opening).best
            before = by_kind(t, t.hand)
            for place in best.back:
                before[kind_of(run, t, hand[place])] -= 1
            assert mulligan(t) == (not best.back)
        assert all(now >= then for now, then in zip(by_kind(t, t.hand), before, strict=True))
        changed.add(bool(best.back))
    assert changed == {True, False}


def by_kind(t, counts):
    sums = [0] * len(t.keep.counts)
    for kind, count in zip(t.keep.kind, counts, strict=True):
        sums[kind] += int(count)
    return sums


def kind_of(run, t, card):
    return int(t.keep.kind[next(number for number, held in enumerate(run.cards) if held.card == card)])


# Figures ------------------------------------------------------------------------------------------------------------


@each_game
def test_a_tally_counts_every_trial_once(slug):
    tally = run_of(slug, turns=8).chunk(0, 2000)
    assert tally.trials == 2000
    ended = np.cumsum(tally.won + tally.over)
    assert list(tally.reached) == [2000 - int(ended[turn]) - int(tally.over[turn + 1]) for turn in range(8)]
    for metric in tally.bins:
        assert list(metric.sum(axis=1)) == list(tally.reached)


@each_game
def test_adding_tallies_up_does_not_depend_on_the_order_and_what_is_packed_comes_back(slug):
    run = run_of(slug, turns=4)
    parts = [run.chunk(number, 300) for number in range(3)]
    whole = merge(parts, 4, len(run.cards))
    assert same(whole, merge(reversed(parts), 4, len(run.cards)))
    assert whole.trials == 900
    assert same(unpack_tally(pack_tally(whole), 4, len(run.cards)), whole)
    with pytest.raises(ValueError, match="are counted"):
        unpack_tally(pack_tally(whole), 5, len(run.cards))


def test_a_tally_kept_before_measures_were_counted_has_counted_none():
    run = run_of("echo-of-legends", turns=4)
    tally = run.chunk(0, 300)
    before = zlib.compress(
        b"".join(getattr(tally, name).astype("<i8").tobytes() for name in tally._fields[: -len(LATER)])
    )
    found = unpack_tally(before, 4, len(run.cards))
    nothing = {name: getattr(empty(4, len(run.cards)), name) for name in LATER}
    assert same(found, tally._replace(**nothing))
    assert tally.measured_bins.sum() > 0


@each_game
def test_every_simulated_question_is_counted_in_every_game_that_came_so_far(slug):
    run = run_of(slug, turns=8)
    tally = run.chunk(0, 2000)
    questions = get(slug).simulated
    for question, found in zip(questions, simulated_answers(tally, questions), strict=True):
        games = [-(-2000 // PLAYED_OUT)] if question.counts == "final" else tally.reached.tolist()
        for line in found["lines"]:
            assert [each["games"] for each in line] == games
    own = ("measure", *FURTHER_MEASURES)
    counted = (tally.measured_bins, *tally.further_bins)
    assert sorted(question.counts for question in questions if question.counts in own) == sorted(
        own[: len(run.goldfish.measures)]
    )
    assert [bool(each.any()) for each in counted] == [number < len(run.goldfish.measures) for number in range(len(own))]
    assert any(question.counts == "final" for question in questions) == run.goldfish.plays_out


def test_games_that_are_played_out_change_no_other_figure():
    run = run_of("xing-ling-wang", turns=8)
    without = replace(run, goldfish=replace(run.goldfish, plays_out=False)).chunk(0, 500)
    final = {"final_bins": without.final_bins, "final_sums": without.final_sums}
    assert same(run.chunk(0, 500)._replace(**final), without)
    assert not without.final_bins.any()


@each_game
def test_the_order_of_the_deck_changes_nothing(slug):
    deck = sample(slug)
    turned = replace(deck, zones={zone: tuple(reversed(entries)) for zone, entries in deck.zones.items()})
    assert same(run_of(slug, deck).chunk(0, 500), run_of(slug, turned).chunk(0, 500))


@each_game
def test_a_run_that_makes_no_sense_says_why(slug):
    with pytest.raises(ValueError, match="from 1 to 40"):
        run_of(slug, turns=0)
    with pytest.raises(ValueError, match="from 1 to 40"):
        run_of(slug, turns=41)
    with pytest.raises(ValueError, match="the seed -1"):
        run_of(slug, seed=-1)
    with pytest.raises(ValueError, match="without cards"):
        run_of(slug, replace(sample(slug), zones={}))
    if get(slug).opening.mulligan == "none":
        with pytest.raises(ValueError, match="no mulligan"):
            run_of(slug, keep=goal_of(slug))


@each_game
def test_a_game_says_what_its_pilot_does(slug):
    fish = goldfish(get(slug))
    for text in (fish.policy, fish.resource, fish.score, fish.clock):
        assert text.read("en")
        assert text.read("zh-hant")
    assert len(set(fish.verbs)) == len(fish.verbs)
    assert {"hand", "aside"} <= set(fish.places)
    t = run_of(slug).table(0)
    assert t.var[OVER] == 0
