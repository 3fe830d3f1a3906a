"""Names that do not come back: words that once meant several things, or said what was done instead of what a thing is.

`python -m tests.lint.names` lists them, and is part of `make lint`.
"""

import ast
import re
import sys
from collections import Counter
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

USUAL_ALIASES = {"_", "np", "st"}
"""Those that gettext, numpy and hypothesis go by everywhere."""

TEMPLATE_NAMES = re.compile(r"\{%-?\s*(set|with|for|macro \w+\()\s*(.*?)-?%\}", re.DOTALL)


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


def aliases(tree: ast.Module) -> Iterator[str]:
    """The imports that rename what no other name in the module is mistaken for."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = [alias for node in imports for alias in node.names]
    taken = Counter(alias.name.rpartition(".")[2] for alias in imported)
    taken.update(names_anywhere(tree))
    for alias in imported:
        name = alias.name.rpartition(".")[2]
        if alias.asname and alias.asname not in USUAL_ALIASES and taken[name] < 2:
            yield f"{alias.name} as {alias.asname}"


def names_anywhere(tree: ast.Module) -> set[str]:
    """The names of functions, classes, parameters and variables."""
    nodes = list(ast.walk(tree))
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return defined | stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def names_in_template(source: str) -> Iterator[str]:
    """The variables that a template sets, and the parameters of its macros."""
    for kind, words in TEMPLATE_NAMES.findall(source):
        names = words.partition(" in ")[0] if kind == "for" else words
        yield from re.findall(r"(?:^|[(,])\s*(\w+)", names)


def findings(source: str) -> list[str]:
    """The names in a module that must not come back, each once."""
    tree = ast.parse(source)
    gone = [name for name in names_inside(tree) if name in GONE_INSIDE]
    return list(dict.fromkeys([*findings_of_tests(source), *gone, *participles(tree)]))


def findings_of_tests(source: str) -> list[str]:
    """Those in a module of tests, whose names are sentences."""
    tree = ast.parse(source)
    gone = [name for node in tree.body for name in names(node) if is_gone(name)]
    return list(dict.fromkeys([*gone, *aliases(tree)]))


def findings_of_template(source: str) -> list[str]:
    return [name for name in dict.fromkeys(names_in_template(source)) if name in GONE_INSIDE]


CHECKS = (
    ("deckbuilder/**/*.py", findings),
    ("games/**/*.py", findings),
    ("tests/**/*.py", findings_of_tests),
    ("templates/**/*.html", findings_of_template),
)


def all_findings() -> list[str]:
    return [
        f"{path.relative_to(ROOT).as_posix()}: {word}"
        for pattern, check in CHECKS
        for path in sorted(ROOT.glob(pattern))
        for word in check(path.read_text(encoding="utf-8"))
    ]


if __name__ == "__main__":
    if found_names := all_findings():
        sys.exit("Name the thing itself instead:\n" + "\n".join(found_names))
