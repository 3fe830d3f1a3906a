"""Creation of accounts."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from deckbuilder.accounts.names import normal
from deckbuilder.common.http.requests import is_path


class AccountAdapter(DefaultAccountAdapter):
    """An account needs a username and a password, but no e-mail address; nothing is sent."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_blacklisted": _("This username is reserved."),
        "username_taken": _("This username is already taken."),
        "username_password_mismatch": _("Wrong username or password."),
        "incorrect_password": _("Wrong password."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return str(super().clean_username(normal(username), shallow))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: str) -> str:
        """Failed sign-ins are counted per IP address and username, so that nobody can lock others out of their
        accounts."""
        return f"{self.get_client_ip(request)} {super()._get_login_attempts_cache_key(request, **credentials)}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def is_safe_url(self, url: str) -> bool:
        """`?next=…` may only lead to a page of this site."""
        return is_path(url) and super().is_safe_url(url)
