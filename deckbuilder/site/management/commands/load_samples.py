"""Load the sample cards and decks that come with the games."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.catalog.index.indexing import Progress as IndexProgress
from deckbuilder.catalog.selectors import has_sample_cards
from deckbuilder.common.operations.progress import Progress
from deckbuilder.site import sample_removal, samples
from deckbuilder.site.sample_texts import removal_report
from games.engine.model.game import Game
from games.registry import GAMES


class Command(BaseCommand):
    requires_system_checks = []  # they import the whole site, which takes longer than looking at the samples
    help = (
        "Load the cards and decks that come with every game whose files have changed since the last time. Sample cards "
        "whose file is gone are removed, or retired if decks or submitted lists have them."
    )

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
                    for sentence in self._load(game, of_all, again=game.slug in options["again"]):
                        self.stdout.write(f"{game.slug}: {sentence}")
                except samples.BadSample as error:
                    raise CommandError(str(error)) from None

    def _load(self, game: Game, progress: IndexProgress, *, again: bool) -> Iterator[str]:
        """Load new and changed files, remove the samples of those that are gone; what was done, a sentence each."""
        fresh = samples.load(game, progress, again=again)
        removal = sample_removal.remove_leftovers(game) if samples.gone_names(game) else None
        if fresh:
            note = "; invented cards are in the set SAMPLE" if has_sample_cards(game) else ""
            yield f"{len(fresh)} files loaded{note}"
        elif samples.has_removed_samples(game):
            yield f"removed; “load_samples --again {game.slug}” brings them back"
        if removal:
            yield " ".join(removal_report(removal))
