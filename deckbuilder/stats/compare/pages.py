"""Two decks, or two versions of one, side by side: cards, curves, verdicts, exact odds, and existing simulations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.common.drawing.charts import Chart
from deckbuilder.common.labels import read, with_note
from deckbuilder.decks.builder.panel import Panel, panel
from deckbuilder.decks.changes import versions
from deckbuilder.decks.changes.differences import (
    CardDifference,
    Difference,
    Differences,
    SettingDifference,
    differences,
)
from deckbuilder.decks.changes.history import format_label
from deckbuilder.decks.changes.versions import DeckVersion
from deckbuilder.decks.models import Deck
from deckbuilder.stats import selectors
from deckbuilder.stats.figures import percent, points
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.chances import Chances, chances_of
from deckbuilder.stats.odds.sentences import unreadable, when
from deckbuilder.stats.simulations import pair_page
from deckbuilder.stats.simulations.pair_page import Pair
from deckbuilder.stats.simulations.specs import unequal_conditions
from deckbuilder.stats.throttle import counting
from games.engine.model.cards import Card
from games.engine.model.game import Game
from games.engine.model.presets import Preset
from games.engine.odds.exact import Unreadable
from games.engine.reading.goals import parse
from games.registry import get


@dataclass(frozen=True)
class Side:
    """One side of a comparison. `name`: the name of the version, for those who may edit the deck."""

    letter: str
    deck: Deck
    number: int
    version: DeckVersion
    panel: Panel
    made_at: datetime | None
    may_edit: bool
    name: str

    @property
    def newest(self) -> bool:
        return self.number == self.deck.revision

    @property
    def title(self) -> str:
        return self.deck.name or _("Untitled deck")


class DifferenceRow(NamedTuple):
    """A difference, what applying it does to the reader's deck, and the same in short: `+1 雪女`, `+1`."""

    difference: Difference
    label: str
    first: str
    second: str
    action: str
    change: str

    @property
    def card(self) -> Card | None:
        return self.difference.card if isinstance(self.difference, CardDifference) else None


class DifferenceGroup(NamedTuple):
    title: str
    rows: tuple[DifferenceRow, ...]


class OddsRow(NamedTuple):
    label: str
    when: str
    first: str
    second: str
    points: str


class ChartPair(NamedTuple):
    first: Chart | None
    second: Chart | None


@dataclass(frozen=True)
class ComparePage:
    """`target`: the side that changes are applied to, `source`: the other one; both are None if the reader may edit
    neither, or if both are the same version."""

    game: Game
    sides: tuple[Side, Side]
    target: Side | None
    source: Side | None
    groups: tuple[DifferenceGroup, ...]
    same: tuple[CardDifference, ...]
    charts: tuple[ChartPair, ...]
    odds: tuple[OddsRow, ...]
    unreadable: str
    simulated: Pair | None
    runs: tuple[Simulation, Simulation] | None

    @property
    def first(self) -> Side:
        return self.sides[0]

    @property
    def second(self) -> Side:
        return self.sides[1]

    @property
    def same_deck(self) -> bool:
        return self.first.deck.pk == self.second.deck.pk

    @property
    def copies_in_common(self) -> int:
        return sum(each.first for each in self.same)

    @property
    def both_editable(self) -> bool:
        return self.first.may_edit and self.second.may_edit and not self.same_deck


def side(letter: str, deck: Deck, number: int, *, may_edit: bool) -> Side:
    """One side of a comparison. Raises InputError if the version is not available."""
    version = versions.version_of(deck, number)
    name = deck.versions.filter(number=number).values_list("name", flat=True).first() if may_edit else None
    return Side(
        letter,
        deck,
        number,
        version,
        panel(version.deck, version.lines),
        versions.made_at(deck, number),
        may_edit,
        name or "",
    )


def page(first: Side, second: Side, into: str = "") -> ComparePage:
    """`into`: the letter of the side that changes are applied to, if the reader may edit both."""
    game = get(first.deck.game)
    target = target_of(first, second, into)
    changes = differences(first.version, second.version)
    odds, failure = _odds(first, second, game)
    runs = _runs(first, second)
    return ComparePage(
        game=game,
        sides=(first, second),
        target=target,
        source=None if target is None else second if target is first else first,
        groups=tuple(_groups(changes, game, target is second)),
        same=changes.same,
        charts=tuple(_charts(first, second)),
        odds=odds,
        unreadable=failure,
        simulated=pair_page.pair(*runs) if runs else None,
        runs=runs,
    )


def target_of(first: Side, second: Side, into: str) -> Side | None:
    """The later of two versions, or one of two decks that the reader may edit; None if the reader may not edit it."""
    if first.deck.pk == second.deck.pk:
        later = max(first, second, key=lambda each: each.number)
        return later if later.may_edit and first.number != second.number else None
    editable = [each for each in (first, second) if each.may_edit]
    return next((each for each in editable if each.letter.lower() == into.lower()), editable[0] if editable else None)


# Cards ----------------------------------------------------------------------------------------------------------------


def _groups(changes: Differences, game: Game, is_turned: bool) -> Iterable[DifferenceGroup]:
    """`is_turned`: changes are applied from the first side to the second."""
    parts: tuple[tuple[str, Sequence[Difference]], ...] = (
        (_("Declarations and format"), changes.settings),
        (_("Only in A"), [each for each in changes.cards if not each.second]),
        (_("Only in B"), [each for each in changes.cards if not each.first]),
        (_("Different numbers of copies"), [each for each in changes.cards if each.first and each.second]),
    )
    for title, rows in parts:
        if rows:
            yield DifferenceGroup(title, tuple(_row(each, game, is_turned) for each in rows))


def _row(each: Difference, game: Game, is_turned: bool) -> DifferenceRow:
    if isinstance(each, CardDifference):
        change = each.first - each.second if is_turned else each.second - each.first
        zone = next(section for section in game.sections if section.slug == each.zone)
        label = each.name if zone.slug == game.zones[0].slug else with_note(each.name, read(zone.label))
        amount = f"{'+' if change > 0 else '−'}{abs(change)}"
        return DifferenceRow(each, label, str(each.first), str(each.second), f"{amount} {each.name}", amount)
    return _setting_row(each, game, is_turned)


def _setting_row(each: SettingDifference, game: Game, is_turned: bool) -> DifferenceRow:
    if each.key:
        label = next(
            (read(declaration.label) for declaration in game.declarations if declaration.key == each.key), each.key
        )
        first, second = each.first or "–", each.second or "–"
    else:
        label = _("Format")
        first, second = (format_label(game.formats, slug) for slug in (each.first, each.second))
    colon = _(": ")
    value = first if is_turned else second
    return DifferenceRow(each, label, first, second, f"{label}{colon}{value}", value)


def _charts(first: Side, second: Side) -> Iterable[ChartPair]:
    one, other = ({chart.name: chart for chart in each.panel.charts} for each in (first, second))
    return [ChartPair(one.get(name), other.get(name)) for name in {**one, **other}]


# Odds -----------------------------------------------------------------------------------------------------------------


def _odds(first: Side, second: Side, game: Game) -> tuple[tuple[OddsRow, ...], str]:
    """The odds of each preset goal of the game in both decks, on the play; or why there are none."""
    try:
        with counting():
            return tuple(_odds_rows(first, second, game)), ""
    except Unreadable as error:
        return (), unreadable(error)


def _odds_rows(first: Side, second: Side, game: Game) -> Iterable[OddsRow]:
    for preset in game.presets:
        if "first" not in preset.seats:
            continue
        one, other = (_chances(preset, each, game) for each in (first, second))
        if one or other:
            best, beside = (chances.best if chances else None for chances in (one, other))
            change = "" if best is None or beside is None else points(best - beside)
            yield OddsRow(
                read(preset.label), when(preset.turn), _percent_or_dash(best), _percent_or_dash(beside), change
            )


def _percent_or_dash(chance: Fraction | None) -> str:
    return "–" if chance is None else percent(chance)


def _chances(preset: Preset, each: Side, game: Game) -> Chances | None:
    deck = each.panel.engine_deck
    text = preset.text(deck)
    return chances_of(parse(text, game), deck, game, (preset.turn, "first"), "none") if text else None


# Simulations ----------------------------------------------------------------------------------------------------------


def _runs(first: Side, second: Side) -> tuple[Simulation, Simulation] | None:
    """The last simulations of both under equal conditions; None if there are none."""
    one, other = (selectors.games_of_cards(each.deck.pk, each.panel.verdict.fingerprint) for each in (first, second))
    return next((pair for pair in product(one, other) if not unequal_conditions(*pair)), None)
