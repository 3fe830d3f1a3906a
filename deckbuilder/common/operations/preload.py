"""Work that a server does once, before its first request."""

import gc
import sys
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.template import engines
from django.urls import get_resolver

SWITCH_S = 0.001
"""How long a thread with a packet to read waits for a counting one (Python's default: 0.005)."""


def preload() -> None:
    """Load all pages, and exempt what is loaded from garbage collection.

    It lives as long as the server, and scanning it would delay one page in thirty for longer than most pages take.
    """
    _ = get_resolver().url_patterns
    templates = engines["jinja2"].env  # type: ignore[attr-defined]
    for name in templates.list_templates(filter_func=lambda name: not name.startswith("django/")):
        templates.get_template(name)
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_S)


def limit_statements() -> None:
    """Make PostgreSQL cancel every statement of this process that exceeds STATEMENT_TIMEOUT_S. Only for web servers:
    migrations, commands and workers may take their time."""
    connection_created.connect(limit_connection)


def limit_connection(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    if connection.vendor == "postgresql" and settings.STATEMENT_TIMEOUT_S:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = %s", [round(1000 * settings.STATEMENT_TIMEOUT_S)])
