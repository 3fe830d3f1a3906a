"""What the pages of events ask."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from deckbuilder.catalog import restrictions
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, ListsVisible
from deckbuilder.events.sentences import FIELDS, event_error
from games.engine.game import Game
from games.registry import GAMES, get

MOMENT = "%Y-%m-%dT%H:%M"


def moment(label: Any, hint: Any = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"})
    return forms.DateTimeField(
        label=label, help_text=hint, widget=widget, input_formats=[MOMENT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
    )


class EventForm(forms.Form):
    """An event to create, or, with `event`, to change: then its game stays."""

    kind = forms.ChoiceField(label=gettext_lazy("Game and format"))
    name = forms.CharField(label=FIELDS["name"], max_length=120)
    place = forms.CharField(label=FIELDS["place"], max_length=200, required=False)
    starts_at = moment(FIELDS["starts_at"], gettext_lazy("Lists are judged for this day."))
    deadline = moment(FIELDS["deadline"], gettext_lazy("A list that comes at this minute is late."))
    capacity = forms.IntegerField(
        label=FIELDS["capacity"],
        min_value=1,
        max_value=100_000,
        required=False,
        help_text=gettext_lazy("Empty: as many as come."),
    )
    lists_visible = forms.ChoiceField(label=FIELDS["lists_visible"], choices=ListsVisible.choices)
    roster_notes = forms.CharField(
        label=FIELDS["roster_notes"],
        max_length=2_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown to who registers, with room for an answer."),
    )
    listed = forms.BooleanField(
        label=gettext_lazy("Show it on the page of events; otherwise only who has the link finds it"), required=False
    )
    own_limits = forms.CharField(
        label=FIELDS["own_limits"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One card a line: “雪女 = 0” bans it, “雪女 = 1” allows one, “雪女 = any” names it alone."
        ),
    )
    own_pool = forms.BooleanField(label=gettext_lazy("No cards but those on my list are allowed"), required=False)

    def __init__(self, data: Any = None, *, event: Event | None = None) -> None:
        super().__init__(data, initial=_given(event) if event else {"lists_visible": ListsVisible.NEVER})
        kind: Any = self.fields["kind"]
        kind.choices = [kind for game in ([get(event.game)] if event else GAMES) for kind in _kinds(game)]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "kind" in found:
            slug, _sign, found["format"] = found["kind"].partition("/")
            found["game"] = get(slug)
            self._read_limits(found)
        starts_at, deadline = found.get("starts_at"), found.get("deadline")
        if starts_at and deadline and deadline > starts_at:
            self.add_error("deadline", event_error(EventError("deadline-after-start")))
        return found

    def _read_limits(self, found: dict[str, Any]) -> None:
        try:
            found["own_limits"] = restrictions.read(found.get("own_limits", ""), found["game"])
        except ValidationError as error:
            self.add_error("own_limits", error)
        if found.get("own_pool") and not found.get("own_limits"):
            self.add_error("own_pool", _("Then nothing would be allowed: name the cards on your list."))

    def refuse(self, error: EventError) -> None:
        """Say why it cannot be, beside the field that is wrong."""
        field = "kind" if error.field == "format" else error.field
        self.add_error(field if field in self.fields else None, event_error(error))

    def asked(self) -> dict[str, Any]:
        """The fields of services.CHANGEABLE."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("kind", "game")}


def _kinds(game: Game) -> list[tuple[str, str]]:
    """The formats of a game, each to be chosen with it."""
    language = get_language() or "en"
    name = game.name.read(language)
    return [(f"{game.slug}/{each.slug}", f"{name} · {each.label.read(language)}") for each in game.formats]


def _given(event: Event) -> dict[str, Any]:
    given = {name: getattr(event, name) for name in FIELDS}
    return given | {"kind": f"{event.game}/{event.format}", "own_limits": restrictions.written(event.own_limits)}
