"""What tests of commands begin with: a folder of files, and what a command says and ends with."""

import json
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command

from tests.deckbuilder.base import SiteTest


class CommandTest(SiteTest):
    def setUp(self) -> None:
        super().setUp()
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_command(self, *words: object, **options: Any) -> tuple[Any, str, str]:
        """Exit status, output, complaints."""
        out, err = StringIO(), StringIO()
        status: Any = 0
        try:
            call_command(*map(str, words), stdout=out, stderr=err, **options)
        except SystemExit as end:
            status = end.code
        return status, out.getvalue(), err.getvalue()

    def objects(self, *words: object, **options: Any) -> tuple[Any, list[Any]]:
        """Exit status, and the objects printed where programs are to read it."""
        status, out, err = self.run_command(*words, json=True, **options)
        assert err == ""
        return status, [json.loads(line) for line in out.splitlines()]

    def file(self, text: str | bytes, name: str = "deck.txt") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path
