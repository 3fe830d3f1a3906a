"""Whether the site says how it is."""

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

from deckbuilder.common import selectors
from tests.deckbuilder.base import SiteTest

pytestmark = pytest.mark.databases


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

    @contextmanager
    def broker_at(self, url):
        """As if the settings named that broker."""
        named = {"CELERY_BROKER_URL": url}  # Celery asks the environment before anything else
        app = Celery("health", broker=url)
        with override_settings(), mock.patch.dict(os.environ, named), mock.patch.object(selectors, "app", app):
            del selectors.settings.BROKER_DIR
            yield

    def asked(self):
        answer = self.client.get("/healthz")
        return answer.status_code, answer.json()

    def test_all_is_well(self):
        assert self.asked() == (200, {"ok": True, "database": "ok", "broker": "ok"})

    def test_the_answer_is_never_kept(self):
        assert "no-store" in self.client.get("/healthz").headers["Cache-Control"]

    def test_it_is_asked_and_not_told(self):
        assert self.client.post("/healthz").status_code == 405
        assert self.client.head("/healthz").status_code == 200

    def test_a_database_that_is_gone(self):
        with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=OperationalError):
            assert self.asked() == (503, {"ok": False, "database": "OperationalError", "broker": "ok"})
            assert self.as_alice.get("/healthz").status_code == 503

    def test_a_broker_folder_that_is_gone(self):
        (self.broker / "queue").rmdir()
        assert self.asked() == (503, {"ok": False, "database": "ok", "broker": "folder not writable"})

    def test_a_broker_that_refuses(self):
        for scheme in ("redis", "amqp"):
            with self.subTest(scheme), self.broker_at(f"{scheme}://127.0.0.1:{closed_port()}//"):
                assert self.asked() == (503, {"ok": False, "database": "ok", "broker": "OperationalError"})

    @pytest.mark.slow
    def test_a_broker_that_never_answers_is_not_waited_for(self):
        for scheme in ("redis", "amqp"):
            with self.subTest(scheme), silent_server() as port, self.broker_at(f"{scheme}://127.0.0.1:{port}//"):
                started = time.monotonic()
                assert self.asked()[0] == 503
                assert time.monotonic() - started < 30 * selectors.PATIENCE  # else it waits for minutes, or for ever

    def test_a_broker_of_a_kind_that_is_not_installed(self):
        with self.broker_at("nonsense://somewhere"):
            status, report = self.asked()
        assert (status, report["ok"]) == (503, False)

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
