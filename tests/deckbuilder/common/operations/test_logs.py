"""Lines of the logs: their fields, and no keys in them."""

import json
import logging
import re
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import reverse
from gunicorn.config import Config

from deckbuilder.common.http.access_log import Log
from deckbuilder.common.http.middleware import number_requests
from deckbuilder.common.operations.logs import (
    FORMATTERS,
    KEY_ROUTES,
    JsonFormatter,
    TextFormatter,
    request_info,
    without_keys,
)
from tests.deckbuilder.routes import routes

KEY = "k3yOfADeck"


@pytest.mark.parametrize(
    "text",
    [
        f"GET /d/abc/edit/{KEY}/ HTTP/1.1",
        f"/events/cup/with/{KEY}/?x=1",
        f"/account/login/?next=/d/abc/edit/{KEY}/&x=1",
        f"/account/login/?next=%2Fd%2Fabc%2Fedit%2F{KEY}%2F",
        f"/account/login/?next=%2fevents%2fcup%2fwith%2f{KEY}",
        f"/account/login/?next=%252Fp%252Fabc%252Fenter%252F{KEY}%252F&x=1",
        f"DETAIL:  Failing row contains (7, abc, {KEY}, null,\n notes).\n",
        f"DETAIL:  Key (edit_key)=({KEY}) already exists.",
        f"{{'X-Edit-Key': '{KEY}', 'other': 1}}",
        f"x-entry-key: {KEY}",
        f"create(slug='abc', edit_key='{KEY}')",
        f"Authorization: Token {KEY}",
    ],
)
def test_keys_are_masked(text):
    assert KEY not in without_keys(text)
    assert "…" in without_keys(text)


def test_keys_in_urls_are_masked_and_no_url_is_forgotten():
    with_keys = [route for route, names in routes() if any(name.endswith(("key", "token")) for name in names)]
    assert {re.sub(r"<str:\w+>/$", "", route).replace("<slug:slug>", "<slug>") for route in with_keys} == {*KEY_ROUTES}
    for route in with_keys:
        path = f"/{route}".replace("<slug:slug>", "abc")
        path = re.sub(r"<str:\w+>", KEY, path)
        assert path.partition(KEY)[0] in without_keys(path)
        assert KEY not in without_keys(path), route


@pytest.mark.parametrize("text", ["/d/abc/edit/", "/d/abc/?goal=token 3", "/events/cup/with/", "Token wanted"])
def test_texts_without_a_key_stay_as_they_are(text):
    assert without_keys(text) == text


@pytest.fixture
def log():
    """A logger, and what it has written: in the format that is set as its `.format`."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.Logger("some.name")
    logger.addHandler(handler)
    return SimpleNamespace(logger=logger, handler=handler, lines=lambda: stream.getvalue().splitlines())


def fail(log):
    try:
        raise IntegrityError(f"DETAIL:  Key (edit_key)=({KEY})\nreading /d/abc/edit/{KEY}/")
    except IntegrityError:
        log.logger.exception("Internal Server Error: /d/abc/edit/%s/", KEY, extra={"status_code": 500})


def test_a_traceback_is_one_object_without_keys(log):
    log.handler.setFormatter(JsonFormatter())
    fail(log)
    [line] = log.lines()
    assert KEY not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["status"]) == ("ERROR", "some.name", 500)
    assert told["message"] == "Internal Server Error: /d/abc/edit/…/"
    assert told["exception"].startswith("Traceback")
    assert told["time"].endswith("+00:00")


def test_a_traceback_as_text_has_no_keys(log):
    log.handler.setFormatter(TextFormatter())
    fail(log)
    assert KEY not in "\n".join(log.lines())
    assert log.lines()[1].startswith("Traceback")


def test_a_line_of_a_request_names_it(log):
    log.handler.setFormatter(JsonFormatter())

    def view(request):
        log.logger.warning("careful")
        return HttpResponse("")

    response = number_requests(view)(RequestFactory().get(f"/d/abc/edit/{KEY}/?a=b"))
    [line] = log.lines()
    told = json.loads(line)
    assert (told["method"], told["path"]) == ("GET", "/d/abc/edit/…/?a=b")
    assert told["request_id"] == response["X-Request-ID"]
    assert request_info.get() is None


@pytest.mark.parametrize(
    ("behind_proxy", "given", "kept"),
    [(True, "0123456789abcdef", True), (False, "0123456789abcdef", False), (True, "no\x1b[31m", False)],
)
def test_only_the_proxy_numbers_requests(behind_proxy, given, kept):
    request = RequestFactory().get("/", headers={"X-Request-ID": given})
    with override_settings(BEHIND_PROXY=behind_proxy):
        response = number_requests(lambda request: HttpResponse(""))(request)
    assert (response["X-Request-ID"] == given) is kept


@override_settings(LOG_FORMAT="json", BEHIND_PROXY=True)
def test_the_log_of_requests_is_json_too(tmp_path):
    config = Config()
    config.set("accesslog", str(tmp_path / "access.log"))
    answer = SimpleNamespace(status="302 Found", sent=7, headers=[("X-Request-ID", "0123456789abcdef")])
    environ = {
        "REQUEST_METHOD": "GET", "RAW_URI": reverse("decks:enter", args=["abc", KEY]), "REMOTE_ADDR": "127.0.0.1",
        "HTTP_X_FORWARDED_FOR": "198.51.100.9, 192.0.2.1", "HTTP_USER_AGENT": "curl",
    }  # fmt: skip
    Log(config).access(answer, SimpleNamespace(headers=[]), environ, timedelta(milliseconds=12.34))
    [line] = (tmp_path / "access.log").read_text().splitlines()
    told = json.loads(line)
    assert told.pop("time")
    assert told == {
        "level": "INFO", "logger": "gunicorn.access", "message": "GET /d/abc/edit/…/", "method": "GET",
        "path": "/d/abc/edit/…/", "status": 302, "milliseconds": 12.3, "bytes": 7, "request_id": "0123456789abcdef",
        "address": "192.0.2.1", "agent": "curl",
    }  # fmt: skip


def test_django_logs_in_the_chosen_format():
    assert settings.LOGGING["formatters"]["line"]["()"] is FORMATTERS[settings.LOG_FORMAT]


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "works"), [("json", True), ("xml", False)])
def test_the_format_is_chosen_by_a_setting(chosen, works, tmp_path, monkeypatch):
    monkeypatch.setenv("LOG_FORMAT", chosen)
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    code = "import django; django.setup(); import logging; logging.getLogger('a').warning('b')"
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if works:
        assert json.loads(done.stderr)["message"] == "b"
    else:
        assert "LOG_FORMAT is “xml”; it must be one of: text, json." in done.stderr
