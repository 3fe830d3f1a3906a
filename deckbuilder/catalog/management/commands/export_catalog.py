"""Write a game's catalog into a file that imports to the same catalog."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckbuilder.catalog.imports import files, services
from games.registry import GAMES, get


class Command(BaseCommand):
    help = "Export all printings of a game that are not retired; importing the file gives the same catalog."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", choices=[game.slug for game in GAMES], help="one of %(choices)s")
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?", help="default: standard output")
        parser.add_argument(
            "--format", choices=list(files.KINDS), help="default: from the file's extension, or csv without a file"
        )

    def handle(self, **options: Any) -> None:
        path: Path | None = options["file"]
        kind: files.Kind = options["format"] or self._kind(path)
        game = get(options["game"])
        printings = list(services.in_print(game))
        data = files.write(game, printings, kind)
        if path is None:
            self._print(data, kind)
            return
        _replace(path, data)
        self.stderr.write(f"{path}: {len(printings)} printings of {game.slug}")

    def _kind(self, path: Path | None) -> files.Kind:
        if path is None:
            return "csv"
        kind = path.suffix.lower().lstrip(".")
        if kind not in files.KINDS:
            raise CommandError(
                f"{path}: the name does not say the format; add --format, one of {', '.join(files.KINDS)}"
            )
        return kind

    def _print(self, data: bytes, kind: files.Kind) -> None:
        if kind != "xlsx":
            self.stdout.write(data.decode(), ending="")
        elif sys.stdout.isatty():
            raise CommandError("A workbook cannot be printed on a terminal. Give a file name.")
        else:
            sys.stdout.buffer.write(data)


def _replace(path: Path, data: bytes) -> None:
    """Write the whole file or leave the old one as it was."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    finally:
        fresh.unlink(missing_ok=True)
