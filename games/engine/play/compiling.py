"""From plain functions to machine code: what a loop calls is compiled into it, and the whole is kept on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dis import get_instructions
from pathlib import Path
from types import FunctionType
from typing import Any

Function = Callable[..., Any]

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Nothing is allocated in a loop, so references to the arrays of a table need not be counted: counting them at every
look at the table costs a factor of thirty."""


def bound(function: Function, names: Mapping[str, Any], wrap: Callable[[FunctionType], Any] | None = None) -> Any:
    """A copy of `function` in which it, and every plain function it calls, sees `names` for the globals so named.

    `wrap` is put around each of the functions called, once. None of them may call itself; a closure stays as it is.
    """
    return _copied(function, names, wrap or (lambda each: each), {})


def _copied(
    function: Function, names: Mapping[str, Any], wrap: Callable[[FunctionType], Any], done: dict[Any, Any]
) -> Any:
    assert isinstance(function, FunctionType)
    seen = {**function.__globals__, **names}
    for name in _globals_of(function):
        called = seen.get(name)
        if isinstance(called, FunctionType) and not called.__closure__:
            if called not in done:
                done[called] = wrap(_copied(called, names, wrap, done))
            seen[name] = done[called]
    return FunctionType(function.__code__, seen, function.__name__, function.__defaults__)


def _globals_of(function: FunctionType) -> list[str]:
    """The names it looks up outside itself, in one order in every process; a field of the table may have the name of
    a function."""
    return sorted({each.argval for each in get_instructions(function) if each.opname == "LOAD_GLOBAL"})


def compiled(function: Function, names: Mapping[str, Any], label: str) -> Any:
    """`function` as machine code, with all it calls inlined.

    It is kept on disk under a name that holds a hash of all the sources it is made from, so that code that is older
    than its source is never run. Raises ModuleNotFoundError where numba is not installed.
    """
    from numba import njit

    parts: list[FunctionType] = []

    def inlined(each: FunctionType) -> Any:
        parts.append(each)
        return njit(inline="always", **OPTIONS)(each)

    whole = bound(function, names, inlined)
    name = f"{function.__name__}_{label}_{_hash([*parts, whole])}"
    whole.__code__ = whole.__code__.replace(co_name=name, co_qualname=name)
    whole.__name__ = whole.__qualname__ = name
    return njit(cache=True, **OPTIONS)(whole)


def _hash(functions: list[FunctionType]) -> str:
    """A digest of the sources of these functions, and of the constants they take from elsewhere."""
    digest = hashlib.sha256()
    for source in sorted({each.__code__.co_filename for each in functions} | {__file__}):
        digest.update(Path(source).read_bytes())
    for each in functions:
        taken = {name: each.__globals__.get(name) for name in _globals_of(each)}
        digest.update(repr(sorted((name, value) for name, value in taken.items() if _constant(value))).encode())
    return digest.hexdigest()[:12]


def _constant(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(each, int) for each in value))
