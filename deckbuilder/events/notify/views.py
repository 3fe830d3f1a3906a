"""The page for notifying players: texts to copy, and e-mail."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from deckbuilder.common.http.pagination import get_page
from deckbuilder.events import access, pages
from deckbuilder.events.entries.recipients import may_mail
from deckbuilder.events.errors import EventError
from deckbuilder.events.gate import views
from deckbuilder.events.models import Event
from deckbuilder.events.notify import emails, tasks, texts
from deckbuilder.events.readiness import gate
from deckbuilder.events.sentences import event_error

PAGE = 50
SPOKEN = dict(settings.LANGUAGES)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The texts to copy, in a language (`lang`); posting e-mails those who can be."""
    event = access.require_organiser(request, slug)
    problem, status = "", 200
    language = request.GET.get("lang", "") or get_language() or "en"
    if language not in SPOKEN:
        message = _("“{value}” is not one of {choices}.").format(value=language, choices=_(", ").join(SPOKEN))
        problem, status, language = message, 422, get_language() or "en"
    if request.method == "POST":
        try:
            return _send_mail(request, event, language)
        except EventError as error:
            problem, status = event_error(error), error.status
    root = request.build_absolute_uri("/")
    lines = get_page(texts.recipients(event), PAGE, request.GET.get("page"))
    link = request.build_absolute_uri(event.get_absolute_url())
    with override(language):
        shown = {"to_all": texts.to_all(event, link), "notices": texts.notices(event, list(lines), root)}
    context = pages.head(request, event) | views.judging_context(event, gate.overview(event).waiting) | shown
    context |= {
        "page": lines,
        "total": lines.paginator.count,
        "languages": settings.LANGUAGES,
        "chosen": language,
        "problem": problem,
        "may_mail": may_mail(),
        "reachable": len(emails.with_email(event)) if may_mail() else 0,
        "nonce": pages.new_nonce(),
    }
    return render(request, "events/tell.html", context, status=status)


def _send_mail(request: HttpRequest, event: Event, language: str) -> HttpResponse:
    root = request.build_absolute_uri("/")

    def send(order: emails.Order) -> None:
        tasks.enqueue_mail(order, language, root)

    if count := emails.order(event, by=access.require_user(request), nonce=request.POST.get("nonce", ""), send=send):
        message = ngettext("{count} player will be e-mailed.", "{count} players will be e-mailed.", count)
        messages.success(request, message.format(count=count))
    return redirect("events:tell", event.slug)
