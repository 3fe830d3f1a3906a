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
"""Seconds for which a server that did not answer is left alone: each try may take as long as settings.PATIENCE."""


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

    Only counts for rate limits are kept here, and each process then counts for itself. So nothing is wrong without
    the server, but the limits are looser.
    """

    again: ClassVar[float] = 0.0
    """When the server is asked next, for all threads of this process."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.here = LocMemCache("while-redis-is-down", {"TIMEOUT": 300, "OPTIONS": {"MAX_ENTRIES": 5000}})

    def answers(self) -> bool:
        """Whether the server is there now. Raises what the client does where it is not."""
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
