"""Echo of Legends goldfish: five places, five energy a turn, against a hero with the same hp and no minions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.echo_of_legends.rules import OPENING
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
    Unplayable,
    any_of,
    draw,
    effect,
    facts,
    ints,
    rings,
    total,
    zeros,
)
from games.engine.texts.text import Text

HAND, DRAW, HAND_LIMIT, PLACES = OPENING.hand, OPENING.draw, 8, 5
ENERGY, FIRST_ENERGY = 5, 3

HP, BOARD = range(OWN, OWN + 2)
"""What is left of the own hero; minions on the board."""

USE, PLACE, WAKE = range(3)


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
    asleep: Ints
    fresh: Ints  # woken this turn
    awake: Ints
    grave: Ints
    minion: Ints  # 1 for a minion
    cost: Ints
    attack: Ints
    draws: Ints
    energy: Ints
    damage: Ints
    hp: Ints  # of the hero, a single number
    plan: Ints  # card types, as the pilot prefers what can be done with them
    verbs: Ints  # what that is, by place in the plan
    ring: Ints  # the next card type of which the pilot thinks the same


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    """Raises Unplayable for a deck without exactly one hero whose hp are given."""
    actions = plan(cards)
    return Table(
        **common,
        asleep=zeros(len(cards)),
        fresh=zeros(len(cards)),
        awake=zeros(len(cards)),
        grave=zeros(len(cards)),
        minion=facts(cards, is_minion),
        cost=facts(cards, cost),
        attack=facts(cards, attack),
        draws=facts(cards, effect("draw")),
        energy=facts(cards, effect("resource")),
        damage=facts(cards, effect("score")),
        hp=ints([hero_hp(deck)]),
        plan=ints(c for _, c in actions),
        verbs=ints(verb for verb, _ in actions),
        ring=rings([tuple(preferences(card).values()) for card in cards]),
    )


def hero_hp(deck: Deck) -> int:
    heroes = [entry.card for entry in deck.entries("hero") for _ in range(entry.count)]
    if len(heroes) != 1:
        count = len(heroes)
        raise Unplayable(
            Text(
                f"it needs exactly one hero, and has {count}.",
                f"要有一名英雄，這副有{count}名。",
                ja=f"英雄はちょうど1人必要ですが、{count}人です。",
            )
        )
    hp = heroes[0].number("hp")
    if hp is None or hp < 1:
        name = heroes[0].name
        raise Unplayable(
            Text(f"the HP of {name} is unknown.", f"缺少「{name}」的血量資料。", ja=f"「{name}」のHPがわかりません。")
        )
    return int(hp)


def is_minion(card: Card) -> bool:
    return card.kind == "minion"


def cost(card: Card) -> int:
    """More than anyone has where it is not given."""
    printed = card.number("cost")
    return UNBOUNDED if printed is None else max(int(printed), 0)


def attack(card: Card) -> int:
    return max(int(card.number("attack") or 0), 0)


def plan(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """The verbs there are and the card types for them, best first."""
    actions = [(each, verb, c) for c, card in enumerate(cards) for verb, each in preferences(card).items()]
    return [(verb, c) for _, verb, c in sorted(actions, key=lambda each: each[0], reverse=True)]


def preferences(card: Card) -> dict[int, tuple[int, ...]]:
    """How much the pilot prefers each verb there is for a card."""
    return {verb: preference(verb, card) for verb in ((PLACE, WAKE) if is_minion(card) else (USE,))}


def preference(verb: int, card: Card) -> tuple[int, ...]:
    """Free energy, then minions to their places, then to their feet, then items, those that do something first; last
    minions that no turn's energy wakes. Of equals the cheapest, with the most damage, energy and cards, in this order.
    """
    damage, energy, cards = (effect(name)(card) for name in ("score", "resource", "draw"))
    rest = (-cost(card), damage, energy, cards)
    if is_minion(card):
        return (2 if verb == WAKE else 3 if wakeable(card) else 0, attack(card), *rest)
    profit, helps = energy - cost(card), max(damage, energy, cards)
    return (4, profit, *rest) if profit >= 0 < helps else (1, helps, *rest)


def wakeable(card: Card) -> bool:
    """Whether the energy that a turn is filled up to wakes it."""
    return cost(card) <= ENERGY


def open_table(t: Table) -> None:
    """Ten cards (2.1.1)."""
    for c in range(len(t.hand)):
        t.asleep[c] = 0
        t.fresh[c] = 0
        t.awake[c] = 0
        t.grave[c] = 0
    t.var[HP] = t.hp[0]
    draw(t, HAND)


def ready(t: Table) -> None:
    """Minions are placed asleep after the mulligan; a player with none on the board loses (2.1.1)."""
    c = to_place(t)
    while c >= 0:
        place(t, c)
        c = to_place(t)
    t.var[OVER] = t.var[BOARD] == 0


def to_place(t: Table) -> int:
    """The best minion in hand to place: one that can be woken, or any where the board would stay empty; -1 for none."""
    for i in range(len(t.plan)):
        if t.verbs[i] == PLACE and can_do(t, PLACE, t.plan[i]) and worth_it(t, PLACE, t.plan[i]):
            return any_of(t, t.ring, t.hand, t.plan[i])
    return -1


def worth_it(t: Table, verb: int, c: int) -> bool:
    """Not to place a minion that is never woken and keeps its place for good, unless it is the only one."""
    return verb != PLACE or t.cost[c] <= ENERGY or t.var[BOARD] == 0


def place(t: Table, c: int) -> None:
    t.hand[c] -= 1
    t.asleep[c] += 1
    t.var[BOARD] += 1


def begin_turn(t: Table) -> None:
    """A card and five energy; no card and three energy in the first player's first turn (2.1.2)."""
    first = t.var[TURN] == 1 and t.var[SECOND] == 0
    t.var[AVAILABLE] = FIRST_ENERGY if first else ENERGY
    pull(t, 0 if first else DRAW)


def pull(t: Table, count: int) -> None:
    """Draw; each card that an empty deck cannot give costs 1 hp (2.3.3)."""
    t.var[HP] -= count - draw(t, count)
    if t.var[HP] <= 0:
        t.var[OVER] = 1


def can_play(t: Table, action: int) -> bool:
    """Items and waking cost energy; a minion is placed for nothing where one of the five places is free (2.1.2)."""
    return can_do(t, action // len(t.hand), action % len(t.hand))


def can_do(t: Table, verb: int, c: int) -> bool:
    if verb == PLACE:
        return t.minion[c] == 1 and t.hand[c] > 0 and t.var[BOARD] < PLACES
    if t.cost[c] > t.var[AVAILABLE] - t.var[USED]:
        return False
    return t.asleep[c] > 0 if verb == WAKE else t.minion[c] == 0 and t.hand[c] > 0


def play(t: Table, action: int) -> None:
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb == PLACE:
        place(t, c)
        return
    t.var[USED] += t.cost[c]
    if verb == WAKE:
        t.asleep[c] -= 1
        t.fresh[c] += 1
    else:
        t.hand[c] -= 1
        t.grave[c] += 1
    t.var[AVAILABLE] += t.energy[c]
    t.var[SCORE] += t.damage[c]
    pull(t, t.draws[c])


def choose(t: Table) -> int:
    """The first action of the plan that can be done and is worth it."""
    for i in range(len(t.plan)):
        verb, c = t.verbs[i], t.plan[i]
        if can_do(t, verb, c) and worth_it(t, verb, c):
            return verb * len(t.hand) + (c if verb == WAKE else any_of(t, t.ring, t.hand, c))
    return -1


def end_turn(t: Table) -> None:
    """Minions awake since an earlier turn attack the hero; the hand is cut to eight (2.1.2)."""
    for c in range(len(t.hand)):
        t.var[SCORE] += t.attack[c] * attackers(t, c)
        t.awake[c] += t.fresh[c]
        t.fresh[c] = 0
    over = total(t.hand) - HAND_LIMIT
    while over > 0:
        discard(t)
        over -= 1


def attackers(t: Table, c: int) -> int:
    """The copies that attack the hero: none that woke this turn."""
    return t.awake[c]


def discard(t: Table) -> None:
    """The card in hand that comes last in the plan."""
    i = len(t.plan) - 1
    while t.verbs[i] == WAKE or t.hand[t.plan[i]] == 0:
        i -= 1
    c = any_of(t, t.ring, t.hand, t.plan[i])
    t.hand[c] -= 1
    t.grave[c] += 1


def has_won(t: Table) -> bool:
    return t.var[SCORE] >= t.hp[0]


def unspent(t: Table) -> int:
    """Energy that is lost at the end of the turn (2.1.2)."""
    return t.var[AVAILABLE] - t.var[USED]


def seen_count(t: Table) -> int:
    """Cards of the deck that were in hand."""
    return total(t.seen)


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "asleep", "fresh", "awake", "grave"),
    verbs=("use", "place", "wake"),
    verb_counters=(PLAYS, PLAYS, PLAYS),
    open_table=open_table,
    ready=ready,
    begin_turn=begin_turn,
    can_play=can_play,
    play=play,
    choose=choose,
    end_turn=end_turn,
    has_won=has_won,
    measures=(unspent, seen_count),
    policy=Text(
        "Fills the five places with the minions that attack hardest. Each turn it first uses items that give back at "
        "least the energy they cost, then wakes the hardest hitter it can pay for, and spends what is left on other "
        "items, those with a known effect first. Every minion awake since an earlier turn attacks the hero.",
        "五個位置優先放攻擊力最高的隨從。每回合先用不虧能量的道具，再喚醒付得起的隨從中攻擊力最高的，剩下的能量用在其他道具，"
        "有可計算效果的優先。之前回合已喚醒的隨從全部攻擊英雄。",
        ja="5つの場所に攻撃力の高い従者から置く。毎ターン、まず使ったエネルギー以上が戻る道具を使い、"
        "次に支払える中で最も攻撃力の高い従者を覚醒させ、残りをほかの道具に使う（効果のわかるものが先）。"
        "前のターンまでに覚醒した従者は、すべて英雄を攻撃する。",
    ),
    resource=Text("Energy", "能量", ja="エネルギー"),
    score=Text("Damage", "傷害", ja="ダメージ"),
    clock=Text(
        "the turn in which a hero with the same hp is at 0",
        "血量相同的敵方英雄歸零的回合",
        ja="同じHPの敵ヒーローが0になったターン",
    ),
)
