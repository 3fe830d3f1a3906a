"""Photos of deck lists in the API."""

from typing import ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.common.database import NotFoundError
from deckbuilder.common.rest.api import Endpoint
from deckbuilder.decks.photos import selectors, services, tasks
from deckbuilder.decks.photos.serializers import PhotoSerializer, PhotoWanted
from deckbuilder.decks.photos.validators import MAX_BYTES, MEGABYTE

RETRY_AFTER_S = 2


class Photos(Endpoint):
    parser_classes = (MultiPartParser,)
    longest: ClassVar[int] = MAX_BYTES + MEGABYTE  # what stands around the file

    @extend_schema(operation_id="send_photo", request=PhotoWanted, responses={202: PhotoSerializer})
    def post(self, request: Request) -> Response:
        """Send the photo of a deck list, which a worker reads. Where the site does not read photos, the answer is 404.

        `Location` is the URL to poll until `state` is no longer `waiting`. Then check its `list`, or save it as a deck,
        with the form `photo`: the receipt asks about whatever was not read for certain.
        """
        if not selectors.can_read_photos():
            raise NotFoundError
        data = self.body(PhotoWanted)
        with count_creation(request, "photo"):
            photo = services.receive(data["photo"].read(MAX_BYTES + 1), data["game"])
        tasks.PHOTOS.start(photo)
        headers = {"Location": reverse("api-photo", args=[photo.key]), "Retry-After": str(RETRY_AFTER_S)}
        return Response(PhotoSerializer(photo).data, status=202, headers=headers)


class PhotoDetail(Endpoint):
    private: ClassVar[bool] = True

    @extend_schema(operation_id="photo", responses=PhotoSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A photo and the list read in it, for who has its key."""
        photo = selectors.photo_of(key)
        tasks.PHOTOS.start(photo)
        return Response(PhotoSerializer(photo).data)
