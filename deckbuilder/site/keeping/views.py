"""Pages on which staff write restriction lists."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from deckbuilder.catalog.access import may_edit_lists
from deckbuilder.catalog.models import ListStatus, RestrictionList
from deckbuilder.catalog.restrictions import list_changes
from deckbuilder.catalog.restrictions.forms import LineForm, RestrictionListForm, with_line
from deckbuilder.catalog.restrictions.list_changes import ListError
from deckbuilder.catalog.restrictions.sentences import list_error
from deckbuilder.catalog.views import the_game
from deckbuilder.common.input import whole_number
from deckbuilder.site.keeping import pages
from games.engine.model.game import Game
from games.registry import get

LINE = ("card", "copies", "note")


@login_required
@require_safe
def keeping(request: HttpRequest) -> HttpResponse:
    """What somebody looks after: the catalogs and the lists of their games."""
    games = pages.kept_games(request.user)
    if not games:
        raise PermissionDenied
    return render(request, "catalog/keeping.html", {"kept": games, "unstated": pages.UNSTATED})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a new list or, with `list` and `version`, the version after that one."""
    game = the_game(slug)
    _require_editor(request, game)
    source = request.GET.get("list", ""), request.GET.get("version", "")
    row = pages.next_version(game, *source) if any(source) else RestrictionList(game=slug, status=ListStatus.DRAFT)
    if row is None:
        raise Http404
    row.effective_from = _next_month()
    return _editor(request, row)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on with a draft, announce it, and correct or withdraw a public list."""
    row = get_object_or_404(RestrictionList, pk=pk)
    _require_editor(request, the_game(row.game))
    return _editor(request, row)


def _require_editor(request: HttpRequest, game: Game) -> None:
    if not may_edit_lists(request.user, game):
        raise PermissionDenied


def _next_month() -> date:
    return (timezone.localdate().replace(day=1) + timedelta(days=32)).replace(day=1)


def _editor(request: HttpRequest, row: RestrictionList) -> HttpResponse:
    """`do`: add a line, show who is hit, save a draft, announce, correct, withdraw or delete."""
    do = request.POST.get("do", "preview" if "part" in request.POST else "") if request.method == "POST" else ""
    if do in ("withdraw", "delete"):
        return _remove(request, row, do)
    if do == "add" and request.POST.get("card", "").strip():
        return _add_line(request, row)
    form = RestrictionListForm(request.POST if do else None, instance=row)
    if do in ("draft", "announce", "correct") and form.is_valid():
        try:
            return _save(request, row, form, do)
        except ListError as error:
            form.add_error("why" if error.code == "no-reason" else None, list_error(error.code))
    if form.errors:
        return _page(request, row, form, status=422)
    return _page(request, row, form, preview=pages.preview(get(row.game), row, part_of(request)) if do else None)


def part_of(request: HttpRequest) -> int:
    """Which decks and events are judged: `part` as sent, else the first ones."""
    return whole_number(request.POST.get("part", "")) or 0


def _add_line(request: HttpRequest, row: RestrictionList) -> HttpResponse:
    """The page with the card added to the lines; nothing is checked yet."""
    line = LineForm(request.POST)
    values = request.POST.dict() | {"limits": with_line(request.POST.get("limits", ""), line)}
    form = RestrictionListForm(instance=row, initial=values)
    return _page(request, row, form, line=LineForm() if line.is_valid() else line, is_adding=True)


def _save(request: HttpRequest, row: RestrictionList, form: RestrictionListForm, do: str) -> HttpResponse:
    by = request.user.get_username()
    if do == "draft":
        list_changes.save_draft(row)
        messages.success(request, _("Draft saved. Only those who write the lists of this game see it."))
        return redirect("catalog:list_edit", row.pk)
    if do == "announce":
        list_changes.announce(row, by=by)
        messages.success(request, _("{list} is public now.").format(list=row))
    else:
        list_changes.correct(row, by=by, why=form.cleaned_data.get("why", ""))
        messages.success(request, _("{list} is corrected. Its page shows what changed, and why.").format(list=row))
    return redirect(row)


def _remove(request: HttpRequest, row: RestrictionList, do: str) -> HttpResponse:
    """Delete a draft, or withdraw an announced list."""
    by = request.user.get_username()
    try:
        if do == "delete" and row.pk:
            list_changes.delete_draft(row)
            messages.success(request, _("Draft deleted."))
        elif do == "withdraw" and row.pk:
            list_changes.withdraw(row, by=by, why=request.POST.get("withdrawal", "")[:2000])
            messages.success(request, _("{list} is withdrawn. Its page says so, and why.").format(list=row))
            return redirect(row)
    except ListError as error:
        messages.error(request, list_error(error.code))
        return redirect("catalog:list_edit", row.pk)
    return redirect("catalog:lists", row.game)


def _page(
    request: HttpRequest, row: RestrictionList, form: RestrictionListForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "game": get(row.game),
        "row": row,
        "form": form,
        "line": LineForm(),
        "is_public": bool(row.pk) and row.status == ListStatus.PUBLIC,
        "is_withdrawn": row.status == ListStatus.WITHDRAWN,
        "may_withdraw": row.status == ListStatus.PUBLIC and row.effective_from > timezone.localdate(),
        "preview": None,
        "is_adding": False,
    }
    return render(request, "catalog/list_edit.html", context | more, status=status)
