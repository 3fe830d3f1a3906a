"""What one person and one address may make within an hour, without a cache, and what is said beyond that."""

from datetime import timedelta
from unittest import mock

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from deckbuilder.accounts.models import Creation, User
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.decks.models import Deck
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event
from games.registry import get
from tests.deckbuilder.api import NEVER
from tests.deckbuilder.base import XLW, SiteTest
from tests.deckbuilder.events.base import DEADLINE, EARLY, LEGAL, START

NO_CACHE = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
USUAL = settings.CREATIONS_PER_HOUR
EVENT = {
    "kind": f"{XLW}/standard", "name": "Cup", "starts_at": "2027-03-06T10:00", "deadline": "2027-03-05T20:00",
    "lists_visible": "never",
}  # fmt: skip


@override_settings(CACHES=NO_CACHE, CREATIONS_PER_HOUR=dict.fromkeys(USUAL, 2))
class LimitsTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.object(SimpleRateThrottle, "THROTTLE_RATES", NEVER))
        self.enterContext(mock.patch("deckbuilder.events.clock.now", return_value=EARLY))

    def make_deck(self, browser=None, **where):
        return (browser or self.as_visitor).post("/decks/new/", {"game": XLW}, **where)

    def cup(self):
        return services.create(get(XLW), by=self.alice, name="Cup", starts_at=START, deadline=DEADLINE)

    def import_list(self, **more):
        return self.as_alice.post("/decks/import/", {"text": LEGAL, "game": XLW, "action": "create", **more})


class DecksTest(LimitsTest):
    @pytest.mark.slow
    @override_settings(CREATIONS_PER_HOUR=USUAL)
    def test_a_browser_that_makes_decks_without_end_is_stopped(self):
        statuses = [self.make_deck().status_code for _ in range(188)]
        assert statuses == [302] * 61 + [429] * 127

    def test_a_form_that_is_shown_again_says_when_to_come_back_as_a_page_does(self):
        for _ in range(2):
            self.import_list()
        for answer in (self.import_list(), self.make_deck(self.as_alice)):
            assert answer.status_code == 429
            assert 3500 < int(answer["Retry-After"]) <= 3600

    def test_a_browser_makes_so_many_decks_and_is_told_when_it_may_go_on(self):
        for _ in range(3):
            self.make_deck()
        answer = self.make_deck()
        self.assertContains(answer, "at most 2 decks an hour.", status_code=429)
        assert 3500 < int(answer["Retry-After"]) <= 3600
        # The first one was made before the browser had a session, and counts by its address alone.
        assert Deck.objects.count() == 3

    def test_it_may_go_on_as_soon_as_the_hour_is_over(self):
        for _ in range(3):
            self.make_deck()
        with mock.patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(minutes=61)):
            assert self.make_deck().status_code == 302

    def test_an_account_is_counted_in_all_its_browsers_and_another_one_is_not_held_up(self):
        for _ in range(2):
            assert self.make_deck(self.browser_of(self.alice)).status_code == 302
        assert self.make_deck(self.as_alice).status_code == 429
        assert self.make_deck(self.as_bob).status_code == 302

    @override_settings(CREATIONS_OF_ADDRESS=2)
    def test_an_address_makes_more_however_many_browsers_it_has(self):
        for _ in range(4):
            assert self.make_deck(Client()).status_code == 302
        assert self.make_deck(Client()).status_code == 429
        assert self.make_deck(self.as_bob).status_code == 429
        assert self.make_deck(Client(), REMOTE_ADDR="192.0.2.7").status_code == 302

    @override_settings(CREATIONS_OF_ADDRESS=1)
    def test_the_addresses_of_one_network_of_ipv6_count_together(self):
        for end in ("1", "2"):
            assert self.make_deck(Client(), REMOTE_ADDR=f"2001:db8:1:1::{end}").status_code == 302
        assert self.make_deck(Client(), REMOTE_ADDR="2001:db8:1:1:9::3").status_code == 429
        assert self.make_deck(Client(), REMOTE_ADDR="2001:db8:1:2::3").status_code == 302

    def test_neither_addresses_nor_accounts_are_kept_as_they_are(self):
        self.make_deck(self.as_alice, REMOTE_ADDR="192.0.2.7")
        kept = Creation.objects.values_list("person", "address").get()
        assert all(len(each) == 64 for each in kept)
        assert "192.0.2.7" not in str(kept)

    def test_copies_and_decks_begun_with_a_card_count_too(self):
        deck = self.deck({"提燈小狐": 1})
        code = self.printing("提燈小狐").code
        for path in (f"/d/{deck.slug}/copy/", f"/decks/with/{XLW}/{code}/"):
            assert self.as_alice.post(path).status_code == 302
        for path in (f"/d/{deck.slug}/copy/", f"/decks/with/{XLW}/{code}/"):
            self.assertContains(self.as_alice.post(path), "at most 2 decks", status_code=429)

    def test_what_is_refused_for_another_reason_does_not_count(self):
        for _ in range(4):
            assert self.as_alice.post(f"/decks/with/{XLW}/no-such-card/").status_code == 302
        assert not Creation.objects.exists()

    def test_a_pasted_list_is_not_lost(self):
        for _ in range(2):
            assert self.import_list().status_code == 302
        answer = self.import_list()
        self.assertContains(answer, "at most 2 decks", status_code=429)
        self.assertContains(answer, LEGAL.splitlines()[-1], status_code=429)

    def test_programs_are_told_so_too(self):
        deck = self.deck()
        for path, body in (("", {"game": XLW}), ("", {"game": XLW, "list": LEGAL}), (f"{deck.slug}/copy/", {})):
            answer = self.as_alice.post(f"/api/v1/decks/{path}", body, content_type="application/json")
        assert answer.status_code == 429
        assert answer["Retry-After"] == str(answer.json()["params"]["wait"])
        assert answer.json()["code"] == "too-many"
        assert answer.json()["params"]["limit"] == 2


class EventsTest(LimitsTest):
    def test_events_and_what_was_typed_stays(self):
        for number in range(2):
            assert self.as_alice.post("/events/new/", EVENT | {"nonce": f"{number}"}).status_code == 302
        answer = self.as_alice.post("/events/new/", EVENT | {"nonce": "3", "place": "Back room"})
        self.assertContains(answer, "at most 2 events", status_code=429)
        self.assertContains(answer, "Back room", status_code=429)
        given = {"game": XLW, "name": "Cup", "starts_at": START.isoformat(), "deadline": DEADLINE.isoformat()}
        assert self.as_alice.post("/api/v1/events/", given, content_type="application/json").status_code == 429
        assert Event.objects.count() == 2

    def test_players_entered_one_by_one(self):
        there = f"/events/{self.cup().slug}/"
        for number in range(2):
            sent = {"name": f"Ann {number}", "nonce": f"{number}"}
            assert self.as_alice.post(f"{there}enter/", sent).status_code == 302
        answer = self.as_alice.post(f"{there}enter/", {"name": "Zoe", "nonce": "3"})
        self.assertContains(answer, "at most 2 players", status_code=429)
        self.assertContains(answer, "Zoe", status_code=429)
        sent = {"name": "Zoe", "nonce": "3"}
        assert self.as_alice.post(f"/api/v1{there}enter/", sent, content_type="application/json").status_code == 429
        assert Entry.objects.count() == 2

    def test_who_registers_for_event_after_event(self):
        for _ in range(2):
            self.as_bob.post(f"/events/{self.cup().slug}/register/", {"name": "Bob"})
        cup = self.cup()
        answer = self.as_bob.post(f"/events/{cup.slug}/register/", {"name": "Bob the Brave"})
        self.assertContains(answer, "Bob the Brave", status_code=429)
        answer = self.as_bob.post(f"/api/v1/events/{cup.slug}/register/", {}, content_type="application/json")
        assert answer.status_code == 429

    def test_a_roster_of_hundreds_is_one_upload(self):
        there = f"/events/{self.cup().slug}/import/"
        for part in range(2):
            roster = "\n".join(f"Player {part} {number}" for number in range(300))
            assert self.as_alice.post(there, {"roster": roster, "do": "take"}).status_code == 302
        assert Entry.objects.count() == 600
        answer = self.as_alice.post(there, {"roster": "Zoe", "do": "take"})
        self.assertContains(answer, "at most 2 files", status_code=429)
        self.assertContains(answer, "Zoe", status_code=429)
        answer = self.as_alice.post(f"/api/v1{there}", {"roster": "Zoe", "take": True}, content_type="application/json")
        assert answer.status_code == 429

    def test_files_with_many_lists_are_one_upload(self):
        there = f"/events/{self.cup().slug}/"

        def send(path):
            files = [SimpleUploadedFile(f"Player {number}.txt", LEGAL.encode()) for number in range(5)]
            return self.as_alice.post(path, {"files": files})

        assert send(f"{there}bulk/").status_code == 302
        assert send(f"/api/v1{there}uploads/").status_code == 201
        self.assertContains(send(f"{there}bulk/"), "at most 2 files", status_code=429)
        assert send(f"/api/v1{there}uploads/").status_code == 429


class CatalogTest(LimitsTest):
    @pytest.fixture(autouse=True)
    def files_elsewhere(self, tmp_path, settings):
        settings.MEDIA_ROOT = tmp_path

    def test_files_of_cards(self):
        staff = self.browser_of(User.objects.create_superuser("root2"))
        for number in range(3):
            file = SimpleUploadedFile("cards.csv", f"code,name,kind,race\nA-{number},雪女,unit,中立\n".encode())
            answer = staff.post(f"/{XLW}/import/", {"file": file})
        self.assertContains(answer, "at most 2 files", status_code=429)
        assert CatalogImport.objects.count() == 2
