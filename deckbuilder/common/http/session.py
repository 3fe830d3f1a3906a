"""Values that a browser's session keeps by key, such as the edit keys of decks."""

from collections.abc import MutableMapping
from typing import Any


def save_in_session(
    session: MutableMapping[str, Any], name: str, key: str, value: object, most: int | None = None
) -> None:
    """Keep a value under a key of `name`, and the session for another year; "" removes the value.

    `most`: how many are kept, those saved last.
    """
    others = {each: other for each, other in session.get(name, {}).items() if each != key}
    saved = list((others | ({key: value} if value else {})).items())
    session[name] = dict(saved[-most:] if most else saved)
