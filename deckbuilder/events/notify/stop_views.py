"""Unsubscribing from e-mail about an event, without an account."""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from deckbuilder.events import access
from deckbuilder.events.entries import recipients


@csrf_exempt  # mail programs post to it by themselves (RFC 8058); the key is all that counts
@require_http_methods(["GET", "HEAD", "POST"])
def no_letters(request: HttpRequest, slug: str, stop_key: str) -> HttpResponse:
    """Ask for confirmation; posting unsubscribes."""
    event = access.get_event(slug)
    try:
        is_stopped = recipients.is_unsubscribed(event, stop_key, now=request.method == "POST")
    except BadSignature:
        raise Http404 from None
    return render(request, "events/no_letters.html", {"event": event, "stopped": is_stopped})
