"""Import a catalog file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from deckbuilder.catalog.imports import lines, services, uploads
from deckbuilder.catalog.imports.reports import ImportReport
from deckbuilder.catalog.imports.sentences import file_error, problem, warning
from deckbuilder.catalog.models import CatalogImport
from deckbuilder.catalog.services import Changing
from deckbuilder.common.operations.progress import Progress
from games.engine.model.game import Game
from games.engine.reading.catalogs.files import CatalogFileError
from games.engine.reading.catalogs.maps import read_map
from games.registry import GAMES, get

REJECTED, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Import a catalog file (CSV, XLSX or JSON), all or nothing. Exit status: 0 applied, or nothing to do; "
        "1 rows are rejected and nothing is applied; 2 a file that cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", choices=[game.slug for game in GAMES], help="one of %(choices)s")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only show what would change")
        parser.add_argument("--skip-bad", action="store_true", help="skip rows with errors and import the others")
        parser.add_argument("--complete", action="store_true", help="retire the printings that are not in the file")
        parser.add_argument(
            "--map", metavar="FILE", type=Path, help="a map of columns: what the file's titles stand for"
        )
        parser.add_argument("--json", action="store_true", help="the whole report as one JSON object")

    def handle(self, **options: Any) -> None:
        game, path = get(options["game"]), options["file"]
        choices: dict[str, Any] = {"skip_bad": options["skip_bad"], "complete": options["complete"]}
        try:
            if options["map"]:
                choices["column_map"] = read_map(options["map"].read_bytes(), game)
            with Progress("Reading" if options["dry_run"] else "Importing") as progress:
                work = self._preview if options["dry_run"] else self._apply
                report = work(game, path, progress=progress, **choices)
        except CatalogFileError as error:
            self._unreadable(options, error.code, error.params, file_error(error.code, error.params))
        except Changing:
            self._unreadable(options, "changing", {}, file_error("changing", {}))
        except OSError as error:
            self._unreadable(options, "unreadable", {}, str(error))
        self._tell(game, report, options)
        if not report.ok:
            raise SystemExit(REJECTED)

    def _preview(self, game: Game, path: Path, **choices: Any) -> ImportReport:
        return services.preview(game, path.read_bytes(), path.name, **choices)

    def _apply(self, game: Game, path: Path, **choices: Any) -> ImportReport:
        """Apply the file, and keep it with what it changed, so that the import can be undone on its page."""
        data, kept = path.read_bytes(), {name: choices[name] for name in ("skip_bad", "complete")}
        upload = CatalogImport(game=game.slug, filename=path.name[-200:], **kept)

        def may_write(report: ImportReport) -> bool:
            if report.changes_anything:
                uploads.store(upload, data, report)
            return True

        return services.apply(game, data, path.name, upload=upload, may_write=may_write, **choices)

    def _unreadable(self, options: dict[str, Any], code: str, params: dict[str, Any], message: str) -> None:
        file = str(options["file"])
        if options["json"]:
            error = {"code": code, "params": params, "message": message}
            self.stdout.write(json.dumps({"file": file, "game": options["game"], "error": error}, ensure_ascii=False))
        else:
            self.stderr.write(f"{file}: {message}")
        raise SystemExit(UNREADABLE)

    def _tell(self, game: Game, report: ImportReport, options: dict[str, Any]) -> None:
        data = report.as_json()
        is_applied = not options["dry_run"] and report.changes_anything
        if options["json"]:
            data |= {
                "file": str(options["file"]),
                "applied": is_applied,
                "rejected": [each | {"message": problem(each)} for each in data["rejected"]],
                "warned": [each | {"message": warning(each, game)} for each in data["warned"]],
            }
            self.stdout.write(json.dumps(data, ensure_ascii=False))
            return
        self.stdout.write(f"{options['file']}: {'applied' if is_applied else 'nothing applied'}")
        for line in lines.as_text(data, game):
            self.stdout.write(line)
