"""Calls functions, one a line: reads [name, argument ...] as JSON, writes {"result": ...} or {"error": ...}."""

import json
import os
import sys
import traceback
from contextlib import redirect_stdout

import django
from django.utils.module_loading import import_string


def answer(line: str) -> dict[str, object]:
    name, *arguments = json.loads(line)
    try:
        with redirect_stdout(sys.stderr):
            return {"result": import_string(name)(*arguments)}
    except Exception:
        return {"error": traceback.format_exc()}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deckbuilder.settings")
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
