"""Notifying players, in the API."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckbuilder.common.rest.fields import Paged, Strict
from deckbuilder.events.entries.recipients import REACHES
from deckbuilder.events.entries.serializers import EntrySerializer, nonce_field
from deckbuilder.events.notify import texts
from deckbuilder.events.pages import named_cards
from deckbuilder.events.readiness.states import STATES, Readiness
from games.engine.model.cards import Card


class NotifyQuery(Paged):
    lang = serializers.ChoiceField(
        settings.LANGUAGES, required=False, help_text="Language of the texts; default: that of Accept-Language."
    )


class ToldSerializer(serializers.Serializer):
    """A player to notify, with the text. Context: `request`, `event` and `reaches`."""

    entry = EntrySerializer()
    state = serializers.ChoiceField(STATES)
    text = serializers.SerializerMethodField(help_text="For this player only: the reasons and the link.")
    url = serializers.SerializerMethodField(
        help_text="The entry's page; for a player without an account the link that opens it."
    )

    reach = serializers.SerializerMethodField(help_text="Whether the site can e-mail this player, or why not.")

    @extend_schema_field(serializers.ChoiceField(REACHES))
    def get_reach(self, readiness: Readiness) -> str:
        return str(self.context["reaches"].of(readiness.entry))

    def get_text(self, readiness: Readiness) -> str:
        return texts.to_one(readiness, self.context["event"], self._root(), self._cards)

    @cached_property
    def _cards(self) -> Collection[Card]:
        """The cards named in the texts of a page."""
        rows: Any = [self.instance] if self.root is self else self.parent.instance
        return named_cards(each.verdict for each in rows if each.verdict)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, readiness: Readiness) -> Any:
        return texts.link_of(readiness.entry, self.context["event"], self._root())

    def _root(self) -> str:
        return str(self.context["request"].build_absolute_uri("/"))


class TellPage(serializers.Serializer):
    """A page of players to notify, with a text for all of them."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ToldSerializer(many=True)
    text = serializers.CharField(help_text="For a group chat: the names, but neither cards nor keys.")
    reachable = serializers.IntegerField(
        allow_null=True, help_text="Number of players that can be e-mailed; null if the site sends no e-mail."
    )
    waiting = serializers.IntegerField(help_text="Number of lists still to be checked, which may add players.")


class TellWanted(Strict):
    """An e-mail to the players to notify."""

    nonce = nonce_field()
    lang = serializers.ChoiceField(
        settings.LANGUAGES,
        required=False,
        help_text="For players whose account has no language; default: that of Accept-Language.",
    )


class WrittenSerializer(serializers.Serializer):
    written = serializers.IntegerField(help_text="Number of players that will be e-mailed.")
