"""Remove expired data, and index catalogs of which printings have come out."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from deckbuilder.accounts import retention as accounts
from deckbuilder.catalog import retention as catalog
from deckbuilder.catalog.services import reindex_changed_games
from deckbuilder.common.operations import tidying
from deckbuilder.decks import retention as decks
from deckbuilder.events.hooks import retention as events
from deckbuilder.playtest import retention as playtest
from deckbuilder.stats import retention as stats

RULES = (*decks.RULES, *stats.RULES, *playtest.RULES, *catalog.RULES, *events.RULES, *accounts.RULES)


class Command(BaseCommand):
    help = "Remove data past its retention time, such as decks without an owner that nobody has opened for a year."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only show how much would be removed")

    def handle(self, **options: Any) -> None:
        now = timezone.now()
        for rule in RULES:
            number = tidying.count(rule, now) if options["dry_run"] else tidying.tidy(rule, now)
            self.stdout.write(f"{rule.name}: {number}")
        if not options["dry_run"]:
            self.stdout.write(f"catalogs indexed: {len(reindex_changed_games())}")
