"""Shared by the whole API: the base of its views, and the one shape of an error."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import resolve, reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, set_rollback

from deckbuilder.common.errors import problem_of
from deckbuilder.common.http.pagination import Pages
from games.engine.model.game import Game
from games.registry import get


class Endpoint(APIView):
    """A view of the API. Answers to GET have an ETag; shared caches never store what depends on the caller."""

    private: ClassVar[bool] = False
    longest: ClassVar[int] = 0
    """Maximum bytes of a body, if more than usual."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return conditional_page(super().as_view(**initkwargs))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if _length(request) > max(self.longest, settings.DATA_UPLOAD_MAX_MEMORY_SIZE):
            raise RequestDataTooBig

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.private:
            patch_vary_headers(response, ["Authorization", "Cookie", "X-Edit-Key", "X-Entry-Key"])
            patch_cache_control(response, private=True, no_cache=True)
        return response

    def query_params(self, form: type[serializers.Serializer]) -> dict[str, Any]:
        """The validated query parameters."""
        return _validate(form, self.request.query_params)

    def body(self, form: type[serializers.Serializer]) -> dict[str, Any]:
        """The validated body."""
        return _validate(form, self.request.data)

    def pages(
        self, rows: QuerySet[Any] | Sequence[Any], shape: type[serializers.Serializer], path: str = "", **context: Any
    ) -> Response:
        """One page of a list. `path`: the URL of the pages, unless it is that of the request."""
        paginator = Pages()
        paginator.path = path
        page = paginator.paginate_queryset(rows, self.request, view=self)
        serializer = shape(page, many=True, context={"request": self.request, **context})
        return paginator.get_paginated_response(serializer.data)


def _length(request: Request) -> int:
    length = str(request.META.get("CONTENT_LENGTH") or 0)
    return int(length) if length.isdecimal() else 0


def _validate(form: type[serializers.Serializer], data: Any) -> dict[str, Any]:
    read = form(data=data)
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def game_or_404(slug: str) -> Game:
    try:
        return get(slug)
    except KeyError:
        raise Http404 from None


class Nowhere(APIView):
    """Any other URL under the API. One that only lacks the slash at the end is redirected, with its body."""

    throttle_classes = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.path.endswith("/") and resolve(f"{request.path_info}/").url_name:
            target = request.get_full_path(force_append_slash=True)
            return HttpResponseRedirect(target, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound


def handle_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    problem = problem_of(error)
    if problem is None:
        return None
    set_rollback()
    return Response(problem.body, status=problem.status, headers=dict(problem.headers))


class IndexSerializer(serializers.Serializer):
    games = serializers.URLField()
    decks = serializers.URLField()
    events = serializers.URLField()
    schema = serializers.URLField()
    docs = serializers.URLField()


class Index(Endpoint):
    @extend_schema(operation_id="index", responses=IndexSerializer)
    def get(self, request: Request) -> Response:
        """The API's entry point."""
        names = ("games", "decks", "events", "schema", "docs")
        return Response({name: request.build_absolute_uri(reverse(f"api-{name}")) for name in names})
