"""Players, their readiness and their lists in the API."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Paged, Strict, Words
from deckbuilder.decks.lists.serializers import ListGiven, ReceiptSerializer
from deckbuilder.decks.serializers import UnknownLineSerializer
from deckbuilder.decks.verdicts.serializers import ListVersionSerializer, ViolationSerializer
from deckbuilder.decks.verdicts.verdict_json import violation_json
from deckbuilder.events import selectors
from deckbuilder.events.bounds import MAX_ANSWER, MAX_EMAIL, MAX_NONCE, MAX_PLAYER_NAME, MAX_REASON
from deckbuilder.events.models import Entry, Submission
from deckbuilder.events.readiness.states import STATES, Readiness
from deckbuilder.events.to_games import stored_deck, stored_receipt

# Entries --------------------------------------------------------------------------------------------------------------


def email_field() -> serializers.CharField:
    help_text = "The e-mail address for this event; only staff see it."
    return serializers.CharField(default="", allow_blank=True, max_length=MAX_EMAIL, help_text=help_text)


def nonce_field(**options: Any) -> serializers.CharField:
    help_text = "A random string, new for each request; send the same one with a retry."
    return serializers.CharField(max_length=MAX_NONCE, help_text=help_text, **options)


class RegisterWanted(Strict):
    """Registration of the caller."""

    name = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_PLAYER_NAME, help_text="Default: the account's name."
    )
    answer = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_ANSWER, help_text="The answer to the organiser's question."
    )
    email = email_field()


class EnterWanted(Strict):
    """A player without an account."""

    name = serializers.CharField(max_length=MAX_PLAYER_NAME)
    answer = serializers.CharField(default="", allow_blank=True, max_length=MAX_ANSWER)
    email = email_field()
    nonce = nonce_field()
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_REASON, help_text="Required after the start."
    )
    here = serializers.BooleanField(default=False, help_text="Also check the player in.")


class EntryChanges(Strict):
    """Changes to a player's details."""

    name = serializers.CharField(required=False, max_length=MAX_PLAYER_NAME)
    answer = serializers.CharField(required=False, allow_blank=True, max_length=MAX_ANSWER)
    email = serializers.CharField(required=False, allow_blank=True, max_length=MAX_EMAIL)


class EntrySerializer(serializers.Serializer):
    """An entry."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    user = serializers.CharField(source="user.username", default=None, allow_null=True)
    answer = serializers.CharField()
    email = serializers.CharField(help_text="The e-mail address for this event; empty to use the account's.")
    key = serializers.SerializerMethodField(
        help_text="The key of a player without an account, sent as X-Entry-Key. Null for others."
    )
    added_at = serializers.DateTimeField()
    dropped_at = serializers.DateTimeField(allow_null=True)
    present_at = serializers.DateTimeField(allow_null=True, help_text="When the player was checked in.")

    def get_key(self, entry: Entry) -> str | None:
        return entry.key if entry.user_id is None else None


class OverrideSerializer(serializers.Serializer):
    reason = serializers.CharField(source="params.reason")
    by = serializers.CharField(source="by_name")
    at = serializers.DateTimeField()


class EntryReadinessSerializer(serializers.Serializer):
    """The readiness of an entry, as of now or of the start."""

    entry = EntrySerializer()
    state = serializers.ChoiceField(STATES)
    settled = serializers.BooleanField(source="may_start", help_text="Whether the event can start with it as it is.")
    version = serializers.SerializerMethodField(help_text="The version of the current list; null without one.")
    late = serializers.SerializerMethodField(help_text="Why the list was accepted after the deadline, or empty.")
    unknown = serializers.SerializerMethodField(help_text="Lines of the list that name no card.")
    violations = serializers.SerializerMethodField()
    digest = serializers.CharField(help_text="Changes with the current list and its problems.")
    override = OverrideSerializer(allow_null=True, help_text="The override that lets it play as it is.")

    def get_version(self, readiness: Readiness) -> int | None:
        return readiness.submission.version if readiness.submission else None

    def get_late(self, readiness: Readiness) -> str:
        return readiness.submission.late if readiness.submission else ""

    @extend_schema_field(UnknownLineSerializer(many=True))
    def get_unknown(self, readiness: Readiness) -> Any:
        return unknown_lines(readiness.submission) if readiness.submission else []

    @extend_schema_field(ViolationSerializer(many=True))
    def get_violations(self, readiness: Readiness) -> Any:
        verdict = readiness.verdict
        return [violation_json(each, verdict.game) for each in verdict.violations] if verdict else []


class GateQuery(Paged):
    state = serializers.ChoiceField(STATES, required=False)


class GatePage(serializers.Serializer):
    """A page of the gate, with the number of entries in each state."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = EntryReadinessSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Entries by state.")
    unsettled = serializers.IntegerField(
        help_text="Number of entries that keep the event from starting, as far as known."
    )
    waiting = serializers.IntegerField(help_text="Number of lists still to be checked.")
    failed = serializers.BooleanField(help_text="Whether checking them failed; they wait until it is requested again.")


class OverrideWanted(Strict):
    """Overriding the verdict on an entry."""

    reason = serializers.CharField(max_length=MAX_REASON, help_text="Kept in the log.")
    seen = serializers.CharField(
        default="",
        allow_blank=True,
        help_text="The entry's `digest` as you read it; refused if its list or problems have changed since.",
    )


# Submitted lists ------------------------------------------------------------------------------------------------------


class SubmissionWanted(ListGiven):
    """A list to submit: `list` as text (or CSV, JSON), `deck` as the JSON form, or the `slug` of a deck on the site."""

    slug = serializers.CharField(required=False, max_length=20)
    nonce = nonce_field()
    reason = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_REASON,
        help_text="Why staff accept it after the deadline or the start.",
    )
    replaces = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=0,
        help_text="The current version as you read it, 0 for none: if there is another by now, nothing is replaced.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "slug" in data and {"list", "deck"} & set(data):
            raise serializers.ValidationError(_("Send only one of “slug”, “list” and “deck”."), "several")
        if not {"slug", "list", "deck"} & set(data):
            raise serializers.ValidationError({"list": [_("Send “slug”, “list” or “deck”.")]}, "required")
        return super().validate(data)


class SubmissionShortSerializer(serializers.Serializer):
    """A version of an entry's list with its receipt."""

    version = serializers.IntegerField()
    name = serializers.CharField(help_text="The deck's name.")
    fingerprint = serializers.CharField()
    status = serializers.ChoiceField(("legal", "incomplete", "illegal"))
    format = serializers.CharField(source="receipt.format")
    on = serializers.CharField(source="receipt.on", help_text="The day it was checked for.")
    ruleset = serializers.CharField(source="receipt.ruleset")
    lists = serializers.SerializerMethodField(help_text="The restriction lists it was checked against.")
    codes = Words(source="receipt.codes", help_text="The codes of its violations.")
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(
        source="submitted_by.username", default=None, allow_null=True, help_text="Null for a player without an account."
    )
    late = serializers.CharField(help_text="Why it was accepted after the deadline, or empty.")

    def to_representation(self, submission: Submission) -> dict[str, Any]:
        submission.receipt = dict(stored_receipt(submission))
        return super().to_representation(submission)

    @extend_schema_field(ListVersionSerializer(many=True))
    def get_lists(self, submission: Submission) -> Any:
        return [{"slug": slug, "version": version} for slug, version in submission.receipt["lists"]]


class SubmittedCardSerializer(serializers.Serializer):
    """A card in a zone with its number of copies."""

    zone = serializers.CharField()
    count = serializers.IntegerField()
    code = serializers.CharField(help_text="The printing that the list names, or empty.")
    name = serializers.CharField()
    sample = serializers.BooleanField(help_text="Whether it is a sample card, invented by this site.")


class SubmissionSerializer(SubmissionShortSerializer):
    """A list as submitted. Context: `inside`, for its player and the staff.

    `source`, `late` and `submitted_by` are null for others.
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
            {
                "zone": zone,
                "count": each.count,
                "code": each.code,
                "name": each.card.name,
                "sample": each.card.sample,
            }
            for zone, entries in zones.items()
            for each in entries
        ]

    @extend_schema_field(UnknownLineSerializer(many=True))
    def get_unknown(self, submission: Submission) -> Any:
        return unknown_lines(submission)


class HandedInSerializer(SubmissionSerializer):
    """A list that was just submitted. Context: `receipt`."""

    url = serializers.SerializerMethodField(help_text="The page of its receipt.")
    receipt = serializers.SerializerMethodField(help_text="How each line was read; null for a deck of the site.")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, submission: Submission) -> Any:
        entry = submission.entry
        path = reverse("events:receipt", args=[entry.event.slug, entry.number, submission.version])
        return self.context["request"].build_absolute_uri(path)

    @extend_schema_field(ReceiptSerializer(allow_null=True))
    def get_receipt(self, submission: Submission) -> Any:
        return self.context["receipt"]


def unknown_lines(submission: Submission) -> list[dict[str, Any]]:
    """The lines of a list that name no card."""
    return [{"zone": zone, "count": count, "text": text} for zone, text, count in stored_deck(submission)["unknown"]]
