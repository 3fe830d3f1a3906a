"""Places in the source where one small change can be made, and a sample of them that survives unrelated edits."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

KINDS = (
    "condition",
    "boundary",
    "boolean",
    "number",
    "lock",
    "permission",
    "check",
    "escape",
    "return",
    "statement",
)

SERVICE_NAMES = {
    "access", "check", "drafts", "edits", "publishing", "emails", "imports", "judgements", "lock", "locking", "log",
    "occasions", "permissions", "readiness", "recipients", "runs", "selectors", "services", "uploads",
}  # fmt: skip
"""Modules of the site, or the last word of their names, in which every kind of change is tried. Elsewhere in the site
only locks, permissions and escaping are."""

PAGE_NAMES = {"admin", "api", "forms", "management", "models", "pages", "sentences", "serializers", "views"}
EVERYWHERE = {"lock", "permission", "escape"}
NOT_SOURCE = {"migrations", "tests"}

BOUNDARIES = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
REFUSALS = {"Http404", "PermissionDenied", "NotAuthenticated"}
PREDICATE = re.compile(r"_?(may|can|is_own|is_staff)(_\w+)?|lists_open|_published")
"""Functions of the site that answer whether somebody may do something."""

WEAKER_ACCESS = {"require_organiser": "require_staff", "editable": "readable", "stoppable": "readable"}
"""Functions of access modules, and one with the same parameters that lets more people in."""

CHECK_NAMES = ("check", "require", "before_", "among")
"""What functions of other modules begin with that raise and return nothing."""

ACCESS_DECORATORS = {"login_required", "permission_required"}
ESCAPES = {"escape", "conditional_escape", "force_escape"}
IDENTITY = "(lambda each: each)"
NO_LOCK = '__import__("contextlib").nullcontext()'
MARK_SAFE = '__import__("django.utils.safestring", fromlist=["_"]).mark_safe'

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One change: bytes `start` to `end` of a file become `new`.

    `function`: the qualified name of the enclosing function, "" at module level, which runs at import. `lines`: those
    that a test must execute to meet the change. `names`: what an importing test would have to use instead.
    """

    path: str
    function: str
    kind: str
    line: int
    lines: frozenset[int]
    start: int
    end: int
    old: str
    new: str
    names: tuple[str, ...] = ()
    number: int = 0

    def apply(self, source: bytes) -> bytes:
        """Raises ValueError where the source is not the one in which the place was found."""
        if source[self.start : self.end] != self.old.encode():
            raise ValueError(f"{self.path} has changed at line {self.line}")
        return source[: self.start] + self.new.encode() + source[self.end :]

    def rank(self, seed: int) -> str:
        """A hash that depends on the place and its function, not on the line or on the rest of the file."""
        parts = (seed, self.path, self.function, self.kind, self.old, self.new, self.number)
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def source_files(root: Path) -> list[str]:
    """Paths of the modules that changes are made in, relative to `root`."""
    paths = sorted(path.relative_to(root) for top in ("games", "deckbuilder") for path in (root / top).rglob("*.py"))
    return [str(path) for path in paths if not NOT_SOURCE & {*path.parts, path.stem}]


def kinds_for(path: str) -> set[str]:
    parts = Path(path).with_suffix("").parts
    words = {part.rsplit("_", 1)[-1] for part in parts[1:]} | {part.split("_", 1)[0] for part in parts[2:]}
    return set(KINDS) if parts[0] == "games" or (words & SERVICE_NAMES and not words & PAGE_NAMES) else EVERYWHERE


def candidates(root: Path) -> list[Mutant]:
    return [each for path in source_files(root) for each in of_source(path, (root / path).read_bytes())]


def of_source(path: str, source: bytes) -> list[Mutant]:
    """Every change to one file, in order; the same change made twice in one function is numbered."""
    tree = ast.parse(source)
    raising = {each.name for each in ast.walk(tree) if isinstance(each, FUNCTIONS) and _raises(each)}
    kinds = kinds_for(path)
    places = {each for each in _Walk(path, source, raising).places(tree) if each.kind in kinds}
    counts: defaultdict[tuple[str, ...], int] = defaultdict(int)
    mutants = []
    for each in sorted(places, key=lambda each: (each.start, each.end, each.kind, each.new)):
        key = (each.function, each.kind, each.old, each.new)
        mutants.append(replace(each, number=counts[key]))
        counts[key] += 1
    return mutants


def sample(places: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """`count` of the places: as many of each kind, as far as there are, and of each kind those that rank first."""
    by_kind = {kind: [] for kind in KINDS}
    for each in sorted(places, key=lambda each: each.rank(seed)):
        by_kind[each.kind].append(each)
    picks: list[Mutant] = []
    while len(picks) < count and any(by_kind.values()):
        for queue in by_kind.values():
            if queue and len(picks) < count:
                picks.append(queue.pop(0))
    return sorted(picks, key=lambda each: (each.path, each.start, each.kind))


def _raises(function: ast.AST) -> bool:
    """Whether a function exists to raise: it says so and returns nothing."""
    nodes = list(ast.walk(function))
    gives = any(
        isinstance(each, (ast.Yield, ast.YieldFrom)) or (isinstance(each, ast.Return) and each.value) for each in nodes
    )
    return not gives and (
        any(isinstance(each, ast.Raise) for each in nodes) or "Raises" in (ast.get_docstring(function) or "")
    )


class _Walk:
    """The changes to one file."""

    def __init__(self, path: str, source: bytes, raising: set[str]) -> None:
        self.path, self.source, self.raising = path, source, raising
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self.starts = starts
        self.function: list[str] = []
        self.names: tuple[str, ...] = ()
        self.statement: tuple[int, int] = (0, 0)
        self.inside = False  # of a function, which a test has to call

    def places(self, tree: ast.Module) -> Iterator[Mutant]:
        yield from self._statements(tree.body)

    # Text --------------------------------------------------------------------------------------------------------

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _change(self, kind: str, node: ast.AST, new: str, span: tuple[int, int] | None = None) -> Mutant:
        start, end = span or self._span(node)
        lines = {*range(node.lineno, node.end_lineno + 1), *range(self.statement[0], node.lineno + 1)}
        return Mutant(
            self.path, ".".join(self.function) if self.inside else "", kind, self.source.count(b"\n", 0, start) + 1,
            frozenset(lines), start, end, self.source[start:end].decode(), new, () if self.inside else self.names,
        )  # fmt: skip

    # Statements --------------------------------------------------------------------------------------------------

    def _statements(self, body: list[ast.stmt]) -> Iterator[Mutant]:
        for each in body:
            self.statement = (each.lineno, each.end_lineno)
            yield from self._statement(each)

    def _statement(self, node: ast.stmt) -> Iterator[Mutant]:
        if isinstance(node, FUNCTIONS):
            yield from self._function(node)
            return
        if isinstance(node, ast.ClassDef):
            yield from self._class(node)
            return
        if not self.inside:
            self.names = _targets(node) or self.names
        if isinstance(node, (ast.If, ast.While)):
            yield from self._negation(node.test)
        yield from self._whole(node)
        yield from self._expressions(node)
        for field in ("body", "orelse", "finalbody"):
            yield from self._statements(getattr(node, field, []))
        for each in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            yield from self._statements(each.body)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
        yield from self._decorators(node)
        outer = self.names
        if not self.inside:
            self.names = (node.name,)
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.statement = (default.lineno, default.end_lineno)
            yield from self._expression(default)
        was, self.inside = self.inside, True
        self.function.append(node.name)
        yield from self._statements(node.body)
        self.function.pop()
        self.inside, self.names = was, outer

    def _class(self, node: ast.ClassDef) -> Iterator[Mutant]:
        self.function.append(node.name)
        outer, self.names = self.names, (node.name,) if not self.inside else self.names
        yield from self._statements(node.body)
        self.names = outer
        self.function.pop()

    def _decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
        """A decorator runs at import; a test meets it where it executes the function's body."""
        body = frozenset(range(node.body[0].lineno, node.end_lineno + 1))
        for each in node.decorator_list:
            text = self._text(each)
            name = text.split("(")[0].rsplit(".", 1)[-1]
            locks = text.startswith("transaction.atomic")
            if locks or name in ACCESS_DECORATORS:
                mutant = self._change("lock" if locks else "permission", each, IDENTITY)
                yield replace(mutant, lines=body, function=".".join([*self.function, node.name]), names=())

    def _whole(self, node: ast.stmt) -> Iterator[Mutant]:
        """Changes to the statement as a whole."""
        match node:
            case ast.Raise(exc=ast.expr() as raised) if _name(raised) in REFUSALS:
                yield self._change("permission", node, "pass")
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                name = self.function[-1] if self.function else ""
                if PREDICATE.fullmatch(name) and self.path.startswith("deckbuilder") and self._text(value) != "True":
                    yield self._change("permission", node, "return True")
                else:
                    yield self._change("return", node, "return None")
            case ast.Expr(value=ast.Call(func=called)) if self.inside:
                check = _name(called) in self.raising or _name(called).startswith(CHECK_NAMES)
                yield self._change("check" if check else "statement", node, "pass")
            case ast.With():
                for item in node.items:
                    yield from self._with(item.context_expr)

    def _with(self, node: ast.expr) -> Iterator[Mutant]:
        text = self._text(node)
        if text.startswith("transaction.atomic") or re.search(r"lock|holding|^_making$|^_next$", text):
            yield self._change("lock", node, NO_LOCK)

    # Expressions -------------------------------------------------------------------------------------------------

    def _expressions(self, node: ast.AST) -> Iterator[Mutant]:
        """Those of a statement's own, not of the statements in it."""
        if isinstance(node, ast.Assert):
            return
        for field, value in ast.iter_fields(node):
            if field == "annotation":
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.expr):
                    yield from self._expression(each)
                elif isinstance(
                    each, (ast.withitem, ast.comprehension, ast.keyword, ast.match_case, ast.excepthandler)
                ):
                    yield from self._expressions(each)

    def _expression(self, node: ast.expr) -> Iterator[Mutant]:
        match node:
            case ast.JoinedStr():
                yield from self._in_f_string(node)
                return
            case ast.IfExp():
                yield from self._negation(node.test)
            case ast.Compare():
                yield from self._comparison(node)
            case ast.BoolOp():
                yield from self._boolean(node)
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield self._change("number", node, str(value + 1))
            case ast.Call():
                yield from self._call(node)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for test in [test for each in node.generators for test in each.ifs]:
                yield from self._negation(test)
        yield from self._expressions(node)

    def _in_f_string(self, node: ast.JoinedStr) -> Iterator[Mutant]:
        """Escaping alone: before Python 3.12 positions inside are not always right, and a name is easily compared."""
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and (name := _name(each.func)) in ESCAPES and self._text(each.func) == name:
                yield self._change("escape", each.func, "str")

    def _negation(self, test: ast.expr) -> Iterator[Mutant]:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield self._change("condition", test, f"({self._text(test.operand)})")
        elif self._text(test) != "TYPE_CHECKING":
            yield self._change("condition", test, f"(not ({self._text(test)}))")

    def _comparison(self, node: ast.Compare) -> Iterator[Mutant]:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            if type(op) in BOUNDARIES:
                old, new = BOUNDARIES[type(op)]
                yield self._token("boundary", node, left, right, old, new)
            left = right

    def _boolean(self, node: ast.BoolOp) -> Iterator[Mutant]:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield self._token("boolean", node, left, right, old, new)

    def _token(self, kind: str, node: ast.expr, left: ast.expr, right: ast.expr, old: str, new: str) -> Mutant:
        """An operator between two operands, beside which only brackets, line ends and comments may be."""
        after, before = self._span(left)[1], self._span(right)[0]
        between = re.sub(rb"#[^\n]*", lambda match: b" " * len(match[0]), self.source[after:before])
        start = after + between.index(old.encode())
        return self._change(kind, node, new, (start, start + len(old)))

    def _call(self, node: ast.Call) -> Iterator[Mutant]:
        name = _name(node.func)
        if isinstance(node.func, ast.Attribute):
            if name == "select_for_update":
                yield self._change("lock", node, self._text(node.func.value))
            owner = node.func.value
            if name in WEAKER_ACCESS and isinstance(owner, ast.Name) and owner.id == "access":
                end = self._span(node.func)[1]
                yield self._change("permission", node.func, WEAKER_ACCESS[name], (end - len(name), end))
        elif name in ESCAPES:
            yield self._change("escape", node.func, "str")
        elif name == "format_html":
            first, *rest = map(self._text, [*node.args, *node.keywords])
            yield self._change("escape", node, f"{MARK_SAFE}(({first}).format({', '.join(rest)}))")
        for each in node.args:
            if isinstance(each, ast.Name) and each.id in ESCAPES:
                yield self._change("escape", each, "str")
        for keyword in node.keywords:
            if keyword.arg == "organiser" and self._text(keyword.value) == "True":
                yield self._change("permission", keyword.value, "False")


def _name(node: ast.expr) -> str:
    """The last part of what is called or raised."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _targets(node: ast.stmt) -> tuple[str, ...]:
    """The names a statement at module or class level gives a value to."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return tuple(each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name))
