"""Whether photos are read here, and what was read."""

from django.db.models import QuerySet

from deckbuilder.common.database import get_row, storable
from deckbuilder.decks.lists.codec import ListInput
from deckbuilder.decks.models import Photo
from games.engine.reading.photos.ocr import is_installed
from games.registry import get


def can_read_photos() -> bool:
    """Whether the optional packages of requirements/photos.in are installed; without them nothing of it is shown."""
    return is_installed()


def unread() -> QuerySet[Photo]:
    """Those a worker still has to read, the oldest first, without the pictures."""
    return Photo.objects.filter(read_at=None).order_by("asked_at", "pk").defer("picture")


def photo_of(key: str) -> Photo:
    """Raises NotFoundError."""
    return get_row(Photo.objects.defer("picture"), key=key)


def list_of(key: str) -> ListInput | None:
    """The list that was read in a photo; None if there is none, or no longer."""
    photo = Photo.objects.defer("picture").filter(key=key, error="").first() if key and storable(key) else None
    return source_of(photo) if photo and not photo.is_waiting else None


def source_of(photo: Photo) -> ListInput:
    return ListInput(photo.text, "photo", get(photo.game) if photo.game else None)
