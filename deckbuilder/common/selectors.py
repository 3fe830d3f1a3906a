"""Whether what the site stands on answers."""

import os
from typing import Any, TypedDict

from django.conf import settings
from django.db.utils import Error as DatabaseError

from deckbuilder.accounts.models import User
from deckbuilder.celery import app

PATIENCE = 1
"""Seconds a broker has to answer."""


class Health(TypedDict):
    ok: bool
    database: str
    broker: str


def health() -> Health:
    """`ok` and, for the database and the broker, "ok" or the kind of error there."""
    database, broker = _database(), _broker()
    return {"ok": database == broker == "ok", "database": database, "broker": broker}


def _database() -> str:
    """Asks for a row of a table, since SQLite says yes to `SELECT 1` in an empty file."""
    try:
        User.objects.exists()
    except DatabaseError as error:
        return type(error).__name__
    return "ok"


def _broker() -> str:
    """Tries once, in a connection of its own that is closed again."""
    try:
        if "BROKER_DIR" in dir(settings):
            return _folder()
        with app.connection_for_write(connect_timeout=PATIENCE, transport_options=_impatient()) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
    except Exception as error:  # every transport has its own; whichever it is, no task gets through
        return type(error).__name__
    return "ok"


def _folder() -> str:
    """The broker that is a folder answers while it can be written to."""
    folder = settings.BROKER_DIR / "queue"
    return "ok" if os.access(folder, os.W_OK | os.X_OK) else "folder not writable"


def _impatient() -> dict[str, Any]:
    """Redis waits for ever unless told so here; other transports take the connection's timeout."""
    if not app.conf.broker_url.startswith(("redis", "valkey", "sentinel")):
        return {}
    return {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE, "retry_on_timeout": False}
