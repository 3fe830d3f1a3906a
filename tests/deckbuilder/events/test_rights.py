"""Nobody gets or sees at an event what they should not: every address, everybody, at every stage."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from deckbuilder.accounts.models import User
from deckbuilder.events.bulk import services as bulk_services
from deckbuilder.events.bulk.files import Item
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.recipients import stop_key
from deckbuilder.events.event import services
from deckbuilder.events.models import Entry, Event, State
from deckbuilder.events.urls import urlpatterns
from games.registry import get
from tests.catalogs import decks_of
from tests.deckbuilder.api import ROOT, ApiTest, description
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import DEADLINE, EARLY, LEGAL, OTHER, START, EventTest
from tests.deckbuilder.events.rights import API, PAGES, PEOPLE, STAFF, STAGES, UNSIGNED, Right, rights

FOLDER = decks_of(get(XLW))
RANCH = (FOLDER / "thunder-ranch.txt").read_text(encoding="utf-8")
ORCS = (FOLDER / "illegal-orc-stampede.txt").read_text(encoding="utf-8")

# What can be told of each entry: of the list that stands, and what only its player and the staff may know.
STANDING = {
    "player": ("Bob the Brave", "燈火走過的街", "提燈小狐"),
    "holder": ("Ann Anonymous", "今夜屋頂見", "魚乾會計"),
    "rival": ("Carol the Calm", "誰都可以加入的衝鋒隊", "石牙鼓手"),
}
OWN = {
    "player": ("Bob’s shirt size", "Bob’s plan", "水車河狸", "# Bob’s note"),
    "holder": ("Ann’s diet", "# Ann’s note", "key-of-ann"),
    "rival": ("# Carol’s note", "Carol’s excuse"),
}
DANS = "賣糖的無面人"
STAFFS = ("Dan Dropout", "Dan’s plan", DANS, "key-of-dan", "Judith’s note")
"""Of Dan, who has left, so that his list is never open, and of a deck check."""

FORM = {
    "kind": "xing-ling-wang/standard",
    "name": "Cup",
    "starts_at": "2027-03-06T10:00",
    "deadline": "2027-03-05T20:00",
    "lists_visible": "never",
}
NEW = "game: xing-ling-wang\n1 紙傘婆婆"
COUNTED = [{"zone": "main", "name": "紙傘婆婆", "found": 1}]
SENT = {
    "create": FORM,
    "register": {"name": "Newcomer"},
    "edit": FORM,
    "enter": {"name": "Newcomer", "nonce": "new", "reason": "Train was late"},
    "import": {"roster": "Newcomer", "do": "take", "reason": "Train was late"},
    "check-in": {"number": "1", "here": "1"},
    "amend": {"name": "Someone Else"},
    "staff": {"user": "stranger", "role": "judge"},
    "submit": {"text": NEW, "nonce": "new", "action": "submit", "reason": "Train was late"},
    "override": {"reason": "So"},
    "cancel": {"reason": "Flood"},
    "check": {"version": "2", "nonce": "new", "action": "record", "zone-main": "1", "outcome": "clean"},
    "bulk-upload": {"do": "discard"},
    "events/": {
        "game": XLW, "name": "Cup", "starts_at": START.isoformat(), "deadline": DEADLINE.isoformat(),
    },
    "events/{slug}/": {"place": "Taipei"},
    "events/{slug}/roles/": {"user": "stranger", "role": "judge"},
    "events/{slug}/cancel/": {"reason": "Flood"},
    "events/{slug}/enter/": {"name": "Newcomer", "nonce": "new", "reason": "Train was late"},
    "events/{slug}/import/": {"roster": "Newcomer", "take": True, "reason": "Train was late"},
    "events/{slug}/pin/keep/": {"reason": "So"},
    "events/{slug}/pin/settle/": {"slug": "ban", "version": "1", "entry": "x", "do": "keep", "reason": "So"},
    "events/{slug}/register/": {"name": "Newcomer"},
    "events/{slug}/entries/{number}/checks/": {"version": 2, "counted": COUNTED, "outcome": "clean", "nonce": "new"},
    "events/{slug}/entries/{number}/": {"name": "Someone Else"},
    "events/{slug}/entries/{number}/override/": {"reason": "So"},
    "events/{slug}/tell/": {"nonce": "new"},
    "events/{slug}/entries/{number}/submissions/": {"list": NEW, "nonce": "new", "reason": "Train was late"},
}  # fmt: skip
"""What is sent to an address that changes something."""

FORMS = {"events/{slug}/uploads/": {"files": ("Newcomer.txt", NEW), "reason": "Train was late"}}
"""What is sent to those that take a form: of a file its name and what is in it."""

ASKED = {"events/{slug}/find/": {"q": "Bob"}}
"""What stands in an address that is but read."""


class World(NamedTuple):
    """An event at one stage, and everybody before it."""

    event: Event
    entries: dict[str, Entry]
    browsers: dict[str, Client]
    stage: str
    published: bool


def test_every_address_of_pages_stands_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == {right.address for right in rights(PAGES)}


def parts(right: Right) -> Iterator[str]:
    """What an address names, as the slug of an event."""
    if "{" in right.address:
        return (name for _, name, _, _ in Formatter().parse(right.address) if name)
    return (name for each in urlpatterns if each.name == right.address for name in each.pattern.converters)


def test_every_operation_of_the_api_stands_in_the_table():
    told = {
        (path.removeprefix(ROOT), method)
        for path, operations in description()["paths"].items()
        for method in operations
        if path.startswith(f"{ROOT}events/")
    }
    assert told == {(right.address, right.method) for right in rights(API)}


def test_people_are_of_the_table():
    assert {*STANDING} == {*OWN} <= {*PEOPLE}


def forbidden(person: str, *, published: bool) -> Iterator[str]:
    """What no answer to that person may contain."""
    if person in STAFF:
        return
    yield from STAFFS
    for owner, standing in STANDING.items():
        if owner != person:
            yield from OWN[owner]
            yield from () if published else standing


def file_of(value: object) -> object:
    """A file where the value is the name of one and what is in it."""
    return SimpleUploadedFile(value[0], value[1].encode()) if isinstance(value, tuple) else value


class WorldTest(EventTest, ApiTest):
    @classmethod
    def setUpTestData(cls):
        super().setUpTestData()
        cls.stranger = User.objects.create(username="stranger")

    def world(self, stage: str, lists_visible: str = "never") -> World:
        self.now = EARLY
        event = self.event(lists_visible=lists_visible, listed=True)
        elsewhere = {"name": "Elsewhere", "starts_at": START, "deadline": DEADLINE}
        services.create(get(XLW), by=self.stranger, **elsewhere)
        entries = self.enter_all(event)
        self.now = EARLY if stage == "open" else DEADLINE
        self.bring(event, stage)
        published = (lists_visible, stage) in (("start", "started"), ("start", "ended"), ("end", "ended"))
        return World(event, entries, self.browsers(event, entries["holder"]), stage, published)

    def bring(self, event: Event, stage: str):
        """To that stage; what was called off is as over as what has ended."""
        if stage == "called off":
            services.cancel(event, by=self.alice, reason="Flood")
        for reached, work in (("started", services.start), ("ended", services.end)):
            if stage in STAGES and STAGES.index(stage) >= STAGES.index(reached):
                work(event, by=self.alice)
        event.refresh_from_db()
        assert event.state(self.now) == (State.CANCELLED if stage == "called off" else State(stage))

    def enter_all(self, event: Event) -> dict[str, Entry]:
        bob = entry_services.register(event, by=self.bob, name="Bob the Brave", answer="Bob’s shirt size")
        ann = entry_services.enter(event, by=self.alice, name="Ann Anonymous", answer="Ann’s diet", nonce="ann")
        carol = entry_services.register(event, by=self.carol, name="Carol the Calm")
        dan = entry_services.enter(event, by=self.alice, name="Dan Dropout", nonce="dan")
        for entry, key in ((ann, "key-of-ann"), (dan, "key-of-dan")):
            entry.key = key
            entry.save()
        self.submit(bob, RANCH.replace("雷雨牧場", "Bob’s plan"))
        self.submit(bob, f"{LEGAL}# Bob’s note")
        self.submit(ann, OTHER)
        self.submit(ann, f"{OTHER}# Ann’s note")
        self.submit(carol, ORCS)
        self.submit(carol, f"{ORCS}# Carol’s note")
        overrides.override(carol, by=self.alice, reason="Carol’s excuse")
        self.submit(dan, f"name: Dan’s plan\n1 {DANS}", by=self.alice)
        entry_services.drop(dan, by=self.alice)
        bulk_services.receive(event, [Item("", "Bob the Brave", LEGAL)], ["Bob’s note"], by=self.alice)
        check_services.record(
            bob, by=self.judith, version=2, counts={0: 1}, outcome="clean", note="Judith’s note", nonce="check"
        )
        return {"player": bob, "holder": ann, "rival": carol, "left": dan}

    def browsers(self, event: Event, ann: Entry) -> dict[str, Client]:
        found = {
            "visitor": Client(),
            "stranger": self.browser_of(self.stranger),
            "holder": Client(),
            "player": self.as_bob,
            "rival": self.as_carol,
            "judge": self.as_judith,
            "organiser": self.as_alice,
        }
        found["holder"].get(reverse("events:open", args=[event.slug, ann.key]))
        return found

    # Asking -----------------------------------------------------------------------------------------------------------

    def path(self, world: World, right: Right, entry: Entry, **instead: object) -> str:
        """`instead`: what stands in the address replaces what there is."""
        given = self.given(world, entry, right.which) | instead
        return reverse(f"events:{right.address}", kwargs={name: given[name] for name in parts(right)})

    def page(self, world: World, right: Right, person: str, entry: Entry, **instead: object) -> HttpResponse:
        path = self.path(world, right, entry, **instead)
        return getattr(world.browsers[person], right.method)(path, SENT.get(right.address, {}) if right.changes else {})

    def operation(self, world: World, right: Right, person: str, entry: Entry, **instead: object) -> HttpResponse:
        """Keys are sent along, as programs do, and Bob's too, which opens nothing."""
        path = right.address.format(**self.given(world, entry, right.which) | instead)
        sent = {"query_params": ASKED.get(right.address, {})}
        if right.changes:
            sent = {"data": SENT.get(right.address, {}), "content_type": "application/json"}
        if right.changes and right.address in FORMS:
            sent = {"data": {name: file_of(value) for name, value in FORMS[right.address].items()}}
        key = world.entries["player" if person == "visitor" else "holder"].key
        headers = {"X-Entry-Key": key} if person in UNSIGNED else {}
        by = Client() if person == "holder" else world.browsers[person]
        return self.ask(right.method, path, by=by, headers=headers, **sent).raw

    def given(self, world: World, entry: Entry, which: str) -> dict[str, object]:
        """What stands in addresses."""
        number = world.entries["left"].number if which == "left" else entry.number
        upload = world.event.bulk_uploads.get().pk
        return {
            "slug": world.event.slug, "number": number, "version": 1 if which else 2, "user": "judith",
            "key": world.entries["holder"].key, "game": XLW, "form": "standard", "what": "lists", "ending": "csv",
            "pk": upload, "upload": upload, "stop_key": stop_key(world.event, "ann@example.org"),
        }  # fmt: skip


@pytest.mark.slow
class RightsTest(WorldTest):
    """Everything as everybody after the deadline; at other stages what can differ from that. A run of `make test` tries
    the stages before and after the start, `.ci/run` all of them."""

    def walk(self, world: World, table: str, ask, *, writes: bool):
        """Ask as everybody; whatever a request changes is rolled back."""
        for right in rights(table):
            if right.changes and not writes:
                continue
            owners = ("player", "holder") if right.changes else tuple(OWN)
            for owner in owners if "own" in right.who else owners[:1]:
                for person in PEOPLE:
                    if right.changes or self.may_differ(world, right, person, owner):
                        with self.subTest(f"{right.method} {right.address} {right.which} of {owner}", by=person):
                            self.assertRight(world, right, person, owner, ask)

    def may_differ(self, world: World, right: Right, person: str, owner: str) -> bool:
        """Whether reading this can show something else than after the deadline: another answer, or a page on which
        what others may not see could stand."""
        expected = self.expected(world, right, person, owner)
        after_the_deadline = right.status(person, stage="closed", published=False, own=owner)
        return world.stage == "closed" or expected != after_the_deadline or (expected == 200 and person not in STAFF)

    def expected(self, world: World, right: Right, person: str, owner: str) -> int:
        stage = "ended" if world.stage == "called off" else world.stage
        return right.status(person, stage=stage, published=world.published, own=owner)

    def assertRight(self, world: World, right: Right, person: str, owner: str, ask):
        with transaction.atomic():
            answer = ask(world, right, person, world.entries[owner])
            after = self.rows() if right.changes and answer.status_code >= 400 else self.before
            transaction.set_rollback(True)
        assert answer.status_code == self.expected(world, right, person, owner)
        assert after == self.before
        text = b"".join(answer).decode(errors="replace")
        assert [each for each in forbidden(person, published=world.published) if each in text] == []
        if person in STAFF:
            self.shown_to_staff.append(text)

    def assertRights(self, stage: str, lists_visible: str, *, writes: bool = True):
        """`writes`: whether what changes something is asked for too; whether lists are open makes no difference."""
        world, self.shown_to_staff = self.world(stage, lists_visible), []
        self.before = self.rows()
        self.walk(world, PAGES, self.page, writes=writes)
        self.walk(world, API, self.operation, writes=writes)

    def test_while_it_is_open(self):
        self.assertRights("open", "start")

    def test_after_the_deadline(self):
        self.assertRights("closed", "start")
        whole = "".join(self.shown_to_staff)  # what is hidden from others is there to be hidden
        for each in (*STAFFS, *sum(STANDING.values(), ()), *sum(OWN.values(), ())):
            assert each in whole, each

    def test_once_it_has_started_with_open_lists(self):
        self.assertRights("started", "start")

    @pytest.mark.exhaustive
    def test_once_it_has_started_and_lists_open_at_the_end(self):
        self.assertRights("started", "end", writes=False)

    @pytest.mark.exhaustive
    def test_once_it_has_ended_with_open_lists(self):
        self.assertRights("ended", "end")

    @pytest.mark.exhaustive
    def test_once_it_was_called_off(self):
        self.assertRights("called off", "end")

    @pytest.mark.exhaustive
    def test_once_it_has_ended_and_lists_stay_closed(self):
        self.assertRights("ended", "never", writes=False)


class RequestsTest(WorldTest):
    """What everybody is refused, with whatever rights."""

    def setUp(self):
        super().setUp()
        self.cup = self.world("open")
        self.bobs = self.cup.entries["player"]
        self.asking = [(each, self.page) for each in rights(PAGES)] + [(each, self.operation) for each in rights(API)]

    def test_every_method_of_a_page_stands_in_the_table(self):
        for address in {right.address for right in rights(PAGES)}:
            known = [right for right in rights(PAGES) if right.address == address]
            allowed = self.as_alice.options(self.path(self.cup, known[0], self.bobs))["Allow"]
            assert {*allowed.lower().split(", ")} - {"head"} == {right.method for right in known}, address

    @pytest.mark.slow
    def test_what_an_address_names_must_be_there(self):
        nowhere = {
            "slug": "nowhere", "number": 99, "version": 3, "key": "wrong", "pk": 0, "game": "whist", "form": "vintage",
            "what": "log", "ending": "xml",
        }  # fmt: skip
        for right, ask in self.asking:
            for name in nowhere.keys() & parts(right):
                with self.subTest(f"{right.method} {right.address}", wrong=name):
                    answer = ask(self.cup, right, "organiser", self.bobs, **{name: nowhere[name]})
                    assert answer.status_code == 404

    @pytest.mark.slow
    def test_a_role_that_is_taken_away_opens_nothing(self):
        services.remove_role(self.cup.event, self.judith, by=self.alice)
        for right, ask in self.asking:
            if not right.changes:
                answer = ask(self.cup, right, "judge", self.bobs)
                assert answer.status_code == right.status("stranger", stage="open", published=False, own="player")

    def test_the_link_of_an_entry_with_an_account_opens_nothing(self):
        path = reverse("events:open", args=[self.cup.event.slug, self.bobs.key])
        assert self.as_visitor.get(path).status_code == 404

    def test_the_link_of_a_player_stands_on_no_page_of_all_players(self):
        for name in ("page", "list", "roster", "log"):
            right = next(each for each in rights(PAGES) if each.address == name)
            assert "key-of-ann" not in self.page(self.cup, right, "organiser", self.bobs).content.decode()

    @pytest.mark.slow
    def test_nothing_is_changed_by_following_a_link(self):
        before, shown = self.rows(), {right.address for right in rights(PAGES) if not right.changes}
        for right in rights(PAGES):
            answer = self.as_alice.get(self.path(self.cup, right, self.bobs), SENT.get(right.address, {}))
            assert (answer.status_code == 405) == (right.address not in shown), right.address
        assert self.rows() == before

    @pytest.mark.slow
    def test_a_stranger_to_the_form_cannot_send_it(self):
        self.as_alice.handler.enforce_csrf_checks = True
        for right, ask in self.asking:
            if right.changes and right.address != "no-letters":  # its key is all that counts
                assert ask(self.cup, right, "organiser", self.bobs).status_code == 403, right.address
