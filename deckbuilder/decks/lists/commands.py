"""Shared by the commands that read deck lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

UNREADABLE = 2


class ListCommand(BaseCommand):
    """A command on the list `file`, with output for people or, with `json`, for programs."""

    def unreadable(self, file: Path, code: str, message: str, options: dict[str, Any]) -> int:
        """Report why a file cannot be processed; returns the exit status."""
        if options["json"]:
            self.stdout.write(json.dumps({"file": str(file), "code": code, "message": message}, ensure_ascii=False))
        else:
            self.stderr.write(f"{file}: {message}")
        return UNREADABLE

    def refuse(self, options: dict[str, Any], code: str, message: str) -> NoReturn:
        raise SystemExit(self.unreadable(options["file"], code, message, options))
