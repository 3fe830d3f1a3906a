"""Indented JSON written in one go: json.dumps with indentation works character by character."""

import json
from json.encoder import encode_basestring
from typing import Any


def indented_json(value: Any, depth: int = 0) -> str:
    """The result of json.dumps(value, ensure_ascii=False, indent=1), several times as fast and indented by `depth`. The
    keys of objects are strings."""
    if isinstance(value, str):
        return encode_basestring(value)
    before = "\n" + " " * (depth + 1)
    if isinstance(value, dict) and value:
        parts = [f"{before}{encode_basestring(key)}: {indented_json(each, depth + 1)}" for key, each in value.items()]
        return f"{{{','.join(parts)}\n{' ' * depth}}}"
    if isinstance(value, (list, tuple)) and value:
        parts = [f"{before}{indented_json(each, depth + 1)}" for each in value]
        return f"[{','.join(parts)}\n{' ' * depth}]"
    return json.dumps(value)
