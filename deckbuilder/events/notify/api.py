"""Notifying players over the API: texts to pass on, and e-mail."""

from functools import partial
from typing import Any

from django.utils.translation import get_language, override
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from deckbuilder.events import access
from deckbuilder.events.entries.recipients import Reaches, may_mail
from deckbuilder.events.gate.api import GateEndpoint
from deckbuilder.events.notify import emails, tasks, texts
from deckbuilder.events.notify.serializers import NotifyQuery, TellPage, TellWanted, ToldSerializer, WrittenSerializer


class Tell(GateEndpoint):
    @extend_schema(operation_id="what_to_tell", parameters=[NotifyQuery], responses=TellPage, filters=False)
    def get(self, request: Request, slug: str) -> Response:
        """Texts for the players who are not ready (for everyone if it was called off). For organisers."""
        event, params = access.require_organiser(request, slug), self.query_params(NotifyQuery)
        waiting = self.overview(event).waiting
        with override(_language(params)):
            answer = self.pages(texts.recipients(event), ToldSerializer, event=event, reaches=Reaches(event))
            text = texts.to_all(event, request.build_absolute_uri(event.get_absolute_url()))
        reachable = len(emails.with_email(event)) if may_mail() else None
        return Response({**answer.data, "text": text, "reachable": reachable, "waiting": waiting})

    @extend_schema(operation_id="tell", request=TellWanted, responses={200: WrittenSerializer, 202: WrittenSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """E-mail those of them who gave or confirmed an address here. For organisers.

        Workers send the e-mail. The same `nonce` again sends nothing (200).
        """
        event, data = access.require_organiser(request, slug), self.body(TellWanted)
        send = partial(tasks.enqueue_mail, language=_language(data), root=request.build_absolute_uri("/"))
        count = emails.order(event, by=self.person(), nonce=data["nonce"], send=send)
        return Response({"written": count}, status=202 if count else 200)


def _language(params: dict[str, Any]) -> str:
    """The requested language, or else that of the request."""
    return params.get("lang") or get_language() or "en"
