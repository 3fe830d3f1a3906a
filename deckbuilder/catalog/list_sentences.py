"""Restriction lists in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.rules.list_versions import Kind, LimitChange, State

STATES: dict[State, object] = {
    "in-force": gettext_lazy("In force"),
    "announced": gettext_lazy("Announced"),
    "past": gettext_lazy("Past"),
}

KINDS: dict[Kind, object] = {
    "added": gettext_lazy("Added"),
    "tightened": gettext_lazy("Fewer copies"),
    "loosened": gettext_lazy("More copies"),
    "dropped": gettext_lazy("Removed"),
}


def limit_words(limit: int | None, *, named: bool = True) -> str:
    """How many copies of a card a list allows. `named`: whether the list names the card."""
    if not named and limit == 0:
        return _("not allowed (not on the list)")
    if limit is None:
        return _("as many copies as the rules allow") if named else _("not on the list")
    if limit == 0:
        return _("banned")
    return ngettext("at most {count} copy", "at most {count} copies", limit).format(count=limit)


def change_words(change: LimitChange, *, was_named: bool, named: bool) -> str:
    """The limit now and, if the earlier list named the card, the previous limit."""
    now = limit_words(change.now) if named else _left_out(change.now)
    if not was_named:
        return now
    return _("{now}; previously: {was}").format(now=now, was=limit_words(change.was))


def _left_out(now: int | None) -> str:
    return _("no longer allowed") if now == 0 else _("no longer limited")
