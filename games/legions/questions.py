"""Questions about decks of LEGIONS!."""

from fractions import Fraction

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.opening import SEATS, Seat
from games.engine.model.questions import TURN, Question, QuestionRow, Table, at_least, seen_question, total, turns
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text
from games.legions.rules import OPENING, advice_for, colours

CORES = 5
LATE = 3
"""After so many turns the core at WT-III is in the core zone."""
LAST = 6
SEAT_NAMES = {"first": Text("On the play", "先攻", ja="先攻"), "second": Text("On the draw", "後攻", ja="後攻")}


def cores(turn: int, seat: Seat) -> int:
    """Cores in the core zone after that turn's core phase, without what an awakened master adds."""
    if seat == "first":
        return min(turn, CORES)
    return min(turn, CORES - 1) + (1 if turn > LATE else 0)


def awakening(seat: Seat) -> int:
    """The turn in whose core phase the last core leaves the master."""
    return CORES if seat == "first" else CORES - 1


def core_curve(deck: Deck, seat: Seat) -> Table:
    rows = (
        QuestionRow(SEAT_NAMES[each], tuple(Fraction(cores(turn, each)) for turn in range(1, LAST + 1)))
        for each in SEATS
    )
    return Table(turns(1, LAST), tuple(rows))


def _master(deck: Deck) -> frozenset[str]:
    return frozenset[str]().union(*(colours(entry.card) for entry in deck.entries("master")))


def is_dead(card: Card, master: frozenset[str]) -> bool:
    """Whether it cannot be used before the awakening: lords, Arts, and two colours of which the master lacks one."""
    return card.kind in ("lord", "arts") or advice_for(card, master) == "advice.unusable"


def dead_cards(deck: Deck, seat: Seat) -> Table:
    entries, master = drawn_from(deck, OPENING), _master(deck)
    size, dead = total(entries), total(entries, lambda card: is_dead(card, master))
    last = awakening(seat) - 1
    if not size:
        return Table(turns(0, last), ())
    values = (Fraction(dead * OPENING.seen_count(size, turn, seat), size) for turn in range(last + 1))
    return Table(turns(0, last), (QuestionRow(Text("Dead cards", "廢牌", ja="使えない札"), tuple(values)),))


def _with_exchange(deck: Deck, seat: Seat, kind: str) -> Table:
    """At least one card of this kind that the master can unlock, seen by the turn.

    A player who still lacks one can always put away another card, so the exchange is one unseen card more a turn.
    """
    entries, master = drawn_from(deck, OPENING), _master(deck)

    def is_good(card: Card) -> bool:
        return card.kind == kind and advice_for(card, master) != "advice.unusable"

    size, good = total(entries), total(entries, is_good)
    if not good:
        return Table(turns(0, LAST), ())
    cards_seen = [OPENING.seen_count(size, turn, seat) for turn in range(LAST + 1)]
    plain = tuple(at_least(1, size, good, each) for each in cards_seen)
    better = tuple(at_least(1, size, good, min(each + turn, size)) for turn, each in enumerate(cards_seen))
    return Table(
        turns(0, LAST),
        (
            QuestionRow(Text("Without the exchange", "不用棄一抽一", ja="交換なし"), plain),
            QuestionRow(Text("With the exchange every turn", "每回合棄一抽一", ja="毎ターン交換"), better),
        ),
    )


def lord(deck: Deck, seat: Seat) -> Table:
    return _with_exchange(deck, seat, "lord")


def minion(deck: Deck, seat: Seat) -> Table:
    return _with_exchange(deck, seat, "minion")


EXCHANGE = Text(
    "With the exchange: until you draw one, you exchange another card every turn. Two-coloured cards with a colour the "
    "master lacks are not counted, because they cannot be unlocked.",
    "棄一抽一：還沒抽到之前，每回合都棄掉一張別的牌再抽一張。含有君主沒有的顏色的雙色卡無法解鎖，不計在內。",
    ja="交換あり：引くまで毎ターン、ほかのカードを1枚捨てて1枚引く。マスターにない色を含む2色のカードはアンロックできないため数えない。",
)

QUESTIONS = (
    Question(
        "cores",
        Text("Cores by turn", "每回合的魔法核", ja="ターンごとのコア"),
        Text(
            "How many cores you can spend this turn; the master awakens on turn 5 on the play and on turn 4 on "
            "the draw.",
            "這個回合可以支付的魔法核數；先攻第 5 回合覺醒，後攻第 4 回合覺醒。",
            ja="このターンに支払えるコアの数。マスターは先攻なら5ターン目、後攻なら4ターン目に覚醒する。",
        ),
        TURN,
        "number",
        "遊戲的準備, 魔法核階段",
        core_curve,
        Text(
            "Without the cores an awakened master adds.",
            "不計君主覺醒後增加的魔法核。",
            ja="覚醒したマスターが増やすコアは含まない。",
        ),
    ),
    Question(
        "dead",
        Text("Dead cards before the awakening", "覺醒前的廢牌", ja="覚醒前に使えないカード"),
        Text(
            "How many cards you have drawn on average that cannot be used before your master awakens: lords, Arts and "
            "two-coloured cards with a colour the master lacks.",
            "平均抽到幾張覺醒前不能用的牌：領主、Arts，以及含有君主沒有的顏色的雙色卡。",
            ja="マスターの覚醒前に使えないカードを平均で何枚引いているか：ロード、アーツ、マスターにないカラーを含む2色のカード。",
        ),
        TURN,
        "number",
        "覺醒模式, 解鎖手牌",
        dead_cards,
        Text("Without the exchange.", "不計棄一抽一。", ja="交換は数えない。"),
    ),
    Question(
        "lord",
        Text("A lord on the awakening turn", "覺醒時手上有領主", ja="覚醒時にロードがある"),
        Text(
            "The chance to have drawn a lord by this turn; it matters from the awakening on, turn 5 on the play and "
            "turn 4 on the draw.",
            "到這個回合為止抽到領主的機率；領主從覺醒起才用得到，先攻是第 5 回合，後攻是第 4 回合。",
            ja="このターンまでにロードを引いている確率。ロードが使えるのは覚醒から、先攻なら5ターン目、後攻なら4ターン目。",
        ),
        TURN,
        "chance",
        "覺醒模式, 抽牌階段, 解鎖手牌",
        lord,
        EXCHANGE,
    ),
    Question(
        "minion",
        Text("A minion, with the exchange", "有小兵（含棄一抽一）", ja="ミニオンがある（交換込み）"),
        Text(
            "The chance to have drawn a minion by this turn, without and with the exchange.",
            "到這個回合為止抽到小兵的機率，分成不用與使用棄一抽一。",
            ja="このターンまでにミニオンを引いている確率。交換なしと交換ありに分けて示す。",
        ),
        TURN,
        "chance",
        "抽牌階段, 解鎖手牌",
        minion,
        EXCHANGE,
    ),
)

SIMULATED = (seen_question("measure", OPENING.rule),)
