"""Figures for Prometheus, and who sees them."""

from unittest import mock

import pytest
from django.db import OperationalError
from django.test import override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from deckbuilder import monitoring
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.celery import app
from deckbuilder.common.models import Worker
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

TOKEN = "prometheus-of-this-test"


class MetricsTest(SiteTest):
    def samples(self, **headers):
        """(name, labels) -> value."""
        answer = self.client.get("/metrics", headers=headers)
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in families
            for sample in family.samples
        }

    def requests(self, view, method, status):
        labels = (("method", method), ("status", str(status)), ("view", view))
        return self.samples().get(("deckbuilder_requests_total", labels), 0)

    @pytest.mark.slow
    def test_requests_are_counted_by_view_method_and_status(self):
        before = self.requests("site:about", "GET", 200)
        self.client.get("/about/")
        self.client.get("/about/")
        assert self.requests("site:about", "GET", 200) == before + 2
        assert self.requests("site:about", "POST", 405) == 0
        name, labels = "deckbuilder_request_seconds_count", (("method", "GET"), ("view", "site:about"))
        assert self.samples()[name, labels] == before + 2

    def test_what_a_visitor_makes_up_is_no_label(self):
        for number in range(3):
            self.client.get(f"/no/such/page/{number}/")
            self.client.generic(f"MADE{number}", "/about/")
        known = {name for name, _ in self.samples()}
        labels = {labels for name, labels in self.samples() if name == "deckbuilder_requests_total"}
        assert "deckbuilder_requests_total" in known
        assert (("method", "GET"), ("status", "404"), ("view", "none")) in labels
        assert (("method", "other"), ("status", "405"), ("view", "site:about")) in labels
        assert not [each for each in labels if "made" in str(each).lower() or "such" in str(each)]

    def test_what_the_site_stands_on(self):
        CatalogImport.objects.create(game="legions", filename="a.csv")
        Worker.objects.create(name="celery@here", seen_at=timezone.now() - timezone.timedelta(seconds=60))
        samples = self.samples()
        assert samples["deckbuilder_up", (("part", "database"),)] == 1
        assert samples["deckbuilder_up", (("part", "broker"),)] == 1
        assert samples["deckbuilder_open_work", (("kind", "imports"),)] == 1
        assert samples["deckbuilder_open_work", (("kind", "simulations"),)] == 0
        assert 60 <= samples["deckbuilder_worker_seconds", (("worker", "celery@here"),)] < 600

    @pytest.mark.slow
    def test_messages_are_counted_by_queue(self):
        for queue in ("quick", "simulations", "imports", "mail"):
            assert ("deckbuilder_queue_messages", (("queue", queue),)) in self.samples()
        before = self.samples()["deckbuilder_queue_messages", (("queue", "mail"),)]
        with app.connection_for_write() as connection:
            waiting = connection.SimpleQueue("mail")
            waiting.put("a letter")
            try:
                assert self.samples()["deckbuilder_queue_messages", (("queue", "mail"),)] == before + 1
            finally:
                waiting.get(timeout=5).ack()
                waiting.close()

    def test_a_database_that_is_gone(self):
        with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=OperationalError):
            assert self.samples()["deckbuilder_up", (("part", "database"),)] == 0

    def test_a_broker_that_is_gone(self):
        with mock.patch.object(monitoring, "_queues", side_effect=OSError):
            assert self.samples()["deckbuilder_up", (("part", "broker"),)] == 0

    def test_only_this_machine_sees_them_without_a_token(self):
        assert self.client.get("/metrics").status_code == 200
        assert self.client.get("/metrics", REMOTE_ADDR="::1").status_code == 200
        assert self.client.get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 404
        assert self.client.get("/metrics", REMOTE_ADDR="").status_code == 404
        assert self.client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404

    @override_settings(METRICS_TOKEN=TOKEN)
    def test_only_who_has_the_token_sees_them(self):
        assert self.client.get("/metrics").status_code == 404
        for wrong in (f"Bearer {TOKEN}x", "Bearer ", f"Token {TOKEN}", "Bearer ünïcode"):
            assert self.client.get("/metrics", headers={"Authorization": wrong}).status_code == 404
        assert self.samples(Authorization=f"Bearer {TOKEN}")

    def test_they_are_read_and_never_kept(self):
        assert self.client.post("/metrics").status_code == 405
        assert "no-store" in self.client.get("/metrics")["Cache-Control"]
