"""Servers leave what they have loaded out of the search for garbage."""

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_what_a_server_has_loaded_is_searched_for_garbage_no_more(server):
    asked = f"import gc, deckbuilder.{server}; print(gc.get_freeze_count() > 50_000, gc.get_count()[2])"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "0"]
