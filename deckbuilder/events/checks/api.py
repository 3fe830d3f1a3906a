"""Deck checks over the API: finding a list, and recording a check."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.catalog.selectors import Lookup
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.fields import Paged
from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.checks import selectors, services
from deckbuilder.events.checks.serializers import CheckSerializer, CheckWanted, FindQuery, MatchSerializer
from deckbuilder.events.checks.services import Extra
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry
from games.registry import get


class Find(EventEndpoint):
    pagination_class = Pages

    @extend_schema(operation_id="find_list", parameters=[FindQuery], responses=MatchSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All entries that match a fingerprint, a number or part of a name, an exact number first. For staff."""
        event = access.require_staff(request, slug)
        return self.pages(selectors.find(event, self.query_params(FindQuery)["q"]), MatchSerializer)


class Checks(EventEndpoint):
    pagination_class = Pages

    @extend_schema(operation_id="deck_checks", parameters=[Paged], responses=CheckSerializer(many=True), filters=False)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """All checks of an entry's lists, latest first. For staff."""
        entry = access.staff_entry(request, slug, number)
        self.query_params(Paged)
        return self.pages(selectors.checks_on(entry), CheckSerializer)

    @extend_schema(
        operation_id="check_deck", request=CheckWanted, responses={200: CheckSerializer, 201: CheckSerializer}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Record a deck check against the current list. For staff.

        The same `nonce` again returns the stored check (200).
        """
        entry, data = access.staff_entry(request, slug, number), self.body(CheckWanted)
        same = {name: data[name] for name in ("version", "outcome", "note", "nonce")}
        check = services.record(
            entry, by=self.person(), counts=_counts(entry, data), extra=_extra(entry, data["extra"]), **same
        )
        return Response(CheckSerializer(check).data, status=200 if check.repeated else 201)


def _counts(entry: Entry, data: dict[str, Any]) -> dict[int, int]:
    """Copies by index of the line in that version of the list. Raises ValidationError for a line that is not in it,
    EventError if there is no such version."""
    submission = entry.submissions.filter(version=data["version"]).first()
    if submission is None:
        raise EventError("list-replaced", "version")
    lines = selectors.lines_of(entry.event, submission)
    places = {(each.zone, each.name): index for index, each in enumerate(lines)}
    counts: dict[int, int] = {}
    for number, each in enumerate(data["counted"]):
        index = places.get((each["zone"], each["name"]))
        if index is None or index in counts:
            raise ValidationError({f"counted.{number}": [_no_line(each, twice=index is not None)]}, "no-such-line")
        counts[index] = each["found"]
    return counts


def _no_line(each: dict[str, Any], *, twice: bool) -> str:
    names = {"name": each["name"], "zone": each["zone"]}
    message = _("“{name}” is counted twice in {zone}.") if twice else _("The list has no “{name}” in {zone}.")
    return message.format(**names)


def _extra(entry: Entry, rows: list[dict[str, Any]]) -> list[Extra]:
    """Extra copies; with the card's key if the name is exactly that of a card."""
    cards = Lookup(get(entry.event.game))
    cards.prefetch([each["name"] for each in rows], ())
    return [Extra(_key(cards, each["name"]), each["name"], each["found"]) for each in rows]


def _key(cards: Lookup, name: str) -> str:
    """The key of the card with exactly this name; "" if there is none."""
    return next((card.key for card in cards.find(name) if card.name == name), "")
