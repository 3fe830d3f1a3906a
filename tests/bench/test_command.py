"""The command that runs the benchmarks, in an installation that has none."""

import sys

import pytest
from django.core.management import CommandError, call_command


def test_without_the_tests_the_command_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "tests.bench.site", None)
    with pytest.raises(CommandError, match=r"come with the tests, which are not installed: .*tests\.bench\.site"):
        call_command("bench")
