"""The page of an entry offers what the service does, and nothing else."""

import pytest

from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.errors import EventError
from deckbuilder.events.event import services
from tests.deckbuilder.events.base import DEADLINE, EventTest

pytestmark = pytest.mark.databases


class OfferTest(EventTest):
    def setUp(self):
        super().setUp()
        self.cup = self.event()
        self.mine = self.entry(self.cup, self.bob)
        self.submit(self.mine)

    def accepts(self, work, *arguments, **options):
        try:
            work(*arguments, **options)
        except EventError:
            return False
        return True

    def offers(self):
        """By who looks, whether lists may be submitted and the entry changed: as the page says, and as it is."""
        found = {}
        path = f"/events/{self.cup.slug}/entries/{self.mine.number}/"
        for name, browser, user in (("player", self.as_bob, self.bob), ("staff", self.as_judith, self.judith)):
            context = browser.get(path).context
            submitted = self.accepts(self.submit, self.mine, by=user, reason="On paper")
            changed = self.accepts(entry_services.amend, self.mine, by=user, answer=self.nonce())
            assert (context["may_submit"], context["may_change"]) == (submitted, changed), name
            found[name] = (submitted, changed)
        self.mine.refresh_from_db()
        return found

    def test_until_the_end_it_is_so_at_every_stage(self):
        stages = {"open": self.offers()}
        self.now = DEADLINE
        stages["closed"] = self.offers()
        services.start(self.cup, by=self.alice)
        stages["started"] = self.offers()
        services.end(self.cup, by=self.alice)
        stages["ended"] = self.offers()
        assert stages == {
            "open": {"player": (True, True), "staff": (True, True)},
            "closed": {"player": (False, True), "staff": (True, True)},
            "started": {"player": (False, False), "staff": (True, True)},
            "ended": {"player": (False, False), "staff": (False, False)},
        }

    def test_of_an_event_that_was_called_off_nothing(self):
        services.cancel(self.cup, by=self.alice, reason="No room")
        assert self.offers() == {"player": (False, False), "staff": (False, False)}

    def test_who_left_submits_nothing(self):
        entry_services.drop(self.mine, by=self.bob)
        assert self.offers() == {"player": (False, True), "staff": (False, True)}

    def test_the_last_place_is_the_last_one(self):
        self.cup.capacity = 1
        self.cup.save()
        assert self.as_carol.get(f"/events/{self.cup.slug}/").context["full"]
        self.assertRefused("full", entry_services.register, self.cup, by=self.carol)
