"""The page of a person's decks: what it shows of them, and what its filters offer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.labels import read
from deckbuilder.decks import selectors
from deckbuilder.decks.library import selectors as library
from deckbuilder.decks.library.judgements import RulesOf, judge_waiting, rules_of, verdicts
from deckbuilder.decks.library.parsing import Filters
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.decks.verdicts.coming import Effect
from games.registry import get

PAGE = 30

STATES = {
    "": gettext_lazy("Any state"),
    "legal": gettext_lazy("Legal"),
    "incomplete": gettext_lazy("Incomplete"),
    "illegal": gettext_lazy("Illegal"),
    "soon": gettext_lazy("Illegal soon"),
    "attention": gettext_lazy("Needs attention"),
}
ORDERS = {
    "changed": gettext_lazy("Last changed"),
    "new": gettext_lazy("Newest"),
    "name": gettext_lazy("By name"),
    "game": gettext_lazy("By game"),
}
ARCHIVED = {
    "": gettext_lazy("In use"),
    "only": gettext_lazy("Archived"),
    "all": gettext_lazy("In use and archived"),
}


class Chip(NamedTuple):
    """A filter that is on, and the query string without it."""

    label: str
    without: str


class Place(NamedTuple):
    """A link beside the list: a folder or the like, with its number of decks."""

    name: str
    query: str
    decks: int
    current: bool
    icon: str = "folder"


class Row(NamedTuple):
    """A deck of the list. `ending`: what makes it illegal, if announced lists do."""

    tile: selectors.Tile | selectors.BrokenTile
    ending: Effect | None = None

    @property
    def deck(self) -> Deck:
        return self.tile.deck

    @property
    def until(self) -> str:
        """The last day before it is illegal, or ""."""
        return formats.date_format(self.ending.day - timedelta(days=1), "MONTH_DAY_FORMAT") if self.ending else ""


def library_page(decks: QuerySet[Deck], filters: Filters, number: str | None) -> dict[str, Any]:
    """`decks`: all of the person's own. Raises InputError for a search that is too long."""
    rules = rules_of(decks)
    judgements = judge_waiting(decks, rules)
    page = get_page(library.matching(decks.select_related("verdict"), filters, judgements), PAGE, number)
    shown = list(page)
    tiles = selectors.tiles(shown, verdicts(shown, rules))
    totals = library.totals(judgements)
    in_use = decks.filter(archived_at=None)
    return {
        "page": page,
        "tiles": tiles,
        "rows": [_row(each) for each in tiles],
        "filters": filters,
        "left": sum(each.is_waiting for each in judgements),
        "totals": totals,
        "soon": soon_words(totals),
        "places": _places(totals, filters),
        "folders": _folders(library.folder_counts(in_use), filters),
        "tags": _tags(library.tag_counts(in_use), filters),
        "chips": _chips(filters),
        **_choices(rules, filters),
    }


def _row(tile: selectors.Tile | selectors.BrokenTile) -> Row:
    if isinstance(tile, selectors.BrokenTile) or tile.status == "illegal":
        return Row(tile)
    return Row(tile, next((each for each in tile.notices if each.after == "illegal" != each.before), None))


def soon_words(totals: library.Totals) -> str:
    """What announced lists will do to a person's decks; "" for nothing."""
    if not totals.soon or totals.first_day is None:
        return ""
    values = {"count": totals.soon, "day": formats.date_format(totals.first_day, "MONTH_DAY_FORMAT")}
    if totals.first_day == totals.last_day:
        return ngettext(
            "{count} deck is no longer legal from {day}", "{count} decks are no longer legal from {day}", totals.soon
        ).format(**values)
    return _("{count} decks will no longer be legal, the first from {day}").format(**values)


def _places(totals: library.Totals, filters: Filters) -> list[Place]:
    """All decks, those that need attention, and the archive."""
    is_all = not (filters.folder or filters.archived or filters.state == "attention")
    base = Filters(order=filters.order, view=filters.view)
    return [
        Place(_("All decks"), base.query(), totals.all, is_all and not filters.narrows, "stack"),
        Place(
            _("Needs attention"),
            base.query(state="attention"),
            totals.attention,
            filters.state == "attention",
            "clock",
        ),
        Place(_("Archive"), base.query(archived="only"), totals.archived, filters.archived == "only", "archive"),
    ]


def _folders(counts: dict[str, int], filters: Filters) -> list[Place]:
    base = Filters(order=filters.order, view=filters.view)
    return [Place(name, base.query(folder=name), count, filters.folder == name) for name, count in counts.items()]


def _tags(counts: dict[str, int], filters: Filters) -> list[Place]:
    """A second press takes the tag away."""
    return [
        Place(name, filters.query(tag="" if filters.tag == name else name), count, filters.tag == name, "tag")
        for name, count in counts.items()
    ]


def _chips(filters: Filters) -> list[Chip]:
    words: dict[str, Any] = {
        "q": f"“{filters.q}”",
        "game": read(get(filters.game).name) if filters.game else "",
        "format": filters.format,
        "state": STATES.get(filters.state, ""),
        "since": _("Changed since {day}").format(day=formats.date_format(filters.since)) if filters.since else "",
        "visibility": dict(Visibility.choices).get(filters.visibility, ""),
        "folder": filters.folder,
        "tag": f"#{filters.tag}",
        "archived": ARCHIVED[filters.archived],
    }
    if filters.format and filters.game:
        labels = {each.slug: read(each.label) for each in get(filters.game).formats}
        words["format"] = labels.get(filters.format, filters.format)
    return [Chip(str(words[name]), filters.query(**{name: ""})) for name in filters.narrows]


def _choices(rules: RulesOf, filters: Filters) -> dict[str, Any]:
    """The choices of the select boxes: games and formats are those of the person's decks."""
    games = dict.fromkeys(slug for slug, _format in rules)
    formats_of = [format for slug, format in rules if not filters.game or slug == filters.game]
    labels = {each.slug: read(each.label) for slug in games for each in get(slug).formats}
    formats = {each: labels[each] for each in dict.fromkeys(formats_of)}
    return {
        "game_choices": [("", _("All games")), *((slug, read(get(slug).name)) for slug in games)],
        "format_choices": [("", _("All formats")), *formats.items()],
        "state_choices": list(STATES.items()),
        "visibility_choices": [("", _("Any visibility")), *Visibility.choices],
        "order_choices": list(ORDERS.items()),
        "archived_choices": list(ARCHIVED.items()),
        "visibilities": Visibility.choices,
    }
