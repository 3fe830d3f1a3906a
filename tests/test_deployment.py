"""The files of the production set-up agree with the settings, with each other and with their documentation."""

import os
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from tests.deployment import systemd
from tests.deployment.document import blocks

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
SETTINGS = (ROOT / "deckbuilder" / "settings.py").read_text("utf-8")
SETTINGS_DOCUMENT = (ROOT / "docs" / "settings.md").read_text("utf-8")
DEPLOYMENT_DOCUMENT = (ROOT / "docs" / "deployment.md").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
OURS = {name: each for name, each in COMPOSE["services"].items() if "deckbuilder" in each["image"]}
UNITS = sorted((DEPLOY / "systemd").iterdir())
OF_THE_SCRIPTS = {"PHOTOS", "VENV", "SITE_BIND", "PYTHONUNBUFFERED", "PATH"}
"""Variables that deploy/ reads itself."""


def example():
    lines = (DEPLOY / "env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def variables():
    """Every variable that a file of the set-up gives to the site, and the file."""
    yield from ((name, "env.example") for name in example())
    for service in OURS.values():
        yield from ((name, "compose.yaml") for name in service.get("environment", {}))
    for unit in UNITS:
        yield from ((name, unit.name) for name in re.findall(r"^Environment=(\w+)=", unit.read_text("utf-8"), re.M))
    for line in re.findall(r"^ENV (.*)$", (ROOT / "Containerfile").read_text("utf-8"), re.M):
        yield from ((name, "Containerfile") for name in re.findall(r"(\w+)=", line))


@pytest.mark.parametrize(
    ("name", "file"), sorted(set(variables()) - {(each, "Containerfile") for each in OF_THE_SCRIPTS})
)
def test_every_variable_is_a_documented_setting(name, file):
    assert f'"{name}"' in SETTINGS, file
    assert f"`{name}`" in SETTINGS_DOCUMENT, file


def parts():
    """How each file starts a part of the site: the words after deploy/start."""
    for name, service in OURS.items():
        yield name, " ".join(service["command"])
    for unit in UNITS:
        for words in re.findall(
            r"^ExecStart=/srv/deckbuilder/current/deploy/start (.*)$", unit.read_text("utf-8"), re.M
        ):
            for kind in ("simulations", "rest") if "%i" in words else ("",):
                yield unit.name, words.replace("%i", kind)
    yield from (
        ("run", words) for words in re.findall(r"^deploy/start ([a-z ]*\w)", (DEPLOY / "run").read_text("utf-8"), re.M)
    )


@pytest.mark.parametrize(("place", "words"), list(parts()))
def test_every_part_is_one_that_the_script_starts(place, words):
    labels = re.findall(r'^"?([a-z ]+)"?\)$', (DEPLOY / "start").read_text("utf-8"), re.M)
    assert words in labels, place


def test_every_queue_has_a_worker():
    consumed = re.findall(r"--queues (\S+)", (DEPLOY / "start").read_text("utf-8"))
    from django.conf import settings

    assert sorted(",".join(consumed).split(",")) == sorted(each.name for each in settings.CELERY_TASK_QUEUES)


def test_the_container_starts_and_builds_with_the_scripts():
    text = (ROOT / "Containerfile").read_text("utf-8")
    assert "RUN deploy/build\n" in text
    assert 'ENTRYPOINT ["deploy/start"]\nCMD ["site"]' in text
    assert text.index("\nUSER deckbuilder\n") < text.index("ENTRYPOINT")
    assert 'CMD ["deploy/probe", "/healthz"]' in text


@pytest.mark.parametrize(
    ("heading", "starts"),
    [
        (
            "On a plain Debian machine",
            ["apt-get install --yes ", "version=$(git rev-parse --short HEAD)", "cp deploy/"],
        ),
        ("Upgrading and going back", ["systemctl restart "]),
        ("Backup and restore", ["/srv/deckbuilder/current/deploy/manage backup", "systemctl stop "]),
    ],
)
def test_the_document_has_the_blocks_that_are_tried_line_by_line(heading, starts):
    """By bin/try-deployment, which is too slow for every day."""
    found = blocks(DEPLOYMENT_DOCUMENT, heading)
    assert [text.startswith(start) for text, start in zip(found, starts, strict=True)] == [True] * len(starts)


def test_a_heading_that_is_not_there_is_an_error():
    with pytest.raises(LookupError, match="On the moon"):
        blocks(DEPLOYMENT_DOCUMENT, "On the moon")


@pytest.mark.parametrize("unit", [each for each in UNITS if each.suffix == ".service"], ids=lambda unit: unit.name)
def test_units_run_as_the_site_in_folders_that_exist(unit, monkeypatch):
    monkeypatch.setattr(systemd, "UNITS", unit.parent)
    service = systemd.read_unit(unit.name.replace("@", "@rest"))["Service"]
    assert (service["User"], service["StateDirectory"]) == ("deckbuilder", "deckbuilder")
    assert service["EnvironmentFile"] == "/etc/deckbuilder/env"
    [part] = re.findall(r"^/srv/deckbuilder/current/deploy/start (.*)", service["ExecStart"])
    assert part in ("site", "worker rest", "nightly")


def test_every_unit_and_script_is_documented():
    for path in [*UNITS, *DEPLOY.iterdir()]:
        assert path.is_dir() or path.name in DEPLOYMENT_DOCUMENT, path


@pytest.mark.parametrize("script", ["build", "manage", "nginx-conf", "probe", "run", "start"])
def test_scripts_are_well_formed(script):
    assert os.access(DEPLOY / script, os.X_OK)
    subprocess.run(["sh", "-n", DEPLOY / script], check=True)


def test_an_unknown_part_is_refused():
    done = subprocess.run([DEPLOY / "start", "worker", "everything"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "worker simulations | worker rest" in done.stderr


def fill_in(**variables):
    environment = {**os.environ, **variables}
    done = subprocess.run([DEPLOY / "nginx-conf"], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def nginx_conf():
    return fill_in(LISTEN="127.0.0.1:9999", SITE_ADDRESS="127.0.0.1:9998")


def test_the_proxy_in_containers_asks_again_for_the_address_of_the_site():
    """A new container of the site has a new address."""
    proxy = COMPOSE["services"]["proxy"]["environment"]
    template = (DEPLOY / "nginx.conf.template").read_text("utf-8")
    assert set(re.findall(r"\$\{([A-Z_]+)\}", template)) == set(proxy)
    assert re.search(r"zone site \w+; resolver \S+ valid=\ds;\s+server site:8001 resolve;", fill_in(**proxy))


def is_left_out(path):
    """Whether the image is built without this file."""
    patterns = (ROOT / ".dockerignore").read_text("utf-8").split()
    parts = [path, *map(str, Path(path).parents)]
    return any(fnmatch(part, each.removeprefix("**/")) for part in parts for each in patterns)


def test_the_image_holds_no_secrets():
    written = {*re.findall(r">(\.\w+)", DEPLOYMENT_DOCUMENT), *(each["env_file"] for each in OURS.values())}
    assert written == {".env", "deploy/env"}
    assert [path for path in (*written, ".env.old", "var/secret-key") if not is_left_out(path)] == []
    assert not is_left_out("deploy/env.example")


def run_make(folder, *words):
    """Without what a make above hands down: its options, and the variables of its command line."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *words, "ARGS="], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["backup", "TO=there"], ["restore", "FROM=here"]])
def test_backing_up_leaves_the_environment_of_a_site_as_it_is(words, tmp_path):
    """That of deploy/build has neither the stamp of make nor the packages of the tests."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", tmp_path)
    refused = run_make(tmp_path, *words)
    assert "make setup creates one" in refused.stderr
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    done = run_make(tmp_path, *words)
    assert done.stdout.strip() == f"manage.py {words[0]} {words[1].partition('=')[2]}"
    assert list((tmp_path / ".venv").rglob("*")) == [python.parent, python]


def test_an_environment_of_another_lock_is_not_replaced(tmp_path):
    venv = tmp_path / "venv"
    venv.mkdir()
    (venv / ".lock").write_text("requirements/runtime.lock\n")
    done = subprocess.run(
        ["bin/make-venv", venv, "requirements/dev.lock"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"{venv} was made from requirements/runtime.lock, not requirements/dev.lock" in done.stderr
    assert list(venv.iterdir()) == [venv / ".lock"]


def test_the_proxy_is_filled_in_and_buffers(nginx_conf):
    assert "${" not in nginx_conf.replace("${...}", "")
    for line in (
        "listen 127.0.0.1:9999;",
        "server 127.0.0.1:9998;",
        "proxy_request_buffering on;",
        "proxy_buffering on;",
    ):
        assert line in nginx_conf
    assert "X-Forwarded-For $remote_addr;" in nginx_conf  # what a visitor claims is replaced, not passed on


@pytest.mark.skipif(not shutil.which("nginx", path="/usr/sbin:/usr/bin"), reason="nginx is not installed")
def test_nginx_accepts_the_configuration(nginx_conf, tmp_path):
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{nginx_conf}\n}}\n")
    command = ["nginx", "-t", "-q", "-e", "stderr", "-p", tmp_path, "-c", tmp_path / "nginx.conf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": "/usr/sbin:/usr/bin"})
    assert done.returncode == 0, done.stderr
