"""Forms of the pages about opening hands, filled from their URLs."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.stats.forms import LAST_TURN_OFFERED, SEATS, TURNS, QueryForm
from deckbuilder.stats.models import MAX_SEED


class Numbers(forms.MultipleChoiceField):
    """Positions in a hand, from 1."""

    def clean(self, value: Any) -> tuple[int, ...]:
        return tuple(sorted(map(int, super().clean(value))))


class KeepForm(QueryForm):
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


class HandsForm(QueryForm):
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
