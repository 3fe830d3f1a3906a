"""Events, their staff and their logs in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.catalog.restrictions.parsing import MAX_COPIES
from deckbuilder.common.rest.fields import Paged, Strict
from deckbuilder.decks.serializers import SLUGS
from deckbuilder.decks.verdicts.serializers import ListVersionSerializer
from deckbuilder.events import clock, selectors
from deckbuilder.events.bounds import MAX_CAPACITY, MAX_CARD_NAME, MAX_NAME, MAX_NOTES, MAX_PLACE, MAX_REASON
from deckbuilder.events.entries.serializers import nonce_field
from deckbuilder.events.models import Event, ListsVisible, LogEntry, RoleName, State
from deckbuilder.events.pins import selectors as pins_selectors
from deckbuilder.events.sentences import LOG, log_sentence
from deckbuilder.events.to_games import DECISIONS, allowed_sets, pinned_lists


class EventsQuery(Paged):
    mine = serializers.BooleanField(default=False, help_text="Only events that you run or play in.")
    game = serializers.ChoiceField(SLUGS, required=False)


class EventFields(Strict):
    """The details of an event."""

    name = serializers.CharField(max_length=MAX_NAME)
    format = serializers.CharField(required=False)
    place = serializers.CharField(required=False, allow_blank=True, max_length=MAX_PLACE)
    starts_at = serializers.DateTimeField(help_text="Lists are checked for its day in the site's time zone.")
    deadline = serializers.DateTimeField(help_text="Lists submitted at or after this time are late.")
    registration_until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When registration closes; null: at the deadline."
    )
    lists_visible = serializers.ChoiceField(
        ListsVisible.choices, required=False, help_text="When everyone may see the current lists."
    )
    capacity = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_CAPACITY, help_text="Player limit; null for none."
    )
    roster_notes = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTES)
    listed = serializers.BooleanField(required=False, help_text="Whether it is listed publicly.")
    own_limits = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_COPIES, allow_null=True),
        required=False,
        help_text="The organiser's own list: card name to copies, 0 for banned, null for any number.",
    )
    own_pool = serializers.BooleanField(required=False, help_text="Only cards in `own_limits` are allowed.")
    sets = serializers.ListField(
        child=serializers.CharField(allow_blank=True, max_length=80),
        required=False,
        allow_null=True,
        help_text="The sets whose cards are allowed, empty for all; null: all except `SAMPLE`, if there are others.",
    )


class EventWanted(EventFields):
    """An event to create."""

    game = serializers.ChoiceField(SLUGS)
    nonce = nonce_field(default="", allow_blank=True)


class EventChanges(EventFields):
    """Changes to an event."""

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class CancelWanted(Strict):
    """Calling an event off."""

    reason = serializers.CharField(max_length=MAX_REASON, help_text="Everyone with the link can read it.")


class PinnedSerializer(ListVersionSerializer):
    title = serializers.CharField()


class StartQuery(Strict):
    """Starting an event."""

    early = serializers.BooleanField(default=False, help_text="Start even before the list deadline.")


class KeepWanted(Strict):
    """Keeping an event's current restriction lists."""

    reason = serializers.CharField(max_length=MAX_REASON, help_text="Kept in the log.")


class SettleWanted(Strict):
    """A decision about an entry of a restriction list that names no card. `slug`, `version`: the list's."""

    slug = serializers.CharField()
    version = serializers.CharField()
    entry = serializers.CharField(help_text="The entry as the list writes it.")
    do = serializers.ChoiceField(DECISIONS, help_text="Applies to this event alone.")
    card = serializers.CharField(
        default="", max_length=MAX_CARD_NAME, help_text="To replace it: the name of the card that is meant."
    )
    reason = serializers.CharField(max_length=MAX_REASON, help_text="Kept in the log.")


class OpenEntrySerializer(serializers.Serializer):
    """An entry of a restriction list that names no card."""

    slug = serializers.CharField(source="list.slug")
    version = serializers.CharField(source="list.version")
    entry = serializers.CharField(source="text")


class AffectedSerializer(serializers.Serializer):
    """An entry whose state would change under the newer lists."""

    number = serializers.IntegerField(source="now.entry.number")
    name = serializers.CharField(source="now.entry.name")
    now = serializers.CharField(source="now.state")
    then = serializers.CharField(source="then.state")


class PinsSerializer(serializers.Serializer):
    """An event's restriction lists and the newest ones for its day."""

    outdated = serializers.BooleanField()
    settled = serializers.BooleanField(help_text="Whether the event can start as far as these are concerned.")
    pinned = PinnedSerializer(many=True)
    known = PinnedSerializer(many=True)
    affected = AffectedSerializer(many=True)
    open_entries = OpenEntrySerializer(many=True, help_text="They keep the event from starting.")


class EventShortSerializer(serializers.Serializer):
    """An event in a list. Context: `request`."""

    slug = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    name = serializers.CharField()
    game = serializers.CharField()
    format = serializers.CharField()
    place = serializers.CharField()
    starts_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField()
    state = serializers.SerializerMethodField()
    listed = serializers.BooleanField()

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, event: Event) -> Any:
        return self.context["request"].build_absolute_uri(event.get_absolute_url())

    @extend_schema_field(serializers.ChoiceField(State.choices))
    def get_state(self, event: Event) -> str:
        return event.state(clock.now())


class EventSerializer(EventShortSerializer):
    """An event. Context: `request` and the caller's `role`."""

    day = serializers.DateField(help_text="Lists are checked for this day.")
    lists_visible = serializers.ChoiceField(ListsVisible.choices)
    lists_open = serializers.SerializerMethodField(help_text="Whether everyone can see the current lists now.")
    registration_until = serializers.DateTimeField(allow_null=True)
    registers = serializers.SerializerMethodField(help_text="Whether players can register now.")
    capacity = serializers.IntegerField(allow_null=True)
    taken = serializers.SerializerMethodField(help_text="Number of players.")
    roster_notes = serializers.CharField()
    lists = serializers.SerializerMethodField(help_text="The restriction lists it uses.")
    lists_outdated = serializers.SerializerMethodField(
        help_text="Whether newer lists apply on its day; null if the caller is not staff."
    )
    own_limits = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    own_pool = serializers.BooleanField()
    sets = serializers.ListField(child=serializers.CharField(allow_blank=True), allow_null=True)
    sets_allowed = serializers.SerializerMethodField(help_text="The resulting list; empty for every set.")
    role = serializers.SerializerMethodField(help_text="The caller's role, or empty.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    archived_at = serializers.DateTimeField(allow_null=True, help_text="When it was archived.")
    called_off = serializers.SerializerMethodField(help_text="Why it was called off, or empty.")

    @extend_schema_field(PinnedSerializer(many=True))
    def get_lists(self, event: Event) -> Any:
        return PinnedSerializer(pinned_lists(event), many=True).data

    def get_lists_open(self, event: Event) -> bool:
        return selectors.lists_open(event)

    def get_registers(self, event: Event) -> bool:
        return event.registers(clock.now())

    def get_called_off(self, event: Event) -> str:
        return selectors.why_called_off(event)

    def get_sets_allowed(self, event: Event) -> list[str]:
        return list(allowed_sets(event))

    def get_taken(self, event: Event) -> int:
        return selectors.playing(event).count()

    def get_lists_outdated(self, event: Event) -> bool | None:
        return pins_selectors.is_outdated(event) if self.context["role"] else None

    def get_role(self, event: Event) -> str:
        return str(self.context["role"])


class RoleWanted(Strict):
    """A role for a person, which replaces their current one."""

    user = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(RoleName.choices)


class RoleSerializer(serializers.Serializer):
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(RoleName.choices)


class LogSerializer(serializers.Serializer):
    """An entry of the log."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField(help_text="Null for a player without an account, via the entry link.")
    what = serializers.ChoiceField(list(LOG))
    entry = serializers.IntegerField(source="about.number", default=None, allow_null=True)
    params = serializers.DictField(help_text="The values used in the message.")
    message = serializers.SerializerMethodField()

    def get_by(self, entry: LogEntry) -> str | None:
        return entry.by_name or None

    def get_message(self, entry: LogEntry) -> str:
        return log_sentence(entry)
