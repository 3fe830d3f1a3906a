"""Log lines as text or JSON, with the keys of decks and entries masked."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, NamedTuple

_SLASH = r"(?:/|%2[Ff])"
_SLUG = r"(?:(?!%2[Ff])[^/\s])+"
_SECRETS = (
    # the links of a deck's editors, of an entry, and out of its letters, also percent-encoded in a query string
    re.compile(rf"({_SLASH}d{_SLASH}{_SLUG}{_SLASH}edit{_SLASH}"
               rf"|{_SLASH}events{_SLASH}{_SLUG}{_SLASH}(?:with|no-letters){_SLASH})"
               r"(?:(?!%2[Ff])[^/\s?\"'&])+"),
    # X-Edit-Key: …, edit_key='…', and PostgreSQL's Key (edit_key)=(…)
    re.compile(r"((?:edit|entry)[-_]?key['\"]?\s*(?:\)=\(|[=:])\s*['\"]?)[^\s'\"&,;)]+", re.IGNORECASE),
    re.compile(r"(\bauthorization['\"]?\s*[=:]\s*['\"]?(?:token|bearer|basic)\s+)[^\s'\"&,;)]+", re.IGNORECASE),
)  # fmt: skip


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
