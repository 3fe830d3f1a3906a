"""Questions about decks of Echo of Legends."""

from fractions import Fraction

from games.echo_of_legends.rules import OPENING
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.model.questions import (
    Question,
    QuestionRow,
    SimulatedLine,
    SimulatedQuestion,
    Table,
    hypergeometric,
    numbers,
    seen_question,
    total,
)
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text

PLACES = 5
BEATS = {"fire": "grass", "grass": "water", "water": "fire"}
ATTRIBUTES = {
    "fire": Text("Fire", "火", ja="火"),
    "grass": Text("Grass", "草", ja="草"),
    "water": Text("Water", "水", ja="水"),
    "light": Text("Light", "光", ja="光"),
    "dark": Text("Dark", "暗", ja="闇"),
}


def _fill_columns(counts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    padded = (*counts, *(Fraction(0) for _ in range(PLACES)))
    return (*padded[:PLACES], sum(padded[PLACES:], Fraction(0)))


def places(deck: Deck, seat: Seat) -> Table:
    """With the mulligan every card that is no minion goes to the bottom, so none of them comes back (2.1.1)."""
    entries = drawn_from(deck, OPENING)
    size, minions = total(entries), total(entries, lambda card: card.kind == "minion")
    hand = min(OPENING.hand, size)
    if not size:
        return Table(numbers(range(PLACES + 1)), ())
    dealt_chances = hypergeometric(size, minions, hand)
    after = [Fraction(0)] * (hand + 1)
    for dealt_minions, chance in enumerate(dealt_chances):
        if chance:
            back = min(hand - dealt_minions, size - hand) if dealt_minions < PLACES else 0
            for more, likely in enumerate(hypergeometric(size - hand, minions - dealt_minions, back)):
                after[dealt_minions + more] += chance * likely
    rows = (
        QuestionRow(Text("As dealt", "不換牌", ja="引き直しなし"), _fill_columns(dealt_chances)),
        QuestionRow(Text("With the mulligan", "換牌後", ja="引き直し後"), _fill_columns(tuple(after))),
    )
    return Table(numbers(range(PLACES + 1)), rows)


def match_ups(deck: Deck, seat: Seat) -> Table:
    minions = [entry for entry in deck.entries("main") if entry.card.kind == "minion" and entry.card.get("attribute")]
    size = total(minions)
    columns = (
        Text("Yours doubles", "我方加倍", ja="自分が2倍"),
        Text("No advantage", "互不剋制", ja="相性なし"),
        Text("Theirs doubles", "對方加倍", ja="相手が2倍"),
    )
    if not size:
        return Table(columns, ())

    def row(theirs: str, label: Text) -> QuestionRow:
        wins = Fraction(total(minions, lambda card: BEATS.get(str(card.get("attribute"))) == theirs), size)
        loses = Fraction(total(minions, lambda card: BEATS.get(theirs) == card.get("attribute")), size)
        return QuestionRow(label, (wins, 1 - wins - loses, loses))

    return Table(columns, tuple(row(theirs, label) for theirs, label in ATTRIBUTES.items()))


QUESTIONS = (
    Question(
        "places",
        Text("Places filled at the start", "開場放滿幾個位置", ja="開始時に埋まる場所"),
        Text(
            "The chance to start with this many minions on the board; with none you lose at once, or draw if the "
            "opponent has none either.",
            "開場時場上有這麼多隨從的機率；一個都沒有就立刻落敗，對手也沒有時平手。",
            ja="開始時に場にこの数の従者がいる確率。1体もいなければただちに負ける（相手にもいなければ引き分け）。",
        ),
        Text("Minions placed", "放置的隨從數", ja="置いた従者"),
        "chance",
        "1.1, 2.1.1",
        places,
        Text(
            "Mulligan: with fewer than five minions, everything else is put back.",
            "換牌：隨從不到五個時，把其他牌全部放到牌庫底重抽。",
            ja="引き直し：従者が5体に満たなければ、ほかのカードをすべて戻す。",
        ),
    ),
    Question(
        "match-ups",
        Text("Attribute match-ups", "屬性剋制", ja="属性の相性"),
        Text(
            "The share of your minions whose attack is doubled against a minion of this attribute, and the share that "
            "faces a doubled attack.",
            "面對這個屬性的隨從時，我方有多少隨從攻擊力加倍，又有多少會被對方加倍。",
            ja="この属性の従者に対して、自分の従者のうち攻撃力が2倍になる割合と、相手の攻撃力が2倍になる割合。",
        ),
        Text("Battle", "戰鬥", ja="戦闘"),
        "chance",
        "2.2.2",
        match_ups,
        Text(
            "A Shield cancels the doubling and is not counted.",
            "「護盾」會取消加倍，不計在內。",
            ja="シールドは2倍を打ち消すが、ここでは数えない。",
        ),
    ),
)

SIMULATED = (
    SimulatedQuestion(
        "unspent-energy",
        Text("Wasted energy", "浪費的能量", ja="使い残したエネルギー"),
        Text(
            "How much energy is lost unspent at the end of each turn.",
            "每回合結束時沒用完而失去的能量。",
            ja="各ターンの終わりに使われずに失われるエネルギー。",
        ),
        "number",
        "measure",
        (SimulatedLine(Text("Unspent energy", "未使用的能量", ja="残ったエネルギー")),),
        "2.1.2",
        Text("As the pilot plays.", "依電腦的打法。", ja="シミュレーションの打ち方による。"),
    ),
    seen_question("second measure", "2.1.1, 2.1.2"),
)
