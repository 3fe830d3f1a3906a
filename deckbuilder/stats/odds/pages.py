"""The odds page of a deck: goals with their probabilities, curves and changes, and card counts by kind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.common.labels import paragraph, read
from deckbuilder.common.names import reader_name
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from deckbuilder.stats import turn_charts
from deckbuilder.stats.figures import exact, percent, points
from deckbuilder.stats.odds import shares, swap_page
from deckbuilder.stats.odds.sentences import draws_refusal, exchange_refusal, goal_error, preset_label, too_large, when
from deckbuilder.stats.odds.shares import Chart, ChartSetting, NamedCard
from deckbuilder.stats.odds.swap_page import SwapPart, rules_of
from deckbuilder.stats.throttle import counting
from deckbuilder.stats.turn_charts import Drawing, Series
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.opening import Seat
from games.engine.model.presets import Preset, goals_of
from games.engine.odds.exact import (
    Draws,
    DrawsRefused,
    ExchangeRefused,
    TooLarge,
    WhatIf,
    chance,
    chance_with_exchange,
    mulligan_steps,
    used_steps,
    what_if,
)
from games.engine.reading.goals import Goal, GoalError, parse
from games.engine.reading.search.query import QueryError
from games.engine.reading.search.query import parse as parse_query
from games.engine.rules.changes import one_more

CURVE_TURNS = range(11)
"""The turns of the curve; 0 is the opening hand."""

MAX_CURVE_STEPS = 40_000
"""The most steps a curve with the mulligan may take, so that the page's limit leaves enough for the rest."""


class OddsQuery(NamedTuple):
    """The query of an odds page."""

    seat: Seat = "first"
    turn: int = 0
    mulligan: bool = False
    """Whether cards are counted after the mulligan for the goal."""
    goal: str = ""
    groups: tuple[str, ...] = ()
    """The reader's own searches."""
    sort: str = ""
    """The order of the table of changes."""
    shown_goal: str = ""
    """The goal shown, even if `goal` is empty."""
    swap: bool = False
    """Whether to search for the best swap."""
    draws: Draws = "none"
    """The draw effects counted for goals, the curve and the changes."""

    @property
    def counts_draws(self) -> bool:
        return self.draws != "none"

    @property
    def when(self) -> dict[str, Any]:
        """What the engine counts the goal by."""
        return {"turn": self.turn, "seat": self.seat, "draws": self.draws}

    def fields(self, goal: str) -> list[tuple[str, str]]:
        """The hidden fields of a form that keeps these options, for a goal."""
        fields = [
            ("seat", self.seat if self.seat != "first" else ""),
            ("turn", str(self.turn)),
            ("draws", self.draws if self.counts_draws else ""),
            ("mulligan", "goal" if self.mulligan else ""),
            ("goal", goal),
            *(("group", group) for group in self.groups),
        ]
        return [(name, value) for name, value in fields if value]


class Mistake(NamedTuple):
    """An error in a text, and its position."""

    message: str
    before: str
    at: str
    after: str


def mistake_in(text: str, error: GoalError | QueryError) -> Mistake:
    message = goal_error(error) if isinstance(error, GoalError) else query_error(error)
    end = error.position + error.length
    return Mistake(message, text[: error.position], text[error.position : end], text[end:])


def goal_in(text: str, game: Game) -> tuple[Goal | None, Mistake | None]:
    """The goal of a text and the error in it; either may be None."""
    try:
        return (parse(text, game) if text else None), None
    except GoalError as error:
        return None, mistake_in(text, error)


class Chances(NamedTuple):
    """The chance of a goal as dealt, with the mulligan used for it, and with the exchange every turn.

    None if it cannot be exact, for the reason in `failure`, or if the game has no mulligan or no exchange.
    """

    without_mulligan: Fraction | None
    with_mulligan: Fraction | None
    failure: str = ""
    with_exchange: Fraction | None = None

    @property
    def best(self) -> Fraction | None:
        return self.without_mulligan if self.with_mulligan is None else self.with_mulligan

    @property
    def chance_text(self) -> str:
        return "" if self.best is None else percent(self.best)

    @property
    def plain(self) -> str:
        return "" if self.without_mulligan is None else percent(self.without_mulligan)

    @property
    def fractions(self) -> list[tuple[str, str, str]]:
        """Label, fraction and percentage of each chance that is not None."""
        chances = (
            (_("As dealt"), self.without_mulligan),
            (_("With the mulligan"), self.with_mulligan),
            (_("With the exchange every turn"), self.with_exchange),
        )
        return [(label, exact(each), percent(each)) for label, each in chances if each is not None]


class Question(NamedTuple):
    """A preset goal of the game, with its chances in this deck by the preset's turn."""

    preset: Preset
    label: str
    text: str
    chances: Chances
    chosen: bool

    @property
    def notes(self) -> str:
        """The turn, and the chance as dealt or why some chance is missing."""
        notes = [when(self.preset.turn)]
        if self.chances.with_mulligan is not None:
            notes.append(_("with the mulligan; %(chance)s as dealt") % {"chance": self.chances.plain})
        elif self.chances.failure:
            notes.append(self.chances.failure)
        return " · ".join(notes)

    @property
    def miss(self) -> str:
        """What it means to miss the goal, with the chance of it; "" if that cannot happen or is not known."""
        if self.chances.best in (None, 1):
            return ""
        otherwise = _("Otherwise (%(chance)s)") % {"chance": percent(1 - self.chances.best)}
        return otherwise + _(": ") + read(self.preset.missed)


@dataclass(frozen=True)
class Answer:
    """Everything the page shows about the chosen goal."""

    text: str
    label: str
    goal: Goal
    chances: Chances
    preset: Preset | None
    curve: Drawing | None
    changes: "Changes"
    swap: SwapPart | None

    @property
    def hint(self) -> str:
        """The game's note on its goal, with the paragraph."""
        if self.preset is None:
            return ""
        rule = paragraph(self.preset.rule, get_language() or "en")
        return read(self.preset.note) + (_(" (%(text)s)") % {"text": rule} if rule else "")


class Changes(NamedTuple):
    """The changes in the chance for one more and one fewer copy of each card."""

    rows: tuple[WhatIf, ...]
    sort: str
    refused: Mapping[str, str]
    """By card key, why a deck may not have one more copy."""
    failure: str = ""
    """Why there are no rows."""

    @property
    def columns(self) -> list[tuple[str, str, str]]:
        """Key, label and, if the rows are sorted by it, direction of each column."""
        columns = (
            ("name", _("Card"), "ascending"),
            ("copies", _("In the deck"), "descending"),
            ("more", _("One more"), "descending"),
            ("less", _("One fewer"), "ascending"),
        )
        return [(key, label, order if key == self.sort else "") for key, label, order in columns]

    @property
    def table_rows(self) -> list[tuple[WhatIf, str, str, str]]:
        """Each change in percentage points, and why one more copy is not allowed."""
        reasons = ((row, self.refused.get(row.entry.card.key, "")) for row in self.rows)
        return [(row, points(row.more), points(row.less), why) for row, why in reasons]


@dataclass(frozen=True)
class OddsPage:
    query: OddsQuery
    setting: ChartSetting
    questions: tuple[Question, ...]
    answer: Answer | None
    charts: tuple[Chart, ...]
    own: Chart | None
    names: tuple[NamedCard, ...]
    mistake: Mistake | None = None
    own_mistake: Mistake | None = None
    unchanged: str = ""

    @property
    def cards(self) -> int:
        return self.setting.cards

    @property
    def goal_text(self) -> str:
        return self.query.goal or (self.answer.text if self.answer else "")

    @property
    def seen_title(self) -> str:
        if self.query.turn:
            return _("Cards seen by turn %(turn)s") % {"turn": self.query.turn}
        return _("Opening hand")

    @property
    def seen_note(self) -> str:
        """Which cards the goal is about."""
        values = {"turn": self.query.turn, "cards": self.cards}
        if not self.query.turn:
            return _("Among the %(cards)s cards of the opening hand.") % values
        note = _("Among the %(cards)s cards seen by turn %(turn)s.") % values
        return note + _(" ") + _("Cards drawn by effects are extra.") if self.query.counts_draws else note

    @property
    def changes_note(self) -> str:
        if self.query.turn:
            note = _(
                "Change in the chance of the goal by turn %(turn)s, in percentage points, with one more or one fewer "
                "copy of a card."
            )
            return note % {"turn": self.query.turn}
        return _("Change in the chance of the goal, in percentage points, with one more or one fewer copy of a card.")

    @property
    def charts_note(self) -> str:
        if self.query.turn:
            note = _(
                "Each bar shows all possible draws by turn %(turn)s, split by how many of these cards are among them. "
                "On the right: the chance of at least one."
            )
            return note % {"turn": self.query.turn}
        return _(
            "Each bar shows all possible hands, split by how many of these cards are in them. On the right: the chance "
            "of at least one."
        )


def page(deck: Deck, game: Game, query: OddsQuery, language: str) -> OddsPage:
    """The whole page, as far as it can be counted within the limit. Raises Unreadable."""
    with counting():
        return _page(deck, game, query, language)


def _page(deck: Deck, game: Game, query: OddsQuery, language: str) -> OddsPage:
    questions = tuple(_questions(deck, game, query))
    goal, mistake = goal_in(query.shown_goal, game)
    answer = _answer(deck, game, query, goal, questions) if goal else None
    aim = goal if query.mulligan and game.opening.has_mulligan else None
    setting = ChartSetting(game, deck, query.turn, query.seat, aim)
    charts, unchanged = _charts(setting, language)
    own, own_mistake = _own(setting if not unchanged else setting._replace(aim=None), query.groups)
    return OddsPage(
        query=query,
        setting=setting,
        questions=questions,
        answer=answer,
        charts=charts,
        own=own,
        names=tuple(shares.by_name(setting)),
        mistake=mistake,
        own_mistake=own_mistake,
        unchanged=unchanged,
    )


# Goals ----------------------------------------------------------------------------------------------------------------


def _questions(deck: Deck, game: Game, query: OddsQuery) -> Sequence[Question]:
    return [
        Question(preset, read(preset.label), text, chances_of(parse(text, game), deck, game, when, query.draws), on)
        for preset, text in goals_of(game.presets, deck, query.seat)
        for on in [text == query.shown_goal and preset.turn == query.turn]
        for when in [(preset.turn, query.seat)]
    ]


def chances_of(goal: Goal, deck: Deck, game: Game, by: tuple[int, Seat], draws: Draws) -> Chances:
    turn, seat = by
    when: Mapping[str, Any] = {"turn": turn, "seat": seat, "draws": draws}
    without_mulligan, failure = _or_why(lambda: chance(goal, deck, game.opening, **when))
    with_mulligan, other = None, ""
    if game.opening.has_mulligan:
        with_mulligan, other = _or_why(lambda: chance(goal, deck, game.opening, mulligan=True, **when))
    with_exchange = None
    if draws == "none" and turn:
        with_exchange, refusal = _or_why(lambda: chance_with_exchange(goal, deck, game.opening, turn=turn, seat=seat))
        other = other or refusal
    return Chances(without_mulligan, with_mulligan, failure or other, with_exchange)


def _or_why(count: Callable[[], Fraction | None]) -> tuple[Fraction | None, str]:
    try:
        return count(), ""
    except TooLarge as error:
        return None, too_large(error)
    except DrawsRefused as error:
        return None, draws_refusal(error, reader_name)
    except ExchangeRefused as error:
        return None, exchange_refusal(error)


def _answer(deck: Deck, game: Game, query: OddsQuery, goal: Goal, questions: Sequence[Question]) -> Answer:
    question = next((each for each in questions if each.text == query.shown_goal), None)
    before = used_steps()
    chances = chances_of(goal, deck, game, (query.turn, query.seat), query.draws)
    quick = _quick(goal, deck, game, query, used_steps() - before)
    return Answer(
        text=query.shown_goal,
        label=question.label if question and question.chosen else "",
        goal=goal,
        chances=chances,
        preset=question.preset if question else None,
        curve=_curve(goal, deck, game, query, quick),
        changes=_changes(goal, deck, game, query),
        swap=swap_page.swap(deck, game, goal, query.turn, query.seat) if query.swap else None,
    )


def _curve(goal: Goal, deck: Deck, game: Game, query: OddsQuery, quick: bool) -> Drawing | None:
    """The chance by each turn, as dealt and with the mulligan; the latter is left out if it would take too long.

    None if draw effects are refused for this goal.
    """
    if query.counts_draws and _refuses_draws(goal, deck, game, query):
        return None
    curves = list(_curves(goal, deck, game, query, quick))
    return turn_charts.lines(
        "curve",
        _("By turn"),
        _curve_caption(curves[-1][1]),
        [_("hand"), *map(str, CURVE_TURNS[1:])],
        [Series(label, _heights(values), _words(values)) for label, values in curves],
        axis=_("Turn"),
        measure=turn_charts.in_percent(_("Chance")),
        top=100,
        unit="%",
    )


def _refuses_draws(goal: Goal, deck: Deck, game: Game, query: OddsQuery) -> bool:
    try:
        chance(goal, deck, game.opening, turn=1, seat=query.seat, draws=query.draws)
    except DrawsRefused:
        return True
    except TooLarge:
        pass  # the curve says so itself
    return False


def _curves(
    goal: Goal, deck: Deck, game: Game, query: OddsQuery, quick: bool
) -> Iterator[tuple[str, list[Fraction | None]]]:
    """The label of each curve, and the chance by each turn from the opening hand on; None if it is too complex."""

    def chances_by_turn(count: Callable[..., Fraction | None], **when: Any) -> list[Fraction | None]:
        return [_or_why(partial(count, goal, deck, game.opening, turn=turn, **when))[0] for turn in CURVE_TURNS]

    yield _("As dealt"), chances_by_turn(chance, seat=query.seat, draws=query.draws)
    if game.opening.has_mulligan and quick:
        yield _("With the mulligan"), chances_by_turn(chance, seat=query.seat, draws=query.draws, mulligan=True)
    if game.opening.exchange and not query.counts_draws:
        with_exchange = chances_by_turn(chance_with_exchange, seat=query.seat)
        if None not in with_exchange:
            yield _("With the exchange every turn"), with_exchange


def _quick(goal: Goal, deck: Deck, game: Game, query: OddsQuery, count: int) -> bool:
    """Whether the curve with the mulligan takes at most MAX_CURVE_STEPS. With draw effects, each turn takes about as
    many steps as the chance shown, which took `count`."""
    last = CURVE_TURNS[-1]
    try:
        steps = count if query.counts_draws else mulligan_steps(goal, deck, game.opening, turn=last, seat=query.seat)
    except TooLarge:
        return False
    return len(CURVE_TURNS) * steps <= MAX_CURVE_STEPS


def _heights(values: Sequence[Fraction | None]) -> list[float | None]:
    return [None if value is None else 100 * float(value) for value in values]


def _words(values: Sequence[Fraction | None]) -> list[str]:
    return [_("too complex") if value is None else percent(value) for value in values]


def _curve_caption(values: Sequence[Fraction | None]) -> str:
    """A sentence on the first and the last value."""
    if values[0] is None or values[-1] is None:
        return _("Some of these chances are too complex to calculate exactly; a simulation can estimate them.")
    sentence = _("{first} in the opening hand, {last} by turn {turn}.")
    return sentence.format(first=percent(values[0]), turn=len(values) - 1, last=percent(values[-1]))


# What if --------------------------------------------------------------------------------------------------------------

SORTS: Mapping[str, Callable[[WhatIf], Any]] = {
    "more": lambda change: (-change.more, change.entry.card.name),
    "less": lambda change: (change.less, change.entry.card.name),
    "copies": lambda change: (-change.entry.count, change.entry.card.name),
    "name": lambda change: reader_name(change.entry.card),
}


def _changes(goal: Goal, deck: Deck, game: Game, query: OddsQuery) -> Changes:
    sort = query.sort if query.sort in SORTS else "more"
    try:
        effects = what_if(goal, deck, game.opening, mulligan=game.opening.has_mulligan, **query.when)
    except TooLarge as error:
        return Changes((), sort, {}, too_large(error))
    except DrawsRefused as error:
        return Changes((), sort, {}, draws_refusal(error, reader_name))
    against = one_more(deck, game, rules_of(deck, game), on=timezone.localdate(), lists=restriction_lists(game))
    cards = {entry.card for _zone, entry in deck.all_entries()}
    refusals = {key: message(with_reader_names(violation, cards), game) for key, violation in against.items()}
    rows = sorted(effects, key=SORTS[sort])
    if sort == "more":
        rows.sort(key=lambda change: change.entry.card.key in refusals)
    return Changes(tuple(rows), sort, refusals)


# Card counts by kind --------------------------------------------------------------------------------------------------


def _charts(setting: ChartSetting, language: str) -> tuple[tuple[Chart, ...], str]:
    """The bars, and an error message: if the mulligan would take too long, the bars are as dealt."""
    try:
        return tuple(shares.charts(setting, language)), ""
    except TooLarge as error:
        return tuple(shares.charts(setting._replace(aim=None), language)), too_large(error)


def _own(setting: ChartSetting, queries: Sequence[str]) -> tuple[Chart | None, Mistake | None]:
    good: list[str] = []
    for query in queries:
        try:
            parse_query(query, setting.game)
        except QueryError as error:
            return _own_chart(setting, good), mistake_in(query, error)
        good.append(query)
    return _own_chart(setting, good), None


def _own_chart(setting: ChartSetting, queries: Sequence[str]) -> Chart | None:
    try:
        return shares.own(setting, queries)
    except TooLarge:
        return shares.own(setting._replace(aim=None), queries)


class Aim(NamedTuple):
    """A goal the game offers for advice."""

    label: str
    text: str
    turn: int

    def is_at(self, text: str, turn: int) -> bool:
        return (self.text, self.turn) == (text, turn)


def aims_of(deck: Deck, game: Game, seat: Seat) -> Sequence[Aim]:
    """The game's preset goals that apply to the deck, from a seat."""
    return [Aim(preset_label(preset), text, preset.turn) for preset, text in goals_of(game.presets, deck, seat)]
