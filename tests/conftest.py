"""What holds for the property tests of every part, and the options of walks through the site."""

import pytest
from hypothesis import HealthCheck, settings

# A run tells the same as the one before, on a busy machine too; `--hypothesis-profile=default` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    walks = parser.getgroup("walks", "walks through the site (tests/walker)")
    walks.addoption("--walk-seed", type=int, action="append", help="seed of a walk; may be given several times")
    walks.addoption("--walk-steps", type=int, help="steps of each walk")
    walks.addoption("--walk-seconds", type=float, default=0, help="go on walking for so many seconds from each seed")
