"""Matches lines that have details beside a card's name, and proposes cards for mistyped numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.engine.model.cards import Card
from games.engine.reading.catalogs.catalog import Lookup, code_of
from games.engine.reading.decklists.marks.codes import similar_codes
from games.engine.reading.decklists.marks.details import MAX_LENGTH, Detail, Detailed, detail_ways, readings
from games.engine.reading.decklists.marks.facts import Facts, is_rarity
from games.engine.reading.decklists.match import Candidate, Match, first_printings, match
from games.engine.reading.decklists.ways import Way, Ways

MAX_TEXTS = 150
"""In how many texts of a list that name no card as they are details are looked for."""

MAX_MISTYPED = 30
"""For how many mistyped numbers of a list similar ones are looked up."""

MAX_PROPOSALS = 5
"""How many printings are proposed for a mistyped number."""

Near = Callable[[Way], Sequence[str] | None]
"""The names of cards that are similar to a text; None once they are no longer searched."""


class _Meaning(NamedTuple):
    """A reading that names cards.

    `facts`: details that are true of them; `remarks`: others. `doubtful`: the name with a remark that may be part of
    it, "" for none; `differs`: the note for a detail that contradicts the cards, or may be the quantity.
    """

    quantity: int
    cards: tuple[Card, ...]
    code: str = ""
    facts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    doubtful: str = ""
    differs: str = ""

    @property
    def rank(self) -> int:
        return 3 if self.differs else 2 if self.doubtful else 1 if self.remarks else 0

    @property
    def key(self) -> tuple[object, ...]:
        return self.quantity, tuple(card.key for card in self.cards)


class DetailMatcher:
    """Finds the cards of texts with details. Each text of a list costs as much as ten lines."""

    def __init__(self, cards: Lookup, facts: Facts, near: Near) -> None:
        self.cards, self.facts, self.near = cards, facts, near
        self.mistyped = 0
        self._texts: dict[str, list[_Meaning]] = {}

    def ways(self, text: str) -> Iterator[Ways]:
        """Everything that has to be looked up for a text."""
        return detail_ways(text) if len(text) <= MAX_LENGTH else iter(())

    def match(self, text: str, read: Ways, *, may_be_title: bool = False) -> Match | None:
        """The match of a text whose plain reading, `read`, names no card; None if no reading with details does either.

        A note in brackets must not be part of a similar name, nor belong to a text that may be the list's title.
        """
        meanings = self._meanings(text)
        if not meanings:
            return None
        rank = min(meaning.rank for meaning in meanings)
        best = [meaning for meaning in meanings if meaning.rank == rank]
        if rank in (1, 2):  # the number of a set may be the quantity
            best = [meaning for meaning in meanings if meaning.rank in (1, 2)]
        first = best[0]
        if rank == 3:
            return self._question(text, read, best, first.differs)
        if len({meaning.quantity for meaning in best}) > 1:
            return self._question(text, read, best, "count-unclear")
        if first.doubtful and (may_be_title or not self._is_nearest(first)):
            return None
        way = read.default if read.default.quantity == first.quantity else Way(first.quantity, text)
        cards = tuple({card.key: card for meaning in best for card in meaning.cards}.values())
        if len(cards) > 1:
            return Match("ambiguous", way, choices=tuple(first_printings(cards)), note="several", cards=cards)
        return Match("matched", way, cards[0], first.code, details=first.facts, remarks=first.remarks)

    def _question(self, text: str, read: Ways, meanings: Sequence[_Meaning], note: str) -> Match:
        cards = {card.key: card for meaning in meanings for card in meaning.cards}
        way = Way(1, text) if note == "count-unclear" else Way(meanings[0].quantity, read.default.text)
        return Match("ambiguous", way, choices=tuple(first_printings(cards.values())), note=note)

    def _is_nearest(self, meaning: _Meaning) -> bool:
        """Whether no other card's name is more similar to the name with the note."""
        names = self.near(Way(1, meaning.doubtful)) or ()
        return bool(names) and any(names[0] in card.names for card in meaning.cards)

    def _meanings(self, text: str) -> list[_Meaning]:
        if text not in self._texts:
            if len(self._texts) >= MAX_TEXTS or len(text) > MAX_LENGTH:
                return []
            meanings = (self._meaning(reading) for reading in readings(text))
            self._texts[text] = [meaning for meaning in meanings if meaning]
        return self._texts[text]

    def _meaning(self, reading: Detailed) -> _Meaning | None:
        result = match(Ways((reading.way,), reading.way), self.cards)
        if result.status != "matched" and result.note != "several":
            return None
        cards = result.cards or ((result.card,) if result.card else ())
        meaning: _Meaning | None = _Meaning(reading.way.quantity, cards, result.code)
        for detail in reading.details:
            if meaning:
                meaning = self._with_detail(meaning, detail, reading.way.text)
        return meaning

    def _with_detail(self, meaning: _Meaning, detail: Detail, name: str) -> _Meaning | None:
        """The meaning with a detail taken into account; None if it is no detail of these cards."""
        if detail.sort == "mark":
            return meaning._replace(remarks=(*meaning.remarks, detail.text))
        if detail.sort == "count":
            return meaning._replace(differs="count-unclear")
        return self._with_fact(meaning, detail) or self._with_remark(meaning, detail, name)

    def _with_fact(self, meaning: _Meaning, detail: Detail) -> _Meaning | None:
        """The meaning narrowed to the cards, or the printing, about which the detail is true; None for none."""
        as_fact = meaning._replace(facts=(*meaning.facts, detail.text))
        printings = [(card, code) for card in meaning.cards for code in self._printings(card, detail)]
        fitting = tuple(dict.fromkeys(card for card, _ in printings))
        if not detail.number:
            said = tuple(card for card in meaning.cards if self.facts.says(card, detail.value))
            if said and (detail.sort == "word" or not fitting or len(fitting) >= len(said)):
                return as_fact._replace(cards=said)
        if not fitting:
            return None
        is_stated = len(printings) == 1 < len(fitting[0].codes) or (len(printings) == 1 and detail.number)
        return as_fact._replace(cards=fitting, code=printings[0][1] if is_stated else meaning.code)

    def _with_remark(self, meaning: _Meaning, detail: Detail, name: str) -> _Meaning | None:
        """The meaning with a detail that is true of none of its cards: a contradiction, a set of another site, a note.
        None for a word that may be anything."""
        if detail.sort == "word" and not is_rarity(detail.value):
            return None
        if detail.sort == "set":
            differs = not detail.value or any(self._is_set(card, detail.value) for card in meaning.cards)
        else:
            differs = any(self.facts.contradicts(card, detail.value) for card in meaning.cards)
        if differs:
            return meaning._replace(facts=(*meaning.facts, detail.text), differs="detail-differs")
        remark = meaning._replace(remarks=(*meaning.remarks, detail.text))
        return remark._replace(doubtful=f"{name}{detail.value[: len(name)]}") if detail.sort == "note" else remark

    def _printings(self, card: Card, detail: Detail) -> list[str]:
        if not (detail.value or detail.number):
            return []
        codes = self.facts.printings(card, detail.value, detail.number)
        if not codes and detail.number and self.facts.says(card, detail.value):
            codes = self.facts.printings(card, "", detail.number)
        return codes

    def _is_set(self, card: Card, text: str) -> bool:
        return self.facts.says(card, text) or bool(self.facts.printings(card, text))

    def similar_printings(self, code: str) -> tuple[Candidate, ...]:
        """Printings whose number is like a mistyped one; none once too many were looked up."""
        self.mistyped += 1
        if self.mistyped > MAX_MISTYPED:
            return ()
        codes = similar_codes(code)
        self.cards.prefetch((), codes)
        hits = ((card, code_of(card, each)) for each in codes if (card := self.cards.by_code(each)))
        unique = list(dict.fromkeys(Candidate(card.name, number, card.sample) for card, number in hits))
        return tuple(unique[:MAX_PROPOSALS])
