"""What a page shows of a deck: verdict, meters, rows by zone and kind, charts. All of it from one look at its lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from deckbuilder.catalog.index.index_queries import newest
from deckbuilder.catalog.models import SearchIndex
from deckbuilder.catalog.namesakes import Namesakes, namesakes
from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.selectors import declarable
from deckbuilder.common.drawing.charts import Chart, charts_of
from deckbuilder.common.labels import declared_label, read
from deckbuilder.decks import selectors
from deckbuilder.decks.builder.findings import Finding, findings_of, marks_of
from deckbuilder.decks.builder.looks import USUAL, Look, columns
from deckbuilder.decks.builder.zones import ZoneView, zone_views
from deckbuilder.decks.loading import lines_of, to_deck
from deckbuilder.decks.models import Deck, DeckLine, RevisionState
from deckbuilder.decks.verdicts.coming import notices
from deckbuilder.decks.verdicts.occasions import TODAY, Occasion, days_to_come, offered_occasions
from deckbuilder.decks.verdicts.understanding_page import UnderstandingPart, understanding_of
from games.engine.model import decks
from games.engine.model.game import Format, Game, Meter
from games.engine.model.lists import RestrictionList
from games.engine.rules.legality import Verdict, meters
from games.registry import get


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
    """The cards in the largest zone of a fixed size, as its meter has them: how many there are, and the least and most
    that there must be."""

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
    def issue_count(self) -> int:
        """The findings that keep it from being legal: advice does not."""
        return sum(each.violation.severity != "advice" for each in self.findings)

    @property
    def sample_count(self) -> SampleCount:
        entries = [entry for _, entry in self.engine_deck.all_entries()]
        return SampleCount(sum(each.count for each in entries if each.card.sample), sum(each.count for each in entries))

    @property
    def understanding(self) -> UnderstandingPart | None:
        return understanding_of(self.engine_deck, self.game)

    @property
    def state(self) -> dict[str, object]:
        """What the page's scripts must know, as JSON."""
        return {"counts": dict(self.counts), "marks": dict(self.marks), "version": version_of(self.deck)}


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
    findings = findings_of(deck, lines, verdict, lists, occasion)
    marks, whys = marks_of(findings, game)
    *zones, maybe = zone_views(game, lines, marks, whys, resolving, look)
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


def version_of(deck: Deck) -> str:
    """Changes with whatever a tab shows of a deck."""
    return f"{deck.revision} {deck.visibility} {deck.hidden_reason}".strip()


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


def _charts(game: Game, deck: decks.Deck) -> list[Chart]:
    judged_zones = [zone.slug for zone in game.zones if zone.judged and not zone.prefill]
    entries = [entry for zone in judged_zones for entry in deck.entries(zone)]
    return charts_of(game, entries, get_language() or "en")


def _need(deck: decks.Deck, format: Format) -> Need | None:
    sizes = [each.meter(deck) for each in format.constraints if each.meter and "zone.size" in each.codes]
    if not sizes:
        return None
    main = max(sizes, key=lambda each: each.max or 0)
    return Need(int(main.have), int(main.min or 0), int(main.max or 0))


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
