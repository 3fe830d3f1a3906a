"""Goals as rows of choices, for people who do not know the search language; converts goals to rows and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from deckbuilder.catalog.search.exact_names import parse_cards
from deckbuilder.catalog.search.query_sentences import query_error
from deckbuilder.common.labels import value_label
from deckbuilder.common.names import card_name
from deckbuilder.stats.odds.shares import query_of, values
from games.engine.model.cards import Attribute
from games.engine.model.decks import DeckLine
from games.engine.model.game import Game
from games.engine.reading.goals import MAX_COUNT, Condition, Goal
from games.engine.reading.search.query import And, Node, QueryError, parse, unparse

FREE = "?"
"""The choice of cards that means: by a search."""

MAX_ROWS = 20


class RowError(ValueError):
    """An invalid row: its number, from 1, and the reason."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(number, message)
        self.number, self.message = number, message

    def __str__(self) -> str:
        return _("Row {number}: {message}").format(number=self.number, message=self.message)


class Option(NamedTuple):
    value: str
    label: str


class OptionGroup(NamedTuple):
    label: str
    options: tuple[Option, ...]


class GoalRow(NamedTuple):
    """A condition as chosen in the editor."""

    join: str = ""
    """How it is joined to the row before: "and" or "or"."""
    how: str = "least"
    count: str = "1"  # type: ignore[assignment]  # shadows tuple.count
    cards: str = FREE
    also: str = ""
    """A search that narrows `cards`."""
    search: str = ""

    @property
    def free(self) -> bool:
        return self.cards == FREE


def options(game: Game, entries: Sequence[DeckLine], language: str) -> tuple[OptionGroup, ...]:
    """The choices of a row: the kinds of cards in this deck, and its cards."""
    charts = [attribute for attribute in game.fields.values() if attribute.chart]
    groups = [OptionGroup(each.label.read(language), tuple(_options(each, game, entries, language))) for each in charts]
    names = {entry.card.name: card_name(entry.card, language) for entry in reversed(entries)}
    name_field = game.fields["name"]
    cards = tuple(
        Option(_canonical(query_of(name_field, name), game), label) for name, label in reversed(names.items())
    )
    return tuple(group for group in (*groups, OptionGroup(_("Cards"), cards)) if group.options)


def _options(attribute: Attribute, game: Game, entries: Sequence[DeckLine], language: str) -> Iterable[Option]:
    there, name = values(attribute, entries), attribute.label.read(language)
    for value in there:
        label = value_label(attribute, value, language)
        text = f"{name} {label}" if _number(value) else label
        yield Option(_canonical(query_of(attribute, value), game), text)
    for value in there[1:-1] if all(map(_number, there)) else ():
        yield Option(f"{attribute.name}<={value}", _("{name} {value} or less").format(name=name, value=value))
        yield Option(f"{attribute.name}>={value}", _("{name} {value} or more").format(name=name, value=value))


def _number(value: Any) -> bool:
    return isinstance(value, (int, float))


def _canonical(query: str, game: Game) -> str:
    return unparse(parse(query, game))


# From a goal ----------------------------------------------------------------------------------------------------------


def rows_of(goal: Goal, groups: Iterable[OptionGroup]) -> list[GoalRow]:
    """The rows equivalent to a goal. A condition of 2 to 3 cards takes two rows: at least 2, at most 3."""
    option_values = {option.value for group in groups for option in group.options}
    rows: list[GoalRow] = []
    for clause in goal.clauses:
        for number, condition in enumerate(clause):
            join = "or" if not number else "and"
            rows += _rows(condition, join if rows else "", option_values)
    return rows


def _rows(condition: Condition, join: str, option_values: Iterable[str]) -> Iterable[GoalRow]:
    low, high = condition.low, condition.high
    fields = _query_fields(condition.query, option_values)
    if low == high:
        yield GoalRow(join, "exactly", str(low), **fields)
    elif high is None:
        yield GoalRow(join, "least", str(low), **fields)
    else:
        if low:
            yield GoalRow(join, "least", str(low), **fields)
        yield GoalRow("and" if low else join, "most", str(high), **fields)


def _query_fields(query: Node, option_values: Iterable[str]) -> dict[str, str]:
    parts = [unparse(part) for part in (query.parts if isinstance(query, And) else (query,))]
    if len(parts) <= 2 and all(part in option_values for part in parts):
        return {"cards": parts[0], "also": parts[1] if len(parts) > 1 else ""}
    return {"cards": FREE, "search": unparse(query) or "*"}


# From a form ----------------------------------------------------------------------------------------------------------

FIELDS = ("join", "how", "count", "cards", "also", "search")


def read_rows(form: Mapping[str, Any]) -> list[GoalRow]:
    """The submitted rows: lists of equal length, one for each of FIELDS. Raises RowError for more than MAX_ROWS."""
    lists = [form.getlist(name) for name in FIELDS]  # type: ignore[attr-defined]
    if len(lists[1]) > MAX_ROWS:
        raise RowError(MAX_ROWS + 1, _("a goal can have at most {limit} rows here.").format(limit=MAX_ROWS))
    return [GoalRow(*(each.strip() for each in row)) for row in zip(*lists, strict=False)]


SIGNS = {"least": ">=", "most": "<=", "exactly": "="}


def text_of(rows: Sequence[GoalRow], game: Game) -> str:
    """The text of the goal that the rows express. Raises RowError."""
    parts: list[str] = []
    for number, row in enumerate(rows, 1):
        parts += [row.join] if number > 1 else []
        if number > 1 and row.join not in ("and", "or"):
            raise RowError(number, _("choose “and” or “or”."))
        parts.append(_condition(number, row, game))
    if not parts:
        raise RowError(1, _("enter a condition."))
    return " ".join(parts)


def _condition(number: int, row: GoalRow, game: Game) -> str:
    if row.how not in SIGNS:
        raise RowError(number, _("choose “at least”, “at most” or “exactly”."))
    if not (row.count.isascii() and row.count.isdigit() and int(row.count) <= MAX_COUNT):
        raise RowError(
            number, _("“{found}” is not a number from 0 to {limit}.").format(found=row.count, limit=MAX_COUNT)
        )
    return f"{SIGNS[row.how]}{int(row.count)} of ({_cards(number, row, game)})"


def _cards(number: int, row: GoalRow, game: Game) -> str:
    if row.free and not row.search:
        raise RowError(number, _("enter a search or choose cards."))
    parts = [row.search if row.free else row.cards, row.also]
    try:
        read = [parse_cards(part, game) for part in parts if part]
    except QueryError as error:
        raise RowError(number, query_error(error)) from None
    return " ".join(f"({unparse(node) or '*'})" if len(read) > 1 else (unparse(node) or "*") for node in read)
