"""Lists with unrecognized lines: the answers of a form, the list they make, and the lines that are left open."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import get_language

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Lookup, declarable
from deckbuilder.common.labels import declared_label, read, with_sample_mark
from deckbuilder.common.names import both_names
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.codec import ListInput
from games.engine.model.cards import Card
from games.engine.model.game import Zone
from games.engine.reading.catalogs.catalog import code_of
from games.engine.reading.decklists.answers import (
    DROP,
    Answer,
    declare,
    lead,
    leave_maybe,
    likely_count,
    open_lines,
    resolve_lines,
)
from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.parsing import Reading
from games.engine.reading.decklists.receipts import ReceiptLine
from games.engine.reading.search.query import Is, QueryError, parse
from games.engine.texts.writing import fold

MAX_RESULTS = 8
"""Search results offered per line."""

MAX_SEARCHES = 12
"""Lines for which a search is made at once; each costs as much as rendering the page."""

LINE = "line-"
COUNT = "count-"
FIND = "find-"
DECLARED = "declare-"
LEADER = "lead-"
"""Prefixes of the names of fields: the answer to a line, its quantity, a search for it, a declaration, and the leading
card."""

NONE = ("", "–")
"""The option of no value."""

MAX_LEADERS = 300
"""Cards offered to lead a deck."""


class OpenLine(NamedTuple):
    """A line to resolve."""

    line_number: int
    """Its index in the receipt."""
    line: ReceiptLine
    meant: tuple[tuple[str, str], ...]
    """The cards it may mean: number and label."""
    sought: str = ""
    """The text of the search for it."""
    waits: bool = False
    """Whether the search was not made, since earlier lines used up the limit."""
    count: str | None = None  # type: ignore[assignment]  # instead of the method of tuples
    """The text of the field for its quantity; None if the list says that."""
    lacks_count: bool = False
    """Whether a card was chosen without a quantity."""

    @property
    def empty(self) -> bool:
        """Whether a search found nothing."""
        return bool(self.sought) and not (self.meant or self.waits)


class Select(NamedTuple):
    """A declaration or leader that can be changed."""

    name: str
    """The name of the field."""
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    """Values, each with its label."""
    concluded: bool = False
    """Whether the value is not in the list, but the only one that fits its cards."""
    lang: str = ""
    """The language of the labels, if it is not the reader's."""


class Settled(NamedTuple):
    """A list with the choices made so far."""

    reading: Reading
    lines: tuple[OpenLine, ...]
    """The lines left to resolve."""
    kept: tuple[tuple[str, str], ...]
    """Names and values of the fields that keep the answers to the others."""
    selects: tuple[Select, ...]


def settle_from_form(source: ListInput, fields: Mapping[str, str], *, without_maybe: bool = False) -> Settled:
    """A list, if asked without its maybe-board, after the answers in these fields of a form. Raises DeckListError.

    `line-N` is the answer to line N: a number, or "-" for no card; `count-N` its quantity, needed where the list leaves
    that unclear. `settle`, of the clicked button: `N:answer`, `first` for the first suggestion in every line whose
    quantity is known, or `drop` for no card in all remaining lines. An invalid answer is ignored, and the line asks
    again.
    """
    lookups: dict[str, Lookup] = {}
    reading = codec.parse(source, lambda game: lookups.setdefault(game.slug, Lookup(game)))
    form = _ListForm(leave_maybe(reading) if without_maybe else reading, fields, lookups[reading.deck.game])
    answers = form.answers()
    result = form.settle(answers)
    if fields.get("settle") in ("first", "drop"):
        answers |= dict(form.answers_to_all(result, answers))
        result = form.settle(answers)
    lines = tuple(form.open_lines(result, answers))
    kept = tuple(_hidden_fields(answers, {each.line_number for each in lines}))
    result = form.with_leaders(result)
    declarations = tuple(form.declarations(result))
    result = declare(result, {each.name.removeprefix(DECLARED): each.value for each in declarations})
    return Settled(result, lines, kept, (*form.leaders(result), *declarations))


class _ListForm:
    """A list as read, the fields of the form that sent it, and the cards that both name: `lookup` read the list, and
    fetches here what the answers need."""

    def __init__(self, reading: Reading, fields: Mapping[str, str], lookup: Lookup) -> None:
        self.reading, self.fields, self.lookup = reading, fields, lookup
        self.game, self.names = lookup.game, namesakes(lookup.game)
        lines = [line for _index, line in open_lines(reading.receipt)]
        codes = {choice.code for line in lines for choice in line.choices}
        codes |= {answer.code for answer in self._stated_answers().values()}
        codes |= {value.strip() for name, value in fields.items() if value and name.startswith((FIND, LEADER))}
        lookup.prefetch({name for line in lines for name in line.near}, codes - {DROP, ""})

    def answers(self) -> dict[int, Answer]:
        """The answers to lines, by their index, without those that name no card."""
        stated = self._stated_answers().items()
        return {at: answer for at, answer in stated if answer.code == DROP or self.lookup.by_code(answer.code)}

    def _stated_answers(self) -> dict[int, Answer]:
        matches = ((re.fullmatch(rf"{LINE}([0-9]{{1,5}})", name), value) for name, value in self.fields.items())
        codes = {int(match[1]): value for match, value in matches if match and value}
        if button := re.fullmatch(r"([0-9]{1,5}):(.+)", self.fields.get("settle", "")):
            codes[int(button[1])] = button[2]
        return {at: Answer(code, _number(self.fields.get(f"{COUNT}{at}", ""))) for at, code in codes.items()}

    def settle(self, answers: Mapping[int, Answer]) -> Reading:
        return resolve_lines(self.reading, answers, self.game, self.lookup)

    def answers_to_all(self, result: Reading, answers: Container[int]) -> Iterator[tuple[int, Answer]]:
        """The answers of a button to all open lines: no card, or the first that each may mean."""
        for each in self.open_lines(result, answers):
            if self.fields["settle"] == "drop":
                yield each.line_number, Answer(DROP)
            elif each.meant:
                yield each.line_number, Answer(each.meant[0][0], _number(each.count or ""))

    def open_lines(self, result: Reading, answers: Container[int]) -> Iterator[OpenLine]:
        """The lines left open; those with an answer lack their quantity."""
        searches = 0
        for at, line in open_lines(result.receipt):
            sought = self.fields.get(f"{FIND}{at}", "").strip()
            searches += bool(sought)
            waits = bool(sought) and searches > MAX_SEARCHES
            cards = {} if waits else self._search(sought) if sought else self._meant(line)
            meant = tuple((code, self._label(card, code)) for code, card in cards.items())
            yield OpenLine(at, line, meant, sought, waits, self._count_text(at, line), at in answers)

    def _count_text(self, at: int, line: ReceiptLine) -> str | None:
        """The text of the field for a line's quantity: what was entered, else the only number that it may be."""
        if "count-unclear" not in line.notes:
            return None
        return self.fields.get(f"{COUNT}{at}", str(likely_count(line) or ""))

    def _meant(self, line: ReceiptLine) -> dict[str, Card]:
        """The cards that a line may mean, by number, the most similar first."""
        similar = [card for name in line.near for card in self.lookup.find(name)]
        by_code = {choice.code: card for choice in line.choices if (card := self.lookup.by_code(choice.code))}
        return by_code | {card.codes[0]: card for card in similar if card.codes}

    def _search(self, words: str) -> dict[str, Card]:
        """The card with that number, or search results, by number."""
        if card := self.lookup.by_code(words):
            return {card.codes[0]: card}
        try:
            cards = search(self.game, parse(words, self.game), size=MAX_RESULTS).cards
        except QueryError:
            return {}
        return {card.codes[0]: card for card in cards}

    def declarations(self, result: Reading) -> Iterator[Select]:
        """The declarations: as chosen, else as in the list, else as implied by the cards."""
        for each in self.game.declarations:
            name, declaration = f"{DECLARED}{each.key}", result.deck.declarations.get(each.key, "")
            proposal = result.receipt.proposed.get(each.key, "")
            value = self.fields.get(name, declaration or proposal)
            options = dict.fromkeys((*declarable(self.game, each), *filter(None, (declaration, value))))
            is_proposal = bool(proposal) and value == proposal
            yield Select(
                name,
                read(each.label),
                value,
                (NONE, *((option, declared_label(self.game, each, option)) for option in options)),
                is_proposal,
            )

    def with_leaders(self, result: Reading) -> Reading:
        """The list with the chosen leaders; unknown numbers are ignored."""
        for zone in self._zones_of_one(result):
            code = self.fields.get(f"{LEADER}{zone.slug}", "")
            card = self.lookup.by_code(code) if code else None
            now = [entry.card.key for entry in result.deck.entries(zone.slug)]
            if card and card.kind in zone.kinds and [card.key] != now:
                result = lead(result, zone.slug, card, code_of(card, code))
        return result

    def leaders(self, result: Reading) -> Iterator[Select]:
        for zone in self._zones_of_one(result):
            entries = result.deck.entries(zone.slug)
            value = (entries[0].code or entries[0].card.codes[0]) if entries else ""
            kinds = Is("kind", "=", frozenset(map(fold, zone.kinds)))
            cards = {card.codes[0]: card for card in search(self.game, kinds, order="name", size=MAX_LEADERS).cards}
            if entries:
                cards[value] = entries[0].card
            options = [(code, self._label(card, code)) for code, card in cards.items()]
            all_options = tuple(options if entries else (NONE, *options))
            yield Select(f"{LEADER}{zone.slug}", read(zone.label), value, all_options, lang=self.game.language)

    def _zones_of_one(self, result: Reading) -> list[Zone]:
        """The single-card zones, except those with several cards or lines to resolve."""
        deck, open_zones = result.deck, {line.zone for line in result.deck.unknown}
        return [
            zone for zone in self.game.zones if zone.single and zone.slug not in open_zones and deck.size(zone.slug) < 2
        ]

    def _label(self, card: Card, code: str) -> str:
        language = get_language() or "en"
        full_name = self.names.full_name(card, language, code)
        return with_sample_mark(both_names(card, language, full_name), sample=card.sample)


def _hidden_fields(answers: Mapping[int, Answer], open_lines: Container[int]) -> Iterator[tuple[str, str]]:
    """The fields that keep the answers to lines that are settled."""
    for at, answer in sorted(answers.items()):
        if at not in open_lines:
            yield f"{LINE}{at}", answer.code
            if answer.count:
                yield f"{COUNT}{at}", str(answer.count)


def _number(text: str) -> int | None:
    """A quantity in a field; None if it is none."""
    text = text.strip()
    return int(text) if re.fullmatch(r"\d{1,3}", text) and 1 <= int(text) <= MAX_COUNT else None
