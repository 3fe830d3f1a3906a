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


FIELDS = {
    "format": gettext_lazy("Format"),
    "effective_from": gettext_lazy("In effect from"),
    "pool": gettext_lazy("Only these cards"),
    "sets": gettext_lazy("Only these sets"),
}


def field_change(name: str, was: object, now: object) -> str:
    """The change of a field of a list, from what to what."""
    return _("{field}: {was} → {now}").format(field=FIELDS[name], was=_value(was), now=_value(now))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return _(", ").join(map(str, value)) or "–"
    return str(value or "–")


def _left_out(now: int | None) -> str:
    return _("no longer allowed") if now == 0 else _("no longer limited")
