"""The states of a catalog, and the difference between any two of them, as a page and as a file."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from deckbuilder.catalog.imports import states_pages, undoing
from deckbuilder.catalog.imports.file_sentences import join_words
from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.models import CatalogState, Printing, StateKind
from deckbuilder.catalog.services import Changing
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.common.http.pagination import get_page

LINES_A_PAGE = 100


@staff
@require_GET
def states(request: HttpRequest, slug: str) -> HttpResponse:
    """All states of a game's catalog; with `from` and `to`, what differs between two of them; with `change`, what one
    change did."""
    game, sent = the_game(slug), request.GET
    choice = states_pages.chosen_states(game, sent.get("from", ""), sent.get("to", ""), sent.get("change", ""))
    if choice is None:
        raise Http404
    entries = states_pages.difference(game, choice) if choice.is_chosen else []
    context = {"game": game, "choice": choice, "page": get_page(entries, LINES_A_PAGE, request.GET.get("page"))}
    return render(request, "catalog/states.html", context)


@staff
@require_GET
def difference_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The difference between two states as a CSV file."""
    game = the_game(slug)
    choice = states_pages.chosen_states(game, request.GET.get("from", ""), request.GET.get("to", ""))
    if choice is None or not choice.is_chosen:
        raise Http404
    response = HttpResponse(states_pages.as_csv(states_pages.difference(game, choice)), content_type="text/csv")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{choice.old}-{choice.new}.csv"'
    return response


@staff
@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a change that was made on the page of a card."""
    state = get_object_or_404(CatalogState, pk=pk, game=the_game(slug).slug, kind=StateKind.EDIT)
    try:
        undoing.undo_state(state, lambda: True, by=request.user)  # type: ignore[arg-type]
    except undoing.ChangedSince as conflict:
        sentence = _("These printings have been changed since: {codes}. Undo the later change first.")
        messages.error(request, sentence.format(codes=join_words(conflict.codes)))
    except Changing:
        messages.error(request, file_error("changing", {}))
    else:
        messages.success(request, _("The change is undone."))
    if Printing.objects.filter(game=slug, code=state.code).exists():
        return redirect("catalog:card", slug, state.code)
    return redirect("catalog:states", slug)
