"""What the log says of people whose accounts are gone, and of those who had none."""

import pytest
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.events import entry_services, services
from deckbuilder.events.models import LogEntry
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.events.base import EventTest

pytestmark = pytest.mark.databases


class GoneTest(EventTest):
    def gone(self, user):
        User.objects.get(pk=user.pk).delete()

    def test_who_did_something_is_named_for_good(self):
        event = self.event()
        services.override(self.entry(event), by=self.alice, reason="On paper")
        self.gone(self.alice)
        last = LogEntry.objects.get(what="overridden")
        assert (last.by, last.by_name) == (None, "alice")
        shown = self.as_judith.get(reverse("events:log", args=[event.slug])).content.decode()
        assert "alice · " in shown
        told = self.as_judith.get(f"/api/v1/events/{event.slug}/gate/").json()["results"][0]
        assert told["override"]["by"] == "alice"

    def test_a_role_that_goes_with_an_account_is_logged(self):
        event = self.event()
        self.gone(self.judith)
        last = event.log.first()
        assert (last.by, last.about) == (None, None)
        assert log_sentence(last) == "The account judith, Judge here, was deleted."

    def test_an_entry_whose_account_goes_says_so(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.gone(self.bob)
        last = event.log.first()
        assert last.about == entry
        assert log_sentence(last) == "The account bob was deleted."

    def test_it_says_who_removed_whom_and_who_brought_them_back(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        entry_services.drop(entry, by=self.bob)
        assert log_sentence(event.log.first()) == "Left the event."
        entry_services.bring_back(entry, by=self.judith)
        assert log_sentence(event.log.first()) == "Brought back by judith."
        entry_services.drop(entry, by=self.alice)
        last = event.log.first()
        assert (last.by, last.about) == (self.alice, entry)
        assert log_sentence(last) == "Removed from the event by alice."
        shown = self.as_judith.get(reverse("events:log", args=[event.slug])).content.decode()
        assert "#1 bob</a>: Removed from the event by alice." in shown

    def test_a_player_without_an_account_leaves_by_the_link_or_is_removed(self):
        event = self.event()
        for by, sentence in ((None, "Left the event."), (self.judith, "Removed from the event by judith.")):
            entry_services.drop(self.entry(event), by=by)
            assert log_sentence(event.log.first()) == sentence

    def test_what_was_done_by_the_link_of_an_entry_says_so(self):
        event = self.event()
        entry = self.entry(event)
        entry_services.drop(entry, by=None)
        self.assertContains(self.as_alice.get(reverse("events:log", args=[event.slug])), "by the link of the entry", 1)
