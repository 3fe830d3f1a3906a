"""What docs/security.md says shows a promise is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_it_names_is_in_the_file_it_names():
    cells = [line.rstrip(" |").rpartition("|")[2] for line in DOCUMENT.splitlines() if "test_" in line]
    assert len(cells) > 15
    for cell in cells:
        file = None
        for name in re.findall(r"`([^`]+)`", cell):
            if name.endswith(".py"):
                file = (ROOT / "tests" / "deckbuilder" / name).read_text(encoding="utf-8")
            else:
                assert file is not None, cell
                assert f"def {name}(" in file, name
