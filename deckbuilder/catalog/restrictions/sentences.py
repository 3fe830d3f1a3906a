"""Restriction lists in words."""

from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.rules.list_versions import Kind, LimitChange, State

ShownState = State | Literal["withdrawn"]

STATES: dict[ShownState, object] = {
    "in-force": gettext_lazy("In force"),
    "announced": gettext_lazy("Announced"),
    "past": gettext_lazy("Past"),
    "withdrawn": gettext_lazy("Withdrawn"),
}

ERRORS: dict[str, object] = {
    "public": gettext_lazy("The list has been announced meanwhile. Nothing was saved; correct it instead."),
    "not-public": gettext_lazy("Only a list that is announced or in force can be corrected or withdrawn."),
    "no-reason": gettext_lazy("Say why the list is changed: players see it on the list’s page."),
    "no-changes": gettext_lazy("Nothing differs from the list as it is."),
    "in-force": gettext_lazy("A list in force cannot be withdrawn: announce a later version that replaces it."),
    "day-over": gettext_lazy(
        "This list is in force already; its day cannot be moved to the future. Announce a later version instead."
    ),
    "corrected-meanwhile": gettext_lazy(
        "Somebody has corrected this list since you opened it. Open it again, so that no correction is lost."
    ),
}


def list_error(code: str) -> str:
    """Why a change of a list is refused."""
    return str(ERRORS[code])


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
    "title": gettext_lazy("Title"),
    "reason": gettext_lazy("Reason"),
    "source": gettext_lazy("Source"),
    "format": gettext_lazy("Format"),
    "effective_from": gettext_lazy("In effect from"),
    "pool": gettext_lazy("Only these cards"),
    "sets": gettext_lazy("Only these sets"),
}


def field_change(name: str, was: object, now: object) -> str:
    """The change of a field of a list, from what to what."""
    return _("{field}: {was} → {now}").format(field=FIELDS[name], was=_value(was), now=_value(now))


def note_changes(was: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The changes of the notes on cards, a sentence each."""
    sentence = _("Note on {name}: {was} → {now}")
    return [
        sentence.format(name=name, was=was.get(name) or "–", now=now.get(name) or "–")
        for name in dict.fromkeys([*was, *now])
    ]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return _(", ").join(map(str, value)) or "–"
    return str(value or "–")


def _left_out(now: int | None) -> str:
    return _("no longer allowed") if now == 0 else _("no longer limited")
