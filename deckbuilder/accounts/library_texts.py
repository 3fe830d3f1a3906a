"""Texts of Django that its own translations lack; named here, they are collected with ours."""

from django.utils.translation import ngettext_lazy

PASSWORD_TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
