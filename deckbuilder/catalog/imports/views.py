"""Staff import a game's catalog from a file (upload, preview, apply) and export it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from deckbuilder.accounts.limits import TooMany, count_creation
from deckbuilder.catalog.cards.card_texts import CardTexts
from deckbuilder.catalog.imports import files, services, tasks, uploads
from deckbuilder.catalog.imports import lines as imports_lines
from deckbuilder.catalog.imports.forms import UploadForm
from deckbuilder.catalog.imports.sentences import OUTCOMES, file_error
from deckbuilder.catalog.imports.texts import column_texts, example
from deckbuilder.catalog.models import CatalogFile, CatalogImport, ImportStatus
from deckbuilder.catalog.selectors import has_sample_cards
from deckbuilder.catalog.views import staff, the_game
from deckbuilder.common.broken import reading, require
from deckbuilder.common.http.downloads import one_at_a_time
from deckbuilder.common.http.pagination import get_page
from deckbuilder.common.http.requests import HtmxRequest
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.maps import read_map
from games.registry import get

UPLOADS_A_PAGE = 30
LINES_A_PAGE = 100
ASKING = {"apply": uploads.ask_to_apply, "undo": uploads.ask_to_undo, "read-again": uploads.read_again}


@staff
@require_http_methods(["GET", "POST"])
def uploads_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The upload form and the previous uploads."""
    game = the_game(slug)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid():
        upload = _receive_upload(request, slug, form)
        if upload is not None:
            return redirect("catalog:import_page", upload.pk)
    page = get_page(uploads.uploads_of(game), UPLOADS_A_PAGE, request.GET.get("page"))
    status = 429 if form.has_error(NON_FIELD_ERRORS, "too-many") else 422 if form.errors else 200
    context = {"game": game, "form": form, "page": page, "kinds": files.KINDS, "invented": has_sample_cards(game)}
    context["columns"] = column_texts(game)
    return render(request, "catalog/imports.html", context, status=status)


def _receive_upload(request: HttpRequest, slug: str, form: UploadForm) -> CatalogImport | None:
    """The upload, with its preview or queued for a worker; None, with an error on the form, if it is rejected."""
    data = form.cleaned_data
    file = data["file"]
    options = {"skip_bad": data["skip_bad"], "complete": data["complete"], "user": request.user}
    game = get(slug)
    try:
        if data["map"]:
            options["column_map"] = read_map(data["map"].read(), game)
    except CatalogFileError as error:
        form.add_error("map", file_error(error.code, error.params))
        return None
    try:
        with count_creation(request, "upload"):
            upload = uploads.receive(game, file.read(), file.name, **options)
    except TooMany as error:
        form.add_error(None, ValidationError(error.message, "too-many"))
        return None
    except CatalogFileError as error:
        form.add_error("file", file_error(error.code, error.params))
        return None
    tasks.IMPORTS.start(upload)
    return upload


@staff
@require_GET
def upload_page(request: HtmxRequest, pk: int) -> HttpResponse:
    """One upload: the progress of reading or applying it, or the changes it makes."""
    upload = get_object_or_404(CatalogImport.objects.select_related("created_by").defer("report"), pk=pk)
    require(upload, "status", upload.status in ImportStatus.values)
    has_file = CatalogFile.objects.filter(upload=upload).exists()
    context = {"upload": upload, "game": the_game(upload.game), "error": _error(upload), "has_file": has_file}
    if upload.status == ImportStatus.MAPPING:
        return HttpResponseClientRefresh() if request.htmx else redirect("catalog:import_columns", pk)
    if upload.status not in uploads.WAITS_FOR_WORKER:
        if request.htmx:
            return HttpResponseClientRefresh()
        return render(request, "catalog/import_report.html", context | _report(request, upload))
    context["polling"] = tasks.IMPORTS.poll(upload)
    template = "catalog/_import_progress.html" if request.htmx else "catalog/import_progress.html"
    return render(request, template, context)


def _error(upload: CatalogImport) -> str:
    with reading(upload, "error"):
        return file_error(upload.error["code"], upload.error["params"]) if upload.error else ""


def _report(request: HttpRequest, upload: CatalogImport) -> dict[str, Any]:
    """The requested part of a report: `show` (an outcome), `q` (words) and `page`."""
    game, data = get(upload.game), upload.report
    show, words = request.GET.get("show", ""), request.GET.get("q", "")
    with reading(upload, "report"):
        counts = data.get("counts", {})
        entries = imports_lines.entries(data, show, words)
    page = get_page(entries, LINES_A_PAGE, request.GET.get("page"))
    with reading(upload, "report"):
        texts = CardTexts(game).prepare(tuple(each.data.get("effects", ())) for each in page)
        lines = [imports_lines.report_line(entry, game, texts) for entry in page]
    return {
        "report": data,
        "counts": counts,
        "outcomes": [(name, OUTCOMES[name], counts[name]) for name in imports_lines.ORDER if counts.get(name)],
        "show": show,
        "q": words,
        "page": page,
        "lines": lines,
        "may_apply": upload.status == ImportStatus.PREVIEW and data.get("ok"),
        "may_map": upload.status in uploads.LOOKED_AT,
        "retires_most": counts and counts["retired"] > counts["updated"] + counts["unchanged"],
        "may_discard": upload.status in uploads.OPEN,
        "may_undo": upload.status == ImportStatus.APPLIED and upload.states.exists(),
        "may_read_again": upload.status == ImportStatus.UNDONE,
        "changes": counts and counts["created"] + counts["updated"] + counts["retired"],
    }


@staff
@require_GET
def report_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The whole report as a CSV file."""
    upload = get_object_or_404(CatalogImport, pk=pk)
    if not upload.report:
        raise Http404
    game = the_game(upload.game)
    with reading(upload, "report"):
        data = imports_lines.as_csv(upload.report, game)
    return _as_file(HttpResponse(data), f"import-{pk}-report.csv", "csv")


@staff
@require_GET
def source_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The file as it was uploaded."""
    file = get_object_or_404(CatalogFile.objects.select_related("upload"), upload=pk)
    response = HttpResponse(bytes(file.data), content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, file.upload.filename) or "attachment"
    return response


@staff
@require_POST
def upload_action(request: HttpRequest, pk: int) -> HttpResponse:
    """`do`: apply the previewed changes, restart stuck work, discard the file, undo the import or preview it again."""
    upload = get_object_or_404(CatalogImport, pk=pk)
    do = request.POST.get("do")
    if do == "discard" and uploads.discard(upload):
        messages.success(request, _("File discarded; nothing was changed."))
        return redirect("catalog:imports", upload.game)
    if do == "skip-bad" and uploads.read_again(upload, skip_bad=True):
        tasks.IMPORTS.start(upload)
    elif do == "again":
        tasks.IMPORTS.restart(upload)
    elif do in ASKING and ASKING[do](upload):
        tasks.IMPORTS.start(upload)
    return redirect("catalog:import_page", pk)


@staff
@require_GET
def template(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A catalog file with the titles of the game's columns and one example."""
    game, kind = the_game(slug), request.GET.get("format", "csv")
    if kind not in files.KINDS:
        raise Http404
    return _as_file(HttpResponse(files.slices(game, [example(game)], kind)), f"{slug}-template.{kind}", kind)


@staff
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All printings of the game that are not retired, as a file; importing it gives the same catalog."""
    game, kind = the_game(slug), request.GET.get("format", "csv")
    if kind not in files.KINDS:
        raise Http404
    most = files.MAX_IN_WORKBOOK
    if kind == "xlsx" and services.count_in_print(game) > most:
        sentence = _(
            "A workbook holds at most {limit} printings. Use CSV or JSON instead: they hold all of them and can be "
            "imported the same way."
        )
        return render(request, "413.html", {"message": sentence.format(limit=most)}, status=413)
    response = StreamingHttpResponse(one_at_a_time(files.slices(game, services.in_print(game), kind)))
    return _as_file(response, f"{slug}.{kind}", kind)


def _as_file(response: HttpResponseBase, name: str, kind: files.Kind) -> HttpResponseBase:
    response["Content-Type"] = files.KINDS[kind]
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
