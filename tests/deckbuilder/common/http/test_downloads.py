"""Files that are written while they are sent, slice by slice."""

import threading

import pytest

from deckbuilder.common.http.downloads import one_at_a_time


def test_one_slice_is_written_at_a_time():
    busy: list[int] = []

    def take():
        out.append("".join(one_at_a_time(parts())))

    def parts():
        for number in range(50):
            busy.append(1)
            assert len(busy) == 1
            busy.pop()
            yield str(number)

    out: list[str] = []
    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert out == ["".join(map(str, range(50)))] * 4


def test_who_reads_slowly_keeps_nobody_waiting():
    slow = one_at_a_time(["a", "b"])
    next(slow)
    assert "".join(one_at_a_time(["c", "d"])) == "cd"
    assert "".join(slow) == "b"


def test_a_slice_that_fails_gives_the_turn_back():
    def broken():
        yield "a"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(one_at_a_time(broken()))
    assert list(one_at_a_time(["b"])) == ["b"]
