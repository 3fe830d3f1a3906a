"""How a deck's cards are shown: as a list, in piles or in a table, grouped and sorted."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from deckbuilder.common.http.session import save_in_session
from deckbuilder.common.input import InputError
from deckbuilder.common.labels import read
from games.engine.model.cards import Attribute
from games.engine.model.game import Game
from games.registry import get

VIEWS = ("list", "piles", "table")
UNGROUPED = "none"
COPIES = "copies"
"""Sorts by the number of copies."""

SESSION_KEY = "looks"
UNSORTABLE = ("text", "alt_names", "effects", "image")
UNGROUPABLE = ("code", "name", *UNSORTABLE)


class Look(NamedTuple):
    """How the cards of a deck are shown."""

    view: str = VIEWS[0]
    by: str = "kind"
    """The attribute that groups cards; UNGROUPED for one group."""
    sort: str = ""
    """The attribute that sorts them, with "-" for descending; "" for the game's order."""
    columns: str = ""
    """The attributes of a table, comma-separated; "" for those of a card's face."""

    @property
    def opposite_sort(self) -> str:
        """The same sorting in the opposite direction."""
        return self.sort.removeprefix("-") if self.sort.startswith("-") else f"-{self.sort}"


USUAL = Look()


def groupings(game: Game) -> Sequence[Attribute]:
    """The attributes by which cards can be grouped: those with charts first, beginning with the kind."""
    fields = [each for each in game.fields.values() if each.name not in UNGROUPABLE and each.type != "text"]
    return sorted(fields, key=lambda each: not each.chart)


def sortings(game: Game) -> Sequence[Attribute]:
    """The attributes by which cards can be sorted: the name, then as in `groupings`."""
    fields = [each for each in game.fields.values() if each.name not in UNSORTABLE]
    return sorted(fields, key=lambda each: (each.name != "name", not each.chart, each.name == "code"))


def usual_grouping(game: Game, view: str) -> str:
    """The default grouping of a view: piles by cost, others by kind."""
    cost = (each.name for each in game.fields.values() if each.chart and each.numeric)
    return next(cost, "kind") if view == "piles" else "kind"


def columns(game: Game, look: Look) -> Sequence[Attribute]:
    """The columns of a table besides number, name and buttons."""
    names = look.columns.split(",") if look.columns else [each.name for each in game.attributes if each.show]
    return [each for each in column_choices(game) if each.name in ("kind", *names)]


def column_choices(game: Game) -> Sequence[Attribute]:
    return [each for each in game.fields.values() if each.name not in ("name", *UNSORTABLE)]


def fields_of(data: QueryDict) -> dict[str, str]:
    """The fields of a form, with the ticked boxes for columns joined."""
    fields = {name: str(data[name]) for name in data}
    if "columns" in data:
        fields["columns"] = ",".join([str(each) for each in data.getlist("columns") if each])
    return fields


def parse_look(fields: Mapping[str, str], game: Game, before: Look = USUAL, views: Sequence[str] = VIEWS) -> Look:
    """The look in a form or URL; missing values stay as `before`. Raises InputError.

    Another view brings its own grouping, unless one is chosen.
    """
    view = _one_of(fields.get("view", before.view), views)
    by = [each.name for each in groupings(game)]
    grouping = fields.get("by", before.by)
    if view != before.view and grouping == before.by == usual_grouping(game, before.view):
        grouping = usual_grouping(game, view)
    names = [each.name for each in column_choices(game)]
    sort = ["", COPIES, *(each.name for each in sortings(game))]
    order = fields.get("sort", before.sort)
    return Look(
        view=view,
        by=_one_of(grouping, [*by, UNGROUPED]),
        sort=order if order.startswith("-") and _one_of(order[1:], sort[1:]) else _one_of(order, sort),
        columns=",".join(_one_of(each, names) for each in fields.get("columns", before.columns).split(",") if each),
    )


def _one_of(value: str, choices: Sequence[str]) -> str:
    if value not in choices:
        raise InputError("unknown-value", value=value, choices=[each for each in choices if each])
    return value


def look_of(session: Mapping[str, Any], slug: str) -> Look:
    """The look last chosen for decks of a game in this browser."""
    fields = session.get(SESSION_KEY, {}).get(slug)
    try:
        return parse_look(fields, get(slug)) if fields else USUAL
    except InputError:  # chosen from what another version of the site offered
        return USUAL


def choose(session: MutableMapping[str, Any], slug: str, fields: Mapping[str, str]) -> None:
    """Remember a look for decks of a game in this browser. Raises InputError."""
    look = parse_look(fields, get(slug), look_of(session, slug))
    save_in_session(session, SESSION_KEY, slug, look._asdict())


def context(look: Look, game: Game) -> dict[str, object]:
    """The template context of a look and its choices."""
    return {
        "look": look,
        "group_choices": [*_choices(groupings(game)), (UNGROUPED, _("Nothing"))],
        "sort_choices": _sort_choices(game, "-" if look.sort.startswith("-") else ""),
        "columns": columns(game, look),
        "column_choices": column_choices(game) if look.view == "table" else (),
    }


def _choices(fields: Sequence[Attribute], sign: str = "") -> list[tuple[str, str]]:
    """Attributes as the options of a select box."""
    return [(sign + each.name, read(each.label)) for each in fields]


def _sort_choices(game: Game, sign: str) -> list[tuple[str, str]]:
    return [("", _("Default")), *_choices(sortings(game), sign), (sign + COPIES, _("Copies"))]
