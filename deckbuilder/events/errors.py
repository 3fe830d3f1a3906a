"""Errors of event services."""

from typing import Any

CONFLICTS = frozenset((
    "closed", "started", "not-started", "ended", "cancelled", "still-open", "full", "unresolved", "no-entries",
    "last-organiser", "nonce-used", "dropped", "has-account", "taken-out", "settled", "not-overridden", "seen-another",
    "bulk-changed", "bulk-taken", "bulk-working", "no-mail", "nobody-to-mail", "no-queue", "registration-over",
    "seen-another-state", "list-replaced", "too-many-lists", "lists-outdated", "lists-settled",
    "lists-changed", "not-over", "has-lists", "no-shows-changed", "nobody-here", "roster-changed",
    "letters-of-event", "letters-of-account",
))  # fmt: skip
"""What is refused because of how the event stands, not because of what was asked."""


class EventError(Exception):
    """`code` of sentences.ERRORS, the `field` that is wrong ("" for none), and what the sentence speaks of."""

    def __init__(self, code: str, field: str = "", **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code, self.field, self.params = code, field, params

    @property
    def status(self) -> int:
        """Of HTTP."""
        return 409 if self.code in CONFLICTS else 422
