"""The site as people meet it: its own process, database, sample cards and worker, on a free port."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running site. `run` calls one of its management commands on its database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "VAR_DIR": str(folder), "LOG_LEVEL": "ERROR", "PYTHONWARNINGS": "default"}
        self.environment |= {"API_RATE_ANON": "100000/min", "API_RATE_USER": "100000/min"}
        self.environment.pop("CELERY_BROKER_URL", None)
        self.database = ""
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        if self.environment.get("DATABASE_URL", "").startswith("postgres"):
            self._own_postgres_database()
        self.run("migrate", "--verbosity", "0")
        self.run("collectstatic", "--no-input", "--verbosity", "0")
        self.run("load_samples")
        python = Path(sys.executable).parent
        gunicorn = [str(python / "gunicorn"), "deckbuilder.wsgi", "--bind", f"127.0.0.1:{self.port}"]
        gunicorn += ["--workers", "2", "--threads", "4", "--log-level", "warning"]
        celery = [str(python / "celery"), "--app", "deckbuilder", "worker", "--concurrency", "1", "--pool", "threads"]
        with (self.folder / "server.log").open("wb") as log:
            for command in (gunicorn, [*celery, "--without-gossip", "--without-mingle"]):
                self.processes.append(subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log))
        self._wait()

    def run(self, *command: str, input: str | None = None) -> str:
        """Run a management command; its output. Raises CalledProcessError when it fails."""
        line = [sys.executable, "manage.py", *command]
        done = subprocess.run(
            line, cwd=ROOT, env=self.environment, check=False, capture_output=True, text=True, input=input
        )
        assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}"
        return done.stdout

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
        if self.database:
            self._sql(f'DROP DATABASE IF EXISTS "{self.database}" WITH (FORCE)')

    def _own_postgres_database(self) -> None:
        self.database = f"deckbuilder_browser_{uuid.uuid4().hex[:12]}"
        self._sql(f'CREATE DATABASE "{self.database}"')
        parts = urlsplit(self.environment["DATABASE_URL"])
        self.environment["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{self.database}"))

    def _sql(self, statement: str) -> None:
        import psycopg

        parts = urlsplit(os.environ["DATABASE_URL"])
        with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
            connection.execute(statement)

    def _wait(self) -> None:
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass
            time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text(errors="replace")[-4000:])
