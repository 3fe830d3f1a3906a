"""The profile of property tests, the options of runs, and what all tests share."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.template.backends.jinja2 import Template
from django.test.signals import template_rendered
from django.utils.safestring import SafeString
from hypothesis import HealthCheck, settings
from jinja2 import UndefinedError
from whitenoise.base import WhiteNoise

from tests import marks
from tests.costs import Costs
from tests.shared import shared
from tests.site import Site
from tests.white_space import squeeze

# A run tells the same as the one before, on a busy machine too; `--hypothesis-profile=default` looks further.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One more than there are cores where tests wait for browsers and for processes of their own."""
    return None if "not slow" in config.option.markexpr else len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Modules with long tests come first: begun last, they would end alone while the other processes wait."""
    long = {item.path for item in items if any(item.iter_markers("slow")) or any(item.iter_markers("exhaustive"))}
    items.sort(key=lambda item: item.path not in long)


def pytest_runtestloop() -> None:
    """What was imported and collected stays, and looking it through for garbage again and again costs an eighth of
    the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(marks, "marks")
    if config.getoption("costs"):
        config.pluginmanager.register(Costs(config), "costs")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("reporting").addoption("--costs", action="store_true", help="print the processor time by package")
    walks = parser.getgroup("walks", "walks through the site (tests/walker)")
    walks.addoption("--walk-seed", type=int, action="append", help="seed of a walk; may be given several times")
    walks.addoption("--walk-steps", type=int, help="steps of each walk")
    walks.addoption("--walk-seconds", type=float, default=0, help="go on walking for so many seconds from each seed")


@pytest.fixture(scope="session", autouse=True)
def static_files_listed_once() -> Iterator[None]:
    """Every test client makes the middleware anew, and WhiteNoise would look at every static file for each of them."""
    listed: dict[tuple[str, str], dict[str, Any]] = {}
    look = WhiteNoise.update_files_dictionary

    def look_once(self: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in listed:
            look(self, root, prefix)
            listed[root, prefix] = dict(self.files)
        self.files.update(listed[root, prefix])

    with patch.object(WhiteNoise, "update_files_dictionary", look_once):
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_drawn() -> Iterator[None]:
    """Django's test client notes what a page was drawn with when a signal says so, which Jinja2 does not send. And
    tests see pages without the white space that nobody sees."""
    draw = Template.render

    def drawn(self: Any, context: dict[str, Any] | None = None, request: Any = None) -> str:
        processors = self.backend.template_context_processors if request else ()
        given = {name: value for each in processors for name, value in each(request).items()}
        template_rendered.send(sender=self, template=self.template, context=given | (context or {}))
        return SafeString(squeeze(draw(self, context, request)))

    with patch.object(Template, "render", drawn):
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_missing() -> Iterator[None]:
    """A page that would write what it was not given fails."""
    from deckbuilder.site.jinja import Missing  # once Django is set up

    def fail(self: Any) -> str:
        raise UndefinedError(self._undefined_message)

    with patch.object(Missing, "__str__", fail):
        yield


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
