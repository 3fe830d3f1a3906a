"""Accounts in the administration. API tokens are not shown there."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import TokenProxy

from deckbuilder.accounts.forms import StaffPasswordForm, StaffUserChangeForm, StaffUserCreationForm
from deckbuilder.accounts.models import User
from deckbuilder.accounts.services import log_role
from deckbuilder.common.admin import CountedDeletion

admin.site.unregister([EmailAddress, Group, TokenProxy])

POWERS = ("is_superuser", "groups", "user_permissions")


@admin.register(Group)
class GroupAdmin(CountedDeletion, DjangoGroupAdmin):
    """For superusers only: members of a group could otherwise extend its permissions, which are their own."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return _is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return _is_superuser(request)


@admin.register(User)
class UserAdmin(CountedDeletion, DjangoUserAdmin):
    """Only superusers grant permissions, and change the accounts of people who have some: others could grant
    themselves permissions, or set a password and sign in as somebody with more rights."""

    form, add_form, change_password_form = StaffUserChangeForm, StaffUserCreationForm, StaffPasswordForm
    list_display = ("username", "is_active", "is_staff", "is_superuser", "date_joined", "last_login")
    search_fields = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Preferences"), {"fields": ("language", "theme")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", *POWERS)}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Content types are fetched with the permissions they are shown with."""
        return super().get_queryset(request).prefetch_related("user_permissions__content_type")

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Without the password, whose field links to its form, for those who may only look at the account."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fieldsets
        (title, options), *others = fieldsets
        return [(title, {**options, "fields": ("username",)}), *others]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        always = ("last_login", "date_joined")
        return always if _is_superuser(request) else (*always, "is_staff", *POWERS)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Roles that are given or taken here are logged as on the site's own page."""
        before, after = ({each.name for each in data.get("groups", ())} for data in (form.initial, form.cleaned_data))
        for group in sorted(before ^ after) if "groups" in form.fields else ():
            log_role(request.user, form.instance, group, group in after)  # type: ignore[arg-type]
        return super().construct_change_message(request, form, formsets, add)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and _is_in_charge_of(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _is_in_charge_of(request, obj)


def _is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def _is_in_charge_of(request: HttpRequest, user: User | None) -> bool:
    """Whether a request may change an account: superusers every one, others those without any powers."""
    if user is None or _is_superuser(request):
        return True
    return not (user.is_staff or user.is_superuser or user.groups.exists() or user.user_permissions.exists())
