"""The page for whoever makes too much at once, where a view has no form to say it in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from deckbuilder.accounts.limits import TooMany


class LimitMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        response = render(request, "429.html", {"message": error.message}, status=429)
        response["Retry-After"] = str(error.wait)
        return response
