"""What docs/security.md says shows a promise is there."""

import re
from pathlib import Path

from tests.deckbuilder.routes import routes

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_url_has_a_row_and_every_row_has_urls():
    table = DOCUMENT.partition("**Every URL**")[2].partition("\n\n**")[0]
    rows = [re.findall(r"`(/[^`]*)`", line.split("|")[1]) for line in table.splitlines() if line.startswith("| `")]
    told = [re.sub(r"{\w+}", "{}", url) for row in rows for url in row]
    there = {re.sub(r"<[^>]+>", "{}", f"/{route}") for route, _parameters in routes()}
    there = {"/admin/…" if url.startswith("/admin/") else url for url in there}
    assert sorted(told) == sorted(there)


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
