"""The settings are documented, and the documented production set-up leaves nothing to say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
PRODUCTION = {
    "SECRET_KEY": "a-long-and-random-text-of-this-test-alone-0123456789-abcdefghijklm",
    "ALLOWED_HOSTS": "decks.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://decks.example.org",
    "HTTPS": "1",
    "BEHIND_PROXY": "1",
    "CACHE_URL": "redis://127.0.0.1:6379/1",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
}


def test_every_variable_has_its_row() -> None:
    source = (ROOT / "deckbuilder" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'\benv(?:_flag|_list)?\("([A-Z_]+)"', source))
    assert read
    assert {name for name in read if f"`{name}`" not in DOCUMENT} == set()


def test_every_row_is_a_variable() -> None:
    rows = set(re.findall(r"`([A-Z_]+)`", "\n".join(re.findall(r"^\| (`.*?`) \|", DOCUMENT, re.M))))
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "deckbuilder").rglob("*.py"))
    assert {name for name in rows if f'"{name}"' not in sources} == set()


@pytest.mark.slow
def test_the_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    environment = {**os.environ, **PRODUCTION, "VAR_DIR": str(tmp_path)}
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # of the tests alone
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
