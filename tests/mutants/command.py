"""The command line of bin/sample-mutants."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.candidates import Mutant, candidates, sample, source_files
from tests.mutants.contexts import (
    MACHINE_CODE,
    RUNS,
    Choice,
    Contexts,
    Limits,
    Uses,
    choose,
    compiling_lines,
    covering,
    digest,
    load,
    record,
)
from tests.mutants.report import as_json, diff, markdown, outcomes_in
from tests.mutants.running import confirm, copies, run_all

CONFIRM_S = 3600
ROOT = Path(__file__).resolve().parents[2]


def main(words: Sequence[str]) -> int:
    options = _parser().parse_args(words)
    if options.command == "record":
        return record(options.tree.absolute(), options.contexts, options.workers)
    mutants = sample(candidates(ROOT), options.count, options.seed)
    if options.command == "list":
        for number, each in enumerate(mutants, 1):
            print(f"{number}. {each.kind} {each.path}:{each.line} {each.function}\n{diff(each, ROOT)}\n")
        return 0
    return _run(options, {number: mutants[number - 1] for number in options.only or range(1, len(mutants) + 1)})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bin/sample-mutants", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recorder = commands.add_parser("record", help="run the tests once and record which test executes which line")
    recorder.add_argument("contexts", type=Path)
    recorder.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose tests are run (default: this)")
    recorder.add_argument("--workers", type=int, default=2)
    runner = commands.add_parser("run", help="try a sample of changes and report those that no test notices")
    runner.add_argument("contexts", type=Path, help="what `record` wrote")
    runner.add_argument("--workers", type=int, default=2, help="changes tried at a time")
    runner.add_argument("--only", type=int, nargs="+", help="the numbers of the changes to try")
    runner.add_argument("--tests", default="", metavar="REV", help="try them with tests/ of this git revision")
    runner.add_argument("--cap", type=int, default=60, help="tests run for a change, at most")
    runner.add_argument("--budget-s", type=float, default=60, help="seconds that these took when recorded, at most")
    runner.add_argument("--again-s", type=float, default=120, help="seconds of further tests for those that survive")
    runner.add_argument("--limit-s", type=int, default=180, help="processor time after which a change is a timeout")
    runner.add_argument(
        "--locks-on", default="", metavar="URL", help="the PostgreSQL database that changes to locks use"
    )
    runner.add_argument("--json", type=Path, help="write each outcome to this file; those in it are not tried again")
    for each in (runner, commands.add_parser("list", help="print the sample without running it")):
        each.add_argument("--seed", type=int, default=1)
        each.add_argument("--count", type=int, default=100)
    return parser


def _run(options: argparse.Namespace, mutants: dict[int, Mutant]) -> int:
    contexts = load(options.contexts, {*source_files(ROOT)})
    if stale := sorted(
        {each.path for each in mutants.values() if contexts.digests.get(each.path) != digest(ROOT / each.path)}
    ):
        print("Recorded for another version of", *stale, sep="\n  ", file=sys.stderr)
        return 2
    limits = Limits(options.cap, options.budget_s, options.again_s)
    outcomes = outcomes_in(options.json, mutants, ROOT) if options.json else {}
    rest = {number: each for number, each in mutants.items() if number not in outcomes}
    with copies(ROOT, options.workers, options.tests, options.locks_on) as queue:
        for outcome in run_all(plan(rest, contexts, limits), queue, options.limit_s):
            outcomes[outcome.number] = outcome
            if options.json:
                with options.json.open("a", encoding="utf-8") as file:
                    print(as_json(outcome, ROOT), file=file)
        certain = confirm([outcomes[number] for number in mutants], queue.get(), CONFIRM_S)
    title = (
        f"Seed {options.seed}, {len(mutants)} changes; at most {limits.cap} tests or {limits.budget_s:g} s of tests "
        f"for each, and {limits.again_s:g} s more for those that survive."
    )
    print(markdown(certain, ROOT, title))
    return 0


def plan(mutants: dict[int, Mutant], contexts: Contexts, limits: Limits) -> list[tuple[int, Mutant, Choice]]:
    """The changes by number, each with the tests to run for it."""
    uses = Uses(ROOT, source_files(ROOT))
    compiling = contexts.at(RUNS, compiling_lines(ROOT))
    choices = []
    for number, each in mutants.items():
        slow = compiling if MACHINE_CODE.fullmatch(each.path) else set[str]()
        tests = covering(each, contexts, uses)
        choices.append((number, each, choose(tests, contexts, slow, each.path, limits)))
    return choices
