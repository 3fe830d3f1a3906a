"""The version, where it is written."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_version_is_that_of_the_newest_release_in_the_changelog():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", changes, re.M)
    assert titles[0] == "Not yet released"
    assert re.fullmatch(re.escape(version) + r" \(\d{4}-\d{2}-\d{2}\)", titles[1])
