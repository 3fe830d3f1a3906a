"""The builder: catalog and deck side by side. Every click is one of these requests; htmx gets only the deck."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.models import User
from deckbuilder.catalog.namesakes import keep
from deckbuilder.catalog.search.browsing import browse
from deckbuilder.catalog.search.facets import open_filter, range_url
from deckbuilder.common.http.requests import HtmxRequest, next_url
from deckbuilder.common.input import InputError
from deckbuilder.decks import access, selectors, services
from deckbuilder.decks.builder import looks, played
from deckbuilder.decks.builder.fit_choice import chosen_zone
from deckbuilder.decks.builder.looks import Look
from deckbuilder.decks.builder.panel import Panel, panel
from deckbuilder.decks.builder.rows import ROWS, RowContext
from deckbuilder.decks.loading import lines_of
from deckbuilder.decks.models import MAX_NOTES, Deck, Visibility
from deckbuilder.decks.services import Changed
from deckbuilder.decks.verdicts import occasions
from deckbuilder.decks.verdicts.coming import notices
from deckbuilder.decks.verdicts.occasions import DayError, Occasion, days_to_come
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.model.decks import MAYBE
from games.engine.model.game import Admission
from games.registry import get

POOL_PAGE = 36
"""Cards per page beside a deck, 1.3 kB each: with a deck of 40 cards the page stays within 120 kB."""


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
    if address := range_url(request, get(deck.game)):
        return redirect(address)
    look = looks.look_of(request.session, deck.game)
    deck_panel = panel(deck, building=True, look=look, occasion=occasion)
    zone = chosen_zone(request.session, deck.slug, deck_panel.game, request.GET.get("fits"))
    suggesting = request.GET.get("suggest") == "1"
    suggestions = played.suggest(deck_panel.engine_deck, zone, occasion, slug=slug) if suggesting else None
    if suggestions:
        admission: Admission | None = suggestions.admission
    else:
        fitting = zone or (played.usual_zone(deck_panel.game).slug if suggesting else "")
        admission = selectors.fitting(deck_panel.engine_deck, fitting, occasion) if fitting else None
    drawn_rows = request.GET.get(ROWS, "")
    if drawn_rows and request.htmx:
        views = [view for view in deck_panel.zones if view.zone.slug == drawn_rows]
        context = _context(request, deck_panel, occasion, look, reverse("decks:builder", args=[slug]))
        return render(request, "decks/_later_rows.html", context | {"views": views})
    if filter_ := open_filter(request, deck_panel.game, admission=admission):
        return render(request, "catalog/_filter_values.html", {"filter": filter_})
    find = suggestions.search if suggestions else None
    pool = browse(request, deck_panel.game, admission=admission, find=find, size=POOL_PAGE)
    if suggestions:
        pool["matches"] = suggestions
    here = request.get_full_path()
    context = _context(request, deck_panel, occasion, look, here) | pool
    context |= {
        "fits": zone,
        "suggesting": suggesting,
        "suggested": suggestions,
        "problem": problem,
        "drawn": drawn_rows,
    }
    if request.htmx and request.htmx.target == "pool-results":
        return render(request, "decks/_pool.html", context)
    return render(request, "decks/builder.html", context, status=422 if problem else 200)


def _context(
    request: HttpRequest, deck_panel: Panel, occasion: Occasion, look: Look, here: str = ""
) -> dict[str, object]:
    """`here`: the URL to which forms without a script return; "": the builder as first opened."""
    deck = deck_panel.deck
    is_unowned = deck.owner_id is None
    enter = reverse("decks:enter", args=[deck.slug, deck.edit_key])
    language = get_language() or "en"
    rows = RowContext(
        deck_panel.game,
        deck.slug,
        language,
        back=f"{here}#deck",
        token=get_token(request),
        query=occasion.query,
        names=deck_panel.names,
        look=look,
        held=frozenset(request.POST.get("held", "").split()),
        mixed=deck_panel.sample_count.is_mixed,
    )
    if deck_panel.names:
        keep(request, deck_panel.names)
    return {
        "deck": deck,
        "here": here,
        "rows": rows,
        "adding": replace(rows, back=f"{here}#pool"),
        "panel": deck_panel,
        "look": look,
        "columns": rows.columns,
        "days": days_to_come(deck_panel.lists, deck.game, deck.format, timezone.localdate()),
        "occasion": occasion,
        "occasions": partial(occasions.offered_occasions, request, deck.game),
        "notices": () if occasion.on else notices(deck, deck_panel.engine_deck, deck_panel.lists),
        "game": deck_panel.game,
        "visibilities": Visibility.choices,
        "link": request.build_absolute_uri(reverse("decks:page", args=[deck.slug])),
        "deck_days": settings.DECK_DAYS,
        "most_notes": MAX_NOTES,
        "edit_link": request.build_absolute_uri(enter) if is_unowned else "",
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
        occasion = occasions.read(request.GET.get("on", ""), deck.game)
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
    author = request.user if isinstance(request.user, User) else None
    occasion, problem = occasions.occasion_of(request, deck)
    lines = undo_states = None
    try:
        deck, lines, undo_states = make(deck, author)
    except InputError as error:
        problem = edit_error(error)
    except DayError as error:
        problem = str(error)
    if not request.htmx:
        if problem:
            messages.error(request, problem)
        builder = reverse("decks:builder", args=[slug]) + occasion.query
        return HttpResponseRedirect(next_url(request, builder))
    look = looks.look_of(request.session, deck.game)
    deck_panel = panel(deck, lines, undo_states=undo_states, building=True, look=look, occasion=occasion)
    announce = _announcement(deck_panel, occasion)
    context = _context(request, deck_panel, occasion, look) | {
        "problem": problem,
        "announce": announce,
        "sharing": sharing,
        "fragment": True,
        "drawn": _changed_zone(request),
    }
    return render(request, "decks/_deck.html", context, status=422 if problem else 200)


def _changed_zone(request: HttpRequest) -> str:
    """The zone whose row was changed: its rows are on the page, even if they are collapsed at first."""
    return request.POST.get("zone", "") or "".join(request.POST.get("do", "").split(" ")[1:2])


def _announcement(deck_panel: Panel, occasion: Occasion) -> str:
    """The announcement for screen readers after a change: the size, and the verdict with its first finding."""
    first = deck_panel.findings[0].message if deck_panel.findings else ""
    verdict = {"legal": _("The deck is legal."), "incomplete": _("Not complete yet."), "illegal": _("Not legal.")}[
        deck_panel.verdict.status
    ]
    words = ngettext("{count} card. {verdict} {first}", "{count} cards. {verdict} {first}", deck_panel.size)
    sentence = words.format(count=deck_panel.size, verdict=verdict, first=first)
    if not occasion.on:
        return sentence
    return _("Checked for {occasion}: {verdict}").format(occasion=occasion.words, verdict=sentence)
