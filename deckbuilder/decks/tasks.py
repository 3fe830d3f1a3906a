"""Tasks of workers for decks."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from deckbuilder.common.jobs.jobs import RETRY, enqueue
from deckbuilder.decks import search_texts
from deckbuilder.decks.photos.tasks import PHOTOS, read_photos

__all__ = ["PHOTOS", "follow_catalog", "read_photos", "take_up"]


@shared_task(**RETRY)
def follow_catalog() -> None:
    """Update the search texts of decks after a change of the catalog."""
    search_texts.follow_catalog()


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Continue what a process left that died after a change of the catalog."""
    if search_texts.is_behind():
        enqueue("search texts of decks", follow_catalog.delay)
