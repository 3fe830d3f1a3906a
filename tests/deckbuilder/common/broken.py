"""A site that breaks."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework.views import APIView

from deckbuilder.urls import handler400, handler500
from deckbuilder.urls import urlpatterns as site

__all__ = ["handler400", "handler500", "urlpatterns"]


def page(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


class Broken(APIView):
    def get(self, request: HttpRequest) -> HttpResponse:
        raise ZeroDivisionError


urlpatterns = [path("broken/", page), path("api/v1/broken/", Broken.as_view()), *site]
