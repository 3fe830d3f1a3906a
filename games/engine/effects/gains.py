"""What a card gives for certain as soon as it is played, read from its text alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from games.engine.effects.vocabulary import SHORT

_GAIN = rf"({'|'.join(SHORT)}) (-?[0-9]+)"
_GAINS = re.compile(rf"{_GAIN}( and {_GAIN})*")
_QUOTED = re.compile("「[^」]*」")


@lru_cache(maxsize=8192)
def gains(clause: str) -> Mapping[str, int]:
    """By verb of SHORT, what a canonical clause adds up to: `draw:2`, and of `played: …` the items that are numbers of
    these alone, joined by `and`: without a choice, a condition, or anything else in the same chain."""
    head, _, body = clause.partition(":")
    if head in SHORT:
        return {head: int(body)}
    sums: dict[str, int] = {}
    for item in _QUOTED.sub("「」", body).split(";") if head == "played" else ():
        if _GAINS.fullmatch(item.strip()):
            for verb, number in re.findall(_GAIN, item):
                sums[verb] = sums.get(verb, 0) + int(number)
    return sums
