"""Texts of libraries whose own translations are missing or faulty; listed here, they are collected with ours.

A text of ours goes before one of a library.
"""

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
"""What allauth says."""

FORMS = (
    gettext_lazy("Enter a number."),
    gettext_lazy("Enter a whole number."),
    gettext_lazy("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_lazy("Select a valid choice. That choice is not one of the available choices."),
    gettext_lazy("Please type your current password."),
)
"""What the forms of Django and allauth say, whose Chinese has half-width punctuation or none, or is formal."""

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
"""What Django's administration says, and what it lists."""

TIMES = (
    ngettext_lazy("%(num)d day", "%(num)d days", "num"),
    ngettext_lazy("%(num)d minute", "%(num)d minutes", "num"),
)
"""Spans of time, whose words in Django's Chinese are those of dates."""
