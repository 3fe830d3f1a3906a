"""Backups hold everything, and are put back only where that does no harm."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.utils import ConnectionHandler

from deckbuilder.common.operations import backups
from deckbuilder.decks.models import Deck
from tests.site import Site

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="of files")


def tables(database):
    """Every row of every table."""
    with database.cursor() as cursor:
        found = {}
        for table in database.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found


@pytest.fixture
def var(tmp_path, monkeypatch):
    """An installation's own folder with its key."""
    monkeypatch.setattr(settings, "VAR", tmp_path / "var")
    monkeypatch.setattr(settings, "SECRET_KEY", "of this test")
    settings.VAR.mkdir()
    (settings.VAR / "secret-key").write_text("of this test")
    return settings.VAR


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """An empty database, in which the commands believe to be from now on."""

    def use():
        target = ConnectionHandler({"default": {**connections.settings["default"], "NAME": tmp_path / "empty.sqlite3"}})
        monkeypatch.setattr(backups, "connection", target["default"])
        opened.append(target["default"])
        return target["default"]

    opened = []
    yield use
    for each in opened:
        each.close()


@pytest.fixture
def backup(db, var, tmp_path, capsys):
    call_command("backup", tmp_path / "backups")
    return Path(capsys.readouterr().out.strip())


@only_sqlite
def test_an_empty_database_gets_every_row_and_the_key(backup, empty, var):
    (var / "secret-key").write_text("another")
    before = tables(connection)
    assert before["catalog_printing"]
    target = empty()
    call_command("restore", backup)
    assert tables(target) == before
    assert (var / "secret-key").read_text() == "of this test"


@only_sqlite
def test_a_database_with_tables_is_replaced_only_on_demand(backup, empty, capsys):
    target = empty()
    call_command("restore", backup)
    with target.cursor() as cursor:
        cursor.execute("CREATE TABLE later (id integer)")
        cursor.execute("DELETE FROM django_migrations")
    with pytest.raises(CommandError, match="not empty; --overwrite"):
        call_command("restore", backup)
    assert "later" in tables(target)
    call_command("restore", backup, "--overwrite")
    assert tables(target) == tables(connection)


@only_sqlite
@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda folder: (folder / "database.sqlite3").write_bytes(b"other"), "missing or damaged"),
        (lambda folder: (folder / "database.sqlite3").unlink(), "missing or damaged"),
        (lambda folder: (folder / "secret-key").write_text("of somebody else"), "missing or damaged"),
        (lambda folder: (folder / "manifest.json").unlink(), "is no backup"),
        (lambda folder: (folder / "manifest.json").write_text("{}"), "is no backup"),
        (lambda folder: amend(folder, format=2), "has the format 2"),
        (lambda folder: amend(folder, database="postgresql"), "is a backup of postgresql"),
    ],
)
def test_a_damaged_backup_changes_nothing(damage, problem, backup, empty):
    damage(backup)
    target = empty()
    with pytest.raises(CommandError, match=problem):
        call_command("restore", backup)
    assert tables(target) == {}


def amend(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@only_sqlite
def test_only_its_owner_reads_a_backup(backup):
    assert backup.stat().st_mode & 0o077 == 0


@only_sqlite
def test_a_key_of_the_environment_is_not_copied(db, var, tmp_path):
    (var / "secret-key").write_text("left from before")
    folder = backups.make(tmp_path / "backups")
    assert sorted(each.name for each in folder.iterdir()) == ["database.sqlite3", "manifest.json"]


@only_sqlite
def test_a_backup_that_fails_leaves_nothing(db, var, tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "_describe", lambda path: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        backups.make(tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []


@only_sqlite
def test_a_database_without_tables_is_not_backed_up(db, var, empty, tmp_path):
    """It is not the site's, and with --keep the site's own backups would make room for it."""
    old = [tmp_path / f"2027-03-0{day}T04-30-00Z" for day in (1, 2)]
    for each in old:
        each.mkdir()
        (each / "manifest.json").touch()
    empty()
    with pytest.raises(CommandError, match="The database has no tables"):
        call_command("backup", tmp_path, "--keep", "1")
    assert sorted(tmp_path.glob("*Z")) == old
    assert not list(tmp_path.glob(".2*"))


def test_old_backups_are_deleted(tmp_path):
    for day in range(1, 6):
        (tmp_path / f"2027-03-0{day}T00-00-00Z").mkdir()
        (tmp_path / f"2027-03-0{day}T00-00-00Z" / "manifest.json").touch()
    (tmp_path / "something-else").mkdir()
    backups.thin_out(tmp_path, keep=2)
    left = sorted(each.name for each in tmp_path.iterdir())
    assert left == ["2027-03-04T00-00-00Z", "2027-03-05T00-00-00Z", "something-else"]


def test_the_last_backup_is_never_deleted():
    with pytest.raises(CommandError, match="at least 1 is kept"):
        call_command("backup", "--keep", "0")


def rows():
    """Every table of a site, called there."""
    return {table: [repr(row) for row in found] for table, found in tables(connection).items()}


def delete_decks():
    return Deck.objects.all().delete()[0]


@pytest.mark.databases
@pytest.mark.slow
def test_a_site_moves_to_another_machine(samples, tmp_path):
    old, new = Site.copy(samples, tmp_path / "old"), Site.new(tmp_path / "new")
    try:
        before = old.call(rows)
        folder = old.run("backup").strip()
        new.run("restore", folder)
        assert new.call(rows) == before
        assert new.call(delete_decks) > 0
        new.close()
        new.run("restore", folder, "--overwrite")
        assert new.call(rows) == before
        assert (new.folder / "secret-key").read_text() == (old.folder / "secret-key").read_text()
    finally:
        old.stop()
        new.stop()
