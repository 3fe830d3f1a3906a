"""What style sheets must not do: leave the layers, outrank them, or write down a size that is a token.

`python -m tests.lint.styles` lists it, and is part of `make lint`.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, ParseError, QualifiedRule

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "static/css"
MAX_COLUMNS = 120
OUTSIDE_LAYERS = {"layer", "page"}
TOKENS = "tokens.css"

SPACES = re.compile(r"(row-|column-)?gap$|(margin|padding)(-|$)")
TOKEN_SIZE = re.compile(r"font-size$|border(-\w+)*-radius$")
NO_SIZE = {"0", "100%", "50%", "inherit"}
WEIGHTS = {"400", "500", "700", "inherit"}
MIN_SPACE_PX, MAX_SPACE_PX = 4, 48
"""Smaller ones move something by a hair, larger ones are measures of one thing."""


class Finding(NamedTuple):
    line: int
    text: str


def findings(css: str, *, in_tokens: bool = False) -> list[Finding]:
    """What is wrong with a style sheet; its tokens may be sizes."""
    problems = list(_long_lines(css))
    for node in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if not isinstance(node, ParseError) and getattr(node, "at_keyword", "") not in OUTSIDE_LAYERS:
            problems.append(Finding(node.source_line, "is in no layer"))
        problems += _walk(node, in_tokens)
    return sorted(problems)


def _long_lines(css: str) -> Iterator[Finding]:
    for number, line in enumerate(css.splitlines(), 1):
        if len(line) > MAX_COLUMNS:
            yield Finding(number, f"over {MAX_COLUMNS} characters")


def _walk(node: Node, in_tokens: bool) -> Iterator[Finding]:
    if isinstance(node, ParseError):
        yield Finding(node.source_line, node.message)
    elif isinstance(node, Declaration):
        yield from _declaration(node, in_tokens)
    elif isinstance(node, AtRule | QualifiedRule) and node.content:
        for inner in tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True):
            yield from _walk(inner, in_tokens)


def _declaration(node: Declaration, in_tokens: bool) -> Iterator[Finding]:
    if node.important:
        yield Finding(node.source_line, "!important: a later layer wins without it")
    for part in () if in_tokens else node.value:
        if _is_raw_size(node.lower_name, part):
            yield Finding(node.source_line, f"{node.name}: {part.serialize()} is no token")
        if node.lower_name == "font-weight" and part.type != "whitespace" and part.serialize() not in WEIGHTS:
            yield Finding(node.source_line, f"{node.name}: {part.serialize()} is none of the site's weights")


def _is_raw_size(name: str, part: Node) -> bool:
    if SPACES.match(name):
        return part.type == "dimension" and part.unit == "px" and MIN_SPACE_PX <= abs(part.value) <= MAX_SPACE_PX
    if TOKEN_SIZE.match(name):
        return part.type not in {"whitespace", "function", "literal"} and part.serialize() not in NO_SIZE
    return False


def unknown_tokens(sheets: dict[str, str]) -> list[str]:
    """Custom properties that are used and never set."""
    css = "\n".join(sheets.values())
    known = set(re.findall(r"(--[\w-]+)\s*:", css))
    return sorted(set(re.findall(r"var\((--[\w-]+)\)", css)) - known)


def sheets() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.css"))}


def all_findings() -> list[str]:
    read = sheets()
    listed = [
        f"static/css/{name}:{finding.line}: {finding.text}"
        for name, css in read.items()
        for finding in findings(css, in_tokens=name == TOKENS)
    ]
    return listed + [f"static/css: {name} is never set" for name in unknown_tokens(read)]


if __name__ == "__main__":
    if problems := all_findings():
        sys.exit("\n".join(problems))
