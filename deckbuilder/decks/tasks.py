"""What workers do for decks."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db import OperationalError
from kombu.exceptions import KombuError

from deckbuilder.decks import search_texts

log = logging.getLogger(__name__)


@shared_task(autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def follow_catalog() -> None:
    """Let decks be found by the names their cards have now."""
    search_texts.follow_catalog()


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Go on with what a process that died after a change of the catalog has left."""
    if not search_texts.is_behind():
        return
    try:
        follow_catalog.delay()
    except (KombuError, OSError) as error:
        log.warning("The queue does not take the search texts of decks: %s", error)
