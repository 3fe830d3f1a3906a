"""How the API identifies a browser."""

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

KEYS = ("X-Edit-Key", "X-Entry-Key")
"""Headers that name what a request may change. Another site's page cannot make a browser send them."""


class Browser(SessionAuthentication):
    """A browser is known by its session: signed in, or as the holder of decks without an owner. What it changes needs
    its CSRF token in both cases."""

    def authenticate(self, request: Request) -> Any:
        credentials = super().authenticate(request)
        session = getattr(request._request, "session", None)
        has_session = session is not None and not session.is_empty()
        if credentials is None and has_session and not any(name in request.headers for name in KEYS):
            self.enforce_csrf(request)
        return credentials
