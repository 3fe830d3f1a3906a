"""Access to events: roles, own entries, and 404 for everything a request may not see."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from deckbuilder.accounts.models import User
from deckbuilder.common.database import NotFoundError, get_row
from deckbuilder.common.http.session import save_in_session
from deckbuilder.events import clock, rights, selectors
from deckbuilder.events.models import BulkUpload, Entry, Event, RoleName, State, Submission
from deckbuilder.events.to_games import check_row

SESSION_KEY = "entry_keys"


def user_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def require_user(request: HttpRequest) -> User:
    """The signed-in user; only accounts have roles."""
    user = user_of(request)
    if user is None:
        raise NotFoundError
    return user


def get_event(slug: str) -> Event:
    """An event, for anyone who has its link. Raises NotFoundError, and BrokenRowError if it cannot be read."""
    event = get_row(Event.objects.select_related("created_by"), slug=slug)
    check_row(event)
    return event


def role(request: HttpRequest, event: Event) -> str:
    return selectors.role_of(event, request.user)


class Visit(NamedTuple):
    """A person's role in an event at the time of a request."""

    event: Event
    role: str
    """The role, "" for none."""
    now: datetime

    @property
    def state(self) -> State:
        return self.event.state(self.now)

    def may_change(self) -> bool:
        """Whether they may change an entry that is theirs, or any as staff."""
        return rights.change_error(self.event, staff=bool(self.role)) is None

    def may_submit(self, entry: Entry) -> bool:
        """Whether they may submit a list for an entry that is theirs, or for any as staff."""
        return rights.submission_error(self.event, entry, self.state, staff=bool(self.role)) is None


def visit(request: HttpRequest, event: Event) -> Visit:
    return Visit(event, role(request, event), clock.now())


def require_staff(request: HttpRequest, slug: str) -> Event:
    """An event, for its judges and organisers."""
    event = get_event(slug)
    if not role(request, event):
        raise NotFoundError
    return event


def require_organiser(request: HttpRequest, slug: str) -> Event:
    """An event, for its organisers."""
    event = get_event(slug)
    if role(request, event) != RoleName.ORGANISER:
        raise NotFoundError
    return event


def keys_of(request: HttpRequest) -> dict[str, str]:
    """The keys of entries this browser holds, by the entry's number in the database."""
    return dict(request.session.get(SESSION_KEY, {}))


def remember_entry(request: HttpRequest, entry: Entry) -> None:
    """Let this browser act for a player without an account."""
    save_in_session(request.session, SESSION_KEY, str(entry.pk), entry.key)


def entry_by_key(request: HttpRequest, slug: str, key: str) -> Entry:
    """The entry of an entry link, unless it belongs to an account. Raises NotFoundError."""
    return get_row(Entry.objects.select_related("event"), event=get_event(slug), user=None, key=key)


def own_entries(request: HttpRequest, event: Event) -> QuerySet[Entry]:
    """A person's entry, and entries without an account whose keys this browser has or the API client sends."""
    condition = Q(pk__in=_entries_of_browser(request, Q(event=event)))
    if key := request.headers.get("X-Entry-Key"):
        condition |= Q(user=None, key=key)
    user = user_of(request)
    return Entry.objects.filter(event=event).filter(condition | Q(user=user) if user else condition)


def _entries_of_browser(request: HttpRequest, which: Q) -> list[int]:
    """The primary keys of entries without an account whose entry keys this browser has."""
    keys = keys_of(request)
    keyless = Entry.objects.filter(which, user=None, pk__in=filter(str.isdigit, keys))
    return [entry.pk for entry in keyless if constant_time_compare(entry.key, keys[str(entry.pk)])]


def own_events(request: HttpRequest) -> QuerySet[Event]:
    """The events a person runs or plays, and those of entries whose keys this browser has."""
    user, entry_ids = user_of(request), _entries_of_browser(request, Q())
    condition = Q(pk__in=Entry.objects.filter(pk__in=entry_ids).values("event"))
    return Event.objects.filter(condition | Q(pk__in=selectors.events_of(user).values("pk")) if user else condition)


def is_own(request: HttpRequest, entry: Entry) -> bool:
    return own_entries(request, entry.event).filter(pk=entry.pk).exists()


def entry_of(request: HttpRequest, slug: str, number: int) -> Entry:
    """An entry, for its player and for the staff."""
    event = get_event(slug)
    entry = get_row(Entry.objects.select_related("event", "user"), event=event, number=number)
    if not role(request, event) and not is_own(request, entry):
        raise NotFoundError
    return entry


def staff_entry(request: HttpRequest, slug: str, number: int, *, organiser: bool = False) -> Entry:
    """An entry, for the staff, or for organisers alone."""
    event = require_organiser(request, slug) if organiser else require_staff(request, slug)
    return get_row(Entry.objects.select_related("event", "user"), event=event, number=number)


def upload_of(request: HttpRequest, slug: str, number: int) -> BulkUpload:
    """An upload of lists, by its primary key, for organisers."""
    event = require_organiser(request, slug)
    uploads = BulkUpload.objects.select_related("event", "sent_by").defer("items")
    return get_row(uploads, event=event, pk=number)


def submission_of(request: HttpRequest, slug: str, number: int, version: int) -> Submission:
    """A submitted list: for its player, the staff and, if it is current and lists are public, everybody."""
    event = get_event(slug)
    submission: Submission = get_row(
        Submission.objects.select_related("entry__event", "entry__user"),
        entry__event=event, entry__number=number, version=version,
    )  # fmt: skip
    if role(request, event) or is_own(request, submission.entry) or _is_published(event, submission):
        return submission
    raise NotFoundError


def get_published_event(request: HttpRequest, slug: str) -> Event:
    """An event all of whose lists this request may see: the staff at any time, everybody once lists are public."""
    event = get_event(slug)
    if not role(request, event) and not selectors.lists_open(event):
        raise NotFoundError
    return event


def _is_published(event: Event, submission: Submission) -> bool:
    newest = submission.entry.submissions.order_by("-version").values_list("version", flat=True).first()
    is_played = Submission.objects.filter(selectors.of_players(event), pk=submission.pk).exists()
    return selectors.lists_open(event) and is_played and submission.version == newest
