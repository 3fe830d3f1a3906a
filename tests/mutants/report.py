"""What a sample of changes says about the tests, as Markdown and in lines of JSON."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutants.candidates import KINDS, Mutant
from tests.mutants.contexts import Choice
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
    ran = f"{choice.covering} tests execute it, {len(choice.tests) + len(choice.more)} were run"
    where = f"`{mutant.path}:{mutant.line}` {mutant.function}"
    return (
        f"{outcome.number}. **{outcome.status}**, {mutant.kind}: {where}; {ran}\n\n```diff\n{diff(mutant, root)}\n```\n"
    )


def as_json(outcome: Outcome, root: Path) -> str:
    """An outcome in one line, with the change in words that `known` compares."""
    mutant, choice = outcome.mutant, outcome.choice
    facts = {
        "number": outcome.number,
        "status": outcome.status,
        "kind": mutant.kind,
        "path": mutant.path,
        "line": mutant.line,
        "diff": diff(mutant, root),
        "by": outcome.by,
        "seconds": outcome.seconds,
        "covering": choice.covering,
        "run": choice.tests,
        "more": choice.more,
        "output": outcome.output,
    }
    return json.dumps(facts, ensure_ascii=False)


def outcomes_in(file: Path, mutants: Mapping[int, Mutant], root: Path) -> dict[int, Outcome]:
    """The outcomes in a file that an earlier run wrote, by number, as far as they are of these changes."""
    outcomes = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        facts = json.loads(line)
        mutant = mutants.get(facts["number"])
        if mutant and (mutant.path, diff(mutant, root)) == (facts["path"], facts["diff"]):
            choice = Choice(tuple(facts["run"]), facts["covering"], tuple(facts["more"]))
            by, seconds, output = tuple(facts["by"]), facts["seconds"], facts["output"]
            outcomes[facts["number"]] = Outcome(mutant, choice, facts["status"], by, seconds, output, facts["number"])
    return outcomes
