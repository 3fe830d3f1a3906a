"""How long a page waits before it polls a worker's result again: ever longer, and in the end no more."""

FIRST_S = 2
LONGEST_S = 60
MAX_LOOKS = 16
"""About ten minutes in all."""


def pause_s(looks: int) -> int | None:
    """Seconds to wait after this many polls; None: stop polling."""
    return min(round(FIRST_S * 1.5**looks), LONGEST_S) if looks < MAX_LOOKS else None
