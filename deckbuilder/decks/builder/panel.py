"""What a page shows of a deck: verdict, meters, rows by zone and kind, charts. All of it from one look at its lines."""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import SearchIndex
from deckbuilder.catalog.namesakes import Namesakes, namesakes
from deckbuilder.catalog.restrictions.pages import list_url
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.selectors import declarable
from deckbuilder.common.drawing.charts import Chart, charts_of
from deckbuilder.common.labels import declared_label, keyword_label, read, value_label
from deckbuilder.common.names import reader_name
from deckbuilder.decks import selectors
from deckbuilder.decks.builder.looks import COPIES, UNGROUPED, USUAL, Look, columns
from deckbuilder.decks.lists.choices import LineChoices, choices_by_line
from deckbuilder.decks.loading import lines_of, to_deck
from deckbuilder.decks.models import Deck, DeckLine, RevisionState
from deckbuilder.decks.verdicts import sentences
from deckbuilder.decks.verdicts.coming import notices
from deckbuilder.decks.verdicts.occasions import TODAY, Occasion, days_to_come, offered_occasions
from deckbuilder.decks.verdicts.understanding_page import UnderstandingPart, understanding_of
from games.engine.model import decks
from games.engine.model.cards import Attribute, Card, Value
from games.engine.model.game import Format, Game, Meter, Zone
from games.engine.model.lists import RestrictionList
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict, meters
from games.registry import get

Texts = Mapping[str, str]
"""Something said of cards, by card key; of a line that names no card, by what stands there."""


@dataclass(frozen=True)
class Finding:
    """A violation in words, and how one click mends it."""

    violation: Violation
    message: str
    fix: str
    """The repair in words; "" if there is none."""
    keys: tuple[str, ...]
    """The cards it is about."""
    find: str = ""
    """The URL of a search for cards to add."""
    source: str = ""
    """The URL of the list that says so."""
    printed: Texts = field(default_factory=dict)
    """The names printed on the cards, by the names in the message."""

    @property
    def mends(self) -> bool:
        return bool(self.violation.repair and self.violation.repair.changes)

    @property
    def name(self) -> str:
        """What tells it from the others of a deck (see builder_views.read_finding)."""
        return json.dumps([self.violation.code, self.violation.zone, *self.keys], ensure_ascii=False)

    @property
    def id(self) -> str:
        """The id of its element on a page."""
        return f"finding-{blake2b(self.name.encode(), digest_size=6).hexdigest()}"

    @property
    def around_source(self) -> tuple[str, str, str]:
        """The message before, in and after the name of the list whose page is known."""
        source = self.violation.source if self.source else ""
        return self.message.partition(source) if source else (self.message, "", "")


@dataclass(frozen=True)
class PanelRow:
    """A line of the deck."""

    line: DeckLine
    card: Card | None
    code: str = ""
    """The number of its printing."""
    mark: str = ""
    """The gravest severity of a finding about its card."""
    why: str = ""
    """The messages of those findings."""
    choices: LineChoices | None = None

    @property
    def name(self) -> str:
        return reader_name(self.card) if self.card else self.line.text


@dataclass(frozen=True)
class Group:
    label: str
    rows: tuple[PanelRow, ...]

    @property
    def count(self) -> int:
        return sum(row.line.count for row in self.rows)


@dataclass(frozen=True)
class ZoneView:
    zone: Zone
    label: str
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)

    @property
    def rows(self) -> tuple[PanelRow, ...]:
        return tuple(row for group in self.groups for row in group.rows)


@dataclass(frozen=True)
class MeterView:
    label: str
    meter: Meter

    @property
    def limit(self) -> int | float:
        return self.meter.max if self.meter.max is not None else (self.meter.min or 0)

    @property
    def range(self) -> str:
        """The limit, from the minimum where there are both: `3` or `2–4`."""
        low, high = self.meter.min, self.meter.max
        return f"{low}–{high}" if low and high and low != high else str(self.limit)

    @property
    def over(self) -> bool:
        return self.meter.max is not None and self.meter.have > self.meter.max

    @property
    def share(self) -> float:
        """How full, from 0 to 100."""
        return min(100.0, round(100 * self.meter.have / self.limit, 1)) if self.limit else 100.0


class SampleCount(NamedTuple):
    """The invented cards of a deck."""

    cards: int
    of: int
    """The number of all cards in its zones."""

    @property
    def is_mixed(self) -> bool:
        """Whether some cards are and some are not, so that each must say it."""
        return 0 < self.cards < self.of


class Need(NamedTuple):
    """The cards in the zones of a fixed size: how many there are, and the least and most that there must be."""

    have: int
    least: int
    most: int

    @property
    def text(self) -> str:
        """`40`, or `2–4` where there is a choice."""
        return f"{self.least}–{self.most}" if self.most > self.least else str(self.least)


@dataclass(frozen=True)
class DeclarationView:
    key: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    """Values, each with its label; the present value, too, if it is no choice any more."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Everything that the pages of a deck show of it."""

    deck: Deck
    game: Game
    engine_deck: decks.Deck
    look: Look
    occasion: Occasion
    """What it is judged for."""
    lists: tuple[RestrictionList, ...]
    """All lists of its game."""
    verdict: Verdict
    findings: tuple[Finding, ...]
    meters: tuple[MeterView, ...]
    zones: tuple[ZoneView, ...]
    maybe: ZoneView
    """The maybe-board, which is not judged."""
    charts: list[Chart]
    counts: dict[str, int]
    """Copies by card key, for the catalog beside the deck."""
    marks: dict[str, str]
    """The gravest severity of a finding, by card key."""

    @property
    def size(self) -> int:
        return self.game.size(self.engine_deck)

    @property
    def sample_count(self) -> SampleCount:
        entries = [entry for _, entry in self.engine_deck.all_entries()]
        return SampleCount(sum(each.count for each in entries if each.card.sample), sum(each.count for each in entries))

    @property
    def understanding(self) -> UnderstandingPart | None:
        return understanding_of(self.engine_deck, self.game)

    @property
    def state(self) -> dict[str, dict[str, object]]:
        """What the catalog beside the deck must know, as JSON."""
        return {"counts": dict(self.counts), "marks": dict(self.marks)}


@dataclass(frozen=True, kw_only=True)
class BuilderPanel(Panel):
    """What the builder shows besides."""

    declarations: tuple[DeclarationView, ...]
    names: Namesakes
    need: Need | None
    """None where the format fixes no zone's size."""
    undo_states: frozenset[str]

    @property
    def can_undo(self) -> bool:
        return RevisionState.STANDS in self.undo_states

    @property
    def can_redo(self) -> bool:
        return RevisionState.UNDONE in self.undo_states


def panel(
    deck: Deck,
    lines: Sequence[DeckLine] | None = None,
    *,
    look: Look = USUAL,
    occasion: Occasion = TODAY,
    resolving: bool = False,
) -> Panel:
    """`lines`: as from lines_of, if the caller has them; `resolving`: with the cards that unrecognized lines may
    mean."""
    game, lines = get(deck.game), lines_of(deck) if lines is None else lines
    engine_deck = to_deck(deck, lines)
    lists = restriction_lists(game)
    verdict = selectors.verdict_for(engine_deck, occasion, lists)
    findings = _findings(deck, lines, verdict, lists, occasion)
    marks, whys = _marks(findings, game)
    *zones, maybe = _sections(game, lines, marks, whys, resolving, look)
    judged_on = engine_deck.on(verdict.on)
    return Panel(
        deck=deck,
        game=game,
        engine_deck=engine_deck,
        look=look,
        occasion=occasion,
        lists=lists,
        verdict=verdict,
        findings=findings,
        meters=tuple(MeterView(read(each.label), each) for each in meters(judged_on, game.format(verdict.format))),
        zones=tuple(zones),
        maybe=maybe,
        charts=_charts(game, engine_deck),
        counts=_counts(engine_deck),
        marks=marks,
    )


def builder_panel(
    deck: Deck,
    lines: Sequence[DeckLine] | None = None,
    undo_states: frozenset[str] | None = None,
    *,
    look: Look = USUAL,
    occasion: Occasion = TODAY,
) -> BuilderPanel:
    """`undo_states`: as from selectors.undo_states, if the caller has them."""
    shown = panel(deck, lines, look=look, occasion=occasion, resolving=True)
    game, index = shown.game, newest(shown.game)
    return BuilderPanel(
        **vars(shown),
        declarations=tuple(_declarations(deck, game, index)),
        names=namesakes(game, index),
        need=_need(shown.engine_deck, game.format(shown.verdict.format)),
        undo_states=selectors.undo_states(deck) if undo_states is None else undo_states,
    )


def panel_context(request: HttpRequest, shown: Panel) -> dict[str, object]:
    """The template context that the pages of a deck share."""
    deck, game = shown.deck, shown.game
    return {
        "deck": deck,
        "game": game,
        "panel": shown,
        "look": shown.look,
        "columns": columns(game, shown.look),
        "days": days_to_come(shown.lists, game.slug, deck.format, timezone.localdate()),
        "occasion": shown.occasion,
        "occasions": partial(offered_occasions, request, game.slug),
        "notices": () if shown.occasion.on else notices(deck, shown.engine_deck, shown.lists),
    }


def _findings(
    deck: Deck, lines: Iterable[DeckLine], verdict: Verdict, lists: Iterable[RestrictionList], occasion: Occasion
) -> tuple[Finding, ...]:
    urls = {str(each): list_url(each) for each in lists}
    cards = {line.printed_card.card for line in lines if line.printed_card}
    return tuple(_finding(each, cards, deck, urls, occasion) for each in verdict.violations)


def _finding(judged: Violation, cards: Collection[Card], deck: Deck, urls: Texts, occasion: Occasion) -> Finding:
    violation = sentences.with_reader_names(judged, cards)
    keys = tuple(card.key or card.name for card in violation.cards)
    find = ""
    if violation.repair and violation.repair.want:
        query = {"q": violation.repair.find, "fits": violation.zone, "suggest": "1", **occasion.params}
        find = f"{reverse('decks:builder', args=[deck.slug])}?{urlencode(query)}#pool"
    url, game = urls.get(violation.source or "", ""), get(deck.game)
    words = sentences.message(violation, game), sentences.fix(violation, game)
    return Finding(violation, *words, keys, find, url, sentences.printed_names(judged, violation))


def _marks(findings: Iterable[Finding], game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """By card key: the gravest severity, as the findings come sorted, and all sentences, of that card alone."""
    marks: dict[str, str] = {}
    whys: dict[str, list[str]] = {}
    for finding in findings:
        about = sentences.messages_about(finding.violation, finding.message, game)
        for key, message in zip(finding.keys, about, strict=True):
            marks.setdefault(key, finding.violation.severity)
            whys.setdefault(key, []).append(message)
    return marks, {key: _(" ").join(messages) for key, messages in whys.items()}


def _sections(
    game: Game,
    lines: Sequence[DeckLine],
    marks: Texts,
    whys: Texts,
    resolving: bool,
    look: Look,
) -> Iterable[ZoneView]:
    lost_texts = [line.text for line in lines if line.printed_card is None] if resolving else []
    meant = choices_by_line(game, lost_texts, get_language() or "en") if lost_texts else {}
    for zone in (*sorted(game.zones, key=lambda zone: not zone.single), game.maybe):  # the leader first
        zone_lines = [line for line in lines if line.zone == zone.slug]
        remarks = (marks, whys) if zone is not game.maybe else ({}, {})
        rows = [_row(line, *remarks, meant) for line in zone_lines]
        yield ZoneView(zone, read(zone.label), tuple(_groups(game, rows, look)))


def _row(line: DeckLine, marks: Texts, whys: Texts, meant: Mapping[str, LineChoices]) -> PanelRow:
    code, card = (line.printed_card.code, line.printed_card.card) if line.printed_card else ("", None)
    key = card.key if card else line.text
    choices = None if card else meant.get(line.text)
    return PanelRow(line, card, code, marks.get(key, ""), whys.get(key, ""), choices)


def _groups(game: Game, rows: list[PanelRow], look: Look) -> Iterable[Group]:
    """Rows by value, in the attribute's order; those that have none by kind; lines that name no card first."""
    lost_rows = tuple(row for row in rows if row.card is None)
    if lost_rows:
        yield Group("", lost_rows)
    groups: dict[GroupKey, list[PanelRow]] = {}
    for row, card in _sort_rows(game, [(row, row.card) for row in rows if row.card], look.sort):
        key = GroupKey(False, (), _("Cards")) if look.by == UNGROUPED else _group_key(game, game.fields[look.by], card)
        groups.setdefault(key, []).append(row)
    for key, group_rows in sorted(groups.items(), key=lambda pair: pair[0]):
        yield Group(key.label, tuple(group_rows))


def _sort_rows(game: Game, rows: list[tuple[PanelRow, Card]], sort: str) -> list[tuple[PanelRow, Card]]:
    """In the game's own order; then by what is chosen, whichever way round, and those that have none of it last."""
    rows = sorted(rows, key=lambda pair: _order(game, *pair))
    name = sort.removeprefix("-")
    if not name:
        return rows
    pairs = [(_sort_key(game, name, *pair), pair) for pair in rows]
    with_key = sorted((each for each in pairs if each[0]), key=lambda each: each[0], reverse=sort[0] == "-")
    return [pair for _key, pair in with_key] + [pair for key, pair in pairs if not key]


def _sort_key(game: Game, name: str, row: PanelRow, card: Card) -> tuple[tuple[float, str], ...]:
    """By what a card is compared; () where it has none of it."""
    if name == COPIES:
        return ((float(row.line.count), ""),)
    attribute = game.fields[name]
    if name == "code":
        return _values(attribute, row.code)
    return _values(attribute, card.get(name) if attribute.has(card.kind) else None)


def _values(attribute: Attribute, value: Value) -> tuple[tuple[float, str], ...]:
    """A value as it is compared: numbers by size, what has declared choices in their order, all else by its text."""
    if isinstance(value, tuple):
        return tuple(pair for one in value for pair in _values(attribute, one))
    if value is None or value == "":
        return ()
    if attribute.numeric:
        return ((float(value) if isinstance(value, (int, float)) else -math.inf, ""),)
    order = {choice.value: rank for rank, choice in enumerate(attribute.choices)}
    return ((float(order.get(str(value), len(order))), str(value)),)


class GroupKey(NamedTuple):
    """The group of a card, as groups are sorted."""

    is_missing: bool
    """Whether the card has no value to be grouped by; it is grouped by kind, after all others."""
    sort_key: tuple[float, ...]
    label: str


def _group_key(game: Game, by: Attribute, card: Card) -> GroupKey:
    value = card.get(by.name) if by.has(card.kind) else None
    sort_key = tuple(rank for rank, _text in _values(by, value))
    if not sort_key:
        return _group_key(game, game.fields["kind"], card)._replace(is_missing=True)
    language = get_language() or "en"
    if by.name == "keywords" and isinstance(value, tuple):
        return GroupKey(False, sort_key, " · ".join(keyword_label(game, word, language) for word in value))
    label = value_label(by, value, language)
    return GroupKey(False, sort_key, f"{by.label.read(language)} {label}" if by.numeric else label)


def _order(game: Game, row: PanelRow, card: Card) -> tuple[tuple[float, str], ...]:
    values = [card.get(name) for name in game.order]
    ranks = [(float(value), "") if isinstance(value, (int, float)) else (-1.0, str(value or "")) for value in values]
    return (*ranks, (0.0, card.name), (0.0, row.code))


def _charts(game: Game, deck: decks.Deck) -> list[Chart]:
    judged_zones = [zone.slug for zone in game.zones if zone.judged and not zone.prefill]
    entries = [entry for zone in judged_zones for entry in deck.entries(zone)]
    return charts_of(game, entries, get_language() or "en")


def _need(deck: decks.Deck, format: Format) -> Need | None:
    sizes = [each.meter(deck) for each in format.constraints if each.meter and "zone.size" in each.codes]
    if not sizes:
        return None
    have, least = int(sum(each.have for each in sizes)), int(sum(each.min or 0 for each in sizes))
    return Need(have, least, int(sum(each.max or 0 for each in sizes)))


def _counts(deck: decks.Deck) -> dict[str, int]:
    counts: dict[str, int] = {}
    for _zone, entry in deck.all_entries():
        counts[entry.card.key] = counts.get(entry.card.key, 0) + entry.count
    return counts


def _declarations(deck: Deck, game: Game, index: SearchIndex | None) -> Iterable[DeclarationView]:
    for each in game.declarations:
        value = deck.declarations.get(each.key, "")
        values = dict.fromkeys((*declarable(game, each, index), *filter(None, (value,))))
        choices = tuple((choice, declared_label(game, each, choice)) for choice in values)
        yield DeclarationView(each.key, read(each.label), value, choices)
