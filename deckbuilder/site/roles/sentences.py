"""Why roles are not changed, and what was changed, in words."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from deckbuilder.site.roles.errors import RoleError

ROLE_ERRORS: Mapping[str, Callable[[str], str]] = {
    "unknown-person": lambda name: _(
        "One of these accounts or roles no longer exists. Nothing was changed; look at the page once more."
    ),
    "administrator": lambda name: _(
        "{name} is an administrator now, and has every right. Nothing was changed; look at the page once more."
    ).format(name=name),
    "not-administrator": lambda name: _("Only administrators give roles. Nothing was changed."),
}


def role_error(error: RoleError) -> str:
    return ROLE_ERRORS[error.code](error.name)
