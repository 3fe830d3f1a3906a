"""What still prevents the start of an event, in words, for its roster and the page that starts it."""

from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder.events import pages, selectors
from deckbuilder.events.models import Event, State
from deckbuilder.events.pins import selectors as pins_selectors
from deckbuilder.events.readiness import gate
from games.registry import get


class Obstacles(NamedTuple):
    """What prevents the start of an event."""

    entries: int
    """The number of entries; 0 is an obstacle, too."""
    not_ready: int
    """Entries that are not ready."""
    waiting: int
    """Lists that are not checked yet."""
    pins_undecided: bool
    """Whether restriction lists have yet to be chosen."""
    open_entries: int
    """Entries of restriction lists that name no card."""

    def __bool__(self) -> bool:
        return not self.entries or any(self[1:])


def obstacles(event: Event, overview: gate.Gate, entries: int) -> Obstacles:
    """What prevents the start of an event with so many entries."""
    open_entries = len(pins_selectors.open_entries(event))
    return Obstacles(
        entries, overview.not_ready_count, overview.waiting, pins_selectors.is_undecided(event), open_entries
    )


class Obstacle(NamedTuple):
    """An obstacle in a sentence, with a link to where it can be removed."""

    text: str
    path: str = ""
    link: str = ""


def obstacle_list(event: Event, obstacles: Obstacles) -> list[Obstacle]:
    """Each of the obstacles, for the page that starts the event."""
    roster = reverse("events:roster", args=[event.slug]), _("Go to the roster")
    lists = reverse("events:pins", args=[event.slug])
    result = []
    if not obstacles.entries:
        result.append(Obstacle(_("There are no players yet.")))
    if count := obstacles.not_ready:
        result.append(Obstacle(_not_ready(count), *roster))
    if count := obstacles.waiting:
        text = ngettext("%(counter)s list is still being checked.", "%(counter)s lists are still being checked.", count)
        result.append(Obstacle(text % {"counter": count}, *roster))
    if count := obstacles.open_entries:
        text = ngettext(
            "%(counter)s entry of the restriction lists names no card.",
            "%(counter)s entries of the restriction lists name no card.",
            count,
        )
        result.append(Obstacle(text % {"counter": count}, lists, _("Settle them")))
    if obstacles.pins_undecided:
        text = _("You still have to choose which restriction lists to use.")
        result.append(Obstacle(text, lists, _("See the changes")))
    return result


def gate_sentence(event: Event, state: State, obstacles: Obstacles) -> str:
    """Where an event stands, in one sentence: the first obstacle, or when it started, ended or can start."""
    if state == State.STARTED and obstacles.not_ready:
        return _not_ready(obstacles.not_ready)
    if state == State.STARTED:
        return _at(_("Started %(moment)s"), event.started_at)
    if state == State.ENDED:
        return _at(_("Ended %(moment)s"), event.ended_at)
    if obstacles:
        return _first_obstacle(obstacles)
    if state == State.OPEN:
        return _at(_("Every list is ready. The event can start after the deadline (%(moment)s)."), event.deadline)
    return _("Every list is ready.")


def _first_obstacle(obstacles: Obstacles) -> str:
    if count := obstacles.not_ready:
        text = ngettext(
            "%(counter)s entry is not ready. The event cannot start until it is.",
            "%(counter)s entries are not ready. The event cannot start until they are.",
            count,
        )
        return text % {"counter": count}
    if obstacles.waiting:
        return _("The lists are still being checked.")
    if not obstacles.entries:
        return _("There are no players yet.")
    if obstacles.pins_undecided:
        return _("Every list is ready, but you still have to choose which restriction lists to use.")
    return _("Every list is ready, but entries of the restriction lists still have to be settled.")


def _not_ready(count: int) -> str:
    text = ngettext("%(counter)s entry is not ready.", "%(counter)s entries are not ready.", count)
    return text % {"counter": count}


def _at(text: str, time: datetime | None) -> str:
    return text % {"moment": date_format(localtime(time), "DATETIME_FORMAT")}


def start_context(event: Event) -> dict[str, Any]:
    """An overview of a start, and the problems that prevent it."""
    overview = gate.overview(event)
    playing = overview.total - len(overview.order["dropped"])
    late = selectors.current_submissions(event).filter(entry__dropped_at=None).exclude(late="")
    return {
        "counts": pages.state_counts(overview.counts),
        "playing": playing,
        "late_lists": late.count(),
        "obstacles": obstacle_list(event, obstacles(event, overview, playing)),
        "pins_kept": pins_selectors.kept_choice(event) if pins_selectors.is_outdated(event) else None,
        "judged_by": pages.pinned_rules(event),
        "sets": pages.allowed_sets_text(event),
        "ruleset": get(event.game).ruleset,
        "seen": selectors.state_token(event),
    }
