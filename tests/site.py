"""The site in processes of its own: database, files and queue in one folder, as an installation has them."""

import os
import subprocess
import sys
import uuid
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]


class Site:
    """An installation with the sample cards. On PostgreSQL it has a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "VAR_DIR": str(folder), "LOG_LEVEL": "ERROR", "PYTHONWARNINGS": "default"}
        self.environment.pop("CELERY_BROKER_URL", None)
        self.database = ""
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def log(self) -> Path:
        """What its processes say."""
        return self.folder / "processes.log"

    def start(self) -> None:
        if self.environment.get("DATABASE_URL", "").startswith("postgres"):
            self._own_postgres_database()
        self.run("migrate", "--verbosity", "0")
        self.run("load_samples")

    def run(self, *command: str, input: str | None = None) -> str:
        """Run a management command; its output."""
        line = [sys.executable, "manage.py", *command]
        done = subprocess.run(
            line, cwd=ROOT, env=self.environment, check=False, capture_output=True, text=True, input=input
        )
        assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
        return done.stdout

    def spawn(self, program: str, *words: str) -> None:
        """Start a program of the environment."""
        line = [str(Path(sys.executable).parent / program), *words]
        with self.log.open("ab") as log:
            self.processes.append(subprocess.Popen(line, cwd=ROOT, env=self.environment, stdout=log, stderr=log))

    def spawn_worker(self) -> None:
        options = ["--pool", "threads", "--concurrency", "1", "--without-gossip", "--without-mingle"]
        self.spawn("celery", "--app", "deckbuilder", "worker", *options, "--hostname", f"{uuid.uuid4().hex}@%h")

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
        self.processes.clear()
        if self.database:
            self._sql(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')

    def _own_postgres_database(self) -> None:
        self.database = f"deckbuilder_site_{uuid.uuid4().hex[:12]}"
        self._sql(f'CREATE DATABASE "{self.database}"')
        parts = urlsplit(self.environment["DATABASE_URL"])
        self.environment["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{self.database}"))

    def _sql(self, statement: str) -> None:
        import psycopg

        parts = urlsplit(os.environ["DATABASE_URL"])
        with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
            connection.execute(statement)
