"""Everything that is read of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from deckbuilder.accounts.models import User
from deckbuilder.accounts.names import normal
from deckbuilder.catalog.selectors import cards_by_key, restriction_lists
from deckbuilder.decks.selectors import verdict_on
from deckbuilder.events import clock
from deckbuilder.events.models import Entry, Event, ListsVisible, LogEntry, Role, RoleName, State, Submission
from deckbuilder.events.standings import Standing, covers
from deckbuilder.events.to_games import frozen_list, keys_of, lists_of, to_deck
from games.engine.cards import Card
from games.engine.decks import Deck
from games.engine.legality import Verdict
from games.engine.lists import RestrictionList, in_force
from games.registry import get


def state_of(event: Event) -> State:
    return event.state(clock.now())


def upcoming() -> QuerySet[Event]:
    """The events on the page of events that are not over, the next one first."""
    return Event.objects.filter(listed=True, ended_at=None).order_by("starts_at", "id")


def events_of(user: User) -> QuerySet[Event]:
    """The events a person runs or plays, the latest first."""
    runs = Exists(Role.objects.filter(event=OuterRef("pk"), user=user))
    plays = Exists(Entry.objects.filter(event=OuterRef("pk"), user=user))
    return Event.objects.filter(Q(runs) | Q(plays)).order_by("-starts_at", "-id")


def known_to(user: User | None) -> QuerySet[Event]:
    """The events a person runs or plays and those on the page of events that are not over, the latest first."""
    known = Q(listed=True, ended_at=None)
    if user:
        known |= Q(pk__in=events_of(user).values("pk"))
    return Event.objects.filter(known).order_by("-starts_at", "-id")


def role_of(event: Event, user: object) -> str:
    """The role of a person in an event; "" for none."""
    if not isinstance(user, User):
        return ""
    return Role.objects.filter(event=event, user=user).values_list("role", flat=True).first() or ""


def person(name: str) -> User | None:
    """Somebody by the name of their account, in any case and width."""
    return User.objects.filter(username__iexact=normal(name), is_active=True).first()


def organisers(event: Event) -> QuerySet[Role]:
    return Role.objects.filter(event=event, role=RoleName.ORGANISER)


def playing(event: Event) -> QuerySet[Entry]:
    """The entries that were not dropped."""
    return Entry.objects.filter(event=event, dropped_at=None)


def lists_open(event: Event) -> bool:
    """Whether everybody may see the lists that stand."""
    if event.lists_visible == ListsVisible.START:
        return event.started_at is not None
    return event.lists_visible == ListsVisible.END and event.ended_at is not None


# Lists that restrict --------------------------------------------------------------------------------------------------


def pins_for(event: Event) -> list[dict[str, object]]:
    """The restriction lists known today that are in force on the event's day, frozen."""
    known = restriction_lists(get(event.game))
    return [frozen_list(each) for each in in_force(known, event.game, event.format, event.day)]


def pins_outdated(event: Event) -> bool:
    """Whether other lists than those pinned are known to be in force on the event's day."""
    return event.started_at is None and pins_for(event) != event.pinned


# Lists handed in ------------------------------------------------------------------------------------------------------


def judge(event: Event, deck: Deck, lists: Iterable[RestrictionList] | None = None) -> Verdict:
    """The verdict on a deck at an event: in its format, for its day, under its lists."""
    return verdict_on(deck, format=event.format, on=event.day, lists=lists_of(event) if lists is None else lists)


def standing_submissions(event: Event) -> QuerySet[Submission]:
    """The list that stands of every entry that has one; what takes much room is fetched when asked for."""
    newer = Submission.objects.filter(entry=OuterRef("entry"), version__gt=OuterRef("version"))
    return Submission.objects.filter(~Exists(newer), entry__event=event).defer("cards", "source")


def history(entry: Entry) -> QuerySet[Submission]:
    """All versions of an entry's list, the one that stands first."""
    return entry.submissions.select_related("submitted_by").defer("cards", "source")


def cards_in(event: Event, submissions: Iterable[Submission]) -> dict[str, Card]:
    """The cards of lists as the catalog has them today, by key."""
    return cards_by_key(get(event.game), {key for each in submissions for key in keys_of(each)})


def deck_of(event: Event, submission: Submission) -> Deck:
    """The list of a submission with its cards as the catalog has them today."""
    return to_deck(submission, event.game, cards_in(event, [submission]))


Known = Callable[[Sequence[Submission]], Mapping[int, Verdict]]
"""Gives the verdicts that are at hand on lists, by the number of the submission."""


def standings(event: Event, entries: Sequence[Entry] | None = None, known: Known = lambda lists: {}) -> list[Standing]:
    """How these entries of an event (all) stand now: everything is judged here but what is `known`."""
    held = {each.entry_id: each for each in standing_submissions(event).filter(_of(entries))}
    entries = list(Entry.objects.filter(event=event).select_related("user")) if entries is None else entries
    verdicts = _verdicts(event, list(held.values()), known)
    stood = overrides(event, entries if len(entries) < FEW else None)
    found = []
    for entry in entries:
        submission = held.get(entry.pk)
        verdict = verdicts[submission.pk] if submission else None
        found.append(_standing(entry, submission, verdict, stood.get(entry.pk)))
    return found


FEW = 500
"""So many entries are named in a question to the database."""


def _of(entries: Sequence[Entry] | None) -> Q:
    """Few entries are looked up alone; of many all of the event's are fetched."""
    return Q() if entries is None or len(entries) >= FEW else Q(entry__in=entries)


def _verdicts(event: Event, held: Sequence[Submission], known: Known) -> dict[int, Verdict]:
    found = dict(known(held))
    left = [each for each in held if each.pk not in found]
    cards, lists = cards_in(event, left), lists_of(event)
    return found | {each.pk: judge(event, to_deck(each, event.game, cards), lists) for each in left}


def standing(event: Event, entry: Entry) -> Standing:
    return standings(event, [entry])[0]


def _standing(
    entry: Entry, submission: Submission | None, verdict: Verdict | None, override: LogEntry | None
) -> Standing:
    bare = Standing(entry, submission, verdict, None)
    version = submission.version if submission else 0
    stands = override is not None and covers(override, version, bare.problems)
    return bare._replace(override=override if stands else None)


def overrides(event: Event, entries: Sequence[Entry] | None = None) -> dict[int, LogEntry]:
    """The last override of each of these entries (all), unless it was withdrawn, by the entry's number in the database.

    What it was for may be gone: see standings.covers.
    """
    found: dict[int, LogEntry] = {}
    done = event.log.filter(what__in=("overridden", "override-withdrawn"))
    for each in (done if entries is None else done.filter(about__in=entries)).order_by("number"):
        if each.about_id is not None:
            found[each.about_id] = each
    return {entry: each for entry, each in found.items() if each.what == "overridden"}


def unresolved(found: Iterable[Standing]) -> list[Standing]:
    """Those that keep an event from starting."""
    return [each for each in found if not each.settled]
