"""星杯傳說 goldfish: a team of two to four on one shared deck, one action per turn, until the fifth grail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.asteriated_grail.rules import OPENING, is_base_card
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.play.trials.goldfish import Goldfish
from games.engine.play.trials.shuffle import State, below
from games.engine.play.trials.table import (
    AVAILABLE,
    EXCHANGES,
    OWN,
    PLAYS,
    SCORE,
    USED,
    Aim,
    Ints,
    Plan,
    Unplayable,
    effect,
    facts,
    ints,
    library,
    ranks,
    shuffle_in,
    take,
    total,
    zeros,
)
from games.engine.texts.text import Text

HAND, HAND_LIMIT, BOUGHT = OPENING.hand, 6, 3
STONES, ENERGY, GRAIL, GOAL = 5, 3, 3, 5
"""Stones of a team and energy of a role at most; stones for a grail; grails to win."""

FEWEST, MAX = 2, 4
"""Players of a team (三.一)."""

GEMS, CRYSTALS, ACTED, EXPOSED, CHARGE = range(OWN, OWN + 5)
"""Stones of the team; players who have had this turn; 1 when the one who acts has declared 無法行動; from CHARGE on the
energy of each player."""

PLAY, BUY, SYNTHESISE, REFINE, STUCK = range(5)

DEFENCE = "light"
"""The element of the magic that is only ever an answer: 聖光 (二.八)."""


class Table(NamedTuple):
    """The fields all tables have; places of cards; facts by card type. `hand` is that of the player who acts."""

    order: Ints
    hand: Ints
    aside: Ints
    seen: Ints  # by the first player
    var: Ints
    rng: State
    keep: Plan
    goal: Aim
    next1: Ints  # the hands of those who act next, in their order
    next2: Ints
    next3: Ints
    discarded: Ints
    strike: Ints  # 1 for an attack
    usable: Ints  # 1 for an attack and for magic that is an action
    draws: Ints
    gain: Ints
    grails: Ints
    rank: Ints  # how much the pilot prefers it
    team: Ints  # how many players, a single number
    bullets: Ints  # the card types that are 魔彈


def table(cards: Sequence[Card], deck: Deck, common: Mapping[str, Any]) -> Table:
    """Raises Unplayable for a team of fewer than two players or more than four."""
    preferences = [preference(card) for card in cards]
    return Table(
        **common,
        next1=zeros(len(cards)),
        next2=zeros(len(cards)),
        next3=zeros(len(cards)),
        discarded=zeros(len(cards)),
        strike=facts(cards, lambda card: card.kind == "attack"),
        usable=facts(cards, is_action),
        draws=facts(cards, effect("draw")),
        gain=facts(cards, effect("resource")),
        grails=facts(cards, effect("score")),
        rank=ranks(preferences),
        team=ints([players(deck)]),
        bullets=ints(c for c, card in enumerate(cards) if is_base_card(card, "魔彈")),
    )


def players(deck: Deck) -> int:
    """A role for each player of the team."""
    count = deck.size("team")
    if not FEWEST <= count <= MAX:
        raise Unplayable(
            Text(
                f"a team needs {FEWEST} to {MAX} roles, and this one has {count}.",
                f"隊伍要有{FEWEST}到{MAX}個角色，這副有{count}個。",
                ja=f"チームには役が{FEWEST}～{MAX}人必要ですが、{count}人です。",
            )
        )
    return count


def is_action(card: Card) -> bool:
    return card.kind == "attack" or (card.kind == "magic" and card.get("element") != DEFENCE)


def preference(card: Card) -> tuple[int, ...]:
    """Attacks, other cards that are an action, the rest; of equals those with the most grails, with the most gems,
    that draw most."""
    use = is_action(card) + (card.kind == "attack")
    return (use, effect("score")(card), effect("resource")(card), effect("draw")(card))


def open_table(t: Table) -> None:
    """Four cards each off the shared deck (三.一)."""
    for c in range(len(t.hand)):
        t.next1[c] = 0
        t.next2[c] = 0
        t.next3[c] = 0
        t.discarded[c] = 0
    for _ in range(t.team[0]):
        fetch(t, HAND)
        pass_on(t)
    t.var[ACTED] = 0


def ready(t: Table) -> None:
    """Nothing stands between the opening hand and the first turn."""


def begin_turn(t: Table) -> None:
    """No card is drawn (三.三). The stones the team has."""
    t.var[ACTED] = 0
    t.var[AVAILABLE] = stones(t)


def stones(t: Table) -> int:
    return t.var[GEMS] + t.var[CRYSTALS]


def fetch(t: Table, count: int) -> None:
    """Draw cards to the hand of the player who acts; an empty deck is rebuilt from the discards (二.八)."""
    for _ in range(count):
        if library(t) == 0:
            reshuffle(t)
        c = take(t)
        if c >= 0:
            t.hand[c] += 1
            t.seen[c] += t.var[ACTED] == 0


def reshuffle(t: Table) -> None:
    for c in range(len(t.discarded)):
        while t.discarded[c] > 0:
            t.discarded[c] -= 1
            shuffle_in(t, c)


def pass_on(t: Table) -> None:
    """The next player acts: the hands move up by one, round the team."""
    k = t.team[0]
    for c in range(len(t.hand)):
        own = t.hand[c]
        t.hand[c] = t.next1[c]
        t.next1[c] = own if k == 2 else t.next2[c]
        t.next2[c] = own if k == 3 else t.next3[c]
        t.next3[c] = own if k == 4 else 0
    t.var[ACTED] += 1
    t.var[EXPOSED] = 0


def can_play(t: Table, action: int) -> bool:
    """One action a player: an attack, magic, or a special one (三.三)."""
    verb, c = action // len(t.hand), action % len(t.hand)
    if over(t):
        return False
    if verb == PLAY:
        return t.hand[c] > 0 and t.usable[c] == 1
    return c == 0 and special(t, verb)


def over(t: Table) -> bool:
    """Whether the turn is: all have acted, or the fifth grail has ended the game at once (四.一)."""
    return t.var[ACTED] == t.team[0] or has_won(t)


def special(t: Table, verb: int) -> bool:
    """Buying and making a grail need room for three cards; 無法行動, that nothing but refining is possible (四.十)."""
    if t.var[EXPOSED] == 1:
        return False
    if verb == REFINE:
        return stones(t) > 0 and t.var[CHARGE + t.var[ACTED]] < ENERGY
    if verb == STUCK:
        return not roomy(t) and ordinary(t) < 0
    return roomy(t) and (verb == BUY or stones(t) >= GRAIL)


def roomy(t: Table) -> bool:
    return total(t.hand) + BOUGHT <= HAND_LIMIT


def ordinary(t: Table) -> int:
    """The card type for a general action: an attack, which brings a stone while there is room, else magic; -1 if none.

    With five stones magic comes first. Of equals the one that ranks highest.
    """
    best, most, full = -1, -1, stones(t) == STONES
    for c in range(len(t.hand)):
        if t.hand[c] > 0 and t.usable[c] == 1:
            worth = t.strike[c] != full
            if worth > most or (worth == most and t.rank[c] > t.rank[best]):
                best, most = c, worth
    return best


def play(t: Table, action: int) -> None:
    """A player's action, after which the next one acts; who is stuck goes on with another hand (四.十)."""
    verb, c = action // len(t.hand), action % len(t.hand)
    to_draw = BOUGHT
    if verb == PLAY:
        to_draw = use(t, c)
    elif verb == BUY:
        gain_stones(t, 1, 1)
    elif verb == SYNTHESISE:
        spend(t, GRAIL)
        t.var[SCORE] += 1
    elif verb == REFINE:
        to_draw = refine(t)
    else:
        to_draw = expose(t)
    fetch(t, to_draw)
    while total(t.hand) > HAND_LIMIT:
        discard(t)
    if verb != STUCK or ordinary(t) < 0:
        pass_on(t)


def use(t: Table, c: int) -> int:
    """A card goes to the discards; an attack hits and brings a gem (四.一). The cards to draw."""
    t.hand[c] -= 1
    t.discarded[c] += 1
    gain_stones(t, t.strike[c] + t.gain[c], 0)
    t.var[SCORE] += t.grails[c]
    return t.draws[c]


def gain_stones(t: Table, gems: int, crystals: int) -> None:
    """As many as there is room for, gems before crystals (四.一)."""
    more = min(gems, room_for_stones(t))
    t.var[GEMS] += more
    t.var[AVAILABLE] += more
    more = min(crystals, room_for_stones(t))
    t.var[CRYSTALS] += more
    t.var[AVAILABLE] += more


def room_for_stones(t: Table) -> int:
    """How many more stones fit; a player may have laid down more than the rules do."""
    return max(STONES - stones(t), 0)


def spend(t: Table, count: int) -> None:
    """Stones leave the team, crystals before gems, which can pay for more."""
    crystals = min(count, t.var[CRYSTALS])
    t.var[CRYSTALS] -= crystals
    t.var[GEMS] -= count - crystals
    t.var[USED] += count


def refine(t: Table) -> int:
    """Up to two stones become energy of the role, three at most (四.七). The cards to draw."""
    place = CHARGE + t.var[ACTED]
    count = min(2, stones(t), ENERGY - t.var[place])
    spend(t, count)
    t.var[place] += count
    return 0


def expose(t: Table) -> int:
    """無法行動: the hand is shown and discarded, and as many cards are drawn (四.十). The cards to draw."""
    count = total(t.hand)
    for c in range(len(t.hand)):
        t.discarded[c] += t.hand[c]
        t.hand[c] = 0
    t.var[EXPOSED] = 1
    return count


def discard(t: Table) -> None:
    """A hand over its limit gives up the card that ranks lowest (四.八.4)."""
    worst = -1
    for c in range(len(t.hand)):
        if t.hand[c] > 0 and (worst < 0 or t.rank[c] < t.rank[worst]):
            worst = c
    worst = alike(t, worst)
    t.hand[worst] -= 1
    t.discarded[worst] += 1


def alike(t: Table, c: int) -> int:
    """Of the cards in hand that rank as `c` does, each as likely; no number is drawn where they are of one type.

    What `any_of` does. Here a few cards of a hand stand among many types, so that all of them are looked at in one go.
    """
    rank, count = t.rank[c], 0
    for d in range(len(t.hand)):
        count += t.hand[d] if t.rank[d] == rank else 0
    if count == t.hand[c]:
        return c
    rest = below(t.rng, count)
    for d in range(len(t.hand)):
        if t.rank[d] == rank:
            rest -= t.hand[d]
            if rest < 0:
                return d
    return c


def choose(t: Table) -> int:
    """A grail; else an attack that brings a stone; else a purchase; else any card; who can do nothing is stuck."""
    if over(t):
        return -1
    size, card = len(t.hand), ordinary(t)
    room = roomy(t) and t.var[EXPOSED] == 0
    if room and stones(t) >= GRAIL:
        return size * SYNTHESISE
    if room and not (card >= 0 and t.strike[card] == 1 and stones(t) < STONES):
        return size * BUY
    return alike(t, card) if card >= 0 else size * STUCK


def end_turn(t: Table) -> None:
    """The hand is the first player's again, also where the fifth grail ended the turn before all had acted."""
    while t.var[ACTED] < t.team[0]:
        pass_on(t)


def has_won(t: Table) -> bool:
    return t.var[SCORE] >= GOAL


def passers(t: Table) -> int:
    """How many players in a row, from the first on, hold a 魔彈 to pass one on with (二.八)."""
    if not holds_bullet(t, t.hand):
        return 0
    if not holds_bullet(t, t.next1):
        return 1
    if not holds_bullet(t, t.next2):
        return 2
    return 3 + holds_bullet(t, t.next3)


def holds_bullet(t: Table, hand: Ints) -> bool:
    holds = False
    for i in range(len(t.bullets)):
        holds = holds or hand[t.bullets[i]] > 0
    return holds


GOLDFISH = Goldfish(
    table=table,
    places=("hand", "aside", "next1", "next2", "next3", "discarded"),
    verbs=("play", "buy", "synthesise", "refine", "stuck"),
    verb_counters=(PLAYS, PLAYS, PLAYS, PLAYS, EXCHANGES),
    open_table=open_table,
    ready=ready,
    begin_turn=begin_turn,
    can_play=can_play,
    play=play,
    choose=choose,
    end_turn=end_turn,
    has_won=has_won,
    measures=(passers,),
    policy=Text(
        "Every player of the team acts once a turn, on one shared deck. A player with room for three cards makes a "
        "grail as soon as there are three stones. Otherwise players attack while the team has fewer than five stones, "
        "buy without an attack in hand, and use magic if there is no room to buy; a player who can do none of these "
        "is stuck and changes the hand. Nobody refines, because skills are not counted. The hand and the cards seen "
        "are those of the first player.",
        "隊伍每名玩家每回合各行動一次，共用一副牌庫。手牌還放得下三張且有三個星石就合成；否則星石未滿五個時攻擊，"
        "沒有攻擊牌就購買，放不下時用法術；什麼都做不到就宣告無法行動、換掉手牌。不計角色技能，所以不提煉。"
        "手牌與看過的牌都指第一位玩家。",
        ja="チームの全員が1つの山札を共有し、1ターンに1回ずつ行動する。手札にあと3枚入るプレイヤーは、"
        "星石が3個あればすぐ星杯を合成する。そうでなければ、星石が5個未満の間は攻撃し、"
        "攻撃カードがなければ購入し、購入できなければ魔法を使う。どれもできなければ行動不能となり、"
        "手札を入れ替える。スキルは数えないため、精錬はしない。手札と見たカードは最初のプレイヤーのも"
        "の。",
    ),
    resource=Text("Stones", "星石", ja="星石"),
    score=Text("Grails", "星杯", ja="星杯"),
    clock=Text("the turn of the fifth grail", "第五個星杯合成的回合", ja="五つ目の星杯のターン"),
    reshuffles=True,
)
