"""Servers leave what they have loaded out of the search for garbage, and let no statement run on and on."""

import os
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_what_a_server_has_loaded_is_searched_for_garbage_no_more(server):
    asked = f"import gc, deckbuilder.{server}; print(gc.get_freeze_count() > 50_000, gc.get_count()[2])"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "0"]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "limited"), [("wsgi", True), ("asgi", True), ("celery", False)])
def test_servers_alone_limit_how_long_a_statement_takes(module, limited):
    asked = (
        f"import deckbuilder.{module}, deckbuilder.common.operations.preload as loading; "
        "from django.db.backends import signals; "
        "print(any(each[1]() is loading.limit_connection for each in signals.connection_created.receivers))"
    )
    settings = os.environ | {"DJANGO_SETTINGS_MODULE": "deckbuilder.settings"}
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=settings)
    assert told.stdout.split() == [str(limited)]
