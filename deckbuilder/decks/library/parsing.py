"""What a library shows, as its URL says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from deckbuilder.common.input import InputError, clean_line
from deckbuilder.decks.models import Visibility
from deckbuilder.decks.selectors import FORMATS
from games.registry import GAMES

STATES = ("legal", "incomplete", "illegal", "soon", "attention")
"""`soon`: announced lists will make it illegal; `attention`: incomplete, illegal or soon illegal."""

ARCHIVED = ("", "only", "all")
ORDERS = ("changed", "new", "name", "game")
VIEWS = ("list", "covers")
SLUGS = tuple(game.slug for game in GAMES)


class Filters(NamedTuple):
    """Which decks a library shows, in which order. The names are those of the URL's parameters, "" is no filter.

    `since`: changed on that day or later; `archived`: archived decks not at all, only, or as well (`all`).
    """

    q: str = ""
    game: str = ""
    format: str = ""
    state: str = ""
    since: date | None = None
    visibility: str = ""
    folder: str = ""
    tag: str = ""
    archived: str = ""
    order: str = "changed"
    view: str = "list"

    @property
    def narrows(self) -> dict[str, str]:
        """The filters that leave out decks, as parameters of a URL."""
        values = {name: str(value or "") for name, value in self._asdict().items() if name not in ("order", "view")}
        return {name: value for name, value in values.items() if value}

    def query(self, **changes: str) -> str:
        """The query string with these parameters changed; defaults are left out."""
        values = {name: str(value or "") for name, value in self._asdict().items()} | changes
        usual = Filters()._asdict()
        kept = {name: value for name, value in values.items() if value and value != usual.get(name)}
        return f"?{urlencode(kept)}" if kept else ""


def parse_filters(params: Mapping[str, str]) -> Filters:
    """Raises InputError for a value that is not among the choices, and for a day that is none."""
    values = {name: clean_line(str(params.get(name) or ""), name) for name in Filters._fields}
    for name, choices in (
        ("game", SLUGS),
        ("format", sorted(FORMATS)),
        ("state", STATES),
        ("visibility", Visibility.values),
        ("archived", ARCHIVED),
        ("order", ORDERS),
        ("view", VIEWS),
    ):
        if values[name] and values[name] not in choices:
            raise InputError("unknown-value", field=name, value=values[name], choices=list(filter(None, choices)))
    texts = {name: value for name, value in values.items() if value and name != "since"}
    return Filters(**texts, since=_day(values["since"]))


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError("not-a-date", field="since", value=text) from None
