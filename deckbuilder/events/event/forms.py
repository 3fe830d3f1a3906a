"""Forms of the event pages."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy

from deckbuilder.catalog.restrictions import parsing
from deckbuilder.catalog.selectors import sets_of
from deckbuilder.events.bounds import FIRST_YEAR, LAST_YEAR, MAX_CAPACITY, MAX_NAME, MAX_NOTES, MAX_PLACE
from deckbuilder.events.entries.forms import Refusable
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, ListsVisible
from deckbuilder.events.sentences import FIELDS
from deckbuilder.events.to_games import allowed_sets, own_slug
from games.engine.model.game import Game
from games.registry import GAMES, get

TIMES = ("starts_at", "deadline", "registration_until")
TIME_FORMAT = "%Y-%m-%dT%H:%M"


def datetime_field(label: Any, hint: Any = "", *, required: bool = True) -> forms.DateTimeField:
    # With bounds, browsers take years of four digits and go on to the hour.
    bounds = {"min": f"{FIRST_YEAR}-01-01T00:00", "max": f"{LAST_YEAR}-12-31T23:59"}
    widget = forms.DateTimeInput(format=TIME_FORMAT, attrs={"type": "datetime-local", **bounds})
    return forms.DateTimeField(
        label=label,
        help_text=hint,
        required=required,
        widget=widget,
        input_formats=[TIME_FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )


class EventForm(Refusable):
    """An event to create, or, with `event`, to change: its game is fixed, and after its start (`only`) most fields are,
    too."""

    kind = forms.ChoiceField(label=gettext_lazy("Game and format"))
    name = forms.CharField(label=FIELDS["name"], max_length=MAX_NAME)
    place = forms.CharField(label=FIELDS["place"], max_length=MAX_PLACE, required=False)
    starts_at = datetime_field(FIELDS["starts_at"], gettext_lazy("Lists are checked as of this date."))
    deadline = datetime_field(FIELDS["deadline"], gettext_lazy("Lists submitted at or after this time are late."))
    registration_until = datetime_field(
        FIELDS["registration_until"],
        gettext_lazy("If empty: at the list deadline. You can enter players at any time."),
        required=False,
    )
    capacity = forms.IntegerField(
        label=FIELDS["capacity"],
        min_value=1,
        max_value=MAX_CAPACITY,
        required=False,
        help_text=gettext_lazy("If empty: no limit."),
    )
    lists_visible = forms.ChoiceField(label=FIELDS["lists_visible"], choices=ListsVisible.choices)
    roster_notes = forms.CharField(
        label=FIELDS["roster_notes"],
        max_length=MAX_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown to players when they register, with a field for their answer."),
    )
    listed = forms.BooleanField(
        label=gettext_lazy("List it on the events page; otherwise only people with the link can find it"),
        required=False,
    )
    own_limits = forms.CharField(
        label=FIELDS["own_limits"],
        max_length=parsing.MAX_LETTERS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One card per line: “雪女 = 0” bans it, “雪女 = 1” allows one, “雪女 = any” puts it on the list without a "
            "limit."
        ),
    )
    own_pool = forms.BooleanField(label=gettext_lazy("Only the cards on my list are allowed"), required=False)
    sets = forms.MultipleChoiceField(
        label=gettext_lazy("Sets whose cards are allowed"), widget=forms.CheckboxSelectMultiple, required=True
    )

    def __init__(self, data: Any = None, *, event: Event | None = None, only: Collection[str] = ()) -> None:
        super().__init__(data, initial=_initial_values(event) if event else {"lists_visible": ListsVisible.NEVER})
        self.event = event
        kind: Any = self.fields["kind"]
        kind.choices = [kind for game in ([get(event.game)] if event else GAMES) for kind in _kinds(game)]
        self._offer_sets(event)
        if only:
            self.fields = {name: field for name, field in self.fields.items() if name in only}
        for field in self.fields.values():
            # A field left as it was shown is not a change, even if another request has changed it since.
            field.show_hidden_initial = event is not None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "kind" in data:
            slug, _sign, data["format"] = data["kind"].partition("/")
            data["game"] = get(slug)
            self._read_limits(data)
        return data

    def _read_limits(self, data: dict[str, Any]) -> None:
        game, event = data["game"], self.event
        tied = parsing.names_with_ties(game, own_slug(event), "") if event else ()
        try:
            data["own_limits"] = parsing.read(data.get("own_limits", ""), data["game"], tied=tied)
        except ValidationError as error:
            self.add_error("own_limits", error)

    def _offer_sets(self, event: Event | None) -> None:
        """Sets can be chosen once the game is fixed; they are offered if there are several."""
        sets = sets_of(get(event.game)) if event else ()
        if event is None or len(sets) < 2:
            del self.fields["sets"]
            return
        codes = allowed_sets(event)
        self._sets = [*dict.fromkeys((*sets, *filter(None, codes))), NO_SET]
        field: Any = self.fields["sets"]
        field.choices = [(each, gettext_lazy("cards without a set") if each == NO_SET else each) for each in self._sets]
        self.initial["sets"] = [each or NO_SET for each in codes] or self._sets

    def clean_sets(self) -> list[str]:
        """The ticked sets, [] for all."""
        sets = self.cleaned_data["sets"]
        return [] if len(sets) == len(self._sets) else ["" if each == NO_SET else each for each in sets]

    def refuse(self, error: EventError) -> None:
        error.field = "kind" if error.field == "format" else error.field
        super().refuse(error)

    def changed_fields(self) -> dict[str, Any]:
        """The fields of services.CHANGEABLE; of an existing event only those that changed."""
        names = self.changed_data if self.event else list(self.fields)
        return {name: self.cleaned_data[name] for name in ("format" if each == "kind" else each for each in names)}


NO_SET = "-"
"""The form value for cards of no set."""


def _kinds(game: Game) -> list[tuple[str, str]]:
    """The formats of a game, as choices."""
    language = get_language() or "en"
    name = game.name.read(language)
    return [(f"{game.slug}/{each.slug}", f"{name} · {each.label.read(language)}") for each in game.formats]


def _initial_values(event: Event) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in FIELDS if name != "sets"}
    values |= {name: values[name] and values[name].replace(second=0, microsecond=0) for name in TIMES}
    return values | {"kind": f"{event.game}/{event.format}", "own_limits": parsing.limits_text(event.own_limits)}
