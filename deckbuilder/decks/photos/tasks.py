"""Reading photos in workers, one at a time in each."""

from collections.abc import Iterable
from threading import Lock

from celery import shared_task

from deckbuilder.common.jobs.jobs import RETRY, Jobs
from deckbuilder.decks.models import Photo
from deckbuilder.decks.photos import selectors, services

_reading = Lock()
"""Held by the thread of this worker that is reading: each picture takes half a gigabyte of memory for some seconds."""


@shared_task(name="deckbuilder.decks.tasks.read_photos", **RETRY)
def read_photos() -> None:
    """Read all pictures that are waiting. One that arrives while another thread reads is left to that thread."""
    left = True
    while left and _reading.acquire(blocking=False):
        try:
            left = services.read_next()
        finally:
            _reading.release()


class Photos(Jobs[Photo]):
    name = "photo"

    def unfinished_jobs(self) -> Iterable[Photo]:
        return selectors.unread()

    def is_unfinished(self, job: Photo) -> bool:
        return job.is_waiting

    def put(self, job: Photo) -> None:
        read_photos.delay()


PHOTOS = Photos()
