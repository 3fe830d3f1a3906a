"""Battles from query parameters or a command, with the cards they name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.labels import with_note
from games.engine.model.battle import Answers, Battle, Result, Side, answers
from games.engine.model.battle_situation import Excess, Missing, Situation
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.battle_reading import Given, Mistake, read
from games.engine.texts.writing import fold

MAX_NAME = 200
"""Characters of a card's name or number; no card has more."""

NAMED = re.compile(r"(?P<name>.*\S)\s*\((?P<code>[^()]+)\)")


class BattleQuery(NamedTuple):
    """A battle query: the cards by side, and the result, or None if there are `mistakes`."""

    game: Game
    battle: Battle
    situation: Situation
    cards: Mapping[str, Card]
    result: Result | None
    tables: tuple[Answers, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def waits(self) -> bool:
        """Whether values are missing, and nothing else is wrong."""
        return bool(self.mistakes) and all(each.code == "missing" for each in self.mistakes)


def ask(game: Game, battle: Battle, values: Given) -> BattleQuery:
    """The result of a battle. `values`: values by name as texts, `attacker.card` a card's number or name."""
    cards, wrong = _cards(game, battle, values)
    reading = read(game, values, cards)
    mistakes = (*wrong, *(each for each in reading.mistakes if not _follows(each, wrong)))
    result: Result | None = None
    if not mistakes:
        try:
            result = battle.resolve(reading.situation)
        except Missing as missing:
            mistakes = tuple(Mistake("missing", name) for name in missing.names)
        except Excess as excess:
            value = str(reading.situation.number(excess.name))
            mistakes = (Mistake("out-of-range", excess.name, {"value": value, "min": 0, "max": excess.most}),)
    tables = answers(battle, reading.situation) if result else ()
    return BattleQuery(game, battle, reading.situation, cards, result, tables, mistakes)


def _follows(mistake: Mistake, wrong: Sequence[Mistake]) -> bool:
    """Whether a number is only missing because the card is unknown."""
    sides = {each.name.partition(".")[0] for each in wrong}
    return mistake.code == "missing" and mistake.name.partition(".")[0] in sides


def _cards(game: Game, battle: Battle, values: Given) -> tuple[dict[str, Card], list[Mistake]]:
    lookup, cards, wrong = Lookup(game), {}, []
    for side in battle.sides:
        name = f"{side.key}.card"
        text = " ".join((values.get(name) or ("",))[-1].split())
        if not text or not side.kinds:
            continue
        matches = find(lookup, text, side)
        if len(matches) == 1:
            cards[side.key] = matches[0]
        elif matches:
            choices = tuple(with_note(card.name, card.codes[0]) for card in matches)
            wrong.append(Mistake("several-cards", name, {"value": text, "choices": choices}))
        else:
            wrong.append(Mistake("unknown-card", name, {"value": text, "choices": tuple(lookup.near(text[:MAX_NAME]))}))
    return cards, wrong


def find(lookup: Lookup, text: str, side: Side) -> tuple[Card, ...]:
    """The cards that a text names: by number, by name and number in brackets, or by name; of several those that can
    stand on the side, if any can."""
    if len(text) > MAX_NAME:
        return ()
    if card := lookup.by_code(text):
        return (card,)
    if match := NAMED.fullmatch(unicodedata.normalize("NFKC", text)):
        card = lookup.by_code(match["code"].strip())
        if card and fold(match["name"]) in map(fold, (card.name, *card.alt_names)):
            return (card,)
    matches = tuple(lookup.find(text))
    return tuple(card for card in matches if card.kind in side.kinds) or matches
