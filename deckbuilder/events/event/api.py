"""Events: creating, changing, staffing, starting and ending them."""

from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError as Invalid
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.catalog.restrictions import parsing
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.fields import Paged
from deckbuilder.events import access, selectors
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.event import services
from deckbuilder.events.event.serializers import (
    CancelWanted,
    EventChanges,
    EventSerializer,
    EventShortSerializer,
    EventsQuery,
    EventWanted,
    KeepWanted,
    LogSerializer,
    PinsSerializer,
    RoleSerializer,
    RoleWanted,
    SettleWanted,
    StartQuery,
)
from deckbuilder.events.models import Event
from deckbuilder.events.pins import selectors as pins_selectors
from deckbuilder.events.pins import services as pins_services
from deckbuilder.events.to_games import own_slug, pinned_lists
from games.engine.model.game import Game
from games.registry import get


class EventResponse(EventEndpoint):
    def event_response(self, event: Event, **how: Any) -> Response:
        context = {"request": self.request, "role": access.role(self.request, event)}
        return Response(EventSerializer(event, context=context).data, **how)


def _with_limits(game: Game, data: dict[str, Any], event: Event | None = None) -> dict[str, Any]:
    """Validate the input; an own restriction list may only name cards of the catalog. Raises ValidationError of the
    API."""
    try:
        if "own_limits" in data:
            tied = parsing.names_with_ties(game, own_slug(event), "") if event else ()
            data["own_limits"] = parsing.read(parsing.limits_text(data["own_limits"]), game, tied=tied)
    except ValidationError as error:
        raise Invalid({"own_limits": error.messages}) from None
    return data


class Events(EventResponse):
    pagination_class = Pages

    @extend_schema(operation_id="events", parameters=[EventsQuery], responses=EventShortSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your own events and those listed publicly, latest first."""
        params = self.query_params(EventsQuery)
        events = selectors.events_of(self.person()) if params["mine"] else selectors.visible_to(access.user_of(request))
        return self.pages(events.filter(game=params["game"]) if "game" in params else events, EventShortSerializer)

    @extend_schema(
        operation_id="make_event", request=EventWanted, responses={200: EventSerializer, 201: EventSerializer}
    )
    def post(self, request: Request) -> Response:
        """Create an event with the caller as organiser. The same `nonce` again returns the same event (200)."""
        user, data = self.person(), self.body(EventWanted)
        game = get(data.pop("game"))
        with count_creation(request, "event"):
            event = services.create(game, by=user, **_with_limits(game, data))
        return self.event_response(
            event, status=200 if event.repeated else 201, headers={"Location": reverse("api-event", args=[event.slug])}
        )


class EventDetail(EventResponse):
    @extend_schema(operation_id="event", responses=EventSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """An event, for anyone with its link."""
        return self.event_response(access.get_event(slug))

    @extend_schema(operation_id="change_event", request=EventChanges, responses=EventSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change an event; after its start only what does not affect verdicts. For organisers.

        A new date or format pins the restriction lists again.
        """
        event, data = access.require_organiser(request, slug), self.body(EventChanges)
        return self.event_response(
            services.change(event, by=self.person(), **_with_limits(get(event.game), data, event))
        )

    @extend_schema(operation_id="delete_event", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete an event with no submitted lists, including its entries and log. For organisers."""
        services.delete(access.require_organiser(request, slug))
        return Response(status=204)


class Archive(EventResponse):
    @extend_schema(operation_id="archive_event", request=None, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Archive an event that is over. For organisers."""
        return self.event_response(services.archive(access.require_organiser(request, slug), by=self.person()))

    @extend_schema(operation_id="unarchive_event", responses={200: EventSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Restore an archived event. For organisers."""
        event = access.require_organiser(request, slug)
        return self.event_response(services.archive(event, by=self.person(), back=True))


class Pin(EventResponse):
    @extend_schema(operation_id="event_lists", responses=PinsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event's restriction lists, the newest for its date, and the entries whose state these would change. For
        organisers."""
        event = access.require_organiser(request, slug)
        data = {
            "outdated": pins_selectors.is_outdated(event),
            "settled": not pins_selectors.is_undecided(event),
            "pinned": pinned_lists(event),
            "known": pins_selectors.known_lists(event),
            "affected": pins_selectors.affected_entries(event),
            "open_entries": pins_selectors.open_entries(event),
        }
        return Response(PinsSerializer(data).data)

    @extend_schema(operation_id="pin_lists", request=None, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Use the newest restriction lists. For organisers."""
        return self.event_response(pins_services.pin(access.require_organiser(request, slug), by=self.person()))


class KeepPins(EventResponse):
    @extend_schema(operation_id="keep_lists", request=KeepWanted, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Keep the event's current restriction lists although newer ones apply. For organisers."""
        event = access.require_organiser(request, slug)
        pins_services.keep_pins(event, by=self.person(), **self.body(KeepWanted))
        return self.event_response(event)


class SettleEntry(EventResponse):
    @extend_schema(operation_id="settle_list_entry", request=SettleWanted, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Settle an entry of the event's restriction lists that names no card. For organisers."""
        event = access.require_organiser(request, slug)
        data = self.body(SettleWanted)
        list_key = f"{data.pop('slug')}/{data.pop('version')}"
        pins_services.decide_entry(event, by=self.person(), list_key=list_key, **data)
        return self.event_response(event)


class Start(EventResponse):
    @extend_schema(operation_id="start_event", parameters=[StartQuery], request=None, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Check every list again and start the event. For organisers.

        While an entry is not ready the answer is 409, with these entries in `params.entries`.
        """
        event = access.require_organiser(request, slug)
        return self.event_response(services.start(event, by=self.person(), **self.query_params(StartQuery)))


class End(EventResponse):
    @extend_schema(operation_id="end_event", request=None, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """End an event. For organisers."""
        return self.event_response(services.end(access.require_organiser(request, slug), by=self.person()))


class Cancel(EventResponse):
    @extend_schema(operation_id="cancel_event", request=CancelWanted, responses=EventSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Call an event off before it starts, for good. For organisers."""
        event = access.require_organiser(request, slug)
        return self.event_response(services.cancel(event, by=self.person(), **self.body(CancelWanted)))


class Roles(EventEndpoint):
    @extend_schema(operation_id="roles", responses=RoleSerializer(many=True), filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """The staff of an event. For organisers."""
        return self._all(access.require_organiser(request, slug))

    @extend_schema(operation_id="give_role", request=RoleWanted, responses=RoleSerializer(many=True), filters=False)
    def post(self, request: Request, slug: str) -> Response:
        """Give a person a role, which replaces their current one. For organisers."""
        event, data = access.require_organiser(request, slug), self.body(RoleWanted)
        services.add_role(event, selectors.get_user(data["user"]), data["role"], by=self.person())
        return self._all(event)

    def _all(self, event: Event) -> Response:
        return Response(RoleSerializer(event.roles.select_related("user"), many=True).data)


class RoleDetail(EventEndpoint):
    @extend_schema(operation_id="take_role", responses={204: None})
    def delete(self, request: Request, slug: str, user: str) -> Response:
        """Remove a person's role. For organisers. The last organiser cannot be removed."""
        event = access.require_organiser(request, slug)
        services.remove_role(event, selectors.get_user(user), by=self.person())
        return Response(status=204)


class Log(EventEndpoint):
    pagination_class = Pages

    @extend_schema(operation_id="event_log", parameters=[Paged], responses=LogSerializer(many=True), filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """The log of an event, latest first. For staff. Nobody can change it."""
        event = access.require_staff(request, slug)
        self.query_params(Paged)
        return self.pages(event.log.select_related("about"), LogSerializer)
