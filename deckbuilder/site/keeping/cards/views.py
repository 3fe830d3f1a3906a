"""Keepers change a card on its page, add one, and withdraw one."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.catalog.editing import services
from deckbuilder.catalog.editing.forms import CardForm
from deckbuilder.catalog.editing.services import CardChange, ChangedMeanwhile
from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.pictures import services as pictures
from deckbuilder.catalog.pictures.sentences import picture_error
from deckbuilder.catalog.pictures.validators import MAX_BYTES, PictureError
from deckbuilder.catalog.services import Changing
from deckbuilder.catalog.to_games import to_printing
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.site.keeping.cards import pages
from deckbuilder.site.keeping.views import part_of
from games.engine.model.game import Game

COPIED = ("kind", "set", "released")
"""What a new card has of the one from which it was begun."""


@staff
@require_http_methods(["GET", "HEAD", "POST"])
def new_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a printing. `like`: the number of one whose kind and set it begins with."""
    game = the_game(slug)
    row = Printing.objects.filter(game=slug, code=request.GET.get("like", "")).first()
    cells = services.cells_of(game, to_printing(row)) if row else {}
    initial = {name: cells[name] for name in COPIED if name in cells}
    sent = _sent_data(request, game)
    form = CardForm(game, sent.data, initial=initial, is_new=True)
    return _editor(request, game, form, None, sent)


@staff
@require_http_methods(["GET", "HEAD", "POST"])
def edit_card(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Change a printing, or withdraw it."""
    game = the_game(slug)
    row = Printing.objects.filter(game=slug, code=code).select_related("card").first()
    if row is None:
        raise Http404
    if request.POST.get("do", "").startswith("withdraw"):
        return _withdrawal(request, game, row)
    sent = _sent_data(request, game)
    return _editor(request, game, _form(game, row, sent.data), row, sent)


class SentData(NamedTuple):
    """What was sent of a form, None when the page is opened; what is wrong with the picture, and the status for it."""

    data: Any = None
    problem: str = ""
    status: int = 422


def _sent_data(request: HttpRequest, game: Game) -> SentData:
    """The fields of the form, with the column `image` as an uploaded picture, or the wish to have none, makes it. A
    picture is kept at once, so that what the change does can be shown first."""
    if request.method != "POST":
        return SentData()
    data = request.POST.copy()
    no_picture = data.pop("card-no_picture", None)
    file = request.FILES.get("card-picture")
    if file is None:
        if no_picture:
            data["card-image"] = ""
        return SentData(data)
    try:
        with count_creation(request, "picture"):
            data["card-image"] = pictures.receive(game, file.read(MAX_BYTES + 1), request.user)  # type: ignore[arg-type]
    except PictureError as error:
        return SentData(data, picture_error(error))
    except TooMany as error:
        return SentData(data, error.message, 429)
    return SentData(data)


def _form(game: Game, row: Printing, data: Any, cells: services.Cells | None = None) -> CardForm:
    """The form of a printing as it was sent; or, without `data`, with these cells or as it is now."""
    shown = services.cells_of(game, to_printing(row)) if cells is None else cells
    initial: dict[str, Any] = {"opened": services.last_state(game), **_initial(game, shown)}
    siblings = len(services.siblings(game, row.code))
    return CardForm(game, data, initial=initial, is_new=False, has_siblings=siblings > 0)


def _initial(game: Game, cells: services.Cells) -> dict[str, Any]:
    """Cells for the fields of the form: those of choices as lists."""
    return {
        name: text.split("\n") if (field := game.fields[name]).type == "list" and field.choices else text
        for name, text in cells.items()
    }


def _editor(request: HttpRequest, game: Game, form: CardForm, row: Printing | None, sent: SentData) -> HttpResponse:
    """`do`: show what the change does, or save it."""
    if not form.is_bound:
        return _page(request, game, form, row)
    form.full_clean()
    if sent.problem:
        form.add_error("picture", sent.problem)
    if form.errors:
        return _page(request, game, form, row, status=sent.status)
    try:
        return _answer(request, game, form, row)
    except ChangedMeanwhile as conflict:
        if row is None:
            raise Http404 from None
        again = _form(game, row, None, conflict.cells)
        return _page(request, game, again, row, status=409, conflict=pages.conflict_words(game, conflict))
    except Changing:
        form.add_error(None, file_error("changing", {}))
        return _page(request, game, form, row, status=409)


def _answer(request: HttpRequest, game: Game, form: CardForm, row: Printing | None) -> HttpResponse:
    cells, data = form.cells, form.cleaned_data
    opened = None if row is None else data.get("opened") or 0
    everywhere = bool(data.get("everywhere"))
    if row is None and Printing.objects.filter(game=game.slug, code=cells["code"].strip()).exists():
        form.add_error("code", _("There is a card with this number already."))
        return _page(request, game, form, row, status=422)
    if request.POST.get("do") == "save" and not request.FILES:  # what a new picture changes is shown first
        planned = services.save(game, cells, opened=opened, everywhere=everywhere, by=request.user)  # type: ignore[arg-type]
        if planned.report.ok:
            messages.success(request, _("Saved. The change is listed below, where it can be undone."))
            return redirect("catalog:card", game.slug, planned.code)
    else:
        planned = services.plan(game, cells, opened=opened, everywhere=everywhere)
    return _show_plan(request, game, form, row, planned)


def _show_plan(
    request: HttpRequest, game: Game, form: CardForm, row: Printing | None, planned: CardChange
) -> HttpResponse:
    """The page with what a change does, or with what is wrong."""
    if not planned.report.ok:
        form.show(planned.report.rows.rejected)
        return _page(request, game, form, row, status=422)
    return _page(request, game, form, row, preview=pages.preview(planned, part_of(request)))


def _withdrawal(request: HttpRequest, game: Game, row: Printing) -> HttpResponse:
    """What withdrawing a printing does; with `do` as withdraw-now it is done."""
    try:
        if request.POST["do"] == "withdraw-now":
            services.withdraw(game, row.code, by=request.user)  # type: ignore[arg-type]
            messages.success(request, _("Withdrawn. The change is listed below, where it can be undone."))
            return redirect("catalog:card", game.slug, row.code)
        planned = services.plan_withdrawal(game, row.code)
    except KeyError:
        messages.info(request, _("This printing is withdrawn already."))
        return redirect("catalog:card", game.slug, row.code)
    except Changing:
        messages.error(request, file_error("changing", {}))
        return redirect("catalog:card_edit", game.slug, row.code)
    form = _form(game, row, None, services.cells_of(game, to_printing(row)))
    preview = pages.preview(planned, part_of(request))
    return _page(request, game, form, row, preview=preview, is_withdrawal=True)


def _page(
    request: HttpRequest, game: Game, form: CardForm, row: Printing | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "game": game,
        "form": form,
        "row": row,
        "preview": None,
        "conflict": (),
        "is_withdrawal": False,
    }
    return render(request, "catalog/card_edit.html", context | more, status=status)
