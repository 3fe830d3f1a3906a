"""xoshiro256++ with an unbiased bound, and a stream of it for every chunk of a run.

The functions are plain: interpreted they run a step at a time, compiled they are inlined into the trial loop.
Source: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators" (2021); D. Lemire, "Fast random
integer generation in an interval" (2019).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import numpy as np

Word = np.uint64
State = Any
"""Four uint64, not all zero: an array that the functions change in place."""


def wrapping() -> AbstractContextManager[Any]:
    """Where words are added step by step: that they wrap around is no mistake."""
    return np.errstate(over="ignore")


def stream(seed: int, chunk: int) -> State:
    """The state that chunk `chunk` of a run begins with: far from that of any other chunk or seed.

    Raises ValueError for a negative number.
    """
    return np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, Word)


def rotate(word: Any, by: int) -> Any:
    return (word << Word(by)) | (word >> Word(64 - by))


def following(state: State) -> Any:
    """The next 64 bits."""
    bits = rotate(state[0] + state[3], 23) + state[0]
    shifted = state[1] << Word(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotate(state[3], 45)
    return bits


def below(state: State, bound: int) -> int:
    """A number from 0 to `bound` - 1, each as likely. `bound`: 1 to 2**32."""
    high, low = Word(32), Word(0xFFFFFFFF)
    product = (following(state) >> high) * Word(bound)
    if (product & low) < Word(bound):
        rest = (low - Word(bound) + Word(1)) % Word(bound)
        while (product & low) < rest:
            product = (following(state) >> high) * Word(bound)
    return np.int64(product >> high)  # type: ignore[return-value]  # an int for the loop, compiled or not
