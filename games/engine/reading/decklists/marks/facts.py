"""What a list may say about a card besides its name: its kind, rarity, set, colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.texts.text import Text
from games.engine.texts.writing import fold

_ENDINGS = ("色", "属性", "卡牌", "卡", "カード", "card", "cards", "阵营")
_PART_OF_CODE = re.compile(r"[^\W\d_]+")
_RARITY = re.compile(r"(?:[a-z]{0,2}[sr]r|[nrucmlhp]|[a-z]{0,3}r|sec|sp)[+★]?")
"""Rarities as games abbreviate them: C, R, SR, UR+."""


class Facts:
    """What is printed on the cards of a game, in every spelling."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._by_card: dict[str, frozenset[str]] = {}

    @cached_property
    def _labels(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """The labels of values by attribute and value."""
        return {
            each.name: {choice.value: frozenset(spellings(choice.label)) for choice in (*each.choices, *each.labels)}
            for each in self.game.fields.values()
        }

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for labels in self._labels.values() for words in labels.values() for word in words)

    def says(self, card: Card, text: str) -> bool:
        """Whether a text is something printed on the card, besides its name and numbers."""
        return any(word in self._of(card) for word in _forms(text) if not word.isdecimal())

    def contradicts(self, card: Card, text: str) -> bool:
        """Whether a text that is not printed on a card is a value that cards of the game may have, such as another
        colour, or another rarity of a card that has but one."""
        is_one = len(card.codes) < 2 or "rarity" in self.game.identity
        return any(word in self._words for word in _forms(text)) or (is_one and is_rarity(text))

    def _of(self, card: Card) -> frozenset[str]:
        if card.key not in self._by_card:
            self._by_card[card.key] = frozenset(self._spellings(card))
        return self._by_card[card.key]

    def _spellings(self, card: Card) -> Iterator[str]:
        facts = {"kind": card.kind, "rarity": card.rarity, "set": card.set, "keywords": card.keywords} | dict(
            card.values
        )
        for name, value in [*facts.items(), *(("set", each) for each in card.sets)]:
            for each in value if isinstance(value, tuple) else (value,):
                if each not in (None, ""):
                    yield fold(str(each))
                    yield from self._labels.get(name, {}).get(str(each), ())

    def printings(self, card: Card, text: str, number: str = "") -> list[str]:
        """The numbers of the card's printings that have a word in them, such as LGN in LGN-S078, and end in a number;
        "" for any."""
        word = fold(text)
        return [
            code
            for code in card.codes
            if (not word or word in map(fold, _PART_OF_CODE.findall(code))) and (not number or _ends_in(code, number))
        ]


def is_rarity(text: str) -> bool:
    """Whether a text looks like a rarity: `SR`."""
    return text.isascii() and text == text.upper() and bool(_RARITY.fullmatch(fold(text)))


def _ends_in(code: str, number: str) -> bool:
    """Whether a printing's number ends in that number, with or without zeros before it."""
    digits = re.search(r"(\d+)\D*$", code)
    return digits is not None and int(digits[1]) == int(re.sub(r"\D", "", number) or -1)


def spellings(label: Text) -> Iterable[str]:
    return map(fold, filter(None, label))


def _forms(text: str) -> Iterator[str]:
    """A text and the same without a word that says what it is: 红 for 红色."""
    word = fold(text)
    yield word
    yield from (word.removesuffix(ending).strip() for ending in _ENDINGS if word.endswith(ending) and word != ending)
