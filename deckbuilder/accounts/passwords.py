"""Password validation, and what a password change revokes."""

from django.contrib.auth.password_validation import NumericPasswordValidator

from deckbuilder.accounts import services
from deckbuilder.accounts.models import User


class NotDigitsAlone(NumericPasswordValidator):
    """No password of digits alone. Django tells validators of a new password, too: the API token ends with the old
    one, since who had that may have made it."""

    def password_changed(self, password: str, user: User) -> None:
        services.revoke_token(user)
