"""A game's questions about a deck: answered exactly by a table, or by simulation with an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Literal, NamedTuple

from games.engine.model.cards import Card
from games.engine.model.decks import Deck, DeckLine
from games.engine.model.opening import Seat
from games.engine.texts.text import Text


class QuestionRow(NamedTuple):
    """One line of an answer: a value for each column. `card`: the card whose printed name is the label, which pages
    replace by the reader's."""

    label: Text
    values: tuple[Fraction, ...]
    card: Card | None = None


class Table(NamedTuple):
    """An answer. Without rows the question does not arise with the deck."""

    columns: tuple[Text, ...]
    rows: tuple[QuestionRow, ...]


@dataclass(frozen=True, eq=False)
class Question:
    """`explanation`: what the values say, in one sentence; `axis`: what the columns count; `rule`: its paragraphs.

    `unit`: whether the values are chances from 0 to 1 or plain numbers. `answer` may raise Unreadable. `policy`: what
    is assumed of the player's choices.
    """

    slug: str
    label: Text
    explanation: Text
    axis: Text
    unit: Literal["chance", "number"]
    rule: str
    answer: Callable[[Deck, Seat], Table]
    policy: Text | None = None


class SimulatedLine(NamedTuple):
    """A line of a simulated answer: the mean of `value` over games, of 0 and 1 where the unit is a chance.

    `value`: of what is counted in a game; None: the count itself.
    """

    label: Text
    value: Callable[[int], int] | None = None


FURTHER_MEASURES = ("second measure", "third measure")
"""What a game measures of its own at the end of every turn besides the first, in the order of its goldfish."""


@dataclass(frozen=True, eq=False)
class SimulatedQuestion:
    """A question answered by playing. `explanation`, `unit`, `rule` as of Question; `policy`: what playing assumes.

    `counts`: what is counted at the end of every turn, a metric of tallies, "measure" for the first that the game
    measures of its own, or one of FURTHER_MEASURES; or, once a game, "final" for the score that games which are played
    out end with.
    """

    slug: str
    label: Text
    explanation: Text
    unit: Literal["chance", "number"]
    counts: str
    lines: tuple[SimulatedLine, ...]
    rule: str
    policy: Text


def hypergeometric(size: int, good: int, seen: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 … `seen` good cards among `seen` of `size` cards, `good` of which are good."""
    seen = min(seen, size)
    total = comb(size, seen)
    return tuple(Fraction(comb(good, few) * comb(size - good, seen - few), total) for few in range(seen + 1))


def at_least(least: int, size: int, good: int, seen: int) -> Fraction:
    """The chance of `least` or more good cards among `seen` cards."""
    return sum(hypergeometric(size, good, seen)[least:], Fraction(0))


def total(entries: Iterable[DeckLine], counts: Callable[[Card], bool] = lambda card: True) -> int:
    """How many copies there are of the cards that count."""
    return sum(entry.count for entry in entries if counts(entry.card))


def turns(first: int, last: int) -> tuple[Text, ...]:
    """Columns for the turns; 0 is the opening hand."""
    opening = Text("Opening hand", "起手", ja="初手")
    return tuple(Text(str(turn), str(turn)) if turn else opening for turn in range(first, last + 1))


def numbers(values: Iterable[int]) -> tuple[Text, ...]:
    """Columns for plain numbers."""
    return tuple(Text(str(value), str(value)) for value in values)


TURN = Text("Turn", "回合", ja="ターン")


def seen_question(counts: str, rule: str) -> SimulatedQuestion:
    """How many cards a player has seen, with those that effects draw and find. `counts`: the measure that counts
    them."""
    return SimulatedQuestion(
        "cards-seen",
        Text("Cards seen, with draws and searches", "看過的牌，含抽牌與搜尋", ja="見たカード（効果によるものを含む）"),
        Text(
            "How many cards of your deck you have seen by the end of each turn: the hand, the draws of the rules, and "
            "what effects draw and find, less what they shuffle back.",
            "到每回合結束為止，看過牌組裡的幾張牌：起手、規則的抽牌，加上效果抽到與找到的，減去洗回牌庫的。",
            ja="各ターンの終わりまでに見た自分のデッキのカードの枚数。初手、ルールで引くカード、効果で引く・探すカードを含み、"
            "デッキに戻したカードを除く。",
        ),
        "number",
        counts,
        (SimulatedLine(Text("Cards seen", "看過的牌", ja="見たカード")),),
        rule,
        Text(
            "As the pilot plays, with the effects that it plays.",
            "依電腦的打法，只計模擬會執行的效果。",
            ja="シミュレーションの打ち方と、そこで使われる効果による。",
        ),
    )
