"""Whether the site says that it lives, and what it lacks."""

import errno
import gc
import os
import socket
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest
from celery import Celery
from django.db.utils import OperationalError
from django.test import override_settings
from django.utils import timezone

from deckbuilder.common.jobs import workers
from deckbuilder.common.models import Worker
from deckbuilder.common.operations import health
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases

WELL = {"ok": True, "database": "ok", "broker": "ok", "worker": "ok", "disk": "ok", "cache": "ok"}


@contextmanager
def silent_server():
    """The port of a server that takes connections and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield server.getsockname()[1]


def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class HealthTest(SiteTest):
    def setUp(self):
        super().setUp()
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.broker = Path(folder)
        (self.broker / "queue").mkdir()
        self.enterContext(override_settings(BROKER_DIR=self.broker))
        workers.beat("one@here")

    @contextmanager
    def broker_at(self, url):
        """As if the settings named that broker."""
        named = {"CELERY_BROKER_URL": url}  # Celery asks the environment before anything else
        app = Celery("health", broker=url)
        with override_settings(), mock.patch.dict(os.environ, named), mock.patch.object(health, "app", app):
            del health.settings.BROKER_DIR
            yield

    def asked(self):
        answer = self.client.get("/readyz")
        return answer.status_code, answer.json()

    def lacks(self, **told):
        """It is not ready for these reasons, and for none else."""
        status, report = self.asked()
        assert (status, report) == (503, WELL | {"ok": False} | told)

    def test_all_is_well(self):
        assert self.asked() == (200, WELL)

    def test_the_answer_is_never_kept(self):
        for path in ("/healthz", "/readyz"):
            assert "no-store" in self.client.get(path).headers["Cache-Control"]

    def test_it_is_asked_and_not_told(self):
        for path in ("/healthz", "/readyz"):
            assert self.client.post(path).status_code == 405
            assert self.client.head(path).status_code == 200

    def test_a_database_that_is_gone(self):
        browser = self.as_alice
        with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=OperationalError):
            self.lacks(database="OperationalError", worker="OperationalError")
            assert browser.get("/readyz").status_code == 503
            assert browser.get("/healthz").json() == {"ok": True}

    def test_a_worker_that_is_silent_or_was_never_there(self):
        Worker.objects.update(seen_at=timezone.now() - workers.HEARTBEAT_TIMEOUT)
        self.lacks(worker="none")
        Worker.objects.all().delete()
        self.lacks(worker="none")

    def test_a_worker_that_ended(self):
        workers.unregister("one@here")
        self.lacks(worker="none")

    def test_a_disk_that_is_full_or_cannot_be_written(self):
        usage = mock.Mock(free=health.LEAST_FREE - 1)
        with mock.patch("shutil.disk_usage", return_value=usage):
            self.lacks(disk="full")
        with mock.patch("tempfile.TemporaryFile", side_effect=OSError(errno.ENOSPC, "No space left")):
            self.lacks(disk="No space left on device")

    def test_a_cache_that_refuses(self):
        server = f"redis://127.0.0.1:{closed_port()}/0"
        cache = {"BACKEND": "deckbuilder.common.caches.Cache", "LOCATION": server}
        with override_settings(CACHES={"default": cache}):
            self.lacks(cache="ConnectionError")

    def test_a_broker_folder_that_is_gone(self):
        (self.broker / "queue").rmdir()
        self.lacks(broker="folder not writable")

    def test_a_broker_that_refuses(self):
        for scheme in ("redis", "amqp"):
            with self.subTest(scheme), self.broker_at(f"{scheme}://127.0.0.1:{closed_port()}//"):
                self.lacks(broker="OperationalError")

    @pytest.mark.slow
    def test_a_broker_that_never_answers_is_not_waited_for(self):
        for scheme in ("redis", "amqp"):
            with self.subTest(scheme), silent_server() as port, self.broker_at(f"{scheme}://127.0.0.1:{port}//"):
                started = time.monotonic()
                assert self.asked()[0] == 503
                assert time.monotonic() - started < 30 * health.PATIENCE  # else it waits for minutes, or for ever

    def test_a_broker_of_a_kind_that_is_not_installed(self):
        with self.broker_at("nonsense://somewhere"):
            status, report = self.asked()
        assert (status, report["ok"]) == (503, False)

    @pytest.mark.slow
    def test_asking_often_leaves_nothing_open(self):
        with self.broker_at(f"redis://127.0.0.1:{closed_port()}//"):
            self.asked()
            gc.collect()
            before = len(os.listdir("/dev/fd"))
            for _ in range(20):
                self.asked()
            gc.collect()
            assert len(os.listdir("/dev/fd")) <= before

    @override_settings(SECURE_SSL_REDIRECT=True)
    def test_it_answers_without_https_too(self):
        assert self.asked()[0] == 200
        assert self.client.get("/").status_code == 301
