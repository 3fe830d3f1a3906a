"""What a sample of changes says about the tests, as Markdown and as JSON."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.mutants.candidates import KINDS, Mutant
from tests.mutants.running import CAUGHT, NOT_EXECUTED, SURVIVED, TIMEOUT, UNSURE, Outcome

COLUMNS = (CAUGHT, TIMEOUT, SURVIVED, NOT_EXECUTED, UNSURE)


def diff(mutant: Mutant, root: Path) -> str:
    """The lines that change, without their neighbours."""
    before = (root / mutant.path).read_bytes()
    old, new = before.decode().splitlines(), mutant.apply(before).decode().splitlines()
    lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[3:]
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines)


def markdown(outcomes: Sequence[Outcome], root: Path, title: str) -> str:
    counts = Counter((each.mutant.kind, each.status) for each in outcomes)
    rows = [_row(kind, [counts[kind, status] for status in COLUMNS]) for kind in KINDS]
    total = _row("**all**", [sum(counts[kind, status] for kind in KINDS) for status in COLUMNS])
    head = f"| kind | {' | '.join(COLUMNS)} | share caught |\n|---|{'--:|' * (len(COLUMNS) + 1)}"
    entries = [_entry(each, root) for each in outcomes if each.status != CAUGHT]
    return "\n".join([title, "", head, *rows, total, "", *entries])


def _row(name: str, numbers: list[int]) -> str:
    """`share caught`: a test that no longer ends does not pass either, so timeouts are in it."""
    share = f"{100 * (numbers[0] + numbers[1]) / sum(numbers):.0f} %" if sum(numbers) else "–"
    return f"| {name} | {' | '.join(map(str, numbers))} | {share} |"


def _entry(outcome: Outcome, root: Path) -> str:
    mutant, choice = outcome.mutant, outcome.choice
    ran = f"{choice.covering} tests execute it, {len(choice.tests)} were run"
    where = f"`{mutant.path}:{mutant.line}` {mutant.function}"
    return (
        f"{outcome.number}. **{outcome.status}**, {mutant.kind}: {where}; {ran}\n\n```diff\n{diff(mutant, root)}\n```\n"
    )


def as_json(outcomes: Sequence[Outcome], root: Path) -> list[dict[str, Any]]:
    return [
        {
            "number": each.number,
            "status": each.status,
            "kind": each.mutant.kind,
            "path": each.mutant.path,
            "line": each.mutant.line,
            "function": each.mutant.function,
            "diff": diff(each.mutant, root),
            "covering": each.choice.covering,
            "run": list(each.choice.tests),
            "by": list(each.by),
            "seconds": each.seconds,
            "output": each.output,
        }
        for each in outcomes
    ]
