"""The page of a study: of the pilot, or of opening hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from deckbuilder.common.names import reader_name
from deckbuilder.stats import turn_charts
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.hands.keep_odds import MAX_HANDS_SHOWN
from deckbuilder.stats.hands.keep_page import KindRow, by_letter, label_of, letters_of
from deckbuilder.stats.turn_charts import Drawing, Series
from games.engine.play.figures.estimates import Interval

if TYPE_CHECKING:
    from deckbuilder.stats.simulations.chunking import HandStudy
    from games.engine.play.studies.best_lines import Comparison
    from games.engine.play.studies.keeping import HandClock


class Figure(NamedTuple):
    """A figure with its interval."""

    label: str
    value: str
    range: str


class PilotPart(NamedTuple):
    """How many turns the pilot misses. `complete`: in how many games all lines were searched, in words."""

    figures: tuple[Figure, ...]
    chart: Drawing
    complete: str


class HandClockRow(NamedTuple):
    """A hand: letters with the number of cards of each, how often it is dealt, and on which turn it wins."""

    known: bool
    """Whether enough games were played to tell the best choice."""
    hand: tuple[tuple[str, int], ...]
    back: tuple[tuple[str, int], ...]
    dealt: str
    kept: str
    best: str
    gain: str


class HandsPart(NamedTuple):
    """Which hands win early."""

    figures: tuple[Figure, ...]
    kinds: tuple[KindRow, ...]
    hands: tuple[HandClockRow, ...]
    total: int
    """The number of hands distinguished."""
    share: str
    """Of all games, those with the hands shown."""


def pilot_part(comparisons: Sequence[Comparison]) -> PilotPart:
    """The results of comparing at least one game."""
    from games.engine.play.studies.best_lines import missed_turns

    data, games = missed_turns(comparisons), len(comparisons)
    reach = _range(data.interval)
    wins = {"pilot": _("Average winning turn of the pilot"), "best": _("Average winning turn of the best lines")}
    turns = decimal(data.mean)
    if data.complete < games:
        turns = _("at least {turns}").format(turns=turns)
    figures = [Figure(_("Turns missed per game"), turns, reach)]
    for name, label in wins.items():
        clocks = [line.clock for line in (getattr(each, name) for each in comparisons) if line.clock is not None]
        text = _("{won} of {games} games won").format(won=len(clocks), games=games)
        figures.append(Figure(label, decimal(sum(clocks) / len(clocks)) if clocks else "–", text))
    shares = [number / games for number in data.games]
    chart = turn_charts.bars(
        "missed",
        _("Turns missed"),
        _("How many turns earlier each game could have been won, had the pilot known the order of the deck."),
        [str(turns) for turns in range(len(shares))],
        Series(_("Turns missed"), [100 * share for share in shares], [percent(share) for share in shares]),
        axis=_("Turns missed"),
        measure=turn_charts.in_percent(pgettext("of a simulation", "Games")),
        unit="%",
    )
    return PilotPart(tuple(figures), chart, _complete(data.complete, games))


def _complete(complete: int, games: int) -> str:
    """How many games were searched to the end, and what that makes of the figure."""
    if complete == games:
        return _("Every line of play was searched: no decision could have won earlier.")
    if complete == 0:
        return _("No game was searched completely: even earlier wins may exist.")
    return ngettext(
        "In {complete} of {games} game every line of play was searched. In the others, even earlier wins may exist.",
        "In {complete} of {games} games every line of play was searched. In the others, even earlier wins may exist.",
        games,
    ).format(complete=complete, games=games)


def hands_part(study: HandStudy) -> HandsPart:
    trials, outcome = study.trials, study.outcome
    letters = letters_of(trials.conditions)
    hands = outcome.hands[:MAX_HANDS_SHOWN]
    names = (tuple(dict.fromkeys(reader_name(entry.card) for entry in kind)) for kind in trials.cards)
    kinds = zip(letters, trials.conditions, trials.sizes, names, strict=True)
    return HandsPart(
        tuple(_clocks(study)),
        tuple(
            KindRow(letter, label_of(each, trials.kinds), copies, names_of_kind)
            for letter, each, copies, names_of_kind in kinds
        ),
        tuple(_hand(each, letters) for each in hands),
        len(outcome.hands),
        percent(float(sum(each.dealt for each in hands))),
    )


def _clocks(study: HandStudy) -> Iterable[Figure]:
    outcome = study.outcome
    rule = _("With your mulligan") if study.trials.run.keep else _("If every hand is kept")
    clocks = ((_("With the best choice for every hand"), outcome.best), (rule, outcome.rule))
    for label, clock in clocks:
        yield Figure(label, _("turn {turn}").format(turn=decimal(clock.estimate)) if clock else "–", _range(clock))


def _hand(each: HandClock, letters: Sequence[str]) -> HandClockRow:
    gain = each.kept.estimate - each.best.estimate if each.kept and each.best and not each.keeps else None
    return HandClockRow(
        each.kept is not None and each.best is not None,
        by_letter(each.counts, letters),
        by_letter(each.back, letters),
        percent(float(each.dealt)),
        _clock(each.kept),
        _clock(each.best),
        "" if gain is None else decimal(gain),
    )


def _clock(interval: Interval | None) -> str:
    """`4.20 ± 0.02`; without an interval if all games were won in one turn, which does not tell how they vary."""
    if interval is None:
        return "–"
    return f"{interval.estimate:.2f} ± {interval.half_width:.2f}" if interval.half_width else f"{interval.estimate:.2f}"


def _range(interval: Interval | None) -> str:
    return (
        _("95% CI: {low} to {high}").format(low=decimal(interval.low), high=decimal(interval.high)) if interval else ""
    )
