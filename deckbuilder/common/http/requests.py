"""Requests: the type that the middleware produces, and the URL to return to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

MAX_NEXT_CHARS = 2000


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


def next_url(request: HttpRequest, otherwise: str) -> str:
    """The URL in the `next` of the form or address if it is a path of this site; else `otherwise`."""
    target = request.POST.get("next") or request.GET.get("next", "")
    ours = is_path(target) and url_has_allowed_host_and_scheme(target, {request.get_host()})
    return target if ours and len(target) <= MAX_NEXT_CHARS else otherwise


def is_path(url: str) -> bool:
    """Whether a URL is an absolute path: relative ones lead elsewhere from every page."""
    return url.startswith("/")
