"""Runs of tests with certain marks import no modules but those that name them: a run of few tests would otherwise spend
most of its time on collecting the others."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

CHOSEN_BY = ("slow", "browser", "databases", "exhaustive")
"""The marks by which the Makefile and .ci/run choose tests."""
NAMED = re.compile(r"\bmark\.(\w+)")


def marks_named(path: Path) -> set[str]:
    """The marks that tests of that module may bear."""
    named = {*NAMED.findall(path.read_text(encoding="utf-8"))} & {*CHOSEN_BY}
    return named | {"browser"} if "browser" in path.parts else named


def can_match(expression: str, marks: set[str]) -> bool:
    """Whether `-m expression` chooses a test with some of these marks."""
    chooses = Expression.compile(expression).evaluate
    return any(
        chooses(lambda name, some=some, **_: name in some)
        for count in range(len(marks) + 1)
        for some in combinations(sorted(marks), count)
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    expression, asked_for = config.option.markexpr, config.option.file_or_dir
    if asked_for or not expression or not collection_path.match("test_*.py"):
        return None
    return None if can_match(expression, marks_named(collection_path)) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A mark that a test has from a class elsewhere would be overlooked above."""
    named: dict[Path, set[str]] = {}
    for item in items:
        marks = {mark.name for mark in item.iter_markers()} & {*CHOSEN_BY}
        if marks and not marks <= named.setdefault(item.path, marks_named(item.path)):
            raise pytest.UsageError(f"{item.nodeid} has marks that its module does not name: {sorted(marks)}")
