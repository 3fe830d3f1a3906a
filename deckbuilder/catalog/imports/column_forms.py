"""The form in which staff say what the columns of a file are: one group of fields for each title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from deckbuilder.catalog.imports.heads import VALUES, Doubts, Head
from deckbuilder.catalog.imports.sentences import column_label, file_error, problem
from deckbuilder.common.input import whole_number
from deckbuilder.common.labels import read
from games.engine.model.cards import DASH, Attribute
from games.engine.model.game import Game
from games.engine.reading.catalogs.maps import UNIQUE, VERSION, ColumnMap, ColumnUse, number_name
from games.engine.reading.catalogs.rows import RowReader
from games.engine.reading.catalogs.titles import Titles, proposals

FIXED_FIELDS = 3
"""How many columns the form has fields for that every row has alike, besides the kind."""

INDEX_DIGITS = 4
"""Of so many digits may the index of a column be."""

LEFT_OUT = "-"
"""What a select of columns sends where a column is left out."""

MEANING = "="
"""What stands before the meaning of a value in a select; without it, the value has none."""

SEPARATORS = ("、", "，,", "；;", "／/", "・·", " ")
"""The separators of lists that the page offers, in full width and plain together."""


class ValueField(NamedTuple):
    """A select for what a value means. `name`: of the select; `text_name`: of the hidden field with the value."""

    name: str
    text_name: str
    text: str
    chosen: str
    choices: tuple[tuple[str, str], ...]


@dataclass
class ColumnFields:
    """The fields for one title. `choices` of the columns; `proposed`: whether the chosen one is only a proposal."""

    index: int
    title: str
    examples: list[str]
    chosen: str
    choices: tuple[tuple[str, str], ...]
    proposed: bool = False
    separators: str = ""
    separator_choices: tuple[tuple[str, str], ...] = ()
    joined: tuple[str, ...] = ()
    dates: str = ""
    date_choices: tuple[tuple[str, str], ...] = ()
    ambiguous: tuple[str, ...] = ()
    values: tuple[ValueField, ...] = ()
    more: int = 0

    @property
    def number(self) -> int:
        """The number of a column without a title; 0 if it has one."""
        return self.index + 1 if self.title == number_name(self.index) else 0


class FixedField(NamedTuple):
    """Fields for a column that is the same in every row: a select of the column, and its text. `number`: of the
    fields."""

    number: str
    chosen: str
    text: str


@dataclass(frozen=True)
class FixedFields:
    """`kind`: the kind of every row; `rows`: for other columns."""

    kind: str
    kinds: tuple[tuple[str, str], ...]
    rows: tuple[FixedField, ...]
    choices: tuple[tuple[str, str], ...]


def fixed_fields(game: Game, pairs: Sequence[tuple[str, str]]) -> FixedFields:
    """The fields for what every row has alike, filled in with these columns and texts."""
    kinds = {"": _("– as the file says –"), **{value: read(label) for value, label in game.fields["kind"].choices}}
    kind = dict(pairs).get("kind", "")
    kinds.setdefault(kind, kind)
    others = [(column, text) for column, text in pairs if column != "kind"]
    others += [("", "")] * (FIXED_FIELDS - len(others) if len(others) < FIXED_FIELDS else 1)
    rows = (FixedField(str(number), column, text) for number, (column, text) in enumerate(others))
    choices = [each for each in column_choices(game)[1:] if each[0] not in (*UNIQUE, "kind")]
    return FixedFields(kind, tuple(kinds.items()), tuple(rows), (("", _("– none –")), *choices))


def fixed_in(post: QueryDict) -> list[tuple[str, str]]:
    """The columns and texts that the form says every row has, either of them perhaps still empty."""
    pairs = [("kind", kind)] if (kind := post.get("fixed-kind", "")) else []
    numbers = (name.removeprefix("fixed-column-") for name in post if name.startswith("fixed-column-"))
    pairs += ((post.get(f"fixed-column-{each}", ""), post.get(f"fixed-text-{each}", "").strip()) for each in numbers)
    return [pair for pair in pairs if any(pair)]


def posted_indices(post: QueryDict) -> set[int]:
    """The indices of the columns that the form has fields for."""
    indices = (name.removeprefix("column-") for name in post if name.startswith("column-"))
    numbers = (whole_number(each, INDEX_DIGITS) for each in indices)
    return {each for each in numbers if each is not None}


def fixed_mistake(game: Game, pairs: Sequence[tuple[str, str]]) -> str:
    """Why these columns and texts are not yet what every row has; "" if they are."""
    for column, text in pairs:
        if not column:
            return _("Choose the column in which every row has “{text}”.").format(text=text)
        if not text:
            return _("Say what every row has in the column “{column}”.").format(column=column_label(game, column))
    columns = [pair[0] for pair in pairs]
    twice = next((column for column in columns if columns.count(column) > 1), "")
    if twice:
        return file_error("duplicate-column", {"column": twice})
    row = {"code": "1", "name": "1", "kind": game.fields["kind"].choices[0].value, **dict(pairs)}
    for wrong in RowReader(game).read(row).problems:
        sentence = problem(wrong._asdict())
        return _("In every row, {column}: {problem}").format(column=column_label(game, wrong.column), problem=sentence)
    return ""


def fields_of(game: Game, head: Head, column_map: ColumnMap, doubts: Doubts | None) -> list[ColumnFields]:
    """The fields for each title of a file, as the map fills them in. Without a map, columns are proposed."""
    titles, choices = Titles(game, column_map), column_choices(game)
    ideas = {} if column_map.columns else proposals(game, [title for title in head.titles if title])
    groups = []
    for index, title in enumerate(head.titles):
        if not title or title in head.titles[:index]:
            continue
        try:
            use = titles.use(title)
        except KeyError:
            use = ColumnUse(ideas[title]) if title in ideas else None
        group = ColumnFields(
            index, title, head.examples(index), use.column if use else LEFT_OUT, choices, title in ideas
        )
        if use and use.column in game.fields:
            _add_details(group, game, game.fields[use.column], use, doubts)
        groups.append(group)
    return groups


def _add_details(group: ColumnFields, game: Game, attribute: Attribute, use: ColumnUse, doubts: Doubts | None) -> None:
    """What can be said of the cells of a column, by its type."""
    if attribute.type == "list":
        group.separators, group.separator_choices = use.separators, separator_choices(use.separators)
        group.joined = doubts.joined.get(use.column, ()) if doubts else ()
    if attribute.type == "date":
        group.dates, group.date_choices = use.dates, date_choices()
        group.ambiguous = doubts.dates.get(use.column, ()) if doubts else ()
    unread = doubts.values.get(use.column, ()) if doubts else ()
    texts = tuple(dict.fromkeys((*use.values, *unread)))
    group.more = max(len(texts) - VALUES, 0)
    group.values = tuple(
        ValueField(
            f"value-{group.index}-{number}",
            f"text-{group.index}-{number}",
            text,
            MEANING + use.values[text] if text in use.values else "",
            meaning_choices(game, attribute, use.values.get(text)),
        )
        for number, text in enumerate(texts[:VALUES])
    )


def column_choices(game: Game) -> tuple[tuple[str, str], ...]:
    """The columns of a game, with their names in files."""
    columns = ((name, f"{read(attribute.label)} ({name})") for name, attribute in game.fields.items())
    return ((LEFT_OUT, _("– leave out –")), *columns)


def separator_choices(chosen: str) -> tuple[tuple[str, str], ...]:
    choices = [("", _("only | and line breaks"))]
    choices += ((each, _("a space") if each == " " else "  ".join(each)) for each in SEPARATORS)
    if chosen not in dict(choices):
        choices.append((chosen, "  ".join(chosen)))
    return tuple(choices)


def date_choices() -> tuple[tuple[str, str], ...]:
    return (
        ("", _("refuse dates such as 3/1/2024")),
        ("day-first", _("3/1/2024 is 3 January")),
        ("month-first", _("3/1/2024 is 1 March")),
    )


def meaning_choices(game: Game, attribute: Attribute, chosen: str | None) -> tuple[tuple[str, str], ...]:
    """What a value of that column may mean."""
    choices = {"": _("reject rows with it"), MEANING: _("nothing: not given")}
    if attribute.dash:
        choices[MEANING + DASH] = _("a printed dash")
    if attribute.type == "flag":
        choices |= {f"{MEANING}yes": _("yes"), f"{MEANING}no": _("no")}
    pairs = [(zone.slug, zone.label) for zone in game.zones] if attribute.name == "zone" else attribute.choices
    choices |= {MEANING + value: read(label) for value, label in pairs}
    if chosen is not None:
        choices.setdefault(MEANING + chosen, chosen)
    return tuple(choices.items())


def posted_document(game: Game, head_titles: Sequence[str], post: QueryDict) -> dict[str, Any]:
    """The map that the form says, as the JSON of its file."""
    columns: dict[str, Any] = {}
    for index, title in enumerate(head_titles):
        column = post.get(f"column-{index}", "")
        if title and column and title not in columns:
            columns[title] = None if column == LEFT_OUT else {"column": column, **_details(game, column, index, post)}
    document: dict[str, Any] = {"version": VERSION, "game": game.slug, "columns": columns}
    if post.get("kinds_only"):
        document["kinds_only"] = True
    if fixed := {column: text for column, text in fixed_in(post) if column and text}:
        document["fixed"] = fixed
    if (row := whole_number(post.get("title_row", ""))) is not None:
        document["title_row"] = row
    return document


def _details(game: Game, column: str, index: int, post: QueryDict) -> dict[str, Any]:
    """What the form says of a column's cells, as far as its type has it: the fields were made for the column before."""
    details: dict[str, Any] = {"values": dict(_values(index, post))}
    type_of_column = game.fields[column].type if column in game.fields else ""
    if type_of_column == "list":
        details["separators"] = post.get(f"separators-{index}", "")
    if type_of_column == "date":
        details["dates"] = post.get(f"dates-{index}", "")
    return {name: value for name, value in details.items() if value}


def _values(index: int, post: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for number in range(VALUES):
        text, meaning = post.get(f"text-{index}-{number}", ""), post.get(f"value-{index}-{number}", "")
        if text and meaning.startswith(MEANING):
            yield text, meaning.removeprefix(MEANING)


def asks(fields: Sequence[ColumnFields], post: QueryDict) -> bool:
    """Whether these fields ask for anything that the form sent had no field for."""
    for group in fields:
        sent = {post.get(f"text-{group.index}-{number}") for number in range(VALUES)}
        if any(value.text not in sent for value in group.values):
            return True
        if group.joined and f"separators-{group.index}" not in post:
            return True
        if group.ambiguous and f"dates-{group.index}" not in post:
            return True
    return False
