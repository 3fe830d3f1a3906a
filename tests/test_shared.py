"""What a run shares is started once, and stopped when its last user has gone, even if that one was killed."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.shared import shared
from tests.site import ROOT

TIMEOUT_S = 60
KEEP = "tests.test_shared.keep"
USE = f"""
import sys
from pathlib import Path
from tests.shared import shared
with shared(Path(sys.argv[1]), "{KEEP}", sys.argv[2]) as state:
    print(state, flush=True)
    sys.stdin.read()
"""


@contextmanager
def keep(folder: Path, diary: str) -> Iterator[str]:
    """Notes in a diary when it starts and stops."""
    with Path(diary).open("a") as notes:
        print("start", file=notes, flush=True)
        yield folder.name
        print("stop", file=notes)


@contextmanager
def fail(folder: Path) -> Iterator[str]:
    raise ValueError("no card is left")
    yield folder.name


def wait(diary: Path, *notes: str) -> None:
    end = time.monotonic() + TIMEOUT_S
    while diary.read_text().split() != list(notes):
        assert time.monotonic() < end, diary.read_text()
        time.sleep(0.01)


def test_all_users_share_one_that_stops_after_the_last(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    with shared(tmp_path / "a", KEEP, str(diary)) as first:
        with shared(tmp_path / "a", KEEP, str(diary)) as second:
            assert first == second
        with shared(tmp_path / "a", KEEP, str(diary)) as third:
            assert first == third
        assert diary.read_text().split() == ["start"]
    wait(diary, "start", "stop")


def test_who_comes_later_gets_another(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    with shared(tmp_path / "a", KEEP, str(diary)) as first:
        pass
    wait(diary, "start", "stop")
    with shared(tmp_path / "a", KEEP, str(diary)) as second:
        assert first != second
        wait(diary, "start", "stop", "start")


def test_it_stops_when_its_user_is_killed(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    line = [sys.executable, "-c", USE, str(tmp_path / "a"), str(diary)]
    with subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as user:
        assert user.stdout is not None
        assert user.stdout.readline()
        assert diary.read_text().split() == ["start"]
        user.kill()
    wait(diary, "start", "stop")


def test_what_does_not_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no card is left"), shared(tmp_path / "a", "tests.test_shared.fail"):
        pass
