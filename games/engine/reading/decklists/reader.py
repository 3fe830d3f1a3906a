"""Decides what each line of a deck list is, with the cards known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from games.engine.model.cards import Card
from games.engine.model.game import Game, Zone
from games.engine.reading.catalogs.catalog import Lookup
from games.engine.reading.decklists.assembly import Assembly, Reading
from games.engine.reading.decklists.hints import Hints, names_card
from games.engine.reading.decklists.joining import join_lines
from games.engine.reading.decklists.lines import MAX_LINE, Piece
from games.engine.reading.decklists.marks.codes import is_code_like
from games.engine.reading.decklists.match import Match, first_printings, lookups, match
from games.engine.reading.decklists.split import Item, Knowledge, items
from games.engine.reading.decklists.tables import SEPARATORS, Row, Table, cells
from games.engine.reading.decklists.titles import Title, Vocabulary, total, unknown_section
from games.engine.reading.decklists.ways import Way, Ways, is_numbered, ways
from games.engine.texts.writing import fold

EACH_LINE = frozenset(("sb",))
"""Labels that stand before every card of their section, and are about no other."""

_WORD = re.compile(r"\w")
_KEY_AND_VALUE = re.compile(r"(?:[【\[［《〈]([^】\]］》〉]{1,40})[】\]］》〉]\s*[:：]?|(\S+)\s)\s*(\S.*)")


class Reader(Assembly):
    """Takes the pieces of a list one after the other."""

    def __init__(self, game: Game, cards: Lookup, pieces: Sequence[Piece]) -> None:
        super().__init__(game, cards)
        self.pieces = pieces
        self.words = Vocabulary.of(game)
        self.hints = Hints(game, self.words, self)
        self.table: Table | None = None

    def read(self) -> Reading:
        if hidden_ways := [*self.hints.hidden_ways(self.pieces)]:
            self.cards.prefetch(*lookups(hidden_ways))
        self.pieces = join_lines(self.pieces, self.cards, self.is_frame)
        for index, piece in enumerate(self.pieces):
            self.take(index, piece)
        return self.reading()

    def take(self, index: int, piece: Piece) -> None:
        if piece.kind == "blank":
            self.take_blank(piece)
        elif piece.kind == "part":
            self.ignore(piece, "fact")
        elif piece.kind == "comment":
            self.take_comment(piece)
        elif piece.kind == "card":
            if piece.zone is not None:
                self.enter(piece)
            is_row = piece.zone is not None
            read = _ways(piece)
            self.take_card(piece, self.match(read.default.text, read) if is_row else match(read, self.cards))
        elif piece.kind == "header" and self.top and fold(piece.key) in self.header_keys:
            self.take_header(piece, piece.key, piece.value)
        elif piece.kind == "zone" and (piece.ways is None or fold(piece.value) in self.zone_slugs):
            self.enter(piece._replace(zone=piece.value))
            self.ignore(piece, "zone")
            self.tally.title(len(self.lines) - 1, None, 0)
        elif piece.ways is None:
            self.ignore(piece, "unknown-header")
        else:
            row = self.table.row(piece) if self.table else None
            result = match(_ways(piece), self.cards)
            if row and (names_card(row_result := self.match_row(row)) or not names_card(result)):
                self.take_row(piece, row, row_result)
            else:
                self.take_line(index, piece, result)

    def take_blank(self, piece: Piece) -> None:
        """A blank line, or one of nothing but markup, unless a card is called that."""
        if piece.ways and names_card(result := match(piece.ways, self.cards)):
            self.take_card(piece, result)
        else:
            self.ignore(piece, "blank")

    def match(self, text: str, read: Ways) -> Match:
        """The card of a text, which may have details beside the name."""
        return self.with_details(text, read, match(read, self.cards))

    def with_details(self, text: str, read: Ways, result: Match, *, may_be_title: bool = False) -> Match:
        """The match of a text, whose plain reading is `result`, with details beside the name if that names no card."""
        if names_card(result) or result.note in ("joined-count", "number-differs", "bad-count"):
            return result
        return self.details.match(text, read, may_be_title=may_be_title) or result

    def match_row(self, row: Row) -> Match:
        """The card of a row, which has the facts of the other columns if several are called so."""
        result = match(row.ways, self.cards)
        if not names_card(result) and (detailed := self.details.match(f"1x {row.name}", row.ways)):  # counted elsewhere
            result = detailed._replace(way=row.ways.default)
        return result.narrow(*(partial(self.facts.says, text=fact) for fact in row.facts))

    # A line of a text that may be anything

    def take_line(self, index: int, piece: Piece, result: Match) -> None:
        """An exact name is always a card; a line that is nothing else may be a misspelt card."""
        if result.status == "matched" or result.note in ("several", "joined-count"):
            self.take_card(piece, result)
        elif (
            self.take_frame(piece, result.status != "unknown")
            or self.take_card_behind_label(piece)
            or self.take_card_with_details(piece, result)
            or self.take_card_before_note(piece)
            or self.take_items(piece)
        ):
            pass
        elif result.status == "ambiguous" or not self.take_words(index, piece):
            self.take_card(piece, result)

    def take_row(self, piece: Piece, row: Row, result: Match) -> None:
        """A row of a table: its card, or the question which one it is or how many copies there are; or a line that
        looks like a row, such as a total."""
        if not names_card(result) and self.take_frame(piece):
            return
        section = self.section
        if row.section and (title := self.words.title(row.section)) and title.zone:
            self.enter(piece._replace(zone=title.zone))
            self.loose = True
        if row.is_unclear:
            self.top = False
            if names_card(result):
                choices = result.choices or tuple(first_printings(filter(None, [result.card])))
                result = Match("ambiguous", row.ways.default, choices=choices, note="count-unclear", cards=result.cards)
            self.take_unknown(piece, result, is_count_unclear=True)
        else:
            self.take_card(piece, result, () if row.is_counted else ("one",))
        self.section = section

    @property
    def section(self) -> tuple[Zone | None, bool, tuple[str, ...], tuple[str, ...], bool]:
        """Where the list's cards go."""
        return self.zone, self.loose, self.kinds, self.values, self.aside

    @section.setter
    def section(self, section: tuple[Zone | None, bool, tuple[str, ...], tuple[str, ...], bool]) -> None:
        self.zone, self.loose, self.kinds, self.values, self.aside = section

    def take_frame(self, piece: Piece, is_card: bool = False) -> bool:
        """A total, a section's title, the head of a table, or a header of the list. What names a card is no title, even
        if its words are values, as in `聖光（1）`."""
        if claim := total(piece.text):
            self.ignore(piece, "total")
            self.tally.total(len(self.lines) - 1, claim.cards, part=claim.part)
        elif not is_card and (title := self.words.title(piece.text)):
            self.take_title(piece, title)
        elif table := self.table_of(piece):
            if not self.table:
                self.cards.prefetch(*lookups(self.rows()))
            self.table = table
            self.ignore(piece, "columns")
        elif piece.kind == "header" and fold(piece.key) in self.header_keys:
            self.take_header(piece, piece.key, piece.value)
        elif key_and_value := self.declaration(piece):
            self.take_header(piece, *key_and_value)
        else:
            return False
        return True

    def declaration(self, piece: Piece) -> tuple[str, str] | None:
        """The key and value of `種族 妖怪` before the first card, and of `【種族】妖怪`."""
        if self.top and not _ways(piece).counted and (parts := _KEY_AND_VALUE.fullmatch(piece.text)):
            key = parts[1] or parts[2]
            return (key, parts[3]) if fold(key) in (self.header_keys if parts[1] else self.declared) else None
        return None

    def take_title(self, piece: Piece, title: Title) -> None:
        """Continue in the zone that a title names; a kind of card stays in the current zone if that takes it."""
        if title.zone:
            self.enter(piece._replace(zone=title.zone))
            self.loose = True
        elif title.absent or (title.kinds and self.zone and title.kinds[0] not in self.zone.kinds):
            self.enter(piece._replace(zone=""))
        self.kinds, self.values, self.aside = title.kinds or self.kinds, title.values, title.aside
        self.top = False
        note = "unknown-section" if title.absent else "zone" if title.zone else "section"
        self.ignore(piece, note, *(("set-aside",) if title.absent and title.zone else ()))
        self.tally.title(len(self.lines) - 1, title.total, 0 if title.zone or title.absent else 1 if title.kinds else 2)

    def take_comment(self, piece: Piece) -> None:
        """A section's title in a comment is one; a card's line in a comment is asked about."""
        if title := self.words.title(piece.value, numbered=True):
            self.take_title(piece, title)
        elif piece.cells and self.table_of(piece):
            self.take_frame(piece)
        elif piece.ways and names_card(result := match(piece.ways, self.cards)) and len(piece.text) <= MAX_LINE:
            self.take_remark(piece, result)
        else:
            self.ignore(piece, "comment", *self.card_note(piece.value))

    def take_remark(self, piece: Piece, result: Match) -> None:
        """A line that names a card and may be a remark: it is asked about."""
        choices = result.choices or tuple(first_printings(filter(None, [result.card])))
        way = Way(1 if is_numbered(piece.text) else result.way.quantity, piece.text)
        self.take_unknown(piece, Match("ambiguous", way, choices=choices, note="remark"))

    def card_note(self, text: str) -> tuple[str, ...]:
        return ("names-card",) if self.hints.cards_within(text) else ()

    def take_card_behind_label(self, piece: Piece) -> bool:
        """A card behind a label, such as `Master Name` or `Leader: Name`."""
        if fold(piece.key) in self.header_keys or not (labelled := self.hints.card_behind_label(piece)):
            return False
        label, section = piece._replace(text=labelled.label), self.section
        if labelled.title:
            self.take_title(label, labelled.title)
        else:
            self.ignore(label, "label")
        self.take_card(piece._replace(text=labelled.text), labelled.result)
        if fold(labelled.label) in EACH_LINE:
            self.section = section
        return True

    def take_card_with_details(self, piece: Piece, plain: Match) -> bool:
        """A card with a set, a rarity, a foil mark or the like beside its name."""
        may_be_title = self.top and not _ways(piece).counted
        result = self.with_details(piece.text, _ways(piece), plain, may_be_title=may_be_title)
        if not (names_card(result) or result.note in ("detail-differs", "count-unclear")):
            return False
        self.take_card(piece, result)
        return True

    def take_card_before_note(self, piece: Piece) -> bool:
        """A card and a note behind it: `2x Name // note`."""
        if not (noted := self.hints.card_before_note(piece)):
            return False
        split, result = noted
        self.take_card(piece._replace(text=split.before), result)
        self.ignore(piece._replace(text=split.after), "comment")
        return True

    def take_items(self, piece: Piece) -> bool:
        """Several cards in a line, or a title and cards, or a row of a table."""
        known = Knowledge(self.match, lambda text: self.words.title(text) is not None, self.facts.says)
        line_items = items(piece.parts, known) if piece.parts else ()
        if not line_items and (words := self.hints.names_between_blanks(piece)):
            line_items = items(words, known)
            line_items = line_items if all(_is_plain_name(item) for item in line_items) else ()
        has_quantities = any(item.counted for item in line_items)
        cards, section = False, self.section
        for item in line_items:
            part = piece._replace(text=item.text)
            if item.match:
                cards = True
                self.take_card(part, item.match, () if item.counted or not has_quantities else ("one",))
            elif item.role == "title" and not cards and (title := self.words.title(item.text)):
                self.take_title(part, title)
            else:
                self.ignore(part, "label" if item.role == "label" else "fact")
        if cards and fold(line_items[0].text) in EACH_LINE:
            self.section = section
        return bool(line_items)

    def take_words(self, index: int, piece: Piece) -> bool:
        """A line of other words, if it cannot be a card."""
        if not _WORD.search(piece.text):
            self.ignore(piece, "blank")
        elif piece.text.startswith("※") and not _ways(piece).counted:
            self.ignore(piece, "comment")
        elif self.is_name(index, piece):
            return self.take_words_at_top(piece, "title", piece.text)
        elif piece.kind == "header" and self.top:
            return self.take_words_at_top(piece, "unknown-header", piece.value)
        elif self.is_section(piece):
            self.top = False
            self.enter(piece._replace(zone=""))
            self.ignore(piece, "unknown-section")
            self.tally.title(len(self.lines) - 1, None, 0)
        elif len(piece.text) > MAX_LINE and not _ways(piece).counted:
            self.ignore(piece, "prose")
        else:
            return False
        return True

    def take_words_at_top(self, piece: Piece, note: str, text: str) -> bool:
        """The list's title, or an unknown header, if it neither is like a card nor has the name of one that the list
        does not have elsewhere."""
        within = self.hints.cards_within(text)
        if within and not any(self.is_listed(card, piece) for card in within):
            way = Way(1, piece.text)
            self.take_unknown(piece, Match("ambiguous", way, choices=tuple(first_printings(within)), note="remark"))
        elif not within and (is_code_like(text) or (note == "title" and self.is_misspelt(text))):
            return False
        else:
            self.title = piece.text if note == "title" else self.title
            self.ignore(piece, note, *(("names-card",) if within else ()))
        return True

    def is_misspelt(self, text: str) -> bool:
        result = match(ways(text), self.cards)
        return self.hints.resembles(result) or self.hints.resembles(result, leader=True)

    @cached_property
    def listed_cards(self) -> set[tuple[str, int]]:
        """The keys of the cards that lines of the list name, each with the line's number."""
        lines = [piece for piece in self.pieces if piece.kind not in ("blank", "comment")]
        results = [(match(each, self.cards), piece.line) for piece in lines for each in piece.all_ways()]
        results += [
            (labelled.result, piece.line) for piece in lines if (labelled := self.hints.card_behind_label(piece))
        ]
        return {(card.key, line) for result, line in results for card in (*result.cards, result.card) if card}

    def is_listed(self, card: Card, piece: Piece) -> bool:
        """Whether another line than this one names the card, or a zone is filled with it."""
        others = any(key == card.key and line != piece.line for key, line in self.listed_cards)
        return others or any(card.key in zone.prefill() for zone in self.game.zones if zone.prefill)

    def is_name(self, index: int, piece: Piece) -> bool:
        """Whether it is the list's title: words at the top, set apart from cards that have quantities."""
        if not self.top or self.title or _ways(piece).counted or piece.kind == "header":
            return False
        later = self.pieces[index + 1 :]
        apart = bool(later) and (later[0].kind != "line" or not self.bare(later[0]))
        return apart and any(not self.bare(each) for each in later if each.ways)

    def is_frame(self, piece: Piece) -> bool:
        """Whether a line is a title, a total or a header, as far as that is certain before the lines above it are
        read."""
        is_header = piece.kind == "header" and fold(piece.key) in self.header_keys
        return piece.kind in ("zone", "card") or is_header or bool(total(piece.text) or self.words.title(piece.text))

    def bare(self, piece: Piece) -> bool:
        """Whether a line is nothing but a name."""
        framed = piece.kind != "line" or total(piece.text) or self.words.title(piece.text) or self.declaration(piece)
        return not (framed or self.hints.card_behind_label(piece)) and not _ways(piece).counted and not piece.parts

    def is_section(self, piece: Piece) -> bool:
        """Whether it looks like the title of a section this game does not have."""
        if piece.kind != "zone":
            return bool(unknown_section(piece.text))
        return piece.text[:1] not in self.bracketed_cards

    @cached_property
    def bracketed_cards(self) -> frozenset[str]:
        """The brackets that the list puts around cards."""
        zones = (piece for piece in self.pieces if piece.kind == "zone")
        return frozenset(piece.text[:1] for piece in zones if match(_ways(piece), self.cards).card)

    def table_of(self, piece: Piece) -> Table | None:
        """The table whose head a line is."""
        for separator in SEPARATORS:
            columns = self.words.table(head) if len(head := cells(piece, separator)) > 1 else None
            if columns is not None:
                return Table(len(head), columns, separator)
        return None

    def rows(self) -> Iterator[Ways]:
        """How the rows of all tables in the list are read."""
        table = None
        for piece in self.pieces:
            table = self.table_of(piece) or table
            if table and (row := table.row(piece)):
                yield row.ways


def _is_plain_name(item: Item) -> bool:
    """Whether an item names a card by its name alone."""
    return item.names_card and item.match is not None and not (item.match.code or item.match.details)


def _ways(piece: Piece) -> Ways:
    assert piece.ways
    return piece.ways
