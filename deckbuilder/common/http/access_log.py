"""The request log, as gunicorn writes it."""

from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from deckbuilder.common.operations.logs import JsonFormatter, without_keys


class Log(Logger):
    """The log without the keys of decks and entries, which are as good as passwords."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        if settings.LOG_FORMAT == "json":
            for handler in (*self.error_log.handlers, *self.access_log.handlers):
                handler.setFormatter(JsonFormatter())

    def atoms(self, *args: Any) -> dict[str, Any]:
        values: dict[str, Any] = super().atoms(*args)
        return {name: without_keys(value) if isinstance(value, str) else value for name, value in values.items()}

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> None:
        if settings.LOG_FORMAT != "json":
            super().access(resp, req, environ, request_time)
        elif self.access_log_enabled:
            method, path = environ.get("REQUEST_METHOD", ""), environ.get("RAW_URI", "")
            headers = {name.lower(): value for name, value in resp.headers}
            fields = {
                "method": method,
                "path": path,
                "status": int(str(resp.status).split(maxsplit=1)[0]),
                "milliseconds": round(request_time.total_seconds() * 1000, 1),
                "bytes": resp.sent or 0,
                "request_id": headers.get("x-request-id", ""),
                "address": _ip(environ),
                "agent": environ.get("HTTP_USER_AGENT", ""),
            }
            self.access_log.info("%s %s", method, path, extra={"fields": fields})


def _ip(environ: dict[str, Any]) -> str:
    """The browser's IP address; a proxy appends it to whatever the browser itself claimed."""
    forwarded = environ.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return str(forwarded.split(",")[-1].strip() or environ.get("REMOTE_ADDR", ""))
