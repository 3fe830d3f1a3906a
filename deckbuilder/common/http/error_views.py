"""Answers to errors outside views: a page for people, the API's shape for programs."""

import logging
import sys
from typing import Any

from django.apps import apps
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string, select_template
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views import defaults

from deckbuilder.common.errors import Problem, as_json, problem_of

log = logging.getLogger(__name__)

TOO_MUCH = 413
"""HTTP status. The page is rendered without the request, as reading it is what failed."""


def is_for_programs(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    problem = problem_of(exception)
    if problem and is_for_programs(request):
        return as_json(problem)
    if problem and problem.status == TOO_MUCH:
        return HttpResponse(render_to_string("413.html", {"message": problem.message}), status=TOO_MUCH)
    return defaults.bad_request(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    problem = problem_of(Http404())
    if problem and is_for_programs(request):
        return as_json(problem)
    return defaults.page_not_found(request, exception, _template_of(request))


def not_a_page(request: HttpRequest) -> HttpResponse:
    """The page for a URL that only takes forms, opened from a history or a bookmark; its links lead on."""
    return render(request, "405.html", {"above": _page_above(request.path_info)}, status=405)


def _page_above(path: str) -> str:
    """The nearest URL above that exists, by leaving out the last segments."""
    segments = path.strip("/").split("/")[:-1]
    while segments:
        url = f"/{'/'.join(segments)}/"
        try:
            resolve(url)
        except Resolver404:
            segments.pop()
        else:
            return url
    return "/"


def _template_of(request: HttpRequest) -> str:
    """An app may have its own page for URLs that do not exist: templates/<app>/not_found.html."""
    match = request.resolver_match
    app = match.app_name if match else request.path_info.split("/")[1]
    own = [f"{app}/not_found.html"] if app in apps.app_configs else []
    return str(select_template([*own, "404.html"]).template.name)


def server_error(request: HttpRequest, *args: Any) -> HttpResponseBase:
    """The answer to an uncaught exception: 503 if a service is missing, else 500."""
    error = sys.exc_info()[1]
    problem = problem_of(error) if isinstance(error, Exception) else None
    return unavailable(request, problem) if problem else _internal_error(request)


def unavailable(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    """Rendered without the request, which would look up the user in the database."""
    if is_for_programs(request):
        return as_json(problem)
    page = render_to_string("503.html", {"message": problem.message})
    return HttpResponse(page, status=problem.status, headers=dict(problem.headers))


def _internal_error(request: HttpRequest) -> HttpResponseBase:
    if is_for_programs(request):
        return as_json(Problem(500, "server-error", _("Something went wrong on our side. It has been logged.")))
    try:
        return defaults.server_error(request)
    except Exception:  # what broke may be what every page needs, such as its static files
        log.exception("The page for errors cannot be drawn either.")
        words = _("Something went wrong on our side. It has been logged.")
        return HttpResponseServerError(words, content_type="text/plain; charset=utf-8")
