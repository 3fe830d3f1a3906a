"""The site's metrics for Prometheus: requests, and the health of its services."""

from collections.abc import Iterator
from hmac import compare_digest
from ipaddress import ip_address
from time import perf_counter

from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.connection import Connection
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from deckbuilder.accounts.models import User
from deckbuilder.catalog.models import CatalogImport, ImportStatus
from deckbuilder.celery import app
from deckbuilder.common.models import Worker
from deckbuilder.common.operations.metrics import registry
from deckbuilder.events.models import JudgingRun
from deckbuilder.stats.simulations import selectors

PATIENCE_S = 1
WORKING = (ImportStatus.WAITING, ImportStatus.READING, ImportStatus.APPLYING)
FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Requires METRICS_TOKEN; without one, only requests from this machine. Otherwise 404."""
    if not _may_read(request):
        raise Http404
    return HttpResponse(generate_latest(registry(SiteCollector())), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    """Whether a request may read the metrics. One that a proxy passes on also comes from this machine, and may not."""
    if settings.METRICS_TOKEN:
        authorization = request.headers.get("Authorization", "")
        return compare_digest(authorization.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:  # a Unix socket has no address; a proxy is at its other end
        return False


class SiteCollector:
    """Figures queried at each scrape, the same in every process."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("deckbuilder_up", "1 where what the site stands on answers.", labels=["part"])
        try:
            yield from _database()
            up.add_metric(["database"], 1)
        except Error:
            up.add_metric(["database"], 0)
        try:
            yield _queues()
            up.add_metric(["broker"], 1)
        except Exception:  # every transport has its own
            up.add_metric(["broker"], 0)
        yield up


def _database() -> Iterator[Metric]:
    start = perf_counter()
    User.objects.exists()
    yield GaugeMetricFamily("deckbuilder_database_seconds", "A small query.", value=perf_counter() - start)

    work = GaugeMetricFamily("deckbuilder_open_work", "Work that workers have not finished.", labels=["kind"])
    work.add_metric(["simulations"], selectors.unfinished_simulations().count())
    work.add_metric(["imports"], CatalogImport.objects.filter(status__in=WORKING).count())
    work.add_metric(["judgings"], JudgingRun.objects.filter(finished_at=None).count())
    yield work

    now = timezone.now()
    age = GaugeMetricFamily("deckbuilder_worker_seconds", "Since a worker last said it is there.", labels=["worker"])
    for worker in Worker.objects.all():
        age.add_metric([worker.name], (now - worker.seen_at).total_seconds())
    yield age


def _queues() -> Metric:
    """Messages that no worker has taken yet."""
    depth = GaugeMetricFamily("deckbuilder_queue_messages", "Messages that wait for a worker.", labels=["queue"])
    with app.connection_for_read(connect_timeout=PATIENCE_S) as connection:
        connection.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE_S)
        for queue in settings.CELERY_TASK_QUEUES:
            depth.add_metric([queue.name], _depth(connection, queue.name))
    return depth


def _depth(connection: Connection, queue: str) -> int:
    """The number of messages in a queue. Redis and RabbitMQ close the channel if nobody has written to it yet."""
    try:
        with connection.channel() as channel:
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except connection.channel_errors:
        return 0
