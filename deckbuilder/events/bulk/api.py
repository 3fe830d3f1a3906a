"""Bulk imports of lists over the API: uploading, previewing, importing and discarding."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.accounts.limits import count_creation
from deckbuilder.common.archives import MEGABYTE
from deckbuilder.common.http.pagination import Pages
from deckbuilder.common.rest.fields import Paged
from deckbuilder.common.rest.parsers import Json
from deckbuilder.events import access
from deckbuilder.events.api_endpoint import EventEndpoint
from deckbuilder.events.bulk import jobs, services, tasks
from deckbuilder.events.bulk.files import MAX_UPLOAD_BYTES
from deckbuilder.events.bulk.serializers import (
    BroughtSerializer,
    PlayersWanted,
    TakeWanted,
    UploadPage,
    UploadQuery,
    UploadSerializer,
    UploadWanted,
)
from deckbuilder.events.models import BulkUpload

RETRY_AFTER_S = 2


class UploadEndpoint(EventEndpoint):
    def receipt(self, upload: BulkUpload, params: dict[str, Any], **how: Any) -> Response:
        """A page of results; 202 while a worker has yet to read or import the lists."""
        if upload.task:
            tasks.BULK_UPLOADS.start(upload)
            if self.request.method == "POST":
                how["status"] = 202
                how.setdefault("headers", {})["Retry-After"] = str(RETRY_AFTER_S)
        lines = [each for each in upload.plan if params.get("outcome", each["outcome"]) == each["outcome"]]
        path = reverse("api-upload", args=[upload.event.slug, upload.pk])
        data = UploadSerializer(upload, context={"request": self.request}).data
        counts_data = {"counts": services.counts(upload.plan)}
        return Response({**data, **counts_data, **self.pages(lines, BroughtSerializer, path).data}, **how)


class Uploads(UploadEndpoint):
    pagination_class = Pages
    parser_classes = (MultiPartParser,)
    longest: ClassVar[int] = MAX_UPLOAD_BYTES + MEGABYTE  # text between the parts of the form is not a file

    @extend_schema(operation_id="uploads", parameters=[Paged], responses=UploadSerializer(many=True), filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """All uploads, latest first. For organisers."""
        event = access.require_organiser(request, slug)
        self.query_params(Paged)
        return self.pages(services.past(event), UploadSerializer)

    @extend_schema(
        operation_id="send_lists", request=UploadWanted, responses={201: UploadPage, 202: UploadPage}, filters=False
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload the lists of many players and preview the results. For organisers. Nothing is imported yet.

        A few lists are read at once. Many are read by a worker: the answer is 202, and `Location` is the URL to poll
        until `task` is empty. Split uploads that exceed the number of files of a request, or 16 MB. The last 20
        unapplied uploads of an event are kept.
        """
        event, data = access.require_organiser(request, slug), self.body(UploadWanted)
        with count_creation(request, "upload"):
            upload = jobs.receive(event, data["files"], by=self.person(), reason=data["reason"])
        headers = {"Location": reverse("api-upload", args=[slug, upload.pk])}
        return self.receipt(upload, {}, status=201, headers=headers)


class UploadDetail(UploadEndpoint):
    @extend_schema(operation_id="upload", parameters=[UploadQuery], responses=UploadPage, filters=False)
    def get(self, request: Request, slug: str, upload: int) -> Response:
        """The results for each list. For organisers. `outcome` filters them."""
        upload_row = access.upload_of(request, slug, upload)
        return self.receipt(upload_row, self.query_params(UploadQuery))

    @extend_schema(operation_id="discard_lists", responses={204: None})
    def delete(self, request: Request, slug: str, upload: int) -> Response:
        """Discard lists that were not imported. For organisers."""
        services.discard(access.upload_of(request, slug, upload))
        return Response(status=204)


class UploadPlayers(UploadEndpoint):
    @extend_schema(operation_id="name_players", request=PlayersWanted, responses={200: UploadPage, 202: UploadPage})
    def post(self, request: Request, slug: str, upload: int) -> Response:
        """Say whose lists those are whose outcome is `unsure`, and preview again. For organisers.

        If one of them is not unsure, the answer is 409. Large uploads are planned again by a worker: the answer is 202.
        """
        upload_row, data = access.upload_of(request, slug, upload), self.body(PlayersWanted)
        names = {each["item"]: each["player"] for each in data["players"]}
        return self.receipt(jobs.name_players(upload_row, names), {})


class ApplyUpload(UploadEndpoint):
    parser_classes = (Json, MultiPartParser, FormParser)  # form data is still accepted, empty or not

    @extend_schema(operation_id="take_lists", request=TakeWanted, responses={200: UploadPage, 202: UploadPage})
    def post(self, request: Request, slug: str, upload: int) -> Response:
        """Import the lists as previewed, in one transaction. For organisers. Repeating it imports nothing twice.

        If the results have changed since the preview, the answer is 409: fetch the preview again and import that.
        `reason`: for lists uploaded before the deadline and imported after it; it is kept with them. Many lists are
        imported by a worker: the answer is 202, and the upload says when it is done, or what failed.
        """
        upload_row, data = access.upload_of(request, slug, upload), self.body(TakeWanted)
        return self.receipt(jobs.confirm(upload_row, by=self.person(), reason=data["reason"]), {})
