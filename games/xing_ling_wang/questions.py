"""Questions about decks of 星靈王."""

from collections.abc import Callable
from fractions import Fraction

from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.model.questions import (
    TURN,
    Question,
    QuestionRow,
    SimulatedLine,
    SimulatedQuestion,
    Table,
    at_least,
    seen_question,
    total,
    turns,
)
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text
from games.xing_ling_wang.rules import OPENING

LAST = 6
PLACES = 10
MAX_DEAD = 3
MAX_TRIBUTES = 3


def board(turn: int, seat: Seat) -> int:
    """The most units on the board before that turn's summon: one summon and one formation in every turn before it.

    The first player has no tactics in the first turn (十三.1). Little Travellers need no card (二.3, 二.4).
    """
    formations = turn - 1 - (1 if seat == "first" and turn > 1 else 0)
    return min(turn - 1 + formations, PLACES)


def tribute_of(card: Card) -> int:
    """How many tributes a unit needs; 0 for what needs none, or has a condition instead (十二.4)."""
    tributes = 0 if card.get("condition") else card.number("tribute")
    return int(tributes or 0) if card.kind == "unit" else 0


def tribute_curve(deck: Deck, seat: Seat) -> Table:
    entries = drawn_from(deck, OPENING)
    size = total(entries)

    def by(tribute: int, turn: int) -> Fraction:
        if board(turn, seat) < tribute:
            return Fraction(0)
        copies = total(entries, lambda card: tribute_of(card) == tribute)
        return at_least(1, size, copies, OPENING.seen_count(size, turn, seat))

    tributes = sorted({tribute_of(entry.card) for entry in entries} - {0})
    rows = (
        QuestionRow(
            Text(f"Tribute {tribute}", f"祭品 {tribute}", ja=f"生贄{tribute}"),
            tuple(by(tribute, turn) for turn in range(1, LAST + 1)),
        )
        for tribute in tributes
    )
    return Table(turns(1, LAST), tuple(rows))


def dead_blue_stars(deck: Deck, seat: Seat) -> Table:
    entries = drawn_from(deck, OPENING)
    size, blue = total(entries), total(entries, lambda card: card.kind == "unit" and bool(card.get("condition")))
    rows = (
        QuestionRow(
            Text(f"At least {least}", f"至少 {least} 張", ja=f"{least}枚以上"),
            tuple(at_least(least, size, blue, OPENING.seen_count(size, turn, seat)) for turn in range(LAST + 1)),
        )
        for least in range(1, min(blue, MAX_DEAD) + 1)
    )
    return Table(turns(0, LAST), tuple(rows))


QUESTIONS = (
    Question(
        "tribute-curve",
        Text("Units you can draw and pay for", "抽得到也付得起祭品的單位", ja="引けて生贄も足りるユニット"),
        Text(
            "The chance that by this turn you have drawn a unit with this many red stars and own enough units to "
            "tribute for it.",
            "到這個回合為止，抽到這個紅星數的單位，而且場上單位夠當祭品的機率。",
            ja="このターンまでに、赤い星がこの数のユニットを引き、生贄にするユニットも足りている確率。",
        ),
        TURN,
        "chance",
        "二.3, 二.4, 六.9, 十二.3, 十三.1",
        tribute_curve,
        Text(
            "Assumes a summon and a formation in every earlier turn (a Little Traveller if no card fits), no attacks "
            "and no unit lost; as dealt, without the mulligan and effects of cards. A simulation counts effects: "
            "“Units to sacrifice next turn”.",
            "假設之前每回合都召喚並佈陣（沒有合適的牌就用小旅人），不攻擊、不損失單位；不計換牌與卡牌效果。"
            "計入效果的見模擬的「下回合可當祭品的單位」。",
            ja="それまでの毎ターン召喚と布陣を行い（合うカードがなければ小旅人）、攻撃せず、ユニットを失わな"
            "いものとする。引き直しとカードの効果は数えない。効果を含めたものは、シミュレーションの「次の"
            "ターンに生贄にできるユニット」を参照。",
        ),
    ),
    Question(
        "blue-stars",
        Text("Blue-star units drawn", "抽到的藍星單位", ja="引いた青い星のユニット"),
        Text(
            "The chance to have drawn this many blue-star units, which are dead in hand until their condition is met.",
            "抽到這麼多張藍星單位的機率；條件達成之前，它們只能卡在手上。",
            ja="青い星のユニットをこの枚数引いている確率。条件を満たすまでは手札で使えない。",
        ),
        TURN,
        "chance",
        "十二.4",
        dead_blue_stars,
        Text("As dealt, without the mulligan.", "不計換牌。", ja="引き直しなし。"),
    ),
)

AS_PLAYED = Text(
    "As the pilot plays, with the effects that it plays: it sacrifices only for a unit that raises the score. There is "
    "no opponent.",
    "依電腦的打法，只計模擬會執行的效果；能增加分數才獻祭，沒有對手。",
    ja="シミュレーションの打ち方と、そこで使われる効果による。得点が増えるときだけ生贄にする。相手はいない。",
)


def _at_least_units(least: int) -> Callable[[int], int]:
    return lambda units: int(units >= least)


SIMULATED = (
    SimulatedQuestion(
        "final-score",
        Text("Score at the end of the countdown", "倒數結束時的分數", ja="カウントダウン終了時の得点"),
        Text(
            "Your score when the countdown runs out, if no one finishes early.",
            "沒有人提早結束、打到倒數結束時，我方的分數。",
            ja="早期終了を宣言せず、カウントダウンが終わったときの自分の得点。",
        ),
        "number",
        "final",
        (SimulatedLine(Text("Score", "分數", ja="得点")),),
        "三.1, 十四.3",
        Text(
            "The pilot plays on past 15 points, without an opponent; one game in 256 is played to its end.",
            "電腦滿 15 分仍繼續打，沒有對手；每 256 局取一局打到倒數結束。",
            ja="15点に達しても続ける。相手はいない。256回に1回、最後まで行う。",
        ),
    ),
    SimulatedQuestion(
        "tributes-on-board",
        Text("Units to sacrifice next turn", "下回合可當祭品的單位", ja="次のターンに生贄にできるユニット"),
        Text(
            "The chance that at the end of the turn you have at least this many units on the board: Little Travellers "
            "and what effects summon count, too.",
            "回合結束時，場上至少有這麼多單位的機率；小旅人與效果召喚出來的單位也算。",
            ja="ターン終了時に、自分の場にこの数以上のユニットがいる確率。小旅人や効果で出したユニットも数える。",
        ),
        "chance",
        "measure",
        tuple(
            SimulatedLine(Text(f"At least {least}", f"至少 {least} 個", ja=f"{least}体以上"), _at_least_units(least))
            for least in range(1, MAX_TRIBUTES + 1)
        ),
        "六.9, 十二.3",
        AS_PLAYED,
    ),
    seen_question("second measure", "一.5, 二.1"),
    SimulatedQuestion(
        "sacrifices",
        Text("Units sacrificed", "獻祭的單位", ja="生贄にしたユニット"),
        Text(
            "How many units you have sacrificed as tributes by the end of each turn, Little Travellers among them.",
            "到每回合結束為止，當祭品獻祭了幾個單位，小旅人也算。",
            ja="各ターンの終わりまでに生贄にしたユニットの数。小旅人も数える。",
        ),
        "number",
        "third measure",
        (SimulatedLine(Text("Units sacrificed", "獻祭的單位", ja="生贄にしたユニット")),),
        "十二.3",
        AS_PLAYED,
    ),
)
