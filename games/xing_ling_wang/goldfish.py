"""星靈王 goldfish: a board of ten places and two units a turn, until the score is 15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.shuffle import State
from games.engine.play.trials.table import (
    AVAILABLE,
    OVER,
    OWN,
    PLAYS,
    SCORE,
    SECOND,
    TURN,
    UNBOUNDED,
    USED,
    Aim,
    Ints,
    Plan,
    any_of,
    draw,
    effect,
    facts,
    library,
    ranks,
    rings,
    total,
    zeros,
)
from games.engine.texts.text import Text
from games.xing_ling_wang.rules import OPENING

HAND, DRAW, HAND_LIMIT, PLACES, GOAL = OPENING.hand, OPENING.draw, 10, 10, 15
COUNTDOWN = 5
"""Turns of both players together after the end phase with an empty deck (三.1)."""

TRAVELLERS, REWARD, SUMMONED, FORMED, LEFT, CORRECTION = range(OWN, OWN + 6)
"""小旅人 on the board; rewards; 1 when the turn's summon, and its formation, is done; own turns left to the
end; what a player corrected the score by."""

PLAY, TRAVELLER = range(2)


class Table(NamedTuple):
    """The fields all tables have; places of cards; facts by card type."""

    order: Ints
    hand: Ints
    aside: Ints
    seen: Ints
    var: Ints
    rng: State
    keep: Plan
    goal: Aim
    board: Ints
    grave: Ints
    removed: Ints
    unit: Ints  # 1 for a unit
    blue: Ints  # 1 where a condition stands instead of tributes
    tribute: Ints
    score: Ints
    gain: Ints
    draws: Ints
    rank: Ints  # how much the pilot prefers it
    ring: Ints  # the next card type that ranks the same


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    preferences = [preference(card) for card in cards]
    return Table(
        **common,
        board=zeros(len(cards)),
        grave=zeros(len(cards)),
        removed=zeros(len(cards)),
        unit=facts(cards, lambda card: card.kind == "unit"),
        blue=facts(cards, lambda card: bool(card.get("condition"))),
        tribute=facts(cards, tribute),
        score=facts(cards, lambda card: card.number("score")),
        gain=facts(cards, effect("score")),
        draws=facts(cards, effect("draw")),
        rank=ranks(preferences),
        ring=rings(preferences),
    )


def tribute(card: Card) -> int:
    """More than anyone has where a unit's is not given: it cannot be brought."""
    printed = card.number("tribute")
    if printed is None:
        return UNBOUNDED if card.kind == "unit" else 0
    return max(int(printed), 0)


def preference(card: Card) -> tuple[int, ...]:
    """Spells before units: those that draw most, then those with the most rewards. Of units those with the fewest
    tributes, with no blue star, with the highest score, with the most rewards, that draw most, in this order."""
    gain, draws = effect("score")(card), effect("draw")(card)
    if card.kind != "unit":
        return (1, draws, gain, 0, 0, 0)
    return (0, -tribute(card), not card.get("condition"), int(card.number("score") or 0), gain, draws)


def open_table(t: Table) -> None:
    """Four cards (一.5)."""
    for c in range(len(t.hand)):
        t.board[c] = 0
        t.grave[c] = 0
        t.removed[c] = 0
    draw(t, HAND)


def ready(t: Table) -> None:
    """Nothing stands between the mulligan and the first turn."""


def begin_turn(t: Table) -> None:
    """Draw two, or what is left (二.1). No tactics in the first player's first turn (十三.1)."""
    if t.var[LEFT] == 1:
        t.var[OVER] = 1
    if t.var[LEFT] > 0:
        t.var[LEFT] -= 1
    draw(t, DRAW)
    first = t.var[TURN] == 1 and t.var[SECOND] == 0
    t.var[SUMMONED] = 0
    t.var[FORMED] = first
    t.var[AVAILABLE] = 1 if first else 2


def units(t: Table) -> int:
    """Units on the board, 小旅人 among them."""
    return total(t.board) + t.var[TRAVELLERS]


def can_play(t: Table, action: int) -> bool:
    """A spell at any time; a unit or 小旅人 as the summon, one that needs no tribute as the formation (二.3, 二.4)."""
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb == TRAVELLER:
        return c == 0 and can_bring_traveller(t)
    return t.hand[c] > 0 and (t.unit[c] == 0 or can_bring(t, c))


def can_bring_traveller(t: Table) -> bool:
    return (t.var[SUMMONED] == 0 or t.var[FORMED] == 0) and units(t) < PLACES


def can_bring(t: Table, c: int) -> bool:
    """Whether there is a summon or a formation left for a unit, and its tributes."""
    formation = t.var[FORMED] == 0 and t.tribute[c] == 0
    if t.blue[c] == 1 or not (t.var[SUMMONED] == 0 or formation):
        return False
    return t.tribute[c] <= units(t) < PLACES + t.tribute[c]


def play(t: Table, action: int) -> None:
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb == PLAY and t.unit[c] == 0:
        t.hand[c] -= 1
        t.grave[c] += 1
    else:
        enter(t, verb, c)
        t.var[USED] += 1
        if t.var[SUMMONED] == 0:
            t.var[SUMMONED] = 1
        else:
            t.var[FORMED] = 1
    if verb == PLAY:
        t.var[REWARD] += rewards(t, c)
        draw(t, t.draws[c])
    count_score(t)


def rewards(t: Table, c: int) -> int:
    """What a card adds to the rewards, which are never below zero together (獎勵 1)."""
    return max(t.gain[c], -t.var[REWARD])


def enter(t: Table, verb: int, c: int) -> None:
    """A unit comes to the board, after its tributes left it (十二.3)."""
    if verb == TRAVELLER:
        t.var[TRAVELLERS] += 1
    else:
        for _ in range(t.tribute[c]):
            sacrifice(t)
        t.hand[c] -= 1
        t.board[c] += 1


def sacrifice(t: Table) -> None:
    """The own unit with the lowest score goes to the grave; a 小旅人, which goes back to the forest, counts 0."""
    worst = lowest(t)
    if worst < 0:
        t.var[TRAVELLERS] -= 1
    else:
        t.board[worst] -= 1
        t.grave[worst] += 1


def lowest(t: Table) -> int:
    """The card type of the unit on the board with the lowest score; -1 where that is a 小旅人."""
    worst, least = -1, 0 if t.var[TRAVELLERS] > 0 else 1 << 30
    for c in range(len(t.board)):
        if t.board[c] > 0 and t.score[c] < least:
            worst, least = c, t.score[c]
    return worst


def cost(t: Table, tributes: int) -> int:
    """The score that `tributes` own units, those with the lowest, take with them."""
    lost_score, floor, rest = 0, -(1 << 30), tributes
    while rest > 0:
        least, count = 1 << 30, 0
        if floor < 0 and t.var[TRAVELLERS] > 0:
            least, count = 0, t.var[TRAVELLERS]
        for c in range(len(t.board)):
            if t.board[c] > 0 and floor < t.score[c] <= least:
                count = t.board[c] + (count if t.score[c] == least else 0)
                least = t.score[c]
        if count == 0:
            break
        lost_score += least * min(count, rest)
        rest -= count
        floor = least
    return lost_score


def choose(t: Table) -> int:
    """Spells first, the one that ranks highest; then what raises the score most; a 小旅人 where no unit would."""
    best, size = -1, len(t.hand)
    for c in range(size):
        if t.hand[c] > 0 and t.unit[c] == 0 and (best < 0 or t.rank[c] > t.rank[best]):
            best = c
    if best < 0:
        best = raising(t)
    if best >= 0:
        return any_of(t, t.ring, t.hand, best)
    return size * TRAVELLER if can_bring_traveller(t) else -1


def raising(t: Table) -> int:
    """The unit that raises the score most, of equals the one that ranks highest; -1 where none raises it."""
    best, most = -1, 0
    for c in range(len(t.hand)):
        if t.unit[c] == 1 and t.hand[c] > 0 and can_bring(t, c):
            raised = t.score[c] + rewards(t, c) - cost(t, t.tribute[c])
            if raised > most or (raised == most and best >= 0 and t.rank[c] > t.rank[best]):
                best, most = c, raised
    return best


def end_turn(t: Table) -> None:
    """The hand is cut to ten, what is cut is removed (十四.2); an empty deck begins the countdown (三.1, 十四.3)."""
    over = total(t.hand) - HAND_LIMIT
    while over > 0:
        discard(t)
        over -= 1
    if library(t) == 0 and t.var[LEFT] == 0:
        t.var[LEFT] = COUNTDOWN // 2 + 1
    count_score(t)


def discard(t: Table) -> None:
    """Remove the card in hand that ranks lowest: of the units that with the most tributes."""
    worst = -1
    for c in range(len(t.hand)):
        if t.hand[c] > 0 and (worst < 0 or t.rank[c] < t.rank[worst]):
            worst = c
    worst = any_of(t, t.ring, t.hand, worst)
    t.hand[worst] -= 1
    t.removed[worst] += 1


def count_score(t: Table) -> None:
    """Units on the board and rewards."""
    score = t.var[REWARD] + t.var[CORRECTION]
    for c in range(len(t.board)):
        score += t.board[c] * t.score[c]
    t.var[SCORE] = score


def has_won(t: Table) -> bool:
    """An early finish can be called with 15 points, unless the countdown has begun (十四.3, 十四.4)."""
    return t.var[SCORE] >= GOAL and t.var[LEFT] == 0


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "board", "grave", "removed"),
    verbs=("play", "traveller"),
    verb_counters=(PLAYS, PLAYS),
    open_table=open_table,
    ready=ready,
    begin_turn=begin_turn,
    can_play=can_play,
    play=play,
    choose=choose,
    end_turn=end_turn,
    has_won=has_won,
    plays_out=True,
    policy=Text(
        "Uses every spell at once. Then plays the unit that raises the score most, with the units with the "
        "lowest score as tributes; if none raises it, a Little Traveller. Always chooses formation: two units a turn. "
        "Units with a blue star stay in hand, because their condition cannot be checked.",
        "魔法有就用。接著打出最能增加分數的單位，祭品用場上分數最低的單位；沒有單位能加分就召喚小旅人。"
        "戰術階段一律佈陣，所以每回合入場兩個單位。藍星單位看不出條件是否成立，一律留在手上。",
    ),
    resource=Text("Summons", "入場次數", ja="登場回数"),
    score=Text("Score", "分數", ja="得点"),
    clock=Text(
        "the turn that ends with 15 points, before the countdown begins",
        "倒數開始前，結束階段首次達到 15 分的回合",
        ja="カウントダウンが始まる前に15点に達したターン",
    ),
)
