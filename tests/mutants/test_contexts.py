"""Which tests are run for a change, and in which order."""

import json
import sqlite3
from pathlib import Path

from tests.mutants.candidates import of_source
from tests.mutants.contexts import DURATION, Choice, Contexts, Limits, Uses, choose, covering, load

GAME, OTHER = "games/legions/rules.py", "games/legions/goldfish.py"


def contexts(tests, sizes=None, seconds=None) -> Contexts:
    """`tests`: by path and line, names parted by spaces."""
    recording = {path: {line: {*names.split()} for line, names in lines.items()} for path, lines in tests.items()}
    names = {name for lines in recording.values() for there in lines.values() for name in there}
    return Contexts(recording, dict.fromkeys(names, 1) | (sizes or {}), seconds or {})


def uses(folder: Path, **sources: str) -> Uses:
    paths = []
    for name, source in sources.items():
        paths.append(f"games/legions/{name}.py")
        (folder / paths[-1]).parent.mkdir(parents=True, exist_ok=True)
        (folder / paths[-1]).write_text(source)
    return Uses(folder, paths)


def test_recorded_lines_are_read_by_test_whatever_its_phase(tmp_path):
    data = tmp_path / "contexts.db"
    with sqlite3.connect(data) as database:
        database.executescript(
            """
            CREATE TABLE file (id INTEGER, path TEXT);
            CREATE TABLE context (id INTEGER, context TEXT);
            CREATE TABLE line_bits (file_id INTEGER, context_id INTEGER, numbits BLOB);
            INSERT INTO file VALUES (1, 'games/a.py'), (2, 'games/b.py');
            INSERT INTO context VALUES (1, ''), (2, 't.py::x[a|b]|setup'), (3, 't.py::x[a|b]|run');
            INSERT INTO line_bits VALUES (1, 1, x'ff'), (1, 2, x'02'), (1, 3, x'0001'), (2, 3, x'0c');
            """
        )
    data.with_suffix(".json").write_text(json.dumps({"seconds": {"t.py::x[a|b]": 2.5}, "digests": {"games/a.py": "0"}}))
    recording = load(data, {"games/a.py"})
    assert recording.tests == {"games/a.py": {1: {"t.py::x[a|b]"}, 8: {"t.py::x[a|b]"}}}
    assert recording.sizes == {"t.py::x[a|b]": 4}
    assert (recording.seconds, recording.digests) == ({"t.py::x[a|b]": 2.5}, {"games/a.py": "0"})


def test_what_pytest_says_of_durations_is_read():
    assert DURATION.fullmatch("0.25s call     tests/a.py::test_b[c d]").groups() == (
        "0.25",
        "call",
        "tests/a.py::test_b[c d]",
    )
    assert not DURATION.fullmatch("0.25s teardown tests/a.py::test_b")


def test_a_change_in_a_function_is_met_on_its_lines(tmp_path):
    (mutant,) = of_source(GAME, b"def f(a):\n    b = a[1]\n")
    recording = contexts({GAME: {1: "import", 2: "one two", 3: "three"}})
    assert covering(mutant, recording, uses(tmp_path)) == {"one", "two"}


def test_a_constant_is_met_where_its_name_is_used(tmp_path):
    (mutant,) = of_source(GAME, b"LIMIT = 3\n")
    where = uses(
        tmp_path,
        rules="LIMIT = 3\n\ndef f(a):\n    return a + LIMIT\n",
        goldfish="from games.legions import rules\n\ndef g():\n    return 0 or rules.LIMIT\n",
        board="from games.engine import rules\n\ndef h(a):\n    return a + rules.LIMIT\n",  # another rules
        presets="def h(a):\n    return a.LIMIT\n",  # another module's
    )
    recording = contexts(
        {
            GAME: {4: "one"},
            OTHER: {4: "two"},
            "games/legions/presets.py": {2: "three"},
            "games/legions/board.py": {4: "four"},
        }
    )
    assert covering(mutant, recording, where) == {"one", "two"}


def test_a_constant_that_only_other_constants_use_is_met_by_the_tests_of_its_module_or_its_game(tmp_path):
    (mutant,) = of_source(GAME, b"LIMIT = 3\n")
    sizes = {"tests/games/legions/x.py::y": 5, "x.py::y[legions-1]": 5, "x.py::y[other]": 5}
    assert covering(mutant, contexts({GAME: {9: "one"}}, sizes), uses(tmp_path)) == {"one"}
    assert covering(mutant, contexts({}, sizes), uses(tmp_path)) == {
        "tests/games/legions/x.py::y",
        "x.py::y[legions-1]",
    }


# Which of them are run ----------------------------------------------------------------------------------------------


def choice_of(names: str, sizes, slow: str = "", seconds=None, path: str = GAME, **limits) -> Choice:
    recording = contexts({}, sizes, seconds)
    return choose({*names.split()}, recording, {*slow.split()}, path, Limits(**limits))


def test_the_tests_that_execute_least_come_first():
    sizes = {"a::wide": 900, "a::narrow": 20, "a::middle": 300}
    assert choice_of("a::wide a::narrow a::middle", sizes).tests == ("a::narrow", "a::middle", "a::wide")


def test_modules_take_turns_and_a_class_stays_together():
    sizes = {"a::A::1": 1, "a::A::2": 2, "a::A::3": 3, "b::B::4": 4}
    choice = choice_of(" ".join(sizes), sizes, cap=3)
    assert choice.tests == ("a::A::1", "a::A::2", "b::B::4")
    assert (choice.covering, choice.more) == (4, ("a::A::3",))
    assert choice_of(" ".join(sizes), sizes, cap=3, again_s=0).more == ()


def test_up_to_half_of_them_are_of_the_module_s_own_name():
    sizes = {"test_a.py::1": 1, "test_b.py::2": 2, "test_c.py::3": 3, "test_access.py::4": 4, "test_access.py::5": 5}
    path = "deckbuilder/decks/access.py"
    assert choice_of(" ".join(sizes), sizes, cap=2, path=path).tests == ("test_access.py::4", "test_a.py::1")
    assert choice_of(" ".join(sizes), sizes, cap=2, path="deckbuilder/decks/changes/edits.py").tests == (
        "test_a.py::1", "test_b.py::2",
    )  # fmt: skip


def test_what_compiles_comes_last():
    sizes = {"a::1": 1, "a::2": 2, "b::3": 3}
    assert choice_of(" ".join(sizes), sizes, slow="a::1").tests == ("a::2", "b::3", "a::1")


def test_tests_that_take_too_long_come_after_the_others_or_not_at_all_but_never_none():
    sizes, seconds = {"a::1": 1, "a::2": 2, "a::3": 3}, {"a::1": 50.0, "a::2": 20.0, "a::3": 5.0}
    choice = choice_of(" ".join(sizes), sizes, seconds=seconds)
    assert (choice.tests, choice.more) == (("a::1", "a::3"), ("a::2",))
    assert choice_of(" ".join(sizes), sizes, seconds=seconds, budget_s=10).tests == ("a::1",)
    assert choice_of("a::1", sizes, seconds=seconds, budget_s=10) == Choice(("a::1",), 1)


def test_no_test_executes_it():
    assert choice_of("", {}) == Choice((), 0)
