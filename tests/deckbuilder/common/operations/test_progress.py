"""The bar of long commands."""

import io

import pytest

from deckbuilder.common.operations import progress
from deckbuilder.common.operations.progress import Progress, bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only when told to."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_it_is_shown_after_a_second_and_wiped_at_the_end(clock):
    terminal = Terminal()
    with Progress("Importing", terminal) as report:
        report(1, 10)
        assert terminal.getvalue() == ""
        clock[0] += 1.5
        report(5, 10)
        assert "Importing" in terminal.getvalue()
        assert "50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_it_is_drawn_ten_times_a_second_at_most(clock):
    terminal = Terminal()
    with Progress("Importing", terminal) as report:
        clock[0] += 1.5
        for done in range(100):
            report(done, 100)
        assert terminal.getvalue().count("\r") == 1


def test_a_short_task_shows_nothing(clock):
    terminal = Terminal()
    with Progress("Importing", terminal) as report:
        report(10, 10)
    assert terminal.getvalue() == ""


def test_a_pipe_shows_nothing(clock):
    pipe = io.StringIO()
    with Progress("Importing", pipe) as report:
        clock[0] += 5
        report(5, 10)
    assert pipe.getvalue() == ""


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_it_fits_the_terminal(columns):
    assert len(bar("Importing", 12_345, 100_000, columns)) < columns


def test_nothing_to_do_is_no_division_by_zero():
    assert "0%" in bar("Importing", 0, 0, 80)
