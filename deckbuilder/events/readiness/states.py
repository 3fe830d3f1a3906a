"""The readiness of an event's entries, and the problems still open: values, without the database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeVar

from deckbuilder.events.models import Entry, LogEntry, Submission
from games.engine.model.violations import Violation
from games.engine.rules.legality import Verdict

State = Literal["ready", "warning", "overridden", "illegal", "incomplete", "missing", "dropped"]
NOT_READY = ("missing", "illegal", "incomplete")
STATES: tuple[State, ...] = ("missing", "illegal", "incomplete", "overridden", "warning", "ready", "dropped")
"""In the order of who needs attention first."""

MISSING: Literal["missing"] = "missing"
"""The only problem of an entry without a list."""


Judged = TypeVar("Judged", bound=str)


class Readiness(NamedTuple):
    """An entry with its current list and verdict.

    `override`: the override that lets it start despite problems.
    """

    entry: Entry
    submission: Submission | None
    verdict: Verdict | None
    override: LogEntry | None

    @property
    def problems(self) -> tuple[str, ...]:
        """The open problems, as comparable keys."""
        return problems_of(self.verdict) if self.verdict else (MISSING,)

    @property
    def state(self) -> State:
        from_verdict: State = (
            judged_state(self.submission, self.verdict) if self.submission and self.verdict else MISSING
        )
        return entry_state(
            from_verdict, dropped=self.entry.dropped_at is not None, overridden=self.override is not None
        )

    @property
    def may_start(self) -> bool:
        return self.state not in NOT_READY

    @property
    def digest(self) -> str:
        """The same as long as the current list and its open problems stay the same."""
        version = self.submission.version if self.submission else 0
        return hashlib.sha256("\n".join((str(version), *self.problems)).encode()).hexdigest()[:16]


def entry_state(judged: Judged, *, dropped: bool, overridden: bool) -> Judged | Literal["dropped", "overridden"]:
    """The state of an entry: dropping out comes before all else, and an override matters only where the list (or its
    absence) would keep the entry out. `judged`: the state by the list alone."""
    if dropped:
        return "dropped"
    return "overridden" if overridden and judged in NOT_READY else judged


def judged_state(submission: Submission, verdict: Verdict) -> Literal["ready", "warning", "illegal", "incomplete"]:
    """The state of a list by its verdict.

    "warning": it is legal, but late or with advice.
    """
    if verdict.status != "legal":
        return verdict.status
    return "warning" if submission.late or verdict.violations else "ready"


def problems_of(verdict: Verdict) -> tuple[str, ...]:
    return tuple(_problem(each) for each in verdict.violations if each.severity != "advice")


def _problem(violation: Violation) -> str:
    cards = ",".join(sorted(card.key or card.name for card in violation.cards))
    return f"{violation.code} {violation.zone} {violation.min}-{violation.max} {cards}"


def covers(override: LogEntry, version: int, problems: Iterable[str]) -> bool:
    """An override is for one version of a list (0: for none) and for the problems it had then."""
    params = override.params
    return params["version"] == version and set(problems) <= set(params["problems"])
