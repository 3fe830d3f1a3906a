"""Photos received and read. A picture is kept until it was read, and its text for a day."""

import logging
from datetime import timedelta
from functools import partial

from django.db.models import Q

from deckbuilder.common.database import NotFoundError
from deckbuilder.common.jobs.jobs import beat, now, working
from deckbuilder.decks.models import Photo, PhotoError
from deckbuilder.decks.photos import selectors
from deckbuilder.decks.photos.reading import UnreadableError, recognize
from deckbuilder.decks.photos.validators import check

log = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = timedelta(seconds=30)
"""Time without a heartbeat after which nobody is reading a picture any more."""


def receive(data: bytes, game: str = "") -> Photo:
    """Keep a picture for a worker. `game`: the slug of its list's game, if known. Raises InputError; NotFoundError
    where photos are not read."""
    if not selectors.can_read_photos():
        raise NotFoundError
    check(data)
    return Photo.objects.create(picture=data, game=game)


def read_next() -> bool:
    """Read the oldest picture that nobody is reading; False if there is none."""
    free = Q(beat_at=None) | Q(beat_at__lt=now() - HEARTBEAT_TIMEOUT)
    photo = selectors.unread().filter(free).first()
    if photo is None:
        return False
    if Photo.objects.filter(pk=photo.pk, beat_at=photo.beat_at).update(beat_at=now()):
        with working(partial(finish, photo, error=PhotoError.FAILED)):
            read(photo)
    return True


def read(photo: Photo) -> None:
    """Replace a picture by the text of its list, or by the reason why there is none."""
    try:
        text = recognize(bytes(photo.picture or b""), partial(beat, photo))
    except UnreadableError as failure:
        log.warning("A photo could not be read: %s", failure)
        finish(photo, error=PhotoError.FAILED)
    else:
        finish(photo, text, "" if text else PhotoError.EMPTY)


def finish(photo: Photo, text: str = "", error: str = "") -> None:
    """Forget the picture."""
    Photo.objects.filter(pk=photo.pk).update(picture=None, text=text, error=error, read_at=now())
