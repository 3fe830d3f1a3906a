"""What the log says of people whose accounts are gone, and of those who had none."""

import pytest
from django.db.models import ProtectedError
from django.urls import reverse

from deckbuilder.accounts import services as accounts
from deckbuilder.accounts.models import User
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.event import services
from deckbuilder.events.models import LogEntry, RoleName
from deckbuilder.events.sentences import log_sentence
from tests.deckbuilder.base import PASSWORD
from tests.deckbuilder.events.base import EventTest

pytestmark = pytest.mark.databases


class GoneTest(EventTest):
    def gone(self, user):
        User.objects.get(pk=user.pk).delete()

    def test_the_name_of_an_account_goes_with_it_and_a_number_tells_who_did_what(self):
        event, number = self.event(), f"[{self.alice.pk}]"
        entry = self.entry(event)
        overrides.override(entry, by=self.alice, reason="On paper")
        services.add_role(event, self.carol, RoleName.JUDGE, by=self.alice)
        entry_services.drop(entry, by=self.alice)
        entry_services.bring_back(entry, by=self.judith)
        services.add_role(event, self.judith, RoleName.ORGANISER, by=self.alice)
        self.gone(self.alice)
        last = LogEntry.objects.get(what="overridden")
        assert (last.by, last.by_name) == (None, number)
        shown = self.as_judith.get(reverse("events:log", args=[event.slug])).content.decode()
        assert f"{number} · " in shown
        assert f"Removed from the event by {number}." in shown
        assert "alice" not in shown
        told = self.as_judith.get(f"/api/v1/events/{event.slug}/gate/").json()["results"][0]
        assert told["override"]["by"] == number
        self.gone(self.carol)
        given = LogEntry.objects.get(what="role-given", params__user=f"[{self.carol.pk}]")
        assert log_sentence(given) == f"[{self.carol.pk}] was given the role Judge."

    def test_the_last_organiser_of_an_event_stays_until_there_is_another_or_it_is_over(self):
        over, running = (self.event(name=name) for name in ("Snow Cup", "Lantern Cup"))
        services.cancel(over, by=self.alice, reason="Snow")
        before = self.rows()
        with pytest.raises(ProtectedError) as refusal:
            accounts.delete(self.alice)
        assert refusal.value.protected_objects == {running}
        assert self.rows() == before
        page = self.as_alice.post(reverse("accounts:delete"), {"password": PASSWORD})
        self.assertContains(page, f'<a href="{running.get_absolute_url()}">Lantern Cup</a>', status_code=409)
        services.add_role(running, self.judith, RoleName.ORGANISER, by=self.alice)
        self.as_alice.force_login(User.objects.get(pk=self.alice.pk))
        self.assertRedirects(self.as_alice.post(reverse("accounts:delete"), {"password": PASSWORD}), "/")
        assert [each.user for each in running.roles.all()] == [self.judith]

    def test_staff_cannot_delete_the_last_organiser_either(self):
        event = self.event()
        self.judith.is_staff = self.judith.is_superuser = True
        self.judith.save()
        there = f"/admin/accounts/user/{self.alice.pk}/delete/"
        self.assertContains(self.as_judith.get(there), "Lantern Cup")
        self.as_judith.post(there, {"post": "yes"})
        assert event.roles.filter(user=self.alice).exists()

    def test_a_role_that_goes_with_an_account_is_logged(self):
        event = self.event()
        self.gone(self.judith)
        last = event.log.first()
        assert (last.by, last.about) == (None, None)
        assert log_sentence(last) == f"The account [{self.judith.pk}] (Judge) was deleted."

    def test_an_entry_whose_account_goes_says_so(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        self.gone(self.bob)
        last = event.log.first()
        assert last.about == entry
        assert log_sentence(last) == f"The account [{self.bob.pk}] was deleted."

    def test_it_says_who_removed_whom_and_who_brought_them_back(self):
        event = self.event()
        entry = self.entry(event, self.bob)
        entry_services.drop(entry, by=self.bob)
        assert log_sentence(event.log.first()) == "Left the event."
        entry_services.bring_back(entry, by=self.judith)
        assert log_sentence(event.log.first()) == "Restored by judith."
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
        self.assertContains(self.as_alice.get(reverse("events:log", args=[event.slug])), "via the entry link", 1)
