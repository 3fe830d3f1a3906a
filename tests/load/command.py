"""The command line of bin/load: people building decks at once, and what a request of theirs costs."""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.browser.server import Server
from tests.load import worst
from tests.load.visitor import Taken, Visitor
from tests.site import Site, samples

GAME = "xing-ling-wang"
WORDS = ["", "狐", "kind:spell", "mana>=2", "贯穿", "race:獸人", "tribute:0", "妖怪"]
TICKS = os.sysconf("SC_CLK_TCK")


def main(words: Sequence[str]) -> int:
    options = _parser().parse_args(words)
    if options.database:
        os.environ["DATABASE_URL"] = options.database
    else:
        os.environ.pop("DATABASE_URL", None)
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        state = ending.enter_context(samples(folder))
        server = Server(Site(folder, state["database"]).folder, state["database"])
        server.environment |= worst.BEHIND_PROXY if options.worst else {}
        server.serving = ("--config", "python:deckbuilder.gunicorn_conf", "--threads", str(options.threads))
        ending.callback(server.stop)
        server.serve(options.processes)
        if options.worst:
            return _worst(server, options.seconds)
        before = _cpu(_site(server)), _cpu(_database())
        taken = _visits(server, options)
        after = _cpu(_site(server)), _cpu(_database())
    return _report(taken, after[0] - before[0], after[1] - before[1], options)


def _worst(server: Server, seconds: int) -> int:
    times = [1000 * each for each in worst.odds(server, server.call(worst.everything), seconds)]
    print(f"front page beside {worst.AT_ONCE} people who ask for the dearest odds: {_line(times)}")
    server.spawn_worker()
    waited = worst.simulations(server)
    print(f"10,000 games of one person after {worst.ORDERED} × 10,000,000 of another: done after {waited:.1f} s")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bin/load", description=__doc__)
    parser.add_argument("--worst", action="store_true", help="instead: the dearest requests there are, and who waits")
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--arrival", type=float, default=20, metavar="SECONDS", help="within which all of them arrive")
    parser.add_argument("--processes", type=int, default=2, help="of the site")
    parser.add_argument("--threads", type=int, default=32, help="of each process (32 as bin/serve)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", metavar="URL", help="PostgreSQL; SQLite without it")
    return parser


def _visits(server: Server, options: argparse.Namespace) -> Taken:
    taken, end, chance = Taken(), time.monotonic() + options.seconds, random.Random(options.seed)
    threads = []
    for _ in range(options.users):
        visitor = Visitor(server.port, taken, random.Random(chance.random()), WORDS)
        visit = (lambda: time.monotonic() < end, GAME, options.arrival)
        thread = threading.Thread(target=visitor.run, args=visit, daemon=True)
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    return taken


def _site(server: Server) -> list[str]:
    """The processes of the site."""
    assert server.web is not None
    pid = server.web.pid
    return [str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _database() -> list[str]:
    """The processes of PostgreSQL on this machine, whichever database they are for."""
    return [path.parent.name for path in Path("/proc").glob("[0-9]*/comm") if path.read_text().strip() == "postgres"]


def _cpu(processes: list[str]) -> float:
    """Seconds of processor time that they have taken."""
    fields = (Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in processes)
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def _report(taken: Taken, site: float, database: float, options: argparse.Namespace) -> int:
    everything = sorted(each for times in taken.times.values() for each in times)
    for name, times in sorted(taken.times.items()):
        print(f"{name:12} {_line(sorted(times))}")
    print(f"{'all':12} {_line(everything)}")
    rate = len(everything) / options.seconds
    print(f"{options.users} people, {rate:.1f} requests a second")
    for name, seconds in (("site", site), ("database", database)):
        print(f"{1000 * seconds / len(everything):.1f} ms of processor time a request: {name}")
    for each in taken.failed[:10]:
        print("  ", each)
    print(f"{len(taken.failed)} failed")
    return int(bool(taken.failed))


def _line(times: list[float]) -> str:
    p50, p95 = (times[int(len(times) * part)] for part in (0.5, 0.95))
    return f"{len(times):6} times, p50 {p50:6.0f} ms, p95 {p95:6.0f} ms"
