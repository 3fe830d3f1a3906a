"""The command line of bin/chaos: a site under load, whose parts are killed at random."""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.server import Server
from tests.chaos import figures
from tests.chaos.gates import Gate
from tests.chaos.load import Builder, Person, Seen, Watcher
from tests.site import Site, samples

BUILDERS, WATCHERS = 4, 2
SECONDS_A_SIMULATION = 4
"""At the fastest; so many of them are played beforehand, to know what they must come to."""

PORTS = {"database": 5432, "broker": 6379, "cache": 6379}
FREE = {"API_RATE_ANON": "1000000/min", "SIMULATION_RATE_ANON": "1000000/min", "OPEN_SIMULATIONS_ANON": "1000000"}


def main(words: Sequence[str]) -> int:
    options = _parser().parse_args(words)
    chance = random.Random(options.seed)
    urls = {name: getattr(options, name) for name in PORTS if getattr(options, name)}
    print(f"seed {options.seed}, {options.seconds} s, {', '.join(urls) or 'SQLite and the queue in files'}", flush=True)
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        if "database" in urls:
            os.environ["DATABASE_URL"] = urls["database"]
        else:
            os.environ.pop("DATABASE_URL", None)
        state = ending.enter_context(samples(folder))
        site = Site(folder, state["database"])
        expected = {seed: site.call(figures.of, seed) for seed in range(options.seconds // SECONDS_A_SIMULATION + 1)}
        cards = site.call(figures.cards)
        site.close()
        ground = ending.enter_context(Ground(site, urls, machines=2 if "database" in urls else 1))
        seen, people = _run(ground, options.seconds, chance, expected, cards)
    return _report(ground, seen, people)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bin/chaos", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of what is killed when")
    for name in PORTS:
        parser.add_argument(f"--{name}", metavar="URL", help=f"{name} on this machine, asked through a gate")
    return parser


class Ground:
    """A running site and what can be done to it. With `machines` site and workers have folders of their own."""

    def __init__(self, site: Site, urls: dict[str, str], machines: int) -> None:
        self.gates: dict[str, Gate] = {}
        self.done: Counter[str] = Counter()
        names = {"database": "DATABASE_URL", "broker": "CELERY_BROKER_URL", "cache": "CACHE_URL"}
        variables = dict(FREE)
        for name, url in urls.items():
            own = f"{url.rpartition('/')[0]}/{site.database}" if name == "database" else url
            self.gates[name], variables[names[name]] = Gate.before(own, PORTS[name])
        self.machines = [self._machine(site, number, machines, variables) for number in range(machines)]

    def _machine(self, site: Site, number: int, machines: int, variables: dict[str, str]) -> Server:
        folder = site.folder if machines == 1 else site.folder / f"machine{number}"
        folder.mkdir(exist_ok=True)
        if machines > 1:
            (folder / "static").symlink_to(site.folder / "static")
        server = Server(folder)
        server.environment |= variables | {"SECRET_KEY": "the same on all machines of this run"}
        return server

    def __enter__(self) -> Ground:
        for number, machine in enumerate(self.machines):
            machine.serve(processes=2)
            for _ in range(2 - number % 2 if len(self.machines) > 1 else 2):
                machine.spawn_worker()
        return self

    def __exit__(self, *_: object) -> None:
        for machine in self.machines:
            machine.stop()

    def faults(self) -> dict[str, Callable[[random.Random], None]]:
        found: dict[str, Callable[[random.Random], None]] = {
            "a worker is killed": self._kill_worker,
            "a worker stands still": self._freeze_worker,
            "a process of the site is killed": self._kill_process,
            "the site is killed": self._kill_site,
        }
        for name, gate in self.gates.items():
            found[f"connections to the {name} are cut"] = lambda _, gate=gate: gate.cut()  # type: ignore[misc]
            found[f"the {name} is down for a while"] = lambda chance, gate=gate: gate.shut(chance.uniform(0.5, 4))  # type: ignore[misc]
        if "broker" not in self.gates:
            found["a broken message is in the queue"] = self._break_message
        return found

    def _kill_worker(self, chance: random.Random) -> None:
        machine = chance.choice(self.machines)
        worker = machine.workers.pop(chance.randrange(len(machine.workers)))
        worker.kill()
        worker.wait()
        machine.spawn_worker()

    def _freeze_worker(self, chance: random.Random) -> None:
        worker = chance.choice(chance.choice(self.machines).workers)
        worker.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(1, 5))
        worker.send_signal(signal.SIGCONT)

    def _kill_process(self, chance: random.Random) -> None:
        master = chance.choice(self.machines).web
        assert master is not None
        children = Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text().split()
        if children:
            os.kill(int(chance.choice(children)), signal.SIGKILL)

    def _kill_site(self, chance: random.Random) -> None:
        machine = chance.choice(self.machines)
        assert machine.web is not None
        children = Path(f"/proc/{machine.web.pid}/task/{machine.web.pid}/children").read_text().split()
        for pid in (machine.web.pid, *map(int, children)):
            os.kill(pid, signal.SIGKILL)
        machine.web.wait()
        machine.web = machine.spawn_web()

    def _break_message(self, chance: random.Random) -> None:
        queue = self.machines[0].folder / "broker" / "queue"
        name = f"0000000000000000_{chance.random()}.simulations.msg"
        (queue / name).write_bytes(chance.choice([b"", b"{", b"\xff\xfe", b"{}"]))


def _run(
    ground: Ground, seconds: int, chance: random.Random, expected: dict[int, Any], cards: list[str]
) -> tuple[Seen, list[Person]]:
    seen, end = Seen(), time.monotonic() + seconds
    roots = [machine.url for machine in ground.machines]

    def goes_on() -> bool:
        return time.monotonic() < end

    people: list[Person] = []
    threads = []
    for number in range(BUILDERS + WATCHERS):
        lot = random.Random(chance.random())
        if number < BUILDERS:
            builder = Builder(roots, seen, lot)
            work, words = builder.run, (goes_on, figures.GAME, cards)
            people.append(builder)
        else:
            watcher = Watcher(roots, seen, lot)
            mine = {seed: told for seed, told in expected.items() if seed % WATCHERS == number - BUILDERS}
            work, words = watcher.run, (goes_on, figures.ASKED, mine)  # type: ignore[assignment]
            people.append(watcher)
        threads.append(threading.Thread(target=_kept(work, seen), args=words, daemon=True))
    for thread in threads:
        thread.start()
    faults = ground.faults()
    while goes_on():
        time.sleep(chance.uniform(0.5, 3))
        name = chance.choice(sorted(faults))
        faults[name](chance)
        ground.done[name] += 1
    for thread in threads:
        thread.join(300)
        if thread.is_alive():
            seen.note("never ended", "somebody still waits for an answer five minutes after the last fault")
    return seen, people


def _kept(work: Callable[..., None], seen: Seen) -> Callable[..., None]:
    def run(*words: Any) -> None:
        try:
            work(*words)
        except Exception as error:
            seen.note(type(error).__name__, f"somebody gave up: {error!r}")

    return run


def _report(ground: Ground, seen: Seen, people: list[Person]) -> int:
    for name, times in sorted(ground.done.items()):
        print(f"{times:5}  {name}")
    for answer, times in seen.answers.most_common():
        print(f"{times:5}  answers: {answer}")
    edits = sum(each.acknowledged for each in people if isinstance(each, Builder))
    played = sum(each.done for each in people if isinstance(each, Watcher))
    print(f"{edits} changes acknowledged, {played} simulations played, {len(seen.wrong)} things wrong")
    for wrong in seen.wrong[:20]:
        print("  ", wrong)
    if not edits or not played:
        print("Nothing was tried.")
    return int(bool(seen.wrong) or not edits or not played)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
