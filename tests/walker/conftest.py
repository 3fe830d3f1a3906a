"""From which seeds to walk, and how far."""

import pytest

SEEDS = (1,)
STEPS = 60
"""Of a walk in the usual run of the tests: some seconds."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "walk_seed" in metafunc.fixturenames:
        metafunc.parametrize("walk_seed", metafunc.config.getoption("--walk-seed") or SEEDS)


@pytest.fixture
def walk_length(request: pytest.FixtureRequest) -> tuple[int, float]:
    """The least number of steps, and the least number of seconds."""
    seconds = request.config.getoption("--walk-seconds")
    return request.config.getoption("--walk-steps") or (0 if seconds else STEPS), seconds
