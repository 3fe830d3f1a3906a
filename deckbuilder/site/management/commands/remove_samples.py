"""Remove the sample cards and decks of games."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.catalog.imports.sentences import file_error
from deckbuilder.catalog.services import Changing
from deckbuilder.common.operations.progress import Progress
from deckbuilder.site import sample_removal
from deckbuilder.site.sample_removal import OnlySamples
from deckbuilder.site.sample_texts import only_samples, removal_report
from deckbuilder.site.samples import BadSample
from games.registry import GAMES, get


class Command(BaseCommand):
    help = (
        "Remove the sample cards and decks of games that have other cards. Printings that decks or submitted lists "
        "have are retired, the others deleted. Only load_samples --again brings them back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [game.slug for game in GAMES]
        parser.add_argument("games", metavar="GAME", nargs="+", choices=slugs, help="some of: %(choices)s")

    def handle(self, **options: Any) -> None:
        errors = []
        for slug in dict.fromkeys(options["games"]):
            try:
                with Progress(f"Removing samples of {slug}") as progress:
                    removal = sample_removal.remove(get(slug), progress)
                self.stdout.write(f"{slug}: {' '.join(removal_report(removal))}")
            except OnlySamples:
                errors.append(f"{slug}: {only_samples()}")
            except Changing:
                errors.append(f"{slug}: {file_error('changing', {})}")
            except BadSample as error:
                errors.append(f"{slug}: {error}")
        if errors:
            raise CommandError("\n".join(errors))
