"""Metrics: requests by view and status, and their duration.

Labels are names of views, HTTP methods and statuses, nothing that a visitor can choose.
"""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

requests_total = Counter("deckbuilder_requests_total", "Requests answered.", ["view", "method", "status"])
request_seconds = Histogram(
    "deckbuilder_request_seconds",
    "Time to the answer's header.",
    ["view", "method"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)


def registry(*collectors: Collector) -> CollectorRegistry:
    """The figures of all processes of this gunicorn, or of this process without one; and those of `collectors`."""
    figures = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # set by deckbuilder.gunicorn_conf
        MultiProcessCollector(figures)
    else:
        figures.register(REGISTRY)
    for each in collectors:
        figures.register(each)
    return figures
