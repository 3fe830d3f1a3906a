"""Log lines as text or JSON, with the keys of decks and entries masked."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, NamedTuple

KEY_ROUTES = (
    "d/<slug>/edit/",  # the editors of a deck
    "p/<slug>/enter/",  # the player of a game
    "events/<slug>/with/",  # the player of an entry
    "events/<slug>/no-letters/",  # no further e-mails
    "photos/",  # the text in a photo
    "api/v1/photos/",
)
"""URLs that end with a key, up to it. A test compares them with the site's URLs: keys are parameters named `…key`."""

_SLASH = r"(?:/|%(?:25)*2[Ff])"  # also percent-encoded, as a URL in the query string of another
_WORD = r"(?:(?!%(?:25)*2[Ff])[^/\s?\"'&])+"
_ROUTES = "|".join(f"/{route}".replace("/", _SLASH).replace("<slug>", _WORD) for route in KEY_ROUTES)
_SECRETS = (
    re.compile(rf"({_ROUTES}){_WORD}"),
    # X-Edit-Key: …, edit_key='…', and PostgreSQL's Key (edit_key)=(…) and Failing row contains (1, …).
    re.compile(r"((?:edit|entry)[-_]?key['\"]?\s*(?:\)=\(|[=:])\s*['\"]?)[^\s'\"&,;)]+", re.IGNORECASE),
    re.compile(r"(\bFailing row contains \().*?(?=\)\.?\s*$)", re.DOTALL | re.MULTILINE),
    re.compile(r"(\bauthorization['\"]?\s*[=:]\s*['\"]?(?:token|bearer|basic)\s+)[^\s'\"&,;)]+", re.IGNORECASE),
)


class RequestInfo(NamedTuple):
    id: str
    method: str
    path: str


request_info: ContextVar[RequestInfo | None] = ContextVar("request_info", default=None)
"""The request that this thread is answering; None outside of one."""


def without_keys(text: str) -> str:
    """`text` with … in place of each key and token."""
    for secret in _SECRETS:
        text = secret.sub(r"\1…", text)
    return text


class TextFormatter(logging.Formatter):
    """One line, followed by the traceback."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object per line: `time` (UTC), `level`, `logger`, `message`; for a request `method`, `path`, `request_id`,
    and `status` and `milliseconds` if known; `exception` has the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if info := request_info.get():
            fields |= {"method": info.method, "path": info.path, "request_id": info.id}
        if isinstance(status := getattr(record, "status_code", None), int):  # of django.request
            fields["status"] = status
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        safe_fields = {key: without_keys(value) if isinstance(value, str) else value for key, value in fields.items()}
        return json.dumps(safe_fields, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}
