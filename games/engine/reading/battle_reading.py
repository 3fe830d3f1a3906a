"""Reads the situation of a battle from parameters and cards, and reports every mistake."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.model.battle import Battle, Field, Side
from games.engine.model.battle_situation import Situation, Value
from games.engine.model.cards import DASH, Card
from games.engine.model.game import Game
from games.engine.model.keywords import is_listed
from games.engine.texts.writing import fold

Given = Mapping[str, Sequence[str]]
"""Values by full name, as texts; several only of options. An empty text stands for none."""

INTEGER = re.compile(r"[+-]?\d{1,9}", re.ASCII)

PROBLEMS = (
    "missing",
    "not-a-number",
    "out-of-range",
    "unknown-value",
    "unknown-field",
    "repeated",
    "wrong-kind",
)
"""Every code of a mistake."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a situation: its field, and the facts for a message."""

    code: str
    name: str
    params: Mapping[str, str | int | tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A situation as far as it could be read, and the mistakes."""

    situation: Situation
    mistakes: tuple[Mistake, ...]


class Wrong(Exception):
    """A value that cannot be read."""

    def __init__(self, code: str, **params: str | int | tuple[str, ...]) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def read(game: Game, given: Given, cards: Mapping[str, Card]) -> Reading:
    """A situation from the parameters given, then from the cards (by side), then from the defaults.

    Raises LookupError if the game has no battles; mistakes in the parameters are returned.
    """
    battle = game.battle
    if battle is None:
        raise LookupError(game.slug)
    mistakes = list(_strange(battle, given))
    values: dict[str, Value] = {}
    absent = set()
    for each in battle.fields:
        _take(each, each.name, given, {}, values, mistakes)
    for side in battle.sides:
        card = cards.get(side.key)
        if card and side.kinds and card.kind not in side.kinds:
            mistakes.append(
                Mistake("wrong-kind", f"{side.key}.card", {"card": card.name, "kind": card.kind, "kinds": side.kinds})
            )
            card = None
        card_values = {each.name: _of_card(each, card, game) for each in side.fields} if card else {}
        for each in side.fields:
            _take(each, f"{side.key}.{each.name}", given, card_values, values, mistakes)
        if side.optional and not (card or _has_input(side, given)):
            absent.add(side.key)
        else:
            mistakes += _lacking(side, values, {mistake.name for mistake in mistakes})
    return Reading(Situation(values, frozenset(absent)), tuple(mistakes))


def _strange(battle: Battle, given: Given) -> Iterator[Mistake]:
    names = tuple(battle.names())
    for name in given:
        if name not in names:
            yield Mistake("unknown-field", name, {"names": names})
        elif len(given[name]) > 1 and (name.endswith(".card") or battle.all_fields[name].type != "options"):
            yield Mistake("repeated", name)


def _has_input(side: Side, given: Given) -> bool:
    """Whether any value of a side is given, other than its default."""
    return any(
        text.strip() and text.strip() != str(each.default)
        for each in side.fields
        for text in given.get(f"{side.key}.{each.name}", ())
    )


def _lacking(side: Side, values: Mapping[str, Value], wrong: set[str]) -> Iterator[Mistake]:
    options = {option for value in values_of(side, values) if isinstance(value, frozenset) for option in value}
    for each in side.fields:
        name = f"{side.key}.{each.name}"
        if each.required and values[name] is None and name not in wrong and each.unless not in options:
            yield Mistake("missing", name)


def values_of(side: Side, values: Mapping[str, Value]) -> Iterator[Value]:
    return (values[f"{side.key}.{each.name}"] for each in side.fields)


def _take(
    each: Field,
    name: str,
    given: Given,
    card_values: Mapping[str, Value],
    values: dict[str, Value],
    mistakes: list[Mistake],
) -> None:
    texts = [text.strip() for text in given.get(name, ())]
    usual = card_values.get(each.name)
    if each.type == "options":
        values[name] = _options(each, name, texts, mistakes) if texts else usual or frozenset()
        return
    values[name] = each.default if usual is None else usual
    if texts and texts[-1]:
        try:
            values[name] = _number(each, texts[-1]) if each.type == "number" else _choice(each, texts[-1])
        except Wrong as wrong:
            mistakes.append(Mistake(wrong.code, name, {"value": texts[-1], **wrong.params}))


def _number(each: Field, text: str) -> int | str:
    """Raises Wrong."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\u2013", DASH)
    if each.dash and plain == DASH:
        return DASH
    if not INTEGER.fullmatch(plain):
        raise Wrong("not-a-number")
    if not each.min <= int(plain) <= each.max:
        raise Wrong("out-of-range", min=each.min, max=each.max)
    return int(plain)


def _choice(each: Field, text: str) -> str:
    """Raises Wrong."""
    values = tuple(choice.value for choice in each.choices)
    if text not in values:
        raise Wrong("unknown-value", choices=values)
    return text


def _options(each: Field, name: str, texts: Sequence[str], mistakes: list[Mistake]) -> frozenset[str]:
    choices = tuple(option.value for option in each.options)
    values = [text for text in texts if text]
    mistakes += [
        Mistake("unknown-value", name, {"value": text, "choices": choices}) for text in values if text not in choices
    ]
    return frozenset(values) & frozenset(choices)


def _of_card(each: Field, card: Card, game: Game) -> Value:
    """The value of a field on a card; None if the card has none, or one that the field cannot have."""
    if each.type == "options":
        return frozenset(
            option.value for option in each.options if option.word and has_keyword(card, option.word, game)
        )
    if each.word:
        return int(has_keyword(card, each.word, game))
    value = card.get(each.attribute) if each.attribute else None
    if each.type == "choice":
        return value if isinstance(value, str) and value in {choice.value for choice in each.choices} else None
    if value == DASH:
        return DASH if each.dash else None
    return value if isinstance(value, int) and each.min <= value <= each.max else None


def has_keyword(card: Card, word: str, game: Game) -> bool:
    """Whether a card itself has a keyword: in its text it must be a sentence, not part of one about other cards.

    Of 战斗连协『学生』 and the like the keyword is the beginning of the sentence.
    """
    entry = game.keywords[fold(word)]
    if not is_listed(card, entry.key, game.keywords):
        return False
    spellings = {fold(each) for each in (entry.key, *entry.aliases)}
    first_words = (re.split(r'["\[(]', sentence)[0].strip() for sentence in re.split(r"[.;\n]", fold(card.text)))
    return not card.text or not spellings.isdisjoint(first_words)
