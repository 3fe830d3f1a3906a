"""docs/lists.md and the reader of list files agree."""

import re
from dataclasses import fields
from pathlib import Path

from games.engine.model.lists import RestrictionList, read_list
from games.engine.texts.writing import fold

TEXT = (Path(__file__).parents[4] / "docs" / "lists.md").read_text(encoding="utf-8")
EXAMPLE = TEXT.partition("```toml\n")[2].partition("```")[0]


def test_the_example_reads_as_documented(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    league = read_list(path, "xing-ling-wang")
    assert (league.slug, league.title, league.version) == ("league", "League", "2026.1")
    limits = {"魚乾會計": 0, "飛簷三姊妹": 1, "屋簷學徒": None}
    assert league.limits == {fold(name): limit for name, limit in limits.items()}


def test_every_key_is_documented():
    keys = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE))))
    derived = {"game", "names", "display_name", "listed", "broken"}
    assert keys == {field.name for field in fields(RestrictionList)} - derived
