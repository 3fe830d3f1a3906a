"""Errors of event services."""

from typing import Any

CONFLICTS = frozenset((
    "closed", "started", "not-started", "ended", "cancelled", "still-open", "full", "unresolved", "no-entries",
    "last-organiser", "nonce-used", "dropped", "has-account", "taken-out", "settled", "not-overridden", "seen-another",
    "bulk-changed", "bulk-taken", "bulk-working", "no-mail", "nobody-to-mail", "no-queue", "registration-over",
    "seen-another-state", "list-replaced", "replaced-meanwhile", "problems-changed", "too-many-lists", "lists-outdated",
    "lists-settled", "entries-without-card", "entry-settled",
    "lists-changed", "not-over", "has-lists", "no-shows-changed", "nobody-here", "roster-changed",
    "letters-of-event", "letters-of-account",
))  # fmt: skip
"""Errors caused by the state of the event, not by the input."""


class EventError(Exception):
    """`code` of sentences.ERRORS, the wrong `field` ("" for none), and the parameters of the sentence."""

    def __init__(self, code: str, field: str = "", **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code, self.field, self.params = code, field, params

    @property
    def status(self) -> int:
        """The HTTP status."""
        return 409 if self.code in CONFLICTS else 422
