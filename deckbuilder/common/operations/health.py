"""Health checks of the site's services."""

import os
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.utils import Error

from deckbuilder.celery import app
from deckbuilder.common.jobs import workers
from deckbuilder.common.models import Worker

PATIENCE = 1
"""Seconds a broker has to answer."""

LEAST_FREE = 64 * 1024 * 1024
"""Free bytes below which a disk counts as full: databases and queues fail before the last byte is used."""

OK = "ok"


def ready() -> dict[str, Any]:
    """`ok`, and for every service "ok" or what is wrong with it."""
    report = {name: check() for name, check in CHECKS.items()}
    return {"ok": all(result == OK for result in report.values()), **report}


def _database() -> str:
    """Queries a table, as SQLite answers `SELECT 1` even on an empty file."""
    try:
        Worker.objects.exists()
    except Error as error:
        return type(error).__name__
    return OK


def _broker() -> str:
    """Connects once and closes the connection."""
    try:
        if "BROKER_DIR" in dir(settings):
            return _folder()
        with app.connection_for_write(connect_timeout=PATIENCE, transport_options=_impatient()) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
    except Exception as error:  # every transport has its own; whichever it is, no task gets through
        return type(error).__name__
    return OK


def _folder() -> str:
    """A broker in a folder works while the folder is writable."""
    folder = settings.BROKER_DIR / "queue"
    return OK if os.access(folder, os.W_OK | os.X_OK) else "folder not writable"


def _impatient() -> dict[str, Any]:
    """Redis waits for ever without this option; other transports use the timeout of the connection."""
    if not app.conf.broker_url.startswith(("redis", "valkey", "sentinel")):
        return {}
    return {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE, "retry_on_timeout": False}


def _worker() -> str:
    try:
        return OK if workers.alive() else "none"
    except Error as error:
        return type(error).__name__


def _disk() -> str:
    """The disk of this machine, with logs, uploads, SQLite and the file queue."""
    try:
        with tempfile.TemporaryFile(dir=settings.VAR) as probe:
            probe.write(b"\0" * 4096)
        return OK if shutil.disk_usage(settings.VAR).free >= LEAST_FREE else "full"
    except OSError as error:
        return os.strerror(error.errno) if error.errno else type(error).__name__


def _cache() -> str:
    """A cache in memory is always available."""
    answers: Callable[[], bool] | None = getattr(cache, "answers", None)
    try:
        return OK if answers is None or answers() else "no answer"
    except Exception as error:  # of whichever client it is
        return type(error).__name__


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "disk": _disk,
    "cache": _cache,
}
