"""Run the site's benchmarks."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Measure judging, builder clicks and searches on a scratch database; exit status 1 if a limit is exceeded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--cards", type=int, default=100_000, help="size of the generated catalog")
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, **options: Any) -> None:
        try:
            from tests.bench.site import measure
        except ModuleNotFoundError as error:
            raise CommandError(f"The benchmarks come with the tests, which are not installed: {error}") from None
        has_failed = False
        for figure in measure(options["cards"], self.stderr.write):
            has_failed |= not figure.is_met
            if options["json"]:
                self.stdout.write(json.dumps({**figure._asdict(), "held": figure.is_met}))
            else:
                sign = "≥" if figure.least else "≤"
                mark = "ok" if figure.is_met else "MISSED"
                self.stdout.write(
                    f"{figure.name:52} {figure.value:10.1f} {figure.unit:8} {sign} {figure.bound:g}  {mark}"
                )
        if has_failed:
            raise SystemExit(1)
