"""Backups: a folder with the database, the secret key of this installation and a manifest with digests."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

FORMAT = 1
MANIFEST = "manifest.json"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
SECRET_KEY = "secret-key"
MAX_TRIES = 20
"""Four tries per second while the database is locked."""


class BackupError(Exception):
    """Why a backup cannot be made or restored."""


def make(folder: Path) -> Path:
    """Write a backup into a new folder below `folder`, and return its path.

    The folder appears when it is complete. The site may be in use: the backup is a consistent snapshot. Raises
    BackupError, also if the database has no tables: it is not the site's then, and old backups must not make room.
    """
    now = datetime.now(UTC)
    target = folder / now.strftime("%Y-%m-%dT%H-%M-%SZ")
    draft = folder / f".{target.name}"
    draft.mkdir(mode=0o700, parents=True)
    try:
        tables = _dump(draft / DATABASES[connection.vendor])
        if not tables:
            raise BackupError("The database has no tables, so there is nothing to back up. Is DATABASE_URL the site's?")
        key = settings.VAR / SECRET_KEY
        if key.exists() and key.read_text().strip() == settings.SECRET_KEY:  # else the environment has it
            shutil.copy(key, draft / SECRET_KEY)
        files = {each.name: _describe(each) for each in sorted(draft.iterdir())}
        manifest = {
            "format": FORMAT, "made_at": now.isoformat(), "database": connection.vendor, "rows": tables, "files": files,
        }  # fmt: skip
        (draft / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        draft.rename(target)
    except BaseException:
        shutil.rmtree(draft)
        raise
    return target


def thin_out(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups below `folder`, and return the deleted ones."""
    old = sorted(each.parent for each in folder.glob(f"[!.]*/{MANIFEST}"))[:-keep]
    for each in old:
        shutil.rmtree(each)
    return old


def restore(folder: Path, overwrite: bool = False) -> dict[str, int]:
    """Restore a backup, and return the number of rows by table. Nothing else may use the site meanwhile.

    Raises BackupError, before anything is changed, if a file of the backup is missing or damaged, if it is of another
    kind of database, or if the database has tables and must not be overwritten.
    """
    manifest = _read_manifest(folder)
    if not overwrite and connection.introspection.table_names():
        raise BackupError("The database is not empty; --overwrite replaces all that is in it.")
    _load(folder / DATABASES[connection.vendor], overwrite)
    if (folder / SECRET_KEY).exists():
        (settings.VAR / SECRET_KEY).touch(mode=0o600)
        shutil.copyfile(folder / SECRET_KEY, settings.VAR / SECRET_KEY)
    rows = _rows()
    if rows != manifest["rows"]:
        raise BackupError("The restored tables do not have as many rows as the manifest says.")
    return rows


def _read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        made_by, files, vendor = manifest["format"], manifest["files"], manifest["database"]
    except (OSError, ValueError, KeyError) as error:
        raise BackupError(f"{folder} is no backup: its {MANIFEST} cannot be read ({error!r}).") from error
    if made_by != FORMAT:
        raise BackupError(f"{folder} has the format {made_by}; this version reads {FORMAT}.")
    if vendor != connection.vendor:
        raise BackupError(f"{folder} is a backup of {vendor}; DATABASE_URL names {connection.vendor}.")
    for name, description in files.items():
        path = folder / name
        if not path.is_file() or _describe(path) != description:
            raise BackupError(f"{path} is missing or damaged: it is not as the manifest describes it.")
    return manifest


def _describe(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {"bytes": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def _rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        counts = {}
        if connection.vendor == "postgresql":
            cursor.execute("SET statement_timeout = 0")  # counting may take longer than a page may
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts


def _dump(path: Path) -> dict[str, int]:
    """Dump the database into a file, and return the number of rows by table."""
    path.touch(mode=0o600)
    if connection.vendor == "sqlite":
        with closing(_open_database()) as source, closing(sqlite3.connect(path)) as copy:
            source.backup(copy, progress=_give_up_on_lock())
            names = [name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            count = 'SELECT COUNT(*) FROM "{}"'
            return {
                name: copy.execute(count.format(name)).fetchone()[0]
                for name in sorted(names)
                if not name.startswith("sqlite_")
            }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={path}")
        return _rows()


def _load(path: Path, overwrite: bool) -> None:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(path)) as copy, closing(_open_database()) as target:
            copy.backup(target, progress=_give_up_on_lock())
        return
    script = path.parent / f".{path.name}.sql"
    try:
        _tool(["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(path)], {})
        empty = ["--command=DROP SCHEMA public CASCADE; CREATE SCHEMA public"] if overwrite else []
        options = ["--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        _run("psql", *options, *empty, f"--file={script}")
    finally:
        script.unlink(missing_ok=True)


def _open_database() -> sqlite3.Connection:
    """A separate connection: one that is about to write cannot be copied."""
    return sqlite3.connect(connection.settings_dict["NAME"])


def _give_up_on_lock() -> Callable[[int, int, int], None]:
    """SQLite's own backup would retry for ever, four times per second."""
    tries = 0

    def progress(status: int, *_: int) -> None:
        nonlocal tries
        tries += 1
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and tries >= MAX_TRIES:
            raise BackupError("The database is in use. Stop the site and its workers first.")

    return progress


def _run(tool: str, *options: str) -> None:
    """Run a client tool of PostgreSQL on the site's database, with the password hidden from other users."""
    [_, *where], environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    _tool([tool, *options, *where], environment or {})


def _tool(command: list[str], environment: dict[str, str]) -> None:
    try:
        result = subprocess.run(
            command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed; Debian has it in the package postgresql-client.") from error
    if result.returncode:
        raise BackupError(f"{command[0]} failed: {result.stderr.strip()}")
