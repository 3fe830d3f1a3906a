"""Middleware for every URL and response."""

import re
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import has_vary_header, patch_cache_control
from django.utils.translation import gettext as _

from deckbuilder.common.broken import BrokenRowError, report
from deckbuilder.common.database import NotFoundError, storable
from deckbuilder.common.errors import UNAVAILABLE, Problem, as_json, problem_of
from deckbuilder.common.http.error_views import is_for_programs, not_a_page, unavailable
from deckbuilder.common.http.pagination import NoSuchPage
from deckbuilder.common.operations.logs import RequestInfo, request_info
from deckbuilder.common.operations.metrics import request_seconds, requests_total
from games.registry import NoPilotError

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_VIEW = "none"
"""The name of the view where no URL matches."""

NOT_ALLOWED, TOO_LONG, TOO_MANY = 405, 414, 429
"""Statuses of HTTP."""

MAX_URL_BYTES = 8000
"""The most bytes of path and query as they are sent; gunicorn itself refuses a request line of more than 8190."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def number_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give each request an id, which is in its log lines and in the X-Request-ID header of the answer.

    An id from a proxy in front is kept, so that its log can be matched with ours.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        request_id = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
        number = request_id if _REQUEST_ID.fullmatch(request_id) else secrets.token_hex(8)
        token = request_info.set(RequestInfo(number, request.method or "", request.get_full_path()))
        try:
            response = get_response(request)
        finally:
            request_info.reset(token)
        response["X-Request-ID"] = number
        return response

    return answer


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count every request that is not for a static file."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        start = perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else NO_VIEW
        method = request.method if request.method in METHODS else "other"
        requests_total.labels(view, method, response.status_code).inc()
        request_seconds.labels(view, method).observe(perf_counter() - start)
        return response

    return answer


def private_pages(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Shared caches store no answer that depends on the user, unless a view says otherwise."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response

    return answer


def refuse_long_urls(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a URL that is too long with a page of our own, or the API's error; gunicorn's own answer has neither."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if len(request.get_full_path()) <= MAX_URL_BYTES:
            return get_response(request)
        words = _("The URL is longer than {limit} bytes.").format(limit=MAX_URL_BYTES)
        if request.path_info.startswith("/api/"):
            return as_json(Problem(TOO_LONG, "address-too-long", words, {"limit": MAX_URL_BYTES}))
        return HttpResponse(render_to_string("414.html", {"words": words}), status=TOO_LONG)

    return answer


class UrlMiddleware:
    """A URL with characters that no database stores does not exist; PostgreSQL would fail on the query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        if not all(storable(each) for each in kwargs.values() if isinstance(each, str)):
            raise Http404


class FaultsMiddleware:
    """Pages for what does not exist (404), what is no page (405), what cannot be done now (503), and excess (429).

    A page that only reads is rendered again if the connection to the database was cut. A view that shows the excess
    itself, for example beside a form, sets `retry_after`, in seconds, on the request. The API's views have their own
    answers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == NOT_ALLOWED and not is_for_programs(request):
            page = not_a_page(request)
            page["Allow"] = response["Allow"]
            return page
        wait = getattr(request, "retry_after", None)
        if response.status_code == TOO_MANY and wait is not None:
            response.headers.setdefault("Retry-After", str(wait))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        match = request.resolver_match
        if request.method in ("GET", "HEAD") and match and _was_cut(exception):
            connection.close()
            try:
                answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
            except NotFoundError as missing:
                raise Http404 from missing
            return answer
        if isinstance(exception, NoSuchPage):
            return render(request, "no_page.html", {"last": exception.last}, status=404)
        if isinstance(exception, NotFoundError | NoPilotError):
            raise Http404 from exception
        if isinstance(exception, BrokenRowError):
            report(exception)
            context = {"message": exception.words, "repair": exception.repair}
            return render(request, "broken.html", context, status=409)
        problem = problem_of(exception)
        if problem and problem.status == TOO_MANY:
            page = render(request, "429.html", {"message": problem.message}, status=TOO_MANY)
            for name, value in problem.headers.items():
                page[name] = value
            return page
        return unavailable(request, problem) if problem and problem.status == UNAVAILABLE else None


def _was_cut(error: Exception) -> bool:
    if not isinstance(error, (OperationalError, InterfaceError)) or connection.in_atomic_block:
        return False
    return connection.connection is None or not connection.is_usable()
