"""Read the photo of a deck list."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from deckbuilder.common.input import InputError
from deckbuilder.decks.lists import codec
from deckbuilder.decks.lists.choices import label
from deckbuilder.decks.lists.codec import ListInput
from deckbuilder.decks.lists.commands import ListCommand
from deckbuilder.decks.photos import selectors
from deckbuilder.decks.photos.reading import UnreadableError, recognize
from deckbuilder.decks.photos.validators import check
from deckbuilder.decks.verdicts.sentences import edit_error
from games.engine.reading.decklists.parsing import DeckListError, Reading
from games.registry import GAMES, get


class Command(ListCommand):
    help = "Read the photo of a deck list. Exit status: 0 every line settled, 1 some lines ask, 2 it cannot be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a picture: JPEG, PNG or WebP")
        parser.add_argument("--game", choices=[game.slug for game in GAMES], help="if the list does not name it")
        parser.add_argument("--json", action="store_true", help="the text and the receipt as JSON")

    def handle(self, **options: Any) -> None:
        if not selectors.can_read_photos():
            raise CommandError("Photos are not read here: the packages of requirements/photos.lock are not installed.")
        text, reading = self._read(options)
        receipt = reading.receipt
        if options["json"]:
            data = {"text": text, "game": reading.deck.game, "receipt": receipt.as_json()}
            self.stdout.write(json.dumps(data, ensure_ascii=False))
        else:
            for line in receipt.lines:
                names = line.name or ", ".join([*map(label, line.choices), *line.near])
                result = f"{line.quantity} {names}" if line.status == "matched" else names
                self.stdout.write(f"{line.status:9}  {line.text}" + (f"  → {result}" if result else ""))
        if not receipt.is_settled:
            raise SystemExit(1)

    def _read(self, options: dict[str, Any]) -> tuple[str, Reading]:
        """The text of the photo, and how it is read."""
        game = get(options["game"]) if options["game"] else None
        try:
            data = options["file"].read_bytes()
            check(data)
            text = recognize(data)
            return text, codec.parse(ListInput(text, "photo", game))
        except OSError as error:
            self.refuse(options, "unreadable", error.strerror or str(error))
        except InputError as error:
            self.refuse(options, error.code, edit_error(error))
        except UnreadableError as error:
            self.refuse(options, "unreadable", str(error))
        except DeckListError as error:
            self.refuse(options, error.code, codec.list_error(error))
