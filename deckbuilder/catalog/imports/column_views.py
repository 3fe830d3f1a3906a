"""Staff say what the columns of an uploaded file are: the page, and the map as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from deckbuilder.catalog.imports import column_forms, column_maps, tasks, uploads
from deckbuilder.catalog.imports.column_forms import ColumnFields
from deckbuilder.catalog.imports.forms import MAP_LIMIT
from deckbuilder.catalog.imports.heads import Doubts, Head, doubts_of, head_of
from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.models import CatalogFile, CatalogImport, ImportStatus
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.common.input import whole_number
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.maps import ColumnMap, as_document, from_document, read_map


@staff
@require_http_methods(["GET", "POST"])
def columns_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The first rows of a file, with what its columns are; sent, it becomes the map with which the file is read."""
    upload = get_object_or_404(CatalogImport.objects.select_related("created_by").defer("report"), pk=pk)
    if upload.status not in uploads.LOOKED_AT:
        return redirect("catalog:import_page", pk)
    game = the_game(upload.game)
    data = bytes(get_object_or_404(CatalogFile, upload=upload).data)
    page = _Page(request, upload, game, data)
    return page.answer_form() if request.method == "POST" else page.answer(_stored_map(upload, game))


def _stored_map(upload: CatalogImport, game: Game) -> ColumnMap:
    try:
        return column_maps.map_of(upload, game)
    except CatalogFileError:  # the game lost a column since
        return ColumnMap()


class _Page:
    """One answer about the columns of an upload."""

    def __init__(self, request: HttpRequest, upload: CatalogImport, game: Game, data: bytes) -> None:
        self.request, self.upload, self.game, self.data = request, upload, game, data
        self.untitled: set[int] = set()

    def answer_form(self) -> HttpResponse:
        """Do what the button says: look for the titles in another row, take an uploaded map, or read the file."""
        do = self.request.POST.get("do", "preview")
        try:
            if do == "titles":
                row = self.request.POST.get("title_row", "")
                return self.answer(ColumnMap(title_row=whole_number(row) or 0))
            if do == "upload":
                return self._read(self._uploaded_map())
            return self._read_form()
        except CatalogFileError as error:
            return self.answer(_stored_map(self.upload, self.game), file_error(error.code, error.params))

    def _uploaded_map(self) -> ColumnMap:
        file = self.request.FILES.get("map")
        if file is None:
            raise CatalogFileError("empty")
        if (file.size or 0) > MAP_LIMIT:
            raise CatalogFileError("too-large", {"size": file.size or 0, "limit": MAP_LIMIT})
        return read_map(file.read(), self.game)

    def _read_form(self) -> HttpResponse:
        """Read the file as the form says, unless that raises new questions: these are shown first."""
        post = self.request.POST
        fixed = column_forms.fixed_in(post)
        self.untitled |= column_forms.posted_indices(post)
        row = post.get("title_row", "")
        head = self._head(ColumnMap(title_row=whole_number(row) or 0))
        document = column_forms.posted_document(self.game, head.titles, post)
        posted = _lenient(document, self.game)
        if mistake := column_forms.fixed_mistake(self.game, fixed):
            return self.answer(posted, mistake, fixed)
        if self._head(replace(posted, title_row=0)).title_row == head.title_row:
            document.pop("title_row", None)  # the next file may have them in another row
        try:
            column_map = from_document(document, self.game)
            doubts = doubts_of(self.game, self.data, self.upload.filename, column_map)
        except CatalogFileError as error:
            return self.answer(posted, file_error(error.code, error.params), fixed)
        fields = column_forms.fields_of(self.game, head, column_map, doubts)
        if column_forms.asks(fields, post):
            return self._render(head, fields, fixed, asking=True, kinds_only=column_map.kinds_only)
        return self._read(column_map)

    def _read(self, column_map: ColumnMap) -> HttpResponse:
        """Keep the map, for the next file too, and read the file with it."""
        column_maps.keep_map(self.game, self.data, self.upload.filename, column_map)
        if uploads.read_again(self.upload, column_map=as_document(column_map, self.game)):
            tasks.IMPORTS.start(self.upload)
        return redirect("catalog:import_page", self.upload.pk)

    def answer(
        self, column_map: ColumnMap, error: str = "", fixed: Sequence[tuple[str, str]] | None = None
    ) -> HttpResponse:
        """The page, filled in as the map says. `fixed`: what the form says that every row has, if that was sent."""
        doubts, fixed = self._doubts(column_map), tuple(column_map.fixed.items()) if fixed is None else fixed
        try:
            head = self._head(column_map)
        except CatalogFileError as unreadable:
            message = file_error(unreadable.code, unreadable.params)
            return self._render(Head(0, (), (), {}), [], fixed, message, status=422)
        fields = column_forms.fields_of(self.game, head, column_map, doubts)
        return self._render(head, fields, fixed, error, kinds_only=column_map.kinds_only, status=422 if error else 200)

    def _head(self, column_map: ColumnMap) -> Head:
        return head_of(self.game, self.data, self.upload.filename, column_map, self.untitled)

    def _doubts(self, column_map: ColumnMap) -> Doubts | None:
        """What the map does not say yet; None if the file cannot be read until its columns are set."""
        try:
            return doubts_of(self.game, self.data, self.upload.filename, column_map)
        except CatalogFileError as error:
            if error.code == "too-many-cells" and isinstance(cell := error.params["cell"], int):
                self.untitled.add(cell - 1)  # in a row below the first ones
            return None

    def _render(
        self,
        head: Head,
        fields: list[ColumnFields],
        fixed: Sequence[tuple[str, str]],
        error: str = "",
        *,
        asking: bool = False,
        kinds_only: bool = False,
        status: int = 200,
    ) -> HttpResponse:
        rows = [(number, f"{number}: {text[:60]}") for number, text in head.candidates.items()]
        context: dict[str, Any] = {
            "upload": self.upload,
            "game": self.game,
            "error": error,
            "head": head,
            "fields": fields,
            "fixed": column_forms.fixed_fields(self.game, fixed),
            "asking": asking,
            "reason": self._reason() if self.request.method == "GET" else "",
            "kinds_only": kinds_only,
            "title_rows": rows if len(rows) > 1 else (),
            "has_map": bool(self.upload.column_map),
        }
        return render(self.request, "catalog/import_columns.html", context, status=status)

    def _reason(self) -> str:
        """Why the file cannot be read yet."""
        error = self.upload.error if self.upload.status == ImportStatus.MAPPING else None
        return file_error(error["code"], error["params"]) if error else ""


def _lenient(document: dict[str, Any], game: Game) -> ColumnMap:
    """As much of a map as can be used, so that a form with an error keeps what was chosen."""
    uses: dict[str, Any] = {}
    for title, each in document["columns"].items():
        with suppress(CatalogFileError):
            uses |= from_document({**document, "columns": {title: each}, "fixed": {}}, game).columns
    fixed = document.get("fixed", {})
    return ColumnMap(uses, document.get("title_row", 0), bool(document.get("kinds_only")), fixed)


@staff
@require_GET
def columns_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The map with which an upload is read, as a file."""
    upload = get_object_or_404(CatalogImport.objects.defer("report"), pk=pk)
    if not upload.column_map:
        raise Http404
    response = HttpResponse(json.dumps(upload.column_map, ensure_ascii=False, indent=1) + "\n")
    response["Content-Type"] = "application/json"
    response["Content-Disposition"] = f'attachment; filename="columns-{pk}.json"'
    return response
