#!/usr/bin/env python3
"""A stand-in for systemctl and systemd-run where no systemd runs, for the units in deploy/systemd.

It starts what the units say: user, environment, folders, sockets, and the parts of the system that they may write.
It does not start again what ended, and knows no other sandboxing. What is not a unit of ours goes to `service`.
"""

import configparser
import fnmatch
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

UNITS = Path("/etc/systemd/system")
RUN = Path("/run/units")
"""The process of each started unit, and what it printed."""


def read_unit(name: str) -> configparser.ConfigParser:
    kind, at, instance = name.removesuffix(".service").partition("@")
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    text = (UNITS / (f"{kind}@.service" if at else name)).read_text("utf-8")
    unit.read_string(text.replace("%i", instance))
    return unit


def read_environment(path: str) -> dict[str, str]:
    lines = [line.strip() for line in Path(path).read_text("utf-8").splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def enter(service: Mapping[str, str], environment: dict[str, str], command: list[str]) -> list[str]:
    """The command that runs `command` as the service's user in what it may write; makes its state folder."""
    user = pwd.getpwnam(service["User"])
    state = Path("/var/lib") / service["StateDirectory"]
    state.mkdir(exist_ok=True)
    os.chown(state, user.pw_uid, user.pw_gid)
    state.chmod(int(service.get("StateDirectoryMode", "755"), 8))
    environment |= {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    steps = [f"umask {service.get('UMask', '0022')}"]
    if service.get("ProtectSystem") == "strict":
        writable = [str(state), *(os.path.realpath(each) for each in service.get("ReadWritePaths", "").split())]
        steps += [f"mount --bind {each} {each}" for each in writable]
        steps += ["mount -t tmpfs tmpfs /tmp", "chmod 1777 /tmp", "mount -o remount,bind,ro /"]
    as_user = f"exec setpriv --reuid={user.pw_uid} --regid={user.pw_gid} --init-groups --no-new-privs"
    script = "; ".join(["set -e", *steps, f'LISTEN_PID=$$ {as_user} "$@"'])
    return ["unshare", "--mount", "sh", "-c", script, "unit", *command]


def start(name: str) -> None:
    if name.endswith((".socket", ".timer")) or pid_of(name):
        return  # a socket is opened by the service that needs it
    unit = read_unit(name)
    service = unit["Service"]
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    environment |= dict(each.split("=", 1) for each in service.get("Environment", "").split())
    environment |= read_environment(service["EnvironmentFile"])
    files: tuple[int, ...] = ()
    if (wanted := unit["Unit"].get("Requires", "")).endswith(".socket"):
        address, _, port = read_unit(wanted)["Socket"]["ListenStream"].rpartition(":")
        listening = socket.create_server((address, int(port)), backlog=1024)
        os.dup2(listening.fileno(), 3)
        environment["LISTEN_FDS"], files = "1", (3,)
    command = enter(service, environment, service["ExecStart"].split())
    with (RUN / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=environment, cwd=os.path.realpath(service["WorkingDirectory"]), pass_fds=files,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    if service.get("Type") == "oneshot":
        sys.exit(process.wait())
    (RUN / f"{name}.pid").write_text(str(process.pid))


def stop(name: str) -> None:
    if not (pid := pid_of(name)):
        return
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + float(read_unit(name)["Service"].get("TimeoutStopSec", "90"))
    while pid_of(name):
        if time.monotonic() > deadline:
            sys.exit(f"{name} did not stop in time")
        time.sleep(0.1)
    (RUN / f"{name}.pid").unlink()


def pid_of(name: str) -> int | None:
    """The process of a unit while it runs."""
    try:
        pid = int((RUN / f"{name}.pid").read_text())
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None
    return None if state == "Z" else pid


def find_units(pattern: str) -> list[str]:
    """Names of units: of those that run where it is a pattern, as systemctl does."""
    name = pattern if "." in pattern else f"{pattern}.service"
    running = [path.stem for path in RUN.glob("*.pid") if pid_of(path.stem)]
    return fnmatch.filter(sorted(running), name) if "*" in name else [name]


def systemctl(words: list[str]) -> None:
    action, *names = [word for word in words if not word.startswith("--")]
    for pattern in names:
        for name in find_units(pattern):
            if not name.startswith("deckbuilder-"):
                subprocess.run(["service", name.removesuffix(".service"), action], check=True)
                continue
            if action in ("stop", "restart"):
                stop(name)
            if action in ("start", "restart") or (action == "enable" and "--now" in words):
                start(name)


def systemd_run(words: list[str]) -> None:
    service, environment, folder = {"User": "root"}, {"PATH": os.environ["PATH"]}, "/"
    if "TERM" in os.environ:
        environment["TERM"] = os.environ["TERM"]
    while words[0].startswith("--"):
        option, _, value = words.pop(0).partition("=")
        if option == "--uid":
            service["User"] = value
        elif option == "--property":
            service.update([value.split("=", 1)])
        elif option == "--setenv":
            environment.update([value.split("=", 1)])
        elif option == "--working-directory":
            folder = value
        elif option not in ("--quiet", "--pipe", "--pty", "--wait", "--collect", "--gid"):
            sys.exit(f"systemd-run: {option} is not known here")
    environment |= read_environment(service["EnvironmentFile"])
    os.chdir(folder)
    command = enter(service, environment, words)
    os.execvpe(shutil.which(command[0]) or command[0], command, environment)


if __name__ == "__main__":
    RUN.mkdir(exist_ok=True)
    {"systemctl": systemctl, "systemd-run": systemd_run}[Path(sys.argv[0]).name](sys.argv[1:])
