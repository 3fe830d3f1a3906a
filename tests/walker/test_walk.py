"""Walks through the whole site, each from its seed. How to make them longer and to repeat one: CONTRIBUTING.md."""

import time

import pytest

from tests.walker import world
from tests.walker.checks import WalkError
from tests.walker.walk import Walk

pytestmark = [pytest.mark.slow]


@pytest.mark.django_db
def test_nobody_meets_a_broken_page(walk_seed, walk_length):
    steps, seconds = walk_length
    with world.begin(walk_seed) as begun:
        walk = Walk(walk_seed, begun)
        end = time.monotonic() + seconds
        while walk.number < steps or time.monotonic() < end:
            try:
                walk.step()
            except WalkError as error:
                again = f"pytest tests/walker --walk-seed {walk_seed} --walk-steps {walk.number}"
                told = f"seed {walk_seed}, step {walk.number}: {error}\n  again: {again}"
                raise pytest.fail.Exception(told, pytrace=False) from error.__cause__
    print(f"seed {walk_seed}: {walk.number} steps, trail {walk.checks.trail.hexdigest()[:12]}")
