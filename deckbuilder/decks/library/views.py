"""The page of a person's decks, and actions on many of them."""

from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.input import InputError
from deckbuilder.decks import access
from deckbuilder.decks.library import services
from deckbuilder.decks.library.files import archive_of
from deckbuilder.decks.library.judgements import judgements_of, rules_of
from deckbuilder.decks.library.pages import library_page
from deckbuilder.decks.library.parsing import Filters, parse_filters
from deckbuilder.decks.library.reports import Done
from deckbuilder.decks.library.selectors import matching
from deckbuilder.decks.library.sentences import done_words, undone_words
from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.sentences import edit_error

VALUES = {"move": "folder", "tag": "tag", "untag": "tag", "share": "visibility"}
"""The field with the value of an action."""

NAMES_SHOWN = 10
"""Names of decks before they are deleted."""


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    """The decks of an account, or those whose keys this browser holds."""
    decks, problem = access.own_decks(request), ""
    try:
        context = library_page(decks, parse_filters(request.GET), request.GET.get("page"))
    except InputError as error:
        problem = edit_error(error)
        context = library_page(decks, Filters(), None)
    return render(request, "decks/library.html", context | {"problem": problem}, status=422 if problem else 200)


@require_POST
def bulk(request: HttpRequest) -> HttpResponseBase:
    """Do something with selected decks, or with all that the filters of `query` find."""
    there = _library_url(request.POST.get("query", ""))
    try:
        decks, action = _selection(request), _action(request)
        if action == "export":
            return _archive(decks)
        if action == "delete" and request.POST.get("confirmed") != "yes":
            return _confirm(request, decks)
        done = _act(request, decks, action)
    except (InputError, TooMany) as error:
        messages.error(request, error.message if isinstance(error, TooMany) else edit_error(error))
        return redirect(there)
    words = done_words(action, done)
    if done.undo:
        back = urlencode({"query": request.POST.get("query", "")})
        messages.success(request, words, extra_tags=f"{reverse('decks:undo_bulk', args=[done.undo])}?{back}")
    else:
        messages.info(request, words)
    return redirect(there)


@require_POST
def undo(request: HttpRequest, change: str) -> HttpResponse:
    """Undo what was done with many decks."""
    try:
        undone = services.undo(change, access.own_decks(request, deleted=True), owner=user_of(request))
    except NotFoundError:
        messages.error(request, _("This can no longer be undone."))
    else:
        messages.success(request, undone_words(undone))
    return redirect(_library_url(request.GET.get("query", "")))


def _library_url(query: str) -> str:
    """The page with these filters, as far as they can be read, and with this page number."""
    params = QueryDict(query)
    page = params.get("page", "")
    try:
        filters = parse_filters(params).query(page=page if page.isascii() and page.isdigit() else "")
    except InputError:
        filters = ""
    return reverse("decks:mine") + filters


def _selection(request: HttpRequest) -> QuerySet[Deck]:
    """Raises InputError if a deck is not among the person's own."""
    own = access.own_decks(request)
    one = request.GET.get("deck")
    if request.POST.get("all") == "yes" and not one:
        return matching(own, parse_filters(QueryDict(request.POST.get("query", ""))), judgements_of(own, rules_of(own)))
    slugs = {one} if one else {slug for value in request.POST.getlist("deck") for slug in value.split()}
    decks = own.filter(slug__among=slugs)
    if decks.order_by().count() < len(slugs):
        raise InputError("decks-gone", field="deck")
    return decks


def _action(request: HttpRequest) -> str:
    """The button; or, where Enter was pressed in a field, what the only field that is filled in is for."""
    if action := request.POST.get("do", ""):
        return action
    filled = [action for action in ("move", "tag", "share") if request.POST.get(VALUES[action], "").strip()]
    if len(filled) != 1:
        raise InputError("no-action", field="do")
    return filled[0]


def _act(request: HttpRequest, decks: QuerySet[Deck], action: str) -> Done:
    own, owner = access.own_decks(request), user_of(request)
    value = request.POST.get(VALUES.get(action, ""), "")
    if action != "duplicate":
        return services.act(own, decks, action, value, owner=owner)
    with count_creation(request, "deck") as counted:
        done = services.act(own, decks, action, owner=owner)
        counted.count = done.changed
    for deck in done.made if owner is None else ():
        access.remember(request, deck)
    return done


def _archive(decks: QuerySet[Deck]) -> FileResponse:
    rows = list(decks[: services.MAX_DECKS + 1])
    if not rows:
        raise InputError("no-decks", field="deck")
    if len(rows) > services.MAX_DECKS:
        raise InputError("too-many-decks", field="deck", most=services.MAX_DECKS)
    name = f"decks-{timezone.localdate().isoformat()}.zip"
    return FileResponse(archive_of(rows), as_attachment=True, filename=name, content_type="application/zip")


def _confirm(request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse:
    rows = list(decks[: services.MAX_DECKS + 1])
    if not rows:
        raise InputError("no-decks", field="deck")
    query = request.POST.get("query", "")
    context = {"decks": rows, "shown": rows[:NAMES_SHOWN], "query": query, "back": _library_url(query)}
    return render(request, "decks/delete_many.html", context)
