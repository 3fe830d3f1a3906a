"""The log of requests keeps no keys."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse
from gunicorn.config import Config

from deckbuilder.common.http.access_log import Log

KEY = "k3yOfADeck"


@pytest.mark.parametrize(
    ("name", "slug"),
    [("decks:enter", "abc"), ("playtest:enter", "abc"), ("events:open", "cup"), ("events:no-letters", "cup")],
)
def test_keys_in_addresses_are_left_out(name, slug):
    path = reverse(name, args=[slug, KEY])
    request = SimpleNamespace(headers=[("REFERER", f"http://host{path}?x=1")])
    answer = SimpleNamespace(status="302 Found", sent=7, headers=[])
    environ = {
        "REQUEST_METHOD": "GET", "RAW_URI": path, "PATH_INFO": path, "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1", "HTTP_REFERER": f"http://host{path}?x=1",
    }  # fmt: skip
    log = Log(Config())
    line = log.cfg.access_log_format % log.atoms(answer, request, environ, timedelta(seconds=1))
    assert KEY not in line
    assert f"/{slug}/" in line
