"""Forms of the statistics pages, filled from their URLs."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.common.names import reader_name
from deckbuilder.stats.odds.sentences import draws_refusal
from deckbuilder.stats.simulations.services import MAX_SEED
from games.engine.odds.exact import DRAWS, Drawing, DrawsRefused

NO_DRAWS = Drawing((), ())

LAST_TURN_OFFERED = 20
"""The last turn offered on pages. Games seldom last longer."""

MAX_GROUPS = 12

SEATS = (("first", gettext_lazy("On the play (first)")), ("second", gettext_lazy("On the draw (second)")))
TURNS = (
    (0, gettext_lazy("The opening hand")),
    *((turn, format_lazy(gettext_lazy("Turn {turn}"), turn=turn)) for turn in range(1, LAST_TURN_OFFERED + 1)),
)


class Searches(forms.MultiValueField):
    """Up to MAX_GROUPS searches under one name; blank ones are ignored."""

    widget = forms.MultipleHiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(fields=(), require_all_fields=False, **options)

    def clean(self, value: Any) -> tuple[str, ...]:
        searches = tuple(dict.fromkeys(each.strip() for each in value or () if each.strip()))
        if len(searches) > MAX_GROUPS:
            raise forms.ValidationError(_("At most {limit} at a time.").format(limit=MAX_GROUPS))
        return searches


class Numbers(forms.MultipleChoiceField):
    """Positions in a hand, from 1."""

    def clean(self, value: Any) -> tuple[int, ...]:
        return tuple(sorted(map(int, super().clean(value))))


class AddressForm(forms.Form):
    """A form filled from the query string; fields that are missing or invalid have their initial values."""

    def value(self, name: str) -> Any:
        field_value = self.cleaned_data.get(name) if not self.errors.get(name) else None
        return self.fields[name].initial if field_value in (None, "") else field_value

    @property
    def problems(self) -> list[str]:
        """The errors, each with the label of its field."""
        colon = _(": ")
        return [f"{self[name].label}{colon}{error}" for name, errors in self.errors.items() for error in errors]


class OddsForm(AddressForm):
    """The options of the odds page: seat, turn, the game's mulligan, and the draw effects that are counted.

    `turn`: the default turn. `drawing`: the deck's cards with draw effects.
    """

    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first", required=False)
    turn = forms.TypedChoiceField(label=gettext_lazy("Cards seen by"), choices=TURNS, coerce=int, required=False)
    mulligan = forms.ChoiceField(
        label=gettext_lazy("Mulligan"),
        choices=(("", gettext_lazy("As dealt")), ("goal", gettext_lazy("For the goal"))),
        initial="",
        required=False,
    )
    draws = forms.ChoiceField(label=gettext_lazy("Draw effects"), initial="none", required=False)
    group = Searches(label=gettext_lazy("Your groups"), initial=(), required=False)

    def __init__(self, *arguments: Any, turn: int, drawing: Drawing = NO_DRAWS, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["turn"].initial = turn
        self.drawing = drawing
        draws: Any = self.fields["draws"]
        draws.choices = [(value, value) for value in DRAWS]

    @property
    def draw_choices(self) -> list[tuple[str, str]]:
        """The draw effect choices for this deck; empty if no draws can be counted."""
        if not self.drawing.free:
            return []
        count_choice = ("free", _("Counted for cards always played")) if self.drawing.choices else ("all", _("Counted"))
        return [("none", _("Not counted")), count_choice]

    def clean_draws(self) -> str:
        draws: str = self.cleaned_data["draws"]
        if draws == "all" and self.drawing.choices:
            raise forms.ValidationError(draws_refusal(DrawsRefused(self.drawing.choices), reader_name))
        return draws


class KeepForm(AddressForm):
    """The seat and turn of the goal, and the turn of the player's own rule.

    `turn`, `rule_turn`: the default turns.
    """

    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first", required=False)
    turn = forms.TypedChoiceField(label=gettext_lazy("Goal by"), choices=TURNS, coerce=int, required=False)
    rule_turn = forms.TypedChoiceField(
        label=gettext_lazy("The rule counts by"), choices=TURNS, coerce=int, required=False
    )

    def __init__(self, *arguments: Any, turn: int, rule_turn: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["turn"].initial = turn
        self.fields["rule_turn"].initial = rule_turn


class HandsForm(AddressForm):
    """A sample hand: its seed, the mulligan choice, the turns drawn so far, and the turn of the goal for advice.

    `by`: the default turn of the goal.
    """

    seed = forms.IntegerField(label=gettext_lazy("Seed"), min_value=0, max_value=MAX_SEED)
    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first", required=False)
    done = forms.ChoiceField(
        label=gettext_lazy("Mulligan"), choices=(("keep", "keep"), ("change", "change")), initial="", required=False
    )
    back = Numbers(label=gettext_lazy("Put back"), initial=(), required=False)
    turns = forms.IntegerField(
        label=gettext_lazy("Turns"), min_value=0, max_value=LAST_TURN_OFFERED, initial=0, required=False
    )
    by = forms.TypedChoiceField(label=gettext_lazy("Goal by"), choices=TURNS, coerce=int, required=False)

    def __init__(self, *arguments: Any, hand: int, mulligan: bool, by: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.mulligan = mulligan
        self.fields["by"].initial = by
        back: Any = self.fields["back"]
        back.choices = [(str(number), str(number)) for number in range(1, hand + 1)] if mulligan else []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("done") == "change" and not data.get("back"):
            self.add_error("back", _("Mark the cards to put back, or keep the hand."))
        if self.mulligan and data.get("turns") and not data.get("done"):
            self.add_error("turns", _("Decide on the mulligan first."))
        return data

    @property
    def mulligan_positions(self) -> tuple[int, ...] | None:
        """The positions to put back; None while that is undecided."""
        if not self.mulligan or self.value("done") == "keep":
            return ()
        return self.value("back") if self.value("done") == "change" and not self.errors.get("back") else None
