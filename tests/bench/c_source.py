"""A trial loop in scalar C, translated line by line from the plain functions that play it.

The functions keep to little: whole numbers, arrays of them in named tuples, `if`, `while`, `for … in range`. Whatever
else one of them uses is refused. The shuffle is written by hand, in `shuffle.h`, since its words are no whole numbers.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from types import FunctionType, ModuleType
from typing import Any

from games.engine.play.trials.compiling import bind
from games.engine.play.trials.shuffle import below

NUMBER, ARRAY = "int64_t", "Array"
"""An array has its place, its length, and how many numbers a step of its first and of its second index skips."""

PROLOGUE = """#include "shuffle.h"
#define FUNCTION static inline __attribute__((always_inline))
typedef struct { int64_t *at; int64_t length, first, second; } Array;
FUNCTION int64_t min(int64_t one, int64_t other) { return one < other ? one : other; }
FUNCTION int64_t max(int64_t one, int64_t other) { return one > other ? one : other; }
FUNCTION int64_t quotient(int64_t one, int64_t other) { return one / other - (one % other < 0); }
FUNCTION int64_t remainder_(int64_t one, int64_t other) { return (one % other + other) % other; }
"""

OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-",
}  # fmt: skip
DIVISIONS: dict[type, str] = {ast.FloorDiv: "quotient", ast.Mod: "remainder_"}


class Untranslatable(ValueError):
    """What a function uses that has no translation."""


def c_source(loop: Callable[..., None], names: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """`loop`, seeing `names` for the globals so named, as `void job(const int64_t *words, numbers …)`.

    `arguments`: by parameter, an array, a named tuple of such, or a whole number. The words are the arrays in their
    order, four each, as `array_words` has them. Raises Untranslatable.
    """
    program = _Program()
    types = {name: program.type_of(each) for name, each in arguments.items()}
    entry_point = program.function(bind(loop, names), types)
    arrays = [(kind, name) for name, kind in types.items() if kind != NUMBER]
    head = ", ".join(["const int64_t *words", *(f"{NUMBER} {name}" for name, kind in types.items() if kind == NUMBER)])
    reads = (f"{kind} {name} = *(const {kind} *)words; words += sizeof {name} / 8;" for kind, name in arrays)
    job = [f"void job({head}) {{", *reads, f"{entry_point}({', '.join(arguments)});", "}", ""]
    return "\n".join([PROLOGUE, *program.parts, *job])


class _Program:
    """The parts of a translation, each before what uses it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.fields: dict[str, dict[str, str]] = {}
        self._functions: dict[Any, str] = {}
        self._constants: dict[tuple[str, tuple[int, ...]], str] = {}

    def type_of(self, value: Any) -> str:
        """The type of an array, a named tuple of such, or a whole number."""
        if not hasattr(value, "_asdict"):
            return NUMBER if isinstance(value, int) else ARRAY
        name = type(value).__name__
        if name not in self.fields:
            types = {field: self.type_of(each) for field, each in value._asdict().items()}
            self.fields[name] = types
            members = " ".join(f"{kind} {field};" for field, kind in types.items())
            self.parts.append(f"typedef struct {{ {members} }} {name};")
        return name

    def function(self, function: FunctionType, types: Mapping[str, str]) -> str:
        """The name of a function that takes such types."""
        key = (function, tuple(types.values()))
        if key not in self._functions:
            name = f"{function.__name__}_{len(self._functions)}"
            self._functions[key] = name
            self.parts.append(_Function(self, function, name, types).text)
        return self._functions[key]

    def constant(self, name: str, values: tuple[int, ...]) -> str:
        """The name of an array that never changes."""
        if (name, values) not in self._constants:
            own = self._constants[name, values] = f"{name}_{len(self._constants)}"
            self.parts.append(f"static const {NUMBER} {own}[] = {{{', '.join(map(str, values))}}};")
        return self._constants[name, values]


class _Function:
    """One function: every local name is a whole number, or an array or tuple that it was given."""

    def __init__(self, program: _Program, function: FunctionType, name: str, types: Mapping[str, str]) -> None:
        self.program, self.function, self.types = program, function, dict(types)
        (self.tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        self.name = name

    @property
    def text(self) -> str:
        assert isinstance(self.tree, ast.FunctionDef)
        parameters = ", ".join(f"{kind} {name}" for name, kind in self.types.items())
        local = (name for name in self.function.__code__.co_varnames if name not in self.types)
        gives_none = isinstance(self.tree.returns, ast.Constant)
        head = f"FUNCTION {'void' if gives_none else NUMBER} {self.name}({parameters}) {{"
        return "\n".join([head, *(f"{NUMBER} {name};" for name in local), *self.block(self.tree.body), "}"])

    # Statements

    def statement(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                yield f"{self.value(value)};"
            case ast.Return(None):
                yield "return;"
            case ast.Return(value) if value is not None:
                yield f"return {self.value(value)};"
            case ast.Break() | ast.Continue():
                yield f"{type(node).__name__.lower()};"
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                yield "{"
                yield from (f"{NUMBER} new{i} = {self.value(each)};" for i, each in enumerate(values))
                yield from (f"{self.value(each)} = new{i};" for i, each in enumerate(targets))
                yield "}"
            case ast.Assign(targets, value):
                yield f"{' = '.join(map(self.value, targets))} = {self.value(value)};"
            case ast.AugAssign(target, operator, value):
                yield f"{self.value(target)} {self.operator(operator)}= {self.value(value)};"
            case ast.If(test, then, otherwise):
                yield f"if ({self.value(test)}) {{"
                yield from self.block(then)
                yield "} else {"
                yield from self.block(otherwise)
                yield "}"
            case ast.While(test, body, []):
                yield f"while ({self.value(test)}) {{"
                yield from self.block(body)
                yield "}"
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), body, []):
                yield from self.loop(name, [self.value(each) for each in bounds], body)
            case _:
                raise self.untranslatable(node)

    def block(self, body: list[ast.stmt]) -> Iterator[str]:
        for each in body:
            yield from self.statement(each)

    def loop(self, name: str, bounds: list[str], body: list[ast.stmt]) -> Iterator[str]:
        first, end = bounds[:2] if len(bounds) > 1 else ("0", bounds[0])
        step = bounds[2] if len(bounds) > 2 else "1"
        compared = ">" if step.startswith("(-") else "<"
        yield f"for ({NUMBER} next_ = {first}, end_ = {end}; next_ {compared} end_; next_ += {step}) {{ {name} = next_;"
        yield from self.block(body)
        yield "}"

    # Expressions

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(bool() | int() as number):
                return str(int(number))
            case ast.Name(name):
                return name if self.is_local(name) else self.constant(name)
            case ast.Attribute(whole, field):
                return self.attribute(whole, field)
            case ast.Subscript(array, place):
                return self.element(array, place)
            case ast.Call(ast.Name(name), arguments, []):
                return self.call(name, arguments)
        return f"({self.operation(node)})"

    def attribute(self, whole: ast.expr, field: str) -> str:
        """A field of a tuple, or a constant of a module."""
        if isinstance(whole, ast.Name) and self.is_module(whole.id):
            return self.constant(f"{whole.id}.{field}")
        return f"{self.value(whole)}.{field}"

    def operation(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(left, operator, right) if type(operator) in DIVISIONS:
                return f"{DIVISIONS[type(operator)]}({self.value(left)}, {self.value(right)})"
            case ast.BinOp(left, operator, right):
                return f"{self.value(left)} {self.operator(operator)} {self.value(right)}"
            case ast.UnaryOp(operator, operand):
                return f"{self.operator(operator)}{self.value(operand)}"
            case ast.BoolOp(operator, values):
                return f" {self.operator(operator)} ".join(map(self.value, values))
            case ast.Compare(left, operators, values):
                pairs = zip([left, *values], operators, values, strict=False)
                return " && ".join(
                    f"{self.value(one)} {self.operator(sign)} {self.value(other)}" for one, sign, other in pairs
                )
            case ast.IfExp(test, then, otherwise):
                return f"{self.value(test)} ? {self.value(then)} : {self.value(otherwise)}"
        raise self.untranslatable(node)

    def element(self, array: ast.expr, index: ast.expr) -> str:
        if isinstance(array, ast.Name) and not self.is_local(array.id):
            return f"{self.program.constant(array.id, self.global_value(array.id))}[{self.value(index)}]"
        whole, indices = self.value(array), index.elts if isinstance(index, ast.Tuple) else [index]
        steps = ("first", "second")[: len(indices) - 1]
        offsets = [f"{whole}.{step} * {self.value(each)}" for step, each in zip(steps, indices, strict=False)]
        return f"{whole}.at[{' + '.join([*offsets, self.value(indices[-1])])}]"

    def call(self, name: str, arguments: list[ast.expr]) -> str:
        if name == "len":
            return self.length(arguments[0])
        values = [self.value(each) for each in arguments]
        if name in ("min", "max"):
            return reduce(lambda one, other: f"{name}({one}, {other})", values)
        function = self.global_value(name)
        if function.__code__ is below.__code__:
            return f"below((uint64_t *){values[0]}.at, {values[1]})"
        types = zip(inspect.signature(function).parameters, map(self.kind, arguments), strict=True)
        return f"{self.program.function(function, dict(types))}({', '.join(values)})"

    def length(self, array: ast.expr) -> str:
        if isinstance(array, ast.Name) and not self.is_local(array.id):
            return str(len(self.global_value(array.id)))
        return f"{self.value(array)}.length"

    def kind(self, node: ast.expr) -> str:
        """The type of an argument."""
        match node:
            case ast.Name(name) if name in self.types:
                return self.types[name]
            case ast.Attribute(ast.Name(name)) if self.is_module(name):
                return NUMBER
            case ast.Attribute(whole, field):
                return self.program.fields[self.kind(whole)][field]
        return NUMBER

    def is_local(self, name: str) -> bool:
        return name in self.function.__code__.co_varnames

    def is_module(self, name: str) -> bool:
        return not self.is_local(name) and isinstance(self.function.__globals__.get(name), ModuleType)

    def global_value(self, name: str) -> Any:
        """A global, or with a dot an attribute of a module that is one."""
        module, _, field = name.rpartition(".")
        return getattr(self.function.__globals__[module], field) if module else self.function.__globals__[name]

    def constant(self, name: str) -> str:
        number = self.global_value(name)
        if not isinstance(number, int):
            raise Untranslatable(f"{name} in {self.function.__name__} is no whole number")
        return f"({int(number)})" if number < 0 else str(int(number))

    def operator(self, operator: ast.AST) -> str:
        if type(operator) not in OPERATORS:
            raise self.untranslatable(operator)
        return OPERATORS[type(operator)]

    def untranslatable(self, node: ast.AST) -> Untranslatable:
        return Untranslatable(f"{ast.dump(node)} in {self.function.__name__}")


def array_words(values: Iterable[Any]) -> Iterator[int]:
    """Of every array among these, and in the tuples among them: its place, its length and its two steps. The arrays
    must live on."""
    for each in values:
        if isinstance(each, tuple):
            yield from array_words(each)
        else:
            steps = [*(stride // each.itemsize for stride in each.strides[:-1]), 0, 0]
            yield from (each.ctypes.data, len(each), *steps[:2])
