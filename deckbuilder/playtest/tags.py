"""Additional template functions for playtests: fragments that are cached while they stay the same.

Most of a table is the same after a move. Rendering all of it again took half of the response time.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from threading import Lock
from typing import Any

from django.utils.timezone import localdate
from django.utils.translation import get_language
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from deckbuilder.decks.verdicts.understanding_page import UnderstandingPart, understanding_of
from deckbuilder.playtest.table.table_page import TablePage, TableZone
from deckbuilder.stats.to_games import thaw

MAX_FRAGMENTS = 1000
"""The most fragments cached, those last used, about 3 kB each."""

_fragments: OrderedDict[Hashable, Markup] = OrderedDict()
_lock = Lock()


@pass_context
def table_zone(context: Context, zone: TableZone) -> Markup:
    """A part of the table with its cards."""
    return _render(context, "playtest/_zone.html", (zone.zone.slug, zone.count, zone.cells), each=zone)


@pass_context
def table_tools(context: Context, page: TablePage) -> Markup:
    """The tools for free moves."""
    return _render(context, "playtest/_tools.html", page.counters)


@pass_context
def table_understanding(context: Context) -> Markup:
    """How much of the cards' effects happens at this table, and which cards' effects do not."""
    return _render(context, "playtest/_understanding.html", (), understanding=partial(_understanding, context))


def _understanding(context: Context) -> UnderstandingPart | None:
    playtest = context["playtest"]
    return understanding_of(thaw(playtest.game, playtest.cards), context["game"])


def _render(context: Context, template: str, facts: Hashable, **own: Any) -> Markup:
    """A rendered template, cached by game, reader and these facts."""
    key = (context["playtest"].slug, template, facts, context["playing"], get_language(), localdate())
    html = _fragments.get(key)
    if html is None:
        common = {name: context[name] for name in ("request", "game", "playtest", "playing", "page")}
        html = Markup(context.environment.get_template(template).render(common | own))
    with _lock:
        _fragments[key] = html
        _fragments.move_to_end(key)
        while len(_fragments) > MAX_FRAGMENTS:
            _fragments.popitem(last=False)
    return html


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "table_zone": table_zone,
    "table_tools": table_tools,
    "table_understanding": table_understanding,
}
