"""The log of requests, as gunicorn writes it."""

import re
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

_KEYS = re.compile(r"(/d/[^/\s]+/edit/|/events/[^/\s]+/with/|/events/[^/\s]+/no-letters/)[^/\s?\"]+")
"""In the address of a deck's edit link, of an entry's own link, and of the way out of its letters."""


def without_keys(text: str) -> str:
    return _KEYS.sub(r"\1…", text)


class Log(Logger):
    """Without the keys of decks and entries, which are as good as passwords."""

    def atoms(self, *args: Any) -> dict[str, Any]:
        told: dict[str, Any] = super().atoms(*args)
        return {name: without_keys(value) if isinstance(value, str) else value for name, value in told.items()}
