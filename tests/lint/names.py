"""Names that do not come back: words that once meant several things, or said what was done instead of what a thing is.

`python -m tests.lint.names` lists them, and is part of `make lint`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GONE = {
    "Standing", "standings", "Asked", "asked", "asked_in", "asked_by", "Found", "Told", "told", "found", "held",
    "wanted", "seen", "staffed", "organised", "opened", "numbered", "called", "written", "logged", "whom",
    "concerned", "reachable", "letter", "taken", "forget", "checked", "may_be_sent", "let_go", "sort_of", "listed",
    "counted", "judged", "known", "kept", "desk", "Desk", "Frugal", "AGAIN", "SILENT", "FEW", "SMALL",
}  # fmt: skip
"""Of functions, classes and constants of a module."""

GONE_INSIDE = {"told", "found", "held", "asked", "wanted", "whom", "mine", "desk"}
"""Of methods, parameters and variables of functions, which name the thing itself."""

IRREGULAR = {
    "begun", "broken", "brought", "built", "caught", "chosen", "dealt", "done", "drawn", "driven", "eaten",
    "fallen", "felt", "foretold", "found", "given", "gone", "grown", "held", "hidden", "kept", "known", "laid", "led",
    "lost", "made", "met", "paid", "risen", "said", "seen", "sent", "shown", "sought", "spent", "spoken",
    "stolen", "sung", "taken", "thought", "thrown", "told", "torn", "understood", "won", "worn", "woven", "written",
}  # fmt: skip
"""Past participles without -ed that are not also the verb, as `put` and `read` are."""

PREDICATES = ("is", "has", "was", "may", "get")
"""The first words of names that may end in a participle; `get` is of a serializer's field."""

ALLOWED = {"page_not_found", "_not_found", "password_changed", "play_interpreted", "seen"}
"""Names of a framework, of a status code, of a mode and of an array of the table."""


def names(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives at the top of a module."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    for target in node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]:
        if isinstance(target, ast.Name):
            yield target.id


def names_inside(tree: ast.Module) -> Iterator[str]:
    """The names of methods and nested functions, and of parameters and variables of all functions."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        yield function.name.lstrip("_")
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                yield node.arg
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def ends_in_participle(name: str) -> bool:
    words = name.strip("_").split("_")
    last = words[-1]
    return words[0] not in PREDICATES and (last in IRREGULAR or (last.endswith("ed") and not last.endswith("eed")))


def participles(tree: ast.Module) -> Iterator[str]:
    """The functions and methods named after what was done, such as `drawn`, instead of what they return or do."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name not in ALLOWED and ends_in_participle(function.name):
            yield function.name


def is_gone(name: str) -> bool:
    return name in GONE or name.startswith("MOST_")


def findings(source: str) -> list[str]:
    """The names in a module that must not come back, each once."""
    tree = ast.parse(source)
    gone = [name for node in tree.body for name in names(node) if is_gone(name)]
    gone += [name for name in names_inside(tree) if name in GONE_INSIDE]
    return list(dict.fromkeys([*gone, *participles(tree)]))


def modules() -> Iterator[Path]:
    for folder in ("deckbuilder", "games"):
        yield from (ROOT / folder).rglob("*.py")


def all_findings() -> list[str]:
    return [
        f"{path.relative_to(ROOT).as_posix()}: {word}"
        for path in sorted(modules())
        for word in findings(path.read_text(encoding="utf-8"))
    ]


if __name__ == "__main__":
    if found_names := all_findings():
        sys.exit("Name the thing itself instead:\n" + "\n".join(found_names))
