"""Signals of the catalog for the apps above it."""

from django.dispatch import Signal

changing = Signal()
"""Sent in the transaction of a change, before it is written. `game`."""

using = Signal()
"""Asks which printings are in use, and so are never deleted. `game`; `codes`. Receivers return those of the codes that
their app needs."""

renaming = Signal()
"""Sent in the transaction of a change that renames cards. `game`; `codes`: the printings of these cards."""

renamed = Signal()
"""Sent when such a change is done. `game`; `codes`."""
