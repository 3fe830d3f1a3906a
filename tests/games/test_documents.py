"""docs/verdicts.md says of every code what the judge does, with examples that are judged here."""

import json
import re

import pytest

from deckbuilder.decks.verdicts.verdict_json import violation_json
from games.engine.model.violations import CODES
from games.engine.reading.catalogs.catalog import load_catalog
from games.engine.reading.decklists.parsing import read
from games.engine.rules.legality import judge
from games.registry import get
from tests.games.examples import ALL, HERE, TODAY, example

DOCUMENT = HERE.parents[1] / "docs" / "verdicts.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^### ([\w.-]+)\n(.*?)(?=^##|\Z)", TEXT))
LINK = re.compile(r"\]\((\.\./tests/games/[^)]+)\)")


def examples_of(body):
    return [example((DOCUMENT.parent / link).resolve()) for link in LINK.findall(body)]


def test_every_code_has_its_heading_and_every_heading_its_code():
    assert sorted(SECTIONS) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_section_says_severity_fix_and_example(code):
    for part in ("Severity", "Fix", "Example"):
        assert f"- {part}: " in SECTIONS[code]


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_code_shows_it(code):
    shown = examples_of(SECTIONS[code])
    assert shown
    assert all(code in each.expect for each in shown)


@pytest.mark.parametrize("code", CODES)
def test_a_section_names_the_severities_that_occur(code):
    line = re.search(r"- Severity: (.*)", SECTIONS[code])[1]
    named = set(re.findall(r"`(\w+)`", line))
    found = (violation for path in ALL for violation in example(path).verdict().violations)
    assert named == {violation.severity for violation in found if violation.code == code}


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_section_names_the_params_that_occur(code):
    found = (violation for path in ALL for violation in example(path).verdict().violations)
    occurring = {name for violation in found if violation.code == code for name in violation.params}
    told = re.findall(r"Params: (.*)", SECTIONS[code])
    assert occurring == {name for line in told for name in re.findall(r"`(\w+)`", line)}


def test_the_violation_in_full_is_what_the_judge_finds():
    (block,) = re.findall(r"(?s)```json\n(.*?)```", TEXT)
    (line,) = re.findall(r"A list of 星靈王 that says `(.*)` has this violation", TEXT)
    game = get("xing-ling-wang")
    deck = read(line, load_catalog(game, game.folder / "catalog"), game).deck
    violations = judge(deck, game, game.formats[0], on=TODAY, lists=()).violations
    assert json.loads(block) in [violation_json(each, game.slug) for each in violations]
