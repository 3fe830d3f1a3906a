"""The cache shared by all processes, and its replacement while it is down."""

import logging
from functools import wraps
from time import monotonic
from typing import Any, ClassVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PAUSE = 10.0
"""Seconds before a server that did not answer is tried again: each try may take as long as settings.PATIENCE."""


def _or_here(name: str) -> Any:
    method = getattr(RedisCache, name)

    @wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if monotonic() >= Cache.again:
            try:
                return method(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                Cache.again = monotonic() + PAUSE
                log.warning("The cache does not answer, each process counts for itself: %s", error)
        return getattr(self.here, name)(*args, **kwargs)

    return call


class Cache(RedisCache):
    """Redis, or the memory of this process while Redis does not answer.

    The cache only holds counts for rate limits, which each process then counts for itself: without the server the
    limits are looser, and nothing else changes.
    """

    again: ClassVar[float] = 0.0
    """When any thread of this process may try the server again."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.here = LocMemCache("while-redis-is-down", {"TIMEOUT": 300, "OPTIONS": {"MAX_ENTRIES": 5000}})

    def answers(self) -> bool:
        """Whether the server answers. Raises the client's exceptions otherwise."""
        return bool(self._cache.get_client(write=True).ping())

    add = _or_here("add")
    get = _or_here("get")
    set = _or_here("set")
    touch = _or_here("touch")
    delete = _or_here("delete")
    get_many = _or_here("get_many")
    has_key = _or_here("has_key")
    incr = _or_here("incr")
    set_many = _or_here("set_many")
    delete_many = _or_here("delete_many")
    clear = _or_here("clear")
