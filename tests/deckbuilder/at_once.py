"""Several things at the same moment, each in a thread of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connections

THREADS = 8


def at_once(work: Callable[[int], object], times: int) -> list[object]:
    """What `work(0)`, `work(1)` … give, done by several threads."""

    def one(number: int) -> object:
        try:
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(times)))
