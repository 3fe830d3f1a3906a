"""Load the sample cards and decks that come with the games."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.common.operations.progress import Progress
from deckbuilder.site import samples
from games.registry import GAMES


class Command(BaseCommand):
    requires_system_checks = []  # they import the whole site, which takes longer than looking at the samples
    help = "Load the sample cards and decks of every game whose files have changed since the last time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        slugs = [game.slug for game in GAMES]
        help_text = "bring back those of a game, removed or not; may be repeated; one of %(choices)s"
        parser.add_argument("--again", metavar="GAME", action="append", default=[], choices=slugs, help=help_text)

    def handle(self, **options: Any) -> None:
        with Progress("Loading samples") as progress:
            for index, game in enumerate(GAMES):

                def of_all(done: int, total: int, index: int = index) -> None:
                    progress(index * 1000 + 1000 * done // max(total, 1), len(GAMES) * 1000)

                try:
                    fresh = samples.load(game, of_all, again=game.slug in options["again"])
                except samples.BadSample as error:
                    raise CommandError(str(error)) from None
                if fresh:
                    self.stdout.write(f"{game.slug}: {len(fresh)} files loaded; invented cards are in the set SAMPLE")
                elif samples.has_removed_samples(game):
                    self.stdout.write(f"{game.slug}: removed; “load_samples --again {game.slug}” brings them back")
