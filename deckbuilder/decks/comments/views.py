"""Pages and forms of comments."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.common.http.requests import HtmxRequest, next_url
from deckbuilder.common.input import InputError
from deckbuilder.decks.access import person_of
from deckbuilder.decks.comments import access, services
from deckbuilder.decks.comments.page import comments_of
from deckbuilder.decks.models import MAX_COMMENT, Comment, Deck
from deckbuilder.decks.verdicts.sentences import REFUSALS, edit_error
from games.registry import get


@require_http_methods(["GET", "HEAD", "POST"])
def comments(request: HtmxRequest, slug: str) -> HttpResponse:
    """The comments on a deck; a posted one is added to them. htmx gets the part of the page that they stand in."""
    deck = access.commented_deck(request, slug)
    if request.method != "POST":
        return _page(request, deck)
    return _post(request, deck)


@login_required
def _post(request: HtmxRequest, deck: Deck) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        with count_creation(request, "comment"):
            comment = services.post(deck, person_of(request), text)
    except TooMany as error:
        return _page(request, deck, 429, text, error.message)
    except InputError as error:
        return _page(request, deck, _status(error), text, edit_error(error))
    if request.htmx:
        return _page(request, deck)
    return redirect(f"{deck.get_absolute_url()}#comment-{comment.pk}")


def _status(error: InputError) -> int:
    return 403 if error.code in REFUSALS else 422


def _page(request: HtmxRequest, deck: Deck, status: int = 200, text: str = "", problem: str = "") -> HttpResponse:
    number = None if request.method == "POST" else request.GET.get("page")
    context = {"deck": deck, "game": get(deck.game)}
    context["comments"] = comments_of(request, deck, number, text=text, problem=problem)
    if request.htmx:
        # it shows no answer of another status
        return render(request, "decks/_comments.html", context, status=422 if problem else 200)
    return render(request, "decks/comments.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def comment(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit one's comment, or delete it, which the owner of its deck may do, too. `do`: save or delete."""
    row = access.changeable(request, pk)
    action = request.POST.get("do", "save") if request.method == "POST" else ""
    if action == "delete":
        services.delete(row)
        messages.success(request, _("Comment deleted."))
        return redirect(_after(row))
    if not action or not access.is_author(request, row):
        return _comment_page(request, row)
    try:
        if action != "save":
            raise InputError("unknown-value", value=action, choices=["save", "delete"])
        with count_creation(request, "comment"):
            services.edit(row, request.POST.get("text", ""))
    except TooMany as error:
        return _comment_page(request, row, 429, error.message)
    except InputError as error:
        return _comment_page(request, row, _status(error), edit_error(error))
    return redirect(_after(row))


def _after(row: Comment) -> str:
    """The comments that it stands, or stood, among; elsewhere for somebody who may no longer see its deck."""
    there = row.deck.visibility == "public"
    return f"{row.deck.get_absolute_url()}#comments" if there else reverse("decks:mine")


def _comment_page(request: HttpRequest, row: Comment, status: int = 200, problem: str = "") -> HttpResponse:
    context = {
        "comment": row,
        "may_edit": access.is_author(request, row) and not row.removed_reason,
        "text": request.POST.get("text", row.text),
        "after": _after(row),
        "problem": problem,
        "most": MAX_COMMENT,
    }
    return render(request, "decks/comment.html", context, status=status)


@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Take no more comments on a deck, or with `do=open` take them again."""
    deck = access.closable_deck(request, slug)
    action = request.POST.get("do", "close")
    if action in ("close", "open"):
        services.close(deck, action == "close")
    else:
        messages.error(request, edit_error(InputError("unknown-value", value=action, choices=["close", "open"])))
    return redirect(next_url(request, f"{deck.get_absolute_url()}#comments"))
