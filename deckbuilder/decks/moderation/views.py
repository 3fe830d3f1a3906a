"""Pages on which people report decks and comments, and on which moderators decide."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.http.requests import next_url
from deckbuilder.common.input import InputError, whole_number
from deckbuilder.decks import access as deck_access
from deckbuilder.decks.comments import access as comment_access
from deckbuilder.decks.models import MAX_REPORT, Comment, Deck, Visibility
from deckbuilder.decks.moderation import access, selectors, services
from deckbuilder.decks.moderation.page import LOG_PAGE, REASONS, REPORT_THANKS, log_lines, person_page, queue
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.model.game import Game


@require_http_methods(["GET", "HEAD", "POST"])
def report_deck(request: HttpRequest, slug: str) -> HttpResponse:
    """Report a deck to the moderators of its game. Visitors are asked to sign in."""
    deck = deck_access.readable(request, slug)
    if not settings.PEOPLE or deck.visibility == Visibility.PRIVATE:
        raise NotFoundError
    return _report(request, deck, None)


@require_http_methods(["GET", "HEAD", "POST"])
def report_comment(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a comment to the moderators of its game."""
    comment = comment_access.readable(request, pk)
    return _report(request, comment.deck, comment)


def _report(request: HttpRequest, deck: Deck, comment: Comment | None) -> HttpResponse:
    reporter, problem, status = user_of(request), "", 200
    if reporter and request.method == "POST":
        reason, words = request.POST.get("reason", ""), request.POST.get("words", "")
        try:
            with count_creation(request, "report"):
                if comment:
                    services.report_comment(comment, reporter, reason, words)
                else:
                    services.report_deck(deck, reporter, reason, words)
            messages.success(request, str(REPORT_THANKS))
            return redirect(deck)
        except TooMany as error:
            problem, status = error.message, 429
        except InputError as error:
            problem, status = edit_error(error), 422
    elif request.method == "POST":
        status = 403
    context = {
        "deck": deck,
        "comment": comment,
        "person": comment.author if comment else deck.owner,
        "reasons": REASONS,
        "reason": request.POST.get("reason", ""),
        "words": request.POST.get("words", ""),
        "problem": problem,
        "most": MAX_REPORT,
    }
    return render(request, "moderation/report.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def moderation(request: HttpRequest) -> HttpResponse:
    """The open reports; `do`: hide the deck, remove the comment, or dismiss the reports of either."""
    me, games = access.moderator(request)
    if request.method == "POST":
        _do(request, {"hide": _hide, "remove": _remove, "dismiss": _dismiss, "restore": _restore}, me)
        return redirect(next_url(request, reverse("decks:moderation")))
    return render(request, "moderation/queue.html", queue(games, request.GET.get("page")))


def _do(request: HttpRequest, actions: dict[str, Callable[[HttpRequest, User], str]], me: User) -> None:
    """Do what the form says; the next page says what was done, or why it could not be."""
    action = request.POST.get("do", "")
    try:
        if action not in actions:
            raise InputError("unknown-value", field="do", value=action, choices=list(actions))
        messages.success(request, actions[action](request, me))
    except InputError as error:
        messages.error(request, edit_error(error))


def _reason(request: HttpRequest) -> dict[str, str]:
    return {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}


def _thing(request: HttpRequest) -> Deck | Comment:
    """The comment in the form, or else the deck."""
    if comment := request.POST.get("comment", ""):
        return access.comment_for(request, comment)
    return access.deck_for(request, request.POST.get("deck", ""))


def _hide(request: HttpRequest, me: User) -> str:
    services.hide_deck(access.deck_for(request, request.POST.get("deck", "")), by=me, **_reason(request))
    return _("The deck is hidden. Its owner reads the reason.")


def _remove(request: HttpRequest, me: User) -> str:
    services.remove_comment(access.comment_for(request, request.POST.get("comment", "")), by=me, **_reason(request))
    return _("The comment is removed. Its author reads the reason.")


def _dismiss(request: HttpRequest, me: User) -> str:
    services.dismiss(_thing(request), by=me)
    return _("The reports are dismissed.")


def _restore(request: HttpRequest, me: User) -> str:
    thing = _thing(request)
    if isinstance(thing, Comment):
        services.restore_comment(thing, by=me)
        return _("The comment is shown again.")
    deck = services.restore_deck(thing, by=me)
    if deck.visibility == Visibility.PRIVATE:
        return _("Its owner may share the deck again.")
    return _("The deck is what it was before it was hidden.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, name: str) -> HttpResponse:
    """What moderators see of a person, and decide about them. `do`: hide or restore all their decks, suspend them, or
    lift a suspension."""
    me, _games = access.moderator(request)
    who, games = access.person_for(request, name)
    if request.method == "POST":
        actions: dict[str, Callable[[HttpRequest, User], str]] = {
            "hide-all": lambda request, me: _hide_all(request, me, who, games),
            "restore-all": lambda request, me: _restore_all(me, who, games),
            "suspend": lambda request, me: _suspend(request, me, who, games),
            "lift": lambda request, me: _lift(request, me, who, games),
        }
        _do(request, actions, me)
        return redirect("decks:moderation_person", name)
    return render(request, "moderation/person.html", person_page(who, games))


def _hide_all(request: HttpRequest, me: User, who: User, games: tuple[Game, ...]) -> str:
    count = services.hide_all(who, games, by=me, **_reason(request))
    return ngettext("{count} deck is hidden.", "{count} decks are hidden.", count).format(count=count)


def _restore_all(me: User, who: User, games: tuple[Game, ...]) -> str:
    count = services.restore_all(who, games, by=me)
    return ngettext("{count} deck is restored.", "{count} decks are restored.", count).format(count=count)


def _suspend(request: HttpRequest, me: User, who: User, games: tuple[Game, ...]) -> str:
    what, days = request.POST.get("what", ""), request.POST.get("days", "")
    services.suspend(who, games, what=what, days=days, by=me, **_reason(request))
    return _("{name} is suspended, and reads the reason.").format(name=who.username)


def _lift(request: HttpRequest, me: User, who: User, games: tuple[Game, ...]) -> str:
    number = whole_number(request.POST.get("suspension", ""), access.PK_DIGITS)
    services.lift(get_row(selectors.suspensions_in(who, games), pk=number), by=me)
    return _("The suspension is lifted.")


@login_required
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """What staff did in the games that the reader moderates."""
    _me, games = access.moderator(request)
    page = get_page(selectors.log_of(games), LOG_PAGE, request.GET.get("page"))
    return render(request, "moderation/log.html", {"page": page, "entries": log_lines(page)})
