"""零次元 goldfish: one resource a turn and attacking characters, until six lives and one more attack."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.keywords import Words, is_listed, keywords_in, spellings
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.shuffle import State, below
from games.engine.play.trials.table import (
    AVAILABLE,
    LAID,
    OVER,
    OWN,
    PLAYS,
    SCORE,
    UNBOUNDED,
    USED,
    Aim,
    Ints,
    Plan,
    any_of,
    draw,
    effect,
    facts,
    ints,
    library,
    rings,
    take,
    total,
    zeros,
)
from games.engine.texts.text import Text
from games.engine.texts.writing import fold
from games.zero_dimension.rules import COLOURS, OPENING

FOLDER = Path(__file__).parent

HAND, DRAW, HAND_LIMIT, LIFE = OPENING.hand, OPENING.draw, 6, OPENING.life

FREE = OWN
"""From here on: resources that are not exhausted, by colour in the order of COLOURS, and then the colourless ones."""

COLOURLESS = len(COLOURS)
ACTING, CHARACTERS, EQUIPPED = range(FREE + COLOURLESS + 1, FREE + COLOURLESS + 4)
"""1 once the resource step is over; characters in the battle zone, and how many have equipment."""

USE, RESOURCE = range(2)

KINDS = ("character", "equipment", "tactic", "event")
CHARACTER, EQUIPMENT, TACTIC, EVENT = range(4)

RUSH, SLOW, GUARD = "突袭", "迟缓", "守备"

LEVELS = re.compile(r"(?<![a-z])lv ?[2-9]")
"""What a folded text says from here on holds on a higher level (600)."""


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
    life: Ints
    fresh: Ints  # characters that arrived this turn
    board: Ints  # the rest of the battle zone
    resources: Ints
    hidden: Ints  # resources that lie face down
    grave: Ints
    kind: Ints  # a place in KINDS
    colour: Ints  # a place in COLOURS, or COLOURLESS
    cost: Ints
    own_cost: Ints  # how many of the cost are of its colour
    attacks: Ints  # 1 where it can attack at all
    rush: Ints  # 1 where it attacks in the turn it arrives
    draws: Ints
    gain: Ints
    damage: Ints
    rivals: Ints  # by two card types: 1 where both have a character name
    plan: Ints  # card types, as the pilot prefers them
    ring: Ints  # the next card type of which the pilot thinks the same


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    return Table(
        **common,
        life=zeros(len(cards)),
        fresh=zeros(len(cards)),
        board=zeros(len(cards)),
        resources=zeros(len(cards)),
        hidden=zeros(len(cards)),
        grave=zeros(len(cards)),
        kind=facts(cards, lambda card: KINDS.index(card.kind)),
        colour=facts(cards, colour),
        cost=facts(cards, cost),
        own_cost=facts(cards, own_cost),
        attacks=facts(cards, attacks),
        rush=facts(cards, lambda card: attacks(card) and rush(card)),
        draws=facts(cards, effect("draw")),
        gain=facts(cards, effect("resource")),
        damage=facts(cards, effect("score")),
        rivals=rivals(cards),
        plan=plan(cards),
        ring=rings([preference(card) for card in cards]),
    )


def colour(card: Card) -> int:
    printed = [choice.value for choice in COLOURS]
    return printed.index(str(card.get("colour"))) if card.get("colour") in printed else COLOURLESS


def own_cost(card: Card) -> int:
    return max(int(card.number("colour_cost") or 0), 0)


def cost(card: Card) -> int:
    """Never less than what must be of its colour (303); more than anyone has where it is not given."""
    printed = card.number("cost")
    return UNBOUNDED if printed is None else max(int(printed), own_cost(card))


def attacks(card: Card) -> bool:
    """Without attack strength nothing is turned over (308)."""
    return card.kind == "character" and (card.number("attack") or 0) > 0 and not has(card, GUARD)


def rush(card: Card) -> bool:
    """Who arrives exhausted cannot make use of it (900)."""
    return has(card, RUSH) and not has(card, SLOW)


def has(card: Card, keyword: str) -> bool:
    """Whether it has a keyword by itself: its text, if there is one, states it, and not only behind LV2."""
    if not is_listed(card, keyword, spellings(FOLDER)):
        return False
    own = "\n".join(map(fold, card.text.splitlines()))  # a fold of the whole would take out the line breaks
    return not own or keyword in keywords_in(LEVELS.split(own, maxsplit=1)[0], abilities())


@cache
def abilities() -> Words:
    """The keywords that a card has by naming them; the others are words within a text."""
    return {spelling: word for spelling, word in spellings(FOLDER).items() if word.rule == "900"}


def names(card: Card) -> frozenset[str]:
    values = card.get("character_names")
    return frozenset(map(fold, values)) if isinstance(values, tuple) else frozenset()


def rivals(cards: Sequence[Card]) -> Ints:
    """By two card types: 1 where both have a character name."""
    bearers: dict[str, list[int]] = {}
    for c, card in enumerate(cards):
        for name in names(card):
            bearers.setdefault(name, []).append(c)
    together = zeros(len(cards) ** 2)
    for each in bearers.values():
        for one, other in product(each, repeat=2):
            together[one * len(cards) + other] = 1
    return together


def plan(cards: Sequence[Card]) -> Ints:
    """The card types, best first."""
    return ints(sorted(range(len(cards)), key=lambda c: preference(cards[c]), reverse=True))


def preference(card: Card) -> tuple[int, ...]:
    """What adds resources, then who attacks (突袭 first), then what draws or takes life (most first), then what does
    nothing. Of equals the cheapest, with the smallest cost in its colour, that adds most resources, draws most, takes
    most lives; then characters, equipment, tactics, events; then by the order of the colours."""
    draws, gain, damage = (effect(name)(card) for name in ("draw", "resource", "score"))
    helps = draws + damage
    group = (3, 0) if gain > 0 else (2, rush(card)) if attacks(card) else (helps > 0, helps)
    own = (-cost(card), -own_cost(card), gain, draws, damage)
    return (*group, *own, -KINDS.index(card.kind), -colour(card), attacks(card), rush(card))


def open_table(t: Table) -> None:
    """Six cards to the life zone, then six to the hand (100)."""
    for c in range(len(t.hand)):
        t.life[c] = 0
        t.fresh[c] = 0
        t.board[c] = 0
        t.resources[c] = 0
        t.hidden[c] = 0
        t.grave[c] = 0
    for _ in range(LIFE):
        c = take(t)
        if c >= 0:
            t.life[c] += 1
    draw(t, HAND)


def ready(t: Table) -> None:
    """There is no mulligan, and nothing else stands before the first turn."""


def begin_turn(t: Table) -> None:
    """All resources are refreshed, then a card is drawn (401, 403)."""
    t.var[ACTING] = 0
    for k in range(FREE, FREE + COLOURLESS + 1):
        t.var[k] = 0
    for c in range(len(t.hand)):
        t.var[FREE + t.colour[c]] += t.resources[c]
        t.var[FREE + COLOURLESS] += t.hidden[c]
        t.var[AVAILABLE] += t.resources[c] + t.hidden[c]
    pull(t, DRAW)


def pull(t: Table, count: int) -> None:
    """Draw; a player who must draw from an empty deck loses (101)."""
    if draw(t, count) < count:
        t.var[OVER] = 1


def can_play(t: Table, action: int) -> bool:
    """A resource before anything else (404); a card whose cost, some of it in its colour, can be paid (303)."""
    verb, c = action // len(t.hand), action % len(t.hand)
    if verb == RESOURCE:
        return t.hand[c] > 0 and t.var[ACTING] == 0
    return can_use(t, c)


def can_use(t: Table, c: int) -> bool:
    if t.hand[c] == 0:
        return False
    if t.own_cost[c] > t.var[FREE + t.colour[c]] or t.cost[c] > t.var[AVAILABLE] - t.var[USED]:
        return False
    if t.kind[c] == EQUIPMENT:
        return t.var[EQUIPPED] < t.var[CHARACTERS]
    return not is_opposed(t, c)


def is_opposed(t: Table, c: int) -> bool:
    """Whether a character name of this card is in the battle zone (305)."""
    if t.rivals[c * len(t.hand) + c] == 0:  # it has no such name
        return False
    rivals = 0
    for d in range(len(t.hand)):
        rivals += t.rivals[c * len(t.hand) + d] * (t.fresh[d] + t.board[d])
    return rivals > 0


def play(t: Table, action: int) -> None:
    verb, c = action // len(t.hand), action % len(t.hand)
    t.var[ACTING] = 1
    t.hand[c] -= 1
    if verb == RESOURCE:
        t.resources[c] += 1
        t.var[FREE + t.colour[c]] += 1
        t.var[AVAILABLE] += 1
    else:
        pay(t, c)
        arrive(t, c)
        add_resources(t, t.gain[c])
        t.var[SCORE] = max(t.var[SCORE], min(t.var[SCORE] + t.damage[c], LIFE))
        pull(t, t.draws[c])


def pay(t: Table, c: int) -> None:
    """Its colour where it must be; else colourless resources, then those of the colour there is most of."""
    t.var[USED] += t.cost[c]
    t.var[FREE + t.colour[c]] -= t.own_cost[c]
    for _ in range(t.cost[c] - t.own_cost[c]):
        most = FREE + COLOURLESS
        if t.var[most] == 0:
            for k in range(FREE, FREE + COLOURLESS):
                if t.var[k] > t.var[most]:
                    most = k
        t.var[most] -= 1


def arrive(t: Table, c: int) -> None:
    """A used card goes where its kind goes; a new event discards the one before (321)."""
    if t.kind[c] == CHARACTER:
        t.fresh[c] += 1
        t.var[CHARACTERS] += 1
    elif t.kind[c] == TACTIC:
        t.grave[c] += 1
    else:
        for d in range(len(t.hand)):
            if t.kind[c] == EVENT and t.kind[d] == EVENT:
                t.grave[d] += t.board[d]
                t.board[d] = 0
        t.board[c] += 1
        t.var[EQUIPPED] += t.kind[c] == EQUIPMENT


def add_resources(t: Table, count: int) -> None:
    """Cards from the top of the deck lie face down among the resources, ready to pay (104, 204)."""
    for _ in range(count):
        c = take(t)
        if c >= 0:
            t.hidden[c] += 1
            t.var[FREE + COLOURLESS] += 1
            t.var[AVAILABLE] += 1


def choose(t: Table) -> int:
    """A resource, then the first card of the plan that can be used and does not draw from an empty deck."""
    spare = -1
    if t.var[ACTING] == 0:
        spare = to_spare(t)
    if spare >= 0:
        return len(t.hand) * RESOURCE + any_of(t, t.ring, t.hand, spare)
    for i in range(len(t.plan)):
        c = t.plan[i]
        if t.draws[c] + t.gain[c] <= library(t) and can_use(t, c):
            return usable_one(t, c)
    return -1


def usable_one(t: Table, c: int) -> int:
    """Of the copies in hand of `c` and of the card types in its ring that can be used, each as likely: these may
    differ in their character names."""
    count, d = t.hand[c], t.ring[c]
    while d != c:
        count += t.hand[d] if can_use(t, d) else 0
        d = t.ring[d]
    rest = below(t.rng, count) if count > t.hand[c] else 0
    while rest >= 0:
        rest -= t.hand[d] if can_use(t, d) else 0
        c, d = d, t.ring[d]
    return c


def to_spare(t: Table) -> int:
    """The card for the resource zone; -1 where the others in hand cost no more together than there are resources.

    Of the colour that most others in hand lack; among these the last of the plan.
    """
    best, most, needed = -1, -1, 0
    for i in range(len(t.plan) - 1, -1, -1):
        c = t.plan[i]
        needed += t.hand[c] * t.cost[c]
        lack = lacking(t, c) if t.hand[c] > 0 else -1
        if lack > most:
            best, most = c, lack
    return best if best >= 0 and needed - t.cost[best] > t.var[AVAILABLE] else -1


def lacking(t: Table, c: int) -> int:
    """How many other cards in hand need more resources of its colour than there are."""
    have = t.var[FREE + t.colour[c]]
    count = -1 if t.own_cost[c] > have else 0
    for d in range(len(t.hand)):
        if t.colour[d] == t.colour[c] and t.own_cost[d] > have:
            count += t.hand[d]
    return count


def end_turn(t: Table) -> None:
    """Who can attacks: six attacks take the lives and one more wins (101); the hand is cut to six (408)."""
    hits = 0
    for c in range(len(t.hand)):
        hits += attackers(t, c)
        t.board[c] += t.fresh[c]
        t.fresh[c] = 0
    t.var[SCORE] = min(t.var[SCORE] + hits, LIFE + 1)
    over = total(t.hand) - HAND_LIMIT
    while over > 0:
        discard(t)
        over -= 1


def attackers(t: Table, c: int) -> int:
    """The copies that attack: those that arrived this turn only with 突袭."""
    return t.attacks[c] * t.board[c] + t.rush[c] * t.fresh[c]


def discard(t: Table) -> None:
    """The card in hand that comes last in the plan."""
    i = len(t.plan) - 1
    while t.hand[t.plan[i]] == 0:
        i -= 1
    c = any_of(t, t.ring, t.hand, t.plan[i])
    t.hand[c] -= 1
    t.grave[c] += 1


def has_won(t: Table) -> bool:
    return t.var[SCORE] > LIFE


def seen_count(t: Table) -> int:
    """Cards of the deck that were in hand."""
    return total(t.seen)


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "life", "fresh", "board", "resources", "hidden", "grave"),
    verbs=("use", "resource"),
    verb_counters=(PLAYS, LAID),
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
        "Puts a card into the resource zone if the other cards in hand cost more in total than there are resources: "
        "one of the colour that most of them lack, and of these the one it would use last. Then uses every card it "
        "can pay for: first cards that add resources, then characters that attack (rush first, then the cheapest), "
        "cards that draw or take life, and last cards without an effect here. Every character that can attacks the "
        "life zone each turn.",
        "只要其他手牌的費用總和超過資源數，就放一張資源：選手牌最缺的顏色，同色裡放最後才會用到的那張。接著付得起就用：先用增加資源的牌，"
        "再來是能攻擊的角色（突襲優先，其次費用低的），然後是抽牌或減少生命的牌，最後才是在這裡沒有作用的牌。能攻擊的角色每回合都攻擊生命區。",
        ja="ほかの手札のコストの合計がリソースの数を超える間は、カードを1枚リソースゾーンに置く。"
        "手札に最も足りない色から、最後に使うはずのものを選ぶ。次に、支払えるカードをすべて使う。"
        "リソースを増やすカード、攻撃するキャラクター（突撃が先、次にコストの低いもの）、"
        "カードを引いたりライフを減らしたりするカード、ここでは効果のないカードの順。攻撃できるキャラ"
        "クターは毎ターンすべてライフゾーンを攻撃する。",
    ),
    resource=Text("Resources", "資源", ja="リソース"),
    score=Text("Life cards turned", "翻開的生命牌", ja="めくったライフ"),
    clock=Text(
        "the turn of the attack after the sixth life card",
        "翻完六張生命牌後再攻擊成功的回合",
        ja="六枚のライフのあと、さらに攻撃が通ったターン",
    ),
)
