"""Accounts in the administration. API tokens are not shown there."""

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import TokenProxy

from deckbuilder.accounts.forms import StaffPasswordForm, StaffUserChangeForm, StaffUserCreationForm
from deckbuilder.accounts.models import User

admin.site.unregister([EmailAddress, TokenProxy])

POWERS = ("is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Only superusers grant permissions; others could grant them to themselves."""

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

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        always = ("last_login", "date_joined")
        return always if request.user.is_superuser else (*always, "is_staff", *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only superusers may set a superuser's password."""
        may_change = super().has_change_permission(request, obj)
        return may_change and (request.user.is_superuser or obj is None or not obj.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        may_delete = super().has_delete_permission(request, obj)
        return may_delete and (request.user.is_superuser or obj is None or not obj.is_superuser)
