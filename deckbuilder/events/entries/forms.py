"""Forms of a player's details."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext_lazy

from deckbuilder.accounts.limits import TooMany
from deckbuilder.events.bounds import MAX_ANSWER, MAX_EMAIL, MAX_PLAYER_NAME, MAX_REASON
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Event, State
from deckbuilder.events.sentences import ABOUT, event_error

Done = TypeVar("Done")


class Refusable(forms.Form):
    """A form whose data a service may refuse. `status`: of the response that shows it."""

    status = 200

    def attempt(self, work: Callable[[], Done]) -> Done | None:
        """The result of the service; None if nothing was submitted, or the form or the service refused it."""
        if not self.is_valid():
            self.status = 422 if self.is_bound else 200
            return None
        try:
            return work()
        except EventError as error:
            self.refuse(error)
            self.status = error.status
            return None
        except TooMany as error:
            self.add_error(None, error.message)
            self.status = 429
            return None

    def refuse(self, error: EventError) -> None:
        """Show an error at the field it is about."""
        self.add_error(error.field if error.field in self.fields else None, event_error(error))


class EntryForm(Refusable):
    """A player's details, filled in by the player. The answer is only asked for if the event has a question."""

    name = forms.CharField(label=gettext_lazy("Your name on the roster"), max_length=MAX_PLAYER_NAME)
    answer = forms.CharField(
        label=gettext_lazy("Your answer to the organiser’s question, if there is one"),
        max_length=MAX_ANSWER,
        required=False,
    )
    email = forms.CharField(
        label=ABOUT["email"],
        max_length=MAX_EMAIL,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy(
            "Used to e-mail you if something is wrong with your list. Only staff can see it."
            " If empty, your account’s address is used."
        ),
    )

    def __init__(self, data: Any = None, *, event: Event, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        if not event.roster_notes and not initial.get("answer"):
            del self.fields["answer"]

    def details(self) -> dict[str, str]:
        return self.cleaned_data


class PlayerForm(Refusable):
    """A player's details, filled in by staff."""

    name = forms.CharField(
        label=ABOUT["name"], max_length=MAX_PLAYER_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    email = forms.CharField(
        label=ABOUT["email"],
        max_length=MAX_EMAIL,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "E-mail is sent there once the player has opened the entry link or confirmed the address."
        ),
    )
    answer = forms.CharField(
        label=ABOUT["answer"],
        max_length=MAX_ANSWER,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, changes: Mapping[str, Any] | None = None, **options: Any) -> None:
        """`changes`: the details of the player to change, if not a new one."""
        super().__init__(data, initial=dict(changes or {}), **options)
        for field in self.fields.values():
            field.show_hidden_initial = changes is not None  # see EventForm

    def details(self) -> dict[str, str]:
        """The details that were changed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class EnterForm(PlayerForm):
    """A player entered by staff, with a reason after the start. `here`: the default of “checked in”."""

    here = forms.BooleanField(label=gettext_lazy("Check in now"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason for entering after the start"),
        max_length=MAX_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, state: State, here: bool = False) -> None:
        super().__init__(data)
        self.initial["here"] = here
        self.fields["name"].widget.attrs["autofocus"] = True
        if state != State.STARTED:
            del self.fields["reason"]
