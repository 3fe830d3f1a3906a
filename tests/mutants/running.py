"""Try each change in a copy of the source, with the tests that execute it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Queue

from tests.mutants.candidates import Mutant
from tests.mutants.contexts import Choice, environment

SKIP = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis", ".coverage*")
OPTIONS = ("-p", "no:cacheprovider", "--no-cov", "-q", "-n0", "--tb=short", "-W", "ignore")
MAX_MEMORY_KB = 8 << 20
OUT_OF_TIME = {-signal.SIGXCPU, -signal.SIGKILL}
MAX_WAIT = 3
"""Times the limit of processor time that a change may take by the clock, for the sake of a busy machine."""

WITH_LIMITS = f'ulimit -v {MAX_MEMORY_KB}; ulimit -t "$1"; shift; exec "$@"'
"""Runs a command that can take neither all memory nor all time, as a loop that no longer ends might."""

NOT_EXECUTED, SURVIVED, CAUGHT, TIMEOUT, UNSURE = "not executed", "survived", "caught", "timeout", "unsure"


@dataclass(frozen=True)
class Outcome:
    """What became of a change.

    `number`: its place in the sample, from 1. `by`: the tests that failed. `output`: the end of what pytest printed.
    """

    mutant: Mutant
    choice: Choice
    status: str
    by: tuple[str, ...] = ()
    seconds: float = 0.0
    output: str = ""
    number: int = 0


@dataclass(frozen=True)
class Copy:
    """A copy of the tree in which one process at a time runs tests. `locks_on`: the URL of the database for changes to
    locks, which SQLite does not need; "": none but SQLite."""

    folder: Path
    locks_on: str = ""

    def run(self, tests: Sequence[str], *options: str, limit_s: int, database: str = "") -> tuple[int | None, str]:
        """pytest's exit code, None when it took more than `limit_s` seconds of processor time, and what it printed."""
        variables = environment(self.folder / "var") | ({"DATABASE_URL": database} if database else {})
        variables["PYTHONDONTWRITEBYTECODE"] = "1"  # two changes of one size in one second would share their bytecode
        with tempfile.TemporaryFile() as output:
            pytest = [".venv/bin/python", "-m", "pytest", *OPTIONS, *options, *tests]
            process = subprocess.Popen(
                ["sh", "-c", WITH_LIMITS, "sh", str(limit_s), *pytest],
                cwd=self.folder, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(MAX_WAIT * limit_s)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                _end(process)
            output.seek(0)
            return None if code in OUT_OF_TIME else code, output.read().decode(errors="replace")

    def database_for(self, mutant: Mutant) -> str:
        return self.locks_on if mutant.kind == "lock" else ""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it and what it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def copy_tree(root: Path, folder: Path, tests_of: str = "") -> None:
    """Copy a checkout. `tests_of`: the git revision to take tests/ from; "": as they are.

    Times are kept, so that machine code beside the source stays valid.
    """
    shutil.copytree(root, folder, ignore=SKIP, symlinks=True)
    (folder / ".venv").symlink_to((root / ".venv").resolve())
    if (root / "var/static").is_dir():
        shutil.copytree(root / "var/static", folder / "var/static")
    if tests_of:
        shutil.rmtree(folder / "tests")
        archive = subprocess.run(["git", "archive", tests_of, "tests"], cwd=root, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)


@contextmanager
def change_in(mutant: Mutant, folder: Path) -> Iterator[None]:
    """Make the change in a copy for a while. The time of the file is put back too, so that machine code stays valid."""
    path = folder / mutant.path
    before, times = path.read_bytes(), path.stat()
    path.write_bytes(mutant.apply(before))
    try:
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def attempt(mutant: Mutant, choice: Choice, copy: Copy, limit_s: int) -> Outcome:
    """Run the tests that were chosen and, if all of them pass, those that come after them."""
    started, status, by, output = time.monotonic(), NOT_EXECUTED, (), ""
    with change_in(mutant, copy.folder):
        for tests in filter(None, (choice.tests, choice.more)):
            code, output = copy.run(tests, "-x", limit_s=limit_s, database=copy.database_for(mutant))
            status, by = TIMEOUT if code is None else CAUGHT if code else SURVIVED, failures(output, tests)
            if status != SURVIVED:
                break
    return Outcome(mutant, choice, status, by, round(time.monotonic() - started, 1), output[-3000:])


def failures(output: str, tests: Sequence[str]) -> tuple[str, ...]:
    """The tests that pytest's summary names, in the order they ran."""
    lines = [line for line in output.splitlines() if re.match(r"(SUB)?FAILED|ERROR|\w*SUBFAIL", line)]
    return tuple(test for test in tests if any(re.search(rf" {re.escape(test)}( - |$)", line) for line in lines))


@contextmanager
def copies(root: Path, count: int, tests_of: str = "", locks_on: str = "") -> Iterator[Queue[Copy]]:
    """So many copies of a checkout, each with a database of its own, for as long as they are needed."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as top:
        queue: Queue[Copy] = Queue()
        for number in range(count):
            folder = Path(top, str(number))
            copy_tree(root, folder, tests_of)
            queue.put(Copy(folder, f"{locks_on}_{number}" if locks_on else ""))
        yield queue


def run_all(plan: Sequence[tuple[int, Mutant, Choice]], queue: Queue[Copy], limit_s: int) -> Iterator[Outcome]:
    """Try every change, as many at a time as there are copies, and give each outcome when it is there.

    Progress goes to standard error.
    """

    def with_copy(number: int, mutant: Mutant, choice: Choice) -> Outcome:
        copy = queue.get()
        try:
            outcome = replace(attempt(mutant, choice, copy, limit_s), number=number)
        finally:
            queue.put(copy)
        where = f"{mutant.path}:{mutant.line}"
        print(f"{number}. {outcome.status} {outcome.seconds:.0f} s {mutant.kind} {where}", file=sys.stderr)
        return outcome

    with ThreadPoolExecutor(queue.qsize()) as pool:
        for future in as_completed([pool.submit(with_copy, *item) for item in plan]):
            yield future.result()


def confirm(outcomes: Sequence[Outcome], copy: Copy, limit_s: int) -> list[Outcome]:
    """The same, where those that were caught by a test that fails without the change too are unsure.

    Where no test failed, but the change broke their import, the tests must at least be collected without it.
    """
    failing: set[str] = set()
    for database in sorted({copy.database_for(each.mutant) for each in outcomes}):
        here = [each for each in outcomes if each.status == CAUGHT and copy.database_for(each.mutant) == database]
        run = sorted({test for each in here for test in each.by})
        collected = sorted({test for each in here if not each.by for test in (*each.choice.tests, *each.choice.more)})
        for tests, options in ((run, ()), (collected, ("--collect-only",))):
            code, output = copy.run(tests, *options, limit_s=limit_s, database=database) if tests else (0, "")
            if code:
                failing |= {*failures(output, tests)} or {*tests}
    return [replace(each, status=UNSURE) if failing & {*_proof(each)} else each for each in outcomes]


def _proof(outcome: Outcome) -> tuple[str, ...]:
    """The tests that have to pass, or be collected, without the change."""
    if outcome.status != CAUGHT:
        return ()
    return outcome.by or (*outcome.choice.tests, *outcome.choice.more)
