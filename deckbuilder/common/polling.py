"""How long a page waits before it asks again for what a worker makes: ever longer, then no more by itself."""

FIRST_S = 2
LONGEST_S = 60
MAX_LOOKS = 16
"""Some ten minutes."""


def pause_s(looks: int) -> int | None:
    """Seconds to wait after so many looks; None: the page asks no more by itself."""
    return min(round(FIRST_S * 1.5**looks), LONGEST_S) if looks < MAX_LOOKS else None
