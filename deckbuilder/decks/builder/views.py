"""The builder: catalog and deck side by side. Every click is one of these requests; htmx gets only the deck."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.models import User
from deckbuilder.accounts.selectors import user_of
from deckbuilder.catalog.namesakes import keep
from deckbuilder.catalog.search.browsing import browse
from deckbuilder.catalog.search.facets import open_filter, range_url
from deckbuilder.common.http.requests import HtmxRequest, next_url
from deckbuilder.common.http.session import save_in_session
from deckbuilder.common.input import InputError
from deckbuilder.common.names import reader_name
from deckbuilder.decks import access, selectors, services
from deckbuilder.decks.builder import looks, played
from deckbuilder.decks.builder.panel import BuilderPanel, Panel, builder_panel, panel_context, version_of
from deckbuilder.decks.builder.played import Suggested
from deckbuilder.decks.builder.rows import ROWS, RowContext
from deckbuilder.decks.loading import lines_of
from deckbuilder.decks.models import MAX_NOTES, Deck, Visibility
from deckbuilder.decks.services import Changed, Replacement
from deckbuilder.decks.verdicts import occasions
from deckbuilder.decks.verdicts.occasions import DayError
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.model.decks import MAYBE
from games.engine.model.game import Admission
from games.registry import get

POOL_PAGE = 36
"""Cards per page beside a deck, 1.3 kB each: with a deck of 40 cards the page stays within 120 kB."""

FOLDED_FINDINGS = 4
"""Findings in sight until they are unfolded, a line each; builder.css hides the rest."""

SINCE = "since"
"""The parameter that asks whether the deck is still the version that a tab shows; see `version_of`."""

FITS = "fits"
"""The key of a session for the zones whose fitting cards alone are shown."""

MAX_DECKS = 50
"""Decks for which that is remembered."""


@require_safe
def builder(request: HtmxRequest, slug: str) -> HttpResponse:
    """The builder. `q` searches the catalog; `fits`: only cards that fit into this zone, remembered until it is ""
    again; `on`: what the deck is judged for.

    Somebody who may only read the deck, and got this URL instead of its link, is redirected to the deck's page.
    """
    deck = access.readable(request, slug)
    occasion, problem = occasions.occasion_of(request, deck)
    if not access.may_edit(request, deck):
        return redirect(deck.get_absolute_url() + occasion.query)
    if url := range_url(request, get(deck.game)):
        return redirect(url)
    if request.htmx and request.GET.get(SINCE) == version_of(deck):
        return HttpResponse(status=204)
    shown = builder_panel(deck, look=looks.look_of(request.session, deck.game), occasion=occasion)
    offer = _offer(request, shown)
    if part := _part(request, shown, offer):
        return part
    context = _context(request, shown, request.get_full_path()) | _pool(request, shown, offer)
    context |= {"problem": problem, "drawn": request.GET.get(ROWS, "")}
    if request.htmx and request.htmx.target == "pool-results":
        return render(request, "decks/_pool.html", context)
    return render(request, "decks/builder.html", context, status=422 if problem else 200)


def _part(request: HtmxRequest, shown: BuilderPanel, offer: "_Offer") -> HttpResponse | None:
    """What a script asks for besides the cards of a search; None if it asks for nothing of the kind."""
    if request.htmx and SINCE in request.GET:
        return _since(request, shown)
    if request.htmx and request.GET.get(ROWS):
        return _later_rows(request, shown, request.GET[ROWS])
    if filter_ := open_filter(request, shown.game, admission=offer.admission):
        return render(request, "catalog/_filter_values.html", {"filter": filter_})
    return None


class _Offer(NamedTuple):
    """What the catalog beside a deck is narrowed to: cards that fit, or that similar decks play."""

    zone: str
    """The zone for which only fitting cards are shown; "" for all cards."""
    suggestions: Suggested | None
    admission: Admission | None


def _offer(request: HttpRequest, shown: BuilderPanel) -> _Offer:
    deck, game = shown.engine_deck, shown.game
    zone = _fitting_zone(request, shown)
    suggesting = request.GET.get("suggest") == "1"
    suggestions = played.suggest(deck, zone, shown.occasion, slug=shown.deck.slug) if suggesting else None
    if suggestions:
        return _Offer(zone, suggestions, suggestions.admission)
    fitting = zone or (played.usual_zone(game).slug if suggesting else "")
    return _Offer(zone, None, selectors.fitting(deck, fitting, shown.occasion) if fitting else None)


def _fitting_zone(request: HttpRequest, shown: BuilderPanel) -> str:
    """The zone in the URL, which the browser remembers for the deck, or the one remembered; "" for all cards."""
    slug, choice = shown.deck.slug, request.GET.get("fits")
    saved = request.session.get(FITS, {}).get(slug, "")
    zone = saved if choice is None else choice
    if zone not in (each.slug for each in shown.game.zones):
        zone = ""
    if choice is not None and zone != saved:
        save_in_session(request.session, FITS, slug, zone, MAX_DECKS)
    return str(zone)


def _since(request: HttpRequest, shown: BuilderPanel) -> HttpResponse:
    """The deck for a tab that shows an older version of it."""
    news = _("The deck was changed elsewhere. This is how it is now.")
    context = _context(request, shown) | {"news": news, "announce": _announcement(shown), "fragment": True}
    return render(request, "decks/_deck.html", context)


def _later_rows(request: HttpRequest, shown: BuilderPanel, zone: str) -> HttpResponse:
    """The rows of a zone that was collapsed at first."""
    context = _context(request, shown, reverse("decks:builder", args=[shown.deck.slug]))
    views = [view for view in shown.zones if view.zone.slug == zone]
    return render(request, "decks/_later_rows.html", context | {"views": views})


def _pool(request: HttpRequest, shown: BuilderPanel, offer: _Offer) -> dict[str, object]:
    """The context of the catalog beside the deck."""
    find = offer.suggestions.search if offer.suggestions else None
    pool = browse(request, shown.game, admission=offer.admission, find=find, size=POOL_PAGE)
    if offer.suggestions:
        pool["matches"] = offer.suggestions
    return pool | {
        "fits": offer.zone,
        "suggesting": request.GET.get("suggest") == "1",
        "suggested": offer.suggestions,
    }


def _context(request: HttpRequest, shown: BuilderPanel, here: str = "") -> dict[str, object]:
    """`here`: the URL to which forms without a script return; "": the builder as first opened."""
    deck = shown.deck
    rows = RowContext.of(shown, f"{here}#deck", get_token(request), (request.POST or request.GET).get("held", ""))
    enter_url = reverse("decks:enter", args=[deck.slug, deck.edit_key])
    keep(request, shown.names)
    return panel_context(request, shown) | {
        "here": here,
        "rows": rows,
        "adding": replace(rows, back=f"{here}#pool"),
        "visibilities": Visibility.choices,
        "link": request.build_absolute_uri(deck.get_absolute_url()),
        "deck_days": settings.DECK_DAYS,
        "most_notes": MAX_NOTES,
        "most_lines": FOLDED_FINDINGS,
        "edit_link": "" if deck.owner_id else request.build_absolute_uri(enter_url),
    }


@require_safe
def enter(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The edit link of a deck without an owner: opening it lets this browser change the deck."""
    deck = get_object_or_404(Deck, slug=slug)
    if deck.owner_id is not None:
        return redirect("decks:builder", slug)
    if key != deck.edit_key:
        raise Http404
    access.remember(request, deck)
    return redirect("decks:builder", slug)


@require_POST
def edit(request: HtmxRequest, slug: str) -> HttpResponse:
    """One operation, `op`, with its parameters from the form; or an operation on selected rows."""
    params = request.POST.dict()
    edits = [(params["op"], params)] if "op" in params else line_edits(params)
    return _change(request, slug, lambda deck, author: services.edit(deck, edits, author=author))


_NUMBER_FIELD = re.compile("count [0-9]+ [^ ]+ ")


def line_edits(fields: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """What somebody did in a form of rows, as operations with their parameters: numbers that were typed, and the button
    that was pressed. One named `move>ZONE` moves one copy; with `aside`, what is taken out of the deck goes to the
    maybe-board."""
    numbers = [(*field.split(" ", 3), count) for field, count in fields.items() if _NUMBER_FIELD.match(field)]
    edits = [("set", {"zone": zone, "code": code, "count": now}) for _, was, zone, code, now in numbers if now != was]
    if "do" in fields or not numbers:
        op, zone, code = (*fields.get("do", "").split(" ", 2), "", "")[:3]
        if op == "remove" and "aside" in fields and zone != MAYBE:
            op = f"move>{MAYBE}"
        op, moves, to = op.partition(">")
        edits.append((op, {"zone": zone, "code": code} | ({"to": to, "count": "1"} if moves else {})))
    return edits


@require_POST
def repair(request: HtmxRequest, slug: str) -> HttpResponse:
    """Apply the repair of a finding, by its name."""
    finding = read_finding(request.POST.get("finding", ""))

    def mend(deck: Deck, author: User | None) -> Changed:
        occasion = occasions.parse_occasion(request.GET.get("on", ""), deck.game)
        return services.repair(deck, *finding, occasion=occasion, author=author)

    return _change(request, slug, mend)


def read_finding(name: str) -> tuple[str, str, Sequence[str]]:
    """Code, zone and card keys of the finding of that name; of what is no name, the whole of it as the code."""
    try:
        code, zone, *keys = json.loads(name)
    except (ValueError, TypeError, RecursionError):
        return name, "", ()
    return str(code), str(zone), [str(key) for key in keys]


@require_POST
def undo(request: HtmxRequest, slug: str) -> HttpResponse:
    return _change(request, slug, lambda deck, author: services.undo(deck, author=author))


@require_POST
def redo(request: HtmxRequest, slug: str) -> HttpResponse:
    return _change(request, slug, lambda deck, author: services.redo(deck, author=author))


@require_POST
def choose_look(request: HtmxRequest, slug: str) -> HttpResponse:
    """Choose how decks of this game are shown in this browser."""

    def choose(deck: Deck, author: User | None) -> Changed:
        looks.choose(request.session, deck.game, looks.fields_of(request.POST))
        return Changed(deck, lines_of(deck))

    return _change(request, slug, choose)


@require_POST
def share(request: HtmxRequest, slug: str) -> HttpResponse:
    """Set who may see the deck, and show its link."""

    def change(deck: Deck, author: User | None) -> Changed:
        shared_deck = services.share(deck, request.POST.get("visibility", ""))
        return Changed(shared_deck, lines_of(shared_deck))

    return _change(request, slug, change, sharing=True)


def _change(
    request: HtmxRequest, slug: str, make: Callable[[Deck, User | None], Changed], *, sharing: bool = False
) -> HttpResponse:
    deck = access.repairable(request, slug)
    occasion, problem = occasions.occasion_of(request, deck)
    lines = undo_states = replacement = None
    try:
        deck, lines, undo_states, replacement = make(deck, user_of(request))
    except InputError as error:
        problem = edit_error(error)
    except DayError as error:
        problem = str(error)
    if not request.htmx:
        if problem:
            messages.error(request, problem)
        elif replacement:
            messages.success(request, _replacement_text(replacement), extra_tags=reverse("decks:undo", args=[slug]))
        builder = reverse("decks:builder", args=[slug]) + occasion.query
        return HttpResponseRedirect(next_url(request, builder))
    look = looks.look_of(request.session, deck.game)
    shown = builder_panel(deck, lines, undo_states, look=look, occasion=occasion)
    context = _context(request, shown) | {
        "problem": problem,
        "replaced": _replacement_text(replacement) if replacement else "",
        "announce": _announcement(shown),
        "sharing": sharing,
        "fragment": True,
        "drawn": _changed_zone(request),
    }
    return render(request, "decks/_deck.html", context, status=422 if problem else 200)


def _replacement_text(replacement: Replacement) -> str:
    old, new = map(reader_name, replacement)
    return _("{new} replaces {old}.").format(new=new, old=old)


def _changed_zone(request: HttpRequest) -> str:
    """The zone whose row was changed: its rows are on the page, even if they are collapsed at first."""
    return request.POST.get("zone", "") or "".join(request.POST.get("do", "").split(" ")[1:2])


def _announcement(shown: Panel) -> str:
    """The announcement for screen readers after a change: the size, and the verdict with its first finding."""
    first = shown.findings[0].message if shown.findings else ""
    verdict = {"legal": _("The deck is legal."), "incomplete": _("Not complete yet."), "illegal": _("Not legal.")}[
        shown.verdict.status
    ]
    words = ngettext("{count} card. {verdict} {first}", "{count} cards. {verdict} {first}", shown.size)
    sentence = words.format(count=shown.size, verdict=verdict, first=first)
    if not shown.occasion.on:
        return sentence
    return _("Checked for {occasion}: {verdict}").format(occasion=shown.occasion.words, verdict=sentence)
