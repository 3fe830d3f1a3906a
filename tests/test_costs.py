"""Every package of tests has a budget, and its costs are added up."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.costs import AROUND, TESTS, Part, budgets, package_of, table, time_of_tree, warnings


def test_every_package_of_tests_has_a_budget() -> None:
    packages = {package_of(path) for path in TESTS.rglob("test_*.py")}
    assert {part.package for part in budgets()} == packages


def test_a_package_is_a_folder_at_most_two_deep() -> None:
    paths = ("test_costs.py", "browser/test_views.py", "deckbuilder/events/gate/test_views.py")
    assert [package_of(TESTS / path) for path in paths] == ["", "browser", "deckbuilder/events"]


def test_what_is_far_over_its_budget_is_told() -> None:
    spent = Counter({Part("browser", "slow"): 151.0, Part("games", "fast"): 149.0, AROUND: 9.0})
    allowed = {Part("browser", "slow"): 100, Part("games", "fast"): 100}
    assert list(warnings(spent, allowed)) == ["tests/browser (slow) is far over its budget: see testing.md."]
    assert [line.split() for line in table(spent, allowed)][1:] == [
        ["tests/browser", "151", "of", "100"],
        ["tests/games", "149", "of", "100"],
        ["start", "and", "collection", "9,", "in", "all", "309"],
    ]


def test_the_time_of_ended_processes_counts() -> None:
    before = time_of_tree(os.getpid())
    subprocess.run([sys.executable, "-c", "sum(i * i for i in range(2_000_000))"], check=True)
    assert not Path("/proc/self/stat").exists() or time_of_tree(os.getpid()) > before
