"""The odds page of a deck: goals with their probabilities, curves and changes, and card counts by kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from deckbuilder.catalog.restrictions.selectors import restriction_lists
from deckbuilder.catalog.search.exact_names import parse_cards
from deckbuilder.common.labels import paragraph, read
from deckbuilder.common.names import reader_name
from deckbuilder.decks.verdicts.sentences import message, with_reader_names
from deckbuilder.stats.figures import percent, points
from deckbuilder.stats.odds import shares, swap_page
from deckbuilder.stats.odds.chances import Chances, OddsQuery, chances_of
from deckbuilder.stats.odds.curve_page import curve
from deckbuilder.stats.odds.goals_page import Mistake, goal_in, mistake_in
from deckbuilder.stats.odds.sentences import draws_refusal, too_large, when
from deckbuilder.stats.odds.shares import Chart, ChartSetting, NamedCard
from deckbuilder.stats.odds.swap_page import SwapPart, rules_of
from deckbuilder.stats.throttle import counting
from deckbuilder.stats.turn_charts import Drawing
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.model.presets import Preset, goals_of
from games.engine.odds.exact import (
    DrawsRefused,
    TooLarge,
    WhatIf,
    used_steps,
    what_if,
)
from games.engine.reading.goals import Goal, parse
from games.engine.reading.search.query import QueryError
from games.engine.rules.changes import one_more


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
        if self.chances.left_out:
            notes.append(_("searches not counted: %(cards)s") % {"cards": self.chances.left_out})
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


def _points(change: Fraction | None) -> str:
    return "–" if change is None else points(change)


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
        return [(row, _points(row.more), _points(row.less), why) for row, why in reasons]

    @property
    def is_partial(self) -> bool:
        """Whether some change has no exact odds."""
        return any(None in (row.more, row.less) for row in self.rows)


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
        return note + _(" ") + _("Cards that effects draw or find are extra.") if self.query.counts_draws else note

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


def _answer(deck: Deck, game: Game, query: OddsQuery, goal: Goal, questions: Sequence[Question]) -> Answer:
    question = next((each for each in questions if each.text == query.shown_goal), None)
    before = used_steps()
    chances = chances_of(goal, deck, game, (query.turn, query.seat), query.draws)
    steps = used_steps() - before
    return Answer(
        text=query.shown_goal,
        label=question.label if question and question.chosen else "",
        goal=goal,
        chances=chances,
        preset=question.preset if question else None,
        curve=curve(goal, deck, game, query, steps),
        changes=_changes(goal, deck, game, query),
        swap=swap_page.swap(deck, game, goal, query.turn, query.seat) if query.swap else None,
    )


# What if --------------------------------------------------------------------------------------------------------------

SORTS: Mapping[str, Callable[[WhatIf], Any]] = {
    "more": lambda change: (change.more is None, -(change.more or 0), change.entry.card.name),
    "less": lambda change: (change.less is None, change.less or 0, change.entry.card.name),
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
            parse_cards(query, setting.game)
        except QueryError as error:
            return _own_chart(setting, good), mistake_in(query, error)
        good.append(query)
    return _own_chart(setting, good), None


def _own_chart(setting: ChartSetting, queries: Sequence[str]) -> Chart | None:
    try:
        return shares.own(setting, queries)
    except TooLarge:
        return shares.own(setting._replace(aim=None), queries)
