"""Where a walk begins: all games, decks that were edited, events in every state, and the people who use them."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from unittest import mock

from celery.app.task import Task
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import resolve, reverse

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import Printing
from deckbuilder.decks.models import Deck, Visibility
from deckbuilder.events.event import services
from deckbuilder.events.models import Event, RoleName
from games.engine.model.game import Game
from games.registry import GAMES
from tests.browser import world
from tests.deckbuilder import samples
from tests.deckbuilder.base import NO_LIMITS, PASSWORD, PLAIN_FILES, QUICK
from tests.walker.markup import Page

FIRST_DAY = datetime(2027, 2, 26, 4, 0, tzinfo=UTC)
STAFF_APPS = ("accounts", "catalog", "decks", "events", "stats")
HOMES = ("/", "/decks/", "/decks/public/", "/decks/coming/", "/events/", "/account/settings/", "/about/")


class Clock:
    """The time of a walk. It moves a little whenever it is read, so that no two rows have the same time."""

    def __init__(self) -> None:
        self.at = FIRST_DAY

    def now(self) -> datetime:
        self.at += timedelta(milliseconds=1)
        return self.at

    def timestamp(self) -> float:
        return self.at.timestamp()


@dataclass
class Person:
    """Somebody at a browser, with the page in front of them. `user`: None for a visitor."""

    name: str
    browser: Client
    user: User | None
    homes: list[str]
    page: Page | None = None
    seen: list[str] = field(default_factory=list)

    def sign_in(self) -> None:
        """Sign in again after signing out, with a new account where the old one was deleted or locked."""
        if self.user is None:
            return
        if not User.objects.filter(pk=self.user.pk, is_active=True).exists():
            self.user = _user(f"{self.name}-{User.objects.count()}", staff=self.user.is_staff)
        self.browser.force_login(self.user)

    @property
    def signed_in(self) -> bool:
        return "_auth_user_id" in self.browser.session


@dataclass
class World:
    """All that a walk needs. `queue`: what was sent to workers, as tasks and their arguments."""

    people: list[Person]
    clock: Clock
    queue: list[tuple[Task, tuple[object, ...]]]


@contextmanager
def begin(seed: int) -> Iterator[World]:
    """A world that depends on nothing but the seed: its time, keys and addresses are the same in every run."""
    chance, clock = Random(f"keys of {seed}"), Clock()
    queue: list[tuple[Task, tuple[object, ...]]] = []

    def send(task: Task, args: tuple[object, ...] = (), *_: object, **__: object) -> None:
        queue.append((task, tuple(args)))

    with ExitStack() as stack:
        files = settings.STORAGES | PLAIN_FILES
        stack.enter_context(override_settings(STORAGES=files, PASSWORD_HASHERS=[QUICK], EMAIL_HOST="mail.example.org"))
        stack.enter_context(override_settings(CREATIONS_PER_HOUR=NO_LIMITS))
        stack.enter_context(mock.patch("django.utils.timezone.now", clock.now))
        stack.enter_context(mock.patch.object(time, "time", clock.timestamp))
        stack.enter_context(mock.patch.object(secrets, "token_urlsafe", lambda size=32: _token(chance, size)))
        stack.enter_context(mock.patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()))
        stack.enter_context(mock.patch.object(secrets, "randbelow", chance.randrange))
        stack.enter_context(mock.patch.object(Task, "apply_async", send))
        logging.disable(logging.WARNING)  # every 404 would be in the report of a failure
        stack.callback(logging.disable, logging.NOTSET)
        cache.clear()
        samples.load()
        yield World(_people(), clock, queue)


def _token(chance: Random, size: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    return "".join(chance.choice(letters) for _ in range(size * 4 // 3))


def _people() -> list[Person]:
    known = world.build()
    User.objects.update(password=make_password(PASSWORD))
    player, organiser, judge = (User.objects.get(username=name) for name in ("player", "keeper", "judge"))
    for event in Event.objects.filter(ended_at=None).exclude(roles__user=judge):
        services.add_role(event, judge, RoleName.JUDGE, by=organiser)
    staff = _user("staff", staff=True)
    visits, plays = Client(), Client()
    plays.force_login(player)
    drafts = [_builder(edit(visits, game)) for game in GAMES]
    decks = [_builder(edit(plays, game)) for game in GAMES]
    Deck.objects.filter(owner=player).update(visibility=Visibility.PUBLIC)
    runs = [reverse("stats:simulation", args=[known[name]]) for name in ("played", "other", "stopped", "failed")]
    runs += [reverse("playtest:table", args=[known[name]]) for name in ("table", "team_table")]
    shown = [event.get_absolute_url() for event in Event.objects.order_by("pk")]
    rosters = [reverse("events:roster", args=[event.slug]) for event in Event.objects.order_by("pk")]
    imports = [reverse("catalog:imports", args=[game.slug]) for game in GAMES]
    admin = [
        "/admin/",
        "/admin/catalog/restrictionlist/",
        "/admin/catalog/restrictionlist/add/",
        "/admin/accounts/user/",
    ]
    return [
        Person("visitor", _checked(visits), None, [*HOMES, *shown, *drafts]),
        Person("player", _checked(plays), player, [*HOMES, *shown, *decks, *runs]),
        Person("judge", _signed_in(judge), judge, [*HOMES, *shown, *rosters]),
        Person("organiser", _signed_in(organiser), organiser, [*HOMES, *imports, *shown, *rosters]),
        Person("staff", _signed_in(staff), staff, [*HOMES, *imports, *admin]),
    ]


def _builder(slug: str) -> str:
    return reverse("decks:builder", args=[slug])


def _user(name: str, *, staff: bool = False) -> User:
    user = User.objects.create_user(name, password=PASSWORD, is_staff=staff)
    if staff:
        user.user_permissions.set(Permission.objects.filter(content_type__app_label__in=STAFF_APPS))
    return user


def _signed_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return _checked(browser)


def _checked(browser: Client) -> Client:
    """The same browser, whose forms must have their tokens from now on."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = browser.cookies
    return other


def edit(browser: Client, game: Game) -> str:
    """Build a deck of a game through the builder's own requests, with every kind of change; its slug."""
    answer = browser.post(reverse("decks:create"), {"game": game.slug})
    slug: str = resolve(answer.headers["Location"]).kwargs["slug"]
    codes = list(Printing.objects.filter(game=game.slug).order_by("position").values_list("code", flat=True)[:12])
    changes = [{"op": "add", "code": code, "count": "2"} for code in codes]
    changes += [{"op": "remove", "code": codes[0]}, {"op": "set", "code": codes[1], "count": "0"}]
    changes += [{"op": "rename", "name": f"{game.name.read('en')} & friends"}, {"op": "notes", "notes": "Night\n\nDay"}]
    changes += [{"op": "format", "format": each.slug} for each in reversed(game.formats)]
    changes += [{"op": "declare", "key": each.key, "value": "獸人"} for each in game.declarations]
    for change in changes:
        _post(browser, "decks:edit", slug, change)
    for name in ("undo", "undo", "redo"):
        _post(browser, f"decks:{name}", slug, {})
    _post(browser, "decks:share", slug, {"visibility": "link"})
    return slug


def _post(browser: Client, name: str, slug: str, data: dict[str, str]) -> None:
    answer = browser.post(reverse(name, args=[slug]), data, headers={"HX-Request": "true"})
    assert answer.status_code in (200, 422), answer.status_code
