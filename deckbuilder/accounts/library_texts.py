"""Texts of libraries whose own translations are missing or wrong. Listed here, they are collected with the site's own,
which take precedence."""

from django.utils.translation import gettext_lazy, ngettext_lazy

PASSWORD_TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)

ENTRANCE = (
    gettext_lazy("Successfully signed in as %(name)s."),
    gettext_lazy("You have signed out."),
    gettext_lazy("Password successfully changed."),
)
"""Texts of allauth."""

FORMS = (
    gettext_lazy("Enter a number."),
    gettext_lazy("Enter a whole number."),
    gettext_lazy("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_lazy("Select a valid choice. That choice is not one of the available choices."),
    gettext_lazy("Please type your current password."),
)
"""Form texts of Django and allauth whose Chinese has half-width punctuation, is formal, or is missing."""

ADMINISTRATION = (
    gettext_lazy("Model name"),
    gettext_lazy("Add link"),
    gettext_lazy("Change or view list link"),
    gettext_lazy("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_lazy("Error:"),
    gettext_lazy("Sessions"),
    gettext_lazy("session"),
    gettext_lazy("sessions"),
    gettext_lazy("Tokens"),
)
"""Texts of Django's administration."""

TIMES = (
    ngettext_lazy("%(num)d day", "%(num)d days", "num"),
    ngettext_lazy("%(num)d minute", "%(num)d minutes", "num"),
)
"""Durations; Django's Chinese uses the words for dates."""
