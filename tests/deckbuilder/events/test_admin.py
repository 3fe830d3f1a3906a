"""Staff of the site look at events, and name an organiser where there is none left; what was done stays as it was."""

import pytest
from django.urls import reverse

from deckbuilder.events.checks import services as check_services
from deckbuilder.events.event import services
from deckbuilder.events.models import DeckCheck, Role
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, START, EventTest


class EventAdminTest(EventTest):
    @pytest.mark.slow
    def test_nobody_changes_or_deletes_what_was_done(self):
        self.alice.is_staff = self.alice.is_superuser = True
        self.alice.save()
        entry = self.entry(self.event(), self.bob)
        self.submit(entry)
        counted = {"version": 1, "counts": {0: 1}, "outcome": "clean", "nonce": self.nonce()}
        check = check_services.record(entry, by=self.judith, **counted)
        before = self.rows()
        for row in (entry.event, entry.event.roles.first(), entry.event.log.first(), check):
            with self.subTest(type(row).__name__):
                path = f"/admin/events/{row._meta.model_name}/"
                assert self.as_alice.get(path).status_code == 200
                assert self.as_alice.get(f"{path}{row.pk}/change/").status_code == 200
                for tried in (f"{path}{row.pk}/change/", f"{path}{row.pk}/delete/"):
                    assert (
                        self.as_alice.post(tried, {"post": "yes", "what": "ended", "role": "judge"}).status_code == 403
                    )
                added = self.as_alice.get(f"{path}add/").status_code
                assert added == (200 if isinstance(row, Role) else 403)
        assert self.rows() == before
        assert DeckCheck.objects.get() == check

    def test_an_event_without_an_organiser_is_given_one_and_that_is_logged(self):
        self.judith.is_staff = self.judith.is_superuser = True
        self.judith.save()
        event = services.create(get(XLW), by=self.bob, name="Cup", starts_at=START, deadline=DEADLINE)
        event.roles.all().delete()
        given = {"event": event.pk, "user": self.carol.pk, "role": "organiser"}
        assert self.as_judith.post("/admin/events/role/add/", given).status_code == 302
        assert self.as_carol.get(reverse("events:roster", args=[event.slug])).status_code == 200
        last = event.log.first()
        assert (last.what, last.by, last.params["user"]) == ("role-given", self.judith, "carol")
