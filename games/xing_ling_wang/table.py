"""The table 星靈王 is played on alone: its places, its counters, and what its cards are as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.effects.reading import stored_clauses
from games.engine.effects.tree import Action, Clause, Number, Step
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.play.trials.effects import assembly
from games.engine.play.trials.effects.clauses import is_played
from games.engine.play.trials.effects.pool import ProgramCards
from games.engine.play.trials.effects.program import (
    BOARD,
    FIELD,
    GRAVE,
    HAND,
    LIBRARY,
    ON_BOARD,
    REMOVED,
    SIDEWAYS,
)
from games.engine.play.trials.shuffle import State
from games.engine.play.trials.table import (
    OWN,
    TOP,
    UNBOUNDED,
    Aim,
    Ints,
    Plan,
    facts,
    ints,
    ranks,
    rings,
    shuffle_in,
    take_out,
    zeros,
)
from games.xing_ling_wang import GAME
from games.xing_ling_wang.effects import COLUMNS, TRAVELLER, is_blue, red_star

PLACES = 10

TRAVELLERS, REWARD, SUMMONED, FORMED, LEFT, CORRECTION = range(OWN, OWN + 6)
"""小旅人 on the board; rewards; 1 when the turn's summon, and its formation, is done; own turns left to the
end; what a player corrected the score by."""

RESOLVED, SACRIFICES, TURNED_TRAVELLERS = OWN + 6, OWN + 7, OWN + 8
"""What a step that only settles effects is counted in; units sacrificed as tributes in this game; 小旅人 on the board
that are turned sideways."""

(
    HEAD, TAIL, FUEL, CUT, PENDING, CLOSED, PAID,
    TRIGGER, ME, ABOUT_CARD, CAME_FROM, ME_ZONE,
    ROW, AMOUNT, LAST, LAST_SCORES, LAST_TRIBUTES, DONE,
    TRYING, ABLE, BACK, BEST, CHOSEN, FALLBACK, BEFORE, UNDO, REWARD_BEFORE, TRAVELLERS_BEFORE,
    NEWS, ABOUT_BEFORE, LAST_BEFORE, SCORES_BEFORE, TRIBUTES_BEFORE, ACTED, SLOT,
    ME_ZONE_BEFORE, TURNED_BEFORE,
) = range(37)  # fmt: skip
"""Places of `fx`.

Of the line of effects: its first and the one after its last; rows left in this turn; 1 when a game was cut short.
A card that is being played, 1 more than its type; 1 when the end of the turn was heard of; the tributes that still take
their places. Of the effect being dealt with: trigger, card, the card it is about, where that came from,
where the card itself is (-1: in the first zone that it can be in).
Of the interpreter: the row, the amount, how many the last step moved, their scores and tributes, whether it was done
completely. Of a choice: 1 while a way is tried, whether it can be done, where to go on, the best gain, its row, the way
if none is good, the total before, moves to take back, rewards and 小旅人 before. How much happened that nobody has
looked at; what the step before the choice had moved. Whether the effect did anything; the clause done once a turn, 1
more than its number. Before a choice, where the card itself was, and how many 小旅人 were turned sideways."""

REGISTERS = 37
"""After these come the news, the line of effects, the moves to take back, and by card type what is READY and SPENT."""

EVENT = 5
"""Numbers of an event in the line: trigger, card, the card it is about, the zone that came from, the card's own."""

WAITING = 64
"""Events that can wait at once."""

UNDO_ROOM = 128
"""Moves of a way that is tried."""

NEWS_AT = REGISTERS
LINE = NEWS_AT + WAITING * 3
UNDONE = LINE + WAITING * EVENT
READY = UNDONE + UNDO_ROOM * 3
"""Places of `fx` from which on there are: what happened, three numbers each; effects in line, EVENT numbers each; moves
to take back, three numbers each; by card type, 0 if tests say that it cannot be played, then 1 if its effect of the
main phase was declined; by clause that is done once a turn, how often it was; where wraith effects are counted, by copy
its card type, and the sums that it and those after it can have."""

ROWS_A_TURN = 1024
"""Rows a turn can take; after these, what waits is dropped."""


class Table(NamedTuple):
    """The fields all tables have; places of cards; facts by card type; the program of the deck and its state."""

    order: Ints
    hand: Ints
    aside: Ints
    seen: Ints
    var: Ints
    rng: State
    keep: Plan
    goal: Aim
    board: Ints
    turned: Ints  # those of the board that are turned sideways
    grave: Ints
    removed: Ints
    field: Ints
    leaving: Ints
    unit: Ints  # 1 for a unit
    entry: Ints  # how it enters: see BY_TRIBUTES
    tribute: Ints
    score: Ints
    gain: Ints
    draws: Ints
    rank: Ints  # how much the pilot prefers it
    ring: Ints  # the next card type that ranks the same
    code: Ints  # what the cards do: see program.STARTS
    fx: Ints  # what effects have come to: see HEAD


BY_TRIBUTES, UNKNOWN, STATED, STAYS = range(4)
"""A unit with a red star or none, perhaps with a condition beside it, or a spell that is used up; a unit whose
condition nobody stated, or not so that it is played; one with a blue star whose condition is stated; a spell that stays
in play."""


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    own = [plain_effects(card) for card in cards]
    preferences = [preference(card, *each) for card, each in zip(cards, own, strict=True)]
    rank = ranks(preferences)
    clauses = [played_clauses(card) for card in cards]
    if all(is_plain(clause) for each in clauses for clause in each):
        clauses = [() for _ in cards]
    code, slots = assembly.assemble(as_deck(cards), clauses, [rank[c] for c in range(len(cards))])
    counts_wraiths = any(action.verb == "wraith" for each in clauses for clause in each for action in clause.actions)
    room = 2 * (len(common["order"]) + 1) if counts_wraiths else 0
    return Table(
        **common,
        board=zeros(len(cards)),
        turned=zeros(len(cards)),
        grave=zeros(len(cards)),
        removed=zeros(len(cards)),
        field=zeros(len(cards)),
        leaving=zeros(len(cards)),
        unit=facts(cards, lambda card: card.kind == "unit"),
        entry=ints(map(entry, cards)),
        tribute=facts(cards, tribute),
        score=facts(cards, lambda card: card.number("score")),
        gain=ints(gain for gain, _ in own),
        draws=ints(draws for _, draws in own),
        rank=rank,
        ring=rings(preferences),
        code=ints(code),
        fx=state(len(cards), slots + room) if code else zeros(REGISTERS),
    )


def state(types: int, slots: int) -> Ints:
    """Nothing has happened yet, and every card can be played."""
    return ints([0] * READY + [1] * types + [0] * (types + slots))


# Cards ----------------------------------------------------------------------------------------------------------------

PLACE = "場地"
"""The type of a spell that stays in play (七.4)."""


def subtypes(card: Card) -> tuple[str, ...]:
    value = card.get("subtypes")
    return value if isinstance(value, tuple) else ()


def clauses_of(card: Card) -> tuple[Clause, ...]:
    """What it does, as a tree; () if that cannot be read any more."""
    return stored_clauses(card.effects, GAME.effects)


def played_clauses(card: Card) -> tuple[Clause, ...]:
    """Those of its clauses that the goldfish plays."""
    return tuple(clause for clause in clauses_of(card) if is_played(clause, as_deck([card])))


def moves_in_library(card: Card) -> bool:
    """Whether it searches the deck, or puts cards back into it."""
    return assembly.moves_in_library(assembly.assemble(as_deck([card]), [played_clauses(card)], [0]).numbers)


def plain_effects(card: Card) -> tuple[int, int]:
    """The rewards and the draws that a card surely gives when it is played."""
    actions = [action for clause in clauses_of(card) if is_plain(clause) for action in clause.actions]
    return tuple(  # type: ignore[return-value]
        sum(each.amount.value for each in actions if each.verb in verbs and isinstance(each.amount, Number))
        for verbs in (("score", "reward"), ("draw",))
    )


def is_plain(clause: Clause) -> bool:
    """Whether it does nothing but draw cards and get rewards when the card is played."""
    return clause == Clause("played", clause.items) and all(
        len(item.chains) == 1 and not item.tests and all(map(is_plain_step, item.chains[0])) for item in clause.items
    )


def is_plain_step(step: Step) -> bool:
    action = step.action
    return (
        not step.may
        and not step.tests
        and step.link != "then"
        and action == Action(action.verb, amount=action.amount)
        and action.verb in ("draw", "reward", "score")
        and isinstance(action.amount, Number)
    )


def tribute(card: Card) -> int:
    """More than anyone has where a unit's is not given: it cannot be brought."""
    printed = card.number("tribute")
    if printed is None:
        return UNBOUNDED if card.kind == "unit" else 0
    return max(int(printed), 0)


def preference(card: Card, gain: int, draws: int) -> tuple[int, ...]:
    """Spells before units: those that draw most, then those with the most rewards. Of units those with the fewest
    tributes, with no blue star, with the highest score, with the most rewards, that draw most, in this order."""
    if card.kind != "unit":
        return (1, draws, gain, 0, 0, 0)
    return (0, -tribute(card), not card.get("condition"), int(card.number("score") or 0), gain, draws)


def entry(card: Card) -> int:
    """See BY_TRIBUTES."""
    if card.kind == "spell":
        return STAYS if PLACE in subtypes(card) else BY_TRIBUTES
    bring = [clause for clause in clauses_of(card) if clause.trigger == "bring"]
    if not all(is_played(clause, as_deck([card])) for clause in bring):
        return UNKNOWN
    return BY_TRIBUTES if not is_blue(card) else STATED if bring else UNKNOWN


def may_be_brought(card: Card) -> bool:
    """Whether an effect may bring it: a unit without a blue star, or one that comes in no other way (十二.4)."""
    never = any(action.verb == "never" for clause in clauses_of(card) for action in clause.actions)
    return card.kind == "unit" and (never or not is_blue(card))


def worths(card: Card) -> tuple[int, ...]:
    """Its numbers for wraith effects."""
    return tuple(number for clause in clauses_of(card) for number in assembly.worth_of(clause))


def number_of(name: str) -> Any:
    return lambda card: None if card.number(name) is None else int(card.number(name))


def as_deck(cards: Sequence[Card]) -> ProgramCards:
    return ProgramCards(
        cards,
        TRAVELLER,
        COLUMNS,
        {"tribute": red_star, "score": number_of("score"), "mana": number_of("mana")},
        may_be_brought,
        {"worth": worths},
    )


# Places ---------------------------------------------------------------------------------------------------------------


def begin(t: Table, part: int, group: int) -> int:
    """Where in the program a list of one of its parts begins; the one before ends there. See program.SUCH."""
    return t.code[part] + t.code[t.code[part] + group]


def count_at(t: Table, zone: int, c: int) -> int:
    """How many copies of a card type are in a zone; of the number after the last, how many 小旅人."""
    if zone == HAND:
        return t.hand[c] if c < len(t.hand) else 0
    if ON_BOARD & (1 << zone):
        return on_board(t, zone, c)
    if c == len(t.hand):
        return 0
    if zone == GRAVE:
        return t.grave[c]
    if zone == LIBRARY:
        return in_library(t, c)
    return t.field[c] if zone == FIELD else t.removed[c] if zone == REMOVED else t.leaving[c]


def on_board(t: Table, zone: int, c: int) -> int:
    """How many are on the board upright, or turned sideways."""
    all_, turned = t.var[TRAVELLERS], t.var[TURNED_TRAVELLERS]
    if c < len(t.hand):
        all_, turned = t.board[c], t.turned[c]
    return turned if zone == SIDEWAYS else all_ - turned


def in_library(t: Table, c: int) -> int:
    count = 0
    for position in range(t.var[TOP], len(t.order)):
        count += t.order[position] == c
    return count


def carry(t: Table, source: int, target: int, c: int) -> None:
    """A copy goes from a zone to another; a 小旅人 that leaves the board goes back to the forest."""
    if c == len(t.hand):
        if source == SIDEWAYS:
            t.var[TURNED_TRAVELLERS] -= 1
        if target == SIDEWAYS:
            t.var[TURNED_TRAVELLERS] += 1
        elif target != BOARD:
            t.var[TRAVELLERS] -= 1
    elif source == LIBRARY:
        t.seen[c] += 1
        take_out(t, c)
        put(t, target, c, 1)
    else:
        put(t, source, c, -1)
        if target == LIBRARY:
            t.seen[c] -= 1
            shuffle_in(t, c)
        else:
            put(t, target, c, 1)


def put(t: Table, zone: int, c: int, by: int) -> None:
    """Copies more or less in a zone other than the library."""
    if zone == HAND:
        t.hand[c] += by
    elif zone == BOARD:
        t.board[c] += by
    elif zone == SIDEWAYS:
        t.board[c] += by
        t.turned[c] += by
    elif zone == GRAVE:
        t.grave[c] += by
    elif zone == FIELD:
        t.field[c] += by
    elif zone == REMOVED:
        t.removed[c] += by
    else:
        t.leaving[c] += by


def units(t: Table) -> int:
    """Units on the board, 小旅人 and tributes that have not yet left it among them."""
    count = t.var[TRAVELLERS] + t.fx[PAID]
    for c in range(len(t.board)):
        count += t.board[c]
    return count


def total_score(t: Table) -> int:
    """Units on the board and rewards."""
    score = t.var[REWARD] + t.var[CORRECTION]
    for c in range(len(t.board)):
        score += t.board[c] * t.score[c]
    return score
