"""Reads pictures of lists of all games and prints what was read rightly: `python -m tests.photos [PICTURES]` (100)."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine.model.game import Game
from games.engine.reading.photos.layout import list_in
from games.engine.reading.photos.ocr import ENVIRONMENT
from games.engine.reading.photos.reader import read_photo
from games.registry import GAMES
from tests.photos.pictures import Picture, catalog_of, draw


class Outcome(NamedTuple):
    """Lines of a picture that were read rightly, asked about, missed, or read wrongly without asking (`counts`: with
    another number of copies; `cards`: as another card); the processor time of the process that read it."""

    right: int
    asked: int
    missing: int
    counts: int
    cards: int
    seconds: float
    text: str


def recognize(data: bytes) -> tuple[str, float]:
    """The list in a picture, and the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "games.engine.reading.photos.ocr"]
    words = subprocess.run(command, input=data, capture_output=True, check=True, env=ENVIRONMENT).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return list_in(json.loads(words)), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def outcome_of(picture: Picture, game: Game) -> Outcome:
    text, seconds = recognize(picture.data)
    return compare(text, picture.counts, game)._replace(seconds=seconds)


def compare(text: str, counts: Mapping[str, int], game: Game) -> Outcome:
    """What became of the lines of a picture whose list was read as this text."""
    receipt = read_photo(text, lambda _game: catalog_of(game), game).receipt
    read = Counter[str]()
    for line in receipt.of("matched"):
        if line.card and line.line:
            read[line.card.key] += line.quantity
    right = sum(read.get(key) == count for key, count in counts.items())
    wrong_counts = sum(key in read and read[key] != count for key, count in counts.items())
    asked = len(receipt.of("ambiguous")) + len(receipt.of("unknown"))
    cards = len([key for key in read if key not in counts])
    missing = max(len(counts) - right - wrong_counts - asked, 0)
    return Outcome(right, asked, missing, wrong_counts, cards, 0.0, text)


def outcomes(number: int) -> Iterator[tuple[Game, int, Picture, Outcome]]:
    for seed in range(number):
        game = GAMES[seed % len(GAMES)]
        picture = draw(game, seed)
        yield game, seed, picture, outcome_of(picture, game)


def main(number: int) -> int:
    total, lines = Counter[str](), 0
    slowest = 0.0
    for game, seed, picture, outcome in outcomes(number):
        lines += len(picture.counts)
        slowest = max(slowest, outcome.seconds)
        facts = {name: getattr(outcome, name) for name in ("right", "asked", "missing", "counts", "cards")}
        total.update(facts)
        total["seconds"] += outcome.seconds
        said = ", ".join(f"{name} {value}" for name, value in facts.items() if value)
        print(f"{game.slug} {seed} ({picture.layout}): {said}; {outcome.seconds:.1f} s", flush=True)
    share = total["right"] / max(lines, 1)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{number} pictures, {lines} lines: {share:.2%} right, {total['asked']} asked, {total['missing']} missing,")
    print(f"{total['counts']} counts and {total['cards']} cards wrong without asking;")
    print(f"processor time a picture {total['seconds'] / number:.1f} s, at most {slowest:.1f} s; memory {peak:.0f} MB")
    return int(share < 0.98 or total["counts"] > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
