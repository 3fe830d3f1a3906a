"""Which texts databases can hold, so that nobody asks them for others."""

import re

_NEVER = re.compile("[\0\ud800-\udfff]")


def storable(text: str) -> bool:
    """Whether there can be such a text in a database: PostgreSQL takes no NUL, and none takes half of a character."""
    return not _NEVER.search(text)
