"""Names at the top of a module: words that once meant several things, or said what was done, do not come back."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GONE = {
    "Standing", "standings", "Asked", "asked", "asked_in", "asked_by", "Found", "Told", "told", "found", "held",
    "wanted", "seen", "staffed", "organised", "opened", "numbered", "called", "written", "logged", "whom",
    "concerned", "reachable", "letter", "taken", "forget", "checked", "may_be_sent", "let_go", "sort_of", "listed",
    "counted", "judged", "known", "kept", "desk", "Desk", "Frugal", "AGAIN", "SILENT", "FEW", "SMALL",
}  # fmt: skip


def names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    for target in node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]:
        if isinstance(target, ast.Name):
            yield target.id


def is_gone(name: str) -> bool:
    return name in GONE or name.startswith("MOST_")


def test_it_reads_functions_classes_and_constants():
    source = "MOST_LINES = 3\nSMALL: int = 4\nclass Asked: ...\ndef told(kept): ...\nfine = 1\n"
    assert [name for node in ast.parse(source).body for name in names(node) if is_gone(name)] == [
        "MOST_LINES", "SMALL", "Asked", "told",
    ]  # fmt: skip


@pytest.mark.slow
def test_no_module_brings_them_back():
    files = [path for folder in ("deckbuilder", "games") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 300
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    assert [
        (path.relative_to(ROOT).as_posix(), name)
        for path, tree in trees.items()
        for node in tree.body
        for name in names(node)
        if is_gone(name)
    ] == []
