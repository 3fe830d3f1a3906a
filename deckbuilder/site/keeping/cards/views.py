"""Keepers change a card on its page, add one, and withdraw one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from deckbuilder.catalog.editing import services
from deckbuilder.catalog.editing.forms import CardForm
from deckbuilder.catalog.editing.services import CardChange, ChangedMeanwhile
from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.models import Printing
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
    form = CardForm(game, _data_of(request), initial=initial, is_new=True)
    return _editor(request, game, form, None)


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
    return _editor(request, game, _form(request, game, row), row)


def _data_of(request: HttpRequest) -> Any:
    """What was sent of a form; None when the page is opened."""
    return request.POST if request.method == "POST" else None


def _form(request: HttpRequest, game: Game, row: Printing, cells: services.Cells | None = None) -> CardForm:
    """The form of a printing as it was sent; or, with `cells` or when it is opened, as it is now."""
    shown = services.cells_of(game, to_printing(row)) if cells is None else cells
    initial: dict[str, Any] = {"opened": services.last_state(game), **_initial(game, shown)}
    data = None if cells is not None else _data_of(request)
    siblings = len(services.siblings(game, row.code))
    return CardForm(game, data, initial=initial, is_new=False, has_siblings=siblings > 0)


def _initial(game: Game, cells: services.Cells) -> dict[str, Any]:
    """Cells for the fields of the form: those of choices as lists."""
    return {
        name: text.split("\n") if (field := game.fields[name]).type == "list" and field.choices else text
        for name, text in cells.items()
    }


def _editor(request: HttpRequest, game: Game, form: CardForm, row: Printing | None) -> HttpResponse:
    """`do`: show what the change does, or save it."""
    if not form.is_bound:
        return _page(request, game, form, row)
    if not form.is_valid():
        return _page(request, game, form, row, status=422)
    try:
        return _answer(request, game, form, row)
    except ChangedMeanwhile as conflict:
        if row is None:
            raise Http404 from None
        again = _form(request, game, row, conflict.cells)
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
    if request.POST.get("do") == "save":
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
    form = _form(request, game, row, services.cells_of(game, to_printing(row)))
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
