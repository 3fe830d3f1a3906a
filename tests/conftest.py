"""The profile of property tests, the options of walks, and the sites that tests run in processes of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.shared import shared
from tests.site import Site

# A run tells the same as the one before, on a busy machine too; `--hypothesis-profile=default` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    walks = parser.getgroup("walks", "walks through the site (tests/walker)")
    walks.addoption("--walk-seed", type=int, action="append", help="seed of a walk; may be given several times")
    walks.addoption("--walk-steps", type=int, help="steps of each walk")
    walks.addoption("--walk-seconds", type=float, default=0, help="go on walking for so many seconds from each seed")


@pytest.fixture(scope="session")
def run_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all processes of the run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session")
def samples(run_folder: Path) -> Iterator[Site]:
    """The site with the sample cards and decks, to copy."""
    with shared(run_folder / "samples", "tests.site.samples") as state:
        yield Site(Path(state["folder"]), state["database"])
