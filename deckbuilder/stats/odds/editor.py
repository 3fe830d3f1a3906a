"""The goal editor: the rows of a page, and the effect of its buttons."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from deckbuilder.stats.odds.goal_rows import (
    FIELDS,
    GoalRow,
    OptionGroup,
    RowError,
    options,
    read_rows,
    rows_of,
    text_of,
)
from games.engine.model.decks import Deck
from games.engine.model.game import Game
from games.engine.odds.exact import drawn_from
from games.engine.reading.goals import Goal

DO = "do"
"""The name of the buttons, with the values `apply`, `add`, or `drop-3` for the third row."""


class Editor(NamedTuple):
    rows: tuple[GoalRow, ...]
    groups: tuple[OptionGroup, ...]
    open: bool = False
    problem: str = ""
    text: str = ""
    """The goal that was applied; "" while it is being edited."""

    @property
    def joins(self) -> list[tuple[str, str]]:
        return [("and", _("and")), ("or", _("or"))]

    @property
    def bounds(self) -> list[tuple[str, str]]:
        return [("least", _("at least")), ("most", _("at most")), ("exactly", _("exactly"))]


def editor(query: QueryDict, game: Game, deck: Deck, goal: Goal | None, language: str) -> Editor:
    """The submitted rows after the effect of the pressed button, otherwise the rows of the goal. Raises Unreadable."""
    groups = options(game, drawn_from(deck, game.opening), language)
    if DO not in query:
        return Editor(tuple(rows_of(goal, groups) if goal else [_new(groups)]), groups)
    try:
        rows = read_rows(query)
    except RowError as error:
        return Editor((_new(groups),), groups, open=True, problem=str(error))
    return _press_button(str(query[DO]), rows, groups, game)


def _new(groups: Sequence[OptionGroup], join: str = "") -> GoalRow:
    return GoalRow(join, cards=groups[0].options[0].value) if groups else GoalRow(join, search="*")


def _press_button(button: str, rows: list[GoalRow], groups: tuple[OptionGroup, ...], game: Game) -> Editor:
    if button == "add":
        rows.append(_new(groups, "and"))
    elif button.startswith("drop-"):
        rows = [row for number, row in enumerate(rows, 1) if button != f"drop-{number}"] or [_new(groups)]
        rows[0] = rows[0]._replace(join="")
    else:
        return _apply(rows, groups, game)
    return Editor(tuple(rows), groups, open=True)


def _apply(rows: list[GoalRow], groups: tuple[OptionGroup, ...], game: Game) -> Editor:
    try:
        return Editor(tuple(rows), groups, open=True, text=text_of(rows, game))
    except RowError as error:
        return Editor(tuple(rows), groups, open=True, problem=str(error))


def without_fields(query: QueryDict) -> QueryDict:
    """The query without the editor's fields."""
    rest = query.copy()
    for name in (*FIELDS, DO):
        rest.pop(name, None)
    return rest
