"""A user's own language, wherever they sign in."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

WELL = ("/healthz", "/readyz")


class PreferencesMiddleware:
    """Activates the language that a signed-in user chose, unless this browser has another one.

    Health checks are answered without looking up the user: the database may be down.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and request.path_info not in WELL:
            _speak(request)
        return self.get_response(request)


def _speak(request: HttpRequest) -> None:
    if request.user.is_authenticated and request.user.language in dict(settings.LANGUAGES):
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = request.user.language
