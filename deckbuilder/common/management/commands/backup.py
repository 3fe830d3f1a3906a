"""Copy the database and the secret key into a new folder."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from deckbuilder.common.operations import backups


class Command(BaseCommand):
    requires_system_checks = []
    help = "Copy database and secret key into a new folder, and print its path."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=settings.VAR / "backups")
        parser.add_argument("--keep", type=_number, help="keep only this many of the newest backups there")

    def handle(self, **options: Any) -> None:
        try:
            self.stdout.write(str(backups.make(options["folder"])))
            if options["keep"]:
                backups.thin_out(options["folder"], options["keep"])
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is not a number of backups; at least 1 is kept")
    return int(text)
