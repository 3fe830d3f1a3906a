"""Metrics: how many requests each view answered, with which status, and how fast.

Labels are names of views, methods of HTTP and statuses: nothing that a visitor makes up.
"""

import os
from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_VIEW = "none"
"""In place of a view where no address matches."""

requests_total = Counter("deckbuilder_requests_total", "Requests answered.", ["view", "method", "status"])
request_seconds = Histogram(
    "deckbuilder_request_seconds",
    "Time to the answer's header.",
    ["view", "method"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count every request that is not for a static file."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        started = perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else NO_VIEW
        method = request.method if request.method in METHODS else "other"
        requests_total.labels(view, method, response.status_code).inc()
        request_seconds.labels(view, method).observe(perf_counter() - started)
        return response

    return answer


def registry(*collectors: Collector) -> CollectorRegistry:
    """The figures of all processes of this gunicorn, or of this process alone where there is none; and `collectors`."""
    figures = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # set by deckbuilder.gunicorn_conf
        MultiProcessCollector(figures)
    else:
        figures.register(REGISTRY)
    for each in collectors:
        figures.register(each)
    return figures
