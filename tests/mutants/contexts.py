"""Which test executes which line: recorded in one run of the tests, and asked for each change."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from tests.mutants.candidates import FUNCTIONS, Mutant, source_files

SELECTION = ("tests/games", "tests/deckbuilder", "tests/test_architecture.py")
DURATION = re.compile(r"([\d.]+)s (call|setup) +(\S.*)")
COMPILING = {"Run.chunk", "Run.hands"}
"""Methods of play/trials/runs.py that compile a game. Machine code is not traced; compiling takes a minute."""

DROP_VARIABLES = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"}

SETTINGS = """[run]
source = games, deckbuilder
branch = false
relative_files = true
data_file = {data}
omit = */migrations/*
"""


@dataclass
class Contexts:
    """`tests`: by path and line, the node ids of the tests that execute it. `sizes`: the lines a test executes in all.
    `seconds`: what a test took. `digests`: of the source, by path."""

    tests: dict[str, dict[int, set[str]]]
    sizes: dict[str, int]
    seconds: dict[str, float]
    digests: dict[str, str] = field(default_factory=dict)

    def at(self, path: str, lines: Iterable[int]) -> set[str]:
        there = self.tests.get(path, {})
        return set().union(*(there.get(line, ()) for line in lines))


def record(tree: Path, data: Path, workers: int) -> int:
    """Run the tests of a checkout with a context per test. Writes `data` and, beside it, what else `load` needs.

    Returns pytest's exit code.
    """
    data = data.absolute()
    data.unlink(missing_ok=True)
    settings, log = data.with_suffix(".cfg"), data.with_suffix(".log")
    settings.write_text(SETTINGS.format(data=data))
    options = [
        *("--cov", "--cov-context=test", f"--cov-config={settings}", "--cov-report="),
        *("-n", str(workers), "--dist", "worksteal", "-p", "no:cacheprovider"),
        *("-q", "-vv", "--durations=0", "--durations-min=0"),
    ]
    with log.open("wb") as output:
        done = subprocess.run(
            [".venv/bin/python", "-m", "pytest", *options, *SELECTION],
            cwd=tree, stdout=output, stderr=subprocess.STDOUT, env=environment(data.with_suffix(".var")), check=False,
        )  # fmt: skip
    seconds: defaultdict[str, float] = defaultdict(float)
    for line in log.read_text(errors="replace").splitlines():
        if match := DURATION.fullmatch(line.strip()):
            seconds[match[3]] += float(match[1])
    extra = {"seconds": seconds, "digests": {path: digest(tree / path) for path in source_files(tree)}}
    data.with_suffix(".json").write_text(json.dumps(extra))
    return done.returncode


def environment(var: Path) -> dict[str, str]:
    """Of a run of tests whose settings come from its checkout, and its database and files from a folder of its own."""
    var.mkdir(parents=True, exist_ok=True)
    variables = {name: value for name, value in os.environ.items() if name not in DROP_VARIABLES}
    return {**variables, "VAR_DIR": str(var)}


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def load(data: Path, paths: set[str]) -> Contexts:
    """What was recorded, with the lines of `paths` alone."""
    extra = json.loads(data.with_suffix(".json").read_text())
    tests: dict[str, dict[int, set[str]]] = {path: defaultdict(set) for path in paths}
    sizes: defaultdict[str, int] = defaultdict(int)
    with sqlite3.connect(f"file:{data}?mode=ro", uri=True) as database:
        query = (
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id "
            "WHERE context.context != ''"
        )
        for path, context, bits in database.execute(query):
            test = context.rpartition("|")[0]
            sizes[test] += int.from_bytes(bits, "little").bit_count()
            if path in paths:
                for line in _lines(bits):
                    tests[path][line].add(test)
    return Contexts(tests, dict(sizes), extra["seconds"], extra["digests"])


def _lines(bits: bytes) -> Iterator[int]:
    return (8 * index + bit for index, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1)


def covering(mutant: Mutant, contexts: Contexts, uses: Uses) -> set[str]:
    """The tests that execute a changed line.

    What is at module level runs at import, before any test: for that, the tests that use its name inside a function,
    else those that execute anything of its module, else those of its game.
    """
    if mutant.function:
        return contexts.at(mutant.path, mutant.lines)
    by_name = [contexts.at(path, lines) for name in mutant.names for path, lines in uses.of(name, mutant.path)]
    module = contexts.at(mutant.path, contexts.tests.get(mutant.path, ()))
    return set().union(*by_name) or module or {test for test in contexts.sizes if game_of(mutant.path) in test}


def game_of(path: str) -> str:
    """The slug that the ids of a game's tests contain."""
    return Path(path).parts[1].replace("_", "-")


class Uses:
    """The lines inside functions on which a name of a module is used, there and in modules that import it."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self.lines: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self.imports: dict[str, set[str]] = {}
        for path in paths:
            tree = ast.parse((root / path).read_text(encoding="utf-8"))
            self.imports[path] = {*_imports(tree)}
            for function in (each for each in ast.walk(tree) if isinstance(each, FUNCTIONS)):
                for each in (each for part in function.body for each in ast.walk(part)):
                    if isinstance(each, (ast.Name, ast.Attribute)):
                        self.lines[each.id if isinstance(each, ast.Name) else each.attr][path].add(each.lineno)

    def of(self, name: str, home: str) -> Iterator[tuple[str, set[int]]]:
        module = home.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path, lines in self.lines[name].items():
            if path == home or module in self.imports[path]:
                yield path, lines


def _imports(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, and what it takes from them, by full name."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module
            yield from (f"{each.module}.{alias.name}" for alias in each.names)


def compiling_lines(root: Path) -> set[int]:
    tree = ast.parse((root / RUNS).read_text(encoding="utf-8"))
    owners = {f"{each.name}.{part.name}": part for each in tree.body if isinstance(each, ast.ClassDef)
              for part in each.body if isinstance(part, FUNCTIONS)}  # fmt: skip
    return {line for name in COMPILING for line in range(owners[name].body[0].lineno, owners[name].end_lineno + 1)}


COMMON_WORDS = {"deckbuilder", "games", "engine", "catalog", "common", "decks", "events", "stats", "accounts", "test"}
RUNS = "games/engine/play/trials/runs.py"
MACHINE_CODE = re.compile(r"games/(\w+/goldfish|engine/(table|shuffle))\.py")


@dataclass(frozen=True)
class Choice:
    """The tests that are run for a change, in order, and those that are run after them if it survives; how many there
    are that execute the line."""

    tests: tuple[str, ...]
    covering: int
    more: tuple[str, ...] = ()


class Limits(NamedTuple):
    """How many tests are run for a change, the seconds they took in all when they were recorded, and the seconds of
    those that are run after them if it survives."""

    cap: int = 60
    budget_s: float = 60
    again_s: float = 120


def choose(tests: set[str], contexts: Contexts, slow: set[str], path: str, limits: Limits) -> Choice:
    """The most specific tests, which execute the fewest lines in all, a module in turn.

    Up to half of them are from modules that have the name of the changed one, such as test_access.py. `slow`: those
    that compile machine code; they come last. What belongs to one class stays together, since its data is set up once.
    """
    first, more = _Picks(contexts.seconds), _Picks(contexts.seconds)
    order = sorted(tests, key=lambda test: (test in slow, contexts.sizes.get(test, 0), test))
    first.take([test for test in order if _namesake(test, path)], limits.cap // 2, limits.budget_s / 2)
    first.take([test for test in order if test not in slow], limits.cap, limits.budget_s)
    first.take(order, limits.cap, limits.budget_s)
    if limits.again_s:
        more.take([test for test in order if test not in first.tests], len(order), limits.again_s)
    return Choice(tuple(_grouped(first.tests, slow)), len(tests), tuple(_grouped(more.tests, slow)))


class _Picks:
    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds, self.tests, self.total_s = seconds, list[str](), 0.0

    def take(self, tests: list[str], cap: int, budget_s: float) -> None:
        """Those that are not there yet, a test module in turn, up to a number and a time; one whatever it takes."""
        modules: defaultdict[str, list[str]] = defaultdict(list)
        for test in tests:
            if test not in self.tests:
                modules[test.split("::")[0]].append(test)
        for test in (each for turn in zip_longest(*modules.values()) for each in turn if each):
            cost = self.seconds.get(test, 0.0)
            if not self.tests or (len(self.tests) < cap and self.total_s + cost <= budget_s):
                self.tests.append(test)
                self.total_s += cost


def _namesake(test: str, path: str) -> bool:
    """Whether a test's module is called like the changed one, or like its game."""
    words = {*re.split(r"[_/.-]", test.partition("::")[0])}
    return bool(words & {Path(path).stem, *Path(path).stem.split("_"), game_of(path).split("-")[0]} - COMMON_WORDS)


def _grouped(tests: list[str], slow: set[str]) -> list[str]:
    """The same tests, those of a class or module side by side where its first one was."""
    groups: dict[tuple[bool, str], list[str]] = {}
    for test in tests:
        groups.setdefault((test in slow, test.rpartition("::")[0]), []).append(test)
    return [test for key in sorted(groups, key=lambda key: key[0]) for test in groups[key]]
