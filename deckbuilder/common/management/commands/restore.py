"""Restore a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.common.operations import backups


class Command(BaseCommand):
    requires_system_checks = []
    help = "Restore database and secret key from a backup. Site and workers must be stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", metavar="BACKUP", type=Path, help="folder made by the command backup")
        parser.add_argument("--overwrite", action="store_true", help="replace a database that is not empty")

    def handle(self, **options: Any) -> None:
        try:
            rows = backups.restore(options["backup"], overwrite=options["overwrite"])
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{sum(rows.values())} rows in {len(rows)} tables restored.")
