"""The site in processes of its own: database, files and queue in one folder, as an installation has them."""

import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]


class Site:
    """An installation. On PostgreSQL it has a database of its own, which is dropped when it stops."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        self.environment = {**os.environ, "VAR_DIR": str(folder), "LOG_LEVEL": "ERROR", "PYTHONWARNINGS": "default"}
        self.environment.pop("CELERY_BROKER_URL", None)
        if database:
            parts = urlsplit(os.environ["DATABASE_URL"])
            self.environment["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{database}"))
        self.workers: list[subprocess.Popen[bytes]] = []
        self._shell: subprocess.Popen[str] | None = None

    @classmethod
    def new(cls, folder: Path, like: str = "") -> Self:
        """A site in an empty folder, with an empty PostgreSQL database or a copy of `like`."""
        if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            return cls(folder)
        database = f"deckbuilder_site_{uuid.uuid4().hex[:12]}"
        _sql(f'CREATE DATABASE "{database}"' + (f' TEMPLATE "{like}"' if like else ""))
        return cls(folder, database)

    @classmethod
    def copy(cls, samples: "Site", folder: Path) -> Self:
        """A site with the sample cards and decks."""
        shutil.copytree(samples.folder, folder, symlinks=True, dirs_exist_ok=True)
        return cls.new(folder, like=samples.database)

    @property
    def log(self) -> Path:
        """What its processes say."""
        return self.folder / "processes.log"

    def run(self, *command: str) -> str:
        """Run a management command; its output."""
        line = [sys.executable, "manage.py", *command]
        done = subprocess.run(line, cwd=ROOT, env=self.environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
        return done.stdout

    def call(self, function: Callable[..., Any] | str, *arguments: Any) -> Any:
        """What a function, or the one of that dotted name, returns at the site. One process answers all calls.

        Raises AssertionError with what it raised there.
        """
        name = function if isinstance(function, str) else f"{function.__module__}.{function.__qualname__}"
        if self._shell is None:
            self._shell = self._start_shell()
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(json.dumps([name, *arguments]) + "\n")
        self._shell.stdin.flush()
        line = self._shell.stdout.readline()
        if not line:
            self.close()
            raise AssertionError(f"{name} ended its process.")
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def _start_shell(self) -> subprocess.Popen[str]:
        line = [sys.executable, "-m", "tests.site_shell"]
        pipe = subprocess.PIPE
        with self.log.open("ab") as log:
            return subprocess.Popen(
                line, cwd=ROOT, env=self.environment, stdin=pipe, stdout=pipe, stderr=log, text=True
            )

    def close(self) -> None:
        """End the process that answers calls."""
        if self._shell is not None:
            self._shell.communicate()
            self._shell = None

    def spawn(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        """Start a program of the environment."""
        line = [str(Path(sys.executable).parent / program), *words]
        with self.log.open("ab") as log:
            return subprocess.Popen(line, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def spawn_worker(self) -> None:
        options = ["--pool", "threads", "--concurrency", "1", "--without-gossip", "--without-mingle"]
        name = ["--hostname", f"{uuid.uuid4().hex}@%h"]
        self.workers.append(self.spawn("celery", "--app", "deckbuilder", "worker", *options, *name))

    def stop(self) -> None:
        self.close()
        for worker in self.workers:
            worker.kill()  # what it does is lost anyway, and a worker takes seconds to end by itself
            worker.wait()
        self.workers.clear()
        if self.database:
            _sql(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')


def _sql(statement: str) -> None:
    import psycopg

    parts = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
        connection.execute(statement)


@contextmanager
def samples(folder: Path) -> Iterator[dict[str, str]]:
    """What tests.shared keeps for copies: a site with the translations and static files that make keeps in the tree."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    subprocess.run(["make", "--silent", "mo", "static"], cwd=ROOT, env=environment, check=True)
    site = Site.new(folder)
    try:
        (folder / "static").symlink_to(ROOT / os.environ.get("VAR_DIR", "var") / "static")
        site.run("migrate", "--verbosity", "0")
        site.call("tests.catalogs.load_samples")
        site.close()
        yield {"folder": str(folder), "database": site.database}
    finally:
        site.stop()
