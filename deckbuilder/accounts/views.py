"""Account pages: preferences, the API token, deleting the account."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db.models import ProtectedError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from deckbuilder.accounts import services
from deckbuilder.accounts.forms import DeleteForm, PreferencesForm
from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import people_blocked_by, suspensions_of, token_made_at
from deckbuilder.common.drawing import themes

NEW_TOKEN = "new_api_token"


def _me(request: HttpRequest) -> User:
    """The signed-in user, whom every view here requires."""
    assert isinstance(request.user, User)
    return request.user


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    user = _me(request)
    form = PreferencesForm(request.POST or None, initial={"language": user.language, "theme": user.theme})
    if not form.is_valid():
        return _page(request, preferences=form)
    services.prefer(user, **form.cleaned_data)
    with override(user.language or get_language()):
        messages.success(request, _("Saved."))
    response = redirect("accounts:settings")
    _set_cookies(response, user)
    return response


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    user = _me(request)
    defaults = {
        "preferences": PreferencesForm(initial={"language": user.language, "theme": user.theme}),
        "deletion": DeleteForm(user),
        "token_made_at": token_made_at(user),
        "new_token": request.session.pop(NEW_TOKEN, None),
        "deck_count": user.decks.count(),
        "suspensions": suspensions_of(user) if settings.PEOPLE else (),
        "blocked_people": people_blocked_by(user) if settings.PEOPLE else (),
    }
    return render(request, "accounts/settings.html", defaults | context, status=status)


def _set_cookies(response: HttpResponseBase, user: User) -> None:
    """Store the preferences in this browser, for when nobody is signed in."""
    secure, age = settings.LANGUAGE_COOKIE_SECURE, settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(themes.COOKIE, user.theme, max_age=age, secure=secure, httponly=True, samesite="Lax")
    if user.language:
        name = settings.LANGUAGE_COOKIE_NAME
        response.set_cookie(name, user.language, max_age=age, secure=secure, samesite="Lax")
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Django's own view, which sets the cookie; for a signed-in user the choice is saved, too."""
    if request.method == "POST" and request.user.is_authenticated:
        services.speak(_me(request), request.POST.get("language", ""))
    return i18n.set_language(request)


@require_POST
@login_required
def token(request: HttpRequest) -> HttpResponse:
    """`do`: create or revoke. A new token is shown once, on the next page."""
    action = request.POST.get("do")
    if action == "create":
        request.session[NEW_TOKEN] = services.new_token(_me(request))
    elif action == "revoke":
        services.revoke_token(_me(request))
        messages.success(request, _("The token has been revoked."))
    else:
        return HttpResponseBadRequest(_("“do” must be “create” or “revoke”."))
    return redirect("accounts:settings")


@sensitive_post_parameters("password")
@require_POST
@login_required
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    form = DeleteForm(_me(request), request.POST)
    if not form.is_valid():
        return _page(request, deletion=form)
    try:
        services.delete(_me(request))
    except ProtectedError as error:
        needing = sorted(error.protected_objects, key=str)
        return _page(request, deletion=form, needing=needing, status=409)
    logout(request)
    messages.success(request, _("Your account and your decks have been deleted."))
    return redirect("site:home")
