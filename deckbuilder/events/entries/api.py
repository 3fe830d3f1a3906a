"""Entries of events: players, their submissions, and overrides."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.fields import Paged
from deckbuilder.decks.access import named_deck
from deckbuilder.decks.api import EDIT_KEY, reading_of
from deckbuilder.decks.loading import to_deck
from deckbuilder.events import access, selectors
from deckbuilder.events.api_endpoint import ENTRY_KEY, EventEndpoint
from deckbuilder.events.entries import overrides, services
from deckbuilder.events.entries.serializers import (
    EnterWanted,
    EntryChanges,
    EntryReadinessSerializer,
    EntrySerializer,
    HandedInSerializer,
    OverrideWanted,
    RegisterWanted,
    SubmissionSerializer,
    SubmissionShortSerializer,
    SubmissionWanted,
)
from deckbuilder.events.models import Entry, Submission
from deckbuilder.events.readiness import gate
from games.engine.model.decks import Deck
from games.engine.reading.decklists.answers import leave_maybe
from games.registry import get


class EntryEndpoint(EventEndpoint):
    def entry_response(self, entry: Entry) -> Response:
        """201, or 200 for a player who was already entered."""
        headers = {"Location": reverse("api-entry", args=[entry.event.slug, entry.number])}
        return Response(EntrySerializer(entry).data, status=200 if entry.repeated else 201, headers=headers)

    def readiness(self, entry: Entry) -> Response:
        return Response(EntryReadinessSerializer(gate.readiness(entry.event, entry)).data)


class Entries(EntryEndpoint):
    pagination_class = Pages

    @extend_schema(
        operation_id="entries", parameters=[Paged, ENTRY_KEY], responses=EntrySerializer(many=True), filters=False
    )
    def get(self, request: Request, slug: str) -> Response:
        """The entries: all of them for staff, their own for players."""
        event = access.get_event(slug)
        self.query_params(Paged)
        entries = event.entries.all() if access.role(request, event) else access.own_entries(request, event)
        return self.pages(entries.select_related("user").order_by("number"), EntrySerializer)


class Register(EntryEndpoint):
    @extend_schema(
        operation_id="register", request=RegisterWanted, responses={200: EntrySerializer, 201: EntrySerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Register. If the caller is already registered, the answer is their entry (200)."""
        event, user, data = access.get_event(slug), self.person(), self.body(RegisterWanted)
        with count_creation(request, "entry"):
            entry = services.register(event, by=user, **data)
        return self.entry_response(entry)


class Enter(EntryEndpoint):
    @extend_schema(
        operation_id="enter_player", request=EnterWanted, responses={200: EntrySerializer, 201: EntrySerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player without an account; after the start with a `reason`. For staff.

        The same `nonce` again gives the same entry (200).
        """
        event, data = access.require_staff(request, slug), self.body(EnterWanted)
        with count_creation(request, "entry"):
            entry = services.enter(event, by=self.person(), **data)
        return self.entry_response(entry)


class EntryDetail(EntryEndpoint):
    @extend_schema(operation_id="entry", parameters=[ENTRY_KEY], responses=EntryReadinessSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """An entry and its readiness, as of now or of the start. For its player and staff."""
        return self.readiness(access.entry_of(request, slug, number))

    @extend_schema(
        operation_id="change_entry", parameters=[ENTRY_KEY], request=EntryChanges, responses=EntryReadinessSerializer
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Correct a player's details: the player until the start, staff until the end."""
        entry = access.entry_of(request, slug, number)
        return self.readiness(services.amend(entry, by=access.user_of(request), **self.body(EntryChanges)))


class Drop(EntryEndpoint):
    @extend_schema(operation_id="drop_entry", parameters=[ENTRY_KEY], request=None, responses=EntryReadinessSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Leave the event, until its start; staff can drop a player until its end."""
        entry = access.entry_of(request, slug, number)
        return self.readiness(services.drop(entry, by=access.user_of(request)))

    @extend_schema(operation_id="bring_back_entry", responses={200: EntryReadinessSerializer})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Reinstate a player who left or was dropped. For staff."""
        entry = access.staff_entry(request, slug, number)
        return self.readiness(services.bring_back(entry, by=self.person()))


class Key(EntryEndpoint):
    @extend_schema(operation_id="replace_entry_key", request=None, responses={200: EntrySerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Replace the key of a player without an account; the old key stops working. For staff."""
        entry = access.staff_entry(request, slug, number)
        return Response(EntrySerializer(services.replace_link(entry, by=self.person())).data)


class Override(EntryEndpoint):
    @extend_schema(operation_id="override", request=OverrideWanted, responses=EntryReadinessSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Override the verdict on an entry with its current problems, with a reason. For organisers."""
        entry = access.staff_entry(request, slug, number, organiser=True)
        overrides.override(entry, by=self.person(), **self.body(OverrideWanted))
        return self.readiness(entry)

    @extend_schema(operation_id="withdraw_override", responses={200: EntryReadinessSerializer})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw an override. For organisers."""
        entry = access.staff_entry(request, slug, number, organiser=True)
        overrides.withdraw(entry, by=self.person())
        return self.readiness(entry)


class Submissions(EntryEndpoint):
    pagination_class = Pages

    @extend_schema(
        operation_id="submissions",
        parameters=[Paged, ENTRY_KEY],
        responses=SubmissionShortSerializer(many=True),
        filters=False,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Every list submitted for an entry, the current one first. For its player and staff."""
        entry = access.entry_of(request, slug, number)
        self.query_params(Paged)
        return self.pages(selectors.history(entry), SubmissionShortSerializer)

    @extend_schema(
        operation_id="submit",
        parameters=[ENTRY_KEY, EDIT_KEY],
        request=SubmissionWanted,
        responses={200: HandedInSerializer, 201: HandedInSerializer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Submit a list; it replaces the previous one, which is kept. The same `nonce` with the same list, for example
        after a lost answer, returns the stored submission (200). With `replaces`, a list that somebody else submitted
        meanwhile is not replaced (409, `event.replaced-meanwhile`).

        After the deadline only staff can, with a `reason`; after 200 versions, too, only staff can.
        """
        entry, data = access.entry_of(request, slug, number), self.body(SubmissionWanted)
        deck, source, receipt = self._read_list(request, entry, data)
        options = {name: data[name] for name in ("nonce", "reason", "replaces")}
        submission = services.submit(entry, deck, by=access.user_of(request), source=source, **options)
        context = {"request": request, "inside": True, "receipt": receipt}
        headers = {"Location": reverse("api-submission", args=[slug, number, submission.version])}
        status = 200 if submission.repeated else 201
        return Response(HandedInSerializer(submission, context=context).data, status=status, headers=headers)

    def _read_list(self, request: Request, entry: Entry, data: dict[str, Any]) -> tuple[Deck, str, Any]:
        """The deck, the text it was read from, and how each line was read."""
        if "slug" in data:
            return to_deck(named_deck(request, data["slug"])), "", None
        reading = leave_maybe(reading_of(data, get(entry.event.game)))
        return reading.deck, data.get("list", ""), reading.receipt.as_json()


class SubmissionDetail(EntryEndpoint):
    @extend_schema(operation_id="submission", parameters=[ENTRY_KEY], responses=SubmissionSerializer)
    def get(self, request: Request, slug: str, number: int, version: int) -> Response:
        """A list as submitted. For its player and staff; once lists are public, the current one is for everybody."""
        submission = access.submission_of(request, slug, number, version)
        return Response(SubmissionSerializer(submission, context={"inside": _inside(request, submission)}).data)


def _inside(request: Request, submission: Submission) -> bool:
    return bool(access.role(request, submission.entry.event)) or access.is_own(request, submission.entry)
