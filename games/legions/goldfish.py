"""LEGIONS! goldfish: three minions and a lord, until 20 damage is dealt or there are twelve cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.keywords import is_listed, spellings
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.shuffle import State
from games.engine.play.trials.table import (
    AVAILABLE,
    DISMISSALS,
    EXCHANGES,
    OVER,
    OWN,
    PLAYS,
    SCORE,
    SECOND,
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
from games.legions.rules import OPENING, advice_for, colours

FOLDER = Path(__file__).parent

HAND, DRAW, MINIONS, STANDBY = OPENING.hand, OPENING.draw, 3, 2
LIFE, CORES = 20, 12
DEALT, LATE = 5, 3
"""Cores on the master, and the wait place of the one that the second player moves (遊戲的準備)."""

UPON, WAITING, ZONE, LENT, AWAKE, EXCHANGED, PLACED, LORDS, EXHAUSTED = range(OWN, OWN + 9)
"""Cores on the master, and the place of the one that waits; cores in the core zone, spent or not, and on lords; 1 when
the master is awakened, and when the turn's exchange is done or past; minions and lords on the board; 1 when the
master was exhausted this turn."""

UNLOCK, USE, EXCHANGE, DISMISS = range(4)

KINDS = ("minion", "lord", "skill", "arts")
MINION, LORD, SKILL = range(3)

ASSAULT = "強襲"


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
    fresh: Ints  # placed this turn
    board: Ints
    wait1: Ints
    wait2: Ints
    wait3: Ints
    wait4: Ints
    standby: Ints
    removed: Ints
    kind: Ints  # a place in KINDS; -1 for a card that this master cannot use
    price: Ints
    stays: Ints  # how many of the cores paid stay on it
    wait: Ints
    atk: Ints
    assault: Ints  # 1 where it may attack in the turn it is placed
    draws: Ints
    gain: Ints
    damage: Ints
    useful: Ints  # 1 where it does anything that is seen here
    rank: Ints  # how much the pilot prefers it
    ring: Ints  # the next card type that ranks the same


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    """A deck that has not exactly one master is played as if all colours were the master's."""
    masters = deck.entries("master")
    master = colours(masters[0].card) if deck.size("master") == 1 and masters else frozenset[str]()
    preferences = [preference(card, master) for card in cards]
    return Table(
        **common,
        fresh=zeros(len(cards)),
        board=zeros(len(cards)),
        wait1=zeros(len(cards)),
        wait2=zeros(len(cards)),
        wait3=zeros(len(cards)),
        wait4=zeros(len(cards)),
        standby=zeros(len(cards)),
        removed=zeros(len(cards)),
        kind=facts(cards, lambda card: usable_as(card, master)),
        price=facts(cards, lambda card: cores_for(card, master)),
        stays=facts(cards, lambda card: card.number("core_cost")),
        wait=facts(cards, lambda card: card.number("wait")),
        atk=facts(cards, lambda card: card.number("atk")),
        assault=facts(cards, assaults),
        draws=facts(cards, effect("draw")),
        gain=facts(cards, effect("resource")),
        damage=facts(cards, effect("score")),
        useful=facts(cards, does_anything),
        rank=ranks(preferences),
        ring=rings(preferences),
    )


def assaults(card: Card) -> bool:
    return is_listed(card, ASSAULT, spellings(FOLDER))


def preference(card: Card, master: frozenset[str]) -> tuple[int, ...]:
    """Usable cards, those that do anything, the dearest, those with the highest ATK, with 強襲, with the most damage,
    that draw most, with the most cores, with the shortest wait, on which the fewest cores stay, and then minions before
    lords, skills and Arts."""
    return (
        usable_as(card, master) >= 0,
        does_anything(card),
        cores_for(card, master),
        int(card.number("atk") or 0),
        assaults(card),
        effect("score")(card),
        effect("draw")(card),
        effect("resource")(card),
        -int(card.number("wait") or 0),
        -int(card.number("core_cost") or 0),
        -usable_as(card, master),
    )


def usable_as(card: Card, master: frozenset[str]) -> int:
    """What it is here, -1 where it cannot be used at all (解鎖手牌)."""
    if card.kind not in KINDS or advice_for(card, master) == "advice.unusable":
        return -1
    return KINDS.index(card.kind)


def cores_for(card: Card, master: frozenset[str]) -> int:
    """The cores to unlock it: one more off the master's colours, and never fewer than stay on it."""
    more = advice_for(card, master) == "advice.off-colour"
    return max(int(card.number("cost") or 0) + more, int(card.number("core_cost") or 0))


def does_anything(card: Card) -> bool:
    """Whether it does anything here: a unit fights, any other card has only its known effects."""
    has_effect = any(effect(name)(card) for name in ("draw", "resource", "score"))
    return card.kind in ("minion", "lord") or has_effect


def open_table(t: Table) -> None:
    """Five cores on the master, one of the second player's at WT-III; five cards (遊戲的準備)."""
    for c in range(len(t.hand)):
        t.fresh[c] = 0
        t.board[c] = 0
        t.wait1[c] = 0
        t.wait2[c] = 0
        t.wait3[c] = 0
        t.wait4[c] = 0
        t.standby[c] = 0
        t.removed[c] = 0
    t.var[UPON] = DEALT - t.var[SECOND]
    t.var[WAITING] = LATE * t.var[SECOND]
    draw(t, HAND)


def ready(t: Table) -> None:
    """Nothing stands between the opening hand and the first turn."""


def begin_turn(t: Table) -> None:
    """A core leaves the master, who awakens with the last; all cores are fresh; draw one or lose."""
    if t.var[UPON] > 0:
        t.var[UPON] -= 1
        t.var[ZONE] += 1
    if t.var[UPON] == 0:
        t.var[AWAKE] = 1
    t.var[AVAILABLE] = t.var[ZONE]
    t.var[EXCHANGED] = 0
    t.var[EXHAUSTED] = 0
    if draw(t, DRAW) < DRAW:
        t.var[OVER] = 1


def fits(t: Table, c: int, minions: int) -> bool:
    """Whether a card in hand can be paid for and used on a board of so many places for minions (主要階段)."""
    if t.hand[c] == 0 or t.kind[c] < 0 or t.price[c] > t.var[AVAILABLE] - t.var[USED]:
        return False
    if t.kind[c] == MINION:
        return t.var[PLACED] < minions
    if t.kind[c] == LORD:
        return t.var[AWAKE] == 1 and t.var[LORDS] == 0
    return t.kind[c] == SKILL or t.var[AWAKE] == 1


def can_play(t: Table, action: int) -> bool:
    """Pay for a card in hand; use one on standby; put one away for another; take a minion off the board."""
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb == UNLOCK:
        return fits(t, c, MINIONS)
    if verb == USE:
        return t.standby[c] > 0
    if verb == EXCHANGE:
        return t.var[EXCHANGED] == 0 and t.hand[c] > 0 and library(t) > 0
    return t.kind[c] == MINION and t.board[c] > 0


def play(t: Table, action: int) -> None:
    """Whatever it is, the time for the exchange is past (抽牌階段). Who has to draw and cannot has lost."""
    verb, c = action // len(t.hand), action % len(t.hand)
    t.var[EXCHANGED] = 1
    to_draw = 0
    if verb == DISMISS:
        t.board[c] -= 1
        t.removed[c] += 1
        t.var[PLACED] -= 1
    elif verb == EXCHANGE:
        t.hand[c] -= 1
        t.removed[c] += 1
        to_draw = 1
    else:
        if verb == USE:
            t.standby[c] -= 1
        else:
            pay(t, c)
        put(t, c)
        to_draw = apply(t, c)
    if draw(t, to_draw) < to_draw:
        t.var[OVER] = 1


def pay(t: Table, c: int) -> None:
    """Spend cores from the core zone; a lord keeps some of them (維護成本)."""
    t.hand[c] -= 1
    t.var[USED] += t.price[c]
    t.var[ZONE] -= t.stays[c]
    t.var[LENT] += t.stays[c]


def put(t: Table, c: int) -> None:
    """Units come to the board, what is used goes to wait (等待回合)."""
    if t.kind[c] <= LORD:
        t.fresh[c] += 1
        t.var[LORDS if t.kind[c] == LORD else PLACED] += 1
    elif t.wait[c] == 1:
        t.wait1[c] += 1
    elif t.wait[c] == 2:
        t.wait2[c] += 1
    elif t.wait[c] == 3:
        t.wait3[c] += 1
    elif t.wait[c] == 4:
        t.wait4[c] += 1
    else:
        t.removed[c] += 1


def apply(t: Table, c: int) -> int:
    """The effects that are known: fresh cores, damage to the enemy master. The cards to draw."""
    t.var[ZONE] += t.gain[c]
    t.var[AVAILABLE] += t.gain[c]
    t.var[SCORE] += t.damage[c]
    return t.draws[c]


def choose(t: Table) -> int:
    """The exchange first, then what is free, then the dearest card; at last room for a stronger minion."""
    size = len(t.hand)
    spare = to_exchange(t)
    if spare >= 0:
        return size * EXCHANGE + any_of(t, t.ring, t.hand, spare)
    free = to_use(t)
    if free >= 0:
        return size * USE + free
    best = dearest(t, MINIONS)
    if best >= 0:
        return any_of(t, t.ring, t.hand, best)
    best, worst = dearest(t, MINIONS + 1), weakest(t)
    stronger = best >= 0 and worst >= 0 and t.atk[best] > 2 * t.atk[worst]
    return size * DISMISS + worst if stronger else -1


def to_exchange(t: Table) -> int:
    """The lowest card in hand that does nothing here; -1 for none, or where nothing can be exchanged any more."""
    worst = -1
    if t.var[EXCHANGED] == 0 and library(t) > 0:
        for c in range(len(t.hand)):
            if t.hand[c] > 0 and idle(t, c) and (worst < 0 or t.rank[c] < t.rank[worst]):
                worst = c
    return worst


def to_use(t: Table) -> int:
    """The highest card on standby that does not draw from an empty deck; -1 for none."""
    best = -1
    for c in range(len(t.hand)):
        if t.standby[c] > 0 and t.draws[c] <= library(t) and (best < 0 or t.rank[c] > t.rank[best]):
            best = c
    return best


def idle(t: Table, c: int) -> bool:
    """Whether a card does nothing here: unusable, without a known effect, or a lord while one is on the board."""
    return t.kind[c] < 0 or t.useful[c] == 0 or (t.kind[c] == LORD and t.var[LORDS] > 0)


def dearest(t: Table, places: int) -> int:
    """The highest card that can be unlocked with so many places for minions; -1 if none."""
    best = -1
    for c in range(len(t.hand)):
        if t.hand[c] > 0 and (best < 0 or t.rank[c] > t.rank[best]):
            best = c if t.useful[c] == 1 and t.draws[c] <= library(t) and fits(t, c, places) else best
    return best


def weakest(t: Table) -> int:
    """The minion with the lowest ATK that was not placed this turn; -1 if there is none."""
    worst = -1
    for c in range(len(t.board)):
        if t.board[c] > 0 and t.kind[c] == MINION and (worst < 0 or t.atk[c] < t.atk[worst]):
            worst = c
    return worst


def end_turn(t: Table) -> None:
    """All attack; an awakened master is exhausted for a core; what waits moves one place."""
    attack(t)
    if can_exhaust_master(t):
        exhaust_master(t)
    for c in range(len(t.hand)):
        t.standby[c] += t.wait1[c]
        t.wait1[c] = t.wait2[c]
        t.wait2[c] = t.wait3[c]
        t.wait3[c] = t.wait4[c]
        t.wait4[c] = 0
    while total(t.standby) > STANDBY:
        crowd_out(t)
    if t.var[WAITING] == 1:
        t.var[ZONE] += 1
    if t.var[WAITING] > 0:
        t.var[WAITING] -= 1


def attack(t: Table) -> None:
    """Every unit that can hits the master (卡牌攻擊); those placed this turn were for the last time."""
    for c in range(len(t.board)):
        t.var[SCORE] += t.atk[c] * attackers(t, c)
        t.board[c] += t.fresh[c]
        t.fresh[c] = 0


def attackers(t: Table, c: int) -> int:
    """The copies that attack: those placed this turn only with 強襲."""
    return t.board[c] + t.assault[c] * t.fresh[c]


def can_exhaust_master(t: Table) -> bool:
    return t.var[AWAKE] == 1 and t.var[EXHAUSTED] == 0


def exhaust_master(t: Table) -> None:
    """An awakened master is exhausted, and a core put on it (覺醒模式)."""
    t.var[UPON] += 1
    t.var[EXHAUSTED] = 1


def crowd_out(t: Table) -> None:
    """The cheapest card on standby is removed: of those that would be there, two may be kept (板凳區)."""
    worst = -1
    for c in range(len(t.standby)):
        if t.standby[c] > 0 and (worst < 0 or t.rank[c] < t.rank[worst]):
            worst = c
    t.standby[worst] -= 1
    t.removed[worst] += 1


def has_won(t: Table) -> bool:
    """No life left to the enemy, or twelve cores in the core zone and on lords (勝利條件)."""
    return t.var[SCORE] >= LIFE or t.var[ZONE] + t.var[LENT] >= CORES


def seen_count(t: Table) -> int:
    """Cards of the deck that were in hand."""
    return total(t.seen)


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "fresh", "board", "wait1", "wait2", "wait3", "wait4", "standby", "removed"),
    verbs=("unlock", "use", "exchange", "dismiss"),
    verb_counters=(PLAYS, PLAYS, EXCHANGES, DISMISSALS),
    open_table=open_table,
    ready=ready,
    begin_turn=begin_turn,
    can_play=can_play,
    play=play,
    choose=choose,
    end_turn=end_turn,
    has_won=has_won,
    measures=(seen_count,),
    policy=Text(
        "Exchanges a card in hand that does nothing here: a card this master cannot use, a skill or Arts without a "
        "machine-readable effect, a second lord. Uses cards on standby. Then always unlocks the most expensive card "
        "it can pay for; on a full board a minion with more than twice the ATK takes the place of the "
        "weakest. Everything attacks the master every turn. An awakened master is always exhausted for a core.",
        "手上有在此派不上用場的卡（君主不能用的卡、沒有機器可讀效果的技能與 Arts、第二張領主）就棄一抽一。"
        "板凳區的卡有就用。接著一律解鎖付得起的最貴的卡；小兵放滿時，攻擊力超過最弱小兵兩倍的才會取代它。"
        "每回合全員攻擊敵方君主。君主覺醒後每回合都轉為疲勞換一枚魔法核。",
        ja="ここで役に立たない手札（このマスターが使えないカード、効果が入力されていないスキルやアーツ、"
        "2枚目のロード）を入れ替える。スタンバイのカードを使い、支払える中で最もコストの高いカードを必"
        "ずアンロックする。場が埋まっていれば、最も弱いミニオンの2倍を超えるATKを持つミニオンだけが置"
        "き換わる。毎ターン全員がマスターにアタックし、覚醒したマスターは必ず疲労状態にしてコアを得る。",
    ),
    resource=Text("Cores", "魔法核", ja="コア"),
    score=Text("Damage", "傷害", ja="ダメージ"),
    clock=Text(
        "the turn that ends with 20 damage dealt or with 12 cores",
        "敵方生命 20 點歸零，或自己有 12 枚魔法核的回合",
        ja="相手のライフ20点がなくなるか、コアが12個になったターン",
    ),
)
