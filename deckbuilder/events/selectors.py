"""Queries on events."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from unicodedata import normalize

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.accounts.names import normal
from deckbuilder.catalog.selectors import cards_by_key
from deckbuilder.common.database import storable
from deckbuilder.decks.selectors import verdict_on
from deckbuilder.events import clock
from deckbuilder.events.errors import EventError
from deckbuilder.events.models import Entry, Event, ListsVisible, Role, RoleName, State, Submission
from deckbuilder.events.to_games import is_deck, keys_of, lists_of, to_deck
from games.engine.model.cards import Card
from games.engine.model.decks import Deck
from games.engine.model.lists import RestrictionList
from games.engine.rules.legality import Verdict
from games.registry import get


def state_of(event: Event) -> State:
    return event.state(clock.now())


PRESENCE = ("checked-in", "check-in-undone")
"""Log codes of check-ins, which affect neither the gate nor the start."""


def state_token(event: Event) -> str:
    """A token of the event's state: the number of its last log entry. It stays the same while only check-ins happen."""
    return str(event.log.exclude(what__in=PRESENCE).values_list("number", flat=True).first() or 0)


def upcoming() -> QuerySet[Event]:
    """Listed events that are not over, the next one first. A cancelled event stays until the time at which it would
    have started."""
    return Event.objects.filter(_is_announced()).order_by("starts_at", "id")


LASTING = timedelta(days=3)
"""After this time an event counts as over even if nobody ended it."""


def _is_announced() -> Q:
    now = clock.now()
    running = Q(ended_at=None, starts_at__gt=now - LASTING)
    return Q(running | Q(started_at=None, starts_at__gt=now), listed=True, archived_at=None)


def over() -> QuerySet[Event]:
    """Listed events that have ended, latest first, and cancelled ones whose start has passed."""
    due = Q(started_at__isnull=False) | Q(starts_at__lte=clock.now())
    return Event.objects.filter(due, listed=True, ended_at__isnull=False, archived_at=None).order_by(
        "-starts_at", "-id"
    )


def player_counts(events: Iterable[Event]) -> dict[int, int]:
    """The number of players of each event, by primary key."""
    rows = Entry.objects.filter(event__in=[event.pk for event in events], dropped_at=None).order_by()
    return dict(rows.values_list("event").annotate(Count("pk")))


def events_of(user: User) -> QuerySet[Event]:
    """The events a person runs or plays, the latest first."""
    runs = Exists(Role.objects.filter(event=OuterRef("pk"), user=user))
    plays = Exists(Entry.objects.filter(event=OuterRef("pk"), user=user))
    return Event.objects.filter(Q(runs) | Q(plays)).order_by("-starts_at", "-id")


def visible_to(user: User | None) -> QuerySet[Event]:
    """The events a person runs or plays and listed ones that are not over, latest first."""
    condition = _is_announced()
    if user:
        condition |= Q(pk__in=events_of(user).values("pk"))
    return Event.objects.filter(condition).order_by("-starts_at", "-id")


def role_of(event: Event, user: object) -> str:
    """The role of a person in an event; "" for none."""
    if not isinstance(user, User):
        return ""
    return Role.objects.filter(event=event, user=user).values_list("role", flat=True).first() or ""


def get_user(name: str) -> User:
    """The user with that username, in any case and width. Raises EventError."""
    users = User.objects.filter(username__iexact=normal(name), is_active=True)
    user = users.first() if storable(name) else None
    if user is None:
        raise EventError("unknown-user", "user", value=name)
    return user


def organisers(event: Event) -> QuerySet[Role]:
    return Role.objects.filter(event=event, role=RoleName.ORGANISER)


def playing(event: Event) -> QuerySet[Entry]:
    """The entries that have not dropped."""
    return Entry.objects.filter(event=event, dropped_at=None)


NOBODY = Q(pk__in=[])


def with_number(text: str) -> Q:
    """A filter for the entry with that number (`12`, `#12`)."""
    number = re.fullmatch(r"#?([0-9]{1,9})", normalize("NFKC", text).strip())
    return Q(number=int(number[1])) if number else NOBODY


def with_name(text: str) -> Q:
    """A filter for entries with that text in the player's name or username."""
    text = normalize("NFKC", text).strip()
    return Q(name__icontains=text) | Q(user__username__icontains=text) if text and storable(text) else NOBODY


def entries_like(event: Event, text: str) -> set[int]:
    """The primary keys of entries that match a number or a part of a name."""
    entries = Entry.objects.filter(with_number(text) | with_name(text), event=event)
    return set(entries.values_list("pk", flat=True))


def of_players(event: Event) -> Q:
    """A filter for submissions of players who have not dropped, or had not at the start."""
    still = Q(entry__dropped_at=None)
    return still | Q(entry__dropped_at__gte=event.started_at) if event.started_at else still


def lists_open(event: Event) -> bool:
    """Whether everybody may see the current lists."""
    if event.lists_visible == ListsVisible.NOW:
        return not called_off(event)
    if event.lists_visible == ListsVisible.START:
        return event.started_at is not None
    return event.lists_visible == ListsVisible.END and state_of(event) == State.ENDED


def called_off(event: Event) -> bool:
    return state_of(event) == State.CANCELLED


def why_called_off(event: Event) -> str:
    """The reason for which an event was called off; "" if it was not."""
    return event.called_off_for if called_off(event) else ""


# Submitted lists ------------------------------------------------------------------------------------------------------


def judge(event: Event, deck: Deck, lists: Iterable[RestrictionList] | None = None) -> Verdict:
    """The verdict on a deck at an event: in its format, for its day, under its lists."""
    return verdict_on(deck, format=event.format, on=event.day, lists=lists_of(event) if lists is None else lists)


def has_lists(event: Event) -> bool:
    """Whether any list was submitted."""
    return Submission.objects.filter(entry__event=event).exists()


def cards_in_lists(game: str) -> tuple[set[str], set[str]]:
    """The cards of all submitted lists: printings by number and, for lines without a number, cards by key."""
    codes: set[str] = set()
    keys: set[str] = set()
    decks = Submission.objects.filter(entry__event__game=game).order_by().values_list("deck", flat=True)
    for deck in filter(is_deck, decks.iterator(chunk_size=1000)):
        for entries in deck["zones"].values():
            for key, _count, code in entries:
                (codes if code else keys).add(code or key)
    return codes, keys


def current_submissions(event: Event) -> QuerySet[Submission]:
    """The current submission of every entry that has one; large fields are deferred."""
    newer = Submission.objects.filter(entry=OuterRef("entry"), version__gt=OuterRef("version"))
    return Submission.objects.filter(~Exists(newer), entry__event=event).defer("cards", "source", "receipt")


def history(entry: Entry) -> QuerySet[Submission]:
    """All versions of an entry's list, newest first."""
    return entry.submissions.select_related("submitted_by").defer("cards", "source")


def cards_in(event: Event, submissions: Iterable[Submission]) -> dict[str, Card]:
    """The cards of lists, as in the catalog now, by key."""
    return cards_by_key(get(event.game), {key for each in submissions for key in keys_of(each)})


def deck_of(event: Event, submission: Submission) -> Deck:
    """The deck of a submission, with its cards as in the catalog now."""
    return to_deck(submission, event.game, cards_in(event, [submission]))
