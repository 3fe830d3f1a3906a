"""Questions about the shared deck of 星杯傳說."""

from collections.abc import Callable
from fractions import Fraction

from games.asteriated_grail.rules import OPENING, is_base_card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Seat
from games.engine.model.questions import (
    Question,
    QuestionRow,
    SimulatedLine,
    SimulatedQuestion,
    Table,
    at_least,
    hypergeometric,
    numbers,
    total,
)
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

HAND_LIMIT = 6
HANDS = range(1, HAND_LIMIT + 1)
HAND = Text("Cards in hand", "手牌數", ja="手札の枚数")
ELEMENTS = {
    "wind": Text("Wind", "風", ja="風"),
    "water": Text("Water", "水", ja="水"),
    "fire": Text("Fire", "火", ja="火"),
    "earth": Text("Earth", "地", ja="地"),
    "thunder": Text("Thunder", "雷", ja="雷"),
    "dark": Text("Dark", "暗", ja="闇"),
}
DAMAGES = range(1, 7)
SEEN = range(0, 150, 25)


def answers(element: str, deck: Deck) -> int:
    """How many attack cards answer an attack: those of its element and dark ones; none answers a dark one (四.二)."""
    if element == "dark":
        return 0
    entries = drawn_from(deck, OPENING)
    return total(entries, lambda card: card.kind == "attack" and card.get("element") in (element, "dark"))


def _by_element(deck: Deck, more: int) -> Table:
    size = total(drawn_from(deck, OPENING))
    rows = (
        QuestionRow(label, tuple(at_least(1, size, answers(element, deck) + more, hand) for hand in HANDS))
        for element, label in ELEMENTS.items()
    )
    return Table(numbers(HANDS), tuple(rows) if size else ())


def answering(deck: Deck, seat: Seat) -> Table:
    return _by_element(deck, 0)


def warding(deck: Deck, seat: Seat) -> Table:
    return _by_element(deck, total(drawn_from(deck, OPENING), lambda card: is_base_card(card, "聖光")))


def overflow(deck: Deck, seat: Seat) -> Table:
    """One morale for each card over the limit (四.八)."""
    rows = (
        QuestionRow(
            Text(f"Damage {damage}", f"{damage} 點傷害", ja=f"{damage}ダメージ"),
            tuple(Fraction(max(hand + damage - HAND_LIMIT, 0)) for hand in HANDS),
        )
        for damage in DAMAGES
    )
    return Table(numbers(HANDS), tuple(rows))


def chains(deck: Deck, seat: Seat) -> Table:
    """One 魔彈 lies on the table; the others and the rest of the deck are where nobody has seen them."""
    entries = drawn_from(deck, OPENING)
    bullets, size = total(entries, lambda card: is_base_card(card, "魔彈")) - 1, total(entries) - 1
    if bullets < 0:
        return Table(numbers(HANDS), ())

    def both(hand: int) -> Fraction:
        """Two hands of that size each hold one: by inclusion and exclusion."""
        if 2 * hand > size:
            return Fraction(0)
        return 1 - 2 * hypergeometric(size, bullets, hand)[0] + hypergeometric(size, bullets, 2 * hand)[0]

    once = QuestionRow(
        Text("Passed on once (3 damage)", "傳一次（3 點傷害）", ja="1回回す（3ダメージ）"),
        tuple(at_least(1, size, bullets, hand) for hand in HANDS),
    )
    twice = QuestionRow(
        Text("Passed on twice (4 damage)", "傳兩次（4 點傷害）", ja="2回回す（4ダメージ）"),
        tuple(both(hand) for hand in HANDS),
    )
    return Table(numbers(HANDS), (once, twice))


def left(deck: Deck, seat: Seat) -> Table:
    entries = drawn_from(deck, OPENING)
    size = total(entries)
    columns = [drawn_count for drawn_count in SEEN if drawn_count <= size]
    if not size:
        return Table(numbers(columns), ())

    def row(label: Text, lines: list[DeckLine]) -> QuestionRow:
        values = tuple(total(lines) * Fraction(size - drawn_count, size) for drawn_count in columns)
        return QuestionRow(label, values, lines[0].card if lines and lines[0].card.kind == "magic" else None)

    attacks = [entry for entry in entries if entry.card.kind == "attack"]
    rows = [
        row(label, [entry for entry in attacks if entry.card.get("element") == element])
        for element, label in ELEMENTS.items()
    ]
    magic: dict[str, list[DeckLine]] = {}
    for entry in entries:
        if entry.card.kind == "magic":
            magic.setdefault(fold(entry.card.name), []).append(entry)
    rows += [row(Text(lines[0].card.name, lines[0].card.name), lines) for lines in magic.values()]
    return Table(numbers(columns), tuple(rows))


UNSEEN = Text(
    "The hand is drawn from all cards not seen yet; role skills are not counted.",
    "手牌視為從所有還沒看過的牌中抽出；不計角色技能。",
    ja="手札はまだ見ていないすべてのカードから引かれたものとする。役割の技能は数えない。",
)
CHAINED = Text(
    "The hands are drawn from all cards not seen yet; do not count the Magic Bullet on the table among the cards seen. "
    "Role skills are not counted.",
    "手牌視為從所有還沒看過的牌中抽出；桌上這張魔彈不要算進看過的牌。不計角色技能。",
    ja="手札はまだ見ていないすべてのカードから引かれたものとし、場の魔彈は見たカードに含めない。役割の技能は数えない。",
)

QUESTIONS = (
    Question(
        "answer",
        Text("Answering an attack", "應戰的機率", ja="応戦できる確率"),
        Text(
            "The chance that a hand of this size holds an attack of the same element or a Dark Extinction to "
            "answer with; nothing answers a Dark Extinction.",
            "這個手牌數裡有同系攻擊牌或「暗滅」可以應戰的機率；「暗滅」不能被應戰。",
            ja="この枚数の手札に、応戦できる同じ属性の攻撃カードか暗滅がある確率。暗滅には応戦できない。",
        ),
        HAND,
        "chance",
        "四.二",
        answering,
        UNSEEN,
    ),
    Question(
        "ward",
        Text("Not being hit", "擋下攻擊的機率", ja="攻撃を防げる確率"),
        Text(
            "The chance that a hand of this size can answer the attack or block it with Holy Light.",
            "這個手牌數可以應戰，或用「聖光」擋下攻擊的機率。",
            ja="この枚数の手札で、応戦するか聖光で防げる確率。",
        ),
        HAND,
        "chance",
        "二.八, 四.二",
        warding,
        UNSEEN,
    ),
    Question(
        "overflow",
        Text("Morale lost to overflow", "爆牌損失的士氣", ja="爆牌で失う士気"),
        Text(
            "The morale your side loses when a player with this many cards takes so much damage and has to discard "
            "down to six.",
            "手牌數為這麼多的玩家承受傷害後，必須棄到六張，我方因此損失的士氣。",
            ja="手札がこの枚数のプレイヤーがダメージを受け、6枚になるまで捨てるときに、自分の側が失う士気。",
        ),
        HAND,
        "number",
        "四.八",
        overflow,
        Text("Hand limit 6, without healing.", "手牌上限 6 張，不使用治療。", ja="手札の上限は6枚、治療なし。"),
    ),
    Question(
        "chains",
        Text("Magic Bullets passed on", "魔彈傳遞", ja="魔弾が回る確率"),
        Text(
            "The chance that the next player, or the next two, hold another Magic Bullet to pass it on, each with this "
            "many cards in hand.",
            "下一位（或接下來兩位）對手各有這麼多手牌時，手上有「魔彈」可以繼續傳下去的機率。",
            ja="次の相手（または次の2人）が、それぞれこの枚数の手札に別の魔弾を持っていて、回せる確率。",
        ),
        HAND,
        "chance",
        "二.八",
        chains,
        CHAINED,
    ),
    Question(
        "left",
        Text("What is left in the deck", "牌庫還剩什麼", ja="山札に残っているもの"),
        Text(
            "How many of these cards are left, and how many on average after this many more have been drawn.",
            "現在還剩幾張這種牌，以及再抽走這麼多張之後平均還剩幾張。",
            ja="この種類のカードの残り枚数と、さらにこの枚数が引かれた後の平均。",
        ),
        Text("Cards drawn", "再抽張數", ja="引かれる枚数"),
        "number",
        "二.八",
        left,
    ),
)


def _morale(damage: int) -> Callable[[int], int]:
    """What a hand loses to so much damage (四.八)."""
    return lambda hand: max(hand + damage - HAND_LIMIT, 0)


def _at_least_passers(times: int) -> Callable[[int], int]:
    """Whether at least so many players in a row pass a 魔彈 on."""
    return lambda players: int(players >= times)


SIMULATED = (
    SimulatedQuestion(
        "overflow-morale",
        Text("Expected morale lost to overflow", "爆牌預期損失的士氣", ja="爆牌で失う士気の期待値"),
        Text(
            "The morale that your side loses on average when the first player takes this damage after the turn.",
            "第一位玩家在回合結束後受到這麼多傷害時，我方平均損失的士氣。",
            ja="ターン終了後に最初のプレイヤーがこのダメージを受けたとき、自陣が失う士気の平均。",
        ),
        "number",
        "hand",
        tuple(
            SimulatedLine(Text(f"Damage {damage}", f"{damage} 點傷害", ja=f"{damage}ダメージ"), _morale(damage))
            for damage in (1, 2, 3)
        ),
        "四.八",
        Text(
            "Hands as the pilot plays them; hand limit 6, without healing. An attack does 2 damage.",
            "手牌依電腦的打法；手牌上限 6 張，不使用治療。攻擊傷害為 2 點。",
            ja="手札はシミュレーションの打ち方による。手札の上限は6枚、治療なし。攻撃は2ダメージ。",
        ),
    ),
    SimulatedQuestion(
        "bullet-chain",
        Text("Magic Bullet chains", "魔彈連續傳遞", ja="魔彈の連鎖"),
        Text(
            "The chance that this many players in a row hold a Magic Bullet to pass it on after the turn.",
            "回合結束後，連續這麼多名玩家手上都有「魔彈」可以傳下去的機率。",
            ja="ターン終了後、連続する人数のプレイヤーが魔彈を持っていて回せる確率。",
        ),
        "chance",
        "measure",
        tuple(
            SimulatedLine(Text(label, chinese, ja=japanese), _at_least_passers(times))
            for times, (label, chinese, japanese) in enumerate(
                (
                    ("Passed on once (3 damage)", "傳一次（3 點傷害）", "1回（3ダメージ）"),
                    ("Passed on twice (4 damage)", "傳兩次（4 點傷害）", "2回（4ダメージ）"),
                    ("Passed on three times (5 damage)", "傳三次（5 點傷害）", "3回（5ダメージ）"),
                ),
                1,
            )
        ),
        "二.八",
        Text(
            "The simulated team’s hands stand in for the players of both sides that the Magic Bullet reaches; a team "
            "of two passes it on at most twice.",
            "以模擬隊伍的手牌代表魔彈依序傳到的雙方玩家；兩人隊伍最多傳兩次。",
            ja="シミュレーションのチームの手札を、魔彈が届く両陣営のプレイヤーの手札とみなす。2人なら2回まで。",
        ),
    ),
)
