"""Forms of the statistics pages, filled from their URLs."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deckbuilder.common.names import reader_name
from deckbuilder.stats.forms import SEATS, TURNS, QueryForm
from deckbuilder.stats.odds.sentences import choices_sentence, draws_left_out, draws_refusal
from games.engine.odds.exact import DRAWS, Drawing, DrawsRefused

NO_DRAWS = Drawing((), ())


MAX_GROUPS = 12


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


class OddsForm(QueryForm):
    """The options of the odds page: seat, turn, the game's mulligan, and what is counted of cards that draw or search.

    `turn`: the default turn. `drawing`: the deck's cards that draw or search.
    """

    seat = forms.ChoiceField(label=gettext_lazy("Seat"), choices=SEATS, initial="first", required=False)
    turn = forms.TypedChoiceField(label=gettext_lazy("Cards seen by"), choices=TURNS, coerce=int, required=False)
    mulligan = forms.ChoiceField(
        label=gettext_lazy("Mulligan"),
        choices=(("", gettext_lazy("As dealt")), ("goal", gettext_lazy("After the mulligan for the goal"))),
        initial="",
        required=False,
    )
    draws = forms.ChoiceField(label=gettext_lazy("Draws and searches"), initial="none", required=False)
    group = Searches(label=gettext_lazy("Your groups"), initial=(), required=False)

    def __init__(self, *arguments: Any, turn: int, drawing: Drawing = NO_DRAWS, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["turn"].initial = turn
        self.drawing = drawing
        draws: Any = self.fields["draws"]
        draws.choices = [(value, value) for value in DRAWS]

    @property
    def left_out(self) -> str:
        """A sentence about the cards whose draws or searches are not counted, though others are or could be."""
        if (self.value("draws") == "none" and self.draw_choices) or not self.drawing.choices:
            return ""
        return draws_left_out(choices_sentence(self.drawing.choices, reader_name))

    @property
    def draw_choices(self) -> list[tuple[str, str]]:
        """What can be counted of this deck; empty if no draws and no searches can."""
        if not self.drawing.free:
            return []
        partly = self.drawing.choices or (self.drawing.searches and self.value("draws") != "all")
        count_choice = ("free", _("Counted where they are no choice")) if partly else ("all", _("Counted"))
        return [("none", _("Not counted")), count_choice]

    def clean_draws(self) -> str:
        draws: str = self.cleaned_data["draws"]
        if draws == "all" and self.drawing.choices:
            raise forms.ValidationError(draws_refusal(DrawsRefused(self.drawing.choices), reader_name))
        return draws
