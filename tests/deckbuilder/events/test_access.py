"""Who may see and do what at an event: a table of rights that every address of events stands in.

Nobody else finds anything there (404), and no name, title or list is in what they are told.
"""

from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse

from deckbuilder.events import bulk, services
from deckbuilder.events.bulk_files import Item
from deckbuilder.events.models import Entry, Event, LogEntry, Role, Submission
from deckbuilder.events.urls import urlpatterns
from games.registry import get
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, FOX, ILLEGAL, LEGAL, START, EventTest

PEOPLE = ("visitor", "other", "player", "holder", "rival", "judge", "organiser")
"""A visitor; a person of no role; Bob, whose entry is asked for; who holds the link of Ann's; Carol, who plays too."""

EVERYBODY = frozenset(PEOPLE)
STAFF = frozenset(("judge", "organiser"))
OWN = STAFF | {"player"}
ORGANISER = frozenset(("organiser",))
FORM = {
    "kind": "xing-ling-wang/standard",
    "name": "Lantern Cup",
    "starts_at": "2027-03-06T10:00",
    "deadline": "2027-03-05T20:00",
    "lists_visible": "never",
}


class Right(NamedTuple):
    """Who may do what an address does, and what the answer is then. For anybody else there is nothing there (404)."""

    who: frozenset[str]
    method: str
    status: int
    data: dict[str, str] = {}
    unsigned: int = 0  # the answer to those without an account, where it is another


RIGHTS = {
    "list": Right(EVERYBODY, "get", 200),
    "create": Right(EVERYBODY, "get", 200, unsigned=302),
    "page": Right(EVERYBODY, "get", 200),
    "qr": Right(EVERYBODY, "get", 200),
    "register": Right(EVERYBODY, "post", 302, {"name": "Anybody"}),
    "open": Right(EVERYBODY, "get", 302),
    "entry": Right(OWN, "get", 200),
    "submit": Right(OWN, "post", 302, {"text": LEGAL, "nonce": "n", "action": "submit"}),
    "receipt": Right(OWN, "get", 200),
    "drop": Right(OWN, "post", 302),
    "roster": Right(STAFF, "get", 200),
    "enter": Right(STAFF, "post", 302, {"name": "Dan", "nonce": "n"}),
    "log": Right(STAFF, "get", 200),
    "sheet": Right(OWN, "get", 200),
    "sheets": Right(STAFF, "get", 200),
    "blank": Right(EVERYBODY, "get", 200),
    "blank-of": Right(EVERYBODY, "get", 200),
    "checks": Right(STAFF, "get", 200),
    "check": Right(STAFF, "get", 200),
    "results": Right(STAFF, "get", 200),
    "results-file": Right(STAFF, "get", 200),
    "judging": Right(STAFF, "get", 302),
    "judge": Right(STAFF, "post", 302),
    "tell": Right(ORGANISER, "get", 200),
    "bulk": Right(ORGANISER, "get", 200),
    "bulk-upload": Right(ORGANISER, "get", 200),
    "edit": Right(ORGANISER, "post", 302, FORM),
    "pin": Right(ORGANISER, "post", 302),
    "staff": Right(ORGANISER, "post", 302, {"user": "carol", "role": "judge"}),
    "override": Right(ORGANISER, "post", 302, {"reason": "So"}),
    "start": Right(ORGANISER, "post", 409),  # it is still open: see test_pages
    "end": Right(ORGANISER, "post", 409),
}
UNSIGNED = frozenset(("visitor", "holder"))
SECRETS = ("Bob the Brave", "燈火走過的街", FOX, "Ann Anonymous", "Night shift")


def test_every_address_of_events_stands_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)


class RightsTest(EventTest):
    def make(self):
        """An event with Bob's list, Ann's (who has no account) and Carol's, and everybody at their browsers."""
        self.now = DEADLINE - timedelta(days=1)
        event = self.event()
        bob = services.register(event, by=self.bob, name="Bob the Brave", answer="Night shift")
        ann = services.enter(event, by=self.alice, name="Ann Anonymous", nonce=self.nonce())
        carol = services.register(event, by=self.carol)
        for entry, text in ((bob, LEGAL), (ann, LEGAL), (carol, ILLEGAL)):
            self.submit(entry, text)
        self.upload = bulk.receive(event, [Item("Ann.txt", "Ann Anonymous", LEGAL)], ["Ann.txt"], by=self.alice).pk
        return event, bob, ann

    def browsers(self, event, ann):
        holder = self.client_class()
        holder.get(reverse("events:open", args=[event.slug, ann.key]))
        return {
            "visitor": self.client_class(),
            "other": self.browser_of(self.nobody),
            "player": self.as_bob,
            "holder": holder,
            "rival": self.as_carol,
            "judge": self.as_judith,
            "organiser": self.as_alice,
        }

    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        cls.nobody = type(cls.alice).objects.create(username="nobody")

    def address(self, name, event, entry, ann):
        more = {
            "bulk-upload": [event.slug, self.upload],
            "list": [], "create": [], "open": [event.slug, ann.key], "receipt": [event.slug, entry.number, 1],
            "blank-of": [XLW, "standard"], "results-file": [event.slug, "lists", "csv"],
            **{key: [event.slug, entry.number] for key in ("entry", "submit", "drop", "override", "sheet", "check")},
        }  # fmt: skip
        return reverse(f"events:{name}", args=more.get(name, [event.slug]))

    def assertRights(self, *, mine, who):
        """`mine`: the entry that is asked for, "bob" or "ann"; `who`: whose it is among PEOPLE."""
        event, bob, ann = self.make()
        entry, browsers = (bob if mine == "bob" else ann), self.browsers(event, ann)
        before = self.rows()
        for name, right in RIGHTS.items():
            allowed = {who if each == "player" else each for each in right.who} if right.who != EVERYBODY else EVERYBODY
            for person, browser in browsers.items():
                with self.subTest(f"{person}: {name}"), self.taken_back():
                    answer = getattr(browser, right.method)(self.address(name, event, entry, ann), right.data)
                    status = right.unsigned or right.status if person in UNSIGNED else right.status
                    assert answer.status_code == (status if person in allowed else 404)
                    if person not in allowed:
                        assert self.rows() == before
                    if person not in allowed or (right.who == EVERYBODY and person in ("visitor", "other")):
                        self.assertNothingTold(answer)

    @contextmanager
    def taken_back(self):
        """What happens here is undone afterwards."""
        point = transaction.savepoint()
        try:
            yield
        finally:
            transaction.savepoint_rollback(point)

    def assertNothingTold(self, answer):
        for secret in SECRETS:
            assert secret not in answer.content.decode(), secret

    def test_an_entry_is_its_players_and_the_staffs(self):
        self.assertRights(mine="bob", who="player")

    def test_an_entry_without_an_account_is_the_link_holders_and_the_staffs(self):
        self.assertRights(mine="ann", who="holder")

    def test_an_event_entry_or_version_there_is_not_is_not_found(self):
        event, bob, _ann = self.make()
        nowhere = [Event(slug="nowhere"), event, event]
        entries = [bob, Entry(number=99), Entry(number=99)]
        for at, entry in zip(nowhere, entries, strict=True):
            for name, right in RIGHTS.items():
                path = self.address(name, at, entry, Entry(key="wrong"))
                of_entry = name in ("entry", "submit", "drop", "override", "receipt", "open", "sheet", "check")
                if name not in ("list", "create", "blank-of") and (at.slug == "nowhere" or of_entry):
                    assert getattr(self.as_alice, right.method)(path, right.data).status_code == 404, name
        assert self.as_alice.get(reverse("events:receipt", args=[event.slug, bob.number, 2])).status_code == 404

    def test_roles_of_one_event_open_no_other(self):
        event, bob, ann = self.make()
        other = services.create(get(XLW), by=self.carol, name="Cup", starts_at=START, deadline=DEADLINE)
        for name, right in RIGHTS.items():
            if right.who != EVERYBODY:
                path = self.address(name, event, bob, ann)
                assert getattr(self.as_carol, right.method)(path, right.data).status_code == 404, name
        assert self.as_alice.get(reverse("events:roster", args=[other.slug])).status_code == 404

    def test_a_role_that_is_taken_away_opens_nothing(self):
        event, bob, _ann = self.make()
        services.remove_role(event, self.judith, by=self.alice)
        for name in ("roster", "log"):
            assert self.as_judith.get(reverse(f"events:{name}", args=[event.slug])).status_code == 404
        assert self.as_judith.get(reverse("events:entry", args=[event.slug, bob.number])).status_code == 404

    def test_the_link_of_an_entry_with_an_account_opens_nothing(self):
        event, bob, _ann = self.make()
        assert self.as_visitor.get(reverse("events:open", args=[event.slug, bob.key])).status_code == 404

    def test_nobody_but_the_staff_sees_the_link_of_a_player(self):
        event, _bob, ann = self.make()
        path = reverse("events:entry", args=[event.slug, ann.number])
        assert ann.key in self.as_judith.get(path).content.decode()
        for name in ("page", "list", "roster", "log"):
            args = [] if name == "list" else [event.slug]
            assert ann.key not in self.as_alice.get(reverse(f"events:{name}", args=args)).content.decode()

    def test_nothing_is_changed_by_following_a_link(self):
        event, bob, ann = self.make()
        before = self.rows()
        for name, right in RIGHTS.items():
            if right.method == "post":
                answer = self.as_alice.get(self.address(name, event, bob, ann), right.data)
                assert answer.status_code == (200 if name in ("edit", "staff", "submit") else 405), name
        assert self.rows() == before

    def test_a_stranger_to_the_form_cannot_send_it(self):
        event, bob, ann = self.make()
        self.as_alice.handler.enforce_csrf_checks = True
        for name, right in RIGHTS.items():
            if right.method == "post":
                answer = self.as_alice.post(self.address(name, event, bob, ann), right.data)
                assert answer.status_code == 403, name


class PublishedTest(EventTest):
    """When others see the list that stands: as the organiser chose, and nothing else of the entry."""

    def run_to(self, stage, lists_visible):
        self.now = DEADLINE - timedelta(days=1)
        event = self.event(lists_visible=lists_visible)
        entry = self.entry(event, self.bob)
        left = self.entry(event, self.carol)
        for each in (entry, left):
            self.submit(each)
            self.submit(each)
        services.drop(left, by=self.carol)
        self.now = DEADLINE
        if stage != "closed":
            services.start(event, by=self.alice)
        if stage == "ended":
            services.end(event, by=self.alice)
        return event

    def test_as_the_organiser_chose(self):
        seen = {"never": (), "start": ("started", "ended"), "end": ("ended",)}
        for lists_visible, stages in seen.items():
            for stage in ("closed", "started", "ended"):
                with self.subTest(lists_visible, stage=stage):
                    event = self.run_to(stage, lists_visible)
                    newest = reverse("events:receipt", args=[event.slug, 1, 2])
                    for browser in (self.as_visitor, self.as_carol):
                        assert browser.get(newest).status_code == (200 if stage in stages else 404)

    def test_only_the_list_that_stands_of_those_who_play(self):
        event = self.run_to("ended", "start")
        for number, version in ((1, 1), (2, 2)):
            path = reverse("events:receipt", args=[event.slug, number, version])
            assert self.as_visitor.get(path).status_code == 404
        assert self.as_visitor.get(reverse("events:entry", args=[event.slug, 1])).status_code == 404


class AdminTest(EventTest):
    def test_nobody_changes_or_deletes_what_was_done(self):
        self.alice.is_staff = self.alice.is_superuser = True
        self.alice.save()
        event = self.event()
        kept = event.log.first()
        for model, row in ((LogEntry, kept), (Event, event)):
            path = f"/admin/events/{model._meta.model_name}/"
            assert self.as_alice.get(path).status_code == 200
            assert self.as_alice.get(f"{path}{row.pk}/change/").status_code == 200
            for tried in (f"{path}add/", f"{path}{row.pk}/delete/"):
                assert self.as_alice.post(tried, {"post": "yes"}).status_code == 403
            assert self.as_alice.post(f"{path}{row.pk}/change/", {"what": "ended"}).status_code == 403
        assert [model.objects.count() for model in (Event, Role, Submission)] == [1, 2, 0]

    def test_an_event_without_an_organiser_is_given_one_and_that_is_logged(self):
        self.judith.is_staff = self.judith.is_superuser = True
        self.judith.save()
        event = services.create(get(XLW), by=self.bob, name="Cup", starts_at=START, deadline=DEADLINE)
        self.bob.delete()
        given = {"event": event.pk, "user": self.carol.pk, "role": "organiser"}
        assert self.as_judith.post("/admin/events/role/add/", given).status_code == 302
        assert self.as_carol.get(reverse("events:roster", args=[event.slug])).status_code == 200
        last = event.log.first()
        assert (last.what, last.by, last.params["user"]) == ("role-given", self.judith, "carol")
