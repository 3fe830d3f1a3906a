"""How gunicorn serves the site: figures of several processes, and slow clients."""

import os
import socket
import subprocess
import sys
from unittest import mock

import pytest
from gunicorn.workers.gthread import ThreadWorker

from deckbuilder import gunicorn_worker
from deckbuilder.gunicorn_worker import HEADER_TIMEOUT_S, REQUEST_TIMEOUT_S, Worker

COUNT = """
import sys
from deckbuilder.common.operations.metrics import requests_total
requests_total.labels("a", "GET", 200).inc(int(sys.argv[1]))
"""
READ = """
from prometheus_client import generate_latest
from deckbuilder.common.operations.metrics import registry
print(generate_latest(registry()).decode())
"""


@pytest.mark.slow
def test_the_figures_of_all_processes_are_added_up(tmp_path):
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for number in ("2", "3"):
        subprocess.run([sys.executable, "-c", COUNT, number], env=environment, check=True)
    told = subprocess.run([sys.executable, "-c", READ], env=environment, check=True, capture_output=True, text=True)
    assert 'deckbuilder_requests_total{method="GET",status="200",view="a"} 5.0' in told.stdout


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(gunicorn_worker, "monotonic", clock)
    return clock


@pytest.fixture
def worker():
    made = Worker.__new__(Worker)
    made.deadlines, made.pending_conns = {}, []
    return made


def is_cut(client):
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_client_that_does_not_close_keeps_no_other_waiting(worker, monkeypatch):
    monkeypatch.setattr(gunicorn_worker, "LINGER_S", 0.05)
    client, server = socket.socketpair()
    with client, server, mock.patch.object(ThreadWorker, "handle", return_value=False):
        worker.handle(mock.Mock(sock=server))
        assert is_cut(client)
        assert is_cut(server)  # so that closing it takes no time


def test_a_connection_that_is_kept_is_not_cut(worker):
    client, server = socket.socketpair()
    with client, server, mock.patch.object(ThreadWorker, "handle", return_value=True):
        worker.handle(mock.Mock(sock=server))
        assert not is_cut(client)


@pytest.mark.parametrize(("phase", "seconds"), [("header", HEADER_TIMEOUT_S), ("request", REQUEST_TIMEOUT_S)])
def test_a_slow_client_is_cut_off(phase, seconds, worker, clock):
    client, server = socket.socketpair()
    cut = []

    def dawdle(*_):
        """In the thread: meanwhile the main thread looks twice."""
        clock.now += seconds - 1
        worker.murder_pending()
        cut.append(is_cut(client))
        clock.now += 1
        worker.murder_pending()
        cut.append(is_cut(client))

    def handle(worker, conn):
        return worker.handle_request(None, conn) if phase == "request" else dawdle()

    conn = mock.Mock(sock=server)
    with client, server, mock.patch.object(ThreadWorker, "handle", handle), \
            mock.patch.object(ThreadWorker, "handle_request", dawdle):  # fmt: skip
        worker.handle(conn)
    assert cut == [False, True]
    assert worker.deadlines == {}


def test_cutting_a_connection_that_has_just_ended_does_no_harm():
    client, server = socket.socketpair()
    client.close()
    server.close()
    gunicorn_worker.cut(server)
