"""From plain functions to machine code: everything a loop calls is compiled into it and cached on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dis import get_instructions
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Function = Callable[..., Any]

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Nothing is allocated in a loop, so references to the arrays of a table need not be counted: counting them at every
look at the table costs a factor of thirty."""

PART: dict[str, Any] = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What a loop calls is inlined by LLVM, and Python cannot call it: numba's own inlining (`inline="always"`) gives code
of the same speed in more than twice the time."""


def bind(function: Function, names: Mapping[str, Any], wrap: Callable[[FunctionType], Any] | None = None) -> Any:
    """A copy of `function` in which it, and every plain function it calls, sees `names` for the globals so named.

    `wrap` is put around each of the functions called, once. None of them may call itself; a closure stays as it is.
    """
    return _copy(function, names, wrap or (lambda each: each), {})


def _copy(
    function: Function, names: Mapping[str, Any], wrap: Callable[[FunctionType], Any], copies: dict[Any, Any]
) -> Any:
    assert isinstance(function, FunctionType)
    globals_ = {**function.__globals__, **names}
    for name in _globals_of(function):
        callee = globals_.get(name)
        if isinstance(callee, FunctionType) and not callee.__closure__:
            if callee not in copies:
                copies[callee] = wrap(_copy(callee, names, wrap, copies))
            globals_[name] = copies[callee]
    return FunctionType(function.__code__, globals_, function.__name__, function.__defaults__)


def _globals_of(function: FunctionType) -> tuple[str, ...]:
    """The names it looks up outside itself, in one order in every process; a field of the table may have the name of
    a function."""
    return _globals_in(function.__code__)


@lru_cache(maxsize=1024)
def _globals_in(code: CodeType) -> tuple[str, ...]:
    """Kept, since binding the steps of a game for one request would else take most of its time."""
    return tuple(sorted({each.argval for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"}))


def compile_loop(
    function: Function, names: Mapping[str, Any], label: str, apart: tuple[str, ...] = (), copies: Any = None
) -> Any:
    """`function` as machine code, with all it calls inlined but the functions whose names are in `apart`.

    `copies`: parts that other loops of the same `names` may have in common with it, which are added to.

    It is kept on disk under a name that holds a hash of all the sources it is made from, so that code that is older
    than its source is never run. Raises ModuleNotFoundError where numba is not installed.
    """
    from numba import njit

    from games.engine.play.trials import indexing

    def compile_part(each: FunctionType) -> Any:
        return njit(**PART | {"forceinline": each.__name__ not in apart}, **OPTIONS)(each)

    whole = _copy(function, names, compile_part, {} if copies is None else copies)
    name = f"{function.__name__}_{label}_{_hash(_reach(whole), str(indexing.__file__))}"
    whole.__code__ = whole.__code__.replace(co_name=name, co_qualname=name)
    whole.__name__ = whole.__qualname__ = name
    return njit(cache=True, **OPTIONS)(whole)


def _reach(function: FunctionType) -> list[FunctionType]:
    """A function and all the parts it calls, directly or not, each once."""
    reachable = [function]
    for each in reachable:
        for name in _globals_of(each):
            part = getattr(each.__globals__.get(name), "py_func", None)
            if part is not None and part not in reachable:
                reachable.append(part)
    return reachable


def _hash(functions: list[FunctionType], *sources: str) -> str:
    """A digest of the sources of these functions, of other `sources`, and of the constants they take from elsewhere."""
    digest = hashlib.sha256()
    for source in sorted({each.__code__.co_filename for each in functions} | {__file__, *sources}):
        digest.update(Path(source).read_bytes())
    for each in functions:
        constants = {name: each.__globals__.get(name) for name in _globals_of(each)}
        digest.update(repr(sorted((name, value) for name, value in constants.items() if _constant(value))).encode())
    return digest.hexdigest()[:12]


def _constant(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(each, int) for each in value))
