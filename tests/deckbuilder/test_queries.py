"""No page asks the database more often because there is more to show: twice the data, the same number of queries."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from unittest import mock

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deckbuilder.accounts.models import RoleChange, User
from deckbuilder.catalog.imports import services as imports_services
from deckbuilder.catalog.imports import uploads
from deckbuilder.catalog.models import RestrictionList
from deckbuilder.decks import services as deck_services
from deckbuilder.decks.comments import services as comment_services
from deckbuilder.decks.models import Photo, Visibility
from deckbuilder.decks.moderation import services as moderation_services
from deckbuilder.events.checks import services as check_services
from deckbuilder.events.entries import overrides
from deckbuilder.events.entries import services as entry_services
from deckbuilder.events.entries.recipients import stop_key
from deckbuilder.events.event import services
from deckbuilder.events.models import Outcome, RoleName
from deckbuilder.playtest.models import Playtest
from deckbuilder.stats.models import Simulation
from deckbuilder.stats.simulations import services as stats_services
from deckbuilder.stats.simulations import specs
from games.registry import get
from tests.browser.stops import ACTIONS, CROSSINGS, FILES, THEIRS, named
from tests.deckbuilder.base import XLW
from tests.deckbuilder.events.base import FOX, ILLEGAL, LEGAL, OTHER, read
from tests.deckbuilder.events.bulk.base import BulkTest

pytestmark = [pytest.mark.databases, pytest.mark.slow]

UMBRELLA = "XLW-S002"


class Look(NamedTuple):
    """A page by the name of its address: who looks, and the path, where {names} stand for what QueryTest.at has."""

    who: str
    path: str


LOOKS = {
    "site:home": Look("alice", "/"),
    "site:about": Look("visitor", "/about/"),
    "site:remove_samples": Look("staff", "/{game}/import/samples/"),
    "site:roles": Look("admin", "/roles/?all=1"),
    "site:role_log": Look("admin", "/roles/log/"),
    "accounts:settings": Look("alice", "/account/settings/"),
    "account_signup": Look("visitor", "/account/signup/"),
    "account_login": Look("visitor", "/account/login/"),
    "account_logout": Look("alice", "/account/logout/"),
    "account_inactive": Look("visitor", "/account/inactive/"),
    "account_change_password": Look("alice", "/account/password/change/"),
    "decks:mine": Look("alice", "/decks/"),
    "decks:coming": Look("alice", "/decks/coming/"),
    "decks:public": Look("visitor", "/decks/public/"),
    "decks:author": Look("bob", "/people/alice/"),
    "decks:favourites": Look("bob", "/decks/favourites/"),
    "decks:following": Look("bob", "/decks/following/"),
    "decks:comments": Look("visitor", "/d/{deck}/comments/"),
    "decks:comment": Look("bob", "/comments/{comment}/"),
    "decks:report": Look("bob", "/d/{deck}/report/"),
    "decks:report_comment": Look("alice", "/comments/{comment}/report/"),
    "decks:moderation": Look("staff", "/moderation/"),
    "decks:moderation_log": Look("staff", "/moderation/log/"),
    "decks:moderation_person": Look("staff", "/moderation/people/alice/"),
    "decks:create": Look("alice", "/decks/new/"),
    "decks:import": Look("alice", "/decks/import/"),
    "decks:photo": Look("visitor", "/photos/{photo}/"),
    "decks:page": Look("alice", "/d/{deck}/"),
    "decks:delete": Look("alice", "/d/{deck}/delete/"),
    "decks:notes": Look("alice", "/d/{deck}/notes/"),
    "decks:playtest_cards": Look("alice", "/d/{deck}/cards/"),
    "decks:history": Look("alice", "/d/{deck}/history/"),
    "decks:builder": Look("alice", "/d/{deck}/edit/"),
    "stats:odds": Look("alice", "/d/{deck}/odds/"),
    "stats:maybe": Look("alice", "/d/{deck}/odds/maybe/"),
    "stats:questions": Look("alice", "/d/{deck}/questions/"),
    "stats:keep": Look("alice", "/d/{deck}/keep/"),
    "stats:hands": Look("alice", "/d/{deck}/hands/?seed=7"),
    "stats:simulations": Look("alice", "/d/{deck}/simulations/"),
    "stats:choose_versions": Look("alice", "/d/{deck}/compare/"),
    "stats:versions": Look("alice", "/d/{deck}/0/with/{deck}/2/"),
    "stats:simulation": Look("alice", "/s/{simulation}/"),
    "stats:pair": Look("alice", "/s/{simulation}/with/{other}/"),
    "playtest:new": Look("alice", "/d/{deck}/play/new/"),
    "playtest:table": Look("alice", "/p/{table}/"),
    "playtest:tree": Look("visitor", "/p/{table}/tree/"),
    "playtest:watch": Look("visitor", "/w/{watched}/"),
    "battle:page": Look("visitor", "/{game}/battle/"),
    "events:list": Look("alice", "/events/"),
    "events:create": Look("alice", "/events/new/"),
    "events:page": Look("bob", "/events/{event}/"),
    "events:no-letters": Look("visitor", "/events/{event}/no-letters/{stop_key}/"),
    "events:edit": Look("alice", "/events/{event}/edit/"),
    "events:pins": Look("alice", "/events/{event}/lists/"),
    "events:roster": Look("alice", "/events/{event}/roster/"),
    "events:enter": Look("alice", "/events/{event}/enter/"),
    "events:import": Look("alice", "/events/{event}/import/"),
    "events:check-in": Look("alice", "/events/{event}/check-in/"),
    "events:no-shows": Look("alice", "/events/{event}/no-shows/"),
    "events:cards": Look("alice", "/events/{event}/cards/"),
    "events:bulk": Look("alice", "/events/{event}/bulk/"),
    "events:bulk-upload": Look("alice", "/events/{event}/bulk/{upload}/"),
    "events:tell": Look("alice", "/events/{event}/tell/"),
    "events:start": Look("alice", "/events/{event}/start/"),
    "events:staff": Look("alice", "/events/{event}/staff/"),
    "events:log": Look("alice", "/events/{event}/log/"),
    "events:entry": Look("alice", "/events/{event}/entries/1/"),
    "events:submit": Look("bob", "/events/{event}/entries/1/submit/"),
    "events:amend": Look("bob", "/events/{event}/entries/1/change/"),
    "events:receipt": Look("bob", "/events/{event}/entries/1/1/"),
    "events:sheet": Look("bob", "/events/{event}/entries/1/sheet/"),
    "events:check": Look("alice", "/events/{event}/entries/1/check/"),
    "events:sheets": Look("alice", "/events/{event}/sheets/"),
    "events:blank": Look("alice", "/events/{event}/sheets/blank/"),
    "events:checks": Look("alice", "/events/{event}/checks/"),
    "events:blank-of": Look("visitor", "/{game}/sheets/standard/"),
    "events:results": Look("alice", "/events/{event}/results/"),
    "catalog:import_page": Look("staff", "/imports/{import}/"),
    "catalog:imports": Look("staff", "/{game}/import/"),
    "catalog:import_columns": Look("staff", "/imports/{import}/columns/"),
    "catalog:states": Look("staff", "/{game}/states/"),
    "catalog:glossary": Look("visitor", "/{game}/words/"),
    "catalog:search_help": Look("visitor", "/{game}/search/"),
    "catalog:lists": Look("visitor", "/{game}/lists/"),
    "catalog:keeping": Look("staff", "/keeping/"),
    "catalog:card_new": Look("staff", "/{game}/new-card/?like=XLW-S001"),
    "catalog:card_edit": Look("staff", "/{game}/edit/XLW-S001/"),
    "catalog:list_new": Look("staff", "/{game}/lists/new/?list=spring&version=1"),
    "catalog:list_edit": Look("staff", "/lists/{list}/edit/"),
    "catalog:list": Look("visitor", "/{game}/lists/spring/1/"),
    "catalog:browse": Look("visitor", "/{game}/cards/"),
    "catalog:game": Look("visitor", "/{game}/"),
    "catalog:card": Look("visitor", "/{game}/cards/XLW-S001/"),
}

POSTED = {"decks:restore", "decks:name_version"}
"""Addresses that answer to a post, with a page where it is refused."""


def pages() -> Iterator[str]:
    """The names of all addresses of pages."""
    for name, route in named():
        if not route.startswith((*THEIRS, "api/")) and name not in ACTIONS | FILES | CROSSINGS | POSTED:
            yield name


def test_every_page_stands_in_the_table():
    assert sorted(set(pages())) == sorted(LOOKS)


class QueryTest(BulkTest):
    """Alice has decks and simulations, runs events and plays in one of Bob's; Bob plays in hers."""

    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        cls.staff = User.objects.create(username="staff", is_staff=True)
        cls.staff.user_permissions.add(*Permission.objects.filter(content_type__app_label__in=("catalog", "decks")))

    def setUp(self) -> None:
        super().setUp()
        self.enterContext(mock.patch("deckbuilder.stats.tasks.play_next.apply_async"))
        self.enterContext(mock.patch("deckbuilder.events.gate.tasks.judge_event.delay"))
        self.times = 0
        self.browsers = {
            "visitor": Client(),
            "alice": self.as_alice,
            "bob": self.as_bob,
            "staff": self.browser_of(self.staff),
            "admin": self.browser_of(User.objects.create(username="admin", is_superuser=True)),
        }
        self.mine = self.sample_deck("xing-ling-wang/lantern-parade", visibility=Visibility.PUBLIC)
        self.cup = self.event(listed=True)
        bobs = self.entry(self.cup, self.bob)
        self.as_alice.post(f"/d/{self.mine.slug}/play/", {"seed": 7})
        self.table = Playtest.objects.get()
        self.more()
        upload, first, second = self.cup.bulk_uploads.first(), *Simulation.objects.order_by("pk")[:2]
        self.at = {
            "game": XLW,
            "deck": self.mine.slug,
            "table": self.table.slug,
            "watched": self.table.watch_slug,
            "simulation": first.slug,
            "other": second.slug,
            "event": self.cup.slug,
            "stop_key": stop_key(self.cup, "ann@example.org"),
            "upload": upload.pk,
            "import": self.imported.pk,
            "list": RestrictionList.objects.earliest("pk").pk,
            "comment": comment_services.post(self.mine, self.bob, "Well done").pk,
            "photo": Photo.objects.create(game=XLW, error="failed", read_at=timezone.now()).key,
        }
        assert bobs.number == 1

    def more(self) -> None:
        """As much again of everything a page can show."""
        self.times += 1
        for number in range(self.times * 10, self.times * 10 + 3):
            self.more_decks(number)
            self.more_people(number)
            self.more_of_the_catalog(number)
            self.more_players(number)
            self.more_events(number)
        for _ in range(3):
            self.table.refresh_from_db()
            step = {"at": self.table.current, "do": "pilot step"}
            assert self.as_alice.post(f"/p/{self.table.slug}/do/", step).status_code == 302
        for number in (1, 2):
            self.submit(self.cup.entries.get(number=1), (LEGAL, OTHER)[number % 2], by=self.bob)

    def more_people(self, number: int) -> None:
        """People with roles, and what was logged of them."""
        user = User.objects.create(username=f"keeper{number}", is_staff=True)
        user.groups.set(Group.objects.filter(name__endswith="of LEGIONS!"))
        RoleChange.objects.create(by=self.staff, person=user, group="Keeper of LEGIONS!", is_given=True)

    def more_decks(self, number: int) -> None:
        deck = self.sample_deck("xing-ling-wang/cat-burglar-crew", visibility=Visibility.PUBLIC)
        for operation in (("rename", {"name": f"Parade {number}"}), ("notes", {"notes": f"Note {number}"})):
            deck_services.edit(deck, [operation], author=self.alice)
            self.mine = deck_services.edit(self.mine, [operation], author=self.alice).deck
        comment_services.post(self.mine, self.alice, f"[[提燈小狐]] {number}")
        moderation_services.report_deck(deck, self.bob, "spam", f"Look at {number}")
        rude = self.sample_deck("xing-ling-wang/cat-burglar-crew", visibility=Visibility.PUBLIC)
        moderation_services.hide_deck(rude, by=self.staff, reason="spam")
        spec = specs.SimulationSpec(read(LEGAL), trials=2, turns=3, seed=number)
        simulation = stats_services.start(spec, deck=self.mine, user=self.alice)
        chunk = stats_services.take(simulation)
        assert chunk is not None
        stats_services.play(simulation, chunk, compiled=False)

    def more_of_the_catalog(self, number: int) -> None:
        head = "code,name,kind,race,tribute,attack,score\n"
        rows = f"N-{number},Card {number},unit,中立,1,1,1\nF-{number},{FOX},unit,妖怪村莊,1,1,1\n"
        imports_services.apply(get(XLW), (head + rows).encode(), "more.csv")
        self.imported = uploads.receive(get(XLW), (head + rows).encode(), f"{number}.csv", user=self.staff)
        day = f"2027-0{1 + number % 10}-01"
        limits = {FOX: 1, f"Card {number}": 0}
        RestrictionList.objects.create(
            game=XLW, slug="spring", title="Spring", version=str(number - 9), effective_from=day, limits=limits
        )

    def more_players(self, number: int) -> None:
        entry = self.entry(self.cup, name=f"Ann {number}")
        self.submit(entry, (LEGAL, ILLEGAL, OTHER)[number % 3], by=self.alice)
        self.submit(entry, (LEGAL, ILLEGAL, OTHER)[number % 3], by=self.alice)
        check_services.record(
            entry,
            by=self.judith,
            version=2,
            counts={0: 1},
            extra=[],
            outcome=Outcome.CLEAN,
            note="x",
            nonce=self.nonce(),
        )
        if number % 3 == 1:
            overrides.override(entry, by=self.alice, reason="Train was late")
        empty = self.entry(self.cup, name=f"Ben {number}")
        entry_services.amend(empty, by=self.alice, email=f"ben{number}@example.org")
        self.bring(self.cup, {f"Cid {each}.txt": LEGAL for each in range(number)})
        helper = User.objects.create(username=f"helper{number}")
        services.add_role(self.cup, helper, RoleName.JUDGE, by=self.alice)

    def more_events(self, number: int) -> None:
        self.event(name=f"Cup {number}", listed=True)
        theirs = services.create(
            get(XLW), by=self.bob, name=f"Bob's {number}", starts_at=self.cup.starts_at, deadline=self.cup.deadline,
            listed=True,
        )  # fmt: skip
        entry = self.entry(theirs, self.alice)
        self.submit(entry, LEGAL, by=self.alice)

    def queries(self, look: Look) -> list[str]:
        """What a page asks once it was looked at before, without the values."""
        browser, path = self.browsers[look.who], look.path.format(**self.at)
        answer = browser.get(path)
        with CaptureQueriesContext(connection) as caught:
            answer = browser.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return [re.sub(r"\d+|'[^']*'|(?:%s, )+", "", each["sql"])[:200] for each in caught]

    def test_twice_the_data_takes_as_many_queries(self):
        before = {name: self.queries(look) for name, look in LOOKS.items()}
        self.more()
        for name, look in LOOKS.items():
            with self.subTest(name):
                after = self.queries(look)
                added = [sql for sql in set(after) if after.count(sql) > before[name].count(sql)]
                assert len(after) <= len(before[name]), added
