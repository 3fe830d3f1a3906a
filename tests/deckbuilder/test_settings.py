"""The settings are documented, and the documented production set-up leaves nothing to say."""

import os
import re
import runpy
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


def start(tmp_path: Path, **variables: str) -> str:
    """What is printed where the settings are read with these variables; "" where nothing is wrong."""
    environment = {**os.environ, **PRODUCTION, "VAR_DIR": str(tmp_path), **variables}
    command = [sys.executable, "-c", "import deckbuilder.settings"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False).stderr


EXAMPLE = (ROOT / "deploy" / "env.example").read_text(encoding="utf-8")
UNFILLED = dict(line.split("=", 1) for line in EXAMPLE.splitlines() if "change-me" in line and line[0] != "#")


@pytest.mark.parametrize("name", UNFILLED)
def test_a_setting_of_the_example_that_was_not_filled_in_stops_the_start(name: str, tmp_path: Path) -> None:
    last = start(tmp_path, **{name: UNFILLED[name]}).strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert f"{name} still contains “change-me”" in last


def test_a_short_secret_key_stops_the_start(tmp_path: Path) -> None:
    assert "SECRET_KEY has 31 characters, at least 32 are needed" in start(tmp_path, SECRET_KEY="a" * 31)
    assert start(tmp_path, SECRET_KEY="a" * 32) == ""


@pytest.mark.parametrize(("variables", "subdomains"), [({}, False), ({"HSTS_SUBDOMAINS": "1"}, True)])
def test_https_binds_other_hosts_only_on_demand(
    variables: dict[str, str], subdomains: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in {**PRODUCTION, "VAR_DIR": str(tmp_path), **variables}.items():
        monkeypatch.setenv(name, value)
    settings = runpy.run_path(str(ROOT / "deckbuilder" / "settings.py"))
    assert settings["SECURE_HSTS_SECONDS"] > 0
    assert settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is subdomains
    assert settings["SECURE_HSTS_PRELOAD"] is subdomains


@pytest.mark.slow
def test_the_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    environment = {**os.environ, **PRODUCTION, "VAR_DIR": str(tmp_path)}
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # of the tests alone
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
