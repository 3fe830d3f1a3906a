"""Questions about decks of 零次元."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Seat
from games.engine.model.questions import (
    TURN,
    Question,
    QuestionRow,
    Table,
    at_least,
    hypergeometric,
    numbers,
    seen_question,
    total,
    turns,
)
from games.engine.odds.split import drawn_from
from games.engine.texts.text import Text
from games.engine.texts.writing import fold
from games.zero_dimension.rules import COLOURS, OPENING

LAST = 8


def counters(deck: Deck, seat: Seat) -> Table:
    entries = drawn_from(deck, OPENING)
    size, good = total(entries), total(entries, lambda card: card.get("counter") == "yes")
    columns = numbers(range(OPENING.life + 1))
    if size < OPENING.life or not good:
        return Table(columns, ())
    return Table(columns, (QuestionRow(Text("Chance", "機率", ja="確率"), hypergeometric(size, good, OPENING.life)),))


def colours(deck: Deck, seat: Seat) -> Table:
    """Every colour of the deck laid as a resource by the turn.

    One card a turn is drawn and laid. A colour seen late still comes in time, since at most one new colour is drawn in
    a turn: it is possible exactly where the turns suffice and every colour was seen.
    """
    entries = drawn_from(deck, OPENING)
    sizes = Counter[str]()
    for entry in entries:
        sizes[str(entry.card.get("colour") or "")] += entry.count
    deck_colours = [colour for colour in sizes if colour]
    size = total(entries)
    if len(deck_colours) < 2:
        return Table(turns(1, LAST), ())

    def by(turn: int) -> Fraction:
        if turn < len(deck_colours):
            return Fraction(0)
        cards_seen = OPENING.seen_count(size, turn, seat)
        return sum(
            (
                (-1) ** missing * hypergeometric(size, sum(sizes[each] for each in without), cards_seen)[0]
                for missing in range(len(deck_colours) + 1)
                for without in combinations(deck_colours, missing)
            ),
            Fraction(0),
        )

    label = Text(f"All {len(deck_colours)} colours", f"全部{len(deck_colours)}色", ja=f"{len(deck_colours)}色すべて")
    return Table(turns(1, LAST), (QuestionRow(label, tuple(by(turn) for turn in range(1, LAST + 1))),))


class Copies(NamedTuple):
    label: Text
    number: int
    card: Card | None = None


def _by_copies(deck: Deck, seat: Seat, copies: Iterable[Copies], value: Callable[[int, int, int], Fraction]) -> Table:
    """A row for all of which there are two or more: `value` of the deck's size, the copies, and the cards seen."""
    size = total(drawn_from(deck, OPENING))
    rows = (
        QuestionRow(
            each.label,
            tuple(value(size, each.number, OPENING.seen_count(size, turn, seat)) for turn in range(LAST + 1)),
            each.card,
        )
        for each in copies
        if each.number > 1
    )
    return Table(turns(0, LAST), tuple(rows))


def _surplus(size: int, copies: int, seen: int) -> Fraction:
    counts = hypergeometric(size, copies, seen)
    return sum((max(count - 1, 0) * chance for count, chance in enumerate(counts)), Fraction(0))


def _characters(deck: Deck) -> list[DeckLine]:
    return [entry for entry in deck.entries("main") if entry.card.kind == "character"]


def dead_copies(deck: Deck, seat: Seat) -> Table:
    """By character name, in whatever script it is printed (305)."""
    counts, spellings = Counter[str](), dict[str, str]()
    for entry in _characters(deck):
        values = entry.card.get("character_names")
        names = {fold(name): name for name in values} if isinstance(values, tuple) else {}
        counts.update(dict.fromkeys(names, entry.count))
        spellings = names | spellings
    copies = (Copies(Text(spellings[name], spellings[name]), count) for name, count in counts.items())
    return _by_copies(deck, seat, copies, _surplus)


def second_copies(deck: Deck, seat: Seat) -> Table:
    """By colour and name (600b); a name in several colours stands in as many rows, which say their colour."""
    lines: dict[tuple[str, str], list[DeckLine]] = {}
    for entry in _characters(deck):
        lines.setdefault((fold(entry.card.name), str(entry.card.get("colour") or "")), []).append(entry)
    colours_of_name = Counter(name for name, _ in lines)

    def copies(name: str, colour: str, entries: Sequence[DeckLine]) -> Copies:
        card = entries[0].card
        label = Text(card.name, card.name)
        if colours_of_name[name] == 1:
            return Copies(label, total(entries), card)
        text = next(
            (choice.label for choice in COLOURS if choice.value == colour), Text("no colour", "無色", ja="無色")
        )
        label = Text(f"{card.name} ({text.en})", f"{card.name}（{text.hant}）", ja=f"{card.name}（{text.read('ja')}）")
        return Copies(label, total(entries))

    rows = (copies(*key, entries) for key, entries in lines.items())
    return _by_copies(deck, seat, rows, lambda size, copies, seen: at_least(2, size, copies, seen))


QUESTIONS = (
    Question(
        "counters",
        Text("Counter effects among the life cards", "生命牌中的反擊特效", ja="ライフカードの中の反撃効果"),
        Text(
            "The chance that this many of your six life cards have a counter effect that triggers when damage turns "
            "them face up.",
            "六張生命牌中，有這麼多張帶有受傷翻開時發動的反擊特效的機率。",
            ja="6枚のライフカードのうち、ダメージで表向きになると発動する反撃効果を持つカードがこの枚数ある確率。",
        ),
        Text("Life cards", "生命牌", ja="ライフ"),
        "chance",
        "100, 202, 704",
        counters,
    ),
    Question(
        "colours",
        Text("Every colour among the resources", "資源湊齊所有顏色", ja="リソースにすべての色がそろう"),
        Text(
            "The chance that by this turn you can have a resource of every colour of the deck.",
            "到這個回合為止，資源區能湊齊牌組每個顏色的機率。",
            ja="このターンまでに、デッキのすべての色のリソースをそろえられる確率。",
        ),
        TURN,
        "chance",
        "404",
        colours,
        Text(
            "Assumes a resource every turn, a missing colour first, and no colour used up before.",
            "假設每回合都放一張資源，先放還缺的顏色，且之前沒有把那個顏色的牌用掉。",
            ja="毎ターン、足りない色を優先してリソースを置き、その色のカードを先に使ってしまわないものとする。",
        ),
    ),
    Question(
        "dead-copies",
        Text("Dead copies of one character name", "同一角色名的多餘卡", ja="同じキャラクター名の余ったカード"),
        Text(
            "How many extra characters of this name you have drawn on average; only one can be on the board at a time.",
            "平均多抽到幾張同一角色名的角色；第一張在場時，其他的不能同時在場。",
            ja="この名前のキャラクターを平均何枚余分に引くか。同時に場に出せるのは1枚だけ。",
        ),
        TURN,
        "number",
        "305",
        dead_copies,
    ),
    Question(
        "second-copy",
        Text("A second copy to level up with", "抽到第二張來升級", ja="レベルアップ用の2枚目"),
        Text(
            "The chance to have drawn two copies of this character: one to play, one to level it up with.",
            "抽到兩張這個角色的機率：一張登場，一張用來升級。",
            ja="このキャラクターを2枚引いている確率。1枚は登場させ、1枚でレベルアップする。",
        ),
        TURN,
        "chance",
        "600b",
        second_copies,
    ),
)

SIMULATED = (seen_question("measure", OPENING.rule),)
