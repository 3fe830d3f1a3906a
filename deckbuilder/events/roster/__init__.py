"""The roster: importing many players, and exporting it."""
