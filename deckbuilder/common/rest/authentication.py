"""How the API identifies a browser."""

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

KEYS = ("X-Edit-Key", "X-Entry-Key")
"""Headers that name what a request may change. Other sites' pages cannot make a browser send them."""


class Browser(SessionAuthentication):
    """Identifies a browser by its session: signed in, or holding the keys of decks without an owner. In both cases
    changes need its CSRF token."""

    def authenticate(self, request: Request) -> Any:
        credentials = super().authenticate(request)
        session = getattr(request._request, "session", None)
        has_session = session is not None and not session.is_empty()
        if credentials is None and has_session and not any(name in request.headers for name in KEYS):
            self.enforce_csrf(request)
        return credentials
