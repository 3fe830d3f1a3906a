"""Forms for signing up and in, and for account settings."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AdminPasswordChangeForm,
    AdminUserCreationForm,
    SetUnusablePasswordMixin,
    UserChangeForm,
)
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from deckbuilder.accounts.models import User
from deckbuilder.accounts.names import LONGEST, normal
from deckbuilder.common.drawing.themes import Theme


class SignupForm(allauth.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["username"], _("Username"))
        self.fields["username"].help_text = _("Shown beside your public decks.")
        self.fields["username"].widget.attrs["maxlength"] = LONGEST
        _plain(self.fields["password1"], _("Password"))
        _plain(self.fields["password2"], _("Confirm password"))


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["login"], _("Username"))
        _plain(self.fields["password"], _("Password"))

    def clean_login(self) -> str:
        return normal(super().clean_login())


class PasswordForm(allauth.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], _("Current password"))
        _plain(self.fields["password1"], _("New password"))
        _plain(self.fields["password2"], _("Confirm new password"))


def _plain(field: forms.Field, label: Any) -> None:
    """A field with a label above it and no placeholder."""
    field.label = label
    field.widget.attrs.pop("placeholder", None)


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("Browser default")), *settings.LANGUAGES]
    )
    theme = forms.ChoiceField(label=_("Appearance"), choices=Theme.choices)


class DeleteForm(forms.Form):
    """Confirms the deletion with the password."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


class _Named:
    """The rules for usernames of sign-up apply here, too."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]  # type: ignore[attr-defined]
        is_same = name == self.initial.get("username")  # type: ignore[attr-defined]
        return name if is_same else str(get_adapter().clean_username(name))


class StaffUserCreationForm(_Named, AdminUserCreationForm):
    class Meta(AdminUserCreationForm.Meta):
        model = User


class StaffUserChangeForm(_Named, UserChangeForm):
    language = PreferencesForm.base_fields["language"]

    class Meta(UserChangeForm.Meta):
        model = User


class StaffPasswordForm(AdminPasswordChangeForm):
    """Django would set its warning before the language of the request is known."""

    usable_password_help_text = format_lazy(  # type: ignore[assignment]  # lazy, which Django's types do not foresee
        '{help}<ul id="id_unusable_warning" class="messagelist"><li class="warning">{warning}</li></ul>',
        help=SetUnusablePasswordMixin.usable_password_help_text,
        warning=_("If disabled, the current password for this user will be lost."),
    )
