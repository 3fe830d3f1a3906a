"""Staff settle what the printings of a card disagree about."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from deckbuilder.catalog.disputes import services
from deckbuilder.catalog.disputes.services import Unsettleable
from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.services import Changing
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.common.labels import read


@staff
@require_POST
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Settle the `field` of the card with the printing `code` as `value`."""
    game, code, field = the_game(slug), request.POST.get("code", ""), request.POST.get("field", "")
    try:
        correction = services.settle(game, code, field, request.POST.get("value", ""), by=request.user)  # type: ignore[arg-type]
    except Printing.DoesNotExist:
        raise Http404 from None
    except Unsettleable:
        messages.error(request, _("The printings no longer disagree about that. Nothing was changed."))
    except Changing:
        messages.error(request, file_error("changing", {}))
    else:
        attribute = game.fields[field]
        values = {"field": read(attribute.label), "value": services.label_of(attribute, correction.value)}
        messages.success(request, _("Settled: from today on, {field} is {value}.").format(**values))
    return redirect("catalog:card", slug, code)
