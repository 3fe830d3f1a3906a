"""Two decks or versions side by side: choosing, comparing, applying differences and simulating."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from deckbuilder.accounts.selectors import user_of
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.input import InputError
from deckbuilder.decks import access, services
from deckbuilder.decks.changes import versions
from deckbuilder.decks.changes.history_page import named_versions
from deckbuilder.decks.changes.versions import version_number
from deckbuilder.decks.models import Deck
from deckbuilder.decks.verdicts.sentences import edit_error
from deckbuilder.stats.compare import pages
from deckbuilder.stats.compare.pages import Side
from deckbuilder.stats.simulations.sentences import simulation_error
from deckbuilder.stats.simulations.specs import SimulationError, SimulationSpec
from deckbuilder.stats.simulations.views import TooManyStartsError, start
from games.registry import get

MAX_OFFERED = 50
"""The most of the reader's own decks offered for comparison."""

_LINK = re.compile(r"/d/([-\w]+)")


class CompareError(ValueError):
    """A comparison that is not possible; the message says why."""


@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to a comparison of the current deck with its version at the end of the day `since` or its version
    `number`, or with another deck, `with`, given by its link or the end of it. Without any of them, show the form."""
    deck = access.readable(request, slug)
    problem, status = "", 200
    try:
        if there := _comparison_url(request, deck):
            return redirect(there)
    except CompareError as error:
        problem, status = str(error), 422
    today, may_edit = timezone.localdate(), access.may_edit(request, deck)
    others = access.decks_in_use(request).filter(game=deck.game).exclude(pk=deck.pk)[:MAX_OFFERED]
    context = {
        "deck": deck,
        "game": get(deck.game),
        "problem": problem,
        "link": request.GET.get("with", ""),
        "yesterday": today - timedelta(days=1),
        "last_week": today - timedelta(days=7),
        "today": today,
        "named": named_versions(deck) if may_edit else (),
        "may_edit": may_edit,
        "others": others,
    }
    return render(request, "stats/compare_choose.html", context, status=status)


def _comparison_url(request: HttpRequest, deck: Deck) -> str:
    """The URL of the comparison; "" if nothing is chosen. Raises CompareError."""
    since, number, link = (request.GET.get(name, "").strip() for name in ("since", "number", "with"))
    if since:
        return _versions(deck, _version_since(request, deck, since))
    if number:
        try:
            return _versions(deck, version_number(number))
        except InputError as error:
            raise CompareError(edit_error(error)) from None
    if link:
        other = _deck_by_link(request, deck, link)
        return reverse("stats:versions", args=[deck.slug, deck.revision, other.slug, other.revision])
    return ""


def _versions(deck: Deck, number: int) -> str:
    return reverse("stats:versions", args=[deck.slug, number, deck.slug, deck.revision])


def _version_since(request: HttpRequest, deck: Deck, since: str) -> int:
    """The version at the end of a day. If there is none of that day, another one is used, with a message. Raises
    CompareError."""
    try:
        day = date.fromisoformat(since)
        end = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    except (ValueError, OverflowError):
        raise CompareError(_("“{value}” is not a date.").format(value=since[:50])) from None
    number, first = versions.version_before(deck, end), versions.first_version(deck)
    words, open_from = "", 0 if access.may_edit(request, deck) else deck.first_shared_version
    if number < open_from:
        number = open_from
        words = _("The deck was shared after {day}. This is the earliest version you can see.")
    elif versions.made_at(deck, number) is None or (number < first and not deck.versions.filter(number=number)):
        number = max(number, first)
        words = _("The version of {day} is no longer kept. This is the earliest version kept.")
    elif end < deck.created_at:
        words = _("The deck was created after {day}. This is its first version.")
    elif number == deck.revision:
        words = _("Nothing has changed since {day}.")
    if words:
        messages.info(request, words.format(day=date_format(day, "DATE_FORMAT")))
    return number


def _deck_by_link(request: HttpRequest, deck: Deck, link: str) -> Deck:
    match = _LINK.search(link)
    slug = match[1] if match else link.rstrip("/").rpartition("/")[2]
    try:
        other = access.readable(request, slug)
    except NotFoundError:
        raise CompareError(_("There is no deck with that link, or you may not see it.")) from None
    if other.game != deck.game:
        raise CompareError(_("That deck is for another game."))
    return other


@require_safe
def compare(request: HttpRequest, slug: str, number: int, other: str, at: int) -> HttpResponse:
    """Two versions side by side; the URL is permanent, since versions never change."""
    try:
        sides = _sides(request, slug, number, other, at)
    except InputError as error:
        context = {"problem": edit_error(error), "slug": slug}
        return render(request, "stats/compare_gone.html", context, status=404)
    comparison = pages.page(*sides, into=request.GET.get("into", ""))
    return render(request, "stats/compare.html", {"page": comparison, "game": comparison.game})


def _sides(request: HttpRequest, slug: str, number: int, other: str, at: int) -> tuple[Side, Side]:
    """Both sides. Raises InputError if a version is not available, NotFoundError unless both may be read."""
    first, second = access.readable(request, slug), access.readable(request, other)
    if first.game != second.game:
        raise NotFoundError
    pairs = (("A", first, number), ("B", second, at))
    if not all(access.may_read_version(request, deck, version) for _letter, deck, version in pairs):
        raise NotFoundError
    one, two = (
        pages.side(letter, deck, version, may_edit=access.may_edit(request, deck)) for letter, deck, version in pairs
    )
    return one, two


@require_POST
def take_over(request: HttpRequest, slug: str, number: int, other: str, at: int) -> HttpResponse:
    """Apply differences to one deck of a comparison, `into`: one `change` or, with `all`, everything that differs."""
    try:
        sides = _sides(request, slug, number, other, at)
    except InputError as error:
        messages.error(request, edit_error(error))
        return redirect("stats:versions", slug, number, other, at)
    target = pages.target_of(*sides, request.POST.get("into", ""))
    if target is None:
        raise NotFoundError
    source = sides[1] if target is sides[0] else sides[0]
    ids = None if "all" in request.POST else request.POST.getlist("change")
    try:
        change = services.take_over(target.deck, target.number, source.version, ids, author=user_of(request))
    except InputError as error:
        messages.error(request, edit_error(error))
        return redirect(_url_at(sides, target, target.number))
    if change.deck.revision == target.deck.revision:
        messages.info(request, _("Nothing was left to apply."))
    else:
        words = _("Applied to “{deck}”.").format(deck=target.title)
        messages.success(request, words, extra_tags=reverse("decks:undo", args=[target.deck.slug]))
    return redirect(_url_at(sides, target, change.deck.revision))


def _url_at(sides: Sequence[Side], target: Side, revision: int) -> str:
    """The URL of the comparison with the target at `revision`. The older version of a deck stays A."""
    numbers = [revision if each is target else each.number for each in sides]
    there = reverse("stats:versions", args=[sides[0].deck.slug, numbers[0], sides[1].deck.slug, numbers[1]])
    return f"{there}?into={target.letter.lower()}"


@require_POST
def run_both(request: HttpRequest, slug: str, number: int, other: str, at: int) -> HttpResponse:
    """Simulate both with the same seed, and show the two side by side."""
    try:
        sides = _sides(request, slug, number, other, at)
        first, second = (start(request, SimulationSpec(each.panel.engine_deck), each.deck) for each in sides)
    except InputError as error:
        messages.error(request, edit_error(error))
    except SimulationError as error:
        messages.error(request, simulation_error(error))
    except TooManyStartsError as error:
        messages.error(request, str(error))
    else:
        return redirect("stats:pair", first.slug, second.slug)
    return redirect("stats:versions", slug, number, other, at)
