"""Cards within lines that look like something else: behind a label, before a note, in a title or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import NamedTuple, Protocol

from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.counts import without_numbers
from games.engine.reading.decklists.lines import Piece
from games.engine.reading.decklists.marks.matching import MAX_TEXTS, DetailMatcher
from games.engine.reading.decklists.match import Match, match
from games.engine.reading.decklists.split import Parts, word_parts
from games.engine.reading.decklists.titles import Title, Vocabulary
from games.engine.reading.decklists.ways import Way, Ways, ways
from games.engine.texts.writing import fold

MAX_FRAMES, MAX_SPANS = 40, 1_500
"""In how many titles, headers and comments of a list names of cards are looked for, and how many parts of them are
looked up."""

MAX_WORD_RUNS = 1_000
"""How many runs of words in all lines of a list may be names between blanks."""

LIKE_A_CARD, LIKE_A_LEADER = 0.75, 0.6
"""How similar a title or a header is to the name of a card that it is likely to be, misspelt."""

_BREAK = re.compile(
    r"\s*(?:[:：=＝~～]|(?<=[^\x00-\x7f])-|(?<=[A-Za-z])-(?=[^\x00-\x7f])|--+|[‐‑–—－·・])\s*|\s+(?:-\s+)?|(?=[《「『【“])"
)
_NOTE = re.compile(r"\s+(?://+|[#＃]+(?!\d)|←|<-+)\s*(?P<note>\S.*)")
_WORD = re.compile(r"[a-z0-9'’]+|[^\W_]", re.IGNORECASE)


class Split(NamedTuple):
    """A line in two parts: a label and a card, or a card and a note."""

    before: str
    after: str


def labels(text: str) -> Iterator[Split]:
    """Each way to split a label of up to three words from the rest of a line."""
    for gap in list(_BREAK.finditer(text))[:3]:
        before, after = text[: gap.start()].strip(), text[gap.end() :].strip()
        if before and after and not before[0].isdigit():
            yield Split(before, after)


def note_split(text: str) -> Split | None:
    """A line as a card and a note behind it: `2x Name // a note`. None if there is none."""
    note = _NOTE.search(text)
    return Split(text[: note.start()].strip(), note["note"]) if note and note.start() else None


def spans(text: str) -> Iterator[str]:
    """The parts of a text that may be a name, the longest first: runs of whole words, of which each character of
    Chinese or Japanese is one."""
    words = list(_WORD.finditer(text))
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length + 1):
            part = text[words[first].start() : words[first + length - 1].end()]
            if len(part) > 1:
                yield part


def likeness(text: str, name: str) -> float:
    """How similar a text is to a name, from 0 to 1."""
    return SequenceMatcher(None, fold(text), fold(name), autojunk=False).ratio()


class LabelledCard(NamedTuple):
    """A card behind a label. `title`: the section the label names; None for another word."""

    label: str
    title: Title | None
    text: str
    result: Match


class Matcher(Protocol):
    """What reads the list: it has its cards, and matches texts that may have details beside a name."""

    cards: Lookup
    details: DetailMatcher

    def near(self, way: Way) -> Sequence[str] | None: ...

    def match(self, text: str, read: Ways) -> Match: ...


class Hints:
    """Finds cards in the lines of a list that are no plain lines of cards."""

    def __init__(self, game: Game, words: Vocabulary, reader: Matcher) -> None:
        self.game, self.words, self.reader = game, words, reader
        self.cards, self.near, self.details = reader.cards, reader.near, reader.details
        self._between_blanks: dict[int, Parts | None] = {}
        self.spans_left, self.texts_left = MAX_SPANS, MAX_FRAMES
        self.detailed_left, self.words_left = MAX_TEXTS, MAX_WORD_RUNS
        self._labelled: dict[tuple[int, str], LabelledCard | None] = {}

    def hidden_ways(self, pieces: Iterable[Piece]) -> Iterator[Ways]:
        """How the parts of lines that name no card as a whole are read."""
        for piece in pieces:
            if piece.kind == "card" and piece.zone is not None and piece.ways:
                if not names_card(match(piece.ways, self.cards)):
                    yield from self.ways_with_details(piece._replace(text=piece.ways.default.text), ())
            elif piece.kind in ("line", "header"):
                parts = [text for label, text in labels(piece.text) if piece.kind == "header" or self.section(label)]
                parts += note_split(piece.text) or ()
                if not piece.ways or names_card(match(piece.ways, self.cards)):
                    continue
                yield from map(ways, parts)
                yield from self.ways_with_details(piece, parts)

    def ways_with_details(self, piece: Piece, parts: Sequence[str]) -> Iterator[Ways]:
        """How a line and its parts are read with details beside the names, and as names between blanks."""
        texts = [piece.text, *parts]
        if piece.parts:
            texts += [piece.parts.text(first, first + 1) for first in range(len(piece.parts.spans))]
        for text in texts[: self.detailed_left]:
            yield from self.details.ways(text)
        self.detailed_left = max(0, self.detailed_left - len(texts))
        if words := self.names_between_blanks(piece):
            yield from words.ways.values()

    def names_between_blanks(self, piece: Piece) -> Parts | None:
        """A line cut at every blank, if it may be several names with nothing else between them."""
        if piece.line not in self._between_blanks:
            words = word_parts(piece.text) if piece.kind == "line" and self.words_left > 0 else None
            self.words_left -= len(words.ways) if words else 0
            self._between_blanks[piece.line] = words
        return self._between_blanks[piece.line]

    def section(self, label: str) -> Title | None:
        """The title of a section with certain zones or kinds of card; None for another word."""
        title = self.words.title(label)
        return title if title and (title.zone or title.kinds) else None

    def card_behind_label(self, piece: Piece) -> LabelledCard | None:
        """The card behind a label: a section's title, with a card that is misspelt at most, or another word and a colon
        with a card that can only lead a deck."""
        key = piece.line, piece.text
        if key not in self._labelled:
            self._labelled[key] = self._find_card_behind_label(piece)
        return self._labelled[key]

    def _find_card_behind_label(self, piece: Piece) -> LabelledCard | None:
        for label, text in labels(piece.text):
            title = self.section(label)
            if not title and (piece.kind != "header" or label != piece.key):
                continue
            result = self.reader.match(text, ways(text))
            if not names_card(result) and any(self.section(inner) for inner, _ in labels(text)):
                continue  # a player's name before `Leader: Name`
            if self.resembles(result, leader=not title) if not names_card(result) else title or self.leads(result):
                return LabelledCard(label, title, text, result)
        return None

    def card_before_note(self, piece: Piece) -> tuple[Split, Match] | None:
        """A line as a card, with its match, and a note behind it that names no card."""
        split = note_split(piece.text)
        if split and not names_card(match(ways(split.after), self.cards)):
            result = self.reader.match(split.before, ways(split.before))
            return (split, result) if names_card(result) else None
        return None

    def leads(self, result: Match) -> bool:
        """Whether a line names a card that can only stand in a zone for one."""
        cards = result.cards or ((result.card,) if result.card else ())
        return bool(cards) and all(self.game.zone_of(card).single for card in cards)

    def resembles(self, result: Match, *, leader: bool = False) -> bool:
        """Whether a line is likely the misspelt name of a card; `leader`: of one that leads a deck, which stands alone
        at the top more often, so that less likeness will do. False once similar names are no longer searched."""
        bare = without_numbers(result.way.text) or result.way.text
        names = self.near(Way(1, bare)) or ()
        for card in (card for name in names for card in self.cards.find(name)):
            if leader and not self.game.zone_of(card).single:
                continue
            if max(likeness(bare, name) for name in card.names) >= (LIKE_A_LEADER if leader else LIKE_A_CARD):
                return True
        return False

    def cards_within(self, text: str) -> list[Card]:
        """The cards whose exact name is part of a text. Nothing is looked up any more once a list has used up the
        limit."""
        if not (self.texts_left and self.spans_left):
            return []
        parts = list(islice(dict.fromkeys(spans(text)), self.spans_left))
        self.spans_left, self.texts_left = self.spans_left - len(parts), self.texts_left - 1
        self.cards.prefetch(parts, ())
        return next(([*cards] for part in parts if (cards := self.cards.find(part))), [])


def names_card(result: Match) -> bool:
    return result.status == "matched" or result.note == "several"
