"""A loop is bound to the steps of a game, and compiled under a name that its sources and constants decide."""

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from games.engine.play.trials.compiling import bind, compile_loop
from games.registry import GAMES

pytestmark = pytest.mark.slow

STEP = 2


def advance(t, by):
    t[0] += by * STEP


def twice(t, by):
    advance(t, by)
    advance(t, by)


def loop(t, count):
    for _ in range(count):
        twice(t, 3)


def backwards(t, by):
    t[0] -= by


def field(t):
    return t.field


def test_a_copy_sees_other_functions_all_the_way_down_and_leaves_the_first_alone():
    numbers = [0]
    bind(loop, {"advance": backwards})(numbers, 2)
    assert numbers == [-12]
    loop(numbers, 1)
    assert numbers == [0]


def test_a_field_may_have_the_name_of_a_function():
    assert bind(field, {})(SimpleNamespace(field=7)) == 7


def test_every_function_that_is_called_is_wrapped_once():
    wrapped = []
    bind(loop, {}, lambda each: wrapped.append(each.__name__) or each)([0], 1)
    assert wrapped == ["advance", "twice"]


def test_compiled_it_does_the_same():
    numbers = np.zeros(1, np.int64)
    compile_loop(loop, {}, "test")(numbers, 5)
    assert numbers[0] == 5 * 2 * 3 * STEP


def test_its_name_on_disk_changes_with_its_constants_and_its_functions():
    def named(**names):
        return compile_loop(loop, names, "test").py_func.__name__

    assert named() == named()
    assert named(STEP=2) == named()
    assert len({named(), named(STEP=3), named(advance=backwards)}) == 3


def test_its_name_on_disk_is_the_same_in_every_process():
    code = "from games.engine.play.trials.goldfish import machine_loop; from games.registry import GAMES, goldfish\n"
    code += "print(*(machine_loop(goldfish(game)).__name__ for game in GAMES))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in "123"
    }
    assert len(found) == 1
    assert found.pop().count("trials_") == len(GAMES)
