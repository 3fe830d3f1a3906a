"""Differences between two decks of a game, or two versions of one: cards by zone, declarations and format."""

from typing import Any, NamedTuple

from deckbuilder.common.names import reader_name
from deckbuilder.decks.changes.versions import DeckVersion
from games.engine.model.cards import Card


class CardDifference(NamedTuple):
    """The copies of a card in a zone, whatever their printings, in the first deck and the second. `card` is None for an
    unrecognized line; `code`: the printing to add if a deck has none."""

    zone: str
    key: str
    card: Card | None
    code: str
    first: int
    second: int

    @property
    def id(self) -> str:
        return f"{self.zone}/{self.key}"

    @property
    def name(self) -> str:
        return reader_name(self.card) if self.card else self.key


class SettingDifference(NamedTuple):
    """A difference in a declaration, by its key; or in the format, whose key is ""."""

    key: str
    first: str
    second: str

    @property
    def id(self) -> str:
        return f"/{self.key}"


Difference = CardDifference | SettingDifference


class Differences(NamedTuple):
    """`same`: the number of cards that both have in equal numbers."""

    settings: tuple[SettingDifference, ...]
    cards: tuple[CardDifference, ...]
    same: tuple[CardDifference, ...]

    @property
    def all(self) -> tuple[Difference, ...]:
        return (*self.settings, *self.cards)


def differences(first: DeckVersion, second: DeckVersion) -> Differences:
    """In the order of the lists: first the cards of the first deck, then those only in the second."""
    one, other = _counts(first), _counts(second)
    rows = []
    for key in {**one, **other}:
        card, code, _count = one.get(key) or other[key]
        counts = [deck[key][2] if key in deck else 0 for deck in (one, other)]
        rows.append(CardDifference(*key, card, code, *counts))
    return Differences(
        tuple(_settings(first, second)),
        tuple(row for row in rows if row.first != row.second),
        tuple(row for row in rows if row.first == row.second),
    )


def _counts(version: DeckVersion) -> dict[tuple[str, str], tuple[Card | None, str, int]]:
    counts: dict[tuple[str, str], tuple[Card | None, str, int]] = {}
    for line in version.lines:
        card = line.printed_card.card if line.printed_card else None
        key = line.zone, card.key if card else line.text
        before = counts.get(key)
        code = before[1] if before else line.printed_card.code if line.printed_card else ""
        counts[key] = card, code, line.count + (before[2] if before else 0)
    return counts


def _settings(first: DeckVersion, second: DeckVersion) -> list[SettingDifference]:
    one, other = _declarations(first), _declarations(second)
    pairs = [SettingDifference(key, one.get(key, ""), other.get(key, "")) for key in {**one, **other}]
    return [each for each in pairs if each.first != each.second]


def _declarations(version: DeckVersion) -> dict[str, Any]:
    return {"": version.deck.format, **version.deck.declarations}
