"""星靈王 goldfish: a board of ten places and two units a turn, until the score is 15."""

from __future__ import annotations

from games.engine.play.trials.effects import program
from games.engine.play.trials.effects.program import (
    BRING,
    END,
    ENTERED,
    MAIN,
    NEEDS,
    PLAYED,
    START,
    STARTS,
    WATCH,
    WHERE,
    ZONES,
)
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.shuffle import below
from games.engine.play.trials.table import (
    AVAILABLE,
    OVER,
    PLAYS,
    SCORE,
    SECOND,
    TURN,
    USED,
    any_of,
    draw,
    library,
    total,
)
from games.engine.texts.text import Text
from games.xing_ling_wang.events import arrive, enqueue, is_waiting, pay, tell, watches
from games.xing_ling_wang.resolving import holds, is_unwilling, resolve
from games.xing_ling_wang.rules import OPENING
from games.xing_ling_wang.table import (
    BY_TRIBUTES,
    CLOSED,
    CORRECTION,
    CUT,
    FORMED,
    FUEL,
    LEFT,
    NEWS,
    NEWS_AT,
    PAID,
    PENDING,
    PLACES,
    READY,
    RESOLVED,
    REWARD,
    ROWS_A_TURN,
    SACRIFICES,
    STATED,
    SUMMONED,
    TRAVELLERS,
    UNKNOWN,
    Table,
    begin,
    count_at,
    moves_in_library,
    table,
    total_score,
    units,
)

__all__ = ["CORRECTION", "LEFT", "PLACES", "REWARD", "TRAVELLERS", "is_unwilling"]

HAND, DRAW, HAND_LIMIT, GOAL = OPENING.hand, OPENING.draw, 10, 15
COUNTDOWN = 5
"""Turns of both players together after the end phase with an empty deck (三.1)."""

PLAY, TRAVELLER, EFFECT, RESOLVE, CLOSE = range(5)
"""EFFECT: a card's effect of the main phase. RESOLVE: the next effect in line. CLOSE: the effects of the end phase."""


def open_table(t: Table) -> None:
    """Four cards (一.5)."""
    for c in range(len(t.hand)):
        t.board[c] = 0
        t.grave[c] = 0
        t.removed[c] = 0
    if len(t.code) > 0:
        clear_effects(t)
    draw(t, HAND)


def clear_effects(t: Table) -> None:
    """Nothing has happened, and nothing waits."""
    for place in range(NEWS_AT):
        t.fx[place] = 0
    for c in range(len(t.hand)):
        t.field[c] = 0
        t.leaving[c] = 0
        t.turned[c] = 0


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
    if len(t.code) > 0:
        wake(t)


def wake(t: Table) -> None:
    """The effects of a new turn."""
    t.fx[FUEL] = ROWS_A_TURN
    t.fx[CLOSED] = 0
    for place in range(READY + len(t.hand), len(t.fx)):
        t.fx[place] = 0
    tell(t, 1 << START, len(t.hand), 0)


def can_play(t: Table, action: int) -> bool:
    """A spell at any time; a unit or 小旅人 as the summon, one that needs no tribute as the formation (二.3, 二.4).

    While an effect waits nothing else is done, and nothing once the end phase has begun.
    """
    verb, c = action // len(t.hand), action % len(t.hand)
    if len(t.code) > 0:
        test(t)
    if len(t.code) > 0 and (is_waiting(t) or verb == RESOLVE):
        return verb == RESOLVE and c == 0 and is_waiting(t)
    if len(t.code) > 0 and (t.fx[CLOSED] == 1 or verb == CLOSE):
        return verb == CLOSE and c == 0 and can_close(t)
    if verb == TRAVELLER:
        return c == 0 and can_bring_traveller(t)
    if verb == EFFECT:
        return can_use(t, c)
    return verb == PLAY and t.hand[c] > 0 and (can_cast(t, c) if t.unit[c] == 0 else can_bring(t, c))


def can_close(t: Table) -> bool:
    """Whether some effect of the end phase is still to come."""
    return watches(t, END) and t.fx[CLOSED] == 0


def can_use(t: Table, c: int) -> bool:
    """Whether a card has an effect of the main phase that was not yet declined or done."""
    if (
        len(t.code) == 0
        or t.code[t.code[STARTS] + MAIN * len(t.hand) + c] < 0
        or t.fx[READY + len(t.hand) + c] == 1
        or t.fx[FUEL] <= 0
    ):
        return False
    for zone in range(ZONES):
        if t.code[t.code[WHERE] + MAIN * len(t.hand) + c] & (1 << zone) and count_at(t, zone, c) > 0:
            return True
    return False


def can_cast(t: Table, c: int) -> bool:
    """Whether a spell can be used: if all that it does depends on tests, they must hold (七.1)."""
    return len(t.code) == 0 or t.fx[READY + c] == 1


def test(t: Table) -> None:
    """Which cards in hand can be played, as far as tests say."""
    for place in range(begin(t, WATCH, NEEDS), begin(t, WATCH, BRING + 1)):
        c = t.code[place]
        if t.hand[c] > 0:
            trigger = NEEDS if t.unit[c] == 0 else BRING
            t.fx[READY + c] = holds(t, t.code[t.code[STARTS] + trigger * len(t.hand) + c], c)


def can_bring_traveller(t: Table) -> bool:
    return (t.var[SUMMONED] == 0 or t.var[FORMED] == 0) and units(t) < PLACES


def can_bring(t: Table, c: int) -> bool:
    """Whether there is a summon or a formation left for a unit, and its tributes; with a blue star whether its
    condition is known and holds. A condition beside its tributes must hold, too."""
    formation = t.var[FORMED] == 0 and (t.tribute[c] == 0 or t.entry[c] == STATED)
    if t.entry[c] == UNKNOWN or not (t.var[SUMMONED] == 0 or formation):
        return False
    if t.entry[c] == STATED:
        return units(t) < PLACES and t.fx[READY + c] == 1
    if len(t.code) > 0 and t.fx[READY + c] == 0:
        return False
    return t.tribute[c] <= units(t) < PLACES + t.tribute[c]


def play(t: Table, action: int) -> None:
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb <= TRAVELLER:
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
        if len(t.code) > 0:
            follow(t, verb, c)
            if t.fx[NEWS] == 0:  # nothing answers
                arrive(t)
        elif verb == PLAY:
            t.var[REWARD] += rewards(t, c)
            draw(t, t.draws[c])
    elif verb == RESOLVE:
        resolve(t)
    elif verb == EFFECT:
        enqueue(t, MAIN, c, c, 0, -1)
    else:
        t.fx[CLOSED] = 1
        tell(t, 1 << END, len(t.hand), 0)
    count_score(t)


def enter(t: Table, verb: int, c: int) -> None:
    """A unit comes to the board, after its tributes left it (十二.3)."""
    if verb == TRAVELLER:
        t.var[TRAVELLERS] += 1
    else:
        for _ in range(t.tribute[c] if t.entry[c] == BY_TRIBUTES else 0):
            paid = sacrifice(t)
            if len(t.code) > 0:
                pay(t, paid)
        t.hand[c] -= 1
        t.board[c] += 1


def follow(t: Table, verb: int, c: int) -> None:
    """A unit takes its place only after the effects of its tributes, a spell after its own."""
    for each in range(len(t.hand) if watches(t, MAIN) else 0):
        t.fx[READY + len(t.hand) + each] = 0
    if verb == PLAY and t.unit[c] == 1 and t.fx[PAID] == 0:
        tell(t, (1 << PLAYED) + (1 << ENTERED), c, program.HAND)
    elif verb == PLAY:
        t.leaving[c] += 1
        t.fx[PENDING] = c + 1
        if t.unit[c] == 1:
            t.board[c] -= 1
        else:
            t.grave[c] -= 1
            tell(t, 1 << PLAYED, c, program.HAND)


def sacrifice(t: Table) -> int:
    """The own unit with the lowest score goes to the grave; a 小旅人, which goes back to the forest, counts 0. Its card
    type, -1 for a 小旅人."""
    worst = lowest(t)
    t.var[SACRIFICES] += 1
    if worst < 0:
        t.var[TRAVELLERS] -= 1
    else:
        t.board[worst] -= 1
        t.grave[worst] += 1
    return worst


def rewards(t: Table, c: int) -> int:
    """What a card adds to the rewards, which are never below zero together (獎勵 1)."""
    return max(t.gain[c], -t.var[REWARD])


def lowest(t: Table) -> int:
    """The card type of the unit on the board with the lowest score; -1 where that is a 小旅人."""
    worst, least = -1, 0 if t.var[TRAVELLERS] > 0 else 1 << 30
    for c in range(len(t.board)):
        if t.board[c] > 0 and t.score[c] < least:
            worst, least = c, t.score[c]
    return lowest_rank(t, worst) if worst >= 0 and len(t.code) > 0 else worst


def lowest_rank(t: Table, like: int) -> int:
    """Of the card types on the board with the same score the one that ranks lowest, of equals a turned one."""
    worst = like
    for c in range(len(t.board)):
        if t.board[c] > 0 and t.score[c] == t.score[like] and t.rank[c] < t.rank[worst]:
            worst = c
    if t.turned[worst] == 0:
        d = t.ring[worst]
        while d != worst and t.turned[d] == 0:
            d = t.ring[d]
        if t.turned[d] == 0:
            return any_of(t, t.ring, t.board, worst)
    return any_of(t, t.ring, t.turned, worst)


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
    """Spells first, the one that ranks highest; then what raises the score most; a 小旅人 where no unit would.

    What waits comes before all of these, effects of the main phase before units, those of the end phase last.
    """
    best, size = -1, len(t.hand)
    if len(t.code) > 0:
        if is_waiting(t):
            return size * RESOLVE
        if t.fx[CLOSED] == 1:
            return -1
        test(t)
    copies = 0
    for c in range(size):
        if t.hand[c] > 0 and t.unit[c] == 0 and can_cast(t, c):
            if best < 0 or t.rank[c] > t.rank[best]:
                best, copies = c, t.hand[c]
            elif len(t.code) > 0 and t.rank[c] == t.rank[best]:
                copies += t.hand[c]
                best = c if below(t.rng, copies) < t.hand[c] else best
    if best < 0 and len(t.code) > 0:
        using = highest_use(t)
        if using >= 0:
            return size * EFFECT + using
    if best < 0:
        best = raising(t)
    if best >= 0:
        return any_of(t, t.ring, t.hand, best) if len(t.code) == 0 else best
    if can_bring_traveller(t):
        return size * TRAVELLER
    return size * CLOSE if len(t.code) > 0 and can_close(t) else -1


def highest_use(t: Table) -> int:
    """The card with an effect of the main phase that ranks highest, of equal ones any; -1 for none."""
    best, count = -1, 0
    for c in range(len(t.hand) if watches(t, MAIN) else 0):
        if can_use(t, c):
            if best < 0 or t.rank[c] > t.rank[best]:
                best, count = c, 1
            elif t.rank[c] == t.rank[best]:
                count += 1
                if below(t.rng, count) == 0:
                    best = c
    return best


def raising(t: Table) -> int:
    """The unit that raises the score most, of equals the one that ranks highest; -1 where none raises it."""
    best, most, copies = -1, 0, 0
    for c in range(len(t.hand)):
        if t.unit[c] == 1 and t.hand[c] > 0 and can_bring(t, c):
            raised = t.score[c] + rewards(t, c) - (cost(t, t.tribute[c]) if t.entry[c] == BY_TRIBUTES else 0)
            if raised > most or (raised == most and best >= 0 and t.rank[c] > t.rank[best]):
                best, most, copies = c, raised, t.hand[c]
            elif len(t.code) > 0 and best >= 0 and raised == most and t.rank[c] == t.rank[best]:
                copies += t.hand[c]
                best = c if below(t.rng, copies) < t.hand[c] else best
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
    t.var[SCORE] = total_score(t)


def has_won(t: Table) -> bool:
    """An early finish can be called with 15 points, unless the countdown has begun (十四.3, 十四.4)."""
    return t.var[SCORE] >= GOAL and t.var[LEFT] == 0


def settle(t: Table) -> None:
    """The effects that wait are done."""
    resolve(t)
    count_score(t)


def close(t: Table) -> None:
    """What waits is done, then what the end phase sets off."""
    settle(t)
    if len(t.code) > 0 and can_close(t):
        t.fx[CLOSED] = 1
        tell(t, 1 << END, len(t.hand), 0)
        settle(t)


def cut_short(t: Table) -> int:
    """1 if effects were dropped in this game: too many waited, or set one another off without end."""
    return t.fx[CUT]


def seen_count(t: Table) -> int:
    """Cards of the deck that were in hand, or that an effect moved out of it."""
    return total(t.seen)


def sacrifices(t: Table) -> int:
    """Units sacrificed as tributes so far, Little Travellers among them."""
    return t.var[SACRIFICES]


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "board", "grave", "removed", "field", "leaving"),
    states=("fx", "turned"),
    verbs=("play", "traveller", "effect", "resolve", "close"),
    verb_counters=(PLAYS, PLAYS, RESOLVED, RESOLVED, RESOLVED),
    open_table=open_table,
    ready=ready,
    begin_turn=begin_turn,
    can_play=can_play,
    play=play,
    choose=choose,
    end_turn=end_turn,
    has_won=has_won,
    measures=(units, seen_count, sacrifices),
    plays_out=True,
    moves_in_library=moves_in_library,
    apart=("resolve",),
    settle=settle,
    close=close,
    cut_short=cut_short,
    policy=Text(
        "Uses every spell at once, then effects of the main phase. Then plays the unit that raises the score most, "
        "with the units with the lowest score as tributes; if none raises it, a Little Traveller. "
        "Always chooses formation: two units a turn. "
        "Units with a blue star stay in hand unless their condition is stated. Effects that may be used are, "
        "unless they lower the score.",
        "魔法有就用，再發動主要階段的效果。接著打出最能增加分數的單位，祭品用場上分數最低的單位；"
        "沒有單位能加分就召喚小旅人。"
        "戰術階段一律佈陣，所以每回合入場兩個單位。藍星單位除非寫明條件，一律留在手上。"
        "「可」發動的效果，只要分數不下降就發動。",
        ja="魔法があればすぐに使い、次にメインフェイズの効果を使う。続いて得点が最も増えるユニットを、"
        "得点の低いユニットを生贄にして出す。増えるものがなければ小旅人を召喚する。戦術は必ず布陣を選"
        "ぶので、1ターンに2体のユニットが場に出る。青い星のユニットは、条件が入力されていない限り手札"
        "に残す。使ってもよい効果は、得点が下がらない限り使う。",
    ),
    resource=Text("Summons", "入場次數", ja="登場回数"),
    score=Text("Score", "分數", ja="得点"),
    clock=Text(
        "the turn that ends with 15 points, before the countdown begins",
        "倒數開始前，結束階段首次達到 15 分的回合",
        ja="カウントダウンが始まる前に15点に達したターン",
    ),
)
