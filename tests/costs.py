"""What the tests cost in processor time, by package, beside the budgets in docs/testing.md.

The unit is that of `make bench`; figures are thousands of them, so that they are alike on every machine, or nearly so.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.bench.timing import unit_seconds

TESTS = Path(__file__).parent
DOCUMENT = TESTS.parent / "docs/testing.md"
ROW = re.compile(r"^\| `tests/(\S*)` \| *([\d–]+) \| *([\d–]+) \| *([\d–]+) \|", re.MULTILINE)
WARN_AT = 1.5
"""Times the budget: machines differ, and a shared one is slower for a while."""


class Part(NamedTuple):
    """A package's tests of a kind: they are fast unless they are marked slow, as all in browsers are, or exhaustive."""

    package: str
    kind: str


KINDS = ("fast", "slow", "exhaustive")
AROUND = Part("", "")
"""Starting processes, and collecting the tests in each of them."""


def budgets() -> dict[Part, int]:
    """The table in docs/testing.md."""
    rows = ROW.findall(DOCUMENT.read_text(encoding="utf-8"))
    return {
        Part(package, kind): int(figure)
        for package, *figures in rows
        for kind, figure in zip(KINDS, figures, strict=True)
        if figure != "–"
    }


def package_of(path: Path) -> str:
    """The folder below tests/ of a test, at most two deep; "" for modules beside this one."""
    return "/".join(path.relative_to(TESTS).parts[:-1][:2])


def part_of(item: pytest.Item) -> Part:
    marks = {mark.name for mark in item.iter_markers()}
    kind = "exhaustive" if "exhaustive" in marks else "slow" if marks & {"slow", "browser"} else "fast"
    return Part(package_of(item.path), kind)


class Costs:
    """A plugin that charges time to the part of which a test is running, in every process of the run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.only_distributes = not hasattr(config, "workerinput") and config.getoption("dist", "no") != "no"
        self.units: Counter[Part] = Counter()
        self.seconds: Counter[Part] = Counter()
        self.part = AROUND
        self.since = 0.0

    def _charge(self) -> None:
        now = sum(os.times()[:2]) if self.only_distributes else time_of_tree(os.getpid())
        self.seconds[self.part] += now - self.since
        self.since = now

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        part = part_of(item)
        if part != self.part:
            self._charge()
            self.part = part

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._charge()
        unit = unit_seconds()
        self.units.update({part: seconds / unit / 1000 for part, seconds in self.seconds.items()})
        if hasattr(self.config, "workerinput"):
            self.config.workeroutput["costs"] = [[*part, spent] for part, spent in self.units.items()]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for package, kind, spent in getattr(node, "workeroutput", {}).get("costs", ()):
            self.units[Part(package, kind)] += spent

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("processor time in thousands of units, of budget")
        allowed = {} if self.config.getoption("cov_source", None) else budgets()
        for line in table(self.units, allowed):
            terminalreporter.line(line)
        for line in warnings(self.units, allowed):
            terminalreporter.line(line, yellow=True)


def table(units: Counter[Part], allowed: dict[Part, int]) -> Iterator[str]:
    """A line for each package, and one for all."""
    yield f"{'':24}" + "".join(f"{kind:>14}" for kind in KINDS)
    for package in sorted({part.package for part in units if part != AROUND}):
        cells = (_cell(units, allowed, Part(package, kind)) for kind in KINDS)
        yield f"{'tests/' + package:24}" + "".join(f"{cell:>14}" for cell in cells)
    yield f"start and collection {units[AROUND]:.0f}, in all {units.total():.0f}"


def _cell(units: Counter[Part], allowed: dict[Part, int], part: Part) -> str:
    if part not in units:
        return ""
    return f"{units[part]:.0f} of {allowed[part]}" if part in allowed else f"{units[part]:.0f}"


def warnings(units: Counter[Part], allowed: dict[Part, int]) -> Iterator[str]:
    for part in sorted(units):
        if part in allowed and units[part] > WARN_AT * allowed[part]:
            yield f"tests/{part.package} ({part.kind}) is far over its budget: see {DOCUMENT.name}."


def time_of_tree(process: int) -> float:
    """The processor time of a process and all below it, ended ones included, in seconds; on Linux alone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        below = [
            child for path in Path(f"/proc/{process}/task").glob("*/children") for child in path.read_text().split()
        ]
    except OSError:  # it has just ended
        return 0.0
    spent = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # user and system, its own and of ended children
    return spent + sum(time_of_tree(int(child)) for child in below)
