"""The one shape of errors, in the API and for other programs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions

from deckbuilder.common.broken import BrokenRowError
from deckbuilder.common.database import NotFoundError
from games.registry import NoPilotError

UNAVAILABLE = 503
"""HTTP status: it may work later."""

RETRY_AFTER = 5
"""Seconds after which a failed request may work."""

STATEMENT_CANCELLED = "57014"
"""PostgreSQL's code for a cancelled statement, for example by `statement_timeout`."""


@dataclass(frozen=True)
class Fault:
    """A single error: `field` is its place, such as `edits.0.op`; "" if it has none."""

    code: str
    field: str
    message: str


@dataclass(frozen=True)
class Problem:
    """Why a request failed. `params`: the parameters of `message`, for programs; `errors`: all errors found."""

    status: int
    code: str
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)
    errors: Sequence[Fault] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> dict[str, Any]:
        errors = [{"code": each.code, "field": each.field, "message": each.message} for each in self.errors]
        return {"code": self.code, "message": self.message, "params": dict(self.params), "errors": errors}


@singledispatch
def problem_of(error: Exception) -> Problem | None:
    """The problem for an exception; None if it is an error of the site. Apps register theirs in api.py."""
    return None


@problem_of.register(Http404)
@problem_of.register(NotFoundError)
@problem_of.register(NoPilotError)
def _not_found(error: Http404 | NotFoundError | NoPilotError) -> Problem:
    return Problem(404, "not-found", _("There is nothing at this URL."))


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
def _unavailable(error: OperationalError | InterfaceError) -> Problem | None:
    """Whether the database is down, busy or full; other operational errors of SQLite may be bugs."""
    if getattr(error.__cause__, "sqlite_errorname", "") == "SQLITE_ERROR":
        return None
    headers = {"Retry-After": str(RETRY_AFTER)}
    if getattr(error.__cause__, "sqlstate", "") == STATEMENT_CANCELLED:
        message = _("This took too long and was stopped. Nothing was saved. Request less, or try again in a moment.")
        return Problem(UNAVAILABLE, "too-slow", message, headers=headers)
    message = _("This is not available right now. Nothing was saved; try again in a moment.")
    return Problem(UNAVAILABLE, "unavailable", message, headers=headers)


@problem_of.register
def _broken_row(error: BrokenRowError) -> Problem:
    params = {"kind": error.row._meta.model_name, "field": error.field, "value": error.value}
    return Problem(409, "broken-row", error.words, params)


@problem_of.register
def _forbidden(error: PermissionDenied) -> Problem:
    return Problem(403, "permission-denied", _("You do not have permission to do this."))


@problem_of.register
def _bad_request(error: SuspiciousOperation) -> Problem:
    return Problem(400, "bad-request", _("The request could not be understood."))


@problem_of.register
def _too_large(error: RequestDataTooBig) -> Problem:
    return Problem(413, "too-large", _("The request is too large."))


@problem_of.register
def _too_many_files(error: TooManyFilesSent) -> Problem:
    most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
    message = _("You can upload at most {limit} files at once. Send them as a ZIP archive, or in parts.")
    return Problem(413, "too-many-files", message.format(limit=most), {"limit": most})


@problem_of.register
def _api_exception(error: exceptions.APIException) -> Problem:
    scheme = getattr(error, "auth_header", None)
    headers = {"WWW-Authenticate": scheme} if scheme else {}
    return Problem(error.status_code, _with_dashes(error.default_code), str(error.detail), headers=headers)


@problem_of.register
def _missing(error: exceptions.NotFound) -> Problem:
    return _not_found(Http404())


@problem_of.register
def _too_many_requests(error: exceptions.Throttled) -> Problem:
    wait: int = getattr(error, "wait", None) or 0
    message = ngettext(
        "Too many requests. Try again in %(wait)d second.", "Too many requests. Try again in %(wait)d seconds.", wait
    )
    return Problem(429, "throttled", message % {"wait": wait}, {"wait": wait}, headers={"Retry-After": str(wait)})


@problem_of.register
def _invalid(error: exceptions.ValidationError) -> Problem:
    faults = list(_faults(error.get_full_details()))
    return Problem(400, "invalid", _("The request has errors; see the list."), errors=faults)


def _faults(details: Any, field: str = "") -> Iterator[Fault]:
    """DRF's nested details as a flat list."""
    if _is_leaf(details):
        yield Fault(_with_dashes(details["code"]), field, str(details["message"]))
    elif isinstance(details, list):
        for number, inner in enumerate(details):
            yield from _faults(inner, field if _is_leaf(inner) else f"{field}.{number}".lstrip("."))
    else:
        for key, inner in details.items():
            yield from _faults(inner, field if key == "non_field_errors" else f"{field}.{key}".lstrip("."))


def _is_leaf(details: Any) -> bool:
    return isinstance(details, dict) and isinstance(details.get("code"), str)


def _with_dashes(code: str) -> str:
    return code.replace("_", "-")


def as_json(problem: Problem) -> JsonResponse:
    """A problem outside of the API's views."""
    return JsonResponse(
        problem.body,
        status=problem.status,
        headers=dict(problem.headers),
        json_dumps_params={"ensure_ascii": False},
    )
