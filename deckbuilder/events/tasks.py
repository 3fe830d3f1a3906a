"""The tasks of events, where Celery looks for them."""

from deckbuilder.events.bulk import tasks as bulk_tasks  # noqa: F401
from deckbuilder.events.gate import tasks as gate_tasks  # noqa: F401
from deckbuilder.events.notify import tasks as notify_tasks  # noqa: F401
