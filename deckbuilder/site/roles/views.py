"""Pages on which administrators give and take roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from deckbuilder.accounts.models import User
from deckbuilder.common.http.pagination import get_page
from deckbuilder.site.roles import selectors, services
from deckbuilder.site.roles.errors import RoleError
from deckbuilder.site.roles.sentences import role_error
from deckbuilder.site.roles.services import Tick

PEOPLE_A_PAGE = 25
CHANGES_A_PAGE = 60
LAST_CHANGES = 5
MAX_WORDS = 150

_TICK = re.compile(r"([0-9]{1,18})\.([0-9]{1,18})", re.ASCII)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def roles(request: HttpRequest) -> HttpResponse:
    """Who has which role: those with rights; with `q` those of that name; with `all` everybody."""
    by = _administrator(request)
    if request.method != "POST":
        return _page(request)
    was, now = set(_ticks(request.POST.getlist("was"))), set(_ticks(request.POST.getlist("now")))
    try:
        made = services.change_roles(by, was, now)
    except RoleError as error:
        return _page(request, now ^ was, role_error(error), 409 if error.code == "administrator" else 422)
    words = ngettext("Saved: {count} change.", "Saved: {count} changes.", len(made)).format(count=len(made))
    messages.success(request, words if made else _("Nothing was changed."))
    return redirect(request.get_full_path())


@login_required
@never_cache
@require_safe
def role_log(request: HttpRequest) -> HttpResponse:
    """Every change of roles, the last first."""
    _administrator(request)
    page = get_page(selectors.role_changes(), CHANGES_A_PAGE, request.GET.get("page"))
    return render(request, "site/role_log.html", {"page": page, "role_label": selectors.role_label})


def _administrator(request: HttpRequest) -> User:
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise PermissionDenied
    return request.user


def _ticks(values: Iterable[str]) -> Iterator[Tick]:
    """Ticks as the form sends them; a value that is none stands for nobody, who is unknown."""
    for value in values:
        match = _TICK.fullmatch(value)
        yield Tick(int(match[1]), int(match[2])) if match else Tick(0, 0)


def _page(request: HttpRequest, changed: Iterable[Tick] = (), problem: str = "", status: int = 200) -> HttpResponse:
    """`changed`: ticks that are shown the other way than they are stored, as they were sent."""
    query, everybody = request.GET.get("q", "").strip()[:MAX_WORDS], "all" in request.GET
    games = selectors.roles()
    ids = {role.pk for each in games for role in each.roles}
    page = get_page(selectors.people(query, ids, everybody=everybody), PEOPLE_A_PAGE, request.GET.get("page"))
    stored = {Tick(person.pk, group.pk) for person in page for group in person.groups.all() if group.pk in ids}
    context: dict[str, Any] = {
        "games": games,
        "page": page,
        "query": query,
        "everybody": everybody,
        "stored": stored,
        "shown": stored ^ set(changed),
        "problem": problem,
        "changes": selectors.role_changes()[:LAST_CHANGES],
        "role_label": selectors.role_label,
    }
    return render(request, "site/roles.html", context, status=status)
