"""What docs/effects.md says is what the column `effects` takes."""

import re

from games import registry
from games.engine.effects.reading import read_cell
from games.engine.effects.tokens import MAX_AMOUNT, MAX_CHARACTERS, MAX_CLAUSES, MAX_DEPTH, MAX_STEPS
from games.engine.effects.writing import write_cell
from tests.games.engine.effects.effects_document import DOCUMENT, current

TEXT = DOCUMENT.read_text(encoding="utf-8")
WORDS = registry.get("xing-ling-wang").effects


def test_its_tables_have_every_word():
    """If not: python -m tests.games.engine.effects.effects_document."""
    assert current(TEXT) == TEXT


def test_its_examples_are_canonical():
    (block,) = re.findall(r"```\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines():
        assert write_cell(read_cell(line, WORDS)) == line


def test_its_bounds_are_those_of_the_reader():
    (section,) = re.findall(r"## Bounds\n(.*?)\n## ", TEXT, re.DOTALL)
    numbers = set(map(int, re.findall(r"[0-9]+", section)))
    assert numbers == {MAX_CLAUSES, MAX_STEPS, MAX_CHARACTERS, MAX_AMOUNT, MAX_DEPTH}
