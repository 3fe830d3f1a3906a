"""Unrecognized lines of a list, each with the cards it may mean, and the choices made."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import get_language

from deckbuilder.catalog.namesakes import Namesakes, namesakes
from deckbuilder.catalog.search.searching import search
from deckbuilder.catalog.selectors import Lookup, declarable
from deckbuilder.common.labels import read, with_sample_mark
from deckbuilder.common.names import both_names
from games.engine.model.cards import Card
from games.engine.model.game import Game, Zone
from games.engine.reading.catalogs.catalog import code_of
from games.engine.reading.decklists.counts import MAX_COUNT
from games.engine.reading.decklists.parsing import Reading
from games.engine.reading.decklists.receipts import ReceiptLine
from games.engine.reading.decklists.resolving import DROP, Answer, declare, lead, likely_count, open_lines, settle
from games.engine.reading.search.query import Is, QueryError, parse
from games.engine.texts.writing import fold
from games.registry import get

FOUND = 8
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

LEADERS = 300
"""Cards offered to lead a deck."""


class OpenLine(NamedTuple):
    """A line to resolve. `meant`: the cards it may mean, number and label; `sought`: the search text; `waits`: the
    search was not made, since earlier lines used up the limit; `count`: the text of the field for its quantity, None if
    the list says that; `lacks_count`: a card was chosen without a quantity."""

    line_number: int
    line: ReceiptLine
    meant: tuple[tuple[str, str], ...]
    sought: str = ""
    waits: bool = False
    count: str | None = None  # type: ignore[assignment]  # instead of the method of tuples
    lacks_count: bool = False

    @property
    def empty(self) -> bool:
        """Whether a search found nothing."""
        return bool(self.sought) and not (self.meant or self.waits)


class Select(NamedTuple):
    """A declaration or leader that can be changed: the field's name and label, its value, and the options with their
    labels. `concluded`: the value is not in the list, but the only one that fits its cards."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    concluded: bool = False


class Settled(NamedTuple):
    """A list with the choices made so far, the lines left to resolve, and the fields that keep the answers."""

    reading: Reading
    lines: tuple[OpenLine, ...]
    kept: tuple[tuple[str, str], ...]
    selects: tuple[Select, ...]


def settle_from_form(reading: Reading, fields: Mapping[str, str]) -> Settled:
    """A list after the answers in these fields of a form.

    `line-N` is the answer to line N: a number, or "-" for no card; `count-N` its quantity, needed where the list leaves
    that unclear. `settle`, of the clicked button: `N:answer`, `first` for the first suggestion in every line whose
    quantity is known, or `drop` for no card in all remaining lines. An invalid answer is ignored, and the line asks
    again.
    """
    game = get(reading.deck.game)
    names = namesakes(game)
    answers, button = _answers(fields), fields.get("settle", "")
    number, _colon, answer = button.partition(":")
    if number.isdecimal() and answer:
        answers[int(number)] = Answer(answer, _count(fields, int(number)))
    answers = _known_answers(answers, game)
    result = settle(reading, answers, game, Lookup(game))
    if button in ("first", "drop"):
        for each in _open(result, answers, names, fields):
            if button == "drop":
                answers[each.line_number] = Answer(DROP)
            elif each.meant:
                answers[each.line_number] = Answer(each.meant[0][0], _number(each.count or ""))
        result = settle(reading, answers, game, Lookup(game))
    lines = tuple(_open(result, answers, names, fields))
    result = _with_leaders(result, game, fields)
    declarations = tuple(_declarations(result, game, fields))
    result = declare(result, {each.name.removeprefix(DECLARED): each.value for each in declarations})
    hidden_fields = tuple(_hidden_fields(answers, {each.line_number for each in lines}))
    return Settled(result, lines, hidden_fields, (*_leaders(result, names), *declarations))


def _hidden_fields(answers: Mapping[int, Answer], open_places: Container[int]) -> Iterator[tuple[str, str]]:
    """The fields that keep the answers to lines that are settled."""
    for at, answer in sorted(answers.items()):
        if at not in open_places:
            yield f"{LINE}{at}", answer.code
            if answer.count:
                yield f"{COUNT}{at}", str(answer.count)


def _declarations(reading: Reading, game: Game, fields: Mapping[str, str]) -> Iterator[Select]:
    """The declarations: as chosen, else as in the list, else as implied by the cards."""
    for each in game.declarations:
        name, declaration = f"{DECLARED}{each.key}", reading.deck.declarations.get(each.key, "")
        proposal = reading.receipt.proposed.get(each.key, "")
        value = fields.get(name, declaration or proposal)
        options = dict.fromkeys((*declarable(game, each), *filter(None, (declaration, value))))
        is_proposal = bool(proposal) and value == proposal
        yield Select(name, read(each.label), value, (NONE, *((option, option) for option in options)), is_proposal)


def _with_leaders(reading: Reading, game: Game, fields: Mapping[str, str]) -> Reading:
    """The list with the chosen leaders; unknown numbers are ignored."""
    for zone in _zones_of_one(reading, game):
        code = fields.get(f"{LEADER}{zone.slug}", "")
        card = Lookup(game).by_code(code) if code else None
        now = [entry.card.key for entry in reading.deck.entries(zone.slug)]
        if card and card.kind in zone.kinds and [card.key] != now:
            reading = lead(reading, zone.slug, card, code_of(card, code))
    return reading


def _leaders(reading: Reading, names: Namesakes) -> Iterator[Select]:
    game = names.game
    for zone in _zones_of_one(reading, game):
        entries = reading.deck.entries(zone.slug)
        value = (entries[0].code or entries[0].card.codes[0]) if entries else ""
        candidates = search(game, Is("kind", "=", frozenset(map(fold, zone.kinds))), order="name", size=LEADERS).cards
        cards = {card.codes[0]: card for card in candidates}
        if entries:
            cards[value] = entries[0].card
        options = [(code, _label(names, card, code)) for code, card in cards.items()]
        yield Select(f"{LEADER}{zone.slug}", read(zone.label), value, tuple(options if entries else (NONE, *options)))


def _zones_of_one(reading: Reading, game: Game) -> list[Zone]:
    """The single-card zones, except those with several cards or lines to resolve."""
    open_zones = {line.zone for line in reading.deck.unknown}
    return [
        zone for zone in game.zones if zone.single and zone.slug not in open_zones and reading.deck.size(zone.slug) < 2
    ]


def _answers(fields: Mapping[str, str]) -> dict[int, Answer]:
    matches = ((re.fullmatch(rf"{LINE}([0-9]{{1,5}})", name), value) for name, value in fields.items())
    return {int(match[1]): Answer(value, _count(fields, int(match[1]))) for match, value in matches if match and value}


def _count(fields: Mapping[str, str], at: int) -> int | None:
    return _number(fields.get(f"{COUNT}{at}", ""))


def _number(text: str) -> int | None:
    """A quantity in a field; None if it is none."""
    text = text.strip()
    return int(text) if re.fullmatch(r"\d{1,3}", text) and 1 <= int(text) <= MAX_COUNT else None


def _known_answers(answers: Mapping[int, Answer], game: Game) -> dict[int, Answer]:
    lookup = Lookup(game)
    lookup.prefetch((), {answer.code for answer in answers.values()} - {DROP})
    return {at: answer for at, answer in answers.items() if answer.code == DROP or lookup.by_code(answer.code)}


def _open(reading: Reading, answers: Container[int], names: Namesakes, fields: Mapping[str, str]) -> list[OpenLine]:
    """The lines left open; those with an answer lack their quantity."""
    lookup = Lookup(names.game)
    left = list(open_lines(reading.receipt))
    near = {name for _, line in left for name in line.near}
    lookup.prefetch(near, {choice.code for _, line in left for choice in line.choices})
    lines, searches = [], 0
    for at, line in left:
        sought = fields.get(f"{FIND}{at}", "").strip()
        searches += bool(sought)
        waits = bool(sought) and searches > MAX_SEARCHES
        cards = {} if waits else _cards_for_search(names.game, sought) if sought else _meant(line, lookup)
        meant = tuple((code, _label(names, card, code)) for code, card in cards.items())
        lines.append(OpenLine(at, line, meant, sought, waits, _count_text(fields, at, line), at in answers))
    return lines


def _count_text(fields: Mapping[str, str], at: int, line: ReceiptLine) -> str | None:
    """What the field for a line's quantity says: what was entered, else the only number that it may be."""
    if "count-unclear" not in line.notes:
        return None
    return fields.get(f"{COUNT}{at}", str(likely_count(line) or ""))


def _meant(line: ReceiptLine, lookup: Lookup) -> dict[str, Card]:
    """The cards that a line may mean, by number, the most similar first."""
    similar = [card for name in line.near for card in lookup.find(name)]
    cards_by_code = {choice.code: card for choice in line.choices if (card := lookup.by_code(choice.code))}
    return cards_by_code | {card.codes[0]: card for card in similar if card.codes}


def _cards_for_search(game: Game, words: str) -> dict[str, Card]:
    """The card with that number, or search results, by number."""
    if card := Lookup(game).by_code(words):
        return {card.codes[0]: card}
    try:
        cards = search(game, parse(words, game), size=FOUND).cards
    except QueryError:
        return {}
    return {card.codes[0]: card for card in cards}


def _label(names: Namesakes, card: Card, code: str) -> str:
    language = get_language() or "en"
    return with_sample_mark(both_names(card, language, names.full_name(card, language, code)), sample=card.sample)
