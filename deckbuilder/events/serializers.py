"""Events, entries and the lists handed in, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.fields import Paged, Strict, Words
from deckbuilder.decks.serializers import (
    SLUGS,
    ListGiven,
    ListVersionSerializer,
    ReceiptSerializer,
    UnknownLineSerializer,
    ViolationSerializer,
)
from deckbuilder.decks.verdicts import violation_json
from deckbuilder.events import clock, selectors
from deckbuilder.events.models import (
    Entry,
    Event,
    ListsVisible,
    LogEntry,
    RoleName,
    State,
    Submission,
)
from deckbuilder.events.sentences import LOG, log_sentence
from deckbuilder.events.standings import STATES, Standing

# Events ---------------------------------------------------------------------------------------------------------------


class EventsAsked(Paged):
    mine = serializers.BooleanField(default=False, help_text="Only those one runs or plays.")
    game = serializers.ChoiceField(SLUGS, required=False)


class EventFields(Strict):
    """What can be said of an event."""

    name = serializers.CharField(max_length=120)
    format = serializers.CharField(required=False)
    place = serializers.CharField(required=False, allow_blank=True, max_length=200)
    starts_at = serializers.DateTimeField(help_text="Lists are judged for its day where the site is.")
    deadline = serializers.DateTimeField(help_text="A list that comes at this moment is late.")
    lists_visible = serializers.ChoiceField(
        ListsVisible.choices, required=False, help_text="When everybody may see the lists that stand."
    )
    capacity = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=100_000, help_text="Places; null: as many as come."
    )
    roster_notes = serializers.CharField(required=False, allow_blank=True, max_length=2_000)
    listed = serializers.BooleanField(required=False, help_text="Whether those without its link find it.")
    own_limits = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=1_000, allow_null=True),
        required=False,
        help_text="The organiser's own list: cards' names to copies, 0 for none, null for any number.",
    )
    own_pool = serializers.BooleanField(required=False, help_text="No cards but those of `own_limits` are allowed.")


class EventWanted(EventFields):
    """An event to be made."""

    game = serializers.ChoiceField(SLUGS)


class EventChanges(EventFields):
    """What is to be different about an event."""

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


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


class PinnedSerializer(ListVersionSerializer):
    title = serializers.CharField()


class EventSerializer(EventShortSerializer):
    """An event. Context: `request` and the `role` of whoever asks."""

    day = serializers.DateField(help_text="Lists are judged for this day.")
    lists_visible = serializers.ChoiceField(ListsVisible.choices)
    lists_open = serializers.SerializerMethodField(help_text="Whether everybody may see the lists that stand now.")
    capacity = serializers.IntegerField(allow_null=True)
    taken = serializers.SerializerMethodField(help_text="So many play.")
    roster_notes = serializers.CharField()
    lists = PinnedSerializer(source="pinned", many=True, help_text="The restriction lists that judge it.")
    lists_outdated = serializers.SerializerMethodField(
        help_text="Whether other lists are known by now to be in force on its day; null for who is not of the staff."
    )
    own_limits = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    own_pool = serializers.BooleanField()
    role = serializers.SerializerMethodField(help_text="Of whoever asks; empty for none.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_lists_open(self, event: Event) -> bool:
        return selectors.lists_open(event)

    def get_taken(self, event: Event) -> int:
        return selectors.playing(event).count()

    def get_lists_outdated(self, event: Event) -> bool | None:
        return selectors.pins_outdated(event) if self.context["role"] else None

    def get_role(self, event: Event) -> str:
        return self.context["role"]


class RoleWanted(Strict):
    """A role for somebody, in place of the one they have."""

    user = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(RoleName.choices)


class RoleSerializer(serializers.Serializer):
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(RoleName.choices)


class LogSerializer(serializers.Serializer):
    """One thing that was done."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(
        source="by.username", default=None, allow_null=True, help_text="Null for a player without an account."
    )
    what = serializers.ChoiceField(list(LOG))
    entry = serializers.IntegerField(source="about.number", default=None, allow_null=True)
    params = serializers.DictField(help_text="What the message speaks of.")
    message = serializers.SerializerMethodField()

    def get_message(self, entry: LogEntry) -> str:
        return log_sentence(entry)


# Entries --------------------------------------------------------------------------------------------------------------


class RegisterWanted(Strict):
    """Taking part oneself."""

    name = serializers.CharField(default="", allow_blank=True, max_length=80, help_text="The account's unless given.")
    answer = serializers.CharField(
        default="", allow_blank=True, max_length=300, help_text="To what the event asks of its players."
    )


class Nonce(serializers.CharField):
    """What tells a request sent twice from two requests: make one up for each, and send it again with a retry."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 40, "help_text": " ".join((type(self).__doc__ or "").split()), **options})


class EnterWanted(Strict):
    """A player without an account."""

    name = serializers.CharField(max_length=80)
    answer = serializers.CharField(default="", allow_blank=True, max_length=300)
    nonce = Nonce()


class EntrySerializer(serializers.Serializer):
    """Somebody who plays."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    user = serializers.CharField(source="user.username", default=None, allow_null=True)
    answer = serializers.CharField()
    key = serializers.SerializerMethodField(
        help_text="Of a player without an account: who sends it as X-Entry-Key acts for them. Null for others."
    )
    added_at = serializers.DateTimeField()
    dropped_at = serializers.DateTimeField(allow_null=True)

    def get_key(self, entry: Entry) -> str | None:
        return entry.key if entry.user_id is None else None


class OverrideSerializer(serializers.Serializer):
    reason = serializers.CharField(source="params.reason")
    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    at = serializers.DateTimeField()


class EntryStandingSerializer(serializers.Serializer):
    """How an entry stands under the rules of today."""

    entry = EntrySerializer()
    state = serializers.ChoiceField(STATES)
    settled = serializers.BooleanField(help_text="Whether the event may start with it like this.")
    version = serializers.SerializerMethodField(help_text="Of the list that stands; null for none.")
    late = serializers.SerializerMethodField(help_text="Why the list was taken after the deadline; else empty.")
    unknown = serializers.SerializerMethodField(help_text="Lines of the list that name no card.")
    violations = serializers.SerializerMethodField()
    override = OverrideSerializer(allow_null=True, help_text="What lets it through as it is.")

    def get_version(self, standing: Standing) -> int | None:
        return standing.submission.version if standing.submission else None

    def get_late(self, standing: Standing) -> str:
        return standing.submission.late if standing.submission else ""

    @extend_schema_field(UnknownLineSerializer(many=True))
    def get_unknown(self, standing: Standing) -> Any:
        return unknown_lines(standing.submission) if standing.submission else []

    @extend_schema_field(ViolationSerializer(many=True))
    def get_violations(self, standing: Standing) -> Any:
        verdict = standing.verdict
        return [violation_json(each, verdict.game) for each in verdict.violations] if verdict else []


class GateAsked(Paged):
    state = serializers.ChoiceField(STATES, required=False)


class GatePage(serializers.Serializer):
    """A page of the gate, and how many of all entries stand how."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = EntryStandingSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Entries by state.")
    unsettled = serializers.IntegerField(help_text="So many keep the event from starting, as far as is known.")
    waiting = serializers.IntegerField(help_text="So many lists are still to be judged, and stand in no state yet.")


class OverrideWanted(Strict):
    """Letting an entry through as it is."""

    reason = serializers.CharField(max_length=300, help_text="It stays in the log.")


# Lists handed in ------------------------------------------------------------------------------------------------------


class SubmissionWanted(ListGiven):
    """A list to hand in: `list` as text (or CSV, JSON), `deck` as the JSON form, or `slug` of a deck of the site."""

    slug = serializers.CharField(required=False, max_length=20)
    nonce = Nonce()
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=300, help_text="Why the staff take it after the deadline."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "slug" in data and {"list", "deck"} & set(data):
            raise serializers.ValidationError(_("Give “slug”, “list” or “deck”, not several."), "several")
        if not {"slug", "list", "deck"} & set(data):
            raise serializers.ValidationError({"list": [_("Give “slug”, “list” or “deck”.")]}, "required")
        return super().validate(data)


class SubmissionShortSerializer(serializers.Serializer):
    """A version of an entry's list, and what its receipt said."""

    version = serializers.IntegerField()
    name = serializers.CharField(help_text="Of the deck.")
    fingerprint = serializers.CharField()
    status = serializers.ChoiceField(("legal", "incomplete", "illegal"))
    format = serializers.CharField(source="receipt.format")
    on = serializers.CharField(source="receipt.on", help_text="The day it was judged for.")
    ruleset = serializers.CharField(source="receipt.ruleset")
    lists = serializers.SerializerMethodField(help_text="The restriction lists that judged it.")
    codes = Words(source="receipt.codes", help_text="The codes of what was found.")
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(
        source="submitted_by.username", default=None, allow_null=True, help_text="Null for who has no account."
    )
    late = serializers.CharField(help_text="Why it was taken after the deadline; else empty.")

    @extend_schema_field(ListVersionSerializer(many=True))
    def get_lists(self, submission: Submission) -> Any:
        return [{"slug": slug, "version": version} for slug, version in submission.receipt["lists"]]


class SubmittedCardSerializer(serializers.Serializer):
    """So many copies of a card in a zone."""

    zone = serializers.CharField()
    count = serializers.IntegerField()
    code = serializers.CharField(help_text="Of the printing the list names; empty where it names none.")
    name = serializers.CharField()


class SubmissionSerializer(SubmissionShortSerializer):
    """A list as it was handed in. Context: `inside`, for its player and the staff.

    `source`, `late` and `submitted_by` are not for everybody; they are null for others.
    """

    late = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="As in the history; null for others."
    )
    submitted_by = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="As in the history; null for others."
    )
    source = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="The text that was sent, empty for a deck of the site; null for others."
    )
    declarations = serializers.DictField(child=serializers.CharField(), source="deck.declarations")
    cards = serializers.SerializerMethodField()
    unknown = serializers.SerializerMethodField(help_text="Lines that name no card.")

    def get_late(self, submission: Submission) -> str | None:
        return submission.late if self.context["inside"] else None

    def get_submitted_by(self, submission: Submission) -> str | None:
        by = submission.submitted_by
        return by.username if by and self.context["inside"] else None

    def get_source(self, submission: Submission) -> str | None:
        return submission.source if self.context["inside"] else None

    @extend_schema_field(SubmittedCardSerializer(many=True))
    def get_cards(self, submission: Submission) -> Any:
        zones = selectors.deck_of(submission.entry.event, submission).zones
        return [
            {"zone": zone, "count": each.count, "code": each.code, "name": each.card.name}
            for zone, entries in zones.items()
            for each in entries
        ]

    @extend_schema_field(UnknownLineSerializer(many=True))
    def get_unknown(self, submission: Submission) -> Any:
        return unknown_lines(submission)


class HandedInSerializer(SubmissionSerializer):
    """A list that was handed in just now. Context: `receipt`."""

    url = serializers.SerializerMethodField(help_text="The page of its receipt.")
    receipt = serializers.SerializerMethodField(help_text="How each line was read; null for a deck of the site.")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, submission: Submission) -> Any:
        entry = submission.entry
        there = reverse("events:receipt", args=[entry.event.slug, entry.number, submission.version])
        return self.context["request"].build_absolute_uri(there)

    @extend_schema_field(ReceiptSerializer(allow_null=True))
    def get_receipt(self, submission: Submission) -> Any:
        return self.context["receipt"]


def unknown_lines(submission: Submission) -> list[dict[str, Any]]:
    """The lines of a list that name no card."""
    return [{"zone": zone, "count": count, "text": text} for zone, text, count in submission.deck["unknown"]]
