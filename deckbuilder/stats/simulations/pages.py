"""The page of a simulation: its progress, its charts, and two simulations side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from deckbuilder.catalog.namesakes import namesakes
from deckbuilder.common.labels import paragraph, with_note
from deckbuilder.decks.verdicts.understanding_page import UnderstandingPart, understanding_of
from deckbuilder.stats import turn_charts
from deckbuilder.stats.figures import decimal, percent
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.odds.sentences import goal_by
from deckbuilder.stats.simulations import impact_page, results, selectors
from deckbuilder.stats.simulations.impact_page import ImpactPart
from deckbuilder.stats.simulations.pairs import late_turn
from deckbuilder.stats.simulations.study_page import Figure, HandsPart, PilotPart, hands_part, pilot_part
from deckbuilder.stats.to_games import thaw
from deckbuilder.stats.turn_charts import Drawing, Series
from games.registry import get

Data = dict[str, Any]

RARE = 200
"""Turns that fewer than one in this many games reach appear only in tables: their means come from a few odd games."""


class ProgressBar(NamedTuple):
    """The progress of a simulation, in words."""

    progress: selectors.Progress
    rate: str
    left: str

    @property
    def open(self) -> bool:
        return self.progress.open


class Stuck(NamedTuple):
    """A card that stays in hand: its copies, the turns per game they spend there in total, and the copies held in each
    turn."""

    name: str
    copies: int
    turns: float
    opened: str
    copies_held: tuple[str, ...]

    @property
    def turns_text(self) -> str:
        return decimal(self.turns)


@dataclass(frozen=True)
class SimulationPage:
    simulation: Simulation
    bar: ProgressBar
    pilot: dict[str, str]
    figures: tuple[Figure, ...] = ()
    charts: tuple[Drawing, ...] = ()
    stuck: tuple[Stuck, ...] = ()
    summary: Data | None = None
    impact: ImpactPart | None = None
    missed: PilotPart | None = None
    hands: HandsPart | None = None

    @property
    def understanding(self) -> UnderstandingPart | None:
        """How much of its deck is played as printed."""
        return understanding_of(thaw(self.simulation.game, self.simulation.cards), get(self.simulation.game))

    @property
    def rare(self) -> int:
        return RARE

    @property
    def failure(self) -> str:
        """Why it failed; "" if it did not."""
        error = results.progress_json(self.simulation, self.bar.progress)["error"]
        return error["message"] if error else ""

    @property
    def longest(self) -> float:
        """The most turns that a card stays in hand."""
        return max([each.turns for each in self.stuck], default=0) or 1


def page(simulation: Simulation) -> SimulationPage:
    """The page with all results so far."""
    bar = progress_bar(simulation)
    pilot = results.pilot_json(simulation)
    if not bar.progress.chunks:
        return SimulationPage(simulation, bar, pilot)
    if simulation.study == "pilot":
        part = pilot_part(selectors.comparisons(simulation, bar.progress.chunks))
        return SimulationPage(simulation, bar, pilot, part.figures, (part.chart,), missed=part)
    if simulation.study == "hands":
        hands = hands_part(selectors.hand_study(simulation, bar.progress.chunks))
        return SimulationPage(simulation, bar, pilot, hands.figures, hands=hands)
    outcome = selectors.outcome(simulation, bar.progress.chunks)
    data = outcome.summary
    answers = results.simulated_json(simulation.game, outcome.simulated)
    impact, names = selectors.impact(simulation, bar.progress.chunks), _names(simulation)
    return SimulationPage(
        simulation=simulation,
        bar=bar,
        pilot=pilot,
        figures=tuple(_figures(simulation, data)),
        charts=(*_charts(simulation, data, pilot), *_simulated_charts(answers, data)),
        stuck=tuple(sorted((_stuck(each, names, data) for each in data["stuck"]), key=lambda each: -each.turns)),
        summary=data,
        impact=impact_page.part(impact, names) if impact else None,
    )


def _names(simulation: Simulation) -> dict[str, str]:
    """The names of its cards by key; cards with the same name are distinguished."""
    apart, language = namesakes(get(simulation.game)), get_language() or "en"
    deck = thaw(simulation.game, simulation.cards)
    return {entry.card.key: apart.full_name(entry.card, language) for _zone, entry in deck.all_entries()}


def progress_bar(simulation: Simulation) -> ProgressBar:
    progress = selectors.progress(simulation)
    whole = round(progress.rate or 0)
    rate = ngettext("{rate} game a second", "{rate} games a second", whole).format(rate=_count(whole)) if whole else ""
    return ProgressBar(progress, rate, _left(progress.left) if progress.open and progress.left is not None else "")


def _left(seconds: float) -> str:
    if seconds < 60:
        whole = max(round(seconds), 1)
        return ngettext("about {n} second left", "about {n} seconds left", whole).format(n=whole)
    minutes = round(seconds / 60)
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)


def _count(number: int) -> str:
    """`1,000,000`."""
    return f"{number:,}"


# Figures --------------------------------------------------------------------------------------------------------------


def _figures(simulation: Simulation, data: Data) -> Iterable[Figure]:
    yield _share(_("Won within {turns} turns").format(turns=simulation.turns), data["win"])
    if data["goal"]:
        for turn in sorted({selectors.goal_turn(simulation), late_turn(data)}):
            yield _share(goal_by(turn), data["goal"][turn])
    if simulation.keep:
        yield _share(_("Opening hands kept"), data["keep"])
    if data["clock"]["median"] is not None:
        yield _clock_figure(data["clock"])
    if data["cut"]:
        share = percent(data["cut"] / data["trials"])
        yield Figure(_("Games cut short"), share, _("effects that would not end were dropped"))


def _clock_figure(clock: Data) -> Figure:
    notes = [_("half of the wins come by turn {turn}").format(turn=clock["median"])]
    if clock["low"] is not None:
        interval = _("95% CI: {low} to {high}").format(low=decimal(clock["low"]), high=decimal(clock["high"]))
        notes.insert(0, interval)
    return Figure(_("Average winning turn"), decimal(clock["mean"]), _("; ").join(notes))


def _share(label: str, share: Data) -> Figure:
    if share["estimate"] is None:
        return Figure(label, "–", _("no game lasted that long"))
    interval = _("95% CI: {low} to {high}").format(low=percent(share["low"]), high=percent(share["high"]))
    return Figure(label, percent(share["estimate"]), interval)


# Charts ---------------------------------------------------------------------------------------------------------------


def _charts(simulation: Simulation, data: Data, pilot: dict[str, str]) -> Iterable[Drawing]:
    yield _clock(data, pilot)
    if data["goal"]:
        yield _goal(data)
    yield _means("resources", pilot["resource"], data, (("available", _("Available")), ("used", _("Used"))))
    yield _means("hand", _("Cards in hand"), data, (("hand", _("Cards in hand")),))
    yield _means("plays", _("Plays per turn"), data, _plays(data))
    yield _means("score", pilot["score"], data, (("score", pilot["score"]),))


def _plays(data: Data) -> list[tuple[str, str]]:
    """The columns of other actions in a turn, if the game has them, then the plays, which the caption describes."""
    others = (
        ("exchanges", _("Cards or hands exchanged")),
        ("dismissals", _("Units taken off the board")),
        ("laid", _("Resources placed")),
    )
    columns = [
        (name, label) for name, label in others if any(each[name] and each[name]["mean"] for each in data["turns"])
    ]
    return [*columns, ("plays", _("Cards played and other actions"))]


def _steps(data: Data) -> list[str]:
    return [str(each["turn"]) for each in data["turns"]]


def _means(slug: str, title: str, data: Data, metrics: Sequence[tuple[str, str]]) -> Drawing:
    """The mean of each metric at the end of each turn, over the games that reached it."""
    common = [RARE * each["reached"] >= data["trials"] for each in data["turns"]]
    series = [_series(label, [each[name] for each in data["turns"]], common) for name, label in metrics]
    name, label = metrics[-1]
    turns = [each for each, often in zip(data["turns"], common, strict=True) if often]
    caption = _from_first_to_last(label, [(each["turn"], each[name]) for each in turns])
    return turn_charts.lines(
        slug, title, caption, _steps(data), series, axis=_("Turn"), measure=_("{what}, average").format(what=title)
    )


def _series(label: str, values: Sequence[Data | None], common: Sequence[bool]) -> Series:
    heights = [each["mean"] if each and often else None for each, often in zip(values, common, strict=True)]
    return Series(label, heights, [_mean(each) for each in values])


def _from_first_to_last(label: str, values: Sequence[tuple[int, Data]]) -> str:
    """A sentence on the first and the last mean."""
    if not values:
        return _("No game reached the end of a turn.")
    (one, first), (other, last) = values[0], values[-1]
    sentence = _("{label}: {first} at the end of turn {one}, {last} at the end of turn {other}, on average.")
    return sentence.format(label=label, first=decimal(first["mean"]), one=one, last=decimal(last["mean"]), other=other)


def _mean(value: Data | None) -> str:
    """`2.31 (1–4)`: the mean, and the range from the tenth to the ninetieth percentile."""
    if not value:
        return "–"
    return with_note(decimal(value["mean"]), f"{value['tenth']}–{value['ninetieth']}")


def _clock(data: Data, pilot: dict[str, str]) -> Drawing:
    turns = data["clock"]["turns"][1:]
    shares = [each["share"] for each in turns]
    series = Series(_("Games won"), [100 * share for share in shares], [percent(share) for share in shares])
    rest = data["clock"]["unfinished"] + sum(each["over"] for each in data["clock"]["turns"])
    sentence = _("The winning turn is {clock}. {share} of the games did not reach it.")
    sentence = sentence.format(clock=pilot["clock"], share=percent(rest / data["trials"]))
    steps = [str(each["turn"]) for each in turns]
    return turn_charts.bars(
        "clock",
        _("When games are won"),
        sentence,
        steps,
        series,
        axis=_("Turn"),
        measure=turn_charts.in_percent(_("Games won")),
        unit="%",
    )


def _goal(data: Data) -> Drawing:
    steps = [_("hand"), *_steps(data)]
    values = [None if each["estimate"] is None else 100 * each["estimate"] for each in data["goal"]]
    series = Series(_("The goal is met"), values, [_share("", each).value for each in data["goal"]])
    caption = _("All cards drawn by effects count too; exact odds count them only on request.")
    axes = {"axis": _("Turn"), "measure": turn_charts.in_percent(_("Games that meet the goal"))}
    return turn_charts.lines("goal", _("The goal by turn"), caption, steps, [series], **axes, top=100, unit="%")


def _simulated_charts(answers: Iterable[Data], data: Data) -> Iterable[Drawing]:
    """A chart for each of the game's simulated questions that has results."""
    for answer in answers:
        if any(value["games"] for line in answer["lines"] for value in line["values"]):
            yield _spread(answer) if answer["distribution"] else _answer(answer, data)


def _answer(answer: Data, data: Data) -> Drawing:
    """A chart of an answer that is counted at the end of each turn."""
    chance = answer["unit"] == "chance"
    common = [RARE * each["reached"] >= data["trials"] for each in data["turns"]]
    series = [
        Series(
            line["label"],
            [_height(value, chance) if often else None for value, often in zip(line["values"], common, strict=True)],
            [_with_interval(value, chance) for value in line["values"]],
        )
        for line in answer["lines"]
    ]
    measure = (
        turn_charts.in_percent(pgettext("of a simulation", "Games"))
        if chance
        else _("{what}, average").format(what=answer["label"])
    )
    top, unit = (100, "%") if chance else (None, "")
    return turn_charts.lines(
        answer["slug"],
        answer["label"],
        _explanation(answer),
        _steps(data),
        series,
        axis=_("Turn"),
        measure=measure,
        top=top,
        unit=unit,
    )


def _spread(answer: Data) -> Drawing:
    """A chart of the distribution of an answer that is counted once per game, with the mean in its caption."""
    line = answer["lines"][0]
    value = line["values"][0]
    shares = [each["games"] / value["games"] for each in answer["distribution"]]
    average = ngettext(
        "On average {mean}, over {games} game.", "On average {mean}, over {games} games.", value["games"]
    ).format(mean=_with_interval(value, False), games=_count(value["games"]))
    return turn_charts.bars(
        answer["slug"],
        answer["label"],
        average + _(" ") + _explanation(answer),
        [str(each["value"]) for each in answer["distribution"]],
        Series(line["label"], [100 * share for share in shares], [percent(share) for share in shares]),
        axis=line["label"],
        measure=turn_charts.in_percent(pgettext("of a simulation", "Games")),
        unit="%",
    )


def _explanation(answer: Data) -> str:
    rule = paragraph(answer["rule"], get_language() or "en")
    return _("{explanation} {policy} ({rule})").format(**answer | {"rule": rule})


def _height(value: Data, chance: bool) -> float | None:
    return None if value["estimate"] is None else (100 if chance else 1) * value["estimate"]


def _with_interval(value: Data, chance: bool) -> str:
    """`2.31 (95 %: 2.30 to 2.32)`."""
    if value["estimate"] is None:
        return "–"
    write = percent if chance else decimal
    if value["low"] is None:
        return write(value["estimate"])
    interval = _("95% CI: {low} to {high}").format(low=write(value["low"]), high=write(value["high"]))
    return with_note(write(value["estimate"]), interval)


def _stuck(card: Data, names: dict[str, str], data: Data) -> Stuck:
    """A card's time in hand; a game that does not reach a turn counts as having no card in hand then."""
    parts = [each["reached"] / data["trials"] for each in data["turns"]]
    turns = sum((each or 0.0) * part for each, part in zip(card["turns"], parts, strict=True))
    words = tuple("–" if each is None else decimal(each) for each in card["turns"])
    return Stuck(names[card["card"]], card["copies"], turns, decimal(card["opened"] or 0), words)
