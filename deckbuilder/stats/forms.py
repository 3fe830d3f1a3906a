"""What forms of statistics share: seats, turns, and options from the URL."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LAST_TURN_OFFERED = 20
"""The last turn offered on pages. Games seldom last longer."""


SEATS = (("first", gettext_lazy("On the play (first)")), ("second", gettext_lazy("On the draw (second)")))


TURNS = (
    (0, gettext_lazy("The opening hand")),
    *((turn, format_lazy(gettext_lazy("Turn {turn}"), turn=turn)) for turn in range(1, LAST_TURN_OFFERED + 1)),
)


class QueryForm(forms.Form):
    """A form filled from the query string; fields that are missing or invalid have their initial values."""

    def value(self, name: str) -> Any:
        field_value = self.cleaned_data.get(name) if not self.errors.get(name) else None
        return self.fields[name].initial if field_value in (None, "") else field_value

    @property
    def problems(self) -> list[str]:
        """The errors, each with the label of its field."""
        colon = _(": ")
        return [f"{self[name].label}{colon}{error}" for name, errors in self.errors.items() for error in errors]
