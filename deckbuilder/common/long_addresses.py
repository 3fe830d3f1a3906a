"""URLs that are too long, answered by the site's own page instead of the web server's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from deckbuilder.common.errors import Problem, as_json

MAX_ADDRESS_BYTES = 8000
"""Of path and query as they are sent. What is longer than 8190 with its method is refused by gunicorn before."""

TOO_LONG = 414
"""Of HTTP."""


def refuse_long_urls(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse longer ones: to programs in the API's shape, to people as a page."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if len(request.get_full_path()) <= MAX_ADDRESS_BYTES:
            return get_response(request)
        words = _("The URL is longer than {limit} bytes.").format(limit=MAX_ADDRESS_BYTES)
        if request.path_info.startswith("/api/"):
            return as_json(Problem(TOO_LONG, "address-too-long", words, {"limit": MAX_ADDRESS_BYTES}))
        return HttpResponse(render_to_string("414.html", {"words": words}), status=TOO_LONG)

    return answer
