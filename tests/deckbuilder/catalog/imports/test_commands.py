"""import_catalog and export_catalog, as scripts use them."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deckbuilder.catalog.imports import files
from deckbuilder.catalog.models import Printing
from tests.deckbuilder.catalog.imports.import_examples import GAME, THREE, rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cards")]
COMMANDS = (Path(__file__).parents[4] / "docs" / "commands.md").read_text(encoding="utf-8")


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, *words, status=0):
        out, err = io.StringIO(), io.StringIO()
        self.status = 0
        try:
            call_command(*map(str, words), stdout=out, stderr=err)
        except SystemExit as ended:
            self.status = ended.code
        assert self.status == status, out.getvalue() + err.getvalue()
        self.out, self.err = out.getvalue(), err.getvalue()


@pytest.fixture
def three(tmp_path):
    path = tmp_path / "three.csv"
    path.write_text(THREE, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(THREE + "C-1,雷,unit,中立,,x,3,2\n", encoding="utf-8")
    return path


def test_a_file_is_imported(three):
    ran = Ran("import_catalog", GAME.slug, three)
    assert ran.out.splitlines() == [
        f"{three}: applied",
        "3 rows: 3 created, 0 updated, 0 unchanged, 0 rejected",
        "  created: row 2–4",
    ]
    assert Printing.objects.count() == 3


def test_the_second_time_nothing_is_applied(three):
    Ran("import_catalog", GAME.slug, three)
    ran = Ran("import_catalog", GAME.slug, three)
    assert "nothing applied" in ran.out
    assert "unchanged: row 2–4" in ran.out


def test_a_dry_run_changes_nothing(three):
    assert "3 created" in Ran("import_catalog", GAME.slug, three, "--dry-run").out
    assert not Printing.objects.exists()


def test_a_rejected_row_is_told_and_keeps_all_out(bad):
    ran = Ran("import_catalog", GAME.slug, bad, status=1)
    assert "row 5, C-1 雷: Tribute, “x”: This is not a whole number." in ran.out
    assert not Printing.objects.exists()
    Ran("import_catalog", GAME.slug, bad, "--dry-run", status=1)


def test_bad_rows_are_left_out_where_that_is_asked(bad):
    assert "1 rejected" in Ran("import_catalog", GAME.slug, bad, "--skip-bad").out
    assert Printing.objects.count() == 3


def test_a_map_says_what_the_columns_are(tmp_path):
    cards, column_map = tmp_path / "cards.csv", tmp_path / "map.json"
    cards.write_text("id;name;type;by\nA-1;雪女;單;Ann\n", encoding="utf-8")
    columns = {"id": "code", "type": {"column": "kind", "values": {"單": "unit"}}, "by": None}
    column_map.write_text(json.dumps({"version": 1, "columns": columns}), encoding="utf-8")
    ran = Ran("import_catalog", GAME.slug, cards, "--map", column_map)
    assert "The column “by” is left out" in ran.out
    assert Printing.objects.get().name == "雪女"
    column_map.write_text('{"version": 1, "columns": {"id": "number"}}', encoding="utf-8")
    assert (
        "which is no column of this game" in Ran("import_catalog", GAME.slug, cards, "--map", column_map, status=2).err
    )


def test_the_complete_catalog_retires_the_rest(three, tmp_path):
    Ran("import_catalog", GAME.slug, three)
    one = tmp_path / "one.csv"
    one.write_bytes(rows("A-1,雪女,unit,妖怪村莊,,2,3,2"))
    ran = Ran("import_catalog", GAME.slug, one, "--complete")
    assert "row 2, A-1 雪女: Tribute 1 → 2" in ran.out
    assert "retired: B-1 魔法反制" in ran.out
    assert Printing.objects.filter(retired=True).count() == 2


def test_a_warning_names_its_rows(tmp_path):
    path = tmp_path / "warned.csv"
    path.write_bytes(THREE.encode() + "A-1-2,雪女,unit,妖怪村莊,,2,3,2\n".encode())
    assert (
        "row 2, 5: The printings of 雪女 disagree on Tribute: 1 (A-1); 2 (A-1-2)."
        in Ran("import_catalog", GAME.slug, path).out
    )


def test_json_holds_the_whole_report_in_one_line(bad):
    ran = Ran("import_catalog", GAME.slug, bad, "--json", status=1)
    (line,) = ran.out.splitlines()
    found = json.loads(line)
    assert (found["file"], found["game"], found["ok"], found["applied"]) == (str(bad), GAME.slug, False, False)
    assert found["rejected"][0] == {
        "row": 5,
        "column": "tribute",
        "value": "x",
        "code": "integer",
        "params": {},
        "card": ["C-1", "雷"],
        "message": "This is not a whole number.",
    }
    assert [each["row"] for each in found["created"]] == [2, 3, 4]


@pytest.mark.parametrize("content, code", [(THREE.encode("big5"), "encoding"), (b"", "empty"), (None, "unreadable")])
def test_a_file_that_cannot_be_read_is_status_2(tmp_path, content, code):
    path = tmp_path / "cards.csv"
    if content is not None:
        path.write_bytes(content)
    assert str(path) in Ran("import_catalog", GAME.slug, path, status=2).err
    found = json.loads(Ran("import_catalog", GAME.slug, path, "--json", status=2).out)
    assert found["error"]["code"] == code
    assert found["error"]["message"]


def test_an_unknown_game_is_told_with_the_choices(three):
    with pytest.raises(CommandError, match="legions"):
        call_command("import_catalog", "chess", str(three))


@pytest.mark.parametrize("kind", files.KINDS)
def test_what_is_exported_is_imported_unchanged(three, tmp_path, kind):
    Ran("import_catalog", GAME.slug, three)
    path = tmp_path / f"out.{kind}"
    assert "3 printings" in Ran("export_catalog", GAME.slug, path).err
    assert "3 unchanged" in Ran("import_catalog", GAME.slug, path, "--complete").out


def test_csv_goes_to_the_standard_output(three):
    Ran("import_catalog", GAME.slug, three)
    lines = Ran("export_catalog", GAME.slug).out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("code,name,kind")


def test_a_format_can_be_named(three, tmp_path):
    Ran("import_catalog", GAME.slug, three)
    path = tmp_path / "cards.txt"
    with pytest.raises(CommandError, match="csv, xlsx, json"):
        Ran("export_catalog", GAME.slug, path)
    Ran("export_catalog", GAME.slug, path, "--format", "json")
    assert len(json.loads(path.read_text(encoding="utf-8"))) == 3


def test_a_workbook_is_not_printed_on_a_terminal(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with pytest.raises(CommandError, match="Give a file name"):
        Ran("export_catalog", GAME.slug, "--format", "xlsx")


def test_a_folder_that_is_not_there_leaves_nothing(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        Ran("export_catalog", GAME.slug, tmp_path / "no" / "cards.csv")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "cards.csv"
    path.write_text("old")

    def full(self, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space"):
        Ran("export_catalog", GAME.slug, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def sections():
    return dict(re.findall(r"(?ms)^## `(\w+)[^\n]*\n(.*?)(?=^## |\Z)", COMMANDS))


@pytest.mark.parametrize("command", ["import_catalog", "export_catalog", "load_samples"])
def test_every_option_is_documented(command):
    from django.core.management import load_command_class

    app = "deckbuilder.site" if command == "load_samples" else "deckbuilder.catalog"
    parser = load_command_class(app, command).create_parser("manage.py", command)
    common = {"--help", "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color"}
    common |= {"--force-color", "--skip-checks"}
    options = {option for action in parser._actions for option in action.option_strings if option.startswith("--")}
    told = set(re.findall(r"`(--[\w-]+)", sections()[command]))
    assert options - common == told


def test_every_code_of_a_file_is_documented():
    told = set(re.findall(r"`([\w-]+)`", sections()["import_catalog"]))
    assert {*files.CODES, *files.CELL_CODES} <= told


def test_the_example_in_the_document_is_what_happens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    section = sections()["import_catalog"]
    (content,) = re.findall(r"```csv\n(.*?)```", section, re.DOTALL)
    Path("cards.csv").write_text(content, encoding="utf-8")
    (shown,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    command, _, expected = shown.partition("\n")
    words = command.removeprefix("$ python manage.py ").split()
    assert Ran(*words, status=1).out == expected
