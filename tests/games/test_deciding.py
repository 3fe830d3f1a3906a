"""At the table effects ask the player where there is a choice, and do the rest by themselves."""

from __future__ import annotations

import json
import random

import pytest

from games.engine.model.decks import Deck
from games.engine.play.playtest.decisions import PILOT, PILOT_TURN, SKIP
from games.engine.play.playtest.operations import OperationError, Undecided
from games.engine.play.playtest.positions import Position, from_plain, to_plain
from games.engine.play.playtest.session import Outcome, Session
from games.engine.play.trials.runs import Run
from games.registry import board, get, goldfish
from tests.games.alone import card, pile
from tests.games.test_playtest import assert_whole

SLUG = "xing-ling-wang"
FOX = card("Fox", "unit", tribute=0, score=1, race="Fox")
OX = card("Ox", "unit", tribute=0, score=3, race="Ox")
COW = card("Cow", "unit", tribute=0, score=2, race="Ox")


def spell(*effects: str, name: str = "Trick"):
    return card(name, "spell", effects)


class Table:
    """A game in whose first turn these cards are held."""

    def __init__(self, *cards, hold: tuple[str, ...], seed: int = 1, copies: int = 2) -> None:
        deck = Deck(SLUG, {"main": pile(*((each, copies) for each in cards), (FOX, 12))})
        run = Run(get(SLUG), goldfish(get(SLUG)), deck, seed)
        self.names = [held.card.name for held in run.cards]
        self.game = Session(run, board(get(SLUG)), hand=[self.names.index(name) for name in hold])
        self.done: list[dict[str, object]] = []
        self.position = self.game.start().position
        self.do(op="mulligan", cards=[])
        self.do(op="begin", effects="ask")

    def do(self, **operation) -> Outcome:
        outcome = self.game.do(self.position, operation)
        self.position = outcome.position
        self.done.append(dict(outcome.operation))
        return outcome

    def play(self, name: str, **fields) -> Outcome:
        (number, *_) = self.numbers(name, "hand")
        return self.do(**{"op": "play", "verb": "play", "card": number, "effects": "ask"} | fields)

    def choose(self, choice: str) -> Outcome:
        return self.do(op="decide", choice=choice)

    def numbers(self, name: str, place: str) -> list[int]:
        return [
            number
            for number, each in enumerate(self.position.instances)
            if each.place == place and each.card >= 0 and self.names[each.card] == name
        ]

    def at(self, place: str) -> list[str]:
        return sorted(self.names[each.card] for each in self.position.instances if each.place == place)

    @property
    def decision(self):
        assert self.position.open is not None
        assert self.position.stage == "decision"
        return self.position.open.decision

    def pick(self, name: str) -> str:
        """The choice of a card by its name."""
        return next(
            each.slug for each in self.decision.choices if self.names[self.position.instances[each.number].card] == name
        )

    def rewards(self) -> int:
        counter = next(each for each in self.game.board.counters if each.slug == "rewards")
        return self.position.var[counter.index]


def test_what_must_happen_happens_at_once_and_is_logged_with_its_card():
    table = Table(spell("played: draw 1 and reward 2", "end: reward 1"), hold=("Trick",))
    outcome = table.play("Trick")
    assert table.position.open is None
    head, effect, rest = outcome.records
    assert (head.op, effect.op, rest.op) == ("play", "effect", "settle")
    assert effect.cards == head.cards
    assert effect.counters == (("rewards", 0, 2),) or ("rewards", 0, 2) in effect.counters
    assert [move.target for move in effect.moves] == ["hand"]


def test_what_may_be_done_is_done_or_skipped():
    for choice, rewards, name in (("way-1", 2, ""), (SKIP, 0, "skipped")):
        table = Table(spell("played: may reward 2", "end: reward 1"), hold=("Trick",))
        table.play("Trick")
        assert table.decision.kind == "ways"
        assert table.decision.slugs == ("way-1", SKIP)
        assert table.decision.own == "way-1"
        assert table.decision.statement == "played: may reward 2"
        assert table.decision.choices[0].statement == "played: reward 2"
        outcome = table.choose(choice)
        assert table.rewards() == rewards
        effect = outcome.records[0]
        assert (effect.op, effect.name) == ("effect", name)
        assert table.at("grave") == ["Trick"]


def test_the_player_chooses_one_of_several_ways():
    table = Table(spell("played: reward 2 or draw 1 or destroy 1 (board token)"), hold=("Trick",))
    before = len(table.at("hand"))
    table.play("Trick")
    assert table.decision.slugs == ("way-1", "way-2")  # there is no token
    table.choose("way-2")
    assert (len(table.at("hand")), table.rewards()) == (before, 0)


def test_a_way_that_is_the_only_one_is_not_asked_for():
    table = Table(spell("played: reward 2 or destroy 1 (board token)"), hold=("Trick",))
    table.play("Trick")
    assert (table.position.open, table.rewards()) == (None, 2)


def test_the_player_chooses_which_card():
    table = Table(spell("played: search 1 (race=Ox kind=unit)"), OX, COW, hold=("Trick",))
    table.play("Trick")
    decision = table.decision
    assert (decision.kind, decision.is_optional, decision.low, decision.high) == ("card", False, 1, 1)
    assert {each.copies for each in decision.choices} <= {1, 2}
    cow = table.pick("Cow")
    assert table.choose(cow).records[0].name == "search"
    assert table.position.instances[int(cow.removeprefix("card-"))].place == "hand"
    assert table.position.open is None


def test_a_choice_between_like_cards_is_none():
    table = Table(spell("played: search 1 (race=Ox kind=unit)"), OX, hold=("Trick",))
    table.play("Trick")
    assert table.position.open is None
    assert "Ox" in table.at("hand")


def test_of_a_range_the_player_chooses_card_after_card_and_stops():
    table = Table(spell("played: search 1..3 (race=Ox kind=unit)"), OX, COW, hold=("Trick",), copies=4)
    table.play("Trick")
    assert not table.decision.is_optional
    table.choose(table.pick("Ox"))
    assert (table.decision.is_optional, table.decision.moved) == (True, 1)
    table.choose(table.pick("Cow"))
    table.choose(SKIP)
    assert table.position.open is None
    assert {"Ox", "Cow"} <= {*table.at("hand")}


def test_of_like_cards_the_player_says_how_many():
    table = Table(spell("played: discard any (name=Fox)"), hold=("Trick", "Fox", "Fox"))
    foxes = len(table.numbers("Fox", "hand"))
    table.play("Trick")
    decision = table.decision
    assert (decision.kind, decision.own) == ("number", "number-0")  # the pilot throws nothing away
    assert [each.copies for each in decision.choices] == [*range(foxes + 1)]
    table.choose("number-2")
    assert table.at("grave").count("Fox") == 2


def test_a_player_may_do_what_the_pilot_would_not():
    trick = spell("played: may discard 1..2 (name=Fox) then reward 3")
    table = Table(trick, hold=("Trick", "Fox", "Fox"))
    table.play("Trick")
    assert (table.decision.kind, table.decision.slugs) == ("ways", ("way-1", SKIP))
    table.choose("way-1")
    assert (table.decision.slugs, table.decision.own) == (("number-1", "number-2"), "number-1")
    table.choose("number-2")
    assert (table.rewards(), table.at("grave").count("Fox")) == (3, 2)


def test_the_pilot_decides_once_or_for_the_turn():
    tricks = spell("played: may reward 2"), spell("played: may reward 3", name="Other")
    table = Table(*tricks, hold=("Trick", "Other", "Trick"))
    table.play("Trick")
    outcome = table.choose(PILOT)
    assert table.rewards() == 2
    assert outcome.records[0].pilot
    table.play("Trick")
    table.choose(PILOT_TURN)
    table.play("Other")
    assert (table.position.open, table.rewards()) == (None, 7)
    table.do(op="end", effects="ask")
    assert table.position.trust == 1
    table.do(op="begin", effects="ask")
    (number, *_) = table.numbers("Fox", "hand")
    table.do(op="play", verb="play", card=number, effects="ask")


def test_an_answer_that_is_none_names_the_choices():
    table = Table(spell("played: may reward 2"), hold=("Trick",))
    with pytest.raises(OperationError) as error:
        table.choose("way-1")
    assert error.value.code == "no-decision"
    table.play("Trick")
    for choice in ("way-2", "card-1", "", 3, None):
        with pytest.raises(OperationError) as error:
            table.choose(choice)
        assert error.value.params["choices"] == ["way-1", SKIP, PILOT, PILOT_TURN]
    with pytest.raises(OperationError) as error:
        table.do(op="end")
    assert error.value.code == "decision-open"


def test_an_effect_of_the_main_phase_that_is_used_is_wanted():
    monk = card("Monk", "unit", ("main once: may reward 2",), tribute=0, score=1, race="Ox")
    table = Table(monk, hold=("Monk",))
    table.play("Monk")
    (number,) = table.numbers("Monk", "board")
    table.do(op="play", verb="effect", card=number, effects="ask")
    assert (table.position.open, table.rewards()) == (None, 2)


def test_a_decision_at_the_end_of_the_turn_comes_before_the_hand_limit():
    ghost = card("Ghost", "unit", ("end: may reward 1",), tribute=0, score=1, race="Ox")
    table = Table(ghost, spell("played: draw 9", name="Many"), hold=("Ghost", "Many"))
    table.play("Ghost")
    table.play("Many")
    table.do(op="end", effects="ask")
    assert table.decision.own == "way-1"
    over = len(table.at("hand")) - 10
    assert over > 0
    with pytest.raises(OperationError) as error:
        table.choose(SKIP)
    assert error.value.code == "undecided"
    out = error.value.params["options"][:over]
    table.do(op="decide", choice=SKIP, chosen=out)
    assert table.position.stage == "between"
    assert all(table.position.instances[number].place == "removed" for number in out)


def test_an_operation_without_a_word_on_effects_is_that_of_an_earlier_version():
    table = Table(spell("played: may reward 2"), hold=("Trick",))
    (number, *_) = table.numbers("Trick", "hand")
    outcome = table.do(op="play", verb="play", card=number)
    assert [record.op for record in outcome.records] == ["play"]
    assert table.rewards() == 2


def test_a_table_without_effects_records_nothing_about_them():
    table = Table(OX, hold=("Ox",))
    outcome = table.play("Ox")
    assert "effects" not in outcome.operation


# Any effects ------------------------------------------------------------------------------------------------------

EFFECTS = (
    "played: may discard 1 (hand) then search 1 (kind=unit)",
    "played: recover 1..2 (kind=unit) and reward 1",
    "entered: search any (race=Ox)",
    "played: draw 2 and discard 2 (hand)",
    "played: destroy 1 (board) then revive 1 (kind=unit) or reward 1 or may draw 1",
    "sacrificed: may search 1 (kind=spell)",
    "end: destroy 1 (board token) or destroy 1 (board)",
    "start: may bury any (deck race=Fox)",
    "buried(board race=Fox): may reward 1",
    "main once: may reward -1 then summon 0..1 (hand kind=unit)",
    "entered(other): may draw 1",
    "played: token 2 then may destroy 2 (board token) then reward 2",
)


def random_table(seed: int) -> Session:
    chance = random.Random(seed)
    cards = []
    for number in range(5):
        effects = tuple(chance.sample([each for each in EFFECTS if "(other)" not in each], 2))
        kind = chance.choice(["unit", "unit", "spell"])
        values = {"tribute": chance.choice([0, 0, 1]), "score": number, "race": chance.choice(["Fox", "Ox"])}
        cards.append(card(f"Card {number}", kind, effects, **(values if kind == "unit" else {})))
    deck = Deck(SLUG, {"main": pile(*((each, 3) for each in cards), (FOX, 10))})
    return Session(Run(get(SLUG), goldfish(get(SLUG)), deck, seed), board(get(SLUG)))


def operation_at(game: Session, position: Position, chance: random.Random) -> dict[str, object]:
    if position.stage == "opening":
        return {"op": "mulligan", "cards": []}
    if position.stage == "between":
        return {"op": "begin"}
    actions = list(game.actions(position))
    if not actions or chance.random() < 0.1:
        return {"op": "end"}
    verb, number = chance.choice(actions)
    return {"op": "play", "verb": verb.slug, **({"card": number} if number is not None else {})}


def choosing(game: Session, position: Position, operation: dict[str, object]) -> Outcome:
    """Do an operation, with the first cards that rules may take."""
    while True:
        try:
            return game.do(position, operation)
        except Undecided as error:
            operation = {**operation, "chosen": [*operation.get("chosen", []), error.options[0]]}


def answered(game: Session, position: Position, answer) -> tuple[Position, int]:
    count = 0
    while position.open:
        assert from_plain(json.loads(json.dumps(to_plain(position)))) == position
        decision = position.open.decision
        assert decision.own in decision.slugs
        position = choosing(game, position, {"op": "decide", "choice": answer(decision)}).position
        count += 1
    return position, count


@pytest.mark.parametrize("seed", range(12))
def test_the_pilots_own_choices_lead_to_the_pilots_position(seed):
    game, chance = random_table(seed), random.Random(seed)
    position, asked = game.start().position, 0
    for _ in range(25):
        if position.stage == "over":
            break
        operation = operation_at(game, position, chance)
        first = choosing(game, position, {**operation, "effects": "ask"}).position
        mine, count = answered(game, first, lambda decision: decision.own)
        asked += count
        assert mine == choosing(game, position, {**operation, "effects": "pilot"}).position
        before = choosing(game, position, operation).position
        assert (mine.stage, mine.var, mine.order, mine.rng) == (before.stage, before.var, before.order, before.rng)
        assert places(mine) == places(before)
        position = mine
    assert asked


def places(position: Position) -> list[tuple[int, str]]:
    return sorted((each.card, each.place) for each in position.instances if each.place != "gone")


@pytest.mark.parametrize("seed", range(12))
def test_any_answers_lose_no_card_and_replay(seed):
    game, chance = random_table(seed), random.Random(seed)
    position, done = game.start().position, []
    for _ in range(40):
        if position.stage == "over":
            break
        if position.open:
            operation = {"op": "decide", "choice": chance.choice(position.open.decision.answers)}
        else:
            operation = {**operation_at(game, position, chance), "effects": "ask"}
        outcome = choosing(game, position, operation)
        position = outcome.position
        done.append(dict(outcome.operation))
        assert_whole(game, position)
    assert game.replay(json.loads(json.dumps(done))) == position
