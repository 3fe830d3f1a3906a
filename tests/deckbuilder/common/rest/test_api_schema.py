"""The description of the API is made by one thread at a time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import sleep
from unittest import mock

from django.test import RequestFactory
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.response import Response

from deckbuilder.common.rest.api_schema import Schema


def test_nobody_begins_before_another_has_ended():
    at_it = Lock()

    def describe(*_, **__):
        assert at_it.acquire(blocking=False), "two at once"
        sleep(0.05)
        at_it.release()
        return Response({})

    with mock.patch.object(SpectacularJSONAPIView, "_get_schema_response", describe), ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(Schema.as_view(), RequestFactory().get("/api/v1/schema/")) for _ in range(4)]
        assert [each.result().status_code for each in asked] == [200] * 4
