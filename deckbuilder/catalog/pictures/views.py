"""Pictures of cards that keepers uploaded."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from deckbuilder.catalog.pictures import services
from deckbuilder.common.drawing.image_sources import FOLDER, uploaded_name

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A picture's name is made of its bytes."""


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """The picture with this name, such as `0123….webp`."""
    data = services.content_of(name) if uploaded_name(f"{FOLDER}{name}") else None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp", headers=FOR_EVER)
