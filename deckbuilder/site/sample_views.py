"""Staff remove the sample cards and decks of a game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.services import Changing
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.site import sample_removal
from deckbuilder.site.sample_removal import OnlySamples
from deckbuilder.site.sample_texts import only_samples, removal_preview, removal_report
from deckbuilder.site.samples import BadSample


@staff
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """What removing the samples would do; and, once that is confirmed, doing it."""
    game = the_game(slug)
    if request.method != "POST":
        plan = sample_removal.plan(game)
        context = {
            "game": game,
            "plan": plan,
            "effects": removal_preview(plan),
            "refusal": "" if plan.others else only_samples(),
        }
        return render(request, "site/remove_samples.html", context)
    try:
        messages.success(request, " ".join(removal_report(sample_removal.remove(game))))
    except OnlySamples:
        messages.error(request, only_samples())
    except Changing:
        messages.error(request, file_error("changing", {}))
    except BadSample as error:
        messages.error(request, str(error))
    return redirect("catalog:imports", slug)
