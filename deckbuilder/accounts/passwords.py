"""Password validation, and what a password change revokes."""

from django.contrib.auth.password_validation import NumericPasswordValidator

from deckbuilder.accounts import services
from deckbuilder.accounts.models import User


class NotDigitsAlone(NumericPasswordValidator):
    """Refuses passwords of digits only.

    Django also notifies validators of a new password: the API token is then revoked, as somebody who had the old
    password may have created it.
    """

    def password_changed(self, password: str, user: User) -> None:
        services.revoke_token(user)
