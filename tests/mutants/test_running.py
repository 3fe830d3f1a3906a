"""Changes tried against the tests of a small project, and what is reported of them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.candidates import Mutant, of_source
from tests.mutants.contexts import Choice
from tests.mutants.report import as_json, markdown, outcomes_in
from tests.mutants.running import Copy, Outcome, attempt, change_in, confirm, copies, copy_tree, failures, run_all

pytestmark = pytest.mark.exhaustive  # no user meets the tool, and its tests run pytest itself

PATH = "games/small.py"
SOURCE = b"""def larger(a, b):
    if a < b:
        return b
    return a


def count(a):
    while a > 0:
        a -= 1
"""
TESTS = """
from games.small import count, larger
def test_of_larger():
    assert larger(2, 5) == 5
def test_of_equals():
    assert larger(2, 2) == 2
def test_of_count():
    count(3)
def test_that_always_fails():
    assert larger(2, 5) == 6
"""


@pytest.fixture
def copy(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / PATH).write_bytes(SOURCE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_small.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / ".venv/bin/python").chmod(0o755)
    return Copy(tmp_path)


def change(kind: str, old: str) -> Mutant:
    return next(each for each in of_source(PATH, SOURCE) if (each.kind, each.old) == (kind, old))


def attempt_change(copy: Copy, mutant: Mutant, *names: str, limit_s: int = 120) -> Outcome:
    choice = Choice(tuple(f"tests/test_small.py::{name}" for name in names), 7)
    return confirm([attempt(mutant, choice, copy, limit_s)], copy, 120)[0]


def test_a_change_that_fails_a_test_is_caught_by_it(copy):
    outcome = attempt_change(copy, change("condition", "a < b"), "test_of_equals", "test_of_larger")
    assert (outcome.status, outcome.by) == ("caught", ("tests/test_small.py::test_of_larger",))
    assert (copy.folder / PATH).read_bytes() == SOURCE


def test_a_change_that_no_test_notices_survives(copy):
    outcome = attempt_change(copy, change("boundary", "<"), "test_of_larger", "test_of_equals")
    assert (outcome.status, outcome.by) == ("survived", ())


def test_a_change_without_an_end_is_a_timeout(copy):
    assert attempt_change(copy, change("number", "1"), "test_of_count").status == "survived"
    start = SOURCE.rindex(b"1")
    endless = Mutant(PATH, "count", "number", 9, frozenset({9}), start, start + 1, "1", "0")
    assert attempt_change(copy, endless, "test_of_count", limit_s=1).status == "timeout"


def test_a_change_that_survives_is_tried_again_with_further_tests(copy):
    choice = Choice(("tests/test_small.py::test_of_equals",), 2, ("tests/test_small.py::test_of_larger",))
    outcome = attempt(change("condition", "a < b"), choice, copy, 120)
    assert (outcome.status, outcome.by) == ("caught", choice.more)


def test_outcomes_are_given_by_number(copy):
    by_one, by_none = ("tests/test_small.py::test_of_larger",), ("tests/test_small.py::test_of_equals",)
    mutant = change("condition", "a < b")
    with copies(copy.folder, 2) as queue:
        outcomes = list(run_all([(3, mutant, Choice(by_one, 1)), (4, mutant, Choice(by_none, 1))], queue, 120))
    assert {each.number: each.status for each in outcomes} == {3: "caught", 4: "survived"}
    assert (copy.folder / PATH).read_bytes() == SOURCE


def test_a_change_that_no_test_executes_is_not_run(copy):
    assert attempt_change(copy, change("boundary", "<")).status == "not executed"


def test_a_test_that_fails_without_the_change_proves_nothing(copy):
    assert attempt_change(copy, change("boundary", "<"), "test_that_always_fails").status == "unsure"


def test_tests_that_are_gone_prove_nothing(copy):
    assert attempt_change(copy, change("boundary", "<"), "test_of_yesterday").status == "unsure"


def test_a_change_that_breaks_the_import_is_caught(copy):
    broken = Mutant(PATH, "larger", "number", 1, frozenset({1}), 0, 3, "def", "de")
    assert attempt_change(copy, broken, "test_of_larger").status == "caught"


def test_the_time_of_a_file_is_put_back(copy):
    before = (copy.folder / PATH).stat().st_mtime_ns
    with change_in(change("boundary", "<"), copy.folder):
        assert b"a <= b" in (copy.folder / PATH).read_bytes()
        assert (copy.folder / PATH).stat().st_mtime_ns != before
    assert (copy.folder / PATH).stat().st_mtime_ns == before


def test_failures_are_read_from_the_summary():
    tests = ["t.py::A::test_b", "t.py::A::test_b_c", "t.py::test_d[1 - 2]", "t.py::test_e"]
    output = "FAILED t.py::A::test_b_c - assert False\nERROR t.py::test_d[1 - 2]\nSUBFAILED(role=1) t.py::test_e - no\n"
    assert failures(output, tests) == ("t.py::A::test_b_c", "t.py::test_d[1 - 2]", "t.py::test_e")


def test_a_copy_can_have_the_tests_of_another_revision(tmp_path):
    root = tmp_path / "root"
    (root / "tests").mkdir(parents=True)
    (root / ".venv").mkdir()

    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=root, check=True)

    git("init", "--quiet")
    (root / "tests/test_old.py").touch()
    git("add", "tests")
    git("commit", "--quiet", "--message", "Old")
    (root / "tests/test_old.py").rename(root / "tests/test_new.py")
    copy_tree(root, tmp_path / "now")
    copy_tree(root, tmp_path / "then", "HEAD")
    assert [path.name for path in Path(tmp_path, "now/tests").iterdir()] == ["test_new.py"]
    assert [path.name for path in Path(tmp_path, "then/tests").iterdir()] == ["test_old.py"]


# The report ---------------------------------------------------------------------------------------------------------


def test_a_report_has_shares_by_kind_and_a_diff_for_each_survivor(copy):
    tests = ("t.py::a", "t.py::b")
    outcomes = [
        Outcome(change("boundary", "<"), Choice(tests, 7), "survived", number=1),
        Outcome(change("boundary", ">"), Choice(tests, 7), "caught", ("t.py::a",), number=2),
        Outcome(change("number", "0"), Choice((), 0), "not executed", number=3),
        Outcome(change("number", "1"), Choice(tests, 7), "timeout", number=4),
    ]
    text = markdown(outcomes, copy.folder, "Seed 1")
    assert "| boundary | 1 | 0 | 1 | 0 | 0 | 50 % |" in text
    assert "| number | 0 | 1 | 0 | 1 | 0 | 50 % |" in text
    assert "| lock | 0 | 0 | 0 | 0 | 0 | – |" in text
    assert "| **all** | 1 | 1 | 1 | 1 | 0 | 50 % |" in text
    assert "1. **survived**, boundary: `games/small.py:2` larger; 7 tests execute it, 2 were run" in text
    assert "- if a < b:\n+ if a <= b:" in text
    assert "a >= 0" not in text


def test_what_was_tried_is_read_back_where_the_change_is_the_same(copy):
    less, more = change("boundary", "<"), change("boundary", ">")
    caught = Outcome(less, Choice(("t.py::a",), 7), "caught", ("t.py::a",), 1.5, "FAILED", number=2)
    file = copy.folder / "outcomes"
    assert outcomes_in(file, {2: less}, copy.folder) == {}
    file.write_text(as_json(caught, copy.folder) + "\n")
    assert outcomes_in(file, {1: more, 2: less}, copy.folder) == {2: caught}
    assert outcomes_in(file, {1: less, 2: more}, copy.folder) == {}
