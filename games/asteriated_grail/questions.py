"""What players of 星杯傳說 ask of the shared deck."""

from fractions import Fraction

from games.asteriated_grail.rules import OPENING
from games.engine.model.decks import Deck
from games.engine.model.opening import Seat
from games.engine.model.questions import Question, QuestionRow, Table, at_least, hypergeometric, numbers, total
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text

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
    return _by_element(deck, total(drawn_from(deck, OPENING), lambda card: card.name == "聖光"))


def overflow(deck: Deck, seat: Seat) -> Table:
    """One morale for each card over the limit (四.八)."""
    rows = (
        QuestionRow(
            Text(f"Damage {damage}", f"{damage}點傷害"),
            tuple(Fraction(max(hand + damage - HAND_LIMIT, 0)) for hand in HANDS),
        )
        for damage in DAMAGES
    )
    return Table(numbers(HANDS), tuple(rows))


def chains(deck: Deck, seat: Seat) -> Table:
    """One 魔彈 lies on the table; the others and the rest of the deck are where nobody has seen them."""
    entries = drawn_from(deck, OPENING)
    bullets, size = total(entries, lambda card: card.name == "魔彈") - 1, total(entries) - 1
    if bullets < 0:
        return Table(numbers(HANDS), ())

    def both(hand: int) -> Fraction:
        """Two hands of that size each hold one: by inclusion and exclusion."""
        return 1 - 2 * hypergeometric(size, bullets, hand)[0] + hypergeometric(size, bullets, 2 * hand)[0]

    once = QuestionRow(
        Text("Passed on once (3 damage)", "傳一次（3點傷害）"),
        tuple(at_least(1, size, bullets, hand) for hand in HANDS),
    )
    twice = QuestionRow(Text("Passed on twice (4 damage)", "傳兩次（4點傷害）"), tuple(both(hand) for hand in HANDS))
    return Table(numbers(HANDS), (once, twice))


def left(deck: Deck, seat: Seat) -> Table:
    entries = drawn_from(deck, OPENING)
    size = total(entries)
    groups = {
        label: total(entries, lambda card, element=element: card.kind == "attack" and card.get("element") == element)  # type: ignore[misc]
        for element, label in ELEMENTS.items()
    }
    for name in dict.fromkeys(entry.card.name for entry in entries if entry.card.kind == "magic"):
        groups[Text(name, name)] = total(entries, lambda card, name=name: card.name == name)  # type: ignore[misc]
    shown = [seen for seen in SEEN if seen <= size]
    rows = (
        QuestionRow(label, tuple(held * Fraction(size - seen, size) for seen in shown))
        for label, held in groups.items()
    )
    return Table(numbers(shown), tuple(rows) if size else ())


UNSEEN = Text(
    "The hand is drawn from the whole deck; skills of roles are not counted.",
    "手牌視為從整副牌庫抽出；不計角色技能。",
)

QUESTIONS = (
    Question(
        "answer",
        Text("Answering an attack", "應戰的機率"),
        Text(
            "The chance that a hand of this size holds an attack of the same element or 暗滅 to answer with; nothing "
            "answers 暗滅.",
            "這個手牌數裡有同系攻擊牌或「暗滅」可以應戰的機率；「暗滅」不能被應戰。",
        ),
        HAND,
        "chance",
        "四.二",
        answering,
        UNSEEN,
    ),
    Question(
        "ward",
        Text("Not being hit", "擋下攻擊的機率"),
        Text(
            "The chance that a hand of this size can answer the attack or block it with 聖光.",
            "這個手牌數可以應戰，或用「聖光」擋下攻擊的機率。",
        ),
        HAND,
        "chance",
        "二.八, 四.二",
        warding,
        UNSEEN,
    ),
    Question(
        "overflow",
        Text("Morale lost to 爆牌", "爆牌損失的士氣"),
        Text(
            "The morale your side loses when a player with this many cards takes so much damage and has to discard "
            "down to six.",
            "手牌數為這麼多的玩家承受傷害後，必須棄到六張，我方因此損失的士氣。",
        ),
        HAND,
        "number",
        "四.八",
        overflow,
        Text("Hand limit 6, without healing.", "手牌上限6張，不使用治療。"),
    ),
    Question(
        "chains",
        Text("魔彈 passed on", "魔彈傳遞"),
        Text(
            "The chance that the next player, or the next two, hold another 魔彈 to pass it on, each with this many "
            "cards in hand.",
            "下一位（或接下來兩位）對手各有這麼多手牌時，手上有「魔彈」可以繼續傳下去的機率。",
        ),
        HAND,
        "chance",
        "二.八",
        chains,
        UNSEEN,
    ),
    Question(
        "left",
        Text("What is left in the deck", "牌庫還剩什麼"),
        Text(
            "How many of these cards are still in the deck on average after so many cards have left it.",
            "牌庫已抽走這麼多張牌之後，平均還剩幾張這種牌。",
        ),
        Text("Cards drawn", "已抽張數", ja="引かれた枚数"),
        "number",
        "二.八",
        left,
    ),
)
